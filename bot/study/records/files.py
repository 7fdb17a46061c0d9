"""Finished games listed page by page, games written to files, and games that users upload."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from bot.core.fields import Frozen
from bot.core.heavy import HeavyWork
from bot.core.paging import ListPage, load_page
from bot.core.people import Person, remember
from bot.features import Kit
from bot.play.assist.hints import FairPlay
from bot.play.games.changes import load_seen, require_begun
from bot.study.records import json_text, wthor
from bot.study.records.line_texts import MAX_GAMES
from bot.study.records.recognition import FORMATS, File, RecordFormat, is_wthor, read_files, split_files
from bot.study.records.record import GameRecord
from bot.study.records.refusals import ImportGone, NothingToExport
from data.db.registry import Registry
from data.games.history import HistoryPart, HistoryStore, PastGames, Viewer
from data.games.records import Game, NewMove
from data.jobs.imports import ImportedGame, ImportStore
from engine import Position

PAGE = 8
"""Games on a page."""


async def history_page(kit: Registry, wanted: PastGames, viewer: Viewer, page: int) -> ListPage[HistoryPart]:
    """Return a page of the games that match and that the viewer may see; at most the last page."""
    return await load_page(partial(kit[HistoryStore].past_games, wanted, viewer), page, PAGE)


Naming = Callable[[Game], Awaitable[tuple[str, str]]]
"""Returns the names of a game's players; "" if unknown."""


class ExportedGames(Frozen):
    """A file of `games` games; `left_out` others do not fit the format."""

    content: bytes
    file_format: RecordFormat
    games: int
    left_out: int = 0


class Exports:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._heavy = kit[HeavyWork]

    async def one(
        self, game_id: int, who: Person, file_format: str | None, *, sees_channel: bool, naming: Naming
    ) -> ExportedGames:
        """Return a started game in a format, or else as a text of its moves.

        `sees_channel` if the user can see the game's channel. Refused if the format cannot hold the game.
        """
        snapshot = await load_seen(self._storage, game_id, who, sees_channel=sees_channel)
        require_begun(snapshot)
        game = snapshot.game
        chosen = FORMATS[file_format or _usual(game.game)]
        record = await _record(game, naming)
        return ExportedGames(await asyncio.to_thread(chosen.write, [record]), chosen, 1)

    async def all_of(self, who: Person, file_format: str | None, *, naming: Naming) -> ExportedGames:
        """Return the latest started games of a user, at most as many as can be read again.

        Games that do not fit the format are left out; refused if none is left.
        """
        chosen = FORMATS[file_format or json_text.NAME]
        async with self._heavy.turn(who.id) as turn:
            read, records, parts = 0, list[GameRecord](), list[Any]()
            async for games in self._storage[HistoryStore].games_of(who.id, MAX_GAMES):
                read += len(games)
                of_its_kind = [
                    await _record(game, naming) for game in games if chosen.game in (None, game.game)
                ]
                for record, part in await turn.run(lambda: [*chosen.written_fitting(of_its_kind)]):  # noqa: B023
                    records.append(record)
                    parts.append(part)
            content = await turn.run(chosen.joined, records, parts)
        if not records:
            raise NothingToExport
        return ExportedGames(content, chosen, len(records), read - len(records))


def _usual(game: str) -> str:
    return next((name for name, file_format in FORMATS.items() if file_format.game == game), json_text.NAME)


async def _record(game: Game, naming: Naming) -> GameRecord:
    return GameRecord(
        game.game,
        game.options,
        game.moves,
        await naming(game),
        (game.finished_at or game.moved_at).date(),
        game.winner,
        game.ending,
    )


class ImportedFile(Frozen):
    id: int
    lines: Sequence[str]
    """The file's games, in the format of `json_text.stored`."""
    first: int = 1
    """Number in the upload of the first game."""
    uploaded: int | None = None
    """Number of uploaded games, if not all are stored."""

    @property
    def count(self) -> int:
        return len(self.lines)

    def games(self, first: int, most: int) -> tuple[GameRecord, ...]:
        """Return at most `most` games from number `first` on, counted from 1."""
        return json_text.read_lines(self.lines[first - 1 : first - 1 + most], first)

    def game(self, number: int) -> GameRecord:
        """Return a game by its number from 1; refused if there is none."""
        records = self.games(number, 1)
        if not records:
            raise ImportGone
        return records[0]


class Imports:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._fair_play = kit[FairPlay]
        self._heavy = kit[HeavyWork]

    async def take(self, files: Sequence[File], who: Person, first: int = 1) -> ImportedFile:
        """Read games of any format and store them in place of those imported before.

        A WTHOR file may come with one of its players' names; only MAX_GAMES of it are stored, from number
        `first` on. Refuses what `read_files` refuses.
        """
        async with self._heavy.turn(who.id) as turn:
            text, uploaded = await turn.run(_text_to_store, files, first)
        await remember(self._storage, who)
        import_id = await self._storage[ImportStore].put(who.id, text)
        return ImportedFile(import_id, json_text.stored_lines(text), first, uploaded)

    async def file(self, import_id: int, who: Person) -> ImportedFile:
        """Return the user's file with this id; refused if it is gone or another user's."""
        content = await self._storage[ImportStore].content(import_id, who.id)
        if content is None:
            raise ImportGone
        return ImportedFile(import_id, await asyncio.to_thread(json_text.stored_lines, content))

    async def keep(self, import_id: int, number: int, who: Person, channel_id: int) -> int:
        """Store a game of a file so that it can be reviewed, and return its id.

        Refused if it reaches the position of a game in progress.
        """
        record = (await self.file(import_id, who)).game(number)
        positions = record.positions()
        await self._fair_play.require_fair_game(record.kind, positions, who, channel_id)
        return await self._storage[ImportStore].keep(who.id, _stored(record, positions))


def _text_to_store(files: Sequence[File], first: int) -> tuple[str, int | None]:
    """Read the games, and count those of a large file of WTHOR's; see `Imports.take`."""
    uploaded = None
    file, _ = split_files(files)
    if is_wthor(file):
        wthor.require_whole(file.content)
        content, total = wthor.part(file.content, first)
        files = [File(content, file.name) if upload is file else upload for upload in files]
        uploaded = total if total > MAX_GAMES else None
    return json_text.stored(read_files(files)), uploaded


def _stored(record: GameRecord, positions: list[Position]) -> ImportedGame:
    end = positions[-1]
    result = end.result()
    sides = record.kind.sides
    return ImportedGame(
        game=record.game,
        options=record.options,
        names=(record.names[0] or sides[0].english, record.names[1] or sides[1].english),
        moves=[
            NewMove(move, before.turn, 0.0) for move, before in zip(record.moves, positions, strict=False)
        ],
        turn=positions[0].turn,
        winner=record.winner,
        score=None if result is None else result.score if end.turn == 0 else -result.score,
        ending=record.ending,
    )
