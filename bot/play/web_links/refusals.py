"""Why a game or an event has no link to its page."""

from __future__ import annotations

from bot.core.refusals import refusal

LinksOff = refusal("Boards in the browser are switched off here.")
LinkForThosePlaying = refusal("This isn't public, so only those who take part can share a link to it.")
NoLink = refusal("This page has no link any more.")
