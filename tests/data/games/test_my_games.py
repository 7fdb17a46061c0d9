"""The list of a player's games everywhere, and whose turn it is."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from data import Storage
from data.games.clocks import Correspondence, Live
from data.games.my_games import Awaits, MyGame, MyTurn
from data.tables.playing import games
from tests.data.games.test_own_games import plans, scanned
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    CAT,
    CHANNEL,
    GUILD,
    Clock,
    against_computer,
    between,
    move,
    offer,
)
from tests.databases import engines

if TYPE_CHECKING:
    from data.games.my_games import MyGamesPage


async def listed(storage: Storage, person: int = ANN, **options: object) -> MyGamesPage:
    given = {"offset": 0, "limit": 10, **options}
    return await storage.my_games.page(person, GUILD, **given)  # type: ignore[arg-type]


async def test_own_games_by_time_left_then_those_of_others_then_adjourned_ones(
    storage: Storage, clock: Clock
) -> None:
    aside = await storage.adjourn(await storage.create_game(between()))
    theirs = await storage.create_game(between(BOB, ANN))
    untimed = await storage.create_game(between())
    clock.advance(seconds=1)
    later = await storage.create_game(against_computer(game="connect4"))
    slow = await storage.create_game(between(time=Correspondence(3)))
    quick = await storage.create_game(between(time=Live(5, 5)))
    for other in (between(BOB, CAT), offer(ANN, BOB)):
        await storage.create_game(other)
    await storage.finish(await storage.create_game(between()), CALLED_OFF)
    page = await listed(storage)
    assert [game.id for game in page.games] == [
        quick.id,
        slow.id,
        untimed.id,
        later.id,
        theirs.id,
        aside.id,
    ]
    assert [int(game.awaits) for game in page.games] == [0, 0, 0, 0, 1, 2]
    assert page.numbers == {Awaits.ME: 4, Awaits.OTHERS: 1, Awaits.NOBODY: 1}
    assert page.games[0].flag_at == clock.now + timedelta(minutes=5)
    part = await listed(storage, offset=2, limit=2)
    assert (part.games, part.total) == (page.games[2:4], 6)
    only = await listed(storage, game="connect4")
    assert ([game.id for game in only.games], only.total) == ([later.id], 1)


async def test_a_line_of_the_list(storage: Storage) -> None:
    await storage.people.remember(BOB, "Bob", GUILD, "King of the Corner")
    here = await storage.create_game(between(options="6x6"))
    elsewhere = await storage.create_game(between(BOB, ANN, guild_id=GUILD + 1))
    computer = await storage.add_moves(await storage.create_game(against_computer()), [move("d3", 0)])
    lent = await storage.unrating.set_delegate(await storage.create_game(between()), 0, "hard")
    lines = {game.id: game for game in (await listed(storage)).games}
    assert lines[here.id] == MyGame(
        id=here.id,
        game="reversi",
        options="6x6",
        guild_id=GUILD,
        channel_id=CHANNEL,
        message_id=None,
        opponent_name="King of the Corner",
        computer=None,
        mover=None,
        awaits=Awaits.ME,
        flag_at=None,
    )
    assert (lines[elsewhere.id].guild_id, lines[elsewhere.id].awaits) == (GUILD + 1, Awaits.OTHERS)
    assert (lines[computer.id].computer, lines[computer.id].mover) == ("easy", "easy")
    assert (lines[lent.id].mover, lines[lent.id].awaits) == ("hard", Awaits.OTHERS)
    outside = await storage.my_games.page(ANN, None, offset=0, limit=10)
    assert {game.opponent_name for game in outside.games} == {"Bob", None}
    assert await storage.my_games.one(ANN, GUILD, here.id) == lines[here.id]
    assert await storage.my_games.one(CAT, GUILD, here.id) is None


async def test_a_redirect_is_noted_for_one_player(storage: Storage, clock: Clock) -> None:
    first, second = await storage.create_game(between()), await storage.create_game(between(BOB, ANN))
    await storage.my_games.record_led(ANN, first.id, clock.now)
    await storage.my_games.record_led(ANN, second.id, clock.now + timedelta(seconds=1))
    await storage.my_games.record_led(CAT, first.id, clock.now)
    turn = MyTurn(first.id, clock.now, None, clock.now, CHANNEL)
    assert await storage.my_games.turns(ANN) == ((turn,), second.id)
    assert await storage.my_games.turns(BOB) == ((MyTurn(second.id, clock.now, None, None, CHANNEL),), None)
    assert await storage.game(first.id) == first


@pytest.mark.sqlite
@pytest.mark.parametrize("kind", [None, "reversi"])
async def test_the_list_is_found_by_index_in_two_queries(storage: Storage, kind: str | None) -> None:
    for _ in range(3):
        await storage.create_game(between())
    await storage.adjourn(await storage.create_game(between()))
    with plans(storage) as steps:
        assert (await listed(storage, game=kind)).total == 4
    assert not scanned(steps)
    searched = [step for step in steps if step.startswith("SEARCH own")]
    assert len(searched) == 8
    for side in ("first", "second"):
        for which in ("playing", "adjourned"):
            assert sum(f"ix_games_{side}_{which} ({side}_player_id=?" in step for step in searched) == 2
    with plans(storage) as steps:
        await storage.my_games.turns(ANN)
    assert not scanned(steps)
    assert all("_playing (" in step for step in steps if step.startswith("SEARCH own"))


async def test_ten_thousand_open_games_are_listed_in_as_many_queries_as_three(storage: Storage) -> None:
    await storage.people.remember(BOB, "Bob")
    game = await storage.create_game(between())

    def copy(connection: object) -> None:
        row = {**connection.execute(games.select()).mappings().one()}  # type: ignore[attr-defined]
        del row["id"]
        others = [
            {
                **row,
                "first_player_id": ANN if number % 2 else BOB,
                "second_player_id": BOB if number % 2 else ANN,
            }
            for number in range(9_999)
        ]
        connection.execute(games.insert(), others)  # type: ignore[attr-defined]

    await storage._database.write(copy)
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    for engine in engines(storage):
        event.listen(engine, "before_cursor_execute", note)
    page = await listed(storage, offset=9_990)
    turns, _ = await storage.my_games.turns(ANN)
    for engine in engines(storage):
        event.remove(engine, "before_cursor_execute", note)
    assert (len(page.games), page.total, len(turns)) == (10, 10_000, 5_000)
    assert game.id == 1
    assert len([statement for statement in statements if statement.startswith("SELECT")]) == 4
