"""Refusals about insights."""

from __future__ import annotations

from bot.core.refusals import NotYours
from languages import gettext_noop


class NotYourInsights(NotYours):
    text = gettext_noop("Only {person} can see these insights. Yours are on your own `/profile`.")
