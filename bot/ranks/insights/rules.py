"""The findings of a person's reviewed games, added up from their judged moves.

Every figure rests on at least MIN_GAMES games, whose number it has; where there are fewer, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum, StrEnum
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple, TypeVar

from bot.catalog.judging import AccuracyFormula, Phase
from bot.core.fields import Frozen
from data.jobs.judged import JudgedPly, PlayedGame
from engine.reasons import Reason, kinds


class ErrorKind(StrEnum):
    """The subject of an error; the values are stored."""

    CORNERS = "corners"
    EDGES = "edges"
    MOBILITY = "mobility"
    PARITY = "parity"
    THREATS = "threats"
    """Threats of the other side missed or made possible."""
    FORCED = "forced"
    """Two threats at once, or a forced win, allowed."""
    ZUGZWANG = "zugzwang"


_KINDS: Mapping[type[Reason], ErrorKind] = {
    kinds.GivesCorner: ErrorKind.CORNERS,
    kinds.LeavesCorner: ErrorKind.CORNERS,
    kinds.GivesCornerSoon: ErrorKind.CORNERS,
    kinds.ExposesCorner: ErrorKind.CORNERS,
    kinds.ExposesEdge: ErrorKind.EDGES,
    kinds.SecuresTheirs: ErrorKind.EDGES,
    kinds.MustPass: ErrorKind.MOBILITY,
    kinds.GivesUpAccess: ErrorKind.MOBILITY,
    kinds.ShutsIn: ErrorKind.MOBILITY,
    kinds.OpensSquares: ErrorKind.MOBILITY,
    kinds.BuildsWall: ErrorKind.MOBILITY,
    kinds.OddRegion: ErrorKind.PARITY,
    kinds.IgnoresThreat: ErrorKind.THREATS,
    kinds.OpensSquareAbove: ErrorKind.THREATS,
    kinds.AllowsThreat: ErrorKind.THREATS,
    kinds.GivesAwayThreat: ErrorKind.THREATS,
    kinds.AllowsDoubleThreat: ErrorKind.FORCED,
    kinds.AllowsForcedWin: ErrorKind.FORCED,
    kinds.LosesTempo: ErrorKind.ZUGZWANG,
    kinds.AllowsFollowUp: ErrorKind.ZUGZWANG,
}


def kinds_of(reasons: Iterable[Reason]) -> tuple[ErrorKind, ...]:
    """Return the kinds of an error's reasons, each once, the weightiest first."""
    return tuple(dict.fromkeys(_KINDS[type(reason)] for reason in reasons if type(reason) in _KINDS))


MIN_GAMES = 10
"""Minimum games behind a figure."""

RATING_APART = 100.0
"""Difference in rating from which an opponent is stronger or weaker."""

MAX_OPENINGS = 5
"""Maximum openings, the most played ones."""

MAX_PERIODS = 6
"""Maximum parts of the trend."""

KIND_SHARE = 0.25
"""Minimum share of all points lost for a kind of error to be what to work on."""

OPENING_BELOW = 5.0
"""Minimum percentage points below the person's accuracy of an opening that is worth work."""


class OpponentStrength(Enum):
    """The opponent's rating against one's own."""

    WEAKER = "weaker"
    EQUAL = "equal"
    STRONGER = "stronger"


class TimeLeft(Enum):
    """Time left on the clock before a move; the values are the minimum percentages."""

    PLENTY = 50
    SOME = 20
    LITTLE = 0


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Figure(Frozen):
    """Accuracy in percent, errors per game, points lost per game, and the number of games behind them."""

    accuracy: float
    errors: float
    points: float
    games: int

    @property
    def points_in_all(self) -> float:
        """Points lost in all these games together."""
        return self.points * self.games


class KindFigure(Frozen):
    """Errors of a kind, the number of games with one, and their share of all points lost by errors."""

    errors: int
    games: int
    share: float


class WeakSpot(Frozen):
    """The usual place of an opening's first error: the median.

    `games` have an error; `game_id` is the latest one whose first error is at that ply, made by `seat`.
    """

    ply: int
    games: int
    game_id: int
    seat: int


