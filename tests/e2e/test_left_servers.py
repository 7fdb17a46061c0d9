"""The bot is removed from a server: no player loses by it, and the server's data goes after a while."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.account.privacy.own_data import Retention
from data.upkeep.export import ExportStore
from data.upkeep.servers import ServerStore
from tests.cases import there
from tests.e2e.stored_games import stored_game
from tests.e2e.test_own_data import stored_of
from tests.e2e.world import World

MONTH = timedelta(days=30)


async def furnish(world: World) -> tuple[int, int]:
    """Create a finished game, one with a running clock, and settings of the server."""
    over = (await stored_game(world, world.ann, world.ben)).id
    going = await world.begin(world.ann, world.ben, time="1 day")
    await world.play("d3 c3", world.ann, world.ben, game=going)
    await world.ann.types("opponent", name="Octo", recipe="positional:2")
    await world.ann.taps("Save")
    return over, going


async def look_again(world: World, times: int = 1) -> None:
    for _ in range(times):
        await world.bot._recover()
        await world.env.settle()


async def connect_again(world: World) -> None:
    """Discord tells the bot again in which servers it is."""
    await world.bot.on_ready()
    await world.env.settle()


@pytest.mark.long
async def test_after_a_month_nothing_of_the_server_is_left(world: World) -> None:
    over, going = await furnish(world)
    guild = world.server.id
    await look_again(world)
    world.env.backend.remove_guild(guild)
    await world.env.settle()
    world.skip(MONTH - timedelta(hours=1))
    await look_again(world)
    assert await stored_of(world, guild) != []
    # Clocks stop meanwhile.
    snapshot = await world.snapshot(going)
    assert snapshot.adjourned
    assert snapshot.game.clock is not None
    assert min(snapshot.game.clock.left) > timedelta(hours=23)
    world.skip(timedelta(hours=2))
    await look_again(world, 3)
    assert await stored_of(world, guild, world.channel.id, "Octo") == []
    assert (await world.snapshot(over)).game.winner == 0
    assert (await world.snapshot(going)).game.winner is None
    # Players keep their games, and clocks run again.
    games = (await world.bot.kit[ExportStore].of(world.ann.id))["games"]
    assert [game["id"] for game in games] == [over, going]


async def test_it_is_noticed_at_the_next_start_when_the_bot_was_away(world: World) -> None:
    await furnish(world)
    guild = world.server.id
    await look_again(world)
    elsewhere = world.env.create_guild("Another server", preferred_locale="en-GB")
    await world.env.settle()
    await connect_again(world)
    world.env.backend.guilds.pop(guild)
    await world.kill()
    assert {server.id for server in world.bot.guilds} == {elsewhere.id}
    await connect_again(world)
    assert set(await world.bot.kit[ServerStore].left()) == {guild}
    world.skip(MONTH + timedelta(hours=1))
    await look_again(world, 3)
    assert await stored_of(world, guild) == []


@pytest.mark.long
async def test_an_outage_is_no_removal(world: World) -> None:
    await furnish(world)
    guild = world.server.id
    await look_again(world)
    # An empty list of servers is not believed either.
    await world.bot.kit[Retention].record_servers([])
    world.env.backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    await world.env.settle()
    await connect_again(world)
    world.skip(2 * MONTH)
    await look_again(world)
    assert await world.bot.kit[ServerStore].left() == {}
    assert "opponents.guild_id" in await stored_of(world, guild)


@pytest.mark.long
async def test_a_bot_back_in_time_finds_everything(world: World) -> None:
    _, going = await furnish(world)
    guild = there(world.bot.get_guild(world.server.id))
    before = await stored_of(world, guild.id)
    # As Discord tells it, while the server itself stays in this simulation.
    await world.bot.on_guild_remove(guild)
    world.skip(timedelta(days=29))
    await look_again(world)
    await world.bot.on_guild_join(guild)
    world.skip(timedelta(days=5))
    await look_again(world)
    # Fair-use requests are forgotten after an hour anyway.
    assert set(before) - {"requests.guild_id"} <= set(await stored_of(world, guild.id))
    assert "put aside" in (await world.ann.taps("e6", world.board(going))).private
    await world.ann.taps("Resume game")
    assert (await world.snapshot(going)).going
