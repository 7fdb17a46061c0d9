"""Data of people: exported and forgotten."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, TypeDecorator, insert, select

from data import Storage
from data.games.changes import GameChanges
from data.games.questions import QuestionStore
from data.games.records import Ending, Game, GameState, Outcome, QuestionKind
from data.games.waiting import WaitingStore
from data.jobs.reviews import NewReview, NewStrengthTest, ReviewStore, StrengthTestStore
from data.people.personal import DELETED_PLAYER, PERSONAL_DATA, described
from data.people.players import BlockStore, PeopleStore
from data.people.preferences import NewOpponent, OpponentStore, Owner, PreferenceStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from data.ratings.glicko2 import START
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.tables.playing import vote_games
from data.upkeep import export
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import ForgettingStore
from tests.cases import there
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, forget, leaving, rank_everyone
from tests.data.playing import FIRST_WINS, SECOND_WINS, against_computer, between, move, offer, played
from tests.databases import everything, on_postgres

PEOPLE = RatingList("reversi", Pool.PEOPLE)


async def holding(storage: Storage, *values: object) -> list[str]:
    """Return the columns that contain one of the values, alone or inside a text."""
    stored = await everything(storage)
    return [f"{table}.{column}" for table, column, cell in stored for value in values if str(value) in cell]


async def furnish(storage: Storage) -> dict[str, Game]:
    """Ann has a bit of everything; Bob has played her and has things of his own."""
    await storage[PeopleStore].remember(ANN, "Ann Example", GUILD, "Annie")
    await storage[PeopleStore].remember(BOB, "Bob", GUILD, "Bobby")
    made = {
        "won": (await played(storage, between(ANN, BOB), FIRST_WINS)).game,
        "lost": (await played(storage, between(BOB, ANN), FIRST_WINS)).game,
        "of others": (await played(storage, between(BOB, CAT), SECOND_WINS)).game,
        "computer": await storage.create_game(against_computer(ANN)),
        "going": await storage.create_game(between(BOB, ANN)),
        "offer by": await storage.create_game(offer(ANN, BOB)),
        "offer to": await storage.create_game(offer(BOB, ANN)),
        "offer to all": await storage.create_game(offer(ANN, None)),
        "others": await storage.create_game(between(BOB, CAT)),
    }
    made["going"] = await storage.add_moves(made["going"], [move("d3", 0)])
    aside = await storage.create_game(between(ANN, CAT))
    made["aside"] = await storage.adjourn(aside)
    await storage[QuestionStore].ask(made["going"], QuestionKind.DRAW, 1)
    await storage[BlockStore].add(ANN, CAT)
    await storage[BlockStore].add(CAT, ANN)
    await storage[BlockStore].add(BOB, CAT)
    for owner in (Owner("person", ANN), Owner("person", BOB), Owner("server", GUILD)):
        await storage[PreferenceStore].put(owner, "theme", f"theme of {owner.id}")
    await storage[OpponentStore].create(NewOpponent(GUILD, "Annbot", "greedy", ANN))
    await storage[OpponentStore].create(NewOpponent(GUILD, "Bobbot", "greedy", BOB))
    await storage[StrengthTestStore].begin(
        NewStrengthTest(GUILD, CHANNEL, ANN, "reversi", "", "easy", "hard", 2, 1)
    )
    await storage[ReviewStore].begin(NewReview(made["won"].id, ANN, GUILD, CHANNEL), 9)
    await storage[PuzzlePostStore].add(NewPuzzlePost("r1", GUILD, CHANNEL))
    return made


async def fill(storage: Storage, game_id: int) -> None:
    """A row about Ann in every table about people in which there is none yet."""

    def work(connection: Connection) -> None:
        voting = {"form": "teams", "seconds": 60, "lot": 1, "side": 0, "ply": 0, "empty": 0, "record": "done"}
        connection.execute(insert(vote_games).values(game_id=game_id, **voting))
        for table, kept in reversed(described()):
            for person in kept.people:
                if connection.execute(select(1).select_from(table).where(table.c[person] == ANN)).first():
                    continue
                row = {
                    column.name: _value(column, game_id)
                    for column in table.columns
                    if not (column.nullable or column.autoincrement is True)
                }
                connection.execute(insert(table).values({**row, person: ANN}))

    await storage._database.write(work)


def _value(column: Column[Any], game_id: int) -> object:
    if column.name == "game_id":
        return game_id
    if column.table.name in ("tournaments", "puzzle_races") and column.name == "state":
        return "open"
    if column.table.name == "puzzle_runs" and column.name == "kind":
        return "rush"
    if any(key.target_fullname == "players.id" for key in column.foreign_keys):
        return BOB
    if isinstance(column.type, TypeDecorator):
        return datetime(2026, 3, 1, tzinfo=UTC)
    kind: Any = column.type.python_type
    return kind(1)


async def test_no_column_of_any_table_names_them(storage: Storage, path: Path) -> None:
    made = await furnish(storage)
    await fill(storage, made["won"].id)
    people = {f"{table.name}.{column}" for table, kept in described() for column in kept.people}
    assert people <= set(await holding(storage, ANN)), "every column that can name a person has a row"
    assert {"players.name", "nicknames.name"} <= set(await holding(storage, "Ann"))
    await forget(storage, ANN)
    assert await holding(storage, ANN, "Ann") == []


async def test_games_end_for_the_good_of_the_others_who_keep_what_is_theirs(storage: Storage) -> None:
    made = await furnish(storage)
    heard: dict[int, Game] = {}
    storage[GameChanges].listen(lambda game: heard.__setitem__(game.id, game))
    before = await storage[StandingStore].rating(CAT, PEOPLE)
    mine, others, servers = Owner("person", ANN), Owner("person", BOB), Owner("server", GUILD)
    for owner in (mine, others, servers):
        assert await storage[PreferenceStore].of(owner) == {"theme": f"theme of {owner.id}"}
    ended = await storage[ForgettingStore].forget(ANN, leaving)
    names = ("computer", "going", "offer by", "offer to", "offer to all", "aside")
    assert set(ended) == {made[name].id for name in names}
    going = there(await storage.game(made["going"].id))
    assert (going.state, going.ending, going.winner) == (GameState.FINISHED, Ending.RESIGNED, 0)
    assert going.version > made["going"].version
    assert [change.player_id for change in await storage.rating_changes(going.id)] == [BOB]
    closed = [await storage.game(made[name].id) for name in names[2:5]]
    assert [game.closed_as for game in closed if game] == ["withdrawn", "declined", "withdrawn"]
    assert await storage.game(made["others"].id) == made["others"]
    assert set(ended) == heard.keys()
    assert {game.state for game in heard.values()} == {GameState.FINISHED, GameState.CLOSED}
    assert ANN not in {seat.player_id for game in heard.values() for seat in game.seats}
    assert await storage[StandingStore].rating(CAT, PEOPLE) != before, "an adjourned game was won"
    won = there(await storage.game(made["won"].id))
    assert won.moves == made["won"].moves
    assert [seat.player_id for seat in won.seats] == [DELETED_PLAYER, BOB]
    profile = there(await storage[StandingStore].profile(BOB, GUILD))
    assert {recent.opponent_name for recent in profile.recent} == {"deleted player", str(CAT)}
    await rank_everyone(storage)
    page = await storage[StandingStore].leaderboard(PEOPLE, guild_id=GUILD, asker_id=ANN)
    assert {row.player_id for row in page.rows} == {BOB, CAT}
    assert page.asker is None
    assert [opponent.name for opponent in await storage[OpponentStore].of_guild(GUILD)] == ["Bobbot"]
    assert await storage[BlockStore].of(BOB) == (CAT,)
    (test,) = await storage[StrengthTestStore].in_progress()
    assert test.asked.asker_id == DELETED_PLAYER
    assert await storage[PreferenceStore].of(mine) == {}
    for owner in (others, servers):
        assert await storage[PreferenceStore].of(owner) == {"theme": f"theme of {owner.id}"}


async def test_two_who_have_played_each_other_can_both_leave(storage: Storage, path: Path) -> None:
    made = await furnish(storage)
    await forget(storage, ANN, BOB)
    assert await holding(storage, ANN, "Ann", BOB, "Bob") == []
    won = there(await storage.game(made["won"].id))
    assert [seat.player_id for seat in won.seats] == [DELETED_PLAYER, DELETED_PLAYER]


async def test_a_forgotten_player_who_returns_is_new(storage: Storage) -> None:
    await furnish(storage)
    await forget(storage, ANN)
    assert not await storage[PeopleStore].knows(ANN)
    assert await storage[PeopleStore].name(ANN, GUILD) == str(ANN)
    await storage[PeopleStore].remember(ANN, "Ann again", GUILD, None)
    again = await played(storage, between(ANN, BOB), FIRST_WINS)
    assert [change.before for change in again.changes if change.player_id == ANN] == [START]
    profile = there(await storage[StandingStore].profile(ANN))
    assert [recent.game_id for recent in profile.recent] == [again.game.id]


async def test_forgetting_is_atomic_and_changes_nothing_of_others(storage: Storage, path: Path) -> None:
    await furnish(storage)
    before = await holding(storage, ANN, BOB, CAT)
    assert await storage[ForgettingStore].forget(4711, leaving) == ()
    assert await holding(storage, ANN, BOB, CAT) == before
    before = await holding(storage, ANN)

    def broken(game: Game, side: int) -> Outcome:
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        await storage[ForgettingStore].forget(ANN, broken)
    assert await holding(storage, ANN) == before


async def test_messages_that_name_them_are_listed_until_they_change(storage: Storage, other: Storage) -> None:
    made = await furnish(storage)
    for name in ("won", "lost", "of others", "going"):
        game = there(await storage.game(made[name].id))
        await storage[WaitingStore].mark_shown(game, CHANNEL, 9000 + game.id)
    await forget(storage, ANN)
    assert await storage[ForgettingStore].outdated(10) == (made["lost"].id, made["won"].id)
    await forget(storage, BOB)
    assert await storage[ForgettingStore].outdated(1) == (made["going"].id,)
    await storage[ForgettingStore].record_updated(made["of others"].id)
    left = tuple(made[name].id for name in ("going", "lost", "won"))
    assert await other[ForgettingStore].outdated(10) == left


async def exported(storage: Storage, player_id: int) -> dict[str, Any]:
    """The document as a program reads it that gets the file."""
    read: dict[str, Any] = json.loads(json.dumps(await storage[ExportStore].of(player_id)))
    return read


def texts(value: object) -> Iterator[str]:
    """Every key and every value of a document, as text."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    else:
        yield str(value)


