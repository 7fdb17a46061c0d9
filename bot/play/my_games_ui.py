"""`/games` and `/next`: a player's own games, and the next one waiting for their move."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, Literal

import discord

from bot.catalog import GAMES, GameKind, board_label
from bot.core.paging import ListPage
from bot.core.publisher import Publisher
from bot.core.refusals import UnknownGame
from bot.play.games.flow import Adjournments, GameFlow
from bot.play.games.ids import NextGame, ShowGamesList, play_button
from bot.play.my_games import PlayerGames, Relocations
from bot.ui.component_ids import SETS, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button, select, turning
from bot.ui.layout import BLUE, GREEN, Part, View, board_link, card, row, section
from bot.ui.request import CONNECTION_LOST, LOOKUP_SECONDS, Request
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import is_moderator, slash_command
from bot.ui.times import countdown
from bot.ui.untrusted import escaped, safe
from bot.ui.words import command_name, computer_name, message_link, opponent_label
from data.games.my_games import Awaits, MyGame, MyGamesPage
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import facts_line

GROUPS: Mapping[Awaits, str] = {
    # Translators, all below: headings in a list; {number} of games.
    Awaits.ME: gettext_noop("**Your move** · {number}"),
    # Translators, all below: headings in a list; {number} of games.
    Awaits.OTHERS: gettext_noop("**Waiting for others** · {number}"),
    # Translators, all below: headings in a list; {number} of games.
    Awaits.NOBODY: gettext_noop("**Put aside** · {number}"),
}


def nothing_listed(only: GameKind | None) -> str:
    if only is None:
        return gettext(
            "You have no games in progress. Play me with a tap, or use `/{game} start` for "
            "a game that anyone can join.",
            game=command_name(next(iter(GAMES))),
        )
    return gettext(
        "You have no {title} game in progress. Start one: `/{game} start`.",
        title=only.title,
        game=command_name(only.key),
    )


def game_lines(game: MyGame, where: str | None, *, gone: bool) -> str:
    """Describe a game in two lines below the heading of its group: opponent, board, the side to move if not
    the person, the end of its time, and the place if not here; `gone` if its channel is deleted."""
    details = [board_label(GAMES[game.game], game.options)]
    if game.awaits is Awaits.OTHERS:
        mover = opponent(game) if game.mover is None else computer_name(game.mover)
        details.append(gettext("{player} to move", player=mover))
    if game.awaits is not Awaits.NOBODY:
        details.append(time_left(game.flag_at))
    if where is not None:
        details.append(where)
    if gone:
        # Translators: a game's channel, in a list of facts about the game.
        details.append(gettext("its channel was deleted"))
    return f"{against(game)}\n{facts_line(details)}"


def against(game: MyGame) -> str:
    # Translators: {game} such as Reversi, {number} is the number of this game.
    return gettext(
        "**{game}** against **{opponent}** · #{number}",
        game=GAMES[game.game].title,
        opponent=opponent(game),
        number=game.id,
    )


def opponent(game: MyGame) -> str:
    """Return the opponent's name, since people in other servers can't be mentioned here."""
    return escaped(opponent_label(game.computer, game.opponent_name))


def time_left(flag_at: datetime | None) -> str:
    """Return when the time of the side to move runs out."""
    if flag_at is None:
        return gettext("no time limit")
    # Translators: {wait} is written by Discord: “in 3 hours”.
    return gettext("⏳ time runs out {wait}", wait=countdown(flag_at))


def in_server(name: str | None) -> str:
    """Return the server where a game is played, by name if known."""
    if name is None:
        # Translators: where a game is played.
        return gettext("in another server")
    # Translators: where a game is played; {server} is a server's name.
    return gettext("in {server}", server=safe(name))


class ShowMyGames(ComponentId, action="my_games", timeless=SHOWS):
    """Show a page of the list in place of the message; `purpose` tells the buttons of one message apart."""

    page: int
    only: str
    purpose: Literal["b", "n", "r", "a"]


class FilterMyGames(ComponentId, action="my_games_of"):
    """List one kind of game, or all."""


class TakeUpMine(ComponentId, action="my_games_up", timeless=SETS):
    """Resume a game that was put aside, from this page of the list, which shows no position."""

    game: int
    page: int
    only: str


class ContinueHere(ComponentId, action="my_games_here", timeless=SETS):
    """Continue a game here whose channel was deleted, from this page of the list."""

    game: int
    page: int
    only: str


class NextOfMine(ComponentId, action="next_of_mine"):
    """Go to the next game in a new message, from any list."""


class SkipGame(ComponentId, action="next_skip", timeless=SHOWS):
    """Go to the next game in place of the message that links to the game `here`."""

    here: int


def is_gone(request: Request, game: MyGame) -> bool:
    """Return whether the game's channel is known to be deleted, so that it has no message any more."""
    if game.message_id is not None or game.guild_id is None:
        return False
    guild = request.interaction.client.get_guild(game.guild_id)
    # Of a server that it is not in, the bot knows no channels.
    if guild is None or guild.unavailable:
        return False
    return guild.get_channel_or_thread(game.channel_id) is None


