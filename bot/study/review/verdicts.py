"""Judges a game: every move, both sides, and the move that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from bot.catalog import judging as thresholds
from bot.catalog.judging import Bounds, Choice, Judging, OpeningMove, Phase, phases_of
from bot.core.fields import Frozen
from data.jobs.reviews import ReviewedPly
from engine import Position
from engine.reasons import Comparison, Explanation, explain
from engine.search.registry import registered


class Verdict(Enum):
    BEST = "best"
    BOOK = "book"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNKNOWN = "unknown"

    @property
    def is_error(self) -> bool:
        """True if it counts against the side that made it."""
        return self in ERRORS


ERRORS = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


class JudgedMove(Frozen):
    """A move and its value for the side that made it.

    The scores of the best move and of this one are of the same kind: both proved (`depth` is None), or both
    estimates of that depth. `loss` is their difference beyond the noise of such estimates, `points_lost` that
    of the expected results (None if unknown). `keepers` of the `legal` moves keep the result, if counted.
    `missed`: the other side's last move was an error, and so is this one, which did not use it.
    """

    ply: int
    side: int
    move: str
    best_move: str
    best: float
    played: float
    depth: int | None
    loss: float
    points_lost: float | None
    legal: int
    keepers: int | None
    verdict: Verdict
    missed: bool
    phase: Phase

    @property
    def choice(self) -> Choice | None:
        """The move's part in the accuracy; None if it was not judged."""
        if self.points_lost is None:
            return None
        return Choice(self.points_lost, self.loss, self.best, self.legal, self.keepers)

    @property
    def proved(self) -> bool:
        return self.depth is None

    @property
    def better(self) -> str | None:
        return self.best_move if self.loss > 0 else None


class Point(Frozen):
    """A position in the course of a game: score and points of the side that moved first; None if unknown."""

    ply: int
    score: float
    points: float | None
    depth: int | None


class SideVerdict(Frozen):
    """A side's moves together; `lost_proved` and `lost_estimated` must not be added up.

    `phases` has the accuracy in each phase, None where too few moves were judged.
    """

    accuracy: float | None
    phases: Mapping[Phase, float | None]
    errors: dict[Verdict, int]
    missed: int
    lost_proved: float
    lost_estimated: float


class Review(Frozen):
    moves: tuple[JudgedMove, ...]
    sides: tuple[SideVerdict, SideVerdict]
    points: tuple[Point, ...]
    turning_point: JudgedMove | None

    def move_at(self, ply: int) -> JudgedMove | None:
        """Return the move made at a ply; None for a pass."""
        return next((move for move in self.moves if move.ply == ply), None)

    def answer_to(self, ply: int) -> str | None:
        """Return the best answer to the move made at a ply, None if that is not known."""
        following = self.move_at(ply + 1)
        return None if following is None else following.best_move

    def next_error(self, ply: int, side: int | None = None) -> JudgedMove | None:
        """Return the first error at this ply or later, of one side or (None) of either."""
        later = (move for move in self.moves if move.ply >= ply and move.verdict.is_error)
        return next((move for move in later if side in (None, move.side)), None)

    @property
    def proved_from(self) -> int | None:
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
    """Judge the moves of a game by its analysed plies; `positions` are those before each, and the last."""
    judged: list[JudgedMove] = []
    phases = phases_of(judging.phase, positions)
    for known in sorted(plies, key=lambda known: known.ply):
        if known.played is not None:
            position, move = positions[known.ply], moves[known.ply]
            judged.append(
                _judged(judging, position, move, known, known.played, judged[-1:], phases[known.ply])
            )
    return Review(
        tuple(judged),
        (_side(judging, 0, judged), _side(judging, 1, judged)),
        _course(judging, positions, plies),
        _turning_point(judging, positions, judged, winner),
    )


