"""The list of somebody's own games, and the message that leads to one of them.

At most 40 components, nested ones counted: a game takes three, so eight of them with three headings, the
title, the menu and four buttons make 37 with their container and rows.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.catalog import GAMES
from bot.games.my_games import GameListPage
from bot.ui.components import ComponentItem, button, select
from bot.ui.help.component_ids import StartGame
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GREEN, Part, Row, View, board_link, card, row, section
from bot.ui.links import message_link
from bot.ui.my_games import component_ids as ids
from bot.ui.my_games import words
from bot.ui.my_games.places import is_gone
from bot.ui.request import Request
from data import Awaits, MyGame

ALL = "all"
"""What stands for all games in the menu: Discord takes no empty value."""


def games_card(request: Request, listed: GameListPage, only: str) -> View:
    """A page of the list, with a way to every game."""
    parts: list[Part] = [gettext(words.TITLE)]
    group: Awaits | None = None
    for game in listed.content.games:
        if game.awaits is not group:
            group = game.awaits
            parts.append(words.group_heading(group, listed.content.numbers[group]))
        parts.append(section(_lines(request, game), _way(request, game, listed, only)))
    if not listed.content.games:
        parts.append(words.nothing_listed(GAMES.get(only)))
    if listed.content.games or only:
        return card(*parts, row(_kinds(only)), _controls(listed, only), colour=GREEN)
    return card(*parts, play_buttons(), colour=GREEN)


def lead_card(request: Request, game: MyGame) -> View:
    """The way to a game that waits for the person, and to the one after it."""
    return card(
        gettext(words.YOUR_MOVE),
        _lines(request, game),
        row(
            _go_on_here(game) if is_gone(request, game) else to_the_board(game),
            button(gettext("Next game"), ids.SkipGame(game.id), emoji="⏭️"),
            _my_games(),
        ),
        colour=BLUE,
    )


def nobody_waits_card(others: int) -> View:
    """What to do when no game waits for the person."""
    return card(words.nobody_waits(others), row(_my_games()) if others else play_buttons(), colour=BLUE)


def next_button(here: int) -> ComponentItem:
    """The way from the game `here` to the next one."""
    return button(gettext("Next game"), ids.NextGame(here), emoji="⏭️")


def play_buttons() -> Row:
    """A game against the computer by a tap."""
    return row(
        *(button(kind.title, StartGame(kind.key), emoji=kind.sides[0].disc) for kind in GAMES.values())
    )


def to_the_board(game: MyGame) -> discord.ui.Button[View]:
    """A button that leads to the message of a game."""
    return board_link(message_link(game.guild_id, game.channel_id, game.message_id))


def where(request: Request, game: MyGame) -> str | None:
    """Where a game is played, if that is not where the person looks."""
    if game.guild_id == request.guild_id and (
        game.guild_id is not None or game.channel_id == request.channel_id
    ):
        return None
    if game.guild_id is None:
        return gettext(words.IN_PRIVATE)
    server = request.interaction.client.get_guild(game.guild_id)
    return words.in_server(server.name if server is not None else None)


def _lines(request: Request, game: MyGame) -> str:
    return words.game_lines(game, where(request, game), gone=is_gone(request, game))


def _go_on_here(game: MyGame, page: int = 0, only: str = "") -> ComponentItem:
    style = discord.ButtonStyle.primary
    return button(gettext("Continue here"), ids.ContinueHere(game.id, page, only), style=style)


def _way(request: Request, game: MyGame, listed: GameListPage, only: str) -> discord.ui.Item[Any]:
    if is_gone(request, game):
        return _go_on_here(game, listed.page, only)
    if game.awaits is Awaits.NOBODY:
        return button(gettext("Resume game"), ids.TakeUpMine(game.id, listed.page, only))
    return to_the_board(game)


def _kinds(only: str) -> ComponentItem:
    options = [discord.SelectOption(label=gettext("All games"), value=ALL, default=not only)]
    options += [
        discord.SelectOption(label=kind.title, value=kind.key, default=kind.key == only)
        for kind in GAMES.values()
    ]
    return select(gettext("Which games"), options, ids.FilterMyGames())


def _controls(listed: GameListPage, only: str) -> Row:
    buttons = []
    if listed.last_page > 0:
        before, after = max(0, listed.page - 1), min(listed.last_page, listed.page + 1)
        buttons += [
            button(
                gettext("Previous"),
                ids.ShowMyGames(before, only, "b"),
                emoji="◀️",
                disabled=listed.page == 0,
            ),
            button(
                gettext("Next"),
                ids.ShowMyGames(after, only, "n"),
                emoji="▶️",
                disabled=listed.page == listed.last_page,
            ),
        ]
    if listed.content.numbers.get(Awaits.ME):
        style = discord.ButtonStyle.primary
        buttons.append(button(gettext("Next game"), ids.NextOfMine(), style=style, emoji="⏭️"))
    buttons.append(button(gettext("Refresh"), ids.ShowMyGames(listed.page, only, "r"), emoji="🔄"))
    return row(*buttons)


def _my_games() -> ComponentItem:
    return button(gettext("My games"), ids.ShowMyGames(0, "", "a"), emoji="📋")
