"""The file of the learned Reversi weights: written by training, checked and unfolded when read.

Layout: magic, length of the header (uint32), header (JSON: form, stages, weights a stage, recipe of the
training), the weights (int16, little endian, zlib), and a digest of all that.
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.pattern_sums import PATTERN_MEMORY, ROWS_BYTES, STAGE_BYTES
from engine.patterns import CLASSES, STAGE_DISCS, STAGE_WEIGHTS, STAGES, folded, nibbles
from engine.stability import edge_table

SHIPPED = Path(__file__).parent / "weights" / "reversi-8x8.patterns"

_MAGIC = b"FLIPFOUR PATTERNS 1\n"
_DIGEST_BYTES = 16
_LINE = 64


def _form() -> dict[str, Any]:
    return {"classes": CLASSES, "stage_discs": STAGE_DISCS, "stages": STAGES, "weights": folded()[1]}


def packed(weights: np.ndarray[Any, Any], recipe: dict[str, Any]) -> bytes:
    """The content of a file: `weights` are int16 in 1/64 disc, STAGES × the number of folded weights."""
    expected = (STAGES, folded()[1])
    if weights.shape != expected or weights.dtype != np.int16:
        raise EngineError(f"weights must be int16 of shape {expected}, not {weights.dtype} {weights.shape}")
    header = json.dumps(_form() | {"recipe": recipe}, sort_keys=True).encode()
    # High and low bytes apart: most weights are small.
    halves = weights.astype("<i2").view(np.uint8).reshape(-1, 2).T.tobytes()
    content = _MAGIC + len(header).to_bytes(4, "little") + header + zlib.compress(halves, 9)
    return content + _digest(content)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).digest()


def unpacked(content: bytes, name: str = "weights") -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """The folded weights and the recipe of a file's content. Raises EngineError when it is damaged."""
    if not content.startswith(_MAGIC):
        raise EngineError(f"{name}: this is no file of pattern weights")
    body, digest = content[:-_DIGEST_BYTES], content[-_DIGEST_BYTES:]
    if _digest(body) != digest:
        raise EngineError(f"{name}: the file of pattern weights is damaged")
    start = len(_MAGIC) + 4
    end = start + int.from_bytes(body[len(_MAGIC) : start], "little")
    header = json.loads(body[start:end])
    recipe = header.pop("recipe")
    if header != _form():
        raise EngineError(f"{name}: the weights are made for other patterns than this program's")
    halves = np.frombuffer(zlib.decompress(body[end:]), np.uint8).reshape(2, -1)
    return np.ascontiguousarray(halves.T).view("<i2").astype(np.int16).reshape(STAGES, -1), recipe


def search_tables(weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What searches on 8 × 8 read: the stable squares of edges, then folded weights laid out for use."""
    edges = edge_table()
    size = ROWS_BYTES + STAGES * STAGE_BYTES
    memory = np.zeros(edges.nbytes + size + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    memory = memory[start : start + edges.nbytes + size]
    memory[:PATTERN_MEMORY] = edges.view(np.uint8)
    memory[PATTERN_MEMORY:][:ROWS_BYTES] = nibbles().view(np.uint8).reshape(-1)
    tables = memory[PATTERN_MEMORY + ROWS_BYTES :].view(np.int16)
    for stage, table in enumerate(tables.reshape(STAGES, STAGE_WEIGHTS)):
        np.take(weights[stage], folded()[0], out=table)
    return memory.view(np.uint64)


def read(path: Path) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """The folded weights and the recipe in a file. Raises EngineError when it is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise EngineError(f"the pattern weights cannot be read: {error}") from error
    return unpacked(content, path.name)


@functools.cache
def shipped_tables() -> np.ndarray[Any, Any]:
    """The search tables with the weights that the program comes with, made once."""
    return search_tables(read(SHIPPED)[0])
