"""Stored games, written to files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.games.changes import load
from bot.games.people import Person
from bot.records.formats import FORMATS, RecordFormat
from bot.records.formats.lines import MOST_GAMES
from bot.records.record import GameRecord
from bot.refusals import CannotHold, NotBegun, NothingToExport, OfferClosed, UnseenGame
from data import Game, GameState, Storage

Naming = Callable[[Game], Awaitable[tuple[str, str]]]
"""What the players of a game are called; "" for somebody without a name."""

OF_ANY_GAME = "JSON"


@dataclass(frozen=True, slots=True)
class ExportedGames:
    """A file with `games` games; so many others were left out, which the format can't hold."""

    content: bytes
    file_format: RecordFormat
    games: int
    left_out: int = 0


class Exports:
    """Writes games to files."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def one(
        self, game_id: int, who: Person, file_format: str | None, *, sees_channel: bool, naming: Naming
    ) -> ExportedGames:
        """A game that is over or going on, in a format or else as a text of its moves.

        `sees_channel` is whether the person can see the channel in which it is played. Refused when the
        format can't hold the game.
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
        """All games of somebody that are over or going on, as many as can be read again: the last ones.

        Those are left out that the format can't hold. Refused when there is none.
        """
        games = await self._storage.history.games_of(who.id, MOST_GAMES)
        chosen = FORMATS[file_format or OF_ANY_GAME]
        of_its_kind = [game for game in games if chosen.game in (None, game.game)]
        records = [await _record(game, naming) for game in of_its_kind]
        content, written = await asyncio.to_thread(_written, chosen, records)
        if not written:
            raise NothingToExport
        return ExportedGames(content, chosen, written, len(games) - written)


def _usual(game: str) -> str:
    """The format for one game of a kind: the shortest."""
    return next((name for name, each in FORMATS.items() if each.game == game), OF_ANY_GAME)


def _written(chosen: RecordFormat, records: Sequence[GameRecord]) -> tuple[bytes, int]:
    kept = [record for record in records if _fits(chosen, record)]
    return chosen.write(kept), len(kept)


def _fits(chosen: RecordFormat, record: GameRecord) -> bool:
    try:
        chosen.write([record])
    except CannotHold:
        return False
    return True


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
