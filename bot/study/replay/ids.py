"""Typed ids of the buttons and menus of replays."""

from __future__ import annotations

from bot.ui.component_ids import FIXED, ComponentId, Step


class ReplayStep(ComponentId, action="replay_step"):
    """Step from the position after `ply` moves."""

    game_id: int
    ply: int
    step: Step


class AnalyseReplayed(ComponentId, action="replay_look"):
    """Analyse the position after `ply` moves."""

    game_id: int
    ply: int


class PlayOnReplayed(ComponentId, action="replay_play"):
    """Start a game from the position after `ply` moves."""

    game_id: int
    ply: int


class Animate(ComponentId, action="replay_animate", timeless=FIXED):
    """Show the animation of a finished game in private."""

    game_id: int


class PostAnimation(ComponentId, action="replay_post", timeless=FIXED):
    """Post the animation for everyone."""

    game_id: int
