"""Everything that is stored of somebody, as a document to take away: `docs/mydata.md` describes it.

It follows from `data.people.personal`: each table that names the person is a list of its rows, with the names
of the columns. Of other people it has nothing but a number for each, so that one can tell them apart: their
ids and names are theirs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from data.people.personal import KEPT, Kept, described, rows_of
from data.tables import games, moves, past_questions, questions

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping, Table

    from data.db.database import Clock, Database

FORMAT = "flipfour-export"
VERSION = 1

GAMES_AT_ONCE = 200
"""So many games are read in one transaction: others read in between."""

ME = "me"

Document = dict[str, Any]


class Export:
    """Reads what is stored of people."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, player_id: int) -> Document:
        """All that is stored of somebody; of somebody never seen that is nothing but the frame."""
        others = _Others(player_id)
        document: Document = {
            "format": FORMAT,
            "version": VERSION,
            "exported_at": _text(self._clock()),
            "person": str(player_id),
        }
        # First, so that people have their numbers in the order in which they played.
        document["games"] = [game async for game in self._games(player_id, others)]
        return document | await self._database.read(lambda c: _without_games(c, player_id, others))

    async def _games(self, player_id: int, others: _Others) -> AsyncIterator[Document]:
        last = 0
        while True:
            page = await self._database.read(lambda c: _games(c, player_id, others, last))  # noqa: B023
            for game in page:
                yield game
            if len(page) < GAMES_AT_ONCE:
                return
            last = page[-1]["id"]


class _Others:
    """A number for everybody but the person."""

    def __init__(self, player_id: int) -> None:
        self._player_id = player_id
        self._numbers: dict[int, int] = {}

    def named(self, player_id: int | None) -> str | None:
        """The person as the document names them."""
        if player_id is None:
            return None
        if player_id == self._player_id:
            return ME
        number = self._numbers.setdefault(player_id, len(self._numbers) + 1)
        return f"person {number}"


def _without_games(connection: Connection, player_id: int, others: _Others) -> Document:
    return {
        table.name: [
            _row(row, kept, others) for row in connection.execute(rows_of(table, kept, player_id)).mappings()
        ]
        for table, kept in reversed(described())
        if kept.people and table is not games
    }


def _games(connection: Connection, player_id: int, others: _Others, after: int) -> list[Document]:
    """The person's games with an id above `after`, in the order of their ids, with moves and questions."""
    kept = KEPT["games"]
    page = rows_of(games, kept, player_id).where(games.c.id > after).limit(GAMES_AT_ONCE)
    found = {row["id"]: _row(row, kept, others) for row in connection.execute(page).mappings()}
    for document in found.values():
        document |= {"moves": [], "questions": [], "past_questions": []}
    for table in (moves, questions, past_questions):
        for row in _belonging(connection, table, found):
            part = _row(row, KEPT[table.name], others)
            found[part.pop("game_id")][table.name].append(part)
    for document in found.values():
        document["transcript"] = " ".join(one["move"] for one in document["moves"])
    return list(found.values())


def _belonging(connection: Connection, table: Table, ids: Iterable[int]) -> Sequence[RowMapping]:
    wanted = select(table).where(table.c.game_id.in_(list(ids))).order_by(*table.primary_key.columns)
    return connection.execute(wanted).mappings().all()


def _row(row: RowMapping, kept: Kept, others: _Others) -> Document:
    """A row as JSON has it; ids of Discord are texts, since programs may have such large numbers wrong."""
    places = kept.places if kept.server is None else {*kept.places, kept.server[0]}
    document: Document = {}
    for name, value in row.items():
        if name in kept.people:
            document[name] = others.named(value)
        elif name in places and value is not None:
            document[name] = str(value)
        else:
            document[name] = _text(value) if isinstance(value, datetime) else value
    return document


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
