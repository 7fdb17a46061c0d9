"""The moves of a finished game as one value: numbers of few bits, and deflated texts.

A row of `moves` takes some 50 bytes, most of which repeat what is known: the game, the ply, the side, the
day. Packed, a move takes 6, and the text of a search, which is mostly numbers, 9. Nothing is rounded or left
out: `unpack` returns what was packed.

    >>> moves = [StoredMove(0, "d3", 0, 2.5, datetime(2026, 3, 1, tzinfo=UTC), None, 0.0, None)]
    >>> unpack(pack(moves)) == moves
    True
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, chain, pairwise
from math import gcd
from statistics import median_low
from typing import NamedTuple

from data.db.rows import DAMAGE

FORMAT = 2
"""What `pack` writes. In format 1, which stays readable, every text is deflated with its numbers."""

_ROWS = range(1, 13)
USUAL = ("pass", *map(str, _ROWS), *(f"{column}{row}" for row in _ROWS for column in "abcdefghijkl"))
"""Moves that are packed as a byte, their place here from 1; others are texts. A format keeps this order."""

_PLACES = {move: place for place, move in enumerate(USUAL, 1)}

_HEAD, _SIZES = struct.Struct("<BI"), struct.Struct("<HH")
"""The format and a checksum; the number of moves, which have a byte each, and of bytes with
numbers; then those, and the deflated texts."""

_NUMBER = re.compile(r"(-?[0-9]{1,15}(?:[.][0-9]{1,15})?)")
_WHOLE, _REAL = b"\xfe", b"\xff"
_MARK = re.compile(b"([\xfe\xff])")
"""A number in a text, and the marks in place of it: bytes that UTF-8 never has."""

_WRITTEN: dict[bytes, Callable[[int], bytes]] = {
    _WHOLE: b"%d".__mod__,
    _REAL: lambda millionths: repr(millionths / 1e6).encode(),
}

_FEW = 4
"""Fewer texts than this with the same outline are stored whole."""

_SIDES = (0, 1)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_MAX_EXACT = 2**32
"""Floats below it have six decimals."""

_DAMAGE = (*DAMAGE, struct.error, zlib.error)


class StoredMove(NamedTuple):
    """A row of `moves`, without its game."""

    ply: int
    move: str
    seat: int
    seconds: float
    played_at: datetime
    proved: int | None
    given_away: float
    thought: str | None


class Played(NamedTuple):
    """The moves of a game by column, without their times."""

    moves: Sequence[str] = ()
    seats: Sequence[int] = ()
    seconds: Sequence[float] = ()
    proved: Sequence[int | None] = ()
    given_away: Sequence[float] = ()
    thoughts: Sequence[str | None] = ()


def pack(moves: Sequence[StoredMove]) -> bytes:
    """Return the moves of a game, in the order of their plies, as one value.

    Raises ValueError for moves that could not be unpacked to the same, as damaged ones.
    """
    try:
        packed = _pack(moves)
    except _DAMAGE as error:
        raise ValueError(f"moves cannot be packed: {error}") from error
    if unpack(packed) != [*moves]:
        raise ValueError("moves would be others when they are unpacked")
    return packed


def _pack(moves: Sequence[StoredMove]) -> bytes:
    plies = [move.ply for move in moves]
    times = [(move.played_at - _EPOCH) // _MICROSECOND for move in moves]
    texts = [move.move for move in moves if move.move not in _PLACES]
    texts += [move.thought for move in moves if move.thought is not None]
    numbers = _Writer()
    # The sides mostly take turns.
    numbers.add([move.seat ^ place % 2 for place, move in enumerate(moves)])
    # Computers play faster than people and err differently, so each side has a column of its own.
    for side in _SIDES:
        numbers.add_reals([move.seconds for move in moves if move.seat == side])
    numbers.add([0 if move.proved is None else _unsigned(move.proved) + 1 for move in moves])
    for side in _SIDES:
        numbers.add_reals([move.given_away for move in moves if move.seat == side])
    numbers.add([int(move.thought is not None) for move in moves])
    deflated = _add_texts(texts, numbers)
    numbers.add([ply - before - 1 for before, ply in zip([-1, *plies], plies, strict=False)])
    numbers.add(times[:1])
    # A move is mostly stored its seconds after the one before, and some milliseconds.
    used = [_millionths(move.seconds) or 0 for move in moves]
    expected = [before + took for before, took in zip(times, used[1:], strict=False)]
    numbers.add([_unsigned(time - due) for time, due in zip(times[1:], expected, strict=True)])
    written = numbers.bytes()
    places = bytes(_PLACES.get(move.move, 0) for move in moves)
    content = _SIZES.pack(len(moves), len(written)) + places + written + deflated
    return _HEAD.pack(FORMAT, _checksum(FORMAT, content)) + content


def count_of(packed: bytes) -> int:
    count, _ = _SIZES.unpack_from(packed, _HEAD.size)
    return int(count)


def unpack(packed: bytes) -> list[StoredMove]:
    """Return the moves in a packed value; raises ValueError for a damaged one."""
    try:
        played, numbers = _open(packed)
        count = len(played.moves)
        plies = [*accumulate(numbers.take(count), lambda before, gap: before + gap + 1, initial=-1)][1:]
        times = numbers.take(min(count, 1))
        for seconds, late in zip(played.seconds[1:], numbers.take(max(0, count - 1)), strict=True):
            times.append(times[-1] + (_millionths(seconds) or 0) + _signed(late))
        moments = [_EPOCH + timedelta(microseconds=time) for time in times]
    except _DAMAGE as error:
        raise ValueError(f"packed moves cannot be read: {error}") from error
    first, seats, seconds_of, *rest = played
    columns = (plies, first, seats, seconds_of, moments, *rest)
    return [*map(StoredMove._make, zip(*columns, strict=True))]


def unpack_played(packed: bytes) -> Played:
    """Return the moves in a packed value without their times, in a third of the time."""
    try:
        return _open(packed)[0]
    except _DAMAGE as error:
        raise ValueError(f"packed moves cannot be read: {error}") from error


def _open(packed: bytes) -> tuple[Played, _Reader]:
    """Return the moves without their times, and the reader of what is left."""
    form, checksum = _HEAD.unpack_from(packed)
    if form not in (1, FORMAT):
        raise ValueError(f"format {form} is unknown to this version")
    if checksum != _checksum(form, memoryview(packed)[_HEAD.size :]):
        raise ValueError("the checksum is wrong")
    count, size = _SIZES.unpack_from(packed, _HEAD.size)
    content = packed[_HEAD.size + _SIZES.size :]
    numbers = _Reader(content[count : count + size])
    seats = [other ^ place % 2 for place, other in enumerate(numbers.take(count))]
    seconds = _reals(seats, numbers, form)
    proved = [_signed(number - 1) if number else None for number in numbers.take(count)]
    given_away = _reals(seats, numbers, form)
    thinks = numbers.take(count)
    texts = _split(content[count + size :], numbers.take(numbers.take(1)[0]))
    if form != 1:
        texts = _take_texts([*texts], content[:count].count(0) + sum(thinks), numbers)
    moves = [USUAL[place - 1] if place else next(texts).decode() for place in content[:count]]
    thoughts = [next(texts).decode() if there else None for there in thinks]
    return Played(moves, seats, seconds, proved, given_away, thoughts), numbers


def _checksum(form: int, content: bytes | memoryview) -> int:
    """Return a checksum that covers the format, so that damage cannot turn one format into another."""
    return zlib.crc32(content, form - 1)


def _reals(seats: Sequence[int], numbers: _Reader, form: int) -> list[float]:
    if form == 1:
        return numbers.take_reals(len(seats), step=1)
    sides = [iter(numbers.take_reals(seats.count(side))) for side in _SIDES]
    return [next(sides[side]) for side in seats]


def _split(deflated: bytes, sizes: Sequence[int]) -> Iterator[bytes]:
    if sizes:
        texts = zlib.decompress(deflated, -zlib.MAX_WBITS)
        yield from (texts[start:end] for start, end in pairwise(accumulate(sizes, initial=0)))


def _add_texts(texts: Sequence[str], numbers: _Writer) -> bytes:
    """Write the numbers in texts by column; return the outlines, each once, deflated."""
    outlined = [_outline(text) for text in texts]
    uses = Counter(outline for outline, _ in outlined)
    rows: dict[bytes, list[list[int]]] = {}
    order = []
    for text, (outline, row) in zip(texts, outlined, strict=True):
        if uses[outline] < _FEW:
            outline, row = text.encode(), []
        rows.setdefault(outline, []).append(row)
        order.append(outline)
    places = {outline: place for place, outline in enumerate(rows)}
    numbers.add([len(rows)])
    numbers.add([len(outline) for outline in rows])
    numbers.add([places[outline] for outline in order])
    for column in chain.from_iterable(zip(*same, strict=True) for same in rows.values()):
        # Scores are in 64ths, times in thousandths.
        step = gcd(*column) or 1
        numbers.add([step])
        numbers.add([_unsigned(number // step) for number in column])
    return zlib.compress(b"".join(rows), 9, -zlib.MAX_WBITS) if rows else b""


def _take_texts(outlines: Sequence[bytes], count: int, numbers: _Reader) -> Iterator[bytes]:
    """Return `count` texts: their outlines with the numbers, which are read now."""
    places = numbers.take(count)
    texts = []
    for place, outline in enumerate(outlines):
        parts = _MARK.split(outline)
        rows = places.count(place)
        columns: list[Iterable[bytes]] = [[part] * rows for part in parts]
        for at in range(1, len(parts), 2):
            (step,) = numbers.take(1)
            column = [_signed(number) * step for number in numbers.take(rows)]
            columns[at] = map(_WRITTEN[parts[at]], column)
        texts.append(map(b"".join, zip(*columns, strict=True)))
    return (next(texts[place]) for place in places)


def _outline(text: str) -> tuple[bytes, list[int]]:
    """Return a text with marks in place of its numbers, and those; real ones are in millionths."""
    parts = [part.encode() for part in _NUMBER.split(text)]
    numbers = []
    for at in range(1, len(parts), 2):
        mark = _REAL if b"." in parts[at] else _WHOLE
        number = round(float(parts[at]) * 1e6) if mark == _REAL else int(parts[at])
        # Others, such as -0 and 1.50, stay in the text.
        if _WRITTEN[mark](number) == parts[at]:
            parts[at] = mark
            numbers.append(number)
    return b"".join(parts), numbers


def _millionths(value: float) -> int | None:
    """Return a number in millionths, None if that is not the same number."""
    if not 0 <= value < _MAX_EXACT:
        return None
    number = round(value * 1e6)
    # Not by ==, for which -0.0 is 0.0.
    return number if struct.pack("<d", number / 1e6) == struct.pack("<d", value) else None


def _unsigned(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    return -(number + 1 >> 1) if number & 1 else number >> 1


_ORDER_BITS, _ZEROS = 6, 63
"""Bits of the order before a column, and the order of one that has only zeros and no bits."""


class _Writer:
    """Takes columns of numbers, each in an exponential Golomb code of the order that suits it.

    In order 3, the number 20 is 20 + 2³ in binary, 11100, after a zero for each of its bits above four.
    """

    def __init__(self) -> None:
        # The first bit keeps zeros after it.
        self._bits = ["1"]

    def add(self, numbers: Sequence[int]) -> None:
        order = min(_ZEROS - 1, max(0, median_low(numbers).bit_length() - 1)) if any(numbers) else _ZEROS
        self._bits.append(f"{order:0{_ORDER_BITS}b}")
        if order != _ZEROS:
            for number in numbers:
                bits = f"{number + (1 << order):b}"
                self._bits.append(bits.zfill(2 * len(bits) - order - 1))

    def add_reals(self, values: Sequence[float]) -> None:
        """Write zero as 0, and n steps as n + 1; any other number is 1 and then its 64 bits.

        The step comes first, in millionths: the greatest common divisor of all.
        """
        numbers = [_millionths(value) for value in values]
        step = gcd(*(number or 0 for number in numbers)) or 1
        self.add([step])
        self.add([1 if number is None else number and number // step + 1 for number in numbers])
        for value, number in zip(values, numbers, strict=True):
            if number is None:
                self._bits.append(f"{int.from_bytes(struct.pack('>d', value), 'big'):064b}")

    def bytes(self) -> bytes:
        bits = "".join(self._bits)
        return int(bits, 2).to_bytes((len(bits) + 7) // 8, "big")


class _Reader:
    def __init__(self, numbers: bytes) -> None:
        self._bits = f"{int.from_bytes(numbers, 'big'):b}"
        self._at = 1

    def take(self, count: int) -> list[int]:
        bits, at, numbers = self._bits, self._at + _ORDER_BITS, []
        order = int(bits[self._at : at], 2)
        self._at = at
        if order == _ZEROS:
            return [0] * count
        less = 1 << order
        for _ in range(count):
            first = bits.index("1", at)
            at = 2 * first - at + order + 1
            numbers.append(int(bits[first:at], 2) - less)
        self._at = at
        return numbers

    def take_reals(self, count: int, step: int | None = None) -> list[float]:
        """Read reals; in format 1, their step is 1 and not written."""
        step = self.take(1)[0] if step is None else step
        numbers = self.take(count)
        return [self._exact() if number == 1 else (number and number - 1) * step / 1e6 for number in numbers]

    def _exact(self) -> float:
        self._at += 64
        (value,) = struct.unpack(">d", int(self._bits[self._at - 64 : self._at], 2).to_bytes(8, "big"))
        return float(value)
