"""Refusals of replays."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class NothingToReplay(Refusal):
    text = gettext_noop("No player made a move in this game, so there's nothing to replay.")


class AlreadyPosted(Refusal):
    text = gettext_noop("The animation has already been posted, or is on its way.")
