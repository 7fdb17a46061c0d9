"""A large past for benchmarks: years of games, daily puzzles and reviews of thousands of people.

Of a few games and people there are few beginnings, days and reviews, too.

A separate process of low priority fills it once for each revision of the tables; it is kept in the system's
folder for temporary files, and every benchmark works on a copy.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, Table, insert

from bench.silent_discord import CHANNEL_ID, PERSON_ID
from bot.catalog import GAMES
from bot.core.errors import HostError
from bot.core.snapshot import GameSnapshot
from bot.ranks.insights.insights import judged_games
from bot.study.openings.explorer import INDEXED_PLIES
from bot.study.openings.lines import canonical
from bot.study.review.reviews import review_of
from data import Storage
from data.db.migrate import newest_revision
from data.games.explorer import PlayedMove
from data.games.moves import PackingStore
from data.games.packing import pack
from data.jobs.judged import JudgedPly, JudgedStore, write_plies
from data.jobs.reviews import ReviewStore
from data.tables import people, playing, puzzles, standings
from engine.search.position import PASS

FILLED = 2
"""Number of the way in which the database is filled: files of others are not used."""

GAMES_STORED = 100_000
PEOPLE = 5_000

NOW = datetime(2026, 3, 29, 20, tzinfo=UTC)
"""A Sunday evening shortly before the end of the season; clocks changed that day in Europe."""

DAYS = 360
"""Days over which the games are spread, more of them each day."""

PERSON = int(PERSON_ID)
"""The person who plays most, followed by the others in the order of their ids."""

GUILDS = [1 << 22, *((number << 22) + number for number in range(2, 51))]
"""Servers, the first of which has most games."""

SHARE_OF_FIRST = 0.6
CHANNELS = (int(CHANNEL_ID), 11, 12, 13)
"""Channels of each server with games; those of the first one are seen by the person, but for the last."""

MAX_PLIES = 60
"""Plies of a whole game."""

LINES = 200
"""Different beginnings of games, some far more frequent than others."""

OPENINGS = ("", "tiger", "rose", "buffalo", "heath", "cow")
DAILY_DAYS = 120
REVIEWED = 40
"""The person's latest games, which are whole and reviewed ply by ply."""

JUDGED = 2_000
"""The person's games whose moves are judged."""

AT_ONCE = 5_000

Rows = list[dict[str, Any]]


@contextmanager
def copied(number: int, people: int, plies: int = INDEXED_PLIES) -> Iterator[Path]:
    """Yield a copy of a database with this many games and people; it is made once and kept.

    Most games have the first `plies` of a game only; of two people, each has all games.
    """
    with tempfile.TemporaryDirectory(prefix="flipfour-bench-") as folder:
        yield Path(shutil.copy(_kept(number, people, plies), Path(folder) / "past.db"))


def _kept(number: int, people: int, plies: int) -> Path:
    folder = Path(tempfile.gettempdir()) / f"flipfour-bench-{getattr(os, 'getuid', int)()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise HostError(f"the folder {folder} belongs to another user: name another one by TMPDIR")
    file = folder / f"past-{newest_revision()}-{FILLED}-{number}-{people}-{plies}.db"
    if not file.exists():
        program = f"from bench.past import create; create({str(file)!r}, {number}, {people}, {plies})"
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
        if run.returncode:
            raise HostError(f"the games were not created: {run.stderr.strip()}")
    return file


def create(file: str, number: int, people: int, plies: int) -> None:
    """Create the database; other work of the machine has precedence."""
    with suppress(AttributeError):
        os.nice(19)
    partial_file = Path(f"{file}.{os.getpid()}")
    asyncio.run(_fill(partial_file, number, people, plies))
    partial_file.rename(file)


