"""`/games` and `/next`: a player's own games, and the next one waiting for their move."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.catalog import GAMES
from bot.core.publisher import Publisher
from bot.core.refusals import UnknownGame
from bot.play.games.adjournments import Adjournments
from bot.play.games.flow import GameFlow
from bot.play.my_games.my_games import PlayerGames, Relocations
from bot.play.my_games.view import (
    ALL,
    ContinueHere,
    FilterMyGames,
    NextOfMine,
    ShowMyGames,
    SkipGame,
    TakeUpMine,
    games_card,
    is_gone,
    lead_card,
    none_waiting_card,
    sees_channel,
)
from bot.ui.layout import View
from bot.ui.links import NextGame
from bot.ui.request import Request
from bot.ui.rights import is_moderator
from bot.ui.routes import on_choice, on_press
from bot.ui.slash import slash_command
from data.games.my_games import Awaits


async def list_games(request: Request) -> None:
    """Answer a command with the list, for the person alone."""
    await request.send(await _listed(request, 0, ""), private=True)


@on_press(ShowMyGames)
async def show_page(request: Request, pressed: ShowMyGames) -> None:
    """Show the current state of a page of the list."""
    await _put(request, await _listed(request, pressed.page, pressed.only))


@on_choice(FilterMyGames)
async def filter_games(request: Request, menu: FilterMyGames, chosen: str) -> None:
    """Show one kind of game, or all."""
    await _put(request, await _listed(request, 0, "" if chosen == ALL else chosen))


@on_press(TakeUpMine)
async def take_up(request: Request, pressed: TakeUpMine) -> None:
    """Resume a game that was put aside, where its board is, and link to it from the list."""
    kit = request.kit
    snapshot = await kit[Adjournments].resume(pressed.game, request.person)
    await kit[GameFlow].proceed(snapshot, None, request.arrived)
    await _put(request, await _listed(request, pressed.page, pressed.only))


@on_press(ContinueHere)
async def continue_here(request: Request, pressed: ContinueHere) -> None:
    """Continue a game here whose channel was deleted, and list its new place."""
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
    await _put(request, await _listed(request, pressed.page, pressed.only))


async def show_next(request: Request, here: int | None = None) -> None:
    """Answer with a link to the next game waiting for the person's move."""
    await request.send(await _next(request, here), private=True)


@on_press(NextGame)
async def go_to_next(request: Request, pressed: NextGame) -> None:
    """Go to the next game."""
    await show_next(request, pressed.here)


@on_press(NextOfMine)
async def next_of_mine(request: Request, pressed: NextOfMine) -> None:
    """Go from the list to the next game."""
    await show_next(request)


@on_press(SkipGame)
async def skip_game(request: Request, pressed: SkipGame) -> None:
    """Go to the next game in the same message."""
    await _put(request, await _next(request, pressed.here))


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


async def _put(request: Request, view: View) -> None:
    await request.replace(view)


@slash_command(name="games", description="Your games: whose turn it is, and how much time is left")
async def games(request: Request) -> None:
    """Show the list, to the person alone."""
    await list_games(request)


@slash_command(name="next", description="Go to the next game that is waiting for your move")
async def next_game(request: Request) -> None:
    """Answer with a link to the next game."""
    await show_next(request)


FEATURES = (PlayerGames, Relocations)

COMMANDS = (games, next_game)
