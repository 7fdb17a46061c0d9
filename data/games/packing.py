"""The moves of a finished game as one value: numbers of few bits, and deflated texts.

A row of `moves` takes some 50 bytes, most of which repeat what is known: the game, the ply, the side, the
day. Packed, a move takes 6. Nothing is rounded or left out: `unpack` returns what was packed.

    >>> moves = [StoredMove(0, "d3", 0, 2.5, datetime(2026, 3, 1, tzinfo=UTC), None, 0.0, None)]
    >>> unpack(pack(moves)) == moves
    True
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from statistics import median_low
from typing import NamedTuple

from data.db.rows import DAMAGE

FORMAT = 1

_ROWS = range(1, 13)
USUAL = ("pass", *map(str, _ROWS), *(f"{column}{row}" for row in _ROWS for column in "abcdefghijkl"))
"""Moves that are packed as a byte, their place here from 1; others are texts. A format keeps this order."""

_PLACES = {move: place for place, move in enumerate(USUAL, 1)}

_HEAD, _SIZES = struct.Struct("<BI"), struct.Struct("<HH")
"""The format and a checksum of the rest: the number of moves, which have a byte each, and of bytes with
numbers; then those, and the deflated texts."""

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
    encoded = [text.encode() for text in texts]
    numbers = _Writer()
    # The sides mostly take turns.
    numbers.add([move.seat ^ place % 2 for place, move in enumerate(moves)])
    numbers.add_reals([move.seconds for move in moves])
    numbers.add([0 if move.proved is None else _unsigned(move.proved) + 1 for move in moves])
    numbers.add_reals([move.given_away for move in moves])
    numbers.add([int(move.thought is not None) for move in moves])
    numbers.add([len(encoded)])
    numbers.add([len(text) for text in encoded])
    numbers.add([ply - before - 1 for before, ply in zip([-1, *plies], plies, strict=False)])
    numbers.add(times[:1])
    # A move is mostly stored its seconds after the one before, and some milliseconds.
    used = [_millionths(move.seconds) or 0 for move in moves]
    expected = [before + took for before, took in zip(times, used[1:], strict=False)]
    numbers.add([_unsigned(time - due) for time, due in zip(times[1:], expected, strict=True)])
    written = numbers.bytes()
    deflated = zlib.compress(b"".join(encoded), 9, -zlib.MAX_WBITS) if encoded else b""
    places = bytes(_PLACES.get(move.move, 0) for move in moves)
    content = _SIZES.pack(len(moves), len(written)) + places + written + deflated
    return _HEAD.pack(FORMAT, zlib.crc32(content)) + content


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
    if form != FORMAT:
        raise ValueError(f"format {form} is unknown to this version")
    if checksum != zlib.crc32(memoryview(packed)[_HEAD.size :]):
        raise ValueError("the checksum is wrong")
    count, size = _SIZES.unpack_from(packed, _HEAD.size)
    content = packed[_HEAD.size + _SIZES.size :]
    numbers = _Reader(content[count : count + size])
    seats = [other ^ place % 2 for place, other in enumerate(numbers.take(count))]
    seconds = numbers.take_reals(count)
    proved = [_signed(number - 1) if number else None for number in numbers.take(count)]
    given_away = numbers.take_reals(count)
    thinks = numbers.take(count)
    texts = _split(content[count + size :], numbers.take(numbers.take(1)[0]))
    moves = [USUAL[place - 1] if place else next(texts) for place in content[:count]]
    thoughts = [next(texts) if there else None for there in thinks]
    return Played(moves, seats, seconds, proved, given_away, thoughts), numbers


def _split(deflated: bytes, sizes: Sequence[int]) -> Iterator[str]:
    if sizes:
        texts = zlib.decompress(deflated, -zlib.MAX_WBITS)
        ends = [*accumulate(sizes, initial=0)]
        yield from (texts[start:end].decode() for start, end in pairwise(ends))


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
        """Write n millionths as n + 1, and zero as 0; any other number is 1 and then its 64 bits."""
        numbers = [_millionths(value) for value in values]
        self.add([1 if number is None else number and number + 1 for number in numbers])
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

    def take_reals(self, count: int) -> list[float]:
        numbers = self.take(count)
        return [self._exact() if number == 1 else (number and number - 1) / 1e6 for number in numbers]

    def _exact(self) -> float:
        self._at += 64
        (value,) = struct.unpack(">d", int(self._bits[self._at - 64 : self._at], 2).to_bytes(8, "big"))
        return float(value)
