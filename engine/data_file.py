"""The format of the engine's own data files: a magic line, a header, compressed data, a digest of them all.

Layout: magic, length of the header (uint32, little endian), header (JSON), data (zlib), digest (16 bytes).
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.errors import EngineError

_DIGEST_BYTES = 16
_LENGTH_BYTES = 4


class FileFormat(NamedTuple):
    """A type of file: its first line, and what messages call it."""

    magic: bytes
    title: str

    def sealed(self, header: Mapping[str, Any], data: bytes) -> bytes:
        head = json.dumps(dict(header), sort_keys=True).encode()
        content = self.magic + len(head).to_bytes(_LENGTH_BYTES, "little") + head + zlib.compress(data, 9)
        return content + _digest(content)

    def opened(self, content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
        """Header and data of a file's content. Raises EngineError when it is damaged."""
        if not content.startswith(self.magic):
            raise EngineError(f"{name} is not a {self.title}")
        content, digest = content[:-_DIGEST_BYTES], content[-_DIGEST_BYTES:]
        if _digest(content) != digest:
            raise EngineError(f"{name}: the {self.title} is damaged")
        start = len(self.magic) + _LENGTH_BYTES
        end = start + int.from_bytes(content[len(self.magic) : start], "little")
        return json.loads(content[start:end]), zlib.decompress(content[end:])

    def content(self, path: Path) -> bytes:
        """The content of a file. Raises EngineError when it cannot be read."""
        try:
            return path.read_bytes()
        except OSError as error:
            raise EngineError(f"the {self.title} cannot be read: {error}") from error


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).digest()


def in_planes(numbers: np.ndarray[Any, Any]) -> bytes:
    """The first bytes of all numbers, then the second ones, and so on: they compress better that way."""
    little = np.ascontiguousarray(numbers, numbers.dtype.newbyteorder("<"))
    return little.view(np.uint8).reshape(-1, numbers.itemsize).T.tobytes()


def from_planes(data: bytes, dtype: Any) -> np.ndarray[Any, Any]:
    """Inverse of `in_planes`, as numbers of a NumPy type."""
    little = np.dtype(dtype).newbyteorder("<")
    planes = np.frombuffer(data, np.uint8).reshape(little.itemsize, -1)
    numbers: np.ndarray[Any, Any] = np.ascontiguousarray(planes.T).view(little).reshape(-1).astype(dtype)
    return numbers
