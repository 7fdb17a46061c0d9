"""The book of Connect 4 openings on 7 × 6: proved scores of positions with few discs, mirror images once.

Layout of the file: magic, length of the header (uint32), header (JSON: positions by ply, recipe), for each
ply the sorted keys and then the scores (zlib), and a digest of all that. It is made by
`engine.connect4_book_making`.
"""

from __future__ import annotations

import functools
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.bits import load
from engine.box import Box
from engine.box_words import AGE
from engine.compiling import compiled
from engine.connect4 import Position
from engine.connect4_grids import STANDARD
from engine.connect4_rules import standard_place
from engine.errors import EngineError
from engine.reports import Candidate, SearchResult
from engine.results import Position as AnyPosition
from engine.style_numbers import EXACT
from engine.table import NO_MOVE, PROVED, remember
from engine.table import packed as entry_of

SHIPPED = Path(__file__).parent / "weights" / "connect4-7x6.book"

_MAGIC = b"FLIPFOUR CONNECT 4 BOOK 1\n"
_DIGEST_BYTES = 16
_KEY_BYTES = 8
_SQUARES = 42
_NONE, _MOST = np.int64(0), np.int64(_SQUARES)


def key_of(position: Position) -> int:
    """What a 7 × 6 position and its mirror image have in common and no other position has."""
    return min(_key(position), _key(position.mirrored()))


def _key(position: Position) -> int:
    """Discs of the side to move, and in each column a bit above its topmost disc."""
    taken = position.first | position.second
    bottom = sum(1 << 7 * column for column in range(7))
    return (position.second if position.turn else position.first) | (taken << 1 | bottom) ^ taken


def position_of(key: int) -> Position:
    """A position with this key; how it was reached is not known."""
    own = other = 0
    for column in range(7):
        discs = key >> 7 * column & 0x7F
        marker = 1 << discs.bit_length() - 1
        own |= (discs ^ marker) << 7 * column
        other |= (discs ^ (2 * marker - 1)) << 7 * column
    if (own | other).bit_count() % 2:
        own, other = other, own
    return Position(own, other, moves=None)


