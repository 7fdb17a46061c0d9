"""Refusals to move a game's board to another channel."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import Refusal
from languages import gettext_noop


class OfAnotherServer(Refusal):
    text = gettext_noop("This game can only continue in the server where it started. Use `/games` there.")


class BoardIsThere(Refusal):
    text = gettext_noop("The board is still in its channel. Use `/games` for a link to it.")


@dataclass(eq=False)
class OtherNotHere(Refusal):
    text = gettext_noop("{person} can't see this channel. Use `/games` in one in which you can both play.")
    player_id: int


class NoBoardHere(Refusal):
    text = gettext_noop(
        "I can't post a board in this channel: I need to see it, send messages and attach files. Ask a "
        "server manager, or use `/games` in another channel."
    )
