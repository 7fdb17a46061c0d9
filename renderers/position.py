"""Positions as renderers see them, and their descriptions in words and in letters."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from languages import gettext, pgettext
from languages.numbers import enumerated
from renderers.board import Grid


class ResultLike(Protocol):
    """Result of a finished game."""

    @property
    def winner(self) -> int | None:
        """0, 1 or None for a draw."""


class PositionLike(Protocol):
    """A position on a rectangular board."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def turn(self) -> int:
        """0 or 1: the side to move."""

    def cells(self) -> tuple[int | None, ...]:
        """Return the owner of every square, row by row from the top left."""

    def legal_moves(self) -> tuple[str, ...]:
        """Return the names of playable squares; ("pass",) or () when there are none."""

    def result(self) -> ResultLike | None:
        """Return the result, None while the game continues."""


class ScoredPosition(PositionLike, Protocol):
    """A position of a game that counts discs."""

    def points(self) -> tuple[int, int]:
        """Return the score of the two sides."""


class End(NamedTuple):
    """The end of a game; `winner` is None for a draw or a cancelled game."""

    winner: int | None
    called_off: bool = False


class Situation(NamedTuple):
    """The names of the moves that led to a position, and how the game ended there.

    `last` is marked strongly: one move, or several of one side if the opponent had to pass in between.
    `flipped` are the discs they turned. `before`, the opponent's move before those, is marked lightly. Passes
    mark nothing. `end` is for games that ended before the position did.
    """

    last: Sequence[str] = ()
    before: str | None = None
    flipped: Collection[str] = ()
    end: End | None = None

    def end_of(self, position: PositionLike) -> End | None:
        """Return the end of the game, None while it is in progress."""
        result = position.result()
        if self.end is not None or result is None:
            return self.end
        return End(result.winner)

    def to_move(self, position: PositionLike) -> int | None:
        """Return the side to move, None when the game is over."""
        return position.turn if self.end_of(position) is None else None


PLAIN = Situation()
"""Without marks; the position alone decides whether the game is over."""


class SideWords(NamedTuple):
    """The words of alt texts about a side, to be translated.

    `held` says which columns of a row have its discs.
    """

    to_move: str
    won: str
    held: str


Words = tuple[SideWords, SideWords]


def describe_last(situation: Situation, named: Callable[[str], str] = str) -> list[str]:
    """Return a list with a sentence on the last moves, empty without any; `named` names a move."""
    if not situation.last:
        return []
    # Translators: between moves of one side that the opponent had to pass in between: “h6, then c7”.
    last = pgettext("moves", ", then ").join(map(named, situation.last))
    if situation.before is not None:
        # Translators: {before} is a move, {moves} the opponent's answer, rarely of several moves.
        return [
            gettext(
                "The last moves were {before} and, in answer, {moves}.",
                before=named(situation.before),
                moves=last,
            )
        ]
    if len(situation.last) == 1:
        return [gettext("The last move was {move}.", move=last)]
    return [gettext("The last moves were {moves}.", moves=last)]


def describe_end(position: PositionLike, words: Words, situation: Situation) -> str:
    """Return how the game ended, or "" while it is in progress."""
    end = situation.end_of(position)
    if end is None:
        return ""
    if end.called_off:
        return gettext("The game was called off.")
    return gettext("The game is a draw.") if end.winner is None else gettext(words[end.winner].won)


def describe_rows(position: PositionLike, words: Words, columns: Sequence[str]) -> list[str]:
    """Return a sentence per row from the top with the columns of each side: "Row 3: black c d, white e."."""
    cells = position.cells()
    sentences = []
    for row in range(position.rows):
        owners = cells[row * position.columns : (row + 1) * position.columns]
        held = []
        for side, words_of_side in enumerate(words):
            named = [columns[column] for column, owner in enumerate(owners) if owner == side]
            if named:
                held.append(gettext(words_of_side.held, columns=" ".join(named)))
        if held:
            # Translators: {discs} is such as “black c d, white e”.
            sentences.append(gettext("Row {number}: {discs}.", number=row + 1, discs=enumerated(held)))
        else:
            sentences.append(gettext("Row {number}: empty.", number=row + 1))
    return sentences


EMPTY, POSSIBLE, LAST, BEFORE = ".", "*", ">", "~"
"""An empty square, a legal move, and the prefixes of the last disc and of the one before it."""


def write_board(
    position: PositionLike,
    grid: Grid,
    signs: tuple[str, str],
    columns: Sequence[str],
    *,
    last: Collection[int] = (),
    before: int | None = None,
    possible: Collection[int] = (),
) -> str:
    """Return the board row by row below the names of its columns, each with its number.

    It is meant for monospaced text."""
    cells = position.cells()
    # Squares in the order of their places on the screen.
    seen = sorted(range(grid.squares), key=lambda square: grid.corner(square)[::-1])
    rows = [seen[start : start + grid.columns] for start in range(0, grid.squares, grid.columns)]
    width = len(str(grid.rows))
    wide = max(map(len, columns))

    def square(index: int) -> str:
        owner = cells[index]
        sign = (POSSIBLE if index in possible else EMPTY) if owner is None else signs[owner]
        return (LAST if index in last else BEFORE if index == before else " ") + sign.rjust(wide)

    heads = "".join(f" {columns[index % grid.columns].rjust(wide)}" for index in rows[0])
    lines = [f"{' ' * width}{heads}"]
    for row in rows:
        number = str(row[0] // grid.columns + 1).rjust(width)
        lines.append(number + "".join(map(square, row)))
    return "\n".join(lines)


def write_legend(names: tuple[str, str], signs: tuple[str, str], *, before: bool, possible: bool) -> str:
    """Return what the signs mean; `before` and `possible` if such squares are on the board."""
    parts = [f"{sign} {name}" for sign, name in zip(signs, names, strict=True)]
    # Translators: {sign} is a character before a disc on a board in letters.
    parts.append(gettext("{sign} last move", sign=LAST))
    # Translators: {sign} is a character before a disc on a board in letters, of the move before the last one.
    parts += [gettext("{sign} the one before", sign=BEFORE)] if before else []
    # Translators: {sign} is a character for a square where a disc can be placed.
    parts += [gettext("{sign} possible", sign=POSSIBLE)] if possible else []
    return enumerated(parts)
