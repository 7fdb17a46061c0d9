"""Refusals in games in which teams vote."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import Refusal, Sentence
from languages import gettext_noop


class VoteOver(Refusal):
    text = gettext_noop("The countdown for this move is over. Please vote for the next one.")
    outdated = True


class OtherTeam(Refusal):
    text = gettext_noop("You're on the other team in this game.")


class TeamWaits(Refusal):
    text = gettext_noop("The other team is voting. Your team is next.")
    outdated = True


class UnknownCode(Refusal):
    text = gettext_noop(
        "There is no open invitation with this code. Codes are valid for a day and can be used once."
    )


class OwnInvitation(Refusal):
    text = gettext_noop(
        "This invitation comes from this channel. It has to be accepted in another server's channel."
    )


class NotYourVoteGame(Refusal):
    text = gettext_noop("Only the person who started this game, or a moderator, can end it.")


@dataclass(eq=False)
class VoteGameHere(Refusal):
    text = gettext_noop("A game with votes is already in progress in this channel. It has to end first.")
    in_either = gettext_noop(
        "A game with votes is already in progress in this channel or in the other one. It has to end first."
    )
    either: bool = False
    """True if the game may be in the other one of two channels."""

    def sentence(self) -> Sentence:
        return self.in_either if self.either else self.text


class TeamsFixed(Refusal):
    text = gettext_noop("The first move has been decided, so everyone stays on their team.")
