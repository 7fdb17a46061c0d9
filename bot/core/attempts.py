"""Attempts at puzzles, runs of puzzles, and training: one machine, whose heirs score the answers.

An attempt asks one question after the other. Buttons name the question that they were drawn for, and every
tap ends in an `AttemptStep`, which the person's message shows. A tap for another question, or one that
another tap overtook, is outdated: it changes nothing, and shows the attempt as it is now.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import TypeVar

from bot.core.fields import Frozen
from data.db.errors import AttemptChanged
from engine import Position


class AttemptEvent(Enum):
    """The last event in an attempt."""

    BEGUN = auto()
    RESUMED = auto()
    RIGHT = auto()
    """The right move, and the question has another one."""
    SOLVED = auto()
    """The right move, and the last one of the question."""
    MISSED = auto()
    HELPED = auto()
    """The person had a hint, or the solution."""
    LATE = auto()
    """An answer came after the deadline."""
    BACK = auto()
    """The player is back after an outage, and has another question."""
    CONTINUED = auto()
    """The person has seen the answer to a question that they missed."""
    STOPPED = auto()
    OUTDATED = auto()
    """A tap for an earlier question, or a second one."""


class AttemptStep(Frozen, ABC):
    """An attempt after something happened in it."""

    event: AttemptEvent

    @property
    @abstractmethod
    def at(self) -> tuple[int, ...]:
        """The question that waits for an answer, as its buttons name it; () once the attempt is over."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position of that question."""


S = TypeVar("S", bound=AttemptStep)


async def tapped(
    load: Callable[[], Awaitable[S]],
    at: tuple[int, ...],
    change: Callable[[S], Awaitable[S]],
    move: str | None = None,
) -> S:
    """Carry out a tap for the question `at`, or any of its parts, with a `move` if it is an answer.

    `load` reads the attempt, as an outdated tap shows it; `change` may raise AttemptChanged.
    """
    step = await load()
    if step.at[: len(at)] != at or (move is not None and move not in step.position.legal_moves()):
        return step
    try:
        return await change(step)
    except AttemptChanged:
        return await load()
