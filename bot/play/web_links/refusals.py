"""Why a game has no link to its page."""

from __future__ import annotations

from bot.core.refusals import Refusal
from languages import gettext_noop


class LinksOff(Refusal):
    text = gettext_noop("Boards in the browser are switched off here.")


class LinkForPlayers(Refusal):
    text = gettext_noop("This game isn't public, so only its players can share a link to it.")


class NoLink(Refusal):
    text = gettext_noop("This game has no link any more.")
