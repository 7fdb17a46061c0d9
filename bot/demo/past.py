"""The past of the demo's server before it is opened for the first time: rows of its database.

`python -m research.demo_past` plays it by the bot's own code, with a clock that is set to the past, and
writes the file; here only its times are moved. Reviews, achievements and today's puzzle are left to the bot,
which attends to them as soon as it has started.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

from cachetools import LRUCache
from discord.utils import time_snowflake
from sqlalchemy import Table

from bot.catalog import GAMES
from bot.events.tournaments import simul_words
from bot.events.tournaments.cards import EventMessage
from data import Storage
from data.games.offers import OfferStore
from data.games.waiting import WaitingStore
from data.people.players import PeopleStore
from data.tables.schema import UtcDateTime, metadata
from data.tournaments.records import Tournament
from data.tournaments.tournaments import TournamentStore

FILE = "past.json.gz"

Rows = Sequence[Mapping[str, Any]]
"""Rows of a table; a time is in seconds after the moment at which the past ends."""


def stored_past() -> dict[str, Rows]:
    content = json.loads(gzip.decompress(files("bot.demo").joinpath(FILE).read_bytes()))
    return {
        table: [dict(zip(stored["columns"], row, strict=True)) for row in stored["rows"]]
        for table, stored in content.items()
    }


async def create_past(file: Path) -> None:
    """Create the database of a server that has been lived in, unless the file exists.

    A process that is killed meanwhile leaves no file, so that the next start begins again.
    """
    fresh = _place_for(file)
    if fresh is None:
        return
    # It creates the tables.
    await (await Storage.open(f"sqlite:///{fresh}")).close()
    with closing(sqlite3.connect(fresh)) as connection, connection:
        _fill(connection, datetime.now(UTC))
    fresh.replace(file)


def _place_for(file: Path) -> Path | None:
    """Return where to create a file that is not there yet, and remove what a killed process left."""
    if file.exists() or not file.parent.is_dir():
        return None
    fresh = file.with_name(f"{file.name}.new")
    for leftover in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + leftover).unlink(missing_ok=True)
    return fresh


def _fill(connection: sqlite3.Connection, now: datetime) -> None:
    for name, rows in stored_past().items():
        columns = [*rows[0]]
        places = ", ".join("?" * len(columns))
        connection.executemany(
            f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})",  # noqa: S608 - names of ours
            ([*row.values()] for row in _at(metadata.tables[name], rows, now)),
        )


def _at(table: Table, rows: Rows, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield rows as the database holds them, of a past that ends now."""
    times = [column.name for column in table.columns if isinstance(column.type, UtcDateTime)]
    for row in rows:
        moments = {name: now + timedelta(seconds=row[name]) for name in times if row[name] is not None}
        moved = {**row, **{name: f"{at:%Y-%m-%d %H:%M:%S.%f}" for name, at in moments.items()}}
        if table.name == "puzzle_posts":
            # A daily puzzle has the day and the message's number of its moment.
            moved["day"] = moments["posted_at"].date().isoformat()
            moved["message_id"] = time_snowflake(moments["posted_at"])
        yield moved


async def forget_messages(
    database_url: str, guild_id: int, channel_id: int
) -> tuple[tuple[int, ...], Mapping[int, str]]:
    """Store that all messages of the server are gone, since its channel is new.

    Return the ids of the unfinished games, the most recently moved last, and the threads' names by id.
    """
    storage = await Storage.open(database_url)
    try:
        playing = [game for game in await storage.playing_games() if game.guild_id == guild_id]
        made = await storage[OfferStore].made_before(datetime.now(UTC))
        games = [*(offer for offer in made if offer.guild_id == guild_id), *reversed(playing)]
        for game in games:
            await storage[WaitingStore].mark_shown(game, game.channel_id, None)
        # The names of events' threads say more than those of the games in them.
        threads = {game.channel_id: f"{GAMES[game.game].title} #{game.id}" for game in games}
        threads |= await _tournaments(storage)
    finally:
        await storage.close()
    threads.pop(channel_id, None)
    return tuple(game.id for game in games), threads


async def _tournaments(storage: Storage) -> dict[int, str]:
    threads = {}
    for number in await storage[TournamentStore].active():
        record = await storage[TournamentStore].find(number)
        assert record is not None
        tournament = record.tournament
        await storage[TournamentStore].record_message(number, None, digest="")
        if tournament.boards_id is not None:
            threads[tournament.boards_id] = await thread_name(storage, tournament)
    return threads


async def thread_name(storage: Storage, tournament: Tournament) -> str:
    """Return the name of the thread of a tournament or an exhibition."""
    name = await storage[PeopleStore].name(tournament.organiser_id, tournament.guild_id)
    return simul_words.thread_name(tournament, str(name))


ShowAgain = Callable[[], Awaitable[object]]

MAX_MESSAGES = 200
"""Messages remembered, the latest."""


class ShownMessages:
    """The content of the bot's latest messages, except boards of games: these follow from the games."""

    def __init__(self) -> None:
        self._contents: LRUCache[int, tuple[object, ShowAgain]] = LRUCache(MAX_MESSAGES)

    def record(self, message_id: int, content: object, show_again: ShowAgain) -> None:
        self._contents[message_id] = content, show_again

    async def translate(self) -> None:
        """Show all again in the language of their places, the newest first."""
        for message_id in sorted(self._contents, reverse=True):
            translated = None
            # The bot may change the message meanwhile.
            while (shown := self._contents.get(message_id)) is not None and shown is not translated:
                translated = shown
                await shown[1]()

    async def threads(self, storage: Storage) -> dict[int, str]:
        names = {}
        for content, _ in [*self._contents.values()]:
            if not isinstance(content, EventMessage):
                continue
            tournament = content.record.tournament
            if tournament.boards_id is not None:
                names[tournament.boards_id] = await thread_name(storage, tournament)
        return names
