"""Going through a finished game move by move: buttons that say where they lead, whatever the message shows.

Reviews and replays use them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from bot.ui.component_ids import ComponentId, find
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.publisher import Drawing
from bot.ui.request import Request

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


async def show_step(request: Request, drawing: Drawing, steps: type[ComponentId]) -> None:
    """Show a position to the person alone: in a message of their own, which goes on from one to the next.

    `steps` is the kind of id that the buttons have which lead from one to the next.
    """
    if _shows_steps(request, steps):
        await request.replace(drawing.view, drawing.files)
    else:
        await request.send(drawing.view, private=True, files=drawing.files)


def _shows_steps(request: Request, steps: type[ComponentId]) -> bool:
    """Whether the button was pressed under a single position already."""
    if request.message is None or not request.on_private_message:
        return False
    return find(steps, request.message.components) is not None
