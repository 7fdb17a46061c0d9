"""Findings of `flipfour check`, what it tolerates, and packing of moves in the background."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.hosting import packing
from bot.hosting.backups import write_games
from bot.hosting.checking import Finding, Grade, check_database
from bot.hosting.packing import MovePacking
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.study.records.recognition import FORMATS
from data import Storage
from data.db.copying import copy_everything
from data.games.moves import PackingStore, games_not_packed
from data.games.packing import pack
from data.upkeep.pending import PendingStore
from tests import databases
from tests.bot.helpers import (
    ANN,
    BLACK_WIPES_OUT,
    BOB,
    BOUNDLESS,
    PLACE,
    REVERSI,
    Clock,
    computer_game,
    game_after,
    kit_of,
)
from tests.data.db.test_backup import spoil
from tests.data.helpers import pack_all


async def _play(path: Path) -> None:
    """Play two rated games, one that is resigned and packed, and one that is in progress."""
    clock = Clock()
    storage = await Storage.open(f"sqlite:///{path}", clock=clock, fair_use=BOUNDLESS)
    challenges = Challenges(kit_of(storage, clock))
    referee = Referee(storage)
    for _ in range(2):
        await game_after(challenges, *BLACK_WIPES_OUT)
        clock.advance(days=3)
    resigned = await game_after(challenges, *BLACK_WIPES_OUT[:5])
    await referee.resign(resigned.game.id, ANN)
    waiting = await storage[PackingStore].not_packed(9)
    await storage[PackingStore].keep({resigned.game.id: pack(waiting[resigned.game.id] or [])})
    clock.advance(days=1)
    await game_after(challenges, "d3", "c3")
    await computer_game(challenges)
    await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    await storage.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "games.db"
    asyncio.run(_play(path))
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "games.db"
    copy.write_bytes(played.read_bytes())
    return copy


async def check(path: Path, *statements: str) -> list[Finding]:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return [
        finding for finding in await check_database(f"sqlite:///{path}") if finding.grade is not Grade.GOOD
    ]


async def test_a_sound_database(path: Path) -> None:
    found = await check_database(f"sqlite:///{path}")
    assert [finding.grade for finding in found] == [Grade.GOOD] * 4
    assert "all 6 follow the rules" in found[1].text


@pytest.mark.long
@pytest.mark.postgres
async def test_a_server_is_checked_as_a_file_is(path: Path, tmp_path: Path) -> None:
    rows = Path(__file__).with_name("sound_rows.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as file:
        file.executescript(rows)
    server = databases.url_without_tables(tmp_path / "server.db")
    await copy_everything(f"sqlite:///{path}", server)
    assert {finding.grade for finding in await check_database(server)} == {Grade.GOOD}
    databases.execute(
        server,
        "UPDATE puzzle_races SET finished_at = '2020-01-01' WHERE finished_at IS NOT NULL",
        "UPDATE games SET ending = 'eaten' WHERE id = 1",
        "UPDATE ratings SET wins = wins + 1 WHERE player_id = 1002",
    )
    said = "\n".join(finding.text for finding in await check_database(server))
    assert "has ending eaten" in said
    assert "before created_at" in said
    assert "counts 2 wins, but 1 are stored" in said


@pytest.mark.long
async def test_faults_of_ratings_are_notes_and_those_of_games_bad(path: Path) -> None:
    """People can play on with the former; what is said of each: `test_damage.py`."""
    for statement in (
        "UPDATE ratings SET value = value + 100 WHERE player_id = 1001",
        "DELETE FROM ratings WHERE player_id = 1002",
    ):
        assert {finding.grade for finding in await check(path, statement)} == {Grade.NOTE}
    found = await check(path, "UPDATE games SET score = 3 WHERE id = 1")
    assert [finding for finding in found if finding.grade is Grade.BAD and "wrong result" in finding.text]


TWICE = (
    "INSERT INTO moves (game_id, ply, move, seat, seconds, played_at) "
    "VALUES (1, 0, 'd3', 0, 1, '2026-03-01 12:00:00.000000')"
)
OTHERS = "UPDATE packed_moves SET packed = (SELECT packed FROM packed_moves WHERE game_id = 3)"


@pytest.mark.first(2)
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE packed_moves SET packed = x'01' WHERE game_id = 1", "holds a value unknown"),
        (OTHERS, "has 5 moves instead of 9"),
        ("UPDATE games SET plies = 7 WHERE id = 1", "has 9 moves instead of 7"),
        ("DELETE FROM packed_moves WHERE game_id = 1", "has 0 moves instead of 9"),
        ("UPDATE games SET plies = NULL WHERE id = 1", "has packed moves, which are not counted"),
        (
            "UPDATE games SET created_at = '2027-01-01 00:00:00.000000' WHERE id = 1",
            "has a move before its start",
        ),
        (TWICE, "has its moves twice"),
    ],
)
async def test_faulty_packed_games(path: Path, statement: str, said: str) -> None:
    storage = await Storage.open(f"sqlite:///{path}")
    await pack_all(storage)
    await storage.close()
    assert {finding.grade for finding in await check_database(f"sqlite:///{path}")} == {Grade.GOOD}
    bad = [finding.text for finding in await check(path, statement) if finding.grade is Grade.BAD]
    assert [text for text in bad if text.startswith(f"game 1 {said}")]


async def test_contradictions_and_unreadable_rows_are_listed(path: Path) -> None:
    block = "INSERT INTO blocks VALUES (1001, 1001, '2026-03-01 12:00:00.000000')"
    (found,) = await check(path, block)
    assert (found.subject, found.grade) == ("people", Grade.NOTE)
    told = await check(path, "DELETE FROM blocks", "UPDATE games SET unrated_why = 'mood' WHERE id = 4")
    assert "game 4 holds a value unknown to this version" in [found.text for found in told]
    told = await check(path, "UPDATE results SET finished_at = 'soon' WHERE game_id = 1 AND seat = 0")
    assert "results (game_id 1, seat 0) has finished_at soon: not a time" in [found.text for found in told]


async def test_ratings_outlive_deleted_games(path: Path) -> None:
    """As where a host limits how long games are kept."""
    assert await check(path, "PRAGMA foreign_keys=ON", "DELETE FROM games WHERE id = 1") == []


async def test_many_faults_are_counted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.checking.MAX_SHOWN", 2)
    found = await check(path, "UPDATE games SET options = '7x7'")
    games = [finding.text for finding in found if finding.subject == "games"]
    assert (len(games), games[2]) == (3, "and 4 more")


async def test_dangling_references(path: Path) -> None:
    found = await check(
        path, "DELETE FROM players WHERE id = 1002", "UPDATE games SET ending = 'eaten' WHERE id = 1"
    )
    assert "refers to a missing row of players" in found[0].text
    assert "flipfour restore" in found[0].advice
    assert any("ending eaten" in finding.text for finding in found)


async def test_a_damaged_file(path: Path) -> None:
    spoil(path, 20, 24)
    found = await check_database(f"sqlite:///{path}")
    assert {finding.grade for finding in found} == {Grade.BAD}


@pytest.mark.parametrize("content", [b"", b"to be, or not to be" * 100])
def test_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    (found,) = asyncio.run(check_database(f"sqlite:///{path}"))
    assert found.grade is Grade.BAD


async def test_the_bot_may_run_meanwhile(path: Path) -> None:
    storage = await Storage.open(f"sqlite:///{path}")
    found = await check_database(f"sqlite:///{path}")
    assert [finding.grade for finding in found] == [Grade.GOOD] * 4
    await storage.close()


async def test_all_games_are_written_one_per_line(path: Path) -> None:
    lines: list[bytes] = []
    assert await write_games(f"sqlite:///{path}", "jsonl", lines.append) == (5, 0)
    head, *games = map(json.loads, lines)
    assert head == {"format": "flipfour-games", "version": 1}
    assert [game["id"] for game in games] == [1, 2, 3, 4, 5]
    assert games[0]["moves"] == list(BLACK_WIPES_OUT)
    assert (games[0]["winner"], games[0]["score"], games[0]["ending"]) == (0, 64, "played")
    assert (games[2]["ending"], games[3]["state"]) == ("resigned", "playing")
    assert games[4]["players"] == [{"person": "1001"}, {"computer": "easy"}]
    assert b"Ann" not in b"".join(lines)


async def test_a_damaged_game_is_left_out(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET ending = 'eaten' WHERE id = 1")
    assert await write_games(f"sqlite:///{path}", "jsonl", lambda line: None) == (4, 1)


async def test_all_games_of_reversi_as_ggf(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE games SET game = 'connect4', options = '' WHERE id = 5")
    lines: list[bytes] = []
    assert await write_games(f"sqlite:///{path}", "ggf", lines.append) == (4, 1)
    read = FORMATS["GGF"].read(b"".join(lines))
    assert read[0].moves == BLACK_WIPES_OUT
    assert timedelta(days=2) < read[1].played_on - read[0].played_on < timedelta(days=4)  # type: ignore[operator]


async def over(storage: Storage) -> int:
    game = await game_after(Challenges(kit_of(storage)), *BLACK_WIPES_OUT)
    return game.game.id


async def test_games_are_packed_once_they_are_over(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "AT_ONCE", 2)
    feature = MovePacking(kit_of(storage))
    made = [await over(storage) for _ in range(5)]
    assert await storage[PendingStore].waiting(feature.chores) == {games_not_packed}
    monkeypatch.setattr(packing, "IN_A_ROUND", 2)
    await feature.do_pending()
    assert [*await storage[PackingStore].not_packed(9)] == made[4:]
    await feature.do_pending()
    assert await storage[PendingStore].waiting(feature.chores) == set()


async def test_a_game_that_cannot_be_packed_keeps_its_rows_and_is_logged(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await over(storage)

    def fail(_: object) -> bytes:
        raise ValueError("moves cannot be packed")

    monkeypatch.setattr(packing, "pack", fail)
    feature = MovePacking(kit_of(storage))
    with capture_logs() as log:
        await feature.do_pending()
    assert [(entry["event"], entry["game"]) for entry in log] == [
        ("the moves of a game could not be packed", made)
    ]
    # It is not tried again at each pass.
    assert await storage[PendingStore].waiting(feature.chores) == set()
    game = await storage.game(made)
    assert game is not None
    assert game.moves == BLACK_WIPES_OUT
