"""The buttons and menus of replays."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId, Step


class OpenReplay(ComponentId, action="replay"):
    """Go through the moves of a finished game, from its start."""

    game_id: int


class ChooseReplay(ComponentId, action="replay_choose"):
    """Go through the moves of one of the games of a list."""


class ReplayStep(ComponentId, action="replay_step"):
    """Go on from the position after `ply` moves."""

    game_id: int
    ply: int
    step: Step


class AnalyseReplayed(ComponentId, action="replay_look"):
    """Analyse the position after `ply` moves."""

    game_id: int
    ply: int


class PlayOnReplayed(ComponentId, action="replay_play"):
    """Begin a game from the position after `ply` moves."""

    game_id: int
    ply: int


class Animate(ComponentId, action="replay_animate"):
    """Make an animated picture of a finished game, for the person alone."""

    game_id: int


class PostAnimation(ComponentId, action="replay_post"):
    """Post that animated picture for everybody."""

    game_id: int
