"""Refusals in games: moves, offers, questions, conditional moves, and the computer's help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.refusals.base import Refusal
from data import QuestionKind

if TYPE_CHECKING:
    from bot.core.people import Place


class UnknownGame(Refusal):
    """The game does not exist."""


@dataclass(eq=False)
class UnseenGame(UnknownGame):
    """No game with the typed number exists, or the user cannot see it."""

    number: int


@dataclass(eq=False)
class Spectator(Refusal):
    """The user plays neither side."""

    game: str


@dataclass(eq=False)
class WaitingForOther(Refusal):
    """It is the opponent's turn."""

    player_id: int


class MovedAlready(WaitingForOther):
    """It is the opponent's turn, and the click came from a board before the user's own move."""

    outdated = True


class ComputerThinks(Refusal):
    """The computer is thinking about its move."""


class ComputerFailed(Refusal):
    """The computer failed to find its move."""

    outdated = True


class Outdated(Refusal):
    """The button belongs to an earlier ply: a stale board or the second half of a double click."""

    outdated = True


@dataclass(eq=False)
class IllegalHere(Refusal):
    """The move is illegal in this position."""

    move: str
    outdated = True


class NotBegun(Refusal):
    """The game is still an offer."""


class GameOver(Refusal):
    """The game has ended."""

    outdated = True


class TimeIsUp(GameOver):
    """The move came after the user's time had run out, which ended the game."""


class Adjourned(Refusal):
    """The game is adjourned."""

    outdated = True


class NotAdjourned(Refusal):
    """The game is not adjourned."""

    outdated = True


class NotOver(Refusal):
    """The request needs a finished game."""


class WouldLose(Refusal):
    """Cancelling would now be a loss, because moves were made since the question."""


class NothingToStop(Refusal):
    """Play now or Take back after the computer has answered."""

    outdated = True


class NothingToTakeBack(Refusal):
    """Take back before the user has moved."""


class NotAMember(Refusal):
    """The bot is not a member here, so it can only answer the user."""


class OfAnotherServer(Refusal):
    """The game belongs to another server or a private chat and cannot continue here."""


class BoardIsThere(Refusal):
    """The game's channel still exists, so the game continues there."""


@dataclass(eq=False)
class OtherNotHere(Refusal):
    """The opponent cannot play in this channel."""

    player_id: int


class NoBoardHere(Refusal):
    """A board cannot be posted in this channel."""


@dataclass(eq=False)
class NoGameHere(Refusal):
    """The user has no matching game in the channel; a game of `game` can be started."""

    game: str


class NoListHere(Refusal):
    """The channel has no list of its games."""


class SelfChallenge(Refusal):
    """A user challenged themselves."""


@dataclass(eq=False)
class OfferClosed(Refusal):
    """The challenge was answered, withdrawn or has expired."""

    game: str
    outdated = True


@dataclass(eq=False)
class NotChallenged(Refusal):
    """The challenge is addressed to another player."""

    player_id: int
    game: str


@dataclass(eq=False)
class OfferChanged(Refusal):
    """The challenger changed the sides or the board since the user saw the offer."""

    player_id: int
    outdated = True


@dataclass(eq=False)
class OnlyChallenger(Refusal):
    """Only the challenger can change the offer."""

    player_id: int
    game: str


@dataclass(eq=False)
class InvitedAlready(Refusal):
    """The offer is addressed to one player now and cannot be changed."""

    player_id: int
    outdated = True


@dataclass(eq=False)
class NotTogether(Refusal):
    """At least one of the two does not accept challenges from the other; the refusal does not say which."""

    player_id: int
    game: str


@dataclass(eq=False)
class PlayerGone(Refusal):
    """The opponent has deleted their data."""

    game: str


@dataclass(eq=False)
class BlockedByYou(Refusal):
    """The user blocks this opponent."""

    player_id: int


class SelfBlock(Refusal):
    """Users cannot block themselves."""


@dataclass(eq=False)
class NotBlocked(Refusal):
    """The user does not block this player."""

    player_id: int


class OwnOffer(Refusal):
    """Users cannot accept their own offer."""


class NotYourOffer(Refusal):
    """Only the challenger can withdraw the offer."""


@dataclass(eq=False)
class QuestionOpen(Refusal):
    """The opponent's question, shown in `message_id`, needs an answer first."""

    player_id: int
    place: Place
    message_id: int


@dataclass(eq=False)
class AskedHere(Refusal):
    """The player has already asked this in this position."""

    kind: QuestionKind


@dataclass(eq=False)
class RefusedTwice(Refusal):
    """`player_id` refused several times; asking again needs `moves` more moves."""

    kind: QuestionKind
    player_id: int
    moves: int


class QuestionClosed(Refusal):
    """The question was answered, withdrawn or replaced."""


@dataclass(eq=False)
class NotAskedForConsent(Refusal):
    """Consent has to come from another player."""

    player_id: int | None


@dataclass(eq=False)
class QuestionLapsed(Refusal):
    """The position has changed since the question."""

    player_id: int


class NobodyToAsk(Refusal):
    """The game has no human opponent to ask."""


class OtherHasToAgree(Refusal):
    """The opponent has to agree."""


class NoDrawYet(Refusal):
    """The game has hardly begun; it can be cancelled instead of drawn."""


class TooLateToSwap(Refusal):
    """Colours can be swapped up to the second move only."""


@dataclass(eq=False)
class ComputerPlaysFor(Refusal):
    """The opponent cannot agree while a computer plays for them."""

    player_id: int


class NothingToPlan(Refusal):
    """Conditional moves need a human opponent and days per move."""


class YourTurn(Refusal):
    """It is the user's turn, and conditional moves answer the opponent's."""


@dataclass(eq=False)
class IllegalInLine(Refusal):
    """The line `typed` has an illegal `move`."""

    typed: str
    move: str


@dataclass(eq=False)
class LineWithoutAnswer(Refusal):
    """The line `typed` does not end with a move of the user."""

    typed: str


@dataclass(eq=False)
class TooManyLines(Refusal):
    """The user has the maximum of `most` lines in the game."""

    most: int


class HandedOver(Refusal):
    """A computer player plays for the user."""


class NotHandedOver(Refusal):
    """The user already plays their own side."""


@dataclass(eq=False)
class PlaysForAnother(Refusal):
    """The computer plays for another player, who alone can press Play now."""

    player_id: int


class NotYourTurn(Refusal):
    """Hints are for the side to move only."""


class MovedSince(Refusal):
    """The position has changed since the question about it."""


@dataclass(eq=False)
class NoHints(Refusal):
    """The computer plays this game without a search."""

    title: str


class InTournament(Refusal):
    """Help, moves taken back, other colours and breaks don't exist in a tournament's games."""
