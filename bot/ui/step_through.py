"""Going through a finished game move by move: buttons that say where they lead, whatever the message shows.

Reviews use them; whatever else shows single positions of a game can, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext

Step = Literal["first", "back", "forward", "last"]

EMOJI: dict[Step, str] = {"first": "⏮️", "back": "◀️", "forward": "▶️", "last": "⏭️"}


def after_step(ply: int, step: Step, plies: int) -> int:
    """The position that a step leads to from the one after `ply` moves, in a game of `plies`."""
    target = {"first": 0, "back": ply - 1, "forward": ply + 1, "last": plies}[step]
    return min(max(target, 0), plies)


def step_buttons(ply: int, plies: int, id_of: Callable[[Step], ComponentId]) -> list[ComponentItem]:
    """A button for each step; those that lead nowhere are off."""
    words: dict[Step, str] = {
        "first": gettext("First"),
        "back": gettext("Back"),
        "forward": gettext("Forward"),
        "last": gettext("Last"),
    }
    return [
        button(label, id_of(step), emoji=EMOJI[step], disabled=after_step(ply, step, plies) == ply)
        for step, label in words.items()
    ]
