"""Games that users upload: read from a text or a file, browsed, and stored to be reviewed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.catalog import positions_along
from bot.core.fields import Frozen
from bot.core.heavy import HeavyWork
from bot.core.people import Person, remember
from bot.features import Kit
from bot.play.assist.hints import FairPlay
from bot.study.records import recognition
from bot.study.records.formats import json_text, wthor
from bot.study.records.formats.line_texts import MAX_GAMES
from bot.study.records.formats.record import GameRecord
from bot.study.records.formats.refusals import ImportGone
from bot.study.records.recognition import File
from data.games.records import NewMove
from data.jobs.imports import ImportedGame, ImportStore
from engine import Position


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
        """Number of games."""
        return len(self.lines)

    def games(self, first: int, most: int) -> tuple[GameRecord, ...]:
        """Return at most `most` games from number `first` on, counted from 1."""
        return json_text.read_lines(self.lines[first - 1 : first - 1 + most], first)


class Imports:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._fair_play = kit[FairPlay]
        self._heavy = kit[HeavyWork]

    async def take(self, files: Sequence[File], who: Person, first: int = 1) -> ImportedFile:
        """Read games of any format and store them in place of those imported before.

        A WTHOR file may come with one of its players' names; only MAX_GAMES of it are stored, from number
        `first` on. Refuses what `recognition.read_files` refuses.
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

    async def game(self, import_id: int, number: int, who: Person) -> GameRecord:
        """Return a game of a file by its number from 1; refused if there is none."""
        found = (await self.file(import_id, who)).games(number, 1)
        if not found:
            raise ImportGone
        return found[0]

    async def keep(self, import_id: int, number: int, who: Person, channel_id: int) -> int:
        """Store a game of a file so that it can be reviewed, and return its id.

        Refused if it reaches the position of a game in progress.
        """
        record = await self.game(import_id, number, who)
        positions = positions_of(record)
        await self._fair_play.require_fair_game(record.kind, positions, who, channel_id)
        return await self._storage[ImportStore].keep(who.id, _stored(record, positions))


def _text_to_store(files: Sequence[File], first: int) -> tuple[str, int | None]:
    """Read the games, and count those of a large file of WTHOR's; see `Imports.take`."""
    uploaded = None
    file, _ = recognition.split_files(files)
    if recognition.is_wthor(file):
        wthor.require_whole(file.content)
        content, total = wthor.part(file.content, first)
        files = [File(content, file.name) if upload is file else upload for upload in files]
        uploaded = total if total > MAX_GAMES else None
    return json_text.stored(recognition.read_files(files)), uploaded


def positions_of(record: GameRecord) -> list[Position]:
    """Return the positions of a game: before each move, and the last one."""
    return positions_along(record.kind.start(record.options), record.moves)


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