async def _fill(file: Path, number: int, people: int, plies: int) -> None:
    storage = await Storage.open(f"sqlite:///{file}", clock=lambda: NOW)
    random = Random(1)
    for table, rows in _people(random, people):
        await _store(storage, table, rows)
    lines = [beginning(Random(seed), plies) for seed in range(min(LINES, number))]
    whole = min(REVIEWED, number // 10)
    weights = [1 / (5 + person) for person in range(people)]
    totals: dict[tuple[int, int], list[int]] = {}
    own: list[dict[str, Any]] = []
    # Denser towards the end.
    moments = sorted(NOW - timedelta(days=DAYS) * (1 - random.random() ** 0.5) for _ in range(number))
    for first in range(0, number, AT_ONCE):
        stored: dict[Table, Rows] = {}
        for at in range(first, min(first + AT_ONCE, number)):
            last = number - at <= whole
            _add_game(stored, random, at + 1, moments[at], weights, lines, totals, own, whole=last)
        for table in (playing.games, playing.moves, playing.opening_moves, standings.results):
            await _store(storage, table, stored.get(table, []))
    await _pack(storage)
    for table, rows in (*_ratings(random, totals), *_dailies(random, people), *_attempts(random, people)):
        await _store(storage, table, rows)
    await _review(storage, random, own)
    await storage.close()


async def _store(storage: Storage, table: Table, rows: Rows) -> None:
    def work(connection: Connection) -> None:
        if rows:
            connection.execute(insert(table), rows)

    await storage._database.write(work)


async def _pack(storage: Storage) -> None:
    store = storage[PackingStore]
    while waiting := await store.not_packed(AT_ONCE):
        await store.keep({game_id: pack(moves or []) for game_id, moves in waiting.items()})


def _people(random: Random, number: int) -> Iterator[tuple[Table, Rows]]:
    ids = range(PERSON, PERSON + number)
    yield people.players, [{"id": one, "name": f"Player {one}"} for one in ids]
    yield (
        people.nicknames,
        [
            {"player_id": one, "guild_id": GUILDS[0], "name": f"Nickname {one}"}
            for one in ids
            if random.random() < 0.5
        ],
    )


def beginning(random: Random, plies: int = INDEXED_PLIES) -> tuple[list[str], list[PlayedMove]]:
    """Return the first moves of a game of Reversi, and what the index of openings has of them."""
    kind = GAMES["reversi"]
    position = kind.start("")
    played: list[str] = []
    indexed: list[PlayedMove] = []
    while len(played) < plies and (legal := position.legal_moves()):
        move = legal[0] if len(played) < 2 else legal[min(int(random.expovariate(0.9)), len(legal) - 1)]
        if move != PASS and len(indexed) < INDEXED_PLIES:
            form = canonical(kind, position)
            indexed.append(PlayedMove(form.key, form.squares[move], position.turn))
        played.append(move)
        position = position.play(move)
    return played, indexed


def _add_game(
    stored: dict[Table, Rows],
    random: Random,
    game_id: int,
    at: datetime,
    weights: Sequence[float],
    lines: Sequence[tuple[list[str], list[PlayedMove]]],
    totals: dict[tuple[int, int], list[int]],
    own: Rows,
    *,
    whole: bool,
) -> None:
    seats = [0, 0]
    while seats[0] == seats[1]:
        seats = random.choices(range(PERSON, PERSON + len(weights)), weights, k=2)
    if whole:
        # The latest games are the person's, against one of the most active.
        seats = [PERSON, PERSON + 1 + game_id % min(20, len(weights) - 1)][:: 1 if game_id % 2 else -1]
    guild_id = GUILDS[0] if random.random() < SHARE_OF_FIRST else random.choice(GUILDS[1:])
    winner = random.choice((0, 1, 0, 1, None))
    played, indexed = (
        beginning(random, MAX_PLIES) if whole else lines[min(int(random.expovariate(0.02)), len(lines) - 1)]
    )
    game = {
        "id": game_id,
        "game": "reversi",
        "options": "",
        "guild_id": guild_id,
        "channel_id": random.choice(CHANNELS),
        "message_id": game_id,
        "state": "finished",
        "challenger_id": seats[0],
        "colour": "first",
        "first_player_id": seats[0],
        "second_player_id": seats[1],
        "rated": True,
        "winner": winner,
        "score": 0 if winner is None else random.randint(1, 40) * (1, -1)[winner],
        "ending": "played" if random.random() < 0.8 else "resigned",
        "opening": random.choice(OPENINGS),
        "indexed": True,
        "shown_version": 1,
        "created_at": at,
        "started_at": at,
        "moved_at": at,
        "finished_at": at,
    }
    stored.setdefault(playing.games, []).append(game)
    stored.setdefault(playing.moves, []).extend(
        {"game_id": game_id, "ply": ply, "move": move, "seat": ply % 2, "seconds": 1.0, "played_at": at}
        for ply, move in enumerate(played)
    )
    stored.setdefault(playing.opening_moves, []).extend(
        {"game_id": game_id, **move._asdict()} for move in {move.position: move for move in indexed}.values()
    )
    for seat, player in enumerate(seats):
        outcome = "draw" if winner is None else "win" if winner == seat else "loss"
        total = totals.setdefault((guild_id, player), [0, 0, 0])
        total[("win", "draw", "loss").index(outcome)] += 1
        before = 1500.0 + random.gauss(0, 120)
        stored.setdefault(standings.results, []).append(
            {
                "game_id": game_id,
                "seat": seat,
                "player_id": player,
                "game": "reversi",
                "pool": "people",
                "guild_id": guild_id,
                "outcome": outcome,
                "rated": True,
                "value_before": before,
                "value_after": before + {"win": 8.0, "draw": 0.0, "loss": -8.0}[outcome],
                "deviation_before": 60.0,
                "deviation_after": 60.0,
                "volatility_before": 0.06,
                "volatility_after": 0.06,
                "finished_at": at,
            }
        )
        if player == PERSON:
            own.append({"game_id": game_id, "seat": seat, "finished_at": at, "whole": whole})


def _ratings(random: Random, totals: dict[tuple[int, int], list[int]]) -> Iterator[tuple[Table, Rows]]:
    by_person: dict[int, list[int]] = {}
    for (_, player), total in totals.items():
        by_person[player] = [a + b for a, b in zip(by_person.get(player, (0, 0, 0)), total, strict=True)]
    which = {"game": "reversi", "pool": "people", "board": ""}
    yield (
        standings.ratings,
        [
            {
                **which,
                "player_id": player,
                "value": random.gauss(1500, 200),
                "deviation": 60.0,
                "volatility": 0.06,
                "wins": total[0],
                "draws": total[1],
                "losses": total[2],
                "rated_at": NOW,
                "listed_until": NOW + timedelta(days=300) if sum(total) > 5 else None,
            }
            for player, total in by_person.items()
        ],
    )
    yield (
        standings.server_players,
        [{**which, "guild_id": guild_id, "player_id": player} for guild_id, player in totals],
    )


def _dailies(random: Random, number: int) -> Iterator[tuple[Table, Rows]]:
    """Daily puzzles of all servers, and who solved them; some people solve them in several servers."""
    posts: Rows = []
    tries: dict[tuple[int, int], dict[str, Any]] = {}
    for back in range(min(DAILY_DAYS, number), 0, -1):
        day = NOW - timedelta(days=back - 1)
        for guild_id in GUILDS:
            post_id, begun = len(posts) + 1, day.replace(hour=7)
            posts.append(
                {
                    "id": post_id,
                    "puzzle": f"p{back}",
                    "guild_id": guild_id,
                    "channel_id": CHANNELS[0],
                    "message_id": post_id,
                    "by_clicks": False,
                    "day": day.date().isoformat(),
                    "posted_at": begun,
                    "answered": back > 1,
                    "shown": 0,
                }
            )
            for _ in range(60 if guild_id == GUILDS[0] else 8):
                player = PERSON + min(int(random.expovariate(20 / number)), number - 1)
                solved = begun + timedelta(hours=12) * random.random()
                tries[post_id, player] = {
                    "post_id": post_id,
                    "player_id": player,
                    "day": day.date().isoformat(),
                    "solved_at": solved if random.random() < 0.8 else None,
                    "first": random.random() < 0.5,
                    "examined": True,
                }
    yield puzzles.puzzle_posts, posts
    yield puzzles.puzzle_tries, [*tries.values()]


def _attempts(random: Random, number: int) -> Iterator[tuple[Table, Rows]]:
    """Rated puzzles that people solved, and their streaks."""
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    for _ in range(10 * number):
        player = PERSON + min(int(random.expovariate(20 / number)), number - 1)
        puzzle, at = f"q{random.randrange(2_000)}", NOW - timedelta(days=DAYS) * random.random()
        rows[player, puzzle] = {
            "player_id": player,
            "puzzle": puzzle,
            "game": "reversi",
            "begun_at": at,
            "ply": 3,
            "result": "solved" if random.random() < 0.7 else "failed",
            "value_before": 1500.0,
            "value_after": 1505.0,
            "solved_at": at,
            "shown": False,
            "guild_id": random.choice((GUILDS[0], GUILDS[1], None)),
        }
    yield puzzles.puzzle_attempts, [*rows.values()]
    yield (
        puzzles.puzzle_runs,
        [
            {
                "player_id": PERSON + random.randrange(number),
                "guild_id": GUILDS[0],
                "kind": random.choice(("streak", "rush")),
                "game": "reversi",
                "begun_at": NOW,
                "touched_at": NOW,
                "ended_at": NOW,
                "ending": "miss",
                "score": random.randrange(30),
                "misses": 1,
            }
            for _ in range(number)
        ],
    )


async def _review(storage: Storage, random: Random, own: Rows) -> None:
    """Review the person's latest games, and judge more of them."""
    latest = own[-JUDGED:]
    review = {"asker_id": PERSON, "guild_id": GUILDS[0], "channel_id": CHANNELS[0], "mine_from": None}
    done = {**review, "begun_at": NOW, "finished_at": NOW, "examined": True, "judged": True}
    await _store(storage, standings.reviews, [{**done, "game_id": game["game_id"]} for game in latest])
    whole = [game["game_id"] for game in latest if game["whole"]][-REVIEWED:]
    await _store(
        storage,
        standings.judged_games,
        [
            {
                "game_id": game["game_id"],
                "seat": game["seat"],
                "player_id": PERSON,
                "game": "reversi",
                "finished_at": game["finished_at"],
                "own_rating": 1500.0,
                "other_rating": random.gauss(1500.0, 200.0),
                "moves": write_plies([_judged_move(random, ply) for ply in range(game["seat"], 60, 2)]),
            }
            for game in latest
            if game["game_id"] not in whole
        ],
    )
    for game_id in whole:
        game = await storage.game(game_id)
        assert game is not None
        await _store(
            storage,
            standings.reviewed_plies,
            [
                {
                    "game_id": game_id,
                    "ply": ply,
                    "best": move,
                    "score": score,
                    "played": score - max(0.0, random.gauss(0.0, 3.0)),
                    "depth": 12 if ply < 40 else None,
                }
                for ply, move in enumerate(game.moves)
                if move != PASS
                for score in [round(random.gauss(0.0, 6.0))]
            ],
        )
        stored = await storage[ReviewStore].of(game_id)
        assert stored is not None
        snapshot = GameSnapshot.of(game)
        timing = await storage[JudgedStore].timing(game_id)
        judged = judged_games(snapshot, review_of(stored, snapshot), timing)
        await storage[JudgedStore].store(game_id, judged)


def _judged_move(random: Random, ply: int) -> JudgedPly:
    error = random.choice((0, 0, 0, 1, 2, 3))
    lost = 0.1 * error * random.random()
    kinds = ("corners",) * (error > 1)
    return JudgedPly(ply, min(2, ply // 20), error, 1.0, round(lost, 4), round(100 * lost, 4), None, kinds)
