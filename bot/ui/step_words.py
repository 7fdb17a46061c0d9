"""The texts of single positions in a finished game."""

from __future__ import annotations

from bot.games.snapshot import NO_SIDE, GameSnapshot
from bot.ui.language import gettext
from engine import Position


def number_of(snapshot: GameSnapshot, ply: int) -> int:
    """Return the number of the move made at a ply, not counting passes."""
    return sum(by != NO_SIDE for by in snapshot.movers[: ply + 1])


def step_title(snapshot: GameSnapshot, ply: int) -> str:
    """Return the title of the position after `ply` moves."""
    if ply == 0:
        return gettext("### Game #{game}, the start", game=snapshot.game.id)
    return gettext(
        "### Game #{game}, move {number} of {total}",
        game=snapshot.game.id,
        number=number_of(snapshot, ply - 1),
        total=number_of(snapshot, snapshot.game.ply),
    )


def pass_line(snapshot: GameSnapshot, position: Position) -> str:
    """Say that the side to move had to pass."""
    side = snapshot.kind.sides[position.turn]
    return gettext("{disc} {side} has no move and **passes**.", disc=side.disc, side=side.name)
