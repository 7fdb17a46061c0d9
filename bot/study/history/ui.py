"""`/history`: the list of finished games, and the buttons that turn its pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import GAMES
from bot.core.paging import ListPage
from bot.play.games.links_view import AskReview, ChooseReplay
from bot.play.help.ids import OpenFeature
from bot.study.history import words
from bot.study.history.ids import COMPUTER, NOBODY, ShowHistory
from bot.study.records.past_games import HistoryPages
from bot.ui.components import ComponentItem, button, select, turning
from bot.ui.layout import BLUE, Part, View, card, row, section
from bot.ui.options import game_choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import slash_command
from data.games.history import HistoryPart, PastGames
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


THIS_SERVER = "server"


@on_press(ShowHistory)
async def show_page(request: Request, pressed: ShowHistory) -> None:
    """Turn to another page."""
    await request.replace(await listed(request, pressed))


async def listed(request: Request, asked: ShowHistory) -> View:
    """Draw a page of the list, limited to games the player may see."""
    wanted = PastGames(
        player_id=asked.player or None,
        game=asked.only if asked.only in GAMES else None,
        opponent_id=asked.opponent if asked.opponent not in (NOBODY, COMPUTER) else None,
        against_computer=asked.opponent == COMPUTER,
        result=asked.result or None,
        rated=asked.rated == "yes" if asked.rated else None,
    )
    found = await request.kit[HistoryPages].page(wanted, request.viewer, asked.page)
    return history_card(found, asked, request.user_id)


@slash_command(name="history", description="Finished games: yours, someone else's, or this server's")
@app_commands.describe(
    person="Whose games (default: yours)",
    whose="Show all games of this server instead of one person's",
    game="Only this game",
    opponent="Only games against this person; choose me for games against the computer",
    result="How they ended for that player",
    rated="Only games that were rated, or only those that were not",
)
@app_commands.choices(
    whose=[app_commands.Choice(name="This server's", value=THIS_SERVER)], game=game_choices()
)
async def history(
    request: Request,
    person: discord.User | None = None,
    whose: str | None = None,
    game: str | None = None,
    opponent: discord.User | None = None,
    result: Literal["win", "draw", "loss"] | None = None,
    rated: bool | None = None,
) -> None:
    """Show the first page in private."""
    player = (person or request.interaction.user).id
    if whose == THIS_SERVER:
        request.own_server()
        if person is not None or result is not None:
            raise BadRequest(
                gettext("`person` and `result` only work with one person's games: leave out `whose`.")
            )
        player = NOBODY
    against = NOBODY
    if opponent is not None:
        against = COMPUTER if opponent.id == request.interaction.client.user.id else opponent.id
    counted: Literal["", "yes", "no"] = "" if rated is None else "yes" if rated else "no"
    asked = ShowHistory(0, player, game or "", against, result or "", counted)
    await request.send(await listed(request, asked), private=True)


FEATURES = (HistoryPages,)

COMMANDS = (history,)
