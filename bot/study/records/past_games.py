"""Finished games listed page by page, and stored games written to files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from bot.core.fields import Frozen
from bot.core.heavy import HeavyWork
from bot.core.paging import ListPage, load_page
from bot.core.people import Person
from bot.core.refusals import NotBegun, OfferClosed, UnseenGame
from bot.features import Kit
from bot.play.games.changes import load
from bot.study.records.formats.line_texts import MAX_GAMES
from bot.study.records.formats.record import GameRecord
from bot.study.records.formats.refusals import NothingToExport
from bot.study.records.recognition import FORMATS, RecordFormat
from data import Storage
from data.db.registry import Registry
from data.games.history import HistoryPart, HistoryStore, PastGames, Viewer
from data.games.records import Game, GameState

PAGE = 8
"""Games on a page."""


class HistoryPages:
    """Finished games that a viewer may see."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def page(self, wanted: PastGames, viewer: Viewer, page: int) -> ListPage[HistoryPart]:
        """Return a page of the games that match and that the viewer may see; at most the last page."""
        return await load_page(partial(self._storage[HistoryStore].past_games, wanted, viewer), page, PAGE)


Naming = Callable[[Game], Awaitable[tuple[str, str]]]
"""Returns the names of a game's players; "" if unknown."""

OF_ANY_GAME = "JSON"


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
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        if snapshot.side_of(who.id) is None and not sees_channel:
            raise UnseenGame(game_id)
        if game.state is GameState.OFFERED:
            raise NotBegun
        if game.state is GameState.CLOSED:
            raise OfferClosed(game.game)
        chosen = FORMATS[file_format or _usual(game.game)]
        record = await _record(game, naming)
        return ExportedGames(await asyncio.to_thread(chosen.write, [record]), chosen, 1)

    async def all_of(self, who: Person, file_format: str | None, *, naming: Naming) -> ExportedGames:
        """Return the latest started games of a user, at most as many as can be read again.

        Games that do not fit the format are left out; refused if none is left.
        """
        chosen = FORMATS[file_format or OF_ANY_GAME]
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
    return next((name for name, file_format in FORMATS.items() if file_format.game == game), OF_ANY_GAME)


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
