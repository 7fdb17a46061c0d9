"""Why a game has no link to its page."""

from __future__ import annotations

from bot.core.refusals import refusal

LinksOff = refusal("Boards in the browser are switched off here.")
LinkForPlayers = refusal("This game isn't public, so only its players can share a link to it.")
NoLink = refusal("This game has no link any more.")
