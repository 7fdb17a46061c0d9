"""The Connect 4 opening book on 7 × 6: proved scores of positions with few discs, mirror images stored once.

Data of the file: for each ply the differences of the sorted keys (uint64, by `data_file.in_planes`) and then
the scores (int8), with their number in the header. Made by `research.training.connect4_book`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.connect4.position import STANDARD, Position
from engine.connect4.rules import standard_place
from engine.data_file import FileFormat, from_planes, in_planes
from engine.jit.bits import load
from engine.jit.compiling import compiled
from engine.search.alphabeta import prove_score
from engine.search.context import SearchContext, Team
from engine.search.opening_book import OpeningBook
from engine.search.position import Position as AnyPosition
from engine.search.scores import AGE, EXACT, NO_MOVE, Context, Depth
from engine.search.tables import TranspositionTable
from engine.search.transposition import PROVED, store_entry
from engine.search.transposition import packed as entry_of

SHIPPED = Path(__file__).parent / "connect4-7x6.book"

_FORMAT = FileFormat(b"FLIPFOUR CONNECT 4 BOOK 1\n", "book of Connect 4 openings")
_KEY_BYTES = 8
_SQUARES = 42
_NONE, _MAX = np.int64(0), np.int64(_SQUARES)


def key_of(position: Position) -> int:
    """The key of a 7 × 6 position and of its mirror image."""
    return min(_key(position), _key(position.mirrored()))


def _key(position: Position) -> int:
    """Discs of the side to move, and in each column the bit above its topmost disc."""
    taken = position.first | position.second
    bottom = sum(1 << 7 * column for column in range(7))
    return (position.second if position.turn else position.first) | (taken << 1 | bottom) ^ taken


def position_of(key: int) -> Position:
    """A position with this key, without the moves that led to it."""
    own = other = 0
    for column in range(7):
        discs = key >> 7 * column & 0x7F
        marker = 1 << discs.bit_length() - 1
        own |= (discs ^ marker) << 7 * column
        other |= (discs ^ (2 * marker - 1)) << 7 * column
    if (own | other).bit_count() % 2:
        own, other = other, own
    return Position(own, other, moves=None)


def _predecessors(position: Position) -> Iterator[Position]:
    """Return the 7 × 6 positions one move earlier, without their moves; some never occur in a game."""
    last = position.first if position.turn else position.second
    taken = position.first | position.second
    for column in range(7):
        top = 1 << (taken >> 7 * column & 0x7F).bit_length() >> 1 << 7 * column
        if last & top:
            yield Position(position.first & ~top, position.second & ~top, moves=None)


def preference(position: Position, move: str) -> float:
    """Order moves of the same score on 7 × 6, smallest first: nearest to the middle.

    Of two columns equally far from it, the choice is the same in both mirror images, since the book has what
    follows a best move for one of them only.
    """
    column = int(move) - 4
    mirrored = _key(position) > _key(position.mirrored())
    return abs(column) + 0.5 * ((column < 0) == mirrored)


@dataclass(frozen=True, slots=True)
class BookPage:
    """The positions of one ply: sorted keys (uint64) and their scores for the side to move (int8)."""

    keys: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]

    @classmethod
    def from_scores(cls, scores: Mapping[int, int]) -> BookPage:
        keys = sorted(scores)
        return cls(np.array(keys, np.uint64), np.array([scores[key] for key in keys], np.int8))

    def score(self, key: int) -> int | None:
        """The score of a key, None when it is not there."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        return int(self.scores[at]) if at < len(self.keys) and int(self.keys[at]) == key else None


class Book(OpeningBook):
    """Proved scores by ply."""

    proved = True

    def __init__(self, pages: Mapping[int, BookPage], recipe: Mapping[str, Any]) -> None:
        self.pages = pages
        self.recipe = recipe

    def __len__(self) -> int:
        return sum(len(page.keys) for page in self.pages.values())

    def score(self, position: Position) -> int | None:
        """The score for the side to move, None when the book does not have it."""
        if (result := position.result()) is not None:
            return result.score
        if position.variant != STANDARD or position.ply not in self.pages:
            return None
        return self.pages[position.ply].score(key_of(position))

    def value(self, position: Any) -> int | None:
        return self.score(position) if isinstance(position, Position) else None

    def least(self, position: Any) -> int | None:
        """Lower bound from positions one move earlier, whose side to move may have a better move."""
        if not isinstance(position, Position) or position.variant != STANDARD:
            return None
        before = map(self.score, _predecessors(position))
        return max((-score for score in before if score is not None), default=None)

    def depth(self, position: AnyPosition) -> int:
        """Everything is proved to the end."""
        return _SQUARES - position.moves_played

    def preference(self, position: Any, move: str) -> float:
        """Order moves of the same score, as `preference`."""
        return preference(position, move)

    def fill(self, context: SearchContext, position: AnyPosition) -> None:
        """Store what the book knows of this position and later ones in the table of a search."""
        if not isinstance(position, Position) or position.variant != STANDARD:
            return
        context.use_style(int(EXACT))
        following = [position.play(move) for move in position.legal_moves()]
        bounds = ((after, self.least(after)) for after in following if after.result() is None)
        page = BookPage.from_scores({key_of(after): least for after, least in bounds if least is not None})
        _fill(page.keys, page.scores, _MAX, np.int64(_SQUARES - position.ply - 1), context.address)
        for discs, page in self.pages.items():
            if discs > position.ply:
                _fill(page.keys, page.scores, _NONE, np.int64(_SQUARES - discs), context.address)


