"""The list of finished games.

Eight games of three components each, the title, a menu, three buttons, their rows and the container make 32
of the 40 components that a message can have.
"""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.core.paging import ListPage
from bot.study.history import words
from bot.study.history.ids import ShowHistory
from bot.ui.components import ComponentItem, button, select
from bot.ui.layout import BLUE, Part, View, card, row, section
from bot.ui.links import AskReview, ChooseReplay, OpenFeature
from bot.ui.paging import turning
from data.games.history import HistoryPart
from languages import gettext


def history_card(found: ListPage[HistoryPart], asked: ShowHistory, viewer_id: int) -> View:
    """Draw a page of the list with a review button for every game."""
    parts: list[Part] = [words.heading(found, asked)]
    parts += [
        section(words.game_lines(game), button(gettext("Review"), AskReview(game.id), emoji="🔍"))
        for game in found.content.games
    ]
    if found.content.games:
        parts.append(row(_replays(found)))
    below = turning(found, lambda page: replace(asked, page=page))
    if asked.player == viewer_id:
        below.append(button(gettext("Export all of mine"), OpenFeature("export"), emoji="📤"))
    if below:
        parts.append(row(*below))
    return card(*parts, colour=BLUE)


def _replays(found: ListPage[HistoryPart]) -> ComponentItem:
    options = [
        discord.SelectOption(label=words.short_name(game), value=str(game.id), description=words.ending(game))
        for game in found.content.games
    ]
    return select(gettext("Replay a game"), options, ChooseReplay())
