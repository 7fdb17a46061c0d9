"""The texts of refusals in tournaments."""

from __future__ import annotations

from bot.core import refusals
from bot.core.refusals import Refusal
from languages import gettext_noop, ngettext_noop

TOURNAMENT_SENTENCES: dict[type[Refusal], str | tuple[str, str]] = {
    refusals.InTournament: gettext_noop(
        "In a tournament's games there are no hints, no moves taken back and no breaks, and everyone plays "
        "for themselves."
    ),
    refusals.UnknownTournament: gettext_noop(
        "I know no such tournament in this server. `/tournament list` shows those there are."
    ),
    refusals.TournamentOver: gettext_noop("This tournament is over."),
    refusals.TournamentBegun: gettext_noop("This tournament has begun, so it is too late for that."),
    refusals.TournamentNotBegun: gettext_noop("This tournament has not begun yet."),
    refusals.TournamentFull: ngettext_noop(
        "The only place of this tournament is taken.", "All {most} places of this tournament are taken."
    ),
    refusals.NotInvited: gettext_noop("This tournament is by invitation: its organiser can invite you."),
    refusals.RemovedFromTournament: gettext_noop(
        "You were removed from this tournament. Its organiser can invite you again."
    ),
    refusals.InAlready: gettext_noop("You are in this tournament already."),
    refusals.TakesNoPart: gettext_noop("That player is not in this tournament."),
    refusals.OnlyOrganiser: gettext_noop(
        "Only {person}, who made this tournament, and moderators can do that."
    ),
    refusals.TooFewEntrants: gettext_noop("It takes at least two players to begin."),
    refusals.ManyTournaments: ngettext_noop(
        "This server has {most} tournament already, and that is all I run here at once.",
        "This server has {most} tournaments already, and that is all I run here at once.",
    ),
    refusals.TooManyPlaces: ngettext_noop(
        "A round robin has at most {most} place.",
        "A round robin has at most {most} places. For more players choose another form.",
    ),
    refusals.BadStart: ngettext_noop(
        "A tournament can begin between now and {days} day from now. Choose a time in between.",
        "A tournament can begin between now and {days} days from now. Choose a time in between.",
    ),
    refusals.NoTimeLimit: gettext_noop(
        "A tournament needs a time limit, such as `5+5`, or `1 day` for each move."
    ),
    refusals.NoGameThere: gettext_noop("You have no game in this tournament now."),
    refusals.FirstMoveDue: gettext_noop("Good, and it's your move: make it on the board."),
    refusals.NothingToCorrect: gettext_noop("That result can't be corrected now."),
}
