"""Transposition tables with names: what one task has learned, for a later one in the same process.

A name is plain data and can be sent; a table never leaves its process. Wherever a task finds no table of its
name, it begins with an empty one, or with one of the pool.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from dataclasses import dataclass

from engine.search.transposition import TranspositionTable

MOST_TABLES = 8
"""So many tables have names in one process: those of four games pondered, and of reviews."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The name of a table of so many megabytes."""

    name: str
    megabytes: float

    @classmethod
    def new(cls, megabytes: float) -> Memory:
        """A name that nothing else has."""
        return cls(uuid.uuid4().hex, megabytes)


class NamedTables:
    """The tables of this process that have names; the one that was used least recently makes room."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self._most = most
        self._tables: OrderedDict[str, TranspositionTable] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, memory: Memory) -> bool:
        return memory.name in self._tables

    def of(self, memory: Memory) -> TranspositionTable:
        """The table of this name, made if there is none."""
        with self._lock:
            table = self._tables.pop(memory.name, None) or TranspositionTable(memory.megabytes)
            self._tables[memory.name] = table
            if len(self._tables) > self._most:
                self._tables.popitem(last=False)
            return table

    def take(self, memory: Memory) -> TranspositionTable | None:
        """The table of this name, which is kept no longer."""
        with self._lock:
            return self._tables.pop(memory.name, None)


NAMED_TABLES = NamedTables()
"""Those of this process."""
