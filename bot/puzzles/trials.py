"""Attempts at puzzles: their choice and their progress."""

from __future__ import annotations

import heapq
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from bot.catalog import GAMES, GameKind, positions_along
from data.games.records import Seat
from data.puzzles.own_puzzles import OwnPuzzle
from data.puzzles.puzzles import AskedPuzzle, Attempt
from engine import Position
from engine.puzzles import GOALS, Puzzle
from engine.puzzles.making import PUZZLE_GAMES

MISTAKE_PREFIX = "m"
"""First letter of the ids of players' own mistakes; other ids begin with letters of games."""

DRAW_SIZE = 12
"""Number of puzzles nearest to the wanted rating among which one is drawn."""


class Difficulty(StrEnum):
    """Difficulty of a puzzle relative to the player."""

    EASIEST = "easiest"
    EASIER = "easier"
    USUAL = "usual"
    HARDER = "harder"


APART: Mapping[Difficulty, float] = {
    Difficulty.EASIEST: -600.0,
    Difficulty.EASIER: -250.0,
    Difficulty.USUAL: 0.0,
    Difficulty.HARDER: 250.0,
}
"""Distance of a puzzle's rating from the player's, by difficulty."""


@dataclass(frozen=True, slots=True)
class PuzzleWish:
    """The kind of puzzles a player wants; "" for any theme."""

    theme: str = ""
    difficulty: Difficulty = Difficulty.USUAL

    def suits(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has the theme."""
        return not self.theme or self.theme in puzzle.themes


@dataclass(frozen=True, slots=True)
class Mistake:
    """Source of a puzzle from a player's own game: the opponent and the move played.

    `due_at` is when it comes back; None once it is learned.
    """

    game_id: int
    opponent: Seat
    played: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """A player's attempt at a puzzle; `mistake` if it is from their own game, be it a red herring or not."""

    puzzle: Puzzle
    attempt: Attempt
    mistake: Mistake | None = None

    @property
    def kind(self) -> GameKind:
        """The puzzle's game."""
        return GAMES[self.puzzle.game]

    @property
    def position(self) -> Position:
        """Current position of the attempt."""
        return positions_of(self.puzzle)[self.attempt.ply]

    @property
    def answer(self) -> str | None:
        """Reply to the last move found, including passes; None before the first and at the end."""
        ply = self.attempt.ply
        return self.puzzle.line[ply - 1] if ply and ply % 2 == 0 else None

    @property
    def is_herring(self) -> bool:
        """True if the move played in the player's game was the right one."""
        return self.mistake is not None and self.mistake.played == self.puzzle.line[0]

    @property
    def number(self) -> int:
        """Number of the next move to find, from 1."""
        return self.attempt.ply // 2 + 1

    @property
    def moves(self) -> int:
        """Number of moves to find."""
        return len(self.puzzle.line) // 2 + 1


@lru_cache(maxsize=256)
def positions_of(puzzle: Puzzle) -> tuple[Position, ...]:
    """Return the positions of a puzzle: before each move of its line, and the last one."""
    return tuple(positions_along(PUZZLE_GAMES[puzzle.game].parse(puzzle.position), puzzle.line))


def puzzle_of(own: OwnPuzzle) -> Puzzle:
    """Return a player's own mistake as a puzzle."""
    return Puzzle(
        id=f"{MISTAKE_PREFIX}{own.id}",
        game=own.new.game,
        board="",
        position=own.new.position,
        line=own.new.line,
        goal=next(goal for goal in GOALS if goal == own.new.goal),
        margin=own.new.margin,
        rating=own.new.rating,
        themes=own.new.themes,
    )


def mistake_number(puzzle_id: str) -> int | None:
    """Return the number of a player's own mistake from an id; None for other puzzles."""
    number = puzzle_id.removeprefix(MISTAKE_PREFIX)
    return int(number) if number != puzzle_id and number.isdecimal() else None


def to_asked(puzzle: Puzzle) -> AskedPuzzle:
    """Return a puzzle as the storage identifies it."""
    return AskedPuzzle(puzzle.id, puzzle.game, puzzle.rating)


def draw_near(
    puzzles: Sequence[Puzzle], ratings: Mapping[str, float], wanted: float, rng: random.Random
) -> Puzzle:
    """Draw one of the puzzles nearest to a rating; `ratings` holds those changed by attempts."""
    near = heapq.nsmallest(
        DRAW_SIZE, puzzles, key=lambda puzzle: abs(ratings.get(puzzle.id, puzzle.rating) - wanted)
    )
    return rng.choice(near)


def narrow(puzzle: Puzzle, ply: int, most: int, refuted: Collection[str] = ()) -> tuple[str, ...]:
    """Return the right move among a few others, in the order players consider them.

    The same moves always give the same ones; `refuted` moves are not among them.
    """
    position, right = positions_of(puzzle)[ply], puzzle.line[ply]
    others = [move for move in position.legal_moves() if move != right and move not in refuted]
    chosen = random.Random(f"{puzzle.id} {ply}").sample(others, min(most - 1, len(others)))
    return tuple(move for move in position.legal_moves() if move == right or move in chosen)