def _judged(
    judging: Judging,
    position: Position,
    move: str,
    known: ReviewedPly,
    played: float,
    before: Sequence[JudgedMove],
    phase: Phase,
) -> JudgedMove:
    best_move, best, depth, proved = known.best, known.score, known.depth, known.depth is None
    opening = OpeningMove() if proved else judging.opening(position, move)
    if opening.best is not None:
        # The book's searches are deeper than any review's.
        best_move, best, played = opening.best, opening.score, opening.played
        depth = thresholds.BOOK_DEPTH
    if played >= best or _is_image(position, move, best_move):
        # Of moves with equal values, the one that was made is the best.
        best_move, best = move, played
    loss = best - played
    if depth is not None:
        loss = max(0.0, loss - judging.noise(position, depth))
    by_name = opening.named and loss <= thresholds.MAX_NAMED_LOSS
    if by_name:
        loss = 0.0
    could = judging.expectancy(position, best, proved)
    can = judging.expectancy(position, best - loss, proved)
    lost = None if could is None or can is None else 100.0 * (could - can)
    verdict = _verdict(judging.bounds, lost, move == best_move, by_name)
    used_by_other = bool(before) and before[0].side != position.turn and before[0].verdict.is_error
    return JudgedMove(
        known.ply,
        position.turn,
        move,
        best_move,
        best,
        played,
        depth,
        loss,
        lost,
        len(position.legal_moves()),
        known.keepers,
        verdict,
        missed=verdict.is_error and used_by_other,
        phase=phase,
    )


def _is_image(position: Position, move: str, other: str) -> bool:
    """True if a symmetry of the position maps one move to the other."""
    if move == other:
        return True
    first_of = registered(position.game).images(position)
    return first_of.get(move, move) == first_of.get(other, other)


def _verdict(bounds: Bounds, lost: float | None, best: bool, by_name: bool) -> Verdict:
    if by_name:
        return Verdict.BOOK
    if lost is None:
        return Verdict.UNKNOWN
    for verdict, bound in zip(reversed(ERRORS), reversed(bounds), strict=True):
        if lost >= bound:
            return verdict
    return Verdict.BEST if best else Verdict.GOOD


def _side(judging: Judging, side: int, judged: Sequence[JudgedMove]) -> SideVerdict:
    own = [move for move in judged if move.side == side]
    return SideVerdict(
        accuracy=judging.accuracy(_choices(own)),
        phases={
            phase: judging.accuracy(choices) if len(choices) >= thresholds.MIN_JUDGED else None
            for phase in Phase
            for choices in [_choices([move for move in own if move.phase is phase])]
        },
        errors={error: sum(move.verdict is error for move in own) for error in ERRORS},
        missed=sum(move.missed for move in own),
        lost_proved=sum(move.loss for move in own if move.proved),
        lost_estimated=sum(move.loss for move in own if not move.proved),
    )


def _choices(moves: Sequence[JudgedMove]) -> list[Choice]:
    return [choice for move in moves if (choice := move.choice) is not None]


def _course(
    judging: Judging, positions: Sequence[Position], plies: Sequence[ReviewedPly]
) -> tuple[Point, ...]:
    points = []
    for known in sorted(plies, key=lambda known: known.ply):
        position = positions[known.ply]
        score = known.score if known.played is None else max(known.score, known.played)
        expected = judging.expectancy(position, score, known.depth is None)
        first = None if expected is None else 100.0 * (expected if position.turn == 0 else 1.0 - expected)
        points.append(Point(known.ply, score if position.turn == 0 else -score, first, known.depth))
    end, result = positions[-1], positions[-1].result()
    if result is not None:
        score = result.score if end.turn == 0 else -result.score
        winner = None if result.winner is None else 100.0 * (1 - result.winner)
        points.append(Point(len(positions) - 1, score, 50.0 if winner is None else winner, None))
    return tuple(points)


def _turning_point(
    judging: Judging, positions: Sequence[Position], judged: Sequence[JudgedMove], winner: int | None
) -> JudgedMove | None:
    """Return the loser's last error before which they were not behind, if the winner stayed ahead from then
    on; otherwise the largest error of the game, if any."""
    decided = () if winner is None else judged
    for move in reversed(decided):
        before = judging.expectancy(positions[move.ply], move.best, move.proved)
        after = judging.expectancy(positions[move.ply], move.best - move.loss, move.proved)
        if before is None or after is None:
            continue
        # The winner was not ahead.
        if (after if move.side == winner else 1.0 - after) <= 0.5:
            break
        if move.side != winner and before >= 0.5 and move.verdict.is_error:
            return move
    errors = [move for move in judged if move.verdict.is_error]
    return max(errors, key=lambda move: move.points_lost or 0.0, default=None)


def explained(review: Review, position: Position, move: JudgedMove) -> Explanation | None:
    """Explain an error made in a position; None for a move that is no error."""
    if not move.verdict.is_error or move.better not in position.legal_moves():
        return None
    compared = Comparison(
        position,
        move.move,
        move.better,
        review.answer_to(move.ply),
        value=round(move.played) if move.proved else None,
        better_value=round(move.best) if move.proved else None,
        keepers=move.keepers,
    )
    return explain(compared)
