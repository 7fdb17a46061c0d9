"""The base of all games' reasons: two moves to compare, and the facts found about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.search.position import Position


@dataclass(frozen=True, slots=True)
class Comparison:
    position: Position
    move: str
    better: str
    answer: str | None = None
    """The best reply to the move; None if unknown."""
    value: int | None = None
    """The proved score of the move, for the side to move."""
    better_value: int | None = None
    """The proved score of the better one."""
    keepers: int | None = None
    """Number of moves that keep the result of the better one; None if unknown."""


class Reason:
    """A fact about a move that is not one about the move it is compared with."""

    __slots__ = ()

    about: ClassVar[str] = ""
    """The subject; two reasons with the same one would say nearly the same."""
    compares: ClassVar[bool] = False
    """True if the reason says of both moves how they are about its subject."""


def first_of_subjects(reasons: Iterable[Reason], most: int) -> tuple[Reason, ...]:
    """Return the first reasons, of different subjects."""
    chosen: dict[str, Reason] = {}
    for reason in reasons:
        chosen.setdefault(reason.about, reason)
        if len(chosen) == most:
            break
    return tuple(chosen.values())