@dataclass(frozen=True, slots=True)
class Page:
    """The positions of one ply: sorted keys (uint64) and their scores for the side to move (int8)."""

    keys: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]

    @classmethod
    def of(cls, scores: Mapping[int, int]) -> Page:
        """A page of scores by key."""
        keys = sorted(scores)
        return cls(np.array(keys, np.uint64), np.array([scores[key] for key in keys], np.int8))

    def score(self, key: int) -> int | None:
        """The score of a key, None when it is not there."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        return int(self.scores[at]) if at < len(self.keys) and int(self.keys[at]) == key else None


class Book:
    """Proved scores by ply."""

    def __init__(self, pages: Mapping[int, Page], recipe: Mapping[str, Any]) -> None:
        self.pages = pages
        self.recipe = recipe

    def __len__(self) -> int:
        return sum(len(page.keys) for page in self.pages.values())

    def score(self, position: Position) -> int | None:
        """The score for the side to move, None when the book does not know it."""
        if (result := position.result()) is not None:
            return result.score
        if position.variant != STANDARD or position.ply not in self.pages:
            return None
        return self.pages[position.ply].score(key_of(position))

    def values(self, position: Position) -> dict[str, int]:
        """The scores of the legal moves it knows, the best first; {} when none of them is surely the best."""
        legal = position.legal_moves()
        answers = {move: self.score(position.play(move)) for move in legal}
        found = {move: -score for move, score in answers.items() if score is not None}
        if len(found) < len(legal) and (not found or max(found.values()) != self.score(position)):
            return {}
        middle = (position.columns + 1) / 2
        return dict(sorted(found.items(), key=lambda item: (-item[1], abs(int(item[0]) - middle))))

    def line(self, position: Position) -> tuple[str, ...]:
        """The best moves from a position on, as far as the book goes."""
        moves: list[str] = []
        while values := self.values(position):
            moves.append(next(iter(values)))
            position = position.play(moves[-1])
        return tuple(moves)

    def told(self, position: AnyPosition, *, every_value: bool = False) -> SearchResult | None:
        """What a search would find of a position to which the book has a best move, or all values."""
        if not isinstance(position, Position):
            return None
        values, legal = self.values(position), position.legal_moves()
        if not values or (every_value and len(values) < len(legal)):
            return None
        best, score = next(iter(values.items()))
        candidates = [
            Candidate(move, value, "exact", next(iter(self.line(position.play(move))), None))
            for move, value in values.items()
        ]
        candidates += [Candidate(move, score, "at most") for move in legal if move not in values]
        left = _SQUARES - position.ply
        return SearchResult(best, score, left, 0, 0.0, True, self.line(position), tuple(candidates))

    def fill(self, box: Box, position: AnyPosition) -> None:
        """Lets a search of a 7 × 6 position know what the book knows of it and of those with more discs."""
        if not isinstance(position, Position) or position.variant != STANDARD:
            return
        box.use_style(int(EXACT))
        score = self.score(position)
        if score is not None:
            # No move is worth more than that, so no answer less.
            after = Page.of({key_of(position.play(move)): -score for move in position.legal_moves()})
            _fill(after.keys, after.scores, _MOST, np.int64(_SQUARES - position.ply - 1), box.address)
        for discs, page in self.pages.items():
            if discs > position.ply:
                _fill(page.keys, page.scores, _NONE, np.int64(_SQUARES - discs), box.address)


@compiled
def _fill(keys: Any, scores: Any, more: Any, depth: Any, box: Any) -> Any:
    """Remembers that the positions are worth their scores, or up to `more` more."""
    for index in range(len(keys)):
        key, score = keys[index], np.int64(scores[index])
        entry = entry_of(score, score + more, depth, NO_MOVE, load(box, AGE), PROVED)
        remember(box, standard_place(key), key, entry)
    return np.int64(len(keys))


def packed(pages: Mapping[int, Page], recipe: Mapping[str, Any]) -> bytes:
    """The content of a file."""
    counts = {str(ply): len(page.keys) for ply, page in sorted(pages.items())}
    header = json.dumps({"positions": counts, "recipe": dict(recipe)}, sort_keys=True).encode()
    body = b""
    for _, page in sorted(pages.items()):
        steps = np.diff(page.keys, prepend=np.uint64(0)).astype("<u8")
        # First bytes of all keys together, then the second ones: most of the high ones are zero.
        body += steps.view(np.uint8).reshape(-1, _KEY_BYTES).T.tobytes() + page.scores.tobytes()
    content = _MAGIC + len(header).to_bytes(4, "little") + header + zlib.compress(body, 9)
    return content + _digest(content)


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).digest()


def unpacked(content: bytes, name: str = "book") -> Book:
    """The book of a file's content. Raises EngineError when it is damaged."""
    if not content.startswith(_MAGIC):
        raise EngineError(f"{name}: this is no book of Connect 4 openings")
    content, digest = content[:-_DIGEST_BYTES], content[-_DIGEST_BYTES:]
    if _digest(content) != digest:
        raise EngineError(f"{name}: the book of Connect 4 openings is damaged")
    start = len(_MAGIC) + 4
    end = start + int.from_bytes(content[len(_MAGIC) : start], "little")
    header = json.loads(content[start:end])
    body, pages = np.frombuffer(zlib.decompress(content[end:]), np.uint8), {}
    for ply, count in sorted(header["positions"].items(), key=lambda item: int(item[0])):
        planes, body = body[: count * _KEY_BYTES], body[count * _KEY_BYTES :]
        steps = np.ascontiguousarray(planes.reshape(_KEY_BYTES, count).T).view("<u8").reshape(-1)
        scores, body = body[:count].astype(np.int8), body[count:]
        pages[int(ply)] = Page(np.cumsum(steps, dtype=np.uint64), scores)
    return Book(pages, header["recipe"])


@functools.cache
def shipped() -> Book:
    """The program's own book. Raises EngineError when its file is damaged or not there."""
    try:
        content = SHIPPED.read_bytes()
    except OSError as error:
        raise EngineError(f"the book of Connect 4 openings cannot be read: {error}") from error
    return unpacked(content, SHIPPED.name)
