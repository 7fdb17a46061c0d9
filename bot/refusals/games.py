"""Why a game does not go on as somebody asked."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


class UnknownGame(Refusal):
    """There is no such game in the storage."""


@dataclass(eq=False)
class UnseenGame(UnknownGame):
    """There is no game with the number that somebody typed, or none that they can see."""

    number: int


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


class TimeIsUp(GameOver):
    """The move came when the person's time was over, which has ended the game."""


class Adjourned(Refusal):
    """The game was put aside."""

    outdated = True


class NotAdjourned(Refusal):
    """The game goes on already."""

    outdated = True


class NotOver(Refusal):
    """Something that only a finished game allows."""


class WouldLose(Refusal):
    """Calling a game off, when so many moves came after the question that it would be a loss."""


class NothingToStop(Refusal):
    """Play now or Take back, when the computer has answered already."""

    outdated = True


class NothingToTakeBack(Refusal):
    """Take back, when the person has not moved yet."""


class NotAMember(Refusal):
    """The bot is no member where somebody is: all it can do there is to answer them."""


class OfAnotherServer(Refusal):
    """The game belongs to another server, or to a private chat, and cannot go on here."""


class BoardIsThere(Refusal):
    """The channel of the game is there, so that the game goes on in it."""


@dataclass(eq=False)
class OtherNotHere(Refusal):
    """The other person of the game cannot play in this channel."""

    player_id: int


class NoBoardHere(Refusal):
    """A board cannot be posted in this channel."""


@dataclass(eq=False)
class NoGameHere(Refusal):
    """The person has no game in the channel that the command could mean; one of `game` can be started."""

    game: str


@dataclass(eq=False)
class NoGameOfKindHere(NoGameHere):
    """The same, of a command that means games of one kind only: with this title."""

    title: str


class NoListHere(Refusal):
    """The channel has no list of its games."""