class OpeningFigure(Frozen):
    """Games with an opening; `place` is None if too few of them have an error."""

    opening: str
    figure: Figure
    place: WeakSpot | None


class TrendPart(Frozen):
    """Consecutive games, the first of which ended at `since` and the last at `until`."""

    since: datetime
    until: datetime
    figure: Figure


class Insights(Frozen):
    """The findings of a person's latest reviewed games of one kind; `whole` is None with too few games."""

    games: int
    whole: Figure | None
    phases: Mapping[Phase, Figure]
    openings: tuple[OpeningFigure, ...]
    strengths: Mapping[OpponentStrength, Figure]
    times: Mapping[TimeLeft, Figure]
    kinds: Mapping[ErrorKind, KindFigure]
    trend: tuple[TrendPart, ...]


def insights_of(accuracy: AccuracyFormula, games: Sequence[PlayedGame]) -> Insights:
    """Return what judged games say, given the newest first."""
    games = [game for game in games if game.judged.moves]
    # Every sum over whole games adds these up, rather than their moves again.
    totals = [_total(game.judged.moves) for game in games]
    summed = [*zip(games, totals, strict=True)]
    return Insights(
        games=len(games),
        whole=_figure(accuracy, totals),
        phases=_by_move(accuracy, games, {phase.value: phase for phase in Phase}, lambda move: move.phase),
        openings=_openings(accuracy, summed),
        strengths=_strengths(accuracy, summed),
        times=_by_move(accuracy, games, {time: time for time in TimeLeft}, time_of),
        kinds=_kinds(games),
        trend=_trend(accuracy, summed[::-1]),
    )


def strength_of(game: PlayedGame) -> OpponentStrength | None:
    """Return the strength of a game's opponent; None if a rating is unknown."""
    own, other = game.judged.own_rating, game.judged.other_rating
    if own is None or other is None:
        return None
    if abs(other - own) < RATING_APART:
        return OpponentStrength.EQUAL
    return OpponentStrength.STRONGER if other > own else OpponentStrength.WEAKER


def time_of(move: JudgedPly) -> TimeLeft | None:
    """Return the time left before a move; None without a clock."""
    if move.left is None:
        return None
    return next(time for time in TimeLeft if move.left >= time.value)


class _Total(NamedTuple):
    """Sums over some moves of one game: weights, losses, points, errors."""

    weight: float
    lost: float
    points: float
    errors: int


_Summed = tuple[PlayedGame, _Total]


def _total(moves: Sequence[JudgedPly]) -> _Total:
    return _Total(
        sum([move.weight for move in moves]),
        sum([move.lost for move in moves]),
        sum([move.points for move in moves]),
        sum([move.error > 0 for move in moves]),
    )


def _figure(accuracy: AccuracyFormula, totals: Sequence[_Total]) -> Figure | None:
    """Return the figure of as many games; None if they are too few."""
    games = len(totals)
    if games < MIN_GAMES:
        return None
    weight, lost, points, errors = map(sum, zip(*totals, strict=True))
    percent = accuracy.of(weight, lost)
    return None if percent is None else Figure(percent, errors / games, points / games, games)


def _by_move(
    accuracy: AccuracyFormula,
    games: Iterable[PlayedGame],
    keys: Mapping[V, K],
    key_of: Callable[[JudgedPly], V | None],
) -> dict[K, Figure]:
    """Return a figure for each key of moves with enough games, in their order."""
    totals: dict[V, list[_Total]] = {key: [] for key in keys}
    for game in games:
        moves: dict[V, list[JudgedPly]] = {}
        for move in game.judged.moves:
            key = key_of(move)
            if key is not None:
                moves.setdefault(key, []).append(move)
        for key, some in moves.items():
            totals[key].append(_total(some))
    return {
        keys[key]: figure for key, some in totals.items() if (figure := _figure(accuracy, some)) is not None
    }


