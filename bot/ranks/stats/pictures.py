"""The pictures of profiles and comparisons: cards of games, and the scales of their rating charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

from bot.catalog import GAMES
from bot.ranks.stats.profiles import (
    BestWin,
    Comparison,
    Course,
    GameProfile,
    Record,
    by_date,
    is_provisional,
    together,
)
from bot.ui.untrusted import shortened
from bot.ui.words import POOLS, player_label
from data.ratings.ratings import RatingList
from data.ratings.statistics import CoursePoint
from languages import gettext, ngettext, pgettext, pgettext_noop
from languages.moments import day_of_month
from languages.numbers import enumerated
from renderers import figures
from renderers.charts import RatingPoint, Tick
from renderers.comparison import Fact, HeadToHead
from renderers.figures import ResultRow, Section
from renderers.profile import GameCard, RatingLine

LABELLED = (1 / 3, 2 / 3)
"""Positions of the dates between the first one and now."""

LONG = 300
"""Days from which labels are months with years."""

MONTHS = (
    # Translators, all below: the months on the axis of a chart, as short as possible.
    pgettext_noop("month", "Jan"),
    pgettext_noop("month", "Feb"),
    pgettext_noop("month", "Mar"),
    pgettext_noop("month", "Apr"),
    pgettext_noop("month", "May"),
    pgettext_noop("month", "Jun"),
    pgettext_noop("month", "Jul"),
    pgettext_noop("month", "Aug"),
    pgettext_noop("month", "Sep"),
    pgettext_noop("month", "Oct"),
    pgettext_noop("month", "Nov"),
    pgettext_noop("month", "Dec"),
)


class Scale:
    """The common scale of several rating curves: by date, or by game if everything happened within a few
    days.
    """

    def __init__(self, courses: Sequence[Course]) -> None:
        """Raises ValueError without a course."""
        self._dated = by_date(courses)
        self._begins = min(course.points[0].at for course in courses)
        self._ends = max(course.points[-1].at for course in courses)
        self._games = max(course.points[-1].games for course in courses)

    def point(self, point: CoursePoint) -> RatingPoint:
        """Place a point of a course in the chart, to half a pixel: so pictures of a day are the same."""
        if self._dated:
            x = (point.at - self._begins) / (self._ends - self._begins)
        else:
            x = point.games / self._games
        return RatingPoint(round(x, 3), round(point.value, 1), round(point.deviation, 1))

    def ticks(self) -> tuple[Tick, ...]:
        """Return the labels below the chart."""
        if not self._dated:
            number = ngettext("{number} game", "{number} games", self._games)
            # Translators: on the axis of a chart, before the first game.
            return Tick(0.0, pgettext("chart", "start")), Tick(1.0, number)
        between = (Tick(x, self._date(self._begins + x * (self._ends - self._begins))) for x in LABELLED)
        # Translators: on the axis of a chart, after the last date.
        return Tick(0.0, self._date(self._begins)), *between, Tick(1.0, pgettext("chart", "now"))

    def _date(self, moment: datetime) -> str:
        return date_label(moment, self._ends - self._begins)


def date_label(moment: datetime, span: timedelta) -> str:
    """Return a date on the axis of a chart, a month with its year if the chart spans a long time."""
    month = pgettext("month", MONTHS[moment.month - 1])
    if span.days >= LONG:
        # Translators: a date on the axis of a chart: “Mar 2026”.
        return gettext("{month} {year}", month=month, year=moment.year)
    # Translators: a date on the axis of a chart: “31 Mar”.
    return gettext("{day} {month}", day=day_of_month(moment), month=month)


MAX_LEVELS = 4
"""Maximum number of levels with their own row: the most played."""

MAX_OPENINGS = 5

NONE = "–"


def game_card(shown: GameProfile, name: str) -> GameCard:
    """Draw the card of a person's games of one kind."""
    scale = Scale(shown.courses) if shown.courses else None
    return GameCard(
        title=GAMES[shown.game].title,
        games=shown.games,
        lines=[_line(course, scale) for course in shown.courses if scale is not None],
        ticks=() if scale is None else scale.ticks(),
        form=shown.latest,
        sections=_sections(shown),
        accuracy=None if shown.accuracy is None else (shown.accuracy.percent, shown.accuracy.games),
        name=shortened(name),
    )


