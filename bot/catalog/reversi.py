"""Reversi in the catalogue of games, and the names of its openings.

Different orders of moves lead to the same position, and every position of an opening has four equivalent
forms, turned and mirrored; all of them have the same name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import renderers.fixed_pictures
import renderers.reversi
import renderers.reversi_replay
from bot.catalog import judging as thresholds
from bot.catalog.judging import (
    Judging,
    OpeningMove,
    disc_accuracy,
    disc_expectancy,
    disc_noise,
    reversi_phase,
)
from bot.catalog.kind import (
    Diagram,
    MoveButton,
    Side,
    Variant,
    board_typed,
    opening_label,
    positions_along,
    register,
)
from data.games.explorer import DRAWN, board_set_up, chosen_board, is_set_up
from engine import EngineError, Position, reversi, transcripts
from engine.players.computer import Level, levels_of
from engine.search.position import PASS
from engine.search.registry import default_style, registered
from languages import gettext, gettext_noop, pgettext_noop
from languages.numbers import signed
from languages.typed import folded
from renderers.board import End, Situation
from renderers.replay import Film
from renderers.themes import USUAL, Look

RULES = (
    gettext_noop(
        "**Black moves first.** Place a disc of your colour on an empty square to "
        "outflank one or more of the other side's discs: they have to be in a straight "
        "line, in any of the eight directions, between the new disc and another of "
        "yours. All outflanked discs are flipped to your colour."
    ),
    gettext_noop(
        "**You must flip something.** The circles on the board show where you can. If "
        "you can't, you pass; Flipfour does that for you."
    ),
    gettext_noop(
        "**The game ends** when neither side can move. The side with more discs wins, and any empty squares "
        "are added to its score."
    ),
    gettext_noop(
        "*Tip for beginners: discs in corners can never be flipped; a disc next to an "
        "empty corner often gives that corner away.*"
    ),
    # Translators: `board` is an option of the command `/reversi start`.
    gettext_noop(
        "**Other boards**: choose `board` when you start: 6x6, 10x10, or anti-Reversi, "
        "where the side with **fewer** discs wins. XOT is the standard board after "
        "eight random moves that leave both sides about equal."
    ),
)
"""Paragraphs of the rules."""

NAMES: Final = Path(__file__).with_name("othello-names.txt")
"""Lines of an opening's name, tab, moves; lines with # are comments."""

_SQUARE: Final = re.compile("[a-h][1-8]")

SIZES = (8, 6, 10)
ANTI = "anti"
XOT = "xot"
"""Options of the usual board with an opening of eight moves chosen at random."""
SIZE = re.compile(r"(\d{1,2})(?:\s*[x×*]\s*(\d{1,2}))?", re.ASCII)


# Translators, all below: boards in a menu; {size} is their size, such as “8x8”.
ANTI_RULES = gettext_noop("{size}, anti-Reversi: fewest discs win")
XOT_RULES = gettext_noop("{size}, XOT: eight moves chosen at random")


def _options(size: int, anti: bool) -> str:
    parts = [f"{size}x{size}"] if size != SIZES[0] else []
    return " ".join([*parts, *([ANTI] if anti else [])])


@lru_cache(maxsize=4096)
def _theory(position: reversi.Position, move: str) -> OpeningMove:
    """Return whether named openings or the book contain a move."""
    after, book = position.play(move), default_style(position.game).book_for(position)
    named = _may_be_named(after) and _canonical(after) in _openings().theory
    if book is None or book.proved or move not in (values := book.values(position)):
        return OpeningMove(named)
    best, value = next(iter(values.items()))
    return OpeningMove(named, best, value / book.unit, values[move] / book.unit)


