"""The Connect 4 grid's picture shows the position, even without colours."""

from functools import partial
from random import Random

import numpy as np
import pytest

from engine.search.position import Result
from renderers import connect4
from renderers.board import End, Situation
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import (
    CONNECT4_GRID,
    LARGEST,
    MadeUp,
    after,
    cells_told,
    changed,
    near,
    pixels_of,
    square_of,
    squares_changed,
)

LEFT, TOP, CELL = CONNECT4_GRID.left, CONNECT4_GRID.top, CONNECT4_GRID.cell
STRIP_BOTTOM = 78
GOAL = slice(79, 100)
NUMBERS = slice(TOP - 46, TOP - 10)


def dropped(columns: int, rows: int, discs: int, seed: int) -> tuple[MadeUp, str | None]:
    """Drop discs at random, alternately, ignoring lines; also return the last column."""
    rng = Random(seed)
    owners: list[int | None] = [None] * (columns * rows)
    last = None
    for ply in range(discs):
        column = rng.choice([column for column in range(columns) if owners[column] is None])
        row = max(row for row in range(rows) if owners[row * columns + column] is None)
        owners[row * columns + column] = ply % 2
        last = str(column + 1)
    moves = tuple(str(column + 1) for column in range(columns) if owners[column] is None)
    return MadeUp(columns, rows, tuple(owners), discs % 2, moves), last


square = partial(square_of, CONNECT4_GRID)
squares_that_differ = partial(squares_changed, CONNECT4_GRID)


@for_each("discs", [0, 1, 12, 29, 42])
def test_every_disc_is_shown_in_its_colour(discs: int) -> None:
    position, last = dropped(7, 6, discs, discs)
    png = connect4.draw(position, after(last))
    assert len(png) <= LARGEST
    assert png == connect4.draw(position, after(last))
    pixels = pixels_of(png)
    assert pixels.shape[1] == 640
    for index, owner in enumerate(position.cells()):
        part = square(pixels, index)
        seen = [near(part, CLASSIC.connect4.discs[side], 45) > 400 for side in (0, 1)]
        assert seen == [owner == 0, owner == 1]


def test_discs_also_differ_without_colour() -> None:
    faces = []
    for side in (0, 1):
        pixels = pixels_of(connect4.draw(MadeUp(7, 6, (*[None] * 41, side))))
        faces.append(square(pixels, 41)[..., :3] @ np.array([0.21, 0.72, 0.07]))
    # Yellow is lighter all over; and the signs have different patterns.
    assert faces[1][20:61, 20:61].mean() > faces[0][20:61, 20:61].mean() + 50
    patterns = [face - np.median(face[25:56, 25:56]) for face in faces]
    assert (np.abs(patterns[0] - patterns[1])[25:56, 25:56] > 25).mean() > 0.15


def test_the_last_disc_is_marked_and_no_other() -> None:
    position, last = dropped(7, 6, 20, 4)
    assert last is not None
    plain = pixels_of(connect4.draw(position))
    marked = pixels_of(connect4.draw(position, after(last)))
    column = position.cells()[int(last) - 1 :: 7]
    top = int(last) - 1 + 7 * column.count(None)
    assert squares_that_differ(plain, marked) == {top}
    assert near(square(marked, top), (255, 255, 255), 20) > 300
    assert near(square(plain, top), (255, 255, 255), 20) == 0


def test_the_winning_line_is_marked_and_all_other_discs_step_back() -> None:
    owners = tuple(0 if 35 <= index < 39 else 1 if 28 <= index < 31 else None for index in range(42))
    position = MadeUp(7, 6, owners, 1, (), Result(0, 0))
    line = range(35, 39)
    plain = pixels_of(connect4.draw(position))
    won = pixels_of(connect4.draw(position, after("4"), winning=line))
    assert squares_that_differ(plain, won) == {28, 29, 30, *line}
    for index in line:
        assert near(square(won, index), (255, 255, 255), 20) > 800
    for index in (28, 29, 30):
        assert square(won, index)[..., :3].mean() < square(plain, index)[..., :3].mean() - 10
        assert near(square(won, index), (255, 255, 255), 20) == 0
    assert near(won[:STRIP_BOTTOM, :320], CLASSIC.accent, 20) > 3000
    assert near(won[:STRIP_BOTTOM, 320:], CLASSIC.accent, 20) < 1000


