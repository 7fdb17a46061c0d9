"""Why an opponent is not saved or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.refusals.base import Refusal


@dataclass(eq=False)
class NameTooLong(Refusal):
    """A name of `length` characters; it can have 1 to `most`."""

    length: int
    most: int


@dataclass(eq=False)
class BadLetters(Refusal):
    """A name with letters that no name can have; some of them may be invisible."""

    letters: Sequence[str]


@dataclass(eq=False)
class NameReserved(Refusal):
    """The name of a level or a style."""

    name: str


@dataclass(eq=False)
class NameInUse(Refusal):
    """The server has an opponent of this name."""

    name: str


@dataclass(eq=False)
class UnknownOpponent(Refusal):
    """The server has no opponent of the name that was typed."""

    typed: str


@dataclass(eq=False)
class NotYourOpponent(Refusal):
    """Somebody else made the opponent, and the person does not manage the server."""

    creator_id: int
    name: str


@dataclass(eq=False)
class DeletedAlready(Refusal):
    """The opponent was deleted a moment ago."""

    name: str
