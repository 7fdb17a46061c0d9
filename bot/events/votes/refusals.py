"""The texts of refusals in games in which teams vote."""

from __future__ import annotations

from bot.core import refusals
from bot.core.refusals import Refusal
from languages import gettext_noop

VOTE_SENTENCES: dict[type[Refusal], str] = {
    refusals.VoteOver: gettext_noop("The countdown for this move is over. Please vote for the next one."),
    refusals.OtherTeam: gettext_noop("You're on the other team in this game."),
    refusals.TeamWaits: gettext_noop("The other team is voting. Your team is next."),
    refusals.UnknownCode: gettext_noop(
        "I know no open invitation with this code. Codes are valid for a day and can be used once."
    ),
    refusals.OwnInvitation: gettext_noop(
        "This invitation comes from this channel. It has to be accepted in another server's channel."
    ),
    refusals.NotYourVoteGame: gettext_noop(
        "Only the person who started this game, or a moderator, can end it."
    ),
    refusals.VoteGameHere: gettext_noop(
        "A game with votes is already in progress in this channel. It has to end first."
    ),
    refusals.VoteGameInEither: gettext_noop(
        "A game with votes is already in progress in this channel or in the other one. It has to end first."
    ),
    refusals.TeamsFixed: gettext_noop("The first move has been decided, so everyone stays on their team."),
}
