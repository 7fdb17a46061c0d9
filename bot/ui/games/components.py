"""What each button does: acknowledge, ask the use-case, show the game. One short function a button."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import discord

from bot.computer.computer import ComputerStatus
from bot.games.people import Person
from bot.games.referee import resigning_calls_off
from bot.refusals import ComputerFailed, ComputerThinks, Refusal, UnknownGame, WouldLose
from bot.ui import components
from bot.ui.access import services_of
from bot.ui.links import message_link
from bot.ui.refusals import refusal_text
from bot.ui.replies import tell, text_view
from bot.ui.stats import leaderboard_view

Click: TypeAlias = discord.Interaction[Any]

AS_LOSS, CALLED_OFF = "loss", "nobody"
"""What the question before a resignation says it counts as."""


def person(user: discord.User | discord.Member) -> Person:
    """A Discord user as the use-cases know him."""
    return Person(user.id, user.display_name)


async def move(click: Click, arguments: tuple[str, ...]) -> None:
    """A move button: game, ply, move."""
    game_id, ply, chosen = arguments
    await _play(click, int(game_id), int(ply), chosen)


async def choose(click: Click, arguments: tuple[str, ...]) -> None:
    """A move chosen from a menu: game, ply, number of the menu, move."""
    game_id, ply, _, chosen = arguments
    await _play(click, int(game_id), int(ply), chosen)


async def _play(click: Click, game_id: int, ply: int, chosen: str) -> None:
    asked_at = services_of(click).pool.now()
    await click.response.defer()
    try:
        snapshot = await services_of(click).referee.move(game_id, person(click.user), ply, chosen)
    except Refusal as refusal:
        await refuse(click, game_id, refusal)
        return
    await services_of(click).flow.go_on(snapshot, click, asked_at)


async def retry(click: Click, arguments: tuple[str, ...]) -> None:
    """Try again: the computer had stumbled."""
    asked_at = services_of(click).pool.now()
    await click.response.defer()
    snapshot = await services_of(click).referee.snapshot(int(arguments[0]))
    await services_of(click).flow.go_on(snapshot, click, asked_at)


async def play_now(click: Click, arguments: tuple[str, ...]) -> None:
    """The computer is to answer at once with the best it has found."""
    await click.response.defer()
    game_id = int(arguments[0])
    try:
        await services_of(click).referee.require_stoppable(game_id, person(click.user))
        services_of(click).computer.play_now(game_id)
    except Refusal as refusal:
        await refuse(click, game_id, refusal)


async def stop(click: Click, arguments: tuple[str, ...]) -> None:
    """The computer is to stop, and the person takes his move back."""
    await click.response.defer()
    game_id, who = int(arguments[0]), person(click.user)
    try:
        await services_of(click).referee.require_take_back(game_id, who)
        await services_of(click).computer.abandon(game_id)
        await services_of(click).referee.take_back(game_id, who)
    except Refusal as refusal:
        await refuse(click, game_id, refusal)
        return
    await services_of(click).publisher.show(game_id, click)


async def accept(click: Click, arguments: tuple[str, ...]) -> None:
    """Take up a challenge."""
    await click.response.defer()
    game_id = int(arguments[0])
    try:
        snapshot = await services_of(click).referee.accept(game_id, person(click.user))
    except Refusal as refusal:
        await refuse(click, game_id, refusal)
        return
    await services_of(click).publisher.show(snapshot.game.id, click)


async def decline(click: Click, arguments: tuple[str, ...]) -> None:
    """Refuse a challenge, or withdraw one's own."""
    await click.response.defer()
    game_id = int(arguments[0])
    try:
        snapshot = await services_of(click).referee.decline(game_id, person(click.user))
    except Refusal as refusal:
        await refuse(click, game_id, refusal)
        return
    await services_of(click).publisher.show(snapshot.game.id, click)


