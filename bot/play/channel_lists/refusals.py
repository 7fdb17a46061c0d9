"""The refusal about channels' lists of games."""

from __future__ import annotations

from bot.core.refusals import refusal

NoListHere = refusal("This channel has no list of its games.")
