"""Refusals about matches between computer players, and strength tests."""

from __future__ import annotations

from bot.core.refusals import InProgress, NotYours, refusal
from languages import gettext_noop

ExhibitionOver = refusal("This match is over. For another one: `/match`.", outdated=True)
ExhibitionGoesOn = refusal(
    "The match is running on its own. Press Pause first, then Step for each move.", outdated=True
)
StrengthTestOver = refusal("This strength test is over. For another one: `/match` with `games:`.")


class NotYourExhibition(NotYours):
    text = gettext_noop(
        "{person} started this match: its buttons are for {person} and the moderators here. To start "
        "your own: `/match`."
    )


class ComputerMatchHere(InProgress):
    text = gettext_noop(
        "One match at a time per channel, and {person} has one in progress: {link}\nStart yours when "
        "it is over, or in another channel."
    )
    unseen = gettext_noop(
        "One match at a time per channel, and {person} has one in progress here.\nStart yours when it is "
        "over, or in another channel."
    )
    player_id: int


class StrengthTestHere(InProgress):
    text = gettext_noop(
        "One strength test at a time, and {person} has one in progress: {link}\nStart yours when it is over."
    )
    unseen = gettext_noop(
        "One strength test at a time, and {person} has one in progress.\nStart yours when it is over."
    )
    player_id: int


class NotYourStrengthTest(NotYours):
    text = gettext_noop(
        "{person} requested this: only {person} and the moderators here can cancel it. "
        "To start your own: `/match` with `games:`."
    )
