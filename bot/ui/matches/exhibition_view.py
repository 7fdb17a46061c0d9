"""The buttons that the message of an exhibition has in place of a game's."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.layout import Row, row
from bot.ui.matches import component_ids as ids
from bot.ui.replay.buttons import looking_back


def exhibition_controls(snapshot: GameSnapshot) -> Row:
    """The buttons for whoever started the exhibition; when it is over, one for anyone."""
    game, primary = snapshot.game, discord.ButtonStyle.primary
    if not snapshot.going:
        again = button(gettext("Again, sides swapped"), ids.PlayAgain(game.id), style=primary, emoji="🔁")
        return row(again, *looking_back(snapshot))
    stop = button(gettext("Stop"), ids.Stop(game.id), emoji="⏹️")
    if not snapshot.paused:
        return row(button(gettext("Pause"), ids.Pause(game.id), emoji="⏸️"), stop)
    return row(
        button(gettext("Step"), ids.Step(game.id, game.ply), style=primary, emoji="⏭️"),
        button(gettext("Resume"), ids.Resume(game.id), emoji="▶️"),
        stop,
    )