async def sees_channel(request: Request, user_id: int) -> bool:
    """Return whether the person is known to be able to play where the click was made."""
    guild, channel = request.interaction.guild, request.interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            member = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except (discord.HTTPException, *CONNECTION_LOST):
        return False
    return channel.permissions_for(member).view_channel


ALL = "all"
"""Value of "all games" in the menu, since Discord accepts no empty value."""


def games_card(
    request: Request, listed: ListPage[MyGamesPage], only: str, *, moderator: bool = False
) -> View:
    """Draw a page of the list, with a button to every game; a `moderator` can post the channel's list."""
    parts: list[Part] = [gettext("### Your games")]
    group: Awaits | None = None
    for game in listed.content.games:
        if game.awaits is not group:
            group = game.awaits
            parts.append(gettext(GROUPS[group], number=count(listed.content.numbers[group])))
        parts.append(section(_lines(request, game), _way(request, game, listed, only)))
    if not listed.content.games:
        parts.append(nothing_listed(GAMES.get(only)))
    if listed.content.games or only:
        parts += [row(_kinds(only)), row(*_controls(listed, only), *_channel_list(moderator))]
    else:
        parts.append(row(*map(play_button, GAMES.values()), *_channel_list(moderator)))
    return card(*parts, colour=GREEN)


def lead_card(request: Request, game: MyGame) -> View:
    """Draw the link to a game that waits for the person, with a button for the one after it."""
    return card(
        # Translators: whose turn it is, beside a game.
        gettext("**Your move**"),
        _lines(request, game),
        row(
            _go_on_here(game) if is_gone(request, game) else to_the_board(game),
            # Translators: a button; it leads to the next game that waits for the reader.
            button(gettext("Next game"), SkipGame(game.id), emoji="⏭️"),
            _my_games(),
        ),
        colour=BLUE,
    )


def none_waiting_card(others: int) -> View:
    """Tell a player that no game waits for their move, and how many wait for others."""
    if others:
        text = ngettext(
            "No game is waiting for your move. {number} game is waiting for others.",
            "No game is waiting for your move. {number} games are waiting for others.",
            others,
        )
        return card(text, row(_my_games()), colour=BLUE)
    text = gettext(
        "You have no games in progress, so none is waiting for your move. Play me with "
        "a tap, or use `/{game} start` for a game that anyone can join.",
        game=command_name(next(iter(GAMES))),
    )
    return card(text, row(*map(play_button, GAMES.values())), colour=BLUE)


def to_the_board(game: MyGame) -> discord.ui.Button[View]:
    return board_link(message_link(game.guild_id, game.channel_id, game.message_id))


def where(request: Request, game: MyGame) -> str | None:
    """Return where a game is played, unless that is here."""
    if game.guild_id == request.guild_id and (
        game.guild_id is not None or game.channel_id == request.channel_id
    ):
        return None
    if game.guild_id is None:
        # Translators: where a game is played.
        return gettext("in a private chat")
    server = request.interaction.client.get_guild(game.guild_id)
    return in_server(server.name if server is not None else None)


def _lines(request: Request, game: MyGame) -> str:
    return game_lines(game, where(request, game), gone=is_gone(request, game))


def _go_on_here(game: MyGame, page: int = 0, only: str = "") -> ComponentItem:
    style = discord.ButtonStyle.primary
    # Translators: a button; it posts the game's board in this channel.
    return button(gettext("Continue here"), ContinueHere(game.id, page, only), style=style)


def _way(request: Request, game: MyGame, listed: ListPage[MyGamesPage], only: str) -> discord.ui.Item[Any]:
    if is_gone(request, game):
        return _go_on_here(game, listed.page, only)
    if game.awaits is Awaits.NOBODY:
        return button(gettext("Resume game"), TakeUpMine(game.id, listed.page, only))
    return to_the_board(game)


def _kinds(only: str) -> ComponentItem:
    # Translators: a choice in a menu of kinds of games.
    options = [discord.SelectOption(label=gettext("All games"), value=ALL, default=not only)]
    options += [
        discord.SelectOption(label=kind.title, value=kind.key, default=kind.key == only)
        for kind in GAMES.values()
    ]
    # Translators: the placeholder of a menu with kinds of games.
    return select(gettext("Which games"), options, FilterMyGames())