class Reversi:
    """Reversi (Othello) on 8 × 8, 6 × 6 and 10 × 10, and anti-Reversi on each."""

    key = "reversi"
    sides = (Side(pgettext_noop("side", "Black"), "⚫"), Side(pgettext_noop("side", "White"), "⚪"))
    levels: Mapping[str, Level] = levels_of("reversi")

    variants: Sequence[Variant] = (
        *(Variant(_options(size, False), f"{size}x{size}") for size in SIZES),
        *(Variant(_options(size, True), f"{size}x{size}", ANTI_RULES) for size in SIZES),
        Variant(XOT, f"{SIZES[0]}x{SIZES[0]}", XOT_RULES),
    )
    judging = Judging(
        expectancy=lambda position, score, proved: disc_expectancy(score, _empties(position)),
        bounds=thresholds.BY_EXPECTANCY,
        solves_from=lambda position: thresholds.REVERSI_SOLVES_FROM,
        accuracy=disc_accuracy,
        unit="discs",
        noise=lambda position, depth: disc_noise(depth, _empties(position)),
        opening=lambda position, move: _theory(_board(position), move),
        phase=lambda position: reversi_phase(_empties(position), _empties(position) + position.moves_played),
    )

    @property
    def title(self) -> str:
        # Translators: the name of the game.
        return gettext("Reversi")

    @property
    def summary(self) -> str:
        return gettext("Reversi (Othello): outflank your opponent's discs and flip them")

    @property
    def other_boards(self) -> str:
        return ""

    def read_options(self, typed: str) -> str:
        """Read a size such as `10x10`, the word `anti`, or both; or `xot`."""
        known = board_typed(self.variants, typed)
        if known is not None:
            return known
        words = folded(typed)
        if words == XOT:
            return XOT
        anti = ANTI in words
        size = SIZE.fullmatch(words.replace(ANTI, "").strip()) if words != ANTI else None
        if words not in ("", ANTI) and (size is None or size[1] != (size[2] or size[1])):
            raise EngineError("that names no board")
        number = int(size[1]) if size else SIZES[0]
        reversi.start(number, anti=anti)
        return _options(number, anti)

    def near_equal(self, style: str) -> float:
        return 1.0

    def drawn(self, options: str, rng: random.Random) -> str:
        """Choose an opening of XOT, which is stored as its moves."""
        return f"{XOT}{DRAWN}{rng.choice(_balanced_openings())}" if options == XOT else options

    def opening_moves(self, options: str) -> Sequence[str]:
        return () if is_set_up(options) else transcripts.moves(options.partition(DRAWN)[2])

    def opening_name(self, position: Position) -> str | None:
        board = _board(position)
        return _openings().names.get(_canonical(board)) if _may_be_named(board) else None

    def opening_lines(self) -> Mapping[str, tuple[str, ...]]:
        return _openings().lines

    def opening_of(self, options: str, moves: Sequence[str]) -> str:
        """Return the name of the last named position; other boards have none, and in XOT it is not chosen."""
        if options:
            return ""
        positions = positions_along(reversi.start(), moves[: _openings().longest])
        return next(filter(None, map(self.opening_name, reversed(positions))), "")

    def opening_label(self, opening: str) -> str:
        return opening_label(opening)

    def start(self, options: str) -> Position:
        """Return the usual four discs, the position after a random opening, or the set-up one."""
        if is_set_up(options):
            return self.set_up(*board_set_up(options))
        if chosen_board(options) == XOT:
            return positions_along(reversi.start(), self.opening_moves(options))[-1]
        size = options.removesuffix(ANTI).strip()
        return reversi.start(int(size.partition("x")[0]) if size else SIZES[0], anti=ANTI in options)

    def rows_of(self, position: Position) -> Sequence[Sequence[int | None]]:
        cells, columns = _board(position).cells(), _board(position).columns
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]

    def board_of(self, position: Position) -> str:
        board = _board(position)
        return _options(board.size, board.anti)

    def set_up(self, board: str, squares: str) -> Position:
        """Return any position with discs in the centre and all others connected to it."""
        position = reversi.parse(f"{squares} {ANTI}" if ANTI in board else squares)
        if _options(position.size, position.anti) != board:
            raise EngineError(
                "{columns} × {rows} squares are not those of this board",
                columns=position.columns,
                rows=position.rows,
            )
        return position

    def buttons(self, position: Position) -> Sequence[MoveButton]:
        return [MoveButton(move, move) for move in position.legal_moves() if move != PASS]

    def draw(self, diagram: Diagram, look: Look = USUAL) -> bytes:
        board = _board(diagram.position)
        return renderers.reversi.draw(
            board,
            _situation(diagram),
            hints=diagram.hints,
            names=diagram.names,
            note=_note(board),
            values=diagram.values,
            look=look,
            better=diagram.better,
        )

    def place(self, position: Position, move: str) -> tuple[float, float]:
        board = _board(position)
        column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
        return (column + 0.5) / board.columns, (row + 0.5) / board.rows

    def film(
        self, positions: Sequence[Position], end: End | None, names: tuple[str, str] | None, look: Look
    ) -> Film:
        boards = [_board(position) for position in positions]
        return renderers.reversi_replay.film(boards, end=end, names=names, note=_note(boards[0]), look=look)

    def write(self, diagram: Diagram, *, turned: bool = False) -> str:
        board = _board(diagram.position)
        letters = renderers.reversi.write(board, _situation(diagram), hints=diagram.hints, turned=turned)
        if not board.anti:
            return letters
        # Translators: below a board drawn in letters, in anti-Reversi.
        rule = gettext("Fewest discs win.")
        return f"{letters}\n{rule}"

    def describe(self, diagram: Diagram, *, by_row: bool = False) -> str:
        board = _board(diagram.position)
        # Translators: in the description of a board, in anti-Reversi.
        rule = gettext("Fewest discs win.") if board.anti else ""
        return renderers.reversi.describe(
            board,
            _situation(diagram),
            rule=rule,
            values=diagram.values,
            row_break="\n" if by_row else None,
        )

    def score(self, position: Position) -> tuple[str, str]:
        black, white = _board(position).points()
        return str(black), str(white)

    def win_line(self, position: Position, winner: str) -> str:
        """Say who has won, with the points, the winner's first, and whether empty squares are included."""
        score = _points(position)
        if _empties(position):
            # Translators: {winner} is a name or a colour, {score} such as “40–24”.
            return gettext("{winner} wins {score}, empty squares included", winner=winner, score=score)
        # Translators: {winner} is a name or a colour, {score} such as “40–24”.
        return gettext("{winner} wins {score}", winner=winner, score=score)

    def draw_line(self, position: Position) -> str:
        score = _points(position)
        # Translators: follows “A draw,”; {score} is such as “32–32”.
        return gettext("{score}, empty squares included", score=score) if _empties(position) else score

    def move_name(self, move: str) -> str:
        return move

    def margin(self, score: int) -> str:
        # Translators: the margin of a win in discs, alone or after a sentence such as “Ann won”.
        return gettext("by {margin}", margin=abs(score))

    def estimate(self, position: Position, score: float) -> str:
        """Return the expected final difference of discs."""
        return signed(score, 1)

    def proved(self, position: Position, score: int) -> str:
        if not score:
            return gettext("a draw")
        if score > 0:
            # Translators: the value of a position, in a list or in a sentence about the side to move.
            return gettext("a win by exactly {margin}", margin=score)
        # Translators: the value of a position, in a list or in a sentence about the side to move.
        return gettext("a loss by exactly {margin}", margin=-score)

    def value_label(self, position: Position, score: float, *, exact: bool) -> str:
        """Return discs, whole ones if proved or many."""
        return signed(score, 0 if exact or abs(score) >= 10 else 1)

    def rules(self) -> str:
        return "\n\n".join(map(gettext, RULES))

    def rules_picture(self, look: Look = USUAL) -> tuple[bytes, str]:
        return renderers.fixed_pictures.draw_reversi(look.theme), renderers.fixed_pictures.describe_reversi()


