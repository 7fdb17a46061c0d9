"""The buttons and menus of replays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId
from bot.ui.step_through import Step


@dataclass(frozen=True, slots=True)
class OpenReplay(ComponentId):
    """Go through the moves of a finished game, from its start."""

    action: ClassVar[str] = "replay"
    game_id: int


@dataclass(frozen=True, slots=True)
class ChooseReplay(ComponentId):
    """Go through the moves of one of the games of a list."""

    action: ClassVar[str] = "replay_choose"


@dataclass(frozen=True, slots=True)
class ReplayStep(ComponentId):
    """Go on from the position after `ply` moves."""

    action: ClassVar[str] = "replay_step"
    game_id: int
    ply: int
    step: Step


@dataclass(frozen=True, slots=True)
class AnalyseReplayed(ComponentId):
    """Analyse the position after `ply` moves."""

    action: ClassVar[str] = "replay_look"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class PlayOnReplayed(ComponentId):
    """Begin a game from the position after `ply` moves."""

    action: ClassVar[str] = "replay_play"
    game_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class Animate(ComponentId):
    """Make an animated picture of a finished game, for the person alone."""

    action: ClassVar[str] = "replay_animate"
    game_id: int


@dataclass(frozen=True, slots=True)
class PostAnimation(ComponentId):
    """Post that animated picture for everybody."""

    action: ClassVar[str] = "replay_post"
    game_id: int
