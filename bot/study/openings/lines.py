"""The lines of a repertoire: a tree of moves, one for each position in which its side is to move.

Symmetric lines are one: each is turned so that it begins alike, and one that reaches a known position by
another order of moves continues from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias, cast

from bot.catalog import GameKind
from bot.catalog.kind import SYMBOLS, ByColumn, Mapped, signs_of
from bot.core.fields import Frozen
from bot.study.analyses import Study
from data.puzzles.repertoires import NewRepertoireMove, RepertoireMove
from engine import Position
from engine.search.position import PASS

_Turn: TypeAlias = tuple[bool, bool, bool]
"""A symmetry: whether it transposes the board, then mirrors it from left to right, then top to bottom."""

_MIRROR: tuple[_Turn, ...] = ((False, False, False), (False, True, False))
_ALL: tuple[_Turn, ...] = tuple(product((False, True), (False, True), (False, True)))


class CanonicalForm(Frozen):
    """A position without regard to symmetry: a key, and the square of each move, the same for equal moves."""

    key: int
    squares: dict[str, int]


@lru_cache(maxsize=16)
def has_symmetries(kind: GameKind) -> bool:
    """Return whether the positions of a game can be compared."""
    # Asked for every position, and slow for a protocol.
    return isinstance(kind, Mapped)


def canonical(kind: GameKind, position: Position, move: str | None = None) -> CanonicalForm:
    """Return what a position has in common with its symmetric images; the game must be `Mapped`.

    With a `move`, the squares have that move alone, which takes less time.
    """
    assert has_symmetries(kind)
    mapped = cast("Mapped", kind)
    rows = kind.rows_of(position)
    height, width = len(rows), len(rows[0])
    signs = signs_of(rows)
    turns = _turns(kind, width, height)
    images = ["".join(turn.image(signs)) for turn in turns]
    least = min(images)
    least_turns = [turn.squares for turn, image in zip(turns, images, strict=True) if image == least]
    moves = [move] if move else [item.move for item in kind.buttons(position) if item.enabled]
    places = {move: _turned_square(mapped.place(position, move), width, height) for move in moves}
    squares = {move: min(turned[at] for turned in least_turns) for move, at in places.items()}
    text = f"{kind.key}|{kind.board_of(position)}|{least}{SYMBOLS[position.turn]}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return CanonicalForm(int.from_bytes(digest, "little", signed=True), squares)


class _Image(NamedTuple):
    """A symmetry of a board: it turns the squares of a position, and the number of one square."""

    image: Callable[[str], Iterable[str]]
    squares: tuple[int, ...]


@lru_cache(maxsize=64)
def _turns(kind: GameKind, width: int, height: int) -> tuple[_Image, ...]:
    """Return the symmetries of a board of a game."""
    turns = _MIRROR if isinstance(kind, ByColumn) or height != width else _ALL
    return tuple(_image(turn, width, height) for turn in turns)


def _image(turn: _Turn, width: int, height: int) -> _Image:
    number = width * height
    middles = [((at % width + 0.5) / width, (at // width + 0.5) / height) for at in range(number)]
    squares = tuple(_turned_square(_turned(middle, turn), width, height) for middle in middles)
    sources = sorted(range(number), key=squares.__getitem__)
    return _Image(itemgetter(*sources), squares)


def _turned(place: tuple[float, float], turn: _Turn) -> tuple[float, float]:
    x, y = place
    transposed, across, down = turn
    if transposed:
        x, y = y, x
    return 1 - x if across else x, 1 - y if down else y


def _turned_square(place: tuple[float, float], width: int, height: int) -> int:
    # A place is the middle of its square, so that rounding errors do no harm.
    return int(place[0] * width) + int(place[1] * height) * width


MAX_PLIES = 24
"""Maximum moves of a line."""

CACHE_SIZE = 4096
"""Maximum positions in each cache."""


class Addition(Frozen):
    """The changes that a line makes to a repertoire.

    `replaced` are moves of the repertoire that are others in the line, and `removed` those that follow from
    them.
    """

    new: tuple[NewRepertoireMove, ...]
    known: int
    replaced: tuple[RepertoireMove, ...] = ()
    removed: tuple[RepertoireMove, ...] = ()


class RepertoireLine(Frozen):
    """A line from the start to a last move of the repertoire, `last`."""

    last: RepertoireMove
    moves: tuple[str, ...]


class _Step(Frozen):
    """A move of a line; `known` if it is in the repertoire, `other` is what is there in its place."""

    move: NewRepertoireMove
    other: NewRepertoireMove | None
    known: bool


class RepertoireTree:
    def __init__(self, kind: GameKind, side: int, moves: Sequence[RepertoireMove]) -> None:
        self._kind = kind
        self._side = side
        self.moves = tuple(moves)
        self._by_position = {move.new.position: move for move in moves}

    def lines(self) -> tuple[RepertoireLine, ...]:
        inner = {before for move in self.moves for before in _prefixes(move.new.line)}
        lines = (RepertoireLine(move, (*move.new.line, move.new.move)) for move in self.moves)
        return tuple(sorted((line for line in lines if line.moves not in inner), key=lambda line: line.moves))

    def addition(self, line: Sequence[str]) -> Addition:
        """Return what changes if the moves of a line by this side are to be played. Raises IllegalMove."""
        there = {position: move.new for position, move in self._by_position.items()}
        new: list[NewRepertoireMove] = []
        replaced: list[RepertoireMove] = []
        removed: list[RepertoireMove] = []
        known = 0
        for step in self._steps(line, there):
            if step.known:
                known += 1
                continue
            new.append(step.move)
            if step.other is not None:
                before = self._by_position[step.other.position]
                replaced.append(before)
                removed += self.following(before)
                for gone in (before, *self.following(before)):
                    there.pop(gone.new.position, None)
        return Addition(tuple(new), known, tuple(replaced), tuple(removed))

    def take(self, lines: Iterable[Sequence[str]]) -> Addition:
        """Return the last moves of lines as an addition, without those that are not reached by the moves
        before, and those where the repertoire has another move, which are `replaced`.
        """
        there = {position: move.new for position, move in self._by_position.items()}
        new, others, known = [], [], 0
        for line in sorted(lines, key=len):
            *before, last = self._steps(line, there)
            if not all(step.known for step in before):
                continue
            if last.known:
                known += 1
            elif last.other is not None:
                others.append(self._by_position[last.other.position])
            else:
                new.append(last.move)
                there[last.move.position] = last.move
        return Addition(tuple(new), known, tuple(others))

    def _steps(self, line: Sequence[str], there: Mapping[int, NewRepertoireMove]) -> Iterator[_Step]:
        """Yield the moves of this side in a line, compared with those there."""
        kind = self._kind
        shown: tuple[str, ...] = ()
        way: tuple[str, ...] = ()
        for move in line:
            key, square = _square(kind, shown, move)
            mine = position_after(kind, shown).turn == self._side
            other = there.get(key) if mine else None
            if other is not None:
                way = other.line
            chosen = _same_move(kind, way, square)
            if mine:
                known = other is not None and _square(kind, way, other.move)[1] == square
                if other is not None and known:
                    chosen = other.move
                yield _Step(NewRepertoireMove(key, way, chosen), None if known else other, known)
            way, shown = (*way, chosen), (*shown, move)

    def following(self, move: RepertoireMove) -> tuple[RepertoireMove, ...]:
        begin = (*move.new.line, move.new.move)
        return tuple(other for other in self.moves if other.new.line[: len(begin)] == begin)

    def only_in(self, line: RepertoireLine) -> tuple[RepertoireMove, ...]:
        gone = {line.last.id}
        before = [
            move for move in self.moves if (*move.new.line, move.new.move) in _prefixes(line.last.new.line)
        ]
        for move in reversed(before):
            if all(other.id in gone for other in self.following(move)):
                gone.add(move.id)
        return tuple(move for move in self.moves if move.id in gone)

    def at(self, line: tuple[str, ...]) -> RepertoireMove | None:
        if not line or position_after(self._kind, line[:-1]).turn != self._side:
            return None
        key, square = _square(self._kind, line[:-1], line[-1])
        there = self._by_position.get(key)
        if there is None:
            return None
        return there if _square(self._kind, there.new.line, there.new.move)[1] == square else None


def key_after(kind: GameKind, line: tuple[str, ...]) -> int:
    """Return the number that the position after a line shares with its symmetric images."""
    return _form(kind, line).key


def square_of(kind: GameKind, line: tuple[str, ...], move: str) -> int:
    """Return the square of a move after a line, the same for equal moves in equal positions."""
    return _form(kind, line).squares[move]


def is_same_move(kind: GameKind, line: tuple[str, ...], move: str, other: str) -> bool:
    """Return whether two moves after a line are the same but for symmetry."""
    return square_of(kind, line, move) == square_of(kind, line, other)


@lru_cache(maxsize=CACHE_SIZE)
def position_after(kind: GameKind, line: tuple[str, ...]) -> Position:
    """Return the position after a line from the usual start. Raises IllegalMove."""
    if not line:
        return kind.start("")
    after = position_after(kind, line[:-1]).play(line[-1])
    return after.play(PASS) if after.legal_moves() == (PASS,) else after


def study_of(kind: GameKind, line: Sequence[str]) -> Study:
    """Return the position after a line as the explorer shows it."""
    return Study.of(kind, kind.start(""), line)


def is_from_start(study: Study) -> bool:
    """Return whether a position was reached from the usual start of a game with openings."""
    return has_symmetries(study.kind) and study.root == study.kind.start("")


def side_of(study: Study) -> int | None:
    """Return the side that made the last move; None at the start."""
    return study.back().position.turn if study.moves else None


def last_name(kind: GameKind, line: Sequence[str]) -> str:
    """Return the name of a line's opening: that of its last named position; "" without one."""
    for length in range(len(line), 0, -1):
        name = kind.opening_name(position_after(kind, tuple(line[:length])))
        if name:
            return name
    return ""


def _prefixes(line: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (line[:length] for length in range(1, len(line) + 1))


@lru_cache(maxsize=CACHE_SIZE)
def _form(kind: GameKind, line: tuple[str, ...]) -> CanonicalForm:
    return canonical(kind, position_after(kind, line))


def _square(kind: GameKind, line: tuple[str, ...], move: str) -> tuple[int, int]:
    # Raise IllegalMove for a move that is none.
    position_after(kind, (*line, move))
    form = _form(kind, line)
    return form.key, form.squares[move]


def _same_move(kind: GameKind, line: tuple[str, ...], square: int) -> str:
    """Return the move to a square of the canonical form: in lines that begin with f5, or on the left."""
    same = [move for move, at in _form(kind, line).squares.items() if at == square]
    return min(same) if isinstance(kind, ByColumn) else max(same)
