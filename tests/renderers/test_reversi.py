"""The Reversi board's picture and description have the position, the players and the score."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import numpy as np
import pytest

from engine import reversi as rules
from engine.search.position import Result
from renderers import reversi
from renderers.board import End, Situation
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import (
    LARGEST,
    REVERSI_GRID,
    MadeUp,
    Pixels,
    Shown,
    after,
    cells_told,
    changed,
    near,
    pixels_of,
    random_game,
    square_of,
    squares_changed,
)

LEFT, TOP, CELL = REVERSI_GRID.left, REVERSI_GRID.top, REVERSI_GRID.cell
STRIP_BOTTOM = 78


def middle_game() -> Shown:
    """Return a position with hints for black, a last move and flipped discs."""
    return next(shown for shown in list(random_game(5))[20:] if shown.position.turn == 0 and shown.flipped)


square = partial(square_of, REVERSI_GRID)
squares_that_differ = partial(squares_changed, REVERSI_GRID)


def outside_squares(pixels: Pixels, indices: Iterable[int]) -> Pixels:
    """Return the picture with the given squares blanked."""
    rest = pixels.copy()
    for index in indices:
        square(rest, index)[:] = 0
    return rest


def seen_owner(pixels: Pixels, index: int) -> int | None:
    """Return the owner by the colour of the disc's face, next to the marks in its middle."""
    face = square(pixels, index)[CELL // 2 - 4 : CELL // 2 + 4, 13:19, :3].mean(axis=(0, 1))
    if face.max() - face.min() > 35:
        return None
    return 0 if face.max() < 90 else 1


def test_every_position_of_a_game_shows_every_disc() -> None:
    for shown in [*random_game(1)][::2]:
        png = reversi.draw(shown.position, after(shown.last_move, shown.flipped))
        assert len(png) <= LARGEST
        pixels = pixels_of(png)
        assert tuple(seen_owner(pixels, index) for index in range(64)) == shown.position.cells()


def test_hints_are_on_the_legal_squares_only() -> None:
    for shown in list(random_game(7))[::6]:
        position = shown.position
        without = pixels_of(reversi.draw(position, hints=False))
        hinted = pixels_of(reversi.draw(position))
        legal = {rules.square_index(name) for name in position.legal_moves() if name != "pass"}
        assert squares_that_differ(without, hinted) == legal
        assert not changed(outside_squares(without, legal), outside_squares(hinted, legal)).any()


def contrast(part: Pixels, ink: tuple[int, int, int]) -> float:
    """Return the contrast ratio (WCAG 2) of ink with the commonest colour around it."""
    shades, counts = np.unique(part[..., :3].reshape(-1, 3), axis=0, return_counts=True)
    below = shades[counts.argmax()]
    luminances = []
    for colour in (below, np.array(ink)):
        share = colour / 255
        linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
        luminances.append(float(linear @ np.array([0.2126, 0.7152, 0.0722])))
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


@for_each("row", range(8))
def test_hints_tell_whose_they_are_and_can_be_read_in_every_row(row: int) -> None:
    empty: tuple[int | None, ...] = (None,) * 64
    names = (f"a{row + 1}", f"b{row + 1}")
    black, white = (pixels_of(reversi.draw(MadeUp(8, 8, empty, side, names))) for side in (0, 1))
    face = slice(CELL // 4, -CELL // 4), slice(CELL // 4, -CELL // 4)
    bare = square(white, row * 8 + 4)[face]
    dark, light = square(black, row * 8)[face], square(white, row * 8)[face]
    assert dark[:4].mean() + 20 < bare.mean() < light[:4].mean() - 20
    for part, ink in ((dark, (255, 255, 255)), (light, (6, 44, 37))):
        assert near(part, ink) > 60
        assert contrast(part, ink) > 6
    assert changed(square(white, row * 8), square(white, row * 8 + 1)).any()


@for_each("side", [0, 1])
def test_the_last_move_is_marked_on_its_square_only(side: int) -> None:
    shown = next(
        shown for shown in list(random_game(3))[10:] if shown.last_move and shown.position.turn == 1 - side
    )
    assert shown.last_move is not None
    last = rules.square_index(shown.last_move)
    plain = pixels_of(reversi.draw(shown.position))
    marked = pixels_of(reversi.draw(shown.position, after(shown.last_move)))
    assert squares_that_differ(plain, marked) == {last}
    assert not changed(outside_squares(plain, [last]), outside_squares(marked, [last])).any()
    assert near(square(marked, last), (255, 214, 92), 50) > 200
    assert near(square(plain, last), (255, 214, 92), 50) == 0


def test_flipped_discs_are_marked_more_lightly_than_the_last_move() -> None:
    position, last_move, flipped = middle_game()
    assert last_move is not None
    plain = pixels_of(reversi.draw(position, after(last_move)))
    marked = pixels_of(reversi.draw(position, after(last_move, flipped)))
    turned = {rules.square_index(name) for name in flipped}
    assert squares_that_differ(plain, marked) == turned
    bare = pixels_of(reversi.draw(position))
    last = rules.square_index(last_move)
    strong = changed(square(bare, last), square(marked, last)).sum()
    for index in turned:
        assert changed(square(plain, index), square(marked, index)).sum() * 3 < strong


def test_a_pass_marks_and_hints_nothing_and_what_is_no_square_is_refused() -> None:
    position = MadeUp(8, 8, (0, 1, *[None] * 62), 1, ("pass",))
    assert reversi.draw(position, after("pass")) == reversi.draw(position, hints=False)
    for name in ("i1", "a9", "", "a", "1a", "d٣", "pass!"):
        with pytest.raises(ValueError, match="no square"):
            reversi.draw(rules.start(), after(name))


def accents(pixels: Pixels) -> tuple[int, int]:
    """Count the pixels in the accent's colour in the left and right half of the strip."""
    strip = pixels[:STRIP_BOTTOM]
    return near(strip[:, :320], CLASSIC.accent, 20), near(strip[:, 320:], CLASSIC.accent, 20)


def test_the_strip_marks_whose_turn_it_is() -> None:
    black, white = rules.start(), rules.start().play("d3")
    left, right = accents(pixels_of(reversi.draw(black)))
    assert left > 500 > right == 0
    left, right = accents(pixels_of(reversi.draw(white)))
    assert right > 500 > left == 0
    for end in (End(None), End(None, called_off=True)):
        assert accents(pixels_of(reversi.draw(white, Situation(end=end)))) == (0, 0)


@for_each("winner", [0, 1])
def test_the_end_shows_the_winner_and_no_hints(winner: int) -> None:
    owners = tuple(winner if index < 40 else 1 - winner if index < 60 else None for index in range(64))
    ended = MadeUp(8, 8, owners, 0, (), Result(winner, 0))
    counted = accents(pixels_of(reversi.draw(ended)))
    assert counted[winner] > 5000 > counted[1 - winner] == 0
    drawn = MadeUp(8, 8, owners, 0, (), Result(None, 0))
    assert accents(pixels_of(reversi.draw(drawn))) == (0, 0)
    # So does that of a resigned game.
    resigned = pixels_of(reversi.draw(rules.start(), Situation(end=End(winner))))
    assert squares_that_differ(resigned, pixels_of(reversi.draw(rules.start(), hints=False))) == set()
    assert accents(resigned)[winner] > 5000 > 0 == accents(resigned)[1 - winner]


def test_the_strip_shows_every_count_differently() -> None:
    seen = set()
    for count in range(0, 65, 4):
        owners = tuple(0 if index < count else None for index in range(64))
        strip = pixels_of(reversi.draw(MadeUp(8, 8, owners), hints=False))[:STRIP_BOTTOM, :320]
        seen.add(strip.tobytes())
    assert len(seen) == 17


def test_the_bar_is_divided_as_the_discs_are_and_its_dark_part_has_a_light_edge() -> None:
    owners = tuple(0 if index < 16 else 1 if index < 48 else None for index in range(64))
    pixels = pixels_of(reversi.draw(MadeUp(8, 8, owners), hints=False))
    bar = pixels[89, 28:612]
    assert near(bar, CLASSIC.reversi.discs[0], 12) == pytest.approx(584 / 4, abs=8)
    assert near(bar, CLASSIC.reversi.discs[1], 12) == pytest.approx(584 / 2, abs=8)
    for edge in (81, 96):
        assert (pixels[edge, 40:160, :3].min(axis=-1) > 150).all()


def test_a_note_is_next_to_the_bar() -> None:
    plain = pixels_of(reversi.draw(rules.start()))
    noted = pixels_of(reversi.draw(rules.start(), note="fewest discs win"))
    rows = np.flatnonzero(changed(plain, noted).any(axis=1))
    assert rows.min() > STRIP_BOTTOM - 4
    assert rows.max() < 104
    assert near(noted[76:102, 460:612], CLASSIC.text, 30) > 200
    assert reversi.describe(rules.start(), rule="Fewest discs win.").startswith(
        "Reversi on 8 by 8 squares. Fewest discs win."
    )


def test_players_names_are_on_their_panels() -> None:
    plain = pixels_of(reversi.draw(rules.start()))
    named = pixels_of(reversi.draw(rules.start(), names=("Ann", "White")))
    columns = np.flatnonzero(changed(plain, named).any(axis=0))
    assert columns.min() >= 28
    assert columns.max() < 320
    longer = pixels_of(reversi.draw(rules.start(), names=("Ann", "W" * 99)))
    assert (changed(named, longer)[:, :328] == 0).all()
    assert not changed(named, longer)[STRIP_BOTTOM:].any()


@for_each("name", ["שרה", "🐙", "", "   ", "مريم", "\u202e\u200b"])
def test_a_name_that_cannot_be_written_gives_way_to_the_side(name: str) -> None:
    assert reversi.draw(rules.start(), names=(name, name)) == reversi.draw(rules.start())


def test_an_othello_board_has_its_four_guide_dots() -> None:
    pixels = pixels_of(reversi.draw(MadeUp(8, 8, (None,) * 64)))
    dots = [
        near(pixels[y - 7 : y + 7, x - 7 : x + 7], CLASSIC.reversi.dot, 14) > 80
        for y in range(TOP + CELL, TOP + 8 * CELL, CELL)
        for x in range(LEFT + CELL, LEFT + 8 * CELL, CELL)
    ]
    assert [index for index, is_dot in enumerate(dots) if is_dot] == [8, 12, 36, 40]


def test_the_picture_is_640_wide_and_has_its_own_rounded_frame() -> None:
    pixels = pixels_of(reversi.draw(rules.start()))
    height, width, _ = pixels.shape
    assert (width, 600 <= height <= 670) == (640, True)
    alpha = pixels[..., 3]
    assert not alpha[:: height - 1, :: width - 1].any()
    assert (alpha[30 : height - 30] == 255).all()
    assert ((alpha > 0) & (alpha < 255)).any()
    for coordinates in (pixels[TOP - 34 : TOP - 8], pixels[TOP:, LEFT - 38 : LEFT - 14]):
        assert near(coordinates, CLASSIC.muted, 30) > 300


@pytest.mark.long
@for_each(("columns", "rows"), [(4, 4), (10, 10), (5, 9)])
def test_other_sizes_are_drawn_with_every_square_in_its_place(columns: int, rows: int) -> None:
    squares = columns * rows
    empty = MadeUp(columns, rows, (None,) * squares)
    blank = pixels_of(reversi.draw(empty))
    assert blank.shape[1] == 640
    positions = set()
    for index in range(0, squares, 7):
        owners = tuple(1 if index == other else None for other in range(squares))
        png = reversi.draw(MadeUp(columns, rows, owners))
        there = changed(blank, pixels_of(png))[STRIP_BOTTOM:]
        y, x = np.argwhere(there).mean(axis=0)
        positions.add((round(float(x)), round(float(y))))
    assert len(positions) == len(range(0, squares, 7))
    full = MadeUp(columns, rows, tuple(index % 2 for index in range(squares)))
    assert len(reversi.draw(full)) <= LARGEST


@pytest.mark.long
def test_many_threads_at_once_draw_the_same() -> None:
    # No other test draws this size: the parts are created while all threads request them.
    positions = [MadeUp(7, 7, tuple((index + shift) % 3 % 2 for index in range(49))) for shift in range(8)]
    together = Barrier(8)

    def work(shift: int) -> list[bytes]:
        together.wait(timeout=60)
        return [reversi.draw(positions[(shift + step) % 8]) for step in range(8)]

    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(work, range(8)))
    alone = [reversi.draw(position) for position in positions]
    assert drawn == [alone[shift:] + alone[:shift] for shift in range(8)]


def read_back(text: str, columns: int, rows: int) -> tuple[int | None, ...]:
    """Read the board from the description."""
    return cells_told(text, columns, rows, ("black", "white"), "abcdefghij".index)


def test_the_description_has_every_position_of_a_game() -> None:
    for shown in random_game(4):
        position = shown.position
        text = reversi.describe(position, after(shown.last_move))
        assert len(text) <= 1000
        assert read_back(text, 8, 8) == position.cells()
        black, white = position.points()
        assert f"Black has {black}, White has {white}." in text
        if shown.last_move is not None:
            assert f"The last move was {shown.last_move}." in text
        result = position.result()
        if result is None:
            side = ("Black", "White")[position.turn]
            assert f"{side} to move: {', '.join(position.legal_moves())}." in text
        else:
            assert "to move" not in text
            ends = ("Black has won the game.", "White has won the game.")
            assert ("The game is a draw." if result.winner is None else ends[result.winner]) in text
    resigned = reversi.describe(rules.start(), Situation(end=End(1)))
    assert "White has won the game." in resigned
    assert "to move" not in resigned


def test_the_longest_description_fits() -> None:
    owners = tuple(index % 3 % 2 for index in range(100))
    moves = tuple(f"{letter}{number}" for letter in "abcde" for number in range(1, 11))
    text = reversi.describe(MadeUp(10, 10, owners, 0, moves), after("j10"))
    assert len(text) <= 1000
    assert read_back(text, 10, 10) == owners
