"""Export of all data of a person; `docs/mydata.md` describes the document.

It follows from `data.people.personal`: each table that names the person is a list of rows, with the columns'
names. Other people are numbered, since their ids and names are their own data.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from data.db.store import Store
from data.games.moves import read_stored
from data.people.personal import PERSONAL_DATA, described, rows_of
from data.tables.playing import games, past_questions, questions
from data.tables.schema import TableData

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping, Select, Table

FORMAT = "flipfour-export"
VERSION = 1

GAMES_AT_ONCE = 50
"""Maximum games read in one transaction."""

ROWS_AT_ONCE = 500
"""Maximum rows of another table read in one transaction."""

ME = "me"

Document = dict[str, Any]


class ExportStore(Store):
    async def of(self, player_id: int) -> Document:
        """Return all data of a person, with empty tables for an unknown one."""
        document, tables = self.tables_of(player_id)
        async for table, rows in tables:
            document.setdefault(table, []).extend(rows)
        return document

    def tables_of(self, player_id: int) -> tuple[Document, AsyncIterator[tuple[str, list[Document]]]]:
        """Return the head of a person's document, and its tables part by part, in bounded memory."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "exported_at": _text(self._clock()),
            "person": str(player_id),
        }
        return head, self._tables(player_id, _Others(player_id))

    async def _tables(self, player_id: int, others: _Others) -> AsyncIterator[tuple[str, list[Document]]]:
        # First, so that people have their numbers in the order in which they played.
        last = 0
        while True:
            page = await self._database.read(lambda c: _games(c, player_id, others, last))  # noqa: B023
            yield games.name, page
            if len(page) < GAMES_AT_ONCE:
                break
            last = page[-1]["id"]
        for table, kept in reversed(described()):
            if kept.people and table is not games:
                async for rows in self._rows(table, kept, player_id, others):
                    yield table.name, rows

    async def _rows(
        self, table: Table, kept: TableData, player_id: int, others: _Others
    ) -> AsyncIterator[list[Document]]:
        offset = 0
        while True:
            page = rows_of(table, kept, player_id).offset(offset).limit(ROWS_AT_ONCE)
            rows = await self._database.read(lambda c: _rows(c, page, kept, others))  # noqa: B023
            yield rows
            if len(rows) < ROWS_AT_ONCE:
                return
            offset += len(rows)


class _Others:
    """Numbers of all people but the person."""

    def __init__(self, player_id: int) -> None:
        self._player_id = player_id
        self._numbers: dict[int, int] = {}

    def named(self, player_id: int | None) -> str | None:
        if player_id is None:
            return None
        if player_id == self._player_id:
            return ME
        number = self._numbers.setdefault(player_id, len(self._numbers) + 1)
        return f"person {number}"


def _games(connection: Connection, player_id: int, others: _Others, after: int) -> list[Document]:
    """Return the person's games with an id above `after`, by id, with moves and questions."""
    personal = PERSONAL_DATA["games"]
    page = rows_of(games, personal, player_id).where(games.c.id > after).limit(GAMES_AT_ONCE)
    by_id = {row["id"]: _row(row, personal, others) for row in connection.execute(page).mappings()}
    for document in by_id.values():
        document |= {"moves": [], "questions": [], "past_questions": []}
    for game_id, stored in read_stored(connection, [*by_id]).items():
        by_id[game_id]["moves"] = [_row(move._asdict(), PERSONAL_DATA["moves"], others) for move in stored]
    for table in (questions, past_questions):
        wanted = select(table).where(table.c.game_id.in_([*by_id])).order_by(*table.primary_key.columns)
        for row in connection.execute(wanted).mappings():
            part = _row(row, PERSONAL_DATA[table.name], others)
            by_id[part.pop("game_id")][table.name].append(part)
    for document in by_id.values():
        document["transcript"] = " ".join(move["move"] for move in document["moves"])
    return list(by_id.values())


def _rows(connection: Connection, page: Select[Any], kept: TableData, others: _Others) -> list[Document]:
    """Return rows for JSON, which the event loop must not spend its time on."""
    return [_row(row, kept, others) for row in connection.execute(page).mappings()]


def _row(row: RowMapping | Mapping[str, Any], kept: TableData, others: _Others) -> Document:
    """Return a row for JSON; ids of Discord are texts, since some programs cannot read such large numbers."""
    places = kept.places if kept.server is None else {*kept.places, kept.server[0]}
    document: Document = {}
    for name, value in row.items():
        if name in kept.secrets:
            continue
        if name in kept.people:
            document[name] = others.named(value)
        elif name in places and value is not None:
            document[name] = str(value)
        else:
            document[name] = _text(value) if isinstance(value, datetime) else value
    return document


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
