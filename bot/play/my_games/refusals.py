"""Refusals to move a game's board to another channel."""

from __future__ import annotations

from bot.core.refusals import Refusal, refusal
from languages import gettext_noop

OfAnotherServer = refusal("This game can only continue in the server where it started. Use `/games` there.")
BoardIsThere = refusal("The board is still in its channel. Use `/games` for a link to it.")


class OtherNotHere(Refusal):
    text = gettext_noop("{person} can't see this channel. Use `/games` in one in which you can both play.")
    player_id: int


NoBoardHere = refusal(
    "I can't post a board in this channel: I need to see it, send messages and attach files. Ask a "
    "server manager, or use `/games` in another channel."
)