async def test_everything_of_theirs_is_in_it_and_nothing_of_others(storage: Storage) -> None:
    made = await furnish(storage)
    document = await exported(storage, ANN)
    assert (document["format"], document["version"]) == ("flipfour-export", 1)
    assert document["exported_at"] == "2026-03-01T12:00:00Z"
    assert document["players"] == [{"id": "me", "name": "Ann Example", "seen_at": "2026-03-01T12:00:00Z"}]
    assert document["nicknames"] == [{"player_id": "me", "guild_id": str(GUILD), "name": "Annie"}]
    hers = sorted(game.id for name, game in made.items() if name not in ("others", "of others"))
    assert [game["id"] for game in document["games"]] == hers
    assert len(document["results"]) == 2
    assert {row["player_id"] for row in document["results"] + document["ratings"]} == {"me"}
    assert [row["name"] for row in document["opponents"]] == ["Annbot"]
    assert [row["asker_id"] for row in document["measurements"]] == ["me"]
    assert set(document) >= {table for table, kept in PERSONAL_DATA.items() if kept.people}
    (going,) = (game for game in document["games"] if game["id"] == made["going"].id)
    assert going["transcript"] == "d3"
    (move,) = going["moves"]
    assert (move["ply"], move["move"], move["seat"], move["seconds"]) == (0, "d3", 0, 1.0)
    assert datetime.fromisoformat(move["played_at"]).utcoffset() is not None
    (question,) = going["questions"]
    assert (question["kind"], question["side"]) == ("draw", 1)
    games = {game["id"]: game for game in document["games"]}
    bob = games[made["won"].id]["second_player_id"]
    assert bob == games[made["lost"].id]["first_player_id"] == games[made["offer by"].id]["opponent_id"]
    cat = games[made["aside"].id]["second_player_id"]
    assert {bob, cat} == {"person 1", "person 2"}
    assert [row["blocked_id"] for row in document["blocks"]] == [cat]
    everything = list(texts(await exported(storage, ANN)))
    for private in (BOB, CAT, "Bob", "Bobby", "Bobbot"):
        assert not [text for text in everything if str(private) in text]


