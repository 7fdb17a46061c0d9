"""What a person's reviewed games say, added up from their judged moves.

Every figure rests on at least MIN_GAMES games, whose number it has; where there are fewer, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import pairwise
from statistics import median_low
from typing import TypeVar

from bot.catalog.formulas import Accuracy
from bot.catalog.phases import Phase
from bot.ranks.insights.kinds import Kind
from data.jobs.judged import JudgedPly, PlayedGame

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
"""How far below the person's accuracy an opening is that is worth work, in percentage points."""


class Strength(Enum):
    """Strength of the opponent against one's own."""

    WEAKER = "weaker"
    EQUAL = "equal"
    STRONGER = "stronger"


class TimeLeft(Enum):
    """Time left on the clock before a move; the values are the minimum percentages."""

    PLENTY = 50
    SOME = 20
    LITTLE = 0


K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Figure:
    """Accuracy in percent, errors per game, points lost per game, and the number of games behind them."""

    accuracy: float
    errors: float
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class KindFigure:
    """Errors of a kind, the number of games with one, and their share of all points lost by errors."""

    errors: int
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where an opening usually goes wrong: the middle one of the first errors.

    `games` have an error; `game_id` is the latest one whose first error is at that ply, made by `seat`.
    """

    ply: int
    games: int
    game_id: int
    seat: int


@dataclass(frozen=True, slots=True)
class OpeningFigure:
    """Games with an opening; `place` is None if too few of them have an error."""

    opening: str
    figure: Figure
    place: Place | None


@dataclass(frozen=True, slots=True)
class Period:
    """Consecutive games, the first of which ended at `since` and the last at `until`."""

    since: datetime
    until: datetime
    figure: Figure


@dataclass(frozen=True, slots=True)
class Insights:
    """What a person's latest reviewed games of one kind say; `whole` is None with too few games."""

    games: int
    whole: Figure | None
    phases: Mapping[Phase, Figure]
    openings: tuple[OpeningFigure, ...]
    strengths: Mapping[Strength, Figure]
    times: Mapping[TimeLeft, Figure]
    kinds: Mapping[Kind, KindFigure]
    trend: tuple[Period, ...]


def insights_of(accuracy: Accuracy, games: Sequence[PlayedGame]) -> Insights:
    """Return what judged games say, given the newest first."""
    games = [game for game in games if game.judged.moves]
    return Insights(
        games=len(games),
        whole=_figure(accuracy, games),
        phases=_by(accuracy, games, Phase, lambda game, move: Phase(move.phase)),
        openings=_openings(accuracy, games),
        strengths=_by(accuracy, games, Strength, lambda game, move: strength_of(game)),
        times=_by(accuracy, games, TimeLeft, lambda game, move: time_of(move)),
        kinds=_kinds(games),
        trend=_trend(accuracy, games[::-1]),
    )


def strength_of(game: PlayedGame) -> Strength | None:
    """Return the strength of a game's opponent; None if a rating is unknown."""
    own, other = game.judged.own_rating, game.judged.other_rating
    if own is None or other is None:
        return None
    if abs(other - own) < RATING_APART:
        return Strength.EQUAL
    return Strength.STRONGER if other > own else Strength.WEAKER


def time_of(move: JudgedPly) -> TimeLeft | None:
    """Return the time left before a move; None without a clock."""
    if move.left is None:
        return None
    return next(time for time in TimeLeft if move.left >= time.value)


class _Sum:
    """A figure in the making; moves are added game by game."""

    def __init__(self) -> None:
        self.weight = self.lost = self.points = 0.0
        self.errors = self.games = 0
        self._last: object = None

    def add(self, game: PlayedGame, move: JudgedPly) -> None:
        self.weight += move.weight
        self.lost += move.lost
        self.points += move.points
        self.errors += move.error > 0
        if game is not self._last:
            self.games += 1
            self._last = game

    def figure(self, accuracy: Accuracy) -> Figure | None:
        percent = accuracy.of(self.weight, self.lost)
        if percent is None or self.games < MIN_GAMES:
            return None
        return Figure(percent, self.errors / self.games, self.points / self.games, self.games)


def _by(
    accuracy: Accuracy,
    games: Iterable[PlayedGame],
    keys: Iterable[K],
    key_of: Callable[[PlayedGame, JudgedPly], K | None],
) -> dict[K, Figure]:
    """Return a figure for each key with enough games, in their order."""
    sums = {key: _Sum() for key in keys}
    for game in games:
        for move in game.judged.moves:
            key = key_of(game, move)
            if key is not None:
                sums[key].add(game, move)
    return {key: figure for key, some in sums.items() if (figure := some.figure(accuracy)) is not None}


def _figure(accuracy: Accuracy, games: Iterable[PlayedGame]) -> Figure | None:
    """Return the figure of all moves of games."""
    return _by(accuracy, games, (True,), lambda game, move: True).get(True)


def _openings(accuracy: Accuracy, games: Sequence[PlayedGame]) -> tuple[OpeningFigure, ...]:
    by_opening: dict[str, list[PlayedGame]] = {}
    for game in games:
        if game.opening:
            by_opening.setdefault(game.opening, []).append(game)
    most_played = sorted(by_opening.items(), key=lambda item: (-len(item[1]), item[0]))[:MAX_OPENINGS]
    return tuple(
        OpeningFigure(opening, figure, place_of(some))
        for opening, some in most_played
        if (figure := _figure(accuracy, some)) is not None
    )


def place_of(games: Sequence[PlayedGame]) -> Place | None:
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
    return Place(ply, len(firsts), latest.game_id, latest.seat)


def _kinds(games: Sequence[PlayedGame]) -> dict[Kind, KindFigure]:
    total = sum(move.points for game in games for move in game.judged.moves if move.error)
    found = {}
    for kind in Kind:
        by_game = [[move for move in game.judged.moves if kind in move.kinds] for game in games]
        errors = [move for some in by_game for move in some]
        with_one = sum(map(bool, by_game))
        if with_one >= MIN_GAMES:
            share = sum(move.points for move in errors) / total if total else 0.0
            found[kind] = KindFigure(len(errors), with_one, share)
    return dict(sorted(found.items(), key=lambda item: -item[1].share))


def _trend(accuracy: Accuracy, games: Sequence[PlayedGame]) -> tuple[Period, ...]:
    """Return the course of games, oldest first, in parts of equal size; () if there is only one."""
    parts = min(MAX_PERIODS, len(games) // MIN_GAMES)
    if parts < 2:
        return ()
    bounds = [len(games) * number // parts for number in range(parts + 1)]
    found = []
    for begin, end in pairwise(bounds):
        some = games[begin:end]
        figure = _figure(accuracy, some)
        if figure is not None:
            found.append(Period(some[0].judged.finished_at, some[-1].judged.finished_at, figure))
    return tuple(found)


# What to work on.


Focus = Kind | OpeningFigure | Phase


def focus_of(found: Insights) -> Focus | None:
    """Return what to work on next: a kind of error that costs much, else an opening, else a phase."""
    if found.whole is None:
        return None
    for kind, figure in found.kinds.items():
        if figure.share >= KIND_SHARE:
            return kind
    bad = [
        one
        for one in found.openings
        if one.place is not None and one.figure.accuracy <= found.whole.accuracy - OPENING_BELOW
    ]
    if bad:
        return min(bad, key=lambda one: one.figure.accuracy)
    return max(found.phases, key=lambda phase: found.phases[phase].points, default=None)