def test_numbers_of_full_columns_fade() -> None:
    owners = tuple(index // 7 % 2 if index % 7 in (1, 6) else None for index in range(42))
    position = MadeUp(7, 6, owners, 0, ("1", "3", "4", "5", "6"))
    plain = pixels_of(connect4.draw(position, hints=False))
    hinted = pixels_of(connect4.draw(position))
    for column in range(7):
        part = (NUMBERS, slice(LEFT + column * CELL, LEFT + (column + 1) * CELL))
        assert near(plain[part], CLASSIC.text, 30) > 20
        assert (near(hinted[part], CLASSIC.text, 30) == 0) == (column in (1, 6))
    assert not changed(plain, hinted)[TOP:].any()


@pytest.mark.long
def test_the_strip_shows_the_turn_and_the_goal() -> None:
    for side in (0, 1):
        position = MadeUp(7, 6, (None,) * 42, side, tuple("1234567"))
        unmarked = pixels_of(connect4.draw(position, Situation(end=End(None))))
        marked = pixels_of(connect4.draw(position))
        there = changed(unmarked, marked)
        halves = there[:STRIP_BOTTOM, :320], there[:STRIP_BOTTOM, 320:]
        assert halves[side].sum() > 500
        assert there.sum() == halves[side].sum()
    goals = {
        connect: near(pixels_of(connect4.draw(position, connect=connect))[GOAL, 200:440], CLASSIC.muted, 20)
        for connect in (3, 4, 5, 6)
    }
    assert sorted(goals.values()) == list(goals.values())
    assert len(set(goals.values())) == 4


@pytest.mark.long
@for_each(("columns", "rows"), [(4, 4), (12, 8), (4, 8)])
def test_all_sizes_are_drawn_and_stay_small(columns: int, rows: int) -> None:
    squares = columns * rows
    blank = pixels_of(connect4.draw(MadeUp(columns, rows, (None,) * squares)))
    places = set()
    for index in range(0, squares, 7):
        owners = tuple(1 if index == other else None for other in range(squares))
        there = changed(blank, pixels_of(connect4.draw(MadeUp(columns, rows, owners))))
        y, x = np.argwhere(there).mean(axis=0)
        places.add((round(float(x)), round(float(y))))
    assert len(places) == len(range(0, squares, 7))
    for seed in range(2):
        full, last = dropped(columns, rows, squares - seed, seed)
        assert len(connect4.draw(full, after(last))) <= LARGEST


def test_a_last_move_and_a_winning_line_without_discs_are_refused() -> None:
    empty = MadeUp(7, 6, (None,) * 42)
    for column in ("0", "8", "", "x", "-1", "²", "3"):
        with pytest.raises(ValueError, match="no disc in a column"):
            connect4.draw(empty, after(column))
    for winning in ((42,), (-1,), (0, 1, 2, 3)):
        with pytest.raises(ValueError, match="no discs are"):
            connect4.draw(empty, winning=winning)


@for_each(("columns", "rows", "discs"), [(7, 6, 0), (7, 6, 23), (12, 8, 96)])
def test_the_description_has_the_whole_position(columns: int, rows: int, discs: int) -> None:
    position, last = dropped(columns, rows, discs, 3)
    text = connect4.describe(position, after(last), connect=5)
    assert len(text) <= 1000
    assert text.startswith(f"Connect 5, {columns} columns by {rows} rows; row 1 is at the top.")
    told = cells_told(text, columns, rows, ("red", "yellow"), lambda number: int(number) - 1)
    assert told == position.cells()
    assert (last is None) or f"The last move was column {last}." in text
    assert ("Red", "Yellow")[position.turn] + " to move." in text


def test_the_description_of_a_finished_game_names_the_winner() -> None:
    position = MadeUp(7, 6, (*[None] * 38, 1, 1, 1, 1), 0, (), Result(1, 0))
    assert "Yellow has won the game." in connect4.describe(position)
    assert "The game is a draw." in connect4.describe(position._replace(ending=Result(None, 0)))
    assert "Red has won the game." in connect4.describe(position._replace(ending=None), Situation(end=End(0)))