def _channel_list(moderator: bool) -> list[ComponentItem]:
    if not moderator:
        return []
    # Translators: a button to the list of all games in this channel, beside the list of one's own.
    return [button(gettext("This channel's list"), ShowGamesList(), emoji="📋")]


def _controls(listed: ListPage[MyGamesPage], only: str) -> list[ComponentItem]:
    buttons = turning(listed, lambda page: ShowMyGames(page, only, "b" if page < listed.page else "n"))
    if listed.content.numbers.get(Awaits.ME):
        style = discord.ButtonStyle.primary
        # Translators: a button; it leads to the next game that waits for the reader.
        buttons.append(button(gettext("Next game"), NextOfMine(), style=style, emoji="⏭️"))
    buttons.append(button(gettext("Refresh"), ShowMyGames(listed.page, only, "r"), emoji="🔄"))
    return buttons


def _my_games() -> ComponentItem:
    return button(gettext("My games"), ShowMyGames(0, "", "a"), emoji="📋")


@on_press(ShowMyGames)
async def show_page(request: Request, pressed: ShowMyGames) -> None:
    await request.replace(await _listed(request, pressed.page, pressed.only))


@on_choice(FilterMyGames)
async def filter_games(request: Request, menu: FilterMyGames, chosen: str) -> None:
    await request.replace(await _listed(request, 0, "" if chosen == ALL else chosen))


@on_press(TakeUpMine)
async def take_up(request: Request, pressed: TakeUpMine) -> None:
    kit = request.kit
    snapshot = await kit[Adjournments].resume(pressed.game, request.person)
    await kit[GameFlow].proceed(snapshot, None, request.arrived)
    await request.replace(await _listed(request, pressed.page, pressed.only))


@on_press(ContinueHere)
async def continue_here(request: Request, pressed: ContinueHere) -> None:
    kit, who = request.kit, request.person
    game = await kit[PlayerGames].one(who, request.guild_id, pressed.game)
    if game is None:
        raise UnknownGame
    await kit[Relocations].move_game(
        pressed.game,
        who,
        request.place,
        gone=is_gone(request, game),
        sees_place=partial(sees_channel, request),
    )
    await request.replace(await _listed(request, pressed.page, pressed.only))


async def show_next(request: Request, here: int | None = None) -> None:
    """Answer with a link to the next game waiting for the person's move."""
    await request.send(await _next(request, here), private=True)


@on_press(NextGame, NextOfMine)
async def go_to_next(request: Request, pressed: ComponentId) -> None:
    await show_next(request, pressed.here if isinstance(pressed, NextGame) else None)


@on_press(SkipGame)
async def skip_game(request: Request, pressed: SkipGame) -> None:
    await request.replace(await _next(request, pressed.here))


async def _listed(request: Request, page: int, only: str) -> View:
    kind = only if only in GAMES else None
    kit, who = request.kit, request.person
    listed = await kit[PlayerGames].listed(who, request.guild_id, kind, page)
    # A link to a deleted board would be dead.
    await asyncio.gather(*(kit[Publisher].restore(game.id) for game in listed.content.games))
    listed = await kit[PlayerGames].listed(who, request.guild_id, kind, page)
    moderator = request.guild_id is not None and request.bot_is_member and is_moderator(request)
    return games_card(request, listed, kind or "", moderator=moderator)


async def next_in(request: Request, channel_id: int) -> View:
    """Return the link to the next game, those in a channel first."""
    return await _next(request, None, channel_id)


async def _next(request: Request, here: int | None, channel_id: int | None = None) -> View:
    kit, who = request.kit, request.person
    game_id = await kit[PlayerGames].next_waiting(who, here, channel_id or request.channel_id)
    if game_id is None:
        listed = await kit[PlayerGames].listed(who, request.guild_id, None, 0)
        return none_waiting_card(listed.content.numbers.get(Awaits.OTHERS, 0))
    await kit[Publisher].freshen(game_id)
    game = await kit[PlayerGames].one(who, request.guild_id, game_id)
    if game is None:
        raise UnknownGame
    return lead_card(request, game)


@slash_command(name="games", description="Your games: whose turn it is, and how much time is left")
async def games(request: Request) -> None:
    await request.send(await _listed(request, 0, ""), private=True)


@slash_command(name="next", description="Go to the next game that is waiting for your move")
async def next_game(request: Request) -> None:
    await show_next(request)


FEATURES = (PlayerGames, Relocations)

COMMANDS = (games, next_game)
