"""Positions under analysis: played on, packed into button ids, and typed."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import GAMES, Diagram, GameKind
from bot.catalog.kind import options_from, squares_of
from bot.core.refusals import Refusal
from bot.play.games.challenges import why_unrated
from bot.study import analysis_ui as ids
from bot.study.analyses import MAX_BACK, Study, StudyError, read_position
from bot.study.records.refusals import NoSideToMove
from bot.ui.component_ids import MAX_CUSTOM_ID
from bot.ui.pictures import text_board
from data.games.explorer import is_set_up
from data.games.records import WhyUnrated
from engine import Position, reversi
from engine.connect4 import Position as Grid
from renderers.themes import USUAL, Look
from tests.cases import for_each
from tests.extent import extent

BOARDS = {
    "reversi": ("", "6x6", "10x10", "anti", "6x6 anti", "10x10 anti"),
    "connect4": ("", "8x7", "12x6", "12x8c6", "4x4c3"),
}


@st.composite
def studies(draw: st.DrawFn) -> Study:
    kind = GAMES[draw(st.sampled_from(sorted(BOARDS)))]
    chance = random.Random(draw(st.integers(0, 2**32)))
    root = kind.start(draw(st.sampled_from(BOARDS[kind.key])))
    position, moves = root, []
    for _ in range(draw(st.sampled_from((0, 1, 8, 25, 45, 200)))):
        if not (legal := position.legal_moves()):
            break
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
    return Study.of(kind, root, moves)


def same(one: Position, other: Position) -> bool:
    return (one, one.turn, one.variant) == (other, other.turn, other.variant)


@settings(max_examples=extent(20, 60))
@given(studies())
def test_positions_are_set_up_unchanged(study: Study) -> None:
    kind, position = study.kind, study.position
    assert same(kind.set_up(kind.board_of(position), squares_of(kind, position)), position)
    options = options_from(kind, position)
    assert same(kind.start(options), position)
    if is_set_up(options):
        assert why_unrated(kind, options, chosen=True) is WhyUnrated.BOARD


@settings(max_examples=extent(20, 60))
@given(studies())
def test_positions_are_typed_as_squares_and_as_the_text_of_the_engine(study: Study) -> None:
    kind, position = study.kind, study.position
    board, squares = kind.board_of(position), squares_of(kind, position)
    typed = f"{board}:{squares}" if board else squares
    for text in (typed, str(position) or typed):
        assert same(read_position(text, kind).position, position)


@settings(max_examples=extent(20, 60))
@given(studies())
def test_buttons_hold_every_position_and_the_way_back(study: Study) -> None:
    at = ids.texts_of(study)
    again = ids.GoBack.parse(str(ids.GoBack(*at))).study()
    assert again == study
    assert len(study.moves) <= MAX_BACK
    for move in study.position.legal_moves()[:3]:
        assert len(str(ids.PlayNext(*at, move))) <= MAX_CUSTOM_ID
        assert study.play(move).back().position == study.position


def test_the_longest_id_has_room() -> None:
    kind = GAMES["reversi"]
    game, board, root, _ = ids.texts_of(Study.of(kind, kind.start("10x10 anti")))
    at, path = (game, board, root), "A" * MAX_BACK
    assert len(str(ids.PlayNext(*at, path, "").in_menu(1))) <= MAX_CUSTOM_ID
    assert len(str(ids.PlayNext(*at, path, "j10"))) <= MAX_CUSTOM_ID


@for_each(
    "texts",
    ("chess", "", "AAAA", ""),
    ("reversi", "", "AAAA", ""),
    ("reversi", "5x5", "AAAA", ""),
    ("connect4", "", "!", ""),
    ("connect4", "", "AAAAAAAAAAAA", "?"),
    ("connect4", "", "AAAAAAAAAAAA", "9"),
)
def test_an_invalid_position_is_refused(texts: tuple[str, str, str, str]) -> None:
    with pytest.raises(StudyError):
        Study.unpacked(*texts)


@for_each(
    "typed",
    "........ ........ ........ ...OX... ...XO... ........ ........ ........ X",
    "--------\n--------\n--------\n---o*---\n---*o---\n--------\n--------\n--------\n*",
    "---------------------------OX------XO--------------------------- X;",
    "_" * 27 + "wb" + "_" * 6 + "bw" + "_" * 27 + "b",
)
def test_squares_are_written_in_many_ways(typed: str) -> None:
    kind: GameKind = GAMES["reversi"]
    assert read_position(typed).position == kind.start("")


FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
AFTER_THREE = "f5d6c3"


def drawn(position: reversi.Position | Grid, signs: dict[int | None, str], between: str = "") -> str:
    """Return a position row by row in these signs."""
    cells, width = position.cells(), position.columns
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    return "\n".join(between.join(signs[owner] for owner in row) for row in rows)


def read_as(text: str, position: Position) -> None:
    """Check that a text is read as a position, except for the turn at the end of a game."""
    read = read_position(text).position
    if position.result() is None:
        assert same(read, position)
    else:
        assert GAMES[position.game].rows_of(read) == GAMES[position.game].rows_of(position)


@settings(max_examples=extent(20, 60))
@given(studies(), st.booleans(), st.booleans(), st.sampled_from(["message", "block", "one line"]))
def test_our_text_boards_are_read_back(study: Study, hints: bool, turned: bool, pasted: str) -> None:
    diagram = Diagram(study.position, study.recent, hints=hints or not study.recent.last)
    text = text_board(study.kind, diagram, Look(USUAL.theme, turned))
    if pasted == "block":
        text = study.kind.write(diagram, turned=turned)
    # Options of commands have no line breaks.
    read_as(text.replace("\n", " ") if pasted == "one line" else text, study.position)


EMOJI = {
    "reversi": ("🟩⚫⚪", "⬛⚫⚪", "🟦⚫⚪", "🟩⬛⬜"),
    "connect4": ("⚪🔴🟡", "🔵🔴🟡", "⬛🔴🟡", "⬜🟥🟨", "⚫🔴🔵", "🟦🔴🟡"),
}
NAMED = {"🟩": ":green_square:", "🔴": ":red_circle:", "🟡": ":yellow_circle:", "⚪": ":white_circle:"}


@settings(max_examples=extent(20, 60))
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
    if first not in text or (second == "🔵" and empty not in text):
        # A full board of red and blue discs looks like red discs alone on a blue board.
        return
    read_as(f"{text}\n{side} to move, {rules}{goal}", position)


@for_each(
    "around",
    "{board}\nwhite to move",
    "{board}\nO",
    "  a b c d e f g h\n{numbered}\n  a b c d e f g h\nwhite to move",
    "{upside_down}\n  a b c d e f g h\nO to move",
    "```\n{board}\n```\nWhite to play",
    "> {quoted}\n> white to move",
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


def test_grids_have_lines_and_boards_a_side_to_move() -> None:
    position = read_position("445563").position
    assert isinstance(position, Grid)
    rule = "+---" * 7 + "+"
    rows = drawn(position, {None: " ", 0: "R", 1: "Y"}).split("\n")
    rows = ["| " + " | ".join(row.replace(" ", ".")) + " |" for row in rows]
    text = f"{rule}\n" + f"\n{rule}\n".join(rows) + f"\n{rule}\n  1   2   3   4   5   6   7"
    assert same(read_position(text).position, position)


@for_each(
    ("typed", "value"),
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
)
def test_a_value_behind_a_position_is_kept_and_is_no_move(typed: str, value: str) -> None:
    study = read_position(typed)
    assert study.value == value
    assert (
        study.position == read_position(typed.removesuffix(value).rstrip(" :") if value else typed).position
    )


@for_each(
    ("typed", "moves"),
    *((typed, 4) for typed in ("4 4 5 5", "4, 4, 5, 5", "44 55", "`4455`", "1. 4 4 2. 5 5")),
    ("445 51", 5),
    *((typed, 7) for typed in ("1. F5 d6 2. C3", "1.f5 2.d6 3.c3", "```f5 d6 c3```")),
)
def test_moves_are_written_in_many_ways(typed: str, moves: int) -> None:
    """Boards of Reversi begin with four discs."""
    position = read_position(typed).position
    discs = [owner for row in GAMES[position.game].rows_of(position) for owner in row if owner is not None]
    assert len(discs) == moves


def test_the_side_to_move_is_required() -> None:
    position = read_position(AFTER_THREE).position
    assert isinstance(position, reversi.Position)
    with pytest.raises(NoSideToMove):
        read_position(drawn(position, {None: "🟩", 0: "⚫", 1: "⚪"}))


@settings(max_examples=extent(13, 40))
@given(st.text(alphabet="XO-.> |\n1abchBW*~:;", max_size=2000))
def test_no_text_takes_long(text: str) -> None:
    spaced = "   ".join(text[:600])
    for typed in (text, spaced, ".  " * 63 + "q", f"{' ' * 1000}{text[:9]}"):
        with suppress(Refusal):
            read_position(typed)