async def resign(click: Click, arguments: tuple[str, ...]) -> None:
    """Ask privately whether it is meant."""
    await ask_resign(click, int(arguments[0]))


async def ask_resign(click: Click, game_id: int) -> None:
    """Show the person alone a question with Resign and Keep playing."""
    snapshot = await services_of(click).referee.require_playing(game_id, person(click.user))
    view = _sure_view(game_id, calls_off=resigning_calls_off(snapshot))
    await click.response.send_message(view=view, ephemeral=True)


async def resign_sure(click: Click, arguments: tuple[str, ...]) -> None:
    """It is meant: game, and what the question said it counts as."""
    game_id, asked = int(arguments[0]), arguments[1]
    await click.response.defer()
    try:
        await services_of(click).referee.resign(game_id, person(click.user), as_loss=asked == AS_LOSS)
        services_of(click).computer.forget(game_id)
        answer = text_view("You have given the game up.")
    except WouldLose as refusal:
        answer = _sure_view(game_id, calls_off=False, before=refusal_text(refusal))
    except Refusal as refusal:
        answer = text_view(refusal_text(refusal))
    await click.edit_original_response(view=answer)
    await services_of(click).publisher.show(game_id, click)


async def keep_playing(click: Click, arguments: tuple[str, ...]) -> None:
    """It was not meant."""
    await click.response.edit_message(view=text_view("Good! The game goes on."))


async def rematch(click: Click, arguments: tuple[str, ...]) -> None:
    """Once more, colours swapped."""
    asked_at = services_of(click).pool.now()
    game_id = int(arguments[0])
    snapshot, made = await services_of(click).referee.rematch(game_id, person(click.user))
    if made:
        await click.response.defer(thinking=True)
        await services_of(click).publisher.post(snapshot.game.id, click)
        await services_of(click).flow.go_on(snapshot, click, asked_at)
        return
    await click.response.defer()
    await services_of(click).publisher.show(snapshot.game.id)
    link = message_link(snapshot.game.guild_id, snapshot.game.channel_id, snapshot.game.message_id)
    await tell(
        click, f"The rematch is here: {link}" if link else "There has been a rematch of this game already."
    )


async def leaderboard(click: Click, arguments: tuple[str, ...]) -> None:
    """Another page, scope or list of the leaderboard, in the same message."""
    await click.response.defer()
    await leaderboard_view.turn_page(click, leaderboard_view.Query.parse(arguments))


async def refuse(click: Click, game_id: int, refusal: Refusal) -> None:
    """Tell the person, and mend the board he sees when it is an old one."""
    if (
        isinstance(refusal, ComputerThinks)
        and services_of(click).computer.status(game_id) is ComputerStatus.FAILED
    ):
        refusal = ComputerFailed()
    await tell(click, refusal_text(refusal))
    if not refusal.outdated or isinstance(refusal, UnknownGame):
        return
    await services_of(click).publisher.show(game_id, click)


def _sure_view(game_id: int, *, calls_off: bool, before: str = "") -> discord.ui.LayoutView:
    if calls_off:
        question, counts = "End this game? Hardly anything was played yet, so nobody loses.", CALLED_OFF
    else:
        question, counts = "Resign this game? It counts as a loss.", AS_LOSS
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(f"{before}\n{question}".strip()))
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(
        components.button("Resign", "resign_sure", game_id, counts, style=discord.ButtonStyle.danger)
    )
    row.add_item(components.button("Keep playing", "keep_playing", game_id))
    view.add_item(row)
    return view


ACTIONS: Mapping[str, components.Handler] = MappingProxyType(
    {
        "move": move,
        "choose": choose,
        "nudge": retry,
        "play_now": play_now,
        "stop": stop,
        "accept": accept,
        "decline": decline,
        "resign": resign,
        "resign_sure": resign_sure,
        "keep_playing": keep_playing,
        "rematch": rematch,
        "lb": leaderboard,
    }
)
