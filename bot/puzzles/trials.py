"""Puzzles that people try: which one they get, and where it has come to."""

from __future__ import annotations

import heapq
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bot.catalog import GAMES, GameKind
from data import AskedPuzzle, Attempt, OwnPuzzle, Seat
from engine import Position
from engine.puzzles import GOALS, Puzzle
from engine.puzzles.games import PUZZLE_GAMES

LETTER = "m"
"""The ids of people's own mistakes begin so; those of the program's puzzles begin with letters of games."""

NEAREST = 12
"""A puzzle is drawn among so many whose ratings are nearest to the one that is wanted."""


class Difficulty(StrEnum):
    """How difficult a puzzle is to be for somebody."""

    EASIER = "easier"
    USUAL = "usual"
    HARDER = "harder"


APART: Mapping[Difficulty, float] = {
    Difficulty.EASIER: -250.0,
    Difficulty.USUAL: 0.0,
    Difficulty.HARDER: 250.0,
}
"""How far the rating of a puzzle is to be from the person's."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What kind of puzzles somebody wants; "" for any theme."""

    theme: str = ""
    difficulty: Difficulty = Difficulty.USUAL

    def suits(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has the theme."""
        return not self.theme or self.theme in puzzle.themes


@dataclass(frozen=True, slots=True)
class Mistake:
    """Where a puzzle comes from that is of somebody's own game: against whom, and what they played."""

    game_id: int
    opponent: Seat
    played: str


@dataclass(frozen=True, slots=True)
class Trial:
    """Somebody's attempt at a puzzle; `mistake` where it is one of their own."""

    puzzle: Puzzle
    attempt: Attempt
    mistake: Mistake | None = None

    @property
    def kind(self) -> GameKind:
        """The puzzle's game."""
        return GAMES[self.puzzle.game]

    @property
    def position(self) -> Position:
        """The position that the attempt has come to."""
        return positions_of(self.puzzle)[self.attempt.ply]

    @property
    def answer(self) -> str | None:
        """The reply to the last move that was found, a pass too; None before and at the end."""
        ply = self.attempt.ply
        return self.puzzle.line[ply - 1] if ply and ply % 2 == 0 else None

    @property
    def number(self) -> int:
        """Which of the moves to be found comes next, from 1."""
        return self.attempt.ply // 2 + 1

    @property
    def moves(self) -> int:
        """How many are to be found."""
        return len(self.puzzle.line) // 2 + 1


@lru_cache(maxsize=256)
def positions_of(puzzle: Puzzle) -> tuple[Position, ...]:
    """The positions of a puzzle: before each move of its line, and the last one."""
    positions = [PUZZLE_GAMES[puzzle.game].parse(puzzle.position)]
    for move in puzzle.line:
        positions.append(positions[-1].play(move))
    return tuple(positions)


def puzzle_of(own: OwnPuzzle) -> Puzzle:
    """Somebody's own mistake as a puzzle."""
    return Puzzle(
        id=f"{LETTER}{own.id}",
        game=own.new.game,
        board="",
        position=own.new.position,
        line=own.new.line,
        goal=next(goal for goal in GOALS if goal == own.new.goal),
        margin=own.new.margin,
        rating=own.new.rating,
        themes=own.new.themes,
    )


def own_id(puzzle_id: str) -> int | None:
    """Which of people's own mistakes an id means; None for the program's puzzles."""
    number = puzzle_id.removeprefix(LETTER)
    return int(number) if number != puzzle_id and number.isdecimal() else None


def asked(puzzle: Puzzle) -> AskedPuzzle:
    """A puzzle as the storage knows it."""
    return AskedPuzzle(puzzle.id, puzzle.game, puzzle.rating)


def draw_near(
    puzzles: Sequence[Puzzle], ratings: Mapping[str, float], wanted: float, rng: random.Random
) -> Puzzle:
    """One of the puzzles whose ratings are nearest to the one that is wanted; `ratings` are those that
    attempts have changed."""
    near = heapq.nsmallest(
        NEAREST, puzzles, key=lambda puzzle: abs(ratings.get(puzzle.id, puzzle.rating) - wanted)
    )
    return rng.choice(near)


def narrowed(puzzle: Puzzle, ply: int, most: int) -> tuple[str, ...]:
    """The right move among a few others, always the same ones, in the order in which people look for them."""
    position, right = positions_of(puzzle)[ply], puzzle.line[ply]
    others = [move for move in position.legal_moves() if move != right]
    chosen = random.Random(f"{puzzle.id} {ply}").sample(others, min(most - 1, len(others)))
    return tuple(move for move in position.legal_moves() if move == right or move in chosen)
