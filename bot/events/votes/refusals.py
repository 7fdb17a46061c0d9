"""Refusals in games in which teams vote."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class VoteOver(Refusal):
    text = gettext_noop("The countdown for this move is over. Please vote for the next one.")
    outdated = True


class OtherTeam(Refusal):
    text = gettext_noop("You're on the other team in this game.")


class TeamWaits(Refusal):
    text = gettext_noop("The other team is voting. Your team is next.")
    outdated = True


class NotYourVoteGame(Refusal):
    text = gettext_noop("Only the person who started this game, or a moderator, can end it.")


class VoteGameHere(Refusal):
    text = gettext_noop("A game with votes is already in progress in this channel. It has to end first.")


class VotesOfServersEnded(Refusal):
    text = gettext_noop(
        "Servers can't vote against each other any more, so this game has ended. A channel can still play me "
        "by vote, or as two teams."
    )


class TeamsFixed(Refusal):
    text = gettext_noop("The first move has been decided, so everyone stays on their team.")
