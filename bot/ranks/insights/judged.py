"""A reviewed game in the compact form that insights add up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bot.catalog.judging import Judging
from bot.core.snapshot import GameSnapshot
from bot.ranks.insights.kinds import kinds_of
from bot.study.review.reasons import explained
from bot.study.review.verdicts import ERRORS, JudgedMove, Review
from data.games.clocks import Live
from data.jobs.judged import JudgedGame, JudgedPly, Timing
from data.people.personal import DELETED_PLAYER
from engine import Position

DIGITS = 4
"""Decimals stored of weights, losses and points."""

CLOCK_TOLERANCE = 0.01
"""How far the moves of a side and its clock may disagree, as a share of its time."""


def judged_games(snapshot: GameSnapshot, review: Review, timing: Timing) -> tuple[JudgedGame, ...]:
    """Return the judged moves of each person in a game; moves that a computer made for them don't count."""
    game, positions = snapshot.game, snapshot.positions()
    left = time_left(snapshot, timing.seconds)
    found = []
    for side, seat in enumerate(game.seats):
        # Teams that vote have negative ids.
        if seat.player_id is None or seat.player_id <= DELETED_PLAYER or game.finished_at is None:
            continue
        moves = tuple(
            ply
            for move in review.moves
            if move.side == side and game.thoughts[move.ply] is None
            for ply in [_ply(snapshot.kind.judging, review, positions[move.ply], move, left[move.ply])]
            if ply is not None
        )
        found.append(
            JudgedGame(
                game.id,
                side,
                seat.player_id,
                game.game,
                game.finished_at,
                timing.ratings[side],
                _rating(snapshot, 1 - side, timing),
                moves,
                review.sides[side].accuracy,
            )
        )
    return tuple(found)


def time_left(snapshot: GameSnapshot, seconds: Sequence[float]) -> list[int | None]:
    """Return the percentage of its time that each move's side had left before it; None if that is not known.

    It follows from the seconds that the moves took and from the clock at the end, which must agree: they
    don't if a move was taken back or an absence of the bot was not charged, and without a clock.
    """
    game = snapshot.game
    clock = game.clock
    found: list[int | None] = [None] * len(snapshot.movers)
    if clock is None or not isinstance(clock.control, Live):
        return found
    first, increment = clock.control.first.total_seconds(), clock.control.increment
    for side in (0, 1):
        # A computer's moves take no time of a clock.
        own = [ply for ply, by in enumerate(snapshot.movers) if by == side and game.thoughts[ply] is None]
        gained = [increment - seconds[ply] for ply in own]
        began = clock.left[side].total_seconds() - sum(gained) + _waited(snapshot, side)
        # An exhibitor has the minutes once for every board.
        whole = first * (max(1, round(began / first)) if game.in_simul else 1)
        if abs(began - whole) > whole * CLOCK_TOLERANCE:
            continue
        for ply, have in zip(own, accumulate(gained, initial=whole), strict=False):
            found[ply] = round(100 * max(0.0, min(1.0, have / whole)))
    return found


def _waited(snapshot: GameSnapshot, side: int) -> float:
    """Return for how many seconds a side had the clock at the end, without a move."""
    game = snapshot.game
    if game.finished_at is None or game.turn != side or game.delegates[side] is not None:
        return 0.0
    return (game.finished_at - game.moved_at).total_seconds()


def _ply(
    judging: Judging, review: Review, position: Position, move: JudgedMove, left: int | None
) -> JudgedPly | None:
    choice = move.choice
    if choice is None:
        return None
    part = judging.accuracy.weigh(choice)
    found = explained(review, position, move)
    return JudgedPly(
        ply=move.ply,
        phase=int(move.phase),
        error=ERRORS.index(move.verdict) + 1 if move.verdict.is_error else 0,
        weight=round(part.weight, DIGITS),
        lost=round(part.lost, DIGITS),
        points=round(choice.points, DIGITS),
        left=left,
        kinds=() if found is None else kinds_of(found.reasons.flaws),
    )


def _rating(snapshot: GameSnapshot, side: int, timing: Timing) -> float | None:
    """Return a side's rating: a person's before the game, or that of a computer's level."""
    computer = snapshot.game.seats[side].computer
    if computer is None:
        return timing.ratings[side]
    level = snapshot.kind.levels.get(computer)
    return None if level is None else float(level.rating)