async def test_those_who_are_blocked_or_unknown_do_not_see_by_whom(storage: Storage) -> None:
    await furnish(storage)
    document = await exported(storage, CAT)
    # Ann and Bob block Cat.
    assert [row["blocker_id"] for row in document["blocks"]] == ["me"]
    document = await exported(storage, 4711)
    assert {value for value in map(repr, document.values()) if value.startswith("[")} == {"[]"}


async def test_many_games_are_read_page_by_page(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GAMES_AT_ONCE", 3)
    made = [await storage.create_game(against_computer(ANN)) for _ in range(7)]
    await storage.create_game(between(BOB, CAT))
    document = await exported(storage, ANN)
    assert [game["id"] for game in document["games"]] == [game.id for game in made]


async def test_lists_are_documented_and_paged(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnish(storage)
    text = (Path(__file__).parents[3] / "docs" / "mydata.md").read_text(encoding="utf-8")
    lists = [name for name, value in (await exported(storage, ANN)).items() if isinstance(value, list)]
    assert [name for name in lists if text.count(f"\n| `{name}` |") != 1] == []
    threads: set[int] = set()
    write = export._row

    def noted(*given: Any) -> Any:
        threads.add(threading.get_ident())
        return write(*given)

    monkeypatch.setattr(export, "_row", noted)
    await exported(storage, ANN)
    assert threads
    # What a server answers is read by the event loop, a page at a time.
    assert (threading.get_ident() in threads) is on_postgres()
    whole = await exported(storage, ANN)
    monkeypatch.setattr(export, "ROWS_AT_ONCE", 1)
    _, tables = storage[ExportStore].tables_of(ANN)
    assert max([len(rows) async for name, rows in tables if name != "games"]) == 1
    assert await exported(storage, ANN) == whole
