"""Pointers of a hint before it names the move: some moves to consider, and the idea of the best one.

All of it follows from the rules and the search of any game.
"""

from __future__ import annotations

from enum import Enum
from statistics import mean

from bot.catalog import GameKind, Mapped
from engine import Position, SearchResult
from engine.search.position import PASS
from engine.search.results import Proved

LOOK_AT = 4
"""Moves that a hint names at first: the best one and those nearest to it."""

FEW_REPLIES = 0.7
"""Share of the average replies below which a move leaves the opponent few."""


class Idea(Enum):
    """Idea of the best move."""

    ONLY = "only"
    """The only move."""
    WINS = "wins"
    """A move that wins at once."""
    STOPS = "stops"
    """After nearly every other move the opponent wins at once."""
    KEEPS = "keeps"
    """The only move proved to keep the result."""
    FEW_REPLIES = "few replies"
    """A move that leaves the opponent few moves."""
    EQUAL = "equal"
    """None of these; another move has the same value."""
    CHOICE = "choice"
    """None of these; it is slightly better than others."""


def idea_of(kind: GameKind, position: Position, found: SearchResult) -> Idea:
    """Return the idea of a position's best move, as far as rules and search tell."""
    best, moves = found.candidates[0], position.legal_moves()
    others = [move for move in moves if move != best.move]
    if not others:
        return Idea.ONLY
    if _wins_at_once(position, best.move):
        return Idea.WINS
    if not _loses_at_once(position, best.move) and all(_loses_at_once(position, move) for move in others):
        return Idea.STOPS
    second = found.candidates[1]
    if best.proved and all(_is_worse(candidate.score, best.winner) for candidate in found.candidates[1:]):
        return Idea.KEEPS
    if _replies(position, best.move) < FEW_REPLIES * mean(_replies(position, move) for move in others):
        return Idea.FEW_REPLIES
    told, told_of_second = (kind.estimate(position, candidate.score) for candidate in (best, second))
    equally_known = best.proved == second.proved and second.bound == "exact"
    if told == told_of_second and equally_known:
        return Idea.EQUAL
    return Idea.CHOICE


def moves_to_look_at(kind: GameKind, position: Position, best: str) -> tuple[str, ...]:
    """Return the best move and some others near it, in board order."""
    moves = position.legal_moves()
    # Without coordinates, neighbours in the order of the moves are near.
    places = {move: (float(number), 0.0) for number, move in enumerate(moves)}
    if isinstance(kind, Mapped):
        places = {move: kind.place(position, move) for move in moves}
    x, y = places[best]
    near = sorted(moves, key=lambda move: max(abs(places[move][0] - x), abs(places[move][1] - y)))
    return tuple(move for move in moves if move in near[:LOOK_AT])


def part_of_board(kind: GameKind, position: Position, moves: tuple[str, ...]) -> tuple[int, int] | None:
    """Return where some moves are on the board: −1, 0 or 1 for left, middle, right and for top, middle,
    bottom.

    None where the game has no coordinates.
    """
    if not isinstance(kind, Mapped):
        return None
    places = [kind.place(position, move) for move in moves]
    x, y = mean(place[0] for place in places), mean(place[1] for place in places)
    return _third(x), _third(y)


def _third(share: float) -> int:
    return -1 if share < 0.36 else 1 if share > 0.64 else 0


def _wins_at_once(position: Position, move: str) -> bool:
    result = position.play(move).result()
    return result is not None and result.winner == position.turn


def _loses_at_once(position: Position, move: str) -> bool:
    """Return whether the opponent can win at once after a move."""
    after = position.play(move)
    return any(_wins_at_once(after, answer) for answer in after.legal_moves())


def _replies(position: Position, move: str) -> int:
    return sum(answer != PASS for answer in position.play(move).legal_moves())


def _is_worse(score: float, winner: int) -> bool:
    """Return whether a score is proved to be worse than a result for `winner`."""
    return isinstance(score, Proved) and score.bound != "at least" and score.winner < winner
