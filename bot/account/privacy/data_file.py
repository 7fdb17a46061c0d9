"""The file with a person's own data, written table by table in bounded memory."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MAX_BYTES = 8 * 2**20
"""Maximum size of the file, compressed if it would be larger; Discord accepts a little more everywhere."""

_GZIP = 31
"""Window bits that make zlib write the format of gzip."""


class ExportedData(NamedTuple):
    """A document in JSON, possibly compressed."""

    content: bytes
    compressed: bool


class DataFile:
    """Writes one document in JSON: as it is while it fits, and compressed at the same time."""

    def __init__(self, head: Mapping[str, object]) -> None:
        """`head` are the values before the tables."""
        self._plain: bytearray | None = bytearray()
        self._compressed = bytearray()
        self._compressor = zlib.compressobj(wbits=_GZIP)
        self._table = ""
        self._between = ""
        self._write(json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}"))

    @property
    def too_large(self) -> bool:
        """True if the file is too large even when compressed."""
        return len(self._compressed) > MAX_BYTES

    def add(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows of a table; all of one table must be added one after another."""
        if table != self._table:
            self._write(f"{self._end_of_table()},\n {json.dumps(table)}: [")
            self._table, self._between = table, "\n"
        for row in rows:
            self._write(f"{self._between}{json.dumps(row, ensure_ascii=False, indent=1)}")
            self._between = ",\n"

    def finish(self) -> ExportedData | None:
        """Return the file; None if it is too large."""
        self._write(f"{self._end_of_table()}\n}}")
        self._compressed += self._compressor.flush()
        if self._plain is not None:
            return ExportedData(bytes(self._plain), compressed=False)
        return None if self.too_large else ExportedData(bytes(self._compressed), compressed=True)

    def _end_of_table(self) -> str:
        return "]" if self._table else ""

    def _write(self, text: str) -> None:
        part = text.encode()
        self._compressed += self._compressor.compress(part)
        if self._plain is not None:
            self._plain += part
            if len(self._plain) > MAX_BYTES:
                self._plain = None
