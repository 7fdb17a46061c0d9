"""Refusals of replays."""

from __future__ import annotations

from bot.core.refusals import refusal

NothingToReplay = refusal("No one made a move in this game, so I can't replay it.")
AlreadyPosted = refusal("The animation has already been posted, or is on its way.")
