"""Why a click or a command is not carried out: typed reasons with data and no prose.

A refusal is an ordinary answer, not a fault: nothing was changed, and the person who asked is told what to do
instead. `bot.ui.refusals` has the words for every class here. `game` is a game's key, such as `reversi`, and
`title` its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.games.people import Place

Part = Literal["opening", "middle", "end"]
"""A part of a game, in which a computer player may have a style of its own."""


class Refusal(Exception):  # noqa: N818 - a polite no, not an error
    """The reason for a no."""

    outdated: ClassVar[bool] = False
    """Whether the person saw an old board, which should be drawn again."""


# --- playing a game --------------------------------------------------------------------------------------


class UnknownGame(Refusal):
    """There is no such game in the storage."""


@dataclass(eq=False)
class Spectator(Refusal):
    """The person sits on neither side."""

    game: str


@dataclass(eq=False)
class WaitingForOther(Refusal):
    """The other person is to move."""

    player_id: int


class MovedAlready(WaitingForOther):
    """The other person is to move, and this person clicked on a board from before their own move."""

    outdated = True


class ComputerThinks(Refusal):
    """The computer is to move, and busy with it."""


class ComputerFailed(Refusal):
    """The computer is to move, and has failed to find a move."""

    outdated = True


class Outdated(Refusal):
    """The button belongs to an earlier ply: a stale board or the second half of a double click."""

    outdated = True


@dataclass(eq=False)
class IllegalHere(Refusal):
    """The move is against the rules in this position."""

    move: str
    outdated = True


class NotBegun(Refusal):
    """The game is still an offer."""


class GameOver(Refusal):
    """The game has ended."""

    outdated = True


class NotOver(Refusal):
    """Something that only a finished game allows."""


class WouldLose(Refusal):
    """Calling a game off, when so many moves came after the question that it would be a loss."""


class NothingToStop(Refusal):
    """Play now or Stop, when the computer has answered already."""

    outdated = True


class NothingToTakeBack(Refusal):
    """Stop, when the person has not moved yet."""


@dataclass(eq=False)
class NoGameHere(Refusal):
    """The person has no game in the channel that the command could mean; one of `game` can be started."""

    game: str


# --- challenges ------------------------------------------------------------------------------------------


class SelfChallenge(Refusal):
    """A person challenged themselves."""


@dataclass(eq=False)
class OfferClosed(Refusal):
    """The challenge was answered, withdrawn, or is too old."""

    game: str
    outdated = True


@dataclass(eq=False)
class NotChallenged(Refusal):
    """Somebody else was challenged."""

    player_id: int
    game: str


class OwnOffer(Refusal):
    """A person tried to accept what they offered themselves."""


class NotYourOffer(Refusal):
    """Only the challenger can withdraw."""


# --- help from the computer ------------------------------------------------------------------------------


class HandedOver(Refusal):
    """A computer player plays for the person."""


class NotHandedOver(Refusal):
    """The person plays their side already."""


class AlreadyHandedOver(Refusal):
    """A computer player plays for the other person already."""


@dataclass(eq=False)
class PlaysForAnother(Refusal):
    """Play now, while the computer plays for another person."""

    player_id: int


@dataclass(eq=False)
class NotAskedForConsent(Refusal):
    """Somebody else has to say whether they agree."""

    player_id: int | None


class NotYourTurn(Refusal):
    """Hints are for the side to move only."""


class MovedSince(Refusal):
    """A hint about a position that is no longer on the board."""


@dataclass(eq=False)
class NoHints(Refusal):
    """The computer plays this game without a search."""

    title: str


# --- computer players ------------------------------------------------------------------------------------


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    """What was typed names no computer player."""

    typed: str
    title: str
    levels: Sequence[str]


@dataclass(eq=False)
class OtherGame(Refusal):
    """The saved opponent `name` has styles that belong to another game."""

    name: str
    title: str


class OpponentGone(Refusal):
    """The saved opponent that a button names has been deleted."""


@dataclass(eq=False)
class BadDepth(Refusal):
    """What was typed for a depth is neither a number from 1 to `most` nor the word for no limit."""

    typed: str
    most: int
    part: Part | None = None


@dataclass(eq=False)
class BadMoves(Refusal):
    """What was typed for the length of a part is no number from 0 to `most`."""

    typed: str
    most: int
    part: Part


@dataclass(eq=False)
class TooDeep(Refusal):
    """A part of a recipe looks further ahead than `most` plies."""

    part: Part
    depth: int
    most: int


@dataclass(eq=False)
class TooManyMoves(Refusal):
    """The opening or the end of a recipe lasts longer than `most` moves."""

    part: Part
    moves: int
    most: int


@dataclass(eq=False)
class CannotPlay(Refusal):
    """The player cannot play the game; `reason` is the engine's."""

    title: str
    reason: str


@dataclass(eq=False)
class BadRecipe(Refusal):
    """The recipe cannot be read; `reason` is the engine's, `example` a recipe that can."""

    reason: str
    example: str


@dataclass(eq=False)
class OneWayToPlay(Refusal):
    """The game has no styles to choose from."""

    title: str


# --- the names of saved opponents ------------------------------------------------------------------------


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


class NoRoom(Refusal):
    """The server has as many opponents as it can have."""


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


# --- computer players against each other -----------------------------------------------------------------


@dataclass(eq=False)
class NotYourExhibition(Refusal):
    """The person neither started this exhibition nor moderates the channel."""

    player_id: int


class ExhibitionOver(Refusal):
    """The exhibition has ended."""

    outdated = True


class ExhibitionGoesOn(Refusal):
    """A single step, in an exhibition that moves by itself."""

    outdated = True


@dataclass(eq=False)
class ExhibitionHere(Refusal):
    """The channel has an exhibition already: `message_id` shows it, if it was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class StrengthTestHere(Refusal):
    """The server has a strength test under way: `message_id` shows it, if it was sent."""

    player_id: int
    place: Place
    message_id: int | None


@dataclass(eq=False)
class NotYourStrengthTest(Refusal):
    """The person neither asked for this strength test nor moderates the channel."""

    player_id: int


class StrengthTestOver(Refusal):
    """There is no strength test left to cancel."""
