"""Exports: everything stored about a player, and of others only what the games need."""

from __future__ import annotations

import json
import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from data import Storage
from data.people.personal import PERSONAL_DATA
from data.upkeep import export
from tests.data.helpers import ANN, BOB, CAT, GUILD, against_computer, between
from tests.data.upkeep.test_forgetting import furnish

if TYPE_CHECKING:
    from collections.abc import Iterator


async def test_rows_are_read_and_written_off_the_event_loop(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await furnish(storage)
    threads: set[int] = set()
    write = export._row

    def noted(*given: Any) -> Any:
        threads.add(threading.get_ident())
        return write(*given)

    monkeypatch.setattr(export, "_row", noted)
    await exported(storage, ANN)
    assert threads
    assert threading.get_ident() not in threads


async def exported(storage: Storage, player_id: int) -> dict[str, Any]:
    """The document as a program reads it that gets the file."""
    read: dict[str, Any] = json.loads(json.dumps(await storage.export.of(player_id)))
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


async def test_everything_is_in_it(storage: Storage) -> None:
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


async def test_games_have_their_moves_and_questions(storage: Storage) -> None:
    made = await furnish(storage)
    document = await exported(storage, ANN)
    (going,) = (game for game in document["games"] if game["id"] == made["going"].id)
    assert going["transcript"] == "d3"
    (move,) = going["moves"]
    assert (move["ply"], move["move"], move["seat"], move["seconds"]) == (0, "d3", 0, 1.0)
    assert datetime.fromisoformat(move["played_at"]).utcoffset() is not None
    (question,) = going["questions"]
    assert (question["kind"], question["side"]) == ("draw", 1)


async def test_others_are_numbers_that_mean_the_same_everywhere(storage: Storage) -> None:
    made = await furnish(storage)
    document = await exported(storage, ANN)
    games = {game["id"]: game for game in document["games"]}
    bob = games[made["won"].id]["second_player_id"]
    assert bob == games[made["lost"].id]["first_player_id"] == games[made["offer by"].id]["opponent_id"]
    cat = games[made["aside"].id]["second_player_id"]
    assert {bob, cat} == {"person 1", "person 2"}
    assert [row["blocked_id"] for row in document["blocks"]] == [cat]


async def test_neither_ids_nor_names_of_others_are_in_it(storage: Storage) -> None:
    await furnish(storage)
    everything = list(texts(await exported(storage, ANN)))
    for private in (BOB, CAT, "Bob", "Bobby", "Bobbot"):
        assert not [text for text in everything if str(private) in text]


async def test_an_export_does_not_name_who_blocks_them(storage: Storage) -> None:
    await furnish(storage)
    document = await exported(storage, CAT)
    # Ann and Bob block Cat.
    assert [row["blocker_id"] for row in document["blocks"]] == ["me"]


async def test_a_person_without_data_gets_an_empty_document(storage: Storage) -> None:
    await furnish(storage)
    document = await exported(storage, 4711)
    assert {value for value in map(repr, document.values()) if value.startswith("[")} == {"[]"}


async def test_many_games_are_read_page_by_page(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GAMES_AT_ONCE", 3)
    made = [await storage.create_game(against_computer(ANN)) for _ in range(7)]
    await storage.create_game(between(BOB, CAT))
    document = await exported(storage, ANN)
    assert [game["id"] for game in document["games"]] == [game.id for game in made]


async def test_every_list_is_documented_once(storage: Storage) -> None:
    text = (Path(__file__).parents[3] / "docs" / "mydata.md").read_text(encoding="utf-8")
    lists = [name for name, value in (await exported(storage, ANN)).items() if isinstance(value, list)]
    assert [name for name in lists if text.count(f"\n| `{name}` |") != 1] == []


async def test_all_lists_are_read_page_by_page(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnish(storage)
    whole = await exported(storage, ANN)
    monkeypatch.setattr(export, "ROWS_AT_ONCE", 1)
    _, tables = storage.export.tables_of(ANN)
    assert max([len(rows) async for name, rows in tables if name != "games"]) == 1
    assert await exported(storage, ANN) == whole