@compiled
def _fill(keys: Any, scores: Any, more: Any, depth: Depth, context: Context) -> Any:
    """Store for each position that its value is its score, or up to `more` above it."""
    for index in range(len(keys)):
        key, score = keys[index], np.int64(scores[index])
        entry = entry_of(score, score + more, depth, NO_MOVE, load(context, AGE), PROVED)
        store_entry(context, standard_place(key), key, entry)
    return np.int64(len(keys))


def packed(pages: Mapping[int, BookPage], recipe: Mapping[str, Any]) -> bytes:
    """The content of a file."""
    counts = {str(ply): len(page.keys) for ply, page in sorted(pages.items())}
    data = b""
    for _, page in sorted(pages.items()):
        data += in_planes(np.diff(page.keys, prepend=np.uint64(0))) + page.scores.tobytes()
    return _FORMAT.sealed({"positions": counts, "recipe": dict(recipe)}, data)


def unpacked(content: bytes, name: str = "book") -> Book:
    """The book of a file's content. Raises EngineError when it is damaged."""
    header, data = _FORMAT.opened(content, name)
    pages = {}
    for ply, count in sorted(header["positions"].items(), key=lambda item: int(item[0])):
        steps, data = from_planes(data[: count * _KEY_BYTES], np.uint64), data[count * _KEY_BYTES :]
        scores, data = np.frombuffer(data[:count], np.int8), data[count:]
        pages[int(ply)] = BookPage(np.cumsum(steps, dtype=np.uint64), scores)
    return Book(pages, header["recipe"])


@functools.cache
def shipped() -> Book:
    """Return the shipped book. Raises EngineError when its file is damaged or missing."""
    return unpacked(_FORMAT.content(SHIPPED), SHIPPED.name)


def shipped_for(position: AnyPosition) -> Book | None:
    """Return the shipped book for a position on 7 × 6, None for other grids. Raises EngineError as above."""
    assert isinstance(position, Position)
    return shipped() if position.variant == STANDARD else None


class Solver:
    """Scores of Connect 4 positions under best play, with a table of `megabytes` that stays between calls.

    `threads` work on each position; it takes one position at a time. `techniques` as in `engine.search`.
    """

    def __init__(self, megabytes: float = 64.0, techniques: int | None = None, threads: int = 1) -> None:
        self._table = TranspositionTable(megabytes)
        self._context = Team(threads, self._table, techniques=techniques)
        self.clear()

    @property
    def nodes(self) -> int:
        """Number of nodes searched so far."""
        return self._context.nodes

    def clear(self) -> None:
        """Forget all positions, and what their searches taught about the order of moves."""
        self._table.clear()
        # Old table entries no longer count, and so are replaced first.
        self._context.words[AGE] = self._table.next_age()
        self._context.forget_moves()
        self._context.use_style(int(EXACT))

    def close(self) -> None:
        """End the threads, if there are several."""
        self._context.close()

    def score(self, position: Position) -> int:
        """Score for the side to move: 0 draw, +n it wins with its n-th last disc, -n it loses so."""
        return self._proved(position, -64, 64)

    def outcome(self, position: Position) -> int:
        """1 when the side to move wins, 0 for a draw, -1 when it loses: found much sooner than the score."""
        return self._proved(position, -1, 1)

    def plies(self, position: Position) -> int:
        """Number of moves to the end when both sides play for the best score."""
        left = position.columns * position.rows - position.ply
        score = self.score(position)
        if score == 0:
            return left
        return 2 * ((left + 1) // 2 - score) + 1 if score > 0 else 2 * (left // 2 + score + 1)

    def _proved(self, position: Position, low: int, high: int) -> int:
        window, root = (np.int64(low), np.int64(high)), np.int64(0)
        return self._context.shared_value(prove_score, position.state(), *window, root)
