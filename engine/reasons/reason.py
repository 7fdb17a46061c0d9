"""What the reasons of all games have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


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
