"""Refusals of thanks."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class OwnThanks(Refusal):
    """A person thanks themselves."""

    text = gettext_noop("You can't thank yourself.")
