"""Whose data a table holds: said where the table is, read by privacy text, export and deletion."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any


class DataKind(StrEnum):
    """Kind of stored data, as named to people."""

    NAMES = "names"
    GAMES = "games"
    INSIGHTS = "insights"
    RATINGS = "ratings"
    QUESTIONS = "questions"
    REQUESTS = "requests"
    BLOCKS = "blocks"
    SETTINGS = "settings"
    OPPONENTS = "opponents"
    STRENGTH_TESTS = "strength tests"
    PUZZLES = "puzzles"
    REPERTOIRES = "repertoires"
    IMPORTS = "imports"
    TOURNAMENTS = "tournaments"
    SERVERS = "servers"
    COMMANDS = "commands"
    ACHIEVEMENTS = "achievements"
    LINKED_ROLES = "linked roles"
    WEB = "web sessions"


class Fate(Enum):
    """Effect on a row when the data of its person or server are deleted."""

    GOES = "the row is deleted"
    STAYS_WITHOUT = "the row stays, with a placeholder in this column"


@dataclass(frozen=True, slots=True)
class TableData:
    """The data of people and servers in a table.

    `people` are columns with ids of people and `server` is the one with the id of a server, each with the
    fate of a row when their data are deleted. `texts` hold names or texts that people typed; `places` ids of
    servers, channels and messages; `words` the program's own words and `ids` its own numbers; `secrets` are
    encrypted and not exported. The export omits rows by `not_told` columns. `person_only` and `server_only`
    restrict the rows that belong to people or servers.
    """

    kind: DataKind
    people: Mapping[str, Fate] = field(default_factory=dict)
    server: tuple[str, Fate] | None = None
    texts: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    not_told: frozenset[str] = frozenset()
    person_only: Mapping[str, str] = field(default_factory=dict)
    server_only: Mapping[str, str] = field(default_factory=dict)


_INFO = "personal data"


def holds(
    kind: DataKind,
    people: Mapping[str, Fate] | None = None,
    server: tuple[str, Fate] | None = None,
    *,
    person_only: Mapping[str, str] | None = None,
    server_only: Mapping[str, str] | None = None,
    **columns: Set[str],
) -> dict[Any, Any]:
    """Return the `info` of a table, see `TableData`; unnamed columns are neither ids nor texts."""
    named = {name: frozenset(these) for name, these in columns.items()}
    return {
        _INFO: TableData(
            kind, people or {}, server, person_only=person_only or {}, server_only=server_only or {}, **named
        )
    }


def personal_data(info: Mapping[Any, Any]) -> TableData | None:
    """Return what the `info` of a table says; None for a table without data of people or servers."""
    found: TableData | None = info.get(_INFO)
    return found
