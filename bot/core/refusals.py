"""Typed reasons why a click or a command is not carried out, each with the sentence that the player reads.

A refusal is an ordinary answer, not a fault: nothing was changed, and the user learns what to do instead. A
room has its own in its `refusals.py`; here are those of several rooms. A `game` is a game's key, such as
`reversi`; a `title` is its name.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from languages import gettext_noop

if TYPE_CHECKING:
    from bot.core.people import Place

Sentence: TypeAlias = str | tuple[str, str]
"""A sentence in English, or its forms for one and many."""


class Refusal(Exception):  # noqa: N818 - a polite no, not an error
    """Base of all refusals."""

    text: ClassVar[Sentence]
    """What the player reads; the placeholders are the fields."""
    counted: ClassVar[str] = "most"
    """The field whose number chooses between the sentence's forms for one and many."""
    outdated: ClassVar[bool] = False
    """True if the user saw an old board, which should be redrawn."""

    def sentence(self) -> Sentence:
        """Return the sentence for the fields' values."""
        return self.text

    def values(self) -> dict[str, object]:
        """Return the values of the placeholders; `bot.ui.refusals` formats them."""
        return {field.name: getattr(self, field.name) for field in fields(self)} if is_dataclass(self) else {}

    def advice(self) -> str | None:
        """Return what to add after the sentence; None if there is nothing."""
        return None


@dataclass(eq=False)
class NotYours(Refusal):
    """Only `player_id`, who started it, and moderators can do this."""

    player_id: int


@dataclass(eq=False)
class InProgress(Refusal):
    """In progress already, shown in `message_id` if that was sent."""

    unseen: ClassVar[str]
    """The sentence without a link to the message."""
    place: Place
    message_id: int | None

    def sentence(self) -> Sentence:
        return self.unseen if self.message_id is None else self.text


@dataclass(eq=False)
class TooMany(Refusal):
    """More than `most`."""

    most: int


class UnknownGame(Refusal):
    text = gettext_noop(
        "This game no longer exists: it was deleted, or lost when a backup was "
        "restored. Please start a new one."
    )


@dataclass(eq=False)
class UnseenGame(UnknownGame):
    text = gettext_noop("There is no game #{number} that you can see.")
    number: int


class ComputerThinks(Refusal):
    text = gettext_noop("I'm thinking about my move. You are next: the board changes when I have answered.")


class Outdated(Refusal):
    """The button belongs to an earlier ply: a stale board or the second half of a double click."""

    text = gettext_noop("The board has changed since then. Please look at it and choose again.")
    outdated = True


@dataclass(eq=False)
class IllegalHere(Refusal):
    text = gettext_noop("{move} is not possible here. The buttons under the board show every move you have.")
    outdated = True
    move: str


class NotBegun(Refusal):
    text = gettext_noop("This game hasn't started: the challenge has to be accepted first.")


class GameOver(Refusal):
    text = gettext_noop("This game is over. Press Rematch under the board to play again.")
    outdated = True


class NotAdjourned(Refusal):
    text = gettext_noop("This game is already in progress.")
    outdated = True


class NotOver(Refusal):
    text = gettext_noop("This game isn't over yet.")


class NothingToStop(Refusal):
    text = gettext_noop("I'm not thinking right now. Please look at the board again.")
    outdated = True


class NotAMember(Refusal):
    text = gettext_noop(
        "I'm not a member here, so I can only reply to you. For this, use a server that has added me, "
        "or our private chat."
    )


@dataclass(eq=False)
class OfferClosed(Refusal):
    text = gettext_noop("This challenge is no longer open. For a new one: `/{game} start`.")
    outdated = True
    game: str


@dataclass(eq=False)
class NotTogether(Refusal):
    """At least one of the two does not accept challenges from the other; the refusal does not say which."""

    text = gettext_noop(
        "You and {person} can't start a game with each other. For a game with anyone else: `/{game} start`."
    )
    player_id: int
    game: str


@dataclass(eq=False)
class BlockedByYou(Refusal):
    text = gettext_noop("You have blocked {person}. To play each other again, unblock them in `/me` first.")
    player_id: int


class SelfBlock(Refusal):
    text = gettext_noop("You can't block yourself.")


@dataclass(eq=False)
class NotBlocked(Refusal):
    text = gettext_noop("You haven't blocked {person}.")
    player_id: int


@dataclass(eq=False)
class NotAskedForConsent(Refusal):
    text = gettext_noop("Only {person} can answer that.")
    player_id: int | None


class QuestionClosed(Refusal):
    text = gettext_noop("This request is no longer open.")


class StillBusy(Refusal):
    text = gettext_noop("I'm still working on your last file. Please wait until it's done.")


class TakesTooLong(Refusal):
    text = gettext_noop("That takes too long right now. Please try again in a few minutes.")


class Restarting(Refusal):
    text = gettext_noop("I'm restarting. Please try again in a moment.")
