"""The text of a file of puzzles, there and back, and what is said of a damaged one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import EngineError
from engine.puzzles import Puzzle
from engine.puzzles.puzzle import read, written
from tests.cases import for_each

PUZZLE = Puzzle(
    id="r22",
    game="reversi",
    board="",
    position=f"{'-' * 27}XO------OX{'-' * 27} X",
    line=("d3", "pass", "e6"),
    goal="win",
    margin=4,
    rating=1250.0,
    themes=("corner", "pass"),
)
LINE = written([PUZZLE])


def test_there_and_back_again_the_easiest_first() -> None:
    plain = replace(PUZZLE, id="r23", position="", line=("d3",), goal="best", themes=(), rating=700.0)
    text = written([PUZZLE, plain], ["made by hand", ""])
    assert text.startswith("# made by hand\n#\nr23 ")
    assert read(text, "reversi", "file") == (plain, PUZZLE)


@for_each(
    ("damaged", "said"),
    [
        (LINE.replace(" 4 ", " "), "8 parts, not 7"),
        (LINE.replace("win", "lose"), "'lose' is no goal"),
        (LINE.replace("d3-pass-e6", "d3-pass"), "ends with one"),
        (LINE.replace("d3-pass-e6", "-".join(["d3"] * 9)), "1 to 4 own moves"),
        (LINE.replace("1250", "hard"), "could not convert"),
        (LINE.replace(" 4 ", " 4.5 "), "invalid literal"),
        (LINE + LINE, "line 2: there are two puzzles r22"),
    ],
)
def test_a_damaged_file_is_told_with_the_line(damaged: str, said: str) -> None:
    with pytest.raises(EngineError, match=said) as raised:
        read(damaged, "reversi", "my.puzzles")
    assert str(raised.value).startswith("my.puzzles, line ")


def test_a_puzzle_needs_one_of_the_goals() -> None:
    with pytest.raises(EngineError, match="goal is one of wipe-out, win, save, best"):
        replace(PUZZLE, goal="lose")  # type: ignore[arg-type]
