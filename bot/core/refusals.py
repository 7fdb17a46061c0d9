"""Typed reasons why a click or a command is not carried out, each with the sentence that the player reads.

A refusal is an ordinary answer, not a fault: nothing was changed, and the user learns what to do instead. A
feature has its own, in its use-case or its `refusals.py`; here are those of several rooms. A `game` is a
game's key, such as `reversi`; a `title` is its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias, dataclass_transform

from bot.core.fields import Fields
from languages import gettext_noop

if TYPE_CHECKING:
    from bot.core.people import Place

Sentence: TypeAlias = str | tuple[str, str]
"""A sentence in English, or its forms for one and many."""


@dataclass_transform(eq_default=False)
class Refusal(Fields, Exception):  # noqa: N818 - a polite no, not an error
    """Base of all refusals. Their fields fill the sentence's placeholders."""

    text: ClassVar[Sentence]
    """What the player reads; the placeholders are the fields."""
    counted: ClassVar[str] = "most"
    """The field whose number chooses between the sentence's forms for one and many."""
    outdated: ClassVar[bool] = False
    """True if the user saw an old board, which should be redrawn."""

    def sentence(self) -> Sentence:
        return self.text

    def values(self) -> dict[str, object]:
        """Return the values of the placeholders; `bot.ui.refusals` formats them."""
        return {name: getattr(self, name) for name in self.names}

    def advice(self) -> str | None:
        """Return what to add after the sentence; None if there is nothing."""
        return None


def refusal(text: str, /, *, outdated: bool = False) -> type[Refusal]:
    """Return a class of refusals that are only a sentence, which `release.languages` collects."""
    return type(text, (Refusal,), {"text": text, "outdated": outdated})


class NotYours(Refusal):
    """Only `player_id`, who started it, and moderators can do this."""

    player_id: int


class InProgress(Refusal):
    """In progress already, shown in `message_id` if that was sent."""

    unseen: ClassVar[str]
    """The sentence without a link to the message."""
    place: Place
    message_id: int | None

    def sentence(self) -> Sentence:
        return self.unseen if self.message_id is None else self.text


class TooMany(Refusal):
    """More than `most`."""

    most: int


class UnknownGame(Refusal):
    text = gettext_noop(
        "This game no longer exists: it was deleted, or lost when a backup was "
        "restored. Please start a new one."
    )


class UnseenGame(UnknownGame):
    text = gettext_noop("There is no game #{number} that you can see.")
    number: int


ComputerThinks = refusal("I'm thinking about my move. You are next: the board changes when I have answered.")


class Outdated(Refusal):
    """The button belongs to an earlier ply: a stale board or the second half of a double click."""

    text = gettext_noop("The board has changed since then. Please look at it and choose again.")
    outdated = True


class IllegalHere(Refusal):
    text = gettext_noop("{move} is not possible here. The buttons under the board show every move you have.")
    outdated = True
    move: str


class GameOver(Refusal):
    text = gettext_noop("This game is over. Press Rematch under the board to play again.")
    outdated = True


NotBegun = refusal("This game hasn't started: the challenge has to be accepted first.")
NotAdjourned = refusal("This game is already in progress.", outdated=True)
NotOver = refusal("This game isn't over yet.")
NothingToStop = refusal("I'm not thinking right now. Please look at the board again.", outdated=True)
NotAMember = refusal(
    "I'm not a member here, so I can only reply to you. For this, use a server that has added me, "
    "or our private chat."
)


class OfferClosed(Refusal):
    text = gettext_noop("This challenge is no longer open. For a new one: `/{game} start`.")
    outdated = True
    game: str


class NotTogether(Refusal):
    """At least one of the two does not accept challenges from the other; the refusal does not say which."""

    text = gettext_noop(
        "You and {person} can't start a game with each other. For a game with anyone else: `/{game} start`."
    )
    player_id: int
    game: str


class BlockedByYou(Refusal):
    text = gettext_noop("You have blocked {person}. To play each other again, unblock them in `/me` first.")
    player_id: int


SelfBlock = refusal("You can't block yourself.")


class NotBlocked(Refusal):
    text = gettext_noop("You haven't blocked {person}.")
    player_id: int


class NotAskedForConsent(Refusal):
    text = gettext_noop("Only {person} can answer that.")
    player_id: int | None


QuestionClosed = refusal("This request is no longer open.")
StillBusy = refusal("I'm still working on your last file. Please wait until it's done.")
TakesTooLong = refusal("That takes too long right now. Please try again in a few minutes.")
Restarting = refusal("I'm restarting. Please try again in a moment.")
