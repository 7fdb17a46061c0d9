"""Stepping through a finished game: the buttons hold the ply, so the message's state does not matter."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.ui.component_ids import ComponentId, Step
from bot.ui.components import ComponentItem, button
from engine import Position
from languages import gettext, pgettext

EMOJI: dict[Step, str] = {"first": "⏮️", "back": "◀️", "forward": "▶️", "last": "⏭️"}


def after_step(ply: int, step: Step, plies: int) -> int:
    """Return the ply that a step leads to from `ply`, in a game of `plies`; never outside of the game.

    >>> after_step(0, "back", 30), after_step(0, "last", 30)
    (0, 30)
    """
    target = {"first": 0, "back": ply - 1, "forward": ply + 1, "last": plies}[step]
    return min(max(target, 0), plies)


def step_buttons(ply: int, plies: int, id_of: Callable[[Step], ComponentId]) -> list[ComponentItem]:
    """Return a button for each step, disabled where it would change nothing."""
    # Translators, all below: buttons that step through the positions of a game.
    words: dict[Step, str] = {
        "first": pgettext("step", "First"),
        "back": pgettext("step", "Back"),
        "forward": pgettext("step", "Forward"),
        "last": pgettext("step", "Last"),
    }
    return [
        button(label, id_of(step), emoji=EMOJI[step], disabled=after_step(ply, step, plies) == ply)
        for step, label in words.items()
    ]


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
