"""Lists of a player's games, and how the database finds them and the lists of servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from data import Storage
from data.games.explorer import Beginning, OpeningStore
from data.games.history import HistoryStore, PastGames, Viewer
from data.games.limits import FairUseBounds
from data.games.my_games import MAX_CHOICES, Awaits, GameChoice, MyGame, MyGamesPage, MyGamesStore, MyTurn
from data.games.records import Game
from data.games.time_control import Correspondence, Live
from data.games.waiting import WaitingStore
from data.people.players import PeopleStore
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.ratings.unrating import UnratingStore
from data.tables.playing import games
from data.tables.schema import metadata
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock, rank_everyone
from tests.data.jobs.test_jobs import MATCH
from tests.data.playing import CALLED_OFF, DRAWN, FIRST_WINS, against_computer, between, move, offer, played
from tests.databases import engines, url_of

PEOPLE = RatingList("reversi", Pool.PEOPLE)


@contextmanager
def plans(storage: Storage) -> Iterator[list[str]]:
    """Return the query plan of every query meanwhile, one step per item.

    PostgreSQL reads small tables as a whole, if it is allowed to.
    """
    steps: list[str] = []

    def explain(connection: Connection, _: object, statement: str, values: Any, *more: object) -> None:
        if statement.startswith("SELECT"):
            with closing(connection.connection.cursor()) as plain:
                if connection.dialect.name == "sqlite":
                    plain.execute(f"EXPLAIN QUERY PLAN {statement}", values)
                    steps.extend(row[3] for row in plain.fetchall())
                else:
                    plain.execute("SET LOCAL enable_seqscan = off")
                    plain.execute(f"EXPLAIN {statement}", values)
                    found = [row[0].strip(" ->") for row in plain.fetchall()]
                    steps.extend(step.replace("Seq Scan on", "SCAN") for step in found)

    asked = engines(storage)
    for engine in asked:
        event.listen(engine, "before_cursor_execute", explain)
    try:
        yield steps
    finally:
        for engine in asked:
            event.remove(engine, "before_cursor_execute", explain)


def scanned(steps: Iterable[str]) -> set[str]:
    """The tables of which every row is looked at."""
    return {step.split()[1] for step in steps if step.startswith("SCAN")} & {*metadata.tables, "own"}


async def test_own_games_of_a_channel_newest_first(storage: Storage, clock: Clock) -> None:
    await storage[PeopleStore].remember(BOB, "Bob")
    first = await storage.create_game(between(ANN, BOB))
    clock.advance(seconds=1)
    second = await storage.create_game(against_computer(computer="Lucy|greedy:1", game="connect4"))
    third = await storage.create_game(between(BOB, ANN))
    for other in (between(ANN, BOB, channel_id=CHANNEL + 1), between(CAT, BOB), offer(ANN, BOB)):
        await storage.create_game(other)
    await storage.finish(await storage.create_game(between(ANN, BOB)), CALLED_OFF)
    clock.advance(seconds=1)
    await storage.add_moves(first, [move("d3", 0), move("c3", 1)])
    assert await storage[MyGamesStore].in_channel(ANN, CHANNEL) == (
        GameChoice(first.id, "reversi", 2, "Bob", None),
        GameChoice(third.id, "reversi", 0, "Bob", None),
        GameChoice(second.id, "connect4", 0, None, "Lucy|greedy:1"),
    )
    assert await storage[MyGamesStore].in_channel(CAT + 1, CHANNEL) == ()


async def test_a_list_of_own_games_is_not_endless(path: Path) -> None:
    bounds = FairUseBounds(games_person=2 * MAX_CHOICES, unplayed_person=2 * MAX_CHOICES)
    storage = await Storage.open(url_of(path), fair_use=bounds)
    for _ in range(MAX_CHOICES + 1):
        await storage.create_game(against_computer())
    assert len(await storage[MyGamesStore].in_channel(ANN, CHANNEL)) == MAX_CHOICES
    await storage.close()


@pytest.mark.sqlite
async def test_lists_are_found_by_indices(storage: Storage) -> None:
    await storage.create_game(between())
    with plans(storage) as steps:
        assert len(await storage[MyGamesStore].in_channel(ANN, CHANNEL)) == 1
    assert not scanned(steps)
    searched = [step for step in steps if step.startswith("SEARCH own")]
    assert len(searched) == 2
    for side, step in zip(("first", "second"), searched, strict=True):
        assert f"ix_games_{side}_playing ({side}_player_id=? AND channel_id=?)" in step
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await played(storage, between(ANN, BOB, guild_id=GUILD + 1), FIRST_WINS)
    await rank_everyone(storage)
    with plans(storage) as steps:
        page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=GUILD, asker_id=CAT, limit=1)
    assert page.total == 2
    assert not scanned(steps)
    assert not [step for step in steps if "results" in step]
    by_index = "SEARCH server_players USING PRIMARY KEY (guild_id=? AND game=? AND pool=?"
    assert [step for step in steps if step.startswith(by_index)]
    found = [step for step in steps if step.startswith("SEARCH ratings")]
    assert found
    assert all("player_id=? AND game=? AND pool=?" in step for step in found)
    with plans(storage) as steps:
        await storage.create_game(MATCH)
    assert any("uq_games_exhibition (channel_id=?)" in step for step in steps)
    # The games that play by themselves are few, and all that their index has.
    assert not scanned(step for step in steps if "INDEX ix_games_by_itself" not in step)
    with plans(storage) as steps:
        await storage[OpeningStore].unknown(2, 5)
        await storage[OpeningStore].unknown(2, 5, player_id=ANN)
    assert all("USING" in step for step in steps if "games" in step)
    assert any("ix_games_opening_unknown" in step for step in steps)


async def test_finished_games_anywhere_the_latest_first(storage: Storage, clock: Clock) -> None:
    ended = []
    for new, outcome in ((between(), FIRST_WINS), (against_computer(), FIRST_WINS), (between(CAT), DRAWN)):
        clock.advance(seconds=60)
        ended.append((await played(storage, new, outcome)).game)
    await storage.create_game(between())
    with plans(storage) as steps:
        found = await storage[MyGamesStore].finished(ANN, GUILD, 10)
    assert [game.id for game in found] == [ended[1].id, ended[0].id]
    assert [game.moves for game in found] == [1, 1]
    assert not scanned(steps)
    assert len(await storage[MyGamesStore].finished(ANN, GUILD, 1)) == 1
    assert [game.id for game in await storage[MyGamesStore].finished(CAT, None, 10)] == [ended[2].id]


async def test_a_game_is_found_by_its_message(storage: Storage) -> None:
    games = [await storage.create_game(between()) for _ in range(3)]
    await storage[WaitingStore].mark_shown(games[1], CHANNEL, 99)
    await storage[WaitingStore].write_shown()
    with plans(storage) as steps:
        assert await storage.shown_by(99) == games[1].id
    assert any("ix_games_message_id" in step for step in steps)
    assert await storage.shown_by(98) is None


async def listed(storage: Storage, person: int = ANN, **options: object) -> MyGamesPage:
    given = {"offset": 0, "limit": 10, **options}
    return await storage[MyGamesStore].page(person, GUILD, **given)  # type: ignore[arg-type]


async def test_own_games_by_time_left_then_others_then_adjourned(storage: Storage, clock: Clock) -> None:
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
    assert [game.id for game in page.games] == [quick.id, slow.id, untimed.id, later.id, theirs.id, aside.id]
    assert [int(game.awaits) for game in page.games] == [0, 0, 0, 0, 1, 2]
    assert page.numbers == {Awaits.ME: 4, Awaits.OTHERS: 1, Awaits.NOBODY: 1}
    assert page.games[0].flag_at == clock.now + timedelta(minutes=5)
    part = await listed(storage, offset=2, limit=2)
    assert (part.games, part.total) == (page.games[2:4], 6)
    only = await listed(storage, game="connect4")
    assert ([game.id for game in only.games], only.total) == ([later.id], 1)


async def test_a_line_of_the_list(storage: Storage) -> None:
    await storage[PeopleStore].remember(BOB, "Bob", GUILD, "King of the Corner")
    here = await storage.create_game(between(options="6x6"))
    elsewhere = await storage.create_game(between(BOB, ANN, guild_id=GUILD + 1))
    computer = await storage.add_moves(await storage.create_game(against_computer()), [move("d3", 0)])
    lent = await storage[UnratingStore].set_delegate(await storage.create_game(between()), 0, "hard")
    lines = {game.id: game for game in (await listed(storage)).games}
    assert lines[here.id] == MyGame(
        id=here.id, game="reversi", options="6x6", guild_id=GUILD, channel_id=CHANNEL, message_id=None,
        opponent_name="King of the Corner", computer=None, mover=None, awaits=Awaits.ME, flag_at=None,
    )  # fmt: skip
    assert (lines[elsewhere.id].guild_id, lines[elsewhere.id].awaits) == (GUILD + 1, Awaits.OTHERS)
    assert (lines[computer.id].computer, lines[computer.id].mover) == ("easy", "easy")
    assert (lines[lent.id].mover, lines[lent.id].awaits) == ("hard", Awaits.OTHERS)
    outside = await storage[MyGamesStore].page(ANN, None, offset=0, limit=10)
    assert {game.opponent_name for game in outside.games} == {"Bob", None}
    assert await storage[MyGamesStore].one(ANN, GUILD, here.id) == lines[here.id]
    assert await storage[MyGamesStore].one(CAT, GUILD, here.id) is None


async def test_a_redirect_is_noted_for_one_player(storage: Storage, clock: Clock) -> None:
    first, second = await storage.create_game(between()), await storage.create_game(between(BOB, ANN))
    await storage[MyGamesStore].record_led(ANN, first.id, clock.now)
    await storage[MyGamesStore].record_led(ANN, second.id, clock.now + timedelta(seconds=1))
    await storage[MyGamesStore].record_led(CAT, first.id, clock.now)
    turn = MyTurn(first.id, clock.now, None, clock.now, CHANNEL)
    assert await storage[MyGamesStore].turns(ANN) == ((turn,), second.id)
    turn = MyTurn(second.id, clock.now, None, None, CHANNEL)
    assert await storage[MyGamesStore].turns(BOB) == ((turn,), None)
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
        await storage[MyGamesStore].turns(ANN)
    assert not scanned(steps)
    assert all("_playing (" in step for step in steps if step.startswith("SEARCH own"))


async def test_two_thousand_open_games_are_listed_in_as_many_queries_as_three(storage: Storage) -> None:
    await storage[PeopleStore].remember(BOB, "Bob")
    game = await storage.create_game(between())

    def copy(connection: object) -> None:
        row = {**connection.execute(games.select()).mappings().one()}  # type: ignore[attr-defined]
        del row["id"]
        swapped = {**row, "first_player_id": BOB, "second_player_id": ANN}
        others = [row if number % 2 else swapped for number in range(1_999)]
        connection.execute(games.insert(), others)  # type: ignore[attr-defined]

    await storage._database.write(copy)
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    for engine in engines(storage):
        event.listen(engine, "before_cursor_execute", note)
    page = await listed(storage, offset=1_990)
    turns, _ = await storage[MyGamesStore].turns(ANN)
    for engine in engines(storage):
        event.remove(engine, "before_cursor_execute", note)
    assert (len(page.games), page.total, len(turns)) == (10, 2_000, 1_000)
    assert game.id == 1
    assert len([statement for statement in statements if statement.startswith("SELECT")]) == 4


async def games_of(storage: Storage, player: int, limit: int) -> list[tuple[Game, ...]]:
    return [some async for some in storage[HistoryStore].games_of(player, limit)]


async def test_a_players_games_are_running_or_over(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few are read at once."""
    monkeypatch.setattr("data.games.history.GAMES_AT_ONCE", 2)
    over = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    going = await storage.create_game(between(CAT, ANN))
    aside = await storage.adjourn(await storage.create_game(against_computer(ANN)))
    await storage.create_game(between(BOB, CAT))
    await storage.create_game(offer(ANN, BOB))
    going = await storage.add_moves(going, [move("d3", 0)])
    assert await games_of(storage, ANN, 10) == [(over, going), (aside,)]
    assert await games_of(storage, ANN, 2) == [(going, aside)]
    assert await games_of(storage, 4, 10) == []


