"""Refusals in games: moves, offers, and the computer's help."""

from __future__ import annotations

from bot.core.refusals import GameOver, Refusal, TooMany, refusal
from languages import gettext_noop, ngettext_noop


class Spectator(Refusal):
    text = gettext_noop("You're watching this game. To start your own: `/{game} start`.")
    game: str


class WaitingForOther(Refusal):
    text = gettext_noop("It is {person}'s turn. You are next.")
    player_id: int


class MovedAlready(WaitingForOther):
    """The click came from a board before the user's own move."""

    outdated = True


ComputerFailed = refusal(
    "Something went wrong while I was thinking. Your move is safe: press Try again under the board.",
    outdated=True,
)


class TimeIsUp(GameOver):
    text = gettext_noop("You ran out of time before this move, so the game has ended.")


Adjourned = refusal(
    "This game was put aside. To continue it, press Resume game under the board.", outdated=True
)


class WouldLose(Refusal):
    text = gettext_noop("The game has moved on since then: resigning now counts as a loss.")


NothingToTakeBack = refusal("You have no move to take back yet.")
OtherHasToAgree = refusal(
    "Your opponent has to agree to that. Ask them with `/game ask` in the game's channel."
)


class NoGameHere(Refusal):
    """The user has no matching game in the channel; a game of `game` can be started."""

    text = gettext_noop("You have no games in progress in this channel. Start one: `/{game} start`.")
    game: str


NoFinishedGame = refusal("You haven't finished a game yet. Start one: `/play`.")
NoPositionHere = refusal(
    "You have no game here to analyse. Type a position or moves, such as `f5d6c3`, or `4455` in Connect 4."
)
SelfChallenge = refusal(
    "You can't challenge yourself. Leave `opponent` out to let anyone join, or choose a `bot` level."
)
OwnOffer = refusal("This is your own challenge: someone else has to accept it. You can withdraw it.")


class NotChallenged(Refusal):
    text = gettext_noop("This challenge is for {person}. To start your own: `/{game} start`.")
    player_id: int
    game: str


class OfferChanged(Refusal):
    text = gettext_noop(
        "{person} has changed this game since you looked. If it still suits you, press Join again."
    )
    outdated = True
    player_id: int


class OnlyChallenger(Refusal):
    text = gettext_noop(
        "{person} posted this card, so only {person} can choose here. To start your own: `/{game} start`."
    )
    player_id: int
    game: str


NotYourOffer = refusal("Only the person who made this challenge can withdraw it.")


class InvitedAlready(Refusal):
    text = gettext_noop(
        "You have invited {person}. To play in another way, withdraw this challenge and start again."
    )
    outdated = True
    player_id: int


class PlayerGone(Refusal):
    text = gettext_noop(
        "The other player has deleted their data, so there is no rematch. For another game: `/{game} start`."
    )
    game: str


HandedOver = refusal(
    "A computer player is playing your side. Press Take over under the board to play it yourself again."
)
NotHandedOver = refusal(
    "You are playing your side yourself. To hand it to a computer player, use `/game ask`."
)


class PlaysForAnother(Refusal):
    text = gettext_noop("The computer is playing for {person} here, so only {person} can hurry it.")
    player_id: int


MovedSince = refusal(
    "The game has moved on since then. Look at the board, and ask again if you still want to."
)
InTournament = refusal(
    "In tournament games there are no hints, takebacks or breaks, and no computer can take over for you."
)
InSimul = refusal(
    "In a simultaneous exhibition there are no hints, takebacks or breaks, and no "
    "computer can take over for you."
)
NotYourTurn = refusal("I can show you what I think when it is your turn. Please ask again then.")


class NoHints(Refusal):
    text = gettext_noop("I play {title} without thinking ahead, so I have nothing to show you.")
    title: str


NothingToPlan = refusal("Conditional moves are for games between people with days per move.")
YourTurn = refusal(
    "It is your turn: make your move first. Then plan your answers while your opponent thinks."
)


class IllegalInLine(Refusal):
    text = gettext_noop(
        "In “{typed}”, {move} isn't possible at that point. Start with a move by your opponent and "
        "take turns; leave passes out."
    )
    typed: str
    move: str


class LineWithoutAnswer(Refusal):
    text = gettext_noop("“{typed}” has to end with your move: first your opponent's move, then your answer.")
    typed: str


class TooManyLines(TooMany):
    text = ngettext_noop(
        "You can have {most} line in a game. Remove some with `/game if`, and try again.",
        "You can have {most} lines in a game. Remove some with `/game if`, and try again.",
    )
