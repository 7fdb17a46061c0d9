"""The store of simultaneous exhibitions: every step is one transaction, based on the version seen before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from data.db.errors import Limit
from data.db.events import EventStore
from data.db.rows import insert_row, read_one, record_of, values_of
from data.db.store import CountLock, reading, writing
from data.games.changes import create
from data.games.limits import UNBOUNDED, SelfPlayBounds
from data.games.queries import find, find_all
from data.games.records import EventRef, Game, GameChanged, NewGame
from data.people.players import ensure_players
from data.simuls.records import (
    NewSimul,
    Simul,
    SimulChanged,
    SimulOpponent,
    SimulOutcome,
    SimulReason,
    SimulRecord,
    SimulState,
    TooManySimuls,
)
from data.tables.schema import require_storable
from data.tables.simuls import SIMUL_ACTIVE, SIMUL_TO_ANNOUNCE, simul_opponents, simuls

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.db.database import Clock, Database
    from data.games.changes import GameWriter


class SimulStore(EventStore):
    """The simultaneous exhibitions and their opponents."""

    table = simuls
    active_where = SIMUL_ACTIVE
    to_announce_where = SIMUL_TO_ANNOUNCE
    changed = SimulChanged

    def __init__(
        self, database: Database, writer: GameWriter, self_play: SelfPlayBounds, clock: Clock
    ) -> None:
        super().__init__(database, clock)
        self._writer = writer
        self._self_play = self_play

    # --- reading -----------------------------------------------------------------------------------------

    @reading
    def find(self, connection: Connection, simul_id: int) -> SimulRecord | None:
        """Return an exhibition with its opponents."""
        return _find(connection, simul_id)

    @reading
    def running_in(self, connection: Connection, thread_id: int) -> tuple[int, ...]:
        """Return the exhibitions in progress whose boards are in a thread."""
        here = select(simuls.c.id).where(simuls.c.thread_id == thread_id)
        return tuple(connection.scalars(here.where(simuls.c.state == SimulState.RUNNING)))

    @reading
    def games_of(self, connection: Connection, record: SimulRecord) -> dict[int, Game]:
        """Return the games of an exhibition by id; those deleted by retention are missing."""
        return _games_of(connection, record)

    @reading
    def with_games(self, connection: Connection, simul_id: int) -> tuple[SimulRecord, dict[int, Game]] | None:
        """Return an exhibition and its games by id, as of one moment."""
        record = _find(connection, simul_id)
        return None if record is None else (record, _games_of(connection, record))

    # --- before the start --------------------------------------------------------------------------------

    @writing
    def create(self, connection: Connection, new: NewSimul, maximum: int, own: int) -> Simul:
        """Store an exhibition; raises TooManySimuls if the server has `maximum` that are not over,
        and LimitReached if the organiser has `own` of them."""
        require_storable(new.terms.computer)
        ensure_players(connection, [new.organiser_id])
        if self._active_in(connection, CountLock.SIMULS, new.guild_id) >= maximum:
            raise TooManySimuls(maximum)
        self._require_fair_share(connection, Limit.SIMULS, new.guild_id, new.organiser_id, own)
        values = values_of(
            new, state=SimulState.OPEN, created_at=self._clock(), told=False, announced=False, version=0
        )
        record = _find(connection, insert_row(connection, simuls, values))
        assert record is not None
        return record.simul

    async def join(self, record: SimulRecord, player_id: int) -> None:
        """Give a person the next board. Raises SimulChanged."""
        number = max((one.number for one in record.opponents), default=0) + 1
        await self._add(record, player_id, number)

    async def invite(self, record: SimulRecord, player_id: int) -> None:
        """Note that a person is invited, though they were removed. Raises SimulChanged."""
        await self._add(record, player_id, None)

    async def remove(self, record: SimulRecord, number: int) -> None:
        """Bar an opponent from an exhibition that has not begun. Raises SimulChanged."""

        def work(connection: Connection) -> None:
            this = update(simul_opponents).where(*_opponent(record, number))
            connection.execute(this.values(number=None, removed=True))

        await self._change(record, work)

    async def leave(self, record: SimulRecord, player_ids: Sequence[int]) -> None:
        """Delete opponents. Raises SimulChanged."""

        def work(connection: Connection) -> None:
            mine = simul_opponents.c.player_id.in_(player_ids)
            connection.execute(
                delete(simul_opponents).where(
                    simul_opponents.c.simul_id == record.simul.id, mine, simul_opponents.c.number.is_not(None)
                )
            )

        await self._change(record, work)

    # --- the course --------------------------------------------------------------------------------------

    async def start(self, record: SimulRecord, thread_id: int) -> None:
        """Begin an exhibition with its opponents, numbered from 1, in a thread. Raises SimulChanged."""

        def work(connection: Connection) -> None:
            # In order, so that no two have the same number in between.
            for number, one in enumerate(record.opponents, 1):
                if one.number != number:
                    this = _opponent(record, one.number)
                    connection.execute(update(simul_opponents).where(*this).values(number=number))

        await self._change(record, work, state=SimulState.RUNNING, thread_id=thread_id)

    @writing
    def record_told(self, connection: Connection, simul_id: int) -> None:
        """Note that the players know where their boards are."""
        connection.execute(update(simuls).where(simuls.c.id == simul_id).values(told=True))

    async def begin_game(self, record: SimulRecord, opponent: SimulOpponent, new: NewGame) -> Game:
        """Begin the game of a board; raises GameChanged with the one that it has already."""
        now = self._clock()

        def work(connection: Connection) -> Game:
            this = _opponent(record, opponent.number)
            row = connection.execute(select(simul_opponents).where(*this).with_for_update()).one()
            there = None if row.game_id is None else find(connection, row.game_id)
            if there is not None:
                raise GameChanged(there)
            made = replace(new, event=EventRef("simul", record.simul.id))
            game = create(connection, made, self._self_play, UNBOUNDED, now)
            connection.execute(update(simul_opponents).where(*this).values(game_id=game.id))
            return game

        return await self._writer.store(work)

    async def settle(self, record: SimulRecord, results: Mapping[int, SimulOutcome]) -> None:
        """Store the results of boards, by number. Raises SimulChanged."""

        def work(connection: Connection) -> None:
            for number, outcome in results.items():
                this = _opponent(record, number)
                connection.execute(update(simul_opponents).where(*this).values(outcome=outcome))

        await self._change(record, work)

    async def cancel(self, record: SimulRecord, reason: SimulReason) -> None:
        """Cancel an exhibition before it begins. Raises SimulChanged."""
        await self._change(record, None, state=SimulState.CANCELLED, reason=reason, finished_at=self._clock())

    async def finish(self, record: SimulRecord, reason: SimulReason | None = None) -> None:
        """End an exhibition, with a `reason` before all boards are over: those have no result. Raises
        SimulChanged."""

        def work(connection: Connection) -> None:
            pending = (simul_opponents.c.number.is_not(None), simul_opponents.c.outcome.is_(None))
            this = simul_opponents.c.simul_id == record.simul.id
            connection.execute(update(simul_opponents).where(this, *pending).values(outcome="none"))

        await self._change(record, work, state=SimulState.FINISHED, reason=reason, finished_at=self._clock())

    async def _add(self, record: SimulRecord, player_id: int, number: int | None) -> None:
        def work(connection: Connection) -> None:
            ensure_players(connection, [player_id])
            if number is None:
                these = simul_opponents.c
                theirs = (these.simul_id == record.simul.id, these.player_id == player_id)
                connection.execute(delete(simul_opponents).where(*theirs, these.number.is_(None)))
            values = {"simul_id": record.simul.id, "player_id": player_id, "number": number}
            connection.execute(insert(simul_opponents).values(**values))

        await self._change(record, work)

    async def _change(
        self, record: SimulRecord, work: Callable[[Connection], None] | None, **columns: Any
    ) -> None:
        await self._change_event(record.simul, work, **columns)


def _opponent(record: SimulRecord, number: int) -> tuple[Any, ...]:
    return simul_opponents.c.simul_id == record.simul.id, simul_opponents.c.number == number


def _games_of(connection: Connection, record: SimulRecord) -> dict[int, Game]:
    ids = [one.game_id for one in record.opponents if one.game_id is not None]
    return {game.id: game for game in find_all(connection, ids)}


def _find(connection: Connection, simul_id: int) -> SimulRecord | None:
    simul = read_one(connection, Simul, select(simuls).where(simuls.c.id == simul_id))
    if simul is None:
        return None
    of_this = select(simul_opponents).where(simul_opponents.c.simul_id == simul_id)
    people = connection.execute(of_this.order_by(simul_opponents.c.number)).mappings().all()
    return SimulRecord(
        simul,
        tuple(record_of(SimulOpponent, one) for one in people if one["number"] is not None),
        frozenset(one["player_id"] for one in people if one["number"] is None and not one["removed"]),
        frozenset(one["player_id"] for one in people if one["removed"]),
    )
