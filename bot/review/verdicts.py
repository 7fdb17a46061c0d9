"""A game judged: every move, both sides, and the move by which it was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bot.review.formulas import game_accuracy, move_accuracy, move_weights
from bot.review.judging import Judging
from bot.review.thresholds import Bounds
from data import ReviewedPly
from engine import Position


class Verdict(Enum):
    """How good a move was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"

    @property
    def is_error(self) -> bool:
        """Whether it counts against the side that made it."""
        return self in ERRORS


ERRORS = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move and what it was worth, for the side that made it.

    Scores of the best move and of this one are of the same kind: both proved (`depth` is None), or both
    estimates of that depth. `lost` are points of the expected result; None where nothing can be said.
    `missed`: the other side's last move was an error, and so is this one, which did not use it.
    """

    ply: int
    side: int
    move: str
    best_move: str
    best: float
    played: float
    depth: int | None
    lost: float | None
    verdict: Verdict
    missed: bool

    @property
    def proved(self) -> bool:
        """Whether the scores are proved."""
        return self.depth is None

    @property
    def given_away(self) -> float:
        """By how much the best move's score was better."""
        return self.best - self.played

    @property
    def better(self) -> str | None:
        """A move that was better, if there was one."""
        return self.best_move if self.given_away > 0 else None


@dataclass(frozen=True, slots=True)
class Point:
    """A position on the way, for the side that moved first: its score, and its points where there are any."""

    ply: int
    score: float
    points: float | None
    depth: int | None


@dataclass(frozen=True, slots=True)
class SideVerdict:
    """One side's moves together; what it gave away is counted apart for proved and estimated scores."""

    accuracy: float | None
    errors: dict[Verdict, int]
    missed: int
    lost_proved: float
    lost_estimated: float


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game."""

    moves: tuple[JudgedMove, ...]
    sides: tuple[SideVerdict, SideVerdict]
    points: tuple[Point, ...]
    turning_point: JudgedMove | None

    def move_at(self, ply: int) -> JudgedMove | None:
        """The move made at a ply; None for a pass."""
        return next((move for move in self.moves if move.ply == ply), None)

    def next_error(self, ply: int, side: int | None = None) -> JudgedMove | None:
        """The first error at this ply or later, of one side or (None) of either."""
        later = (move for move in self.moves if move.ply >= ply and move.verdict.is_error)
        return next((move for move in later if side in (None, move.side)), None)

    @property
    def proved_from(self) -> int | None:
        """The ply from which on all scores are proved."""
        estimated = [move.ply for move in self.moves if not move.proved]
        proved = [move.ply for move in self.moves if move.proved and move.ply > max(estimated, default=-1)]
        return min(proved, default=None)


def judge(
    judging: Judging,
    positions: Sequence[Position],
    moves: Sequence[str],
    plies: Sequence[ReviewedPly],
    winner: int | None,
) -> Review:
    """Judge the moves of a game by what is known of its plies; `positions` are those before each move, and
    the last one."""
    judged: list[JudgedMove] = []
    for known in sorted(plies, key=lambda known: known.ply):
        if known.played is not None:
            position, move = positions[known.ply], moves[known.ply]
            judged.append(_judged(judging, position, move, known, known.played, judged[-1:]))
    course = [(move, points) for move in judged if (points := _points(judging, positions, move)) is not None]
    weights = _weights(course)
    sides = (_side(0, judged, weights), _side(1, judged, weights))
    return Review(
        tuple(judged), sides, _course(judging, positions, plies), _turning_point(judged, course, winner)
    )


def _judged(
    judging: Judging,
    position: Position,
    move: str,
    known: ReviewedPly,
    played: float,
    before: Sequence[JudgedMove],
) -> JudgedMove:
    # An estimate of the move that was played, made after it, may see more than the one of the best move.
    best = max(known.score, played)
    exact = known.depth is None
    expected = judging.expectancy(position, best, exact), judging.expectancy(position, played, exact)
    lost = None if expected[0] is None or expected[1] is None else 100.0 * (expected[0] - expected[1])
    best_move = move if played == best else known.best
    verdict = _verdict(judging.bounds, lost, best - played)
    used_by_other = bool(before) and before[0].side != position.turn and before[0].verdict.is_error
    missed = verdict.is_error and used_by_other
    return JudgedMove(
        known.ply, position.turn, move, best_move, best, played, known.depth, lost, verdict, missed
    )


def _verdict(bounds: Bounds, lost: float | None, given_away: float) -> Verdict:
    if lost is None:
        return Verdict.UNKNOWN
    for verdict, bound in zip(reversed(ERRORS), reversed(bounds), strict=True):
        if lost >= bound:
            return verdict
    return Verdict.GOOD if given_away > 0 else Verdict.BEST


def _points(judging: Judging, positions: Sequence[Position], move: JudgedMove) -> tuple[float, float] | None:
    """The first side's points before a move, and after it."""
    position = positions[move.ply]
    before = judging.expectancy(position, move.best, move.proved)
    after = judging.expectancy(position, move.played, move.proved)
    if before is None or after is None:
        return None
    return _for_first(100.0 * before, move.side), _for_first(100.0 * after, move.side)


