"""Who the computer can be: a named level of the game, or any computer player described as text.

The text, the player's spec, is what a stored game has, so that it needs nothing else to go on: a level by its
name, and any other player as `name|description`, or the description alone when it has no name.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog import GameKind
from bot.refusals import UnknownPlayer
from engine import EngineError
from engine.players.computer import ComputerPlayer
from engine.players.styles import style_named

NAME_END = "|"


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as people meet it; `rating` is None for one that nobody is rated against."""

    name: str
    player: ComputerPlayer
    rating: int | None


def opponent(kind: GameKind, spec: str) -> Opponent:
    """The computer player that a spec describes; `EngineError` for what describes none."""
    level = kind.levels.get(spec)
    if level is not None:
        return Opponent(spec, level.player, level.rating)
    name, bar, description = spec.rpartition(NAME_END)
    return Opponent(name if bar else description, ComputerPlayer.parse(description), None)


def opponent_name(spec: str) -> str:
    """What the computer player with this spec is called."""
    return spec.partition(NAME_END)[0]


def require_player(kind: GameKind, spec: str) -> Opponent:
    """The computer player that a spec describes; `UnknownPlayer` for what describes none."""
    try:
        found = opponent(kind, spec)
        if found.rating is None:
            _require_styles(kind, found.player)
    except EngineError as error:
        raise UnknownPlayer(spec, kind.title, tuple(kind.levels)) from error
    return found


def _require_styles(kind: GameKind, player: ComputerPlayer) -> None:
    """`UnknownStyle` when the player has a style that its game does not know."""
    game = kind.start("").game
    for phase in (player, player.opening, player.end):
        if phase is not None:
            style_named(game, phase.style)