@pytest.mark.parametrize("wanted", [
    PastGames(None), PastGames(ANN), PastGames(BOB), PastGames(ANN, result="win"),
    PastGames(ANN, rated=False), PastGames(BOB, opponent_id=CAT),
])  # fmt: skip
async def test_past_games_are_found_by_person_or_server(storage: Storage, wanted: PastGames) -> None:
    with plans(storage) as steps:
        await storage[HistoryStore].past_games(wanted, Viewer(ANN, GUILD, {CHANNEL}), 0, 8)
    assert [step for step in steps if step.startswith("SCAN") or "ix_games_state" in step] == []


async def test_a_person_sees_their_games_and_those_of_their_channels(storage: Storage) -> None:
    mine = (await played(storage, between(ANN, BOB, channel_id=1), FIRST_WINS)).game
    seen = (await played(storage, between(BOB, CAT), FIRST_WINS)).game
    await played(storage, between(BOB, CAT, channel_id=1), FIRST_WINS)
    await played(storage, between(BOB, CAT, guild_id=1), FIRST_WINS)
    viewer = Viewer(ANN, GUILD, {CHANNEL})
    found, total = await storage[HistoryStore].past_games(PastGames(BOB), viewer, 0, 8)
    assert ({game.id for game in found}, total) == ({mine.id, seen.id}, 2)
    found, total = await storage[HistoryStore].past_games(PastGames(None), viewer, 0, 8)
    assert [game.id for game in found] == [seen.id]


