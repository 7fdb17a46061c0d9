"""The texts of refusals about openings."""

from __future__ import annotations

from bot.core import refusals
from bot.core.refusals import Refusal
from languages import gettext_noop, ngettext_noop

OPENING_SENTENCES: dict[type[Refusal], str | tuple[str, str]] = {
    refusals.NotExplored: gettext_noop(
        "I have no openings of {title}. Choose another game with `/opening explore`."
    ),
    refusals.NotFromStart: gettext_noop(
        "A repertoire has lines from the start of a game on its usual board. Begin one with "
        "`/opening explore`."
    ),
    refusals.LineTooLong: ngettext_noop(
        "A line of a repertoire has at most {most} move. Take some back, and add it then.",
        "A line of a repertoire has at most {most} moves. Take some back, and add it then.",
    ),
    refusals.NoMoveOfSide: gettext_noop(
        "There is no move of that side in this line, so there's nothing to add."
    ),
    refusals.RepertoireFull: ngettext_noop(
        "A repertoire has room for {most} move. Remove some of them under *My repertoire*, and try again.",
        "A repertoire has room for {most} moves. Remove some of them under *My repertoire*, and try again.",
    ),
    refusals.UnknownOpening: gettext_noop(
        "I know no opening called “{typed}”. The list that appears while you type has them all."
    ),
    refusals.NoRepertoire: gettext_noop(
        "You have nothing to train there yet. The quickest way to fill your repertoire is an opening by its "
        "name: `/opening train add:`. In `/opening explore` you can add any line."
    ),
    refusals.TrainingGone: gettext_noop(
        "This training is over, or continues in another message. To train: `/opening train`."
    ),
    refusals.NotYourTraining: gettext_noop("This is someone else's training. For yours: `/opening train`."),
    refusals.AllInPlay: gettext_noop(
        "What I'd ask now is close to a game in progress, so it has to wait. Train again after that game: "
        "`/opening train`."
    ),
}
