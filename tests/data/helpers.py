"""Helpers of the storage tests: games to store, and a clock that moves only when told to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import event, update

from data import Storage
from data.games.moves import PackingStore
from data.games.packing import pack
from data.games.records import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from data.ratings.ratings import RatingChange
from data.tables.standings import ratings
from data.tournaments.records import SIMUL, NewTournament, TournamentTerms
from data.upkeep.forgetting import ForgettingStore, RetentionStore
from data.upkeep.inspection import Inspection
from data.upkeep.servers import ServerStore
from tests.cases import there
from tests.databases import url_of, writing_engine

ANN, BOB, CAT = 1001, 1002, 1003
GUILD, CHANNEL = 7001, 8001

FIRST_WINS = Outcome(0, 12, Ending.PLAYED)
SECOND_WINS = Outcome(1, -12, Ending.PLAYED)
DRAWN = Outcome(None, 0, Ending.PLAYED)
CALLED_OFF = Outcome(None, None, Ending.CALLED_OFF)


class Played(NamedTuple):
    """A finished game and its rating changes."""

    game: Game
    changes: tuple[RatingChange, ...]


class Clock:
    """A time that passes only when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, *, days: float = 0.0, seconds: float = 0.0) -> None:
        self.now += timedelta(days=days, seconds=seconds)


def simul(starts_at: datetime, *, exhibitor: str | None = None, places: int = 5) -> NewTournament:
    """A simultaneous exhibition by Ann, or a computer player."""
    terms = TournamentTerms("reversi", "", SIMUL, None, places, 0, 0, False, True, None, "first", exhibitor)
    return NewTournament(GUILD, CHANNEL, ANN, terms, 0, starts_at, None)


def between(first: int = ANN, second: int = BOB, **changes: object) -> NewGame:
    """A rated game of Reversi between two people that starts at once."""
    new = NewGame(
        game="reversi",
        options="",
        guild_id=GUILD,
        channel_id=CHANNEL,
        challenger_id=first,
        opponent_id=second,
        side_choice="first",
        seats=(Seat(player_id=first), Seat(player_id=second)),
        state=GameState.PLAYING,
        rated=True,
    )
    return replace(new, **changes)  # type: ignore[arg-type]


def against_computer(player: int = ANN, computer: str = "easy", **changes: object) -> NewGame:
    """A rated game of a person, who moves first, against the computer."""
    seats = (Seat(player_id=player), Seat(computer=computer))
    given = {"opponent_id": None, "seats": seats} | changes
    return replace(between(player), **given)  # type: ignore[arg-type]


def offer(challenger: int = ANN, opponent: int | None = BOB, **changes: object) -> NewGame:
    """An offer of which only the challenger's seat is filled."""
    seats = (Seat(player_id=challenger), Seat())
    given = {"opponent_id": opponent, "seats": seats, "state": GameState.OFFERED} | changes
    return replace(between(challenger), **given)  # type: ignore[arg-type]


def move(text: str, by: int, seconds: float = 1.0) -> NewMove:
    """A move that took a second."""
    return NewMove(text, by, seconds)


async def played(
    storage: Storage, new: NewGame, outcome: Outcome, computer_rating: int | None = None
) -> Played:
    """Store a game of one move that ends with this outcome."""
    game = await storage.create_game(new)
    game = await storage.add_moves(game, [move("d3", 0)], outcome, computer_rating=computer_rating)
    return Played(game, await storage.rating_changes(game.id))


async def pack_all(storage: Storage) -> None:
    """Pack the moves of all finished games."""
    store = storage[PackingStore]
    while waiting := await store.not_packed(100):
        await store.keep({game: None if moves is None else pack(moves) for game, moves in waiting.items()})


async def delete_old_games(storage: Storage, before: datetime) -> bool:
    """Delete some games that ended before a time; returns whether there were any."""
    found = await storage[RetentionStore].old_games(before)
    await storage[RetentionStore].delete_games(found)
    return bool(found)


def leaving(game: Game, side: int) -> Outcome:
    """End a game by resignation of the deleted player."""
    return Outcome(1 - side, None, Ending.RESIGNED)


async def forget(storage: Storage, *people: int) -> None:
    """Delete people's data."""
    for person in people:
        await storage[ForgettingStore].forget(person, leaving)


async def leave_server(storage: Storage, guild_id: int = GUILD) -> None:
    """Delete what belongs to a server that was left."""
    await storage[ServerStore].record_left(guild_id)
    while not await storage[ServerStore].delete_some(guild_id):
        pass


async def failures(calls: Iterable[Awaitable[object]]) -> list[BaseException]:
    """Make calls at once; return what those raise that fail."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [result for result in results if isinstance(result, BaseException)]


async def check_sound(path: Path) -> None:
    """Fail if any rows of a database do not fit each other."""
    async with Inspection.of(url_of(path)) as inspection:
        assert not any((await inspection.broken_invariants()).values())


async def rank_everyone(storage: Storage) -> None:
    """Give all ratings a rank, however few games they have."""
    sure = update(ratings).values(listed_until=datetime(2100, 1, 1, tzinfo=UTC))
    await storage._database.write(lambda connection: connection.execute(sure))


async def reload(storage: Storage, game: Game) -> Game:
    return there(await storage.game(game.id))


@contextmanager
def count_transactions(storage: Storage) -> Iterator[list[str]]:
    """Collect an item for each write transaction begun meanwhile."""
    begun: list[str] = []

    def count(_connection: object) -> None:
        begun.append("write")

    writer = writing_engine(storage)
    event.listen(writer, "begin", count)
    try:
        yield begun
    finally:
        event.remove(writer, "begin", count)