async def test_past_games_of_two_people_are_those_of_either_order_latest_first(
    storage: Storage, clock: Clock
) -> None:
    async def play(first: int, second: int) -> int:
        clock.advance(seconds=60)
        return (await played(storage, between(first, second), FIRST_WINS)).game.id

    won, _, lost, _ = [await play(*pair) for pair in ((ANN, BOB), (ANN, CAT), (BOB, ANN), (CAT, BOB))]
    await storage.create_game(between(ANN, BOB))

    async def found(wanted: PastGames, viewer: int, limit: int = 8) -> tuple[list[int], int]:
        part = await storage[HistoryStore].past_games(wanted, Viewer(viewer, GUILD, {CHANNEL}), 0, limit)
        return [game.id for game in part.games], part.total

    for viewer in (ANN, BOB, CAT):
        assert await found(PastGames(ANN, opponent_id=BOB), viewer) == ([lost, won], 2)
        assert await found(PastGames(ANN, opponent_id=BOB, result="win"), viewer) == ([won], 1)
    assert await found(PastGames(ANN), ANN, limit=1) == ([lost], 3)
    assert await found(PastGames(ANN, rated=False), ANN) == ([], 0)


async def over(storage: Storage, first: int, second: int) -> int:
    game = await storage.create_game(between(first, second))
    game = await storage.add_moves(game, [move("d3", 0), move("c3", 1)])
    return (await storage.add_moves(game, [move("c4", 0)], FIRST_WINS)).id


async def test_games_that_are_over_are_worked_out_once_the_latest_first(storage: Storage) -> None:
    await storage.create_game(between())
    old, new = await over(storage, ANN, BOB), await over(storage, BOB, CAT)
    assert await storage[OpeningStore].unknown(2, 5) == (
        Beginning(new, "reversi", "", ("d3", "c3")),
        Beginning(old, "reversi", "", ("d3", "c3")),
    )
    assert [game.game_id for game in await storage[OpeningStore].unknown(9, 1)] == [new]
    assert [game.game_id for game in await storage[OpeningStore].unknown(9, 5, player_id=ANN)] == [old]
    await storage[OpeningStore].keep({old: "Cow", new: ""})
    assert await storage[OpeningStore].unknown(9, 5) == ()
    await storage[OpeningStore].keep({})