def head_to_head(compared: Comparison, names: tuple[str, str]) -> HeadToHead:
    """Return the picture of two people."""
    courses = [course for course in compared.courses if course is not None]
    scale = Scale(courses) if courses else None
    record = compared.record
    first, second = (
        None if course is None or scale is None else _line(course, scale) for course in compared.courses
    )
    return HeadToHead(
        title=GAMES[compared.game].title,
        score=(record.wins, record.draws, record.losses),
        ratings=(first, second),
        ticks=() if scale is None else scale.ticks(),
        sections=_compared_sections(compared),
        facts=_facts(compared) if record.games else (),
        names=(shortened(names[0]), shortened(names[1])),
    )


def list_label(rated_in: RatingList) -> str:
    """Return the label of one of a game's ratings."""
    pool = gettext(POOLS[rated_in.pool])
    return enumerated([rated_in.board, pool]) if rated_in.board else pool


def _line(course: Course, scale: Scale) -> RatingLine:
    standing = course.standing
    return RatingLine(
        title=list_label(course.rated_in),
        rating=round(standing.rating.value),
        deviation=round(standing.rating.deviation),
        rank=standing.rank,
        provisional=is_provisional(standing),
        points=[scale.point(point) for point in course.points],
        peak=None if course.peak is None else scale.point(course.peak),
        guessed_peak=course.peak is not None and course.peak.provisional,
    )


def _row(label: str, record: Record) -> ResultRow:
    return ResultRow(label, record.wins, record.draws, record.losses)


def _sections(shown: GameProfile) -> list[Section]:
    kind = GAMES[shown.game]
    sides = [(side.name, record) for side, record in zip(kind.sides, shown.sides, strict=True)]
    most = sorted(shown.levels, key=lambda level: -shown.levels[level].games)[:MAX_LEVELS]
    opponents = [
        # Translators, all below: labels of rows in a picture, with results beside them.
        (gettext("People"), shown.people),
        *((player_label(level), record) for level, record in shown.levels.items() if level in most),
        (
            gettext("Other levels"),
            together(record for level, record in shown.levels.items() if level not in most),
        ),
        (gettext("Other computers"), shown.others),
    ]
    sections = [
        # Translators, all below: headings in a picture.
        Section(gettext("By side"), [_row(label, record) for label, record in sides if record.games]),
        Section(gettext("By opponent"), [_row(label, record) for label, record in opponents if record.games]),
    ]
    openings = _openings(shown.game, shown.openings)
    return [*sections, Section(gettext("Favourite openings"), openings)] if openings else sections


def _openings(game: str, openings: Mapping[str, Record]) -> list[ResultRow]:
    return [
        _row(GAMES[game].opening_label(opening), record)
        for opening, record in islice(openings.items(), MAX_OPENINGS)
    ]


def _compared_sections(compared: Comparison) -> list[Section]:
    one, other = (side.name for side in GAMES[compared.game].sides)
    labels = (f"{one} – {other}", f"{other} – {one}")
    sides = zip(labels, compared.sides, strict=True)
    rows = [_row(label, record) for label, record in sides if record.games]
    openings = _openings(compared.game, compared.openings)
    return [
        *([Section(gettext("By side"), rows)] if rows else []),
        *([Section(gettext("Openings"), openings)] if openings else []),
    ]


def _facts(compared: Comparison) -> list[Fact]:
    runs = [ngettext("{number} win", "{number} wins", run) if run else NONE for run in compared.runs]
    # Translators: a heading between the numbers of two people, such as “3 wins”.
    facts = [Fact(gettext("Longest run"), (runs[0], runs[1]))]
    wins = [best for best in compared.best_wins if best is not None]
    if wins:
        kind = GAMES[compared.game]
        counted = any(kind.margin(win.score) for win in wins)
        # Translators: a heading between the numbers of two people.
        title = gettext("Biggest win") if counted else gettext("Quickest win")
        first, second = (_best_win(compared.game, win) for win in compared.best_wins)
        facts.append(Fact(title, (first, second)))
    peaks = [None if course is None else course.peak for course in compared.courses]
    if any(peaks):
        one, other = map(_highest, peaks)
        # Translators: a heading between the numbers of two people.
        facts.append(Fact(gettext("Highest rating"), (one, other)))
    return facts


def _highest(peak: CoursePoint | None) -> str:
    return NONE if peak is None else figures.rating_text(round(peak.value), peak.provisional)


def _best_win(game: str, win: BestWin | None) -> str:
    """Return the margin of the best win, or its number of moves where only winning counts."""
    if win is None:
        return NONE
    margin = GAMES[game].margin(win.score)
    # Translators: a win, the quickest one of a person.
    return margin or ngettext("in {number} move", "in {number} moves", win.moves)
