"""Refusals in games in which teams vote."""

from __future__ import annotations

from bot.core.refusals.base import Refusal


class VoteOver(Refusal):
    """The countdown for this move is over."""

    outdated = True


class OtherTeam(Refusal):
    """The person is on the other side."""


class TeamWaits(Refusal):
    """The other side is to move."""

    outdated = True


class UnknownCode(Refusal):
    """No open invitation has this code."""


class OwnInvitation(Refusal):
    """The invitation is from the same channel."""


class NotYourVoteGame(Refusal):
    """Only the person who started the game, and moderators, can end it."""


class VoteGameHere(Refusal):
    """Another vote game is in progress in the channel."""


class VoteGameInEither(Refusal):
    """One of the two channels already has a vote game in progress."""


class TeamsFixed(Refusal):
    """The first move is decided, so no one changes sides."""
