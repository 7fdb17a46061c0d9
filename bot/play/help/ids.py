"""Buttons of the help that lead to other features, and those by which other cards lead here."""

from __future__ import annotations

from bot.ui.component_ids import SHOWS, ComponentId


class OpenFeature(ComponentId, action="open"):
    """Do what a command does without options."""

    command: str


class ShowRules(ComponentId, action="rules"):
    game: str


class OpenInsights(ComponentId, action="insights", timeless=SHOWS):
    """Show what a person's reviewed games say, to them alone."""

    player_id: int
    game: str


class OpenPuzzleRace(ComponentId, action="race_open"):
    """Open a puzzle race in the channel."""
