"""What each button of a match or a comparison of two computer players does."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import discord

from bot.games.snapshot import GameSnapshot
from bot.refusals import Refusal
from bot.ui import components
from bot.ui.access import services_of
from bot.ui.games.components import person, refuse

Click: TypeAlias = discord.Interaction[Any]

T = TypeVar("T")


def is_moderator(click: Click) -> bool:
    """Whether the person may delete other people's messages in this channel."""
    return click.permissions.manage_messages


async def pause(click: Click, arguments: tuple[str, ...]) -> None:
    """The match is to rest."""
    game_id = int(arguments[0])
    exhibitions = services_of(click).exhibitions
    await _carry_out(
        click, game_id, exhibitions.pause(game_id, person(click.user), moderator=is_moderator(click))
    )


async def step(click: Click, arguments: tuple[str, ...]) -> None:
    """One move of a match that rests: game, ply."""
    game_id, ply = int(arguments[0]), int(arguments[1])
    exhibitions = services_of(click).exhibitions
    await _carry_out(
        click, game_id, exhibitions.step(game_id, person(click.user), ply, moderator=is_moderator(click))
    )


async def resume(click: Click, arguments: tuple[str, ...]) -> None:
    """The match is to go on by itself."""
    game_id = int(arguments[0])
    exhibitions = services_of(click).exhibitions
    resumed = exhibitions.resume(game_id, person(click.user), moderator=is_moderator(click))
    snapshot = await _carry_out(click, game_id, resumed)
    if snapshot is not None:
        services_of(click).flow.let_match_go_on(snapshot, at_once=True)


async def stop(click: Click, arguments: tuple[str, ...]) -> None:
    """The match is to end."""
    game_id = int(arguments[0])
    exhibitions = services_of(click).exhibitions
    await _carry_out(
        click, game_id, exhibitions.stop(game_id, person(click.user), moderator=is_moderator(click))
    )


async def again(click: Click, arguments: tuple[str, ...]) -> None:
    """The same two once more, with the sides exchanged."""
    begun = await services_of(click).exhibitions.again(
        int(arguments[0]), person(click.user), moderator=is_moderator(click)
    )
    await click.response.defer(thinking=True)
    await post_match(click, *begun)


async def cancel_strength(click: Click, arguments: tuple[str, ...]) -> None:
    """A comparison is to end before its time: it says so itself."""
    await click.response.defer()
    await services_of(click).strength_tests.cancel(
        int(arguments[0]), person(click.user), moderator=is_moderator(click)
    )


async def post_match(click: Click, snapshot: GameSnapshot, ended: tuple[GameSnapshot, ...]) -> None:
    """Show a match that has begun, in answer to a deferred interaction, and those that made room for it."""
    services = services_of(click)
    await services.publisher.post(snapshot.game.id, click)
    services.flow.let_match_go_on(snapshot)
    for other in ended:
        await services.publisher.show(other.game.id)


async def _carry_out(click: Click, game_id: int, change: Awaitable[T]) -> T | None:
    """Do what was asked and show the match; None when it was refused."""
    await click.response.defer()
    try:
        done = await change
    except Refusal as refusal:
        await refuse(click, game_id, refusal)
        return None
    await services_of(click).publisher.show(game_id, click)
    return done


MATCH_ACTIONS: Mapping[str, components.Handler] = MappingProxyType(
    {
        "match_pause": pause,
        "match_step": step,
        "match_resume": resume,
        "match_stop": stop,
        "match_again": again,
        "strength_cancel": cancel_strength,
    }
)
