"""Reversi on a dictionary of squares, slow and plain: what reasons claim is computed again from here."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine import reversi
from engine.search.position import PASS

Square = tuple[int, int]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


@dataclass(frozen=True)
class Board:
    """Discs by square, column and row from 0, and the side to move."""

    size: int
    discs: dict[Square, int]
    turn: int

    @classmethod
    def of(cls, position: reversi.Position) -> Board:
        cells = position.cells()
        discs = {
            (number % position.size, number // position.size): owner
            for number, owner in enumerate(cells)
            if owner is not None
        }
        return cls(position.size, discs, position.turn)

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    @property
    def squares(self) -> list[Square]:
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    @property
    def empty(self) -> set[Square]:
        return {square for square in self.squares if square not in self.discs}

    @property
    def corners(self) -> set[str]:
        last = self.size - 1
        return {name((x, y)) for x in (0, last) for y in (0, last)}

    def turned(self, square: Square, side: int) -> list[Square]:
        found = []
        for right, down in DIRECTIONS:
            line, at = [], (square[0] + right, square[1] + down)
            while self.discs.get(at) == 1 - side:
                line.append(at)
                at = (at[0] + right, at[1] + down)
            if self.discs.get(at) == side:
                found += line
        return found

    def open_to(self, side: int) -> set[str]:
        return {name(square) for square in self.empty if self.turned(square, side)}

    def moves(self) -> set[str]:
        own = self.open_to(self.turn)
        return own or ({PASS} if self.open_to(1 - self.turn) else set())

    def play(self, move: str) -> Board:
        discs = dict(self.discs)
        if move != PASS:
            square = square_of(move)
            turned = self.turned(square, self.turn)
            assert turned
            assert square not in discs
            discs |= dict.fromkeys([square, *turned], self.turn)
        return Board(self.size, discs, 1 - self.turn)

    def count(self, side: int) -> int:
        return sum(owner == side for owner in self.discs.values())

    def next_to(self, square: Square) -> list[Square]:
        near = [(square[0] + right, square[1] + down) for right, down in DIRECTIONS]
        return [each for each in near if self.on_board(each)]

    def bordering(self, side: int) -> int:
        """Empty squares next to a disc of a side."""
        return sum(any(self.discs.get(near) == side for near in self.next_to(each)) for each in self.empty)

    def regions(self) -> list[set[str]]:
        left, found = self.empty, []
        while left:
            region, front = set(), [left.pop()]
            while front:
                square = front.pop()
                region.add(name(square))
                near = left.intersection(self.next_to(square))
                left -= near
                front += near
            found.append(region)
        return found

    def edge_discs(self, before: Board, side: int) -> int:
        """Return the most discs of a side on one edge that were turned since `before`."""
        last = self.size - 1
        lost = [square for square, owner in before.discs.items() if owner == side != self.discs[square]]
        return max(sum(square[axis] == end for square in lost) for axis in (0, 1) for end in (0, last))

    def owned(self, side: int) -> set[Square]:
        return {square for square, owner in self.discs.items() if owner == side}

    def never_turned(self, squares: set[Square]) -> set[Square]:
        """Return the squares whose discs no line of moves turns: every line is played."""
        left, seen, front = set(squares), set[object](), [self]
        while front and left:
            board = front.pop()
            for move in board.moves():
                after = board.play(move)
                left -= {square for square in left if after.discs[square] != board.discs[square]}
                key = (frozenset(after.owned(0)), frozenset(after.owned(1)), after.turn)
                if key not in seen:
                    seen.add(key)
                    front.append(after)
        return left

    def safe(self, side: int) -> set[Square]:
        """Discs held on all four axes, by the edge, a full line or a safe neighbour."""
        safe: set[Square] = set()
        while True:
            more = {
                square
                for square, owner in self.discs.items()
                if owner == side and all(self._held(square, axis, safe) for axis in DIRECTIONS[:4])
            }
            if more == safe:
                return safe
            safe = more

    def _held(self, square: Square, axis: Square, safe: set[Square]) -> bool:
        full = True
        for sign in (1, -1):
            at = (square[0] + sign * axis[0], square[1] + sign * axis[1])
            if not self.on_board(at) or at in safe:
                return True
            while self.on_board(at):
                full &= at in self.discs
                at = (at[0] + sign * axis[0], at[1] + sign * axis[1])
        return full


def name(square: Square) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def square_of(move: str) -> Square:
    return ord(move[0]) - ord("a"), int(move[1:]) - 1


def played_out(rng: random.Random, size: int, *, anti: bool = False) -> list[reversi.Position]:
    """A game of moves chosen at random: all of its positions."""
    positions = [reversi.start(size, anti=anti)]
    while moves := positions[-1].legal_moves():
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions
