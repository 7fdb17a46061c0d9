"""The refusal about channels' lists of games."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class NoListHere(Refusal):
    text = gettext_noop("This channel has no list of its games.")
