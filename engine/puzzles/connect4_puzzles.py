"""Puzzles of Connect 4 and their themes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.connect4.position import STANDARD, Position, parse
from engine.connect4.threats import completing_now
from engine.puzzles.puzzle import Goal
from engine.puzzles.solving import LONGEST_WIN, Line, PuzzleGame, PuzzleSolver, win_in
from engine.search import position as any_game


def themes(position: any_game.Position, line: Line, goal: Goal, solver: PuzzleSolver) -> Iterator[str]:
    """The names of the themes, some perhaps several times. Raises `Unsolved`."""
    assert isinstance(position, Position)
    if goal == "save":
        yield "defence"
    before = position
    for ply, move in enumerate(line.moves):
        before, position = position, position.play(move)
        if ply % 2 == 0:
            yield from _own_move(before, move, position)
    yield from _directions(before, line.moves[-1])
    if position.result() is None and not completing_now(position):
        from engine.connect4.proof import most_against_follow_up

        best = int(most_against_follow_up(position.state()))
        if best < 0 or (best == 0 and goal == "save"):
            yield "claimeven"
    if goal == "win":
        yield from _end(position, len(line.turns), solver)


def _own_move(before: Position, move: str, after: Position) -> Iterator[str]:
    threats = completing_now(after, before.turn)
    stoppable = not completing_now(after)
    if len(threats) > 1 and stoppable:
        yield "double-threat"
    elif len(threats) == 1 and stoppable:
        yield "forcing"
    if move in completing_now(before, 1 - before.turn):
        yield "block"


def _directions(before: Position, move: str) -> Iterator[str]:
    """The directions of the rows that a move completes, or threatens to complete."""
    square = 1 << before.move_square(move)
    own, opp = (before.second, before.first) if before.turn else (before.first, before.second)
    own |= square
    for line in before.lines():
        if line & square and not line & opp and (line & ~own).bit_count() <= 1:
            lowest = line & -line
            rest = line ^ lowest
            step = (rest & -rest).bit_length() - lowest.bit_length()
            yield {1: "vertical", before.rows + 1: "horizontal"}.get(step, "diagonal")


def _end(position: Position, own_discs: int, solver: PuzzleSolver) -> Iterator[str]:
    """Yield how the win ends against the longest defence."""
    winner, threatened = 1 - position.turn, False
    last: str | None = None
    while position.result() is None:
        if position.turn == winner:
            own_discs += 1
            now = completing_now(position)
            if now:
                if not threatened and now == {last}:
                    yield "zugzwang"
                break
            last = solver.best_moves(position)[0]
        else:
            threatened = bool(completing_now(position, winner))
            last = solver.best_moves(position)[0]
        position = position.play(last)
    if own_discs <= LONGEST_WIN:
        yield win_in(own_discs)


#: A beginner sees a win with the fourth disc at the latest.
_SOON_SEEN = {"block", *map(win_in, range(1, 5))}


def _twins_key(position: any_game.Position) -> tuple[int, int]:
    assert isinstance(position, Position)
    mirrored = position.mirrored()
    return min((position.first, position.second), (mirrored.first, mirrored.second))


def _obvious(position: any_game.Position, move: str) -> bool:
    """Return whether a disc completes a row, or blocks one the other side could complete at once."""
    assert isinstance(position, Position)
    return any(move in completing_now(position, side) for side in (0, 1))


def _plain(themes: Collection[str]) -> bool:
    """Return whether a single move decides in a way that is soon seen."""
    return not _SOON_SEEN.isdisjoint(themes)


GAME = PuzzleGame(
    key="connect4",
    letter="c",
    parse=parse,
    variant=STANDARD,
    twins_key=_twins_key,
    least_gain=None,
    solves_from=32,
    obvious=_obvious,
    themes=themes,
    plain=_plain,
)
