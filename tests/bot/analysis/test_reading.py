"""Positions read from what is written on boards: our own in letters, and those that people post."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.analysis.reading import read_position
from bot.analysis.study import Study
from bot.catalog import GAMES, Diagram
from bot.refusals import NoSideToMove, Refusal
from bot.ui.games.board_picture import text_board
from engine import Position, reversi
from engine.connect4 import Position as Grid
from renderers.look import USUAL, Look
from tests.bot.analysis.test_study import same, studies

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
AFTER_THREE = "f5d6c3"


def drawn(position: reversi.Position | Grid, signs: dict[int | None, str], between: str = "") -> str:
    """A position row by row in these signs."""
    cells, width = position.cells(), position.columns
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    return "\n".join(between.join(signs[owner] for owner in row) for row in rows)


def read_as(text: str, position: Position) -> None:
    """Check that a text is read as a position. Whose turn it was at the end of a game is not written."""
    read = read_position(text).position
    if position.result() is None:
        assert same(read, position)
    else:
        assert GAMES[position.game].rows_of(read) == GAMES[position.game].rows_of(position)


@settings(deadline=None, max_examples=60)
@given(studies(), st.booleans(), st.booleans(), st.sampled_from(["message", "block", "one line"]))
def test_our_text_boards_are_read_as_they_were(study: Study, hints: bool, turned: bool, pasted: str) -> None:
    diagram = Diagram(study.position, study.recent, hints=hints or not study.recent.last)
    text = text_board(study.kind, diagram, Look(USUAL.theme, turned))
    if pasted == "block":
        text = study.kind.write(diagram, turned=turned)
    # The options of commands have no line breaks.
    read_as(text.replace("\n", " ") if pasted == "one line" else text, study.position)


EMOJI = {
    "reversi": ("🟩⚫⚪", "⬛⚫⚪", "🟦⚫⚪", "🟩⬛⬜"),
    "connect4": ("⚪🔴🟡", "🔵🔴🟡", "⬛🔴🟡", "⬜🟥🟨", "⚫🔴🔵", "🟦🔴🟡"),
}
NAMED = {"🟩": ":green_square:", "🔴": ":red_circle:", "🟡": ":yellow_circle:", "⚪": ":white_circle:"}


@settings(deadline=None, max_examples=60)
@given(studies(), st.data())
def test_boards_of_emoji_are_read(study: Study, data: st.DataObject) -> None:
    position = study.position
    assert isinstance(position, reversi.Position | Grid)
    empty, first, second = tuple(data.draw(st.sampled_from(EMOJI[position.game])))
    text = drawn(position, {None: empty, 0: first, 1: second}, data.draw(st.sampled_from(["", " "])))
    if data.draw(st.booleans()):
        text = "".join(NAMED.get(sign, sign) for sign in text)
    rules = "fewest discs win" if isinstance(position, reversi.Position) and position.anti else ""
    goal = f"connect {position.connect}" if isinstance(position, Grid) else ""
    side = study.kind.sides[position.turn].name
    if first not in text:
        return
    read_as(f"{text}\n{side} to move, {rules}{goal}", position)


@pytest.mark.parametrize(
    "around",
    [
        "{board}\nwhite to move",
        "{board}\nO",
        "  a b c d e f g h\n{numbered}\n  a b c d e f g h\nwhite to move",
        "{upside_down}\n  a b c d e f g h\nO to move",
        "```\n{board}\n```\nWhite to play",
        "> {quoted}\n> white to move",
    ],
)
def test_boards_of_other_programs_are_read(around: str) -> None:
    position = read_position(AFTER_THREE).position
    assert isinstance(position, reversi.Position)
    board = drawn(position, {None: ".", 0: "X", 1: "O"}, " ")
    rows = board.split("\n")
    text = around.format(
        board=board,
        quoted="\n> ".join(rows),
        numbered="\n".join(f"{number} {row} {number}" for number, row in enumerate(rows, 1)),
        upside_down="\n".join(f"{8 - at} {row}" for at, row in enumerate(rows[::-1])),
    )
    assert same(read_position(text).position, position)


def test_a_grid_with_lines_between_its_squares_is_read() -> None:
    position = read_position("445563").position
    assert isinstance(position, Grid)
    rule = "+---" * 7 + "+"
    rows = drawn(position, {None: " ", 0: "R", 1: "Y"}).split("\n")
    rows = ["| " + " | ".join(row.replace(" ", ".")) + " |" for row in rows]
    text = f"{rule}\n" + f"\n{rule}\n".join(rows) + f"\n{rule}\n  1   2   3   4   5   6   7"
    assert same(read_position(text).position, position)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("44 -2", "-2"),
        ("43745416472735 -13", "-13"),
        ("32164625 11", "11"),
        ("44: -2", "-2"),
        ("12x6:10-4-11 -2", "-2"),
        ("f5d6c3 +4", "+4"),
        ("f5 d6 c3 40-24", "40-24"),
        (f"{FFO_40} X +38", "+38"),
        (f"{FFO_40} X; g8:+18; h1:+12;", "g8:+18; h1:+12"),
        (f"{FFO_40} X % g8:+18", "g8:+18"),
        ("44", ""),
        ("44 55", ""),
        ("4-4-5-5", ""),
        (f"{FFO_40} X", ""),
    ],
)
def test_a_value_behind_a_position_is_told_and_is_no_move(typed: str, value: str) -> None:
    study = read_position(typed)
    assert study.value == value
    assert (
        study.position == read_position(typed.removesuffix(value).rstrip(" :") if value else typed).position
    )


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("4 4 5 5", 4),
        ("4, 4, 5, 5", 4),
        ("44 55", 4),
        ("445 51", 5),
        ("`4455`", 4),
        ("1. 4 4 2. 5 5", 4),
        ("1. F5 d6 2. C3", 3),
        ("1.f5 2.d6 3.c3", 3),
        ("```f5 d6 c3```", 3),
    ],
)
def test_moves_are_written_in_many_ways(typed: str, moves: int) -> None:
    position = read_position(typed).position
    assert sum(owner is not None for row in GAMES[position.game].rows_of(position) for owner in row) in (
        moves,
        moves + 4,
    )


def test_whose_turn_it_is_has_to_be_told() -> None:
    position = read_position(AFTER_THREE).position
    assert isinstance(position, reversi.Position)
    with pytest.raises(NoSideToMove):
        read_position(drawn(position, {None: "🟩", 0: "⚫", 1: "⚪"}))


@settings(deadline=2000, max_examples=40)
@given(st.text(alphabet="XO-.> |\n1abchBW*~:;", max_size=2000))
def test_no_text_takes_long(text: str) -> None:
    spaced = "   ".join(text[:600])
    for typed in (text, spaced, ".  " * 63 + "q", f"{' ' * 1000}{text[:9]}"):
        with suppress(Refusal):
            read_position(typed)
