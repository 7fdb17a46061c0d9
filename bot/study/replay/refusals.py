"""Refusals of replays."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class NothingToReplay(Refusal):
    text = gettext_noop("No one made a move in this game, so I can't replay it.")


class AlreadyPosted(Refusal):
    text = gettext_noop("The animation has already been posted, or is on its way.")
