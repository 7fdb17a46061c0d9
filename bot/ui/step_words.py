"""What is said of single positions of a finished game, whoever shows them."""

from __future__ import annotations

from bot.games.snapshot import NO_SIDE, GameSnapshot
from bot.ui.language import gettext
from engine import Position


def number_of(snapshot: GameSnapshot, ply: int) -> int:
    """The number of the move made at a ply: passes are not counted."""
    return sum(by != NO_SIDE for by in snapshot.movers[: ply + 1])


def step_title(snapshot: GameSnapshot, ply: int) -> str:
    """Which position of a game it is: the one after `ply` moves."""
    if ply == 0:
        return gettext("### Game #{game}, the start", game=snapshot.game.id)
    return gettext(
        "### Game #{game}, move {number} of {total}",
        game=snapshot.game.id,
        number=number_of(snapshot, ply - 1),
        total=number_of(snapshot, snapshot.game.ply),
    )


def pass_line(snapshot: GameSnapshot, position: Position) -> str:
    """That the side to move in a position had to pass."""
    side = snapshot.kind.sides[position.turn]
    return gettext("{disc} {side} has no move and **passes**.", disc=side.disc, side=side.name)