def _for_first(points: float, side: int) -> float:
    return points if side == 0 else 100.0 - points


def _weights(course: Sequence[tuple[JudgedMove, tuple[float, float]]]) -> dict[int, float]:
    """How much each move counts, by its ply."""
    if not course:
        return {}
    points = [*(before for _, (before, _) in course), course[-1][1][1]]
    return {move.ply: weight for (move, _), weight in zip(course, move_weights(points), strict=True)}


def _side(side: int, judged: Sequence[JudgedMove], weights: dict[int, float]) -> SideVerdict:
    own = [move for move in judged if move.side == side]
    counted = [move for move in own if move.lost is not None]
    return SideVerdict(
        accuracy=game_accuracy(
            [move_accuracy(move.lost or 0.0) for move in counted], [weights[move.ply] for move in counted]
        ),
        errors={error: sum(move.verdict is error for move in own) for error in ERRORS},
        missed=sum(move.missed for move in own),
        lost_proved=sum(move.given_away for move in own if move.proved),
        lost_estimated=sum(move.given_away for move in own if not move.proved),
    )


def _course(
    judging: Judging, positions: Sequence[Position], plies: Sequence[ReviewedPly]
) -> tuple[Point, ...]:
    points = []
    for known in sorted(plies, key=lambda known: known.ply):
        position = positions[known.ply]
        score = known.score if known.played is None else max(known.score, known.played)
        expected = judging.expectancy(position, score, known.depth is None)
        shown = None if expected is None else _for_first(100.0 * expected, position.turn)
        points.append(Point(known.ply, score if position.turn == 0 else -score, shown, known.depth))
    end, result = positions[-1], positions[-1].result()
    if result is not None:
        score = result.score if end.turn == 0 else -result.score
        winner = None if result.winner is None else 100.0 * (1 - result.winner)
        points.append(Point(len(positions) - 1, score, 50.0 if winner is None else winner, None))
    return tuple(points)


def _turning_point(
    judged: Sequence[JudgedMove],
    course: Sequence[tuple[JudgedMove, tuple[float, float]]],
    winner: int | None,
) -> JudgedMove | None:
    """The loser's last error before which they were not behind, while the winner stayed ahead from then on;
    else the largest error of the game, if there was one."""
    if winner is not None:
        ahead = [
            (move, _for_first(before, winner), _for_first(after, winner)) for move, (before, after) in course
        ]
        for number in range(len(ahead) - 1, -1, -1):
            move, before, after = ahead[number]
            if after <= 50.0:
                break
            if before <= 50.0 and move.side != winner and move.verdict.is_error:
                return move
    errors = [move for move in judged if move.verdict.is_error]
    return max(errors, key=lambda move: move.lost or 0.0, default=None)