def _empties(position: Position) -> int:
    board = _board(position)
    return board.columns * board.rows - sum(board.counts())


def _points(position: Position) -> str:
    """Return the points of both sides, the winner's first."""
    board = _board(position)
    first, second = sorted(board.points(), reverse=not board.anti)
    return f"{first}–{second}"


def _situation(diagram: Diagram) -> Situation:
    last = diagram.recent.last
    return diagram.situation([disc for made in last for disc in _board(made.before).flips(made.move)])


def _note(board: reversi.Position) -> str:
    # Translators: a note on a picture of a board, in anti-Reversi.
    return gettext("fewest discs win") if board.anti else ""


def _board(position: Position) -> reversi.Position:
    assert isinstance(position, reversi.Position)
    return position


_Canonical: TypeAlias = tuple[tuple[int, ...], int]


class _Openings(NamedTuple):
    """The openings' moves and names, the positions of all of them, and the length of the longest in moves."""

    lines: dict[str, tuple[str, ...]]
    names: dict[_Canonical, str]
    theory: frozenset[_Canonical]
    longest: int


@lru_cache(maxsize=1)
def _openings() -> _Openings:
    text = NAMES.read_text(encoding="utf-8")
    named = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    # Nobody has to pass so early.
    lines = {name: tuple(_SQUARE.findall(moves)) for name, moves in named}
    # Most openings begin like others: each position is played once.
    reached: dict[tuple[str, ...], reversi.Position] = {(): reversi.start()}
    for moves in lines.values():
        for plies in range(1, len(moves) + 1):
            if moves[:plies] not in reached:
                reached[moves[:plies]] = reached[moves[: plies - 1]].play(moves[plies - 1])
    forms = {played: _canonical(position) for played, position in reached.items() if played}
    names = {forms[moves]: name for name, moves in lines.items()}
    return _Openings(lines, names, frozenset(forms.values()), max(map(len, lines.values())))


def _may_be_named(position: reversi.Position) -> bool:
    return position.variant == reversi.start().variant and position.moves_played <= _openings().longest


def _canonical(position: reversi.Position) -> _Canonical:
    """Return the canonical one of the four forms of a position, with the side to move."""
    cells = tuple(-1 if owner is None else owner for owner in position.cells())
    size = position.columns
    mirrored = tuple(cells[x * size + y] for y in range(size) for x in range(size))
    return min(form for board in (cells, mirrored) for form in (board, board[::-1])), position.turn


@lru_cache(maxsize=1)
def _balanced_openings() -> tuple[str, ...]:
    file = registered(Reversi.key).balanced_openings
    assert file is not None
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(line.split()[0] for line in lines if line and not line.startswith("#"))


register(Reversi())