def _strengths(accuracy: AccuracyFormula, summed: Sequence[_Summed]) -> dict[OpponentStrength, Figure]:
    totals: dict[OpponentStrength, list[_Total]] = {strength: [] for strength in OpponentStrength}
    for game, total in summed:
        strength = strength_of(game)
        if strength is not None:
            totals[strength].append(total)
    return {key: figure for key, some in totals.items() if (figure := _figure(accuracy, some)) is not None}


def _openings(accuracy: AccuracyFormula, summed: Sequence[_Summed]) -> tuple[OpeningFigure, ...]:
    by_opening: dict[str, list[_Summed]] = {}
    for game, total in summed:
        if game.opening:
            by_opening.setdefault(game.opening, []).append((game, total))
    most_played = sorted(by_opening.items(), key=lambda item: (-len(item[1]), item[0]))[:MAX_OPENINGS]
    return tuple(
        OpeningFigure(opening, figure, place_of([game for game, _ in some]))
        for opening, some in most_played
        if (figure := _figure(accuracy, [total for _, total in some])) is not None
    )


def place_of(games: Sequence[PlayedGame]) -> WeakSpot | None:
    """Return where games with one opening usually go wrong, given the newest first."""
    firsts = [
        (next(move.ply for move in game.judged.moves if move.error), game)
        for game in games
        if any(move.error for move in game.judged.moves)
    ]
    if len(firsts) < MIN_GAMES:
        return None
    ply = median_low([ply for ply, _ in firsts])
    latest = next(game.judged for at, game in firsts if at == ply)
    return WeakSpot(ply, len(firsts), latest.game_id, latest.seat)


def _kinds(games: Sequence[PlayedGame]) -> dict[ErrorKind, KindFigure]:
    lost = 0.0
    by_kind: dict[str, list[float]] = {kind: [] for kind in ErrorKind}
    with_one: dict[str, int] = dict.fromkeys(ErrorKind, 0)
    for game in games:
        errors = [move for move in game.judged.moves if move.error]
        lost += sum([move.points for move in errors])
        for move in errors:
            for kind in move.kinds:
                by_kind[kind].append(move.points)
        for kind in {kind for move in errors for kind in move.kinds}:
            with_one[kind] += 1
    figures = {
        kind: KindFigure(len(by_kind[kind]), with_one[kind], sum(by_kind[kind]) / lost if lost else 0.0)
        for kind in ErrorKind
        if with_one[kind] >= MIN_GAMES
    }
    return dict(sorted(figures.items(), key=lambda item: -item[1].share))


def _trend(accuracy: AccuracyFormula, summed: Sequence[_Summed]) -> tuple[TrendPart, ...]:
    """Return the course of games, oldest first, in parts of equal size; () if there is only one."""
    parts = min(MAX_PERIODS, len(summed) // MIN_GAMES)
    if parts < 2:
        return ()
    trend = []
    for begin, end in pairwise(len(summed) * number // parts for number in range(parts + 1)):
        some = summed[begin:end]
        figure = _figure(accuracy, [total for _, total in some])
        if figure is not None:
            trend.append(TrendPart(some[0][0].judged.finished_at, some[-1][0].judged.finished_at, figure))
    return tuple(trend)


Focus = ErrorKind | OpeningFigure | Phase


def costliest_kind(found: Insights) -> ErrorKind | None:
    """Return the kind of error that costs most, if that is much."""
    kind = next(iter(found.kinds), None)
    return kind if kind is not None and found.kinds[kind].share >= KIND_SHARE else None


def focus_of(found: Insights, *, practisable: bool) -> Focus | None:
    """Return what to work on next: the kind of error that costs most, else an opening, else a phase.

    The kind is left out unless it is `practisable`: a mistake of that kind is due as a puzzle.
    """
    if found.whole is None:
        return None
    if practisable and (kind := costliest_kind(found)) is not None:
        return kind
    bad = [
        opening
        for opening in found.openings
        if opening.place is not None and opening.figure.accuracy <= found.whole.accuracy - OPENING_BELOW
    ]
    if bad:
        return min(bad, key=lambda opening: opening.figure.accuracy)
    return max(found.phases, key=lambda phase: found.phases[phase].points_in_all, default=None)
