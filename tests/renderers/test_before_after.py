"""Two boards side by side: as a picture and as a film."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from engine import connect4 as grid_rules
from engine import reversi as board_rules
from renderers import before_after, connect4, connect4_replay, reversi_replay
from renderers.before_after import Heading
from renderers.replay import Film, Frame, Projection
from renderers.themes import CLASSIC, WOOD, Colour, Look, Theme
from tests.cases import for_each
from tests.renderers.helpers import near, pixels_of
from tests.renderers.ledger import texts_in

HEADINGS = (Heading("Played: d3", "a loss by exactly 12"), Heading("Better: c4", "a win by exactly 4"))
START = board_rules.start()
MOVES = ("d3", "c4")


def board_films() -> list[Film]:
    return [reversi_replay.film([START, START.play(move)]) for move in MOVES]


def gif_of(film: Film) -> Image.Image:
    data = Projection(lambda: film).resume(lambda: False)
    assert data is not None
    return Image.open(BytesIO(data))


def plain(colour: Colour) -> bytes:
    """Return a picture of one colour, as wide as a board."""
    stream = BytesIO()
    Image.new("RGB", (640, 640), colour).save(stream, "PNG")
    return stream.getvalue()


@for_each("theme", [CLASSIC, WOOD])
def test_each_board_is_below_its_heading(theme: Theme) -> None:
    boards = [plain(colour) for colour in theme.reversi.discs]
    with Image.open(BytesIO(before_after.draw(boards, HEADINGS, theme=theme))) as image:
        both = np.asarray(image.convert("RGB")).astype(int)
    assert both.shape[1] == 2 * before_after.WIDTH + 3 * 14
    half = both.shape[1] // 2
    left, right = both[:, :half], both[:, half:]
    for side, colour in zip((left, right), theme.reversi.discs, strict=True):
        assert (abs(side[130:-30, 40:-40] - np.array(colour)) < 8).all()
    for side in (left, right):
        # Letters stand out from the frame.
        assert (abs(side[20:110, 30:300] - np.array(theme.frame)).sum(axis=2) > 200).sum() > 200


def test_headings_are_above_their_boards_beside_marks_of_the_worse_and_the_better_move() -> None:
    def draw() -> bytes:
        return before_after.draw([plain(colour) for colour in CLASSIC.reversi.discs], HEADINGS, theme=CLASSIC)

    texts, pixels = texts_in(draw), pixels_of(draw())
    half = pixels.shape[1] // 2
    for number, heading in enumerate(HEADINGS):
        move, value = texts[heading.move], texts[heading.value]
        assert number * half < move[0] < move[2] < (number + 1) * half
        assert move[3] <= value[1] < value[3] < 118
        assert abs(move[0] - value[0]) < 6
        mark = pixels[20:110, number * half : number * half + 40]
        worse, better = (near(mark, CLASSIC.values[place], 30) for place in (0, 3))
        assert (better, worse)[number] == 0
        assert (worse, better)[number] > 400


@for_each("theme", [CLASSIC, WOOD])
def test_marks_have_their_colours_in_a_film_too(theme: Theme) -> None:
    empty = grid_rules.start()
    films = [connect4_replay.film([empty, empty.play(move)], look=Look(theme)) for move in ("4", "1")]
    gif = np.asarray(gif_of(before_after.film(films, HEADINGS, theme=theme)).convert("RGBA"))
    half = gif.shape[1] // 2
    for number, place in enumerate((0, 3)):
        mark = gif[20:110, number * half : number * half + 40]
        assert near(mark, theme.values[place], 6) > 400


def test_a_film_ends_with_both_moves_made() -> None:
    gif = gif_of(before_after.film(board_films(), HEADINGS, theme=CLASSIC))
    single = gif_of(board_films()[1])
    assert gif.n_frames >= single.n_frames  # type: ignore[attr-defined]
    for film in (gif, single):
        film.seek(film.n_frames - 1)  # type: ignore[attr-defined]
    last = np.asarray(gif.convert("RGB")).astype(int)
    alone = np.asarray(single.convert("RGB")).astype(int)
    left, top = 2 * 14 + single.width, 118
    part = last[top : top + single.height, left : left + single.width]
    # But for the rounded corners.
    assert (part != alone)[20:-20, 20:-20].sum() == 0


def test_each_film_keeps_its_own_time() -> None:
    model = board_films()[0]
    picture = next(model.frames).picture

    def film(*times: int) -> Film:
        return Film(model.size, model.colours, iter([Frame(picture, time) for time in times]))

    together = before_after.film([film(300, 100), film(100, 100, 500)], HEADINGS, theme=CLASSIC)
    assert [frame.milliseconds for frame in together.frames] == [100, 100, 100, 100, 300]


def test_films_of_different_boards_are_refused() -> None:
    grid = grid_rules.start()
    films = [board_films()[0], connect4_replay.film([grid, grid.play("1")])]
    with pytest.raises(ValueError, match="same board"):
        before_after.film(films, HEADINGS, theme=CLASSIC)


def test_long_values_stay_within_their_half() -> None:
    boards = [connect4.draw(grid_rules.start()) for _ in MOVES]
    long = (Heading("Played: " + "column 12 " * 9, "a win in 21 moves " * 9), HEADINGS[1])
    with Image.open(BytesIO(before_after.draw(boards, long, theme=CLASSIC))) as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    gap = pixels[20:110, before_after.WIDTH + 16 : before_after.WIDTH + 26]
    assert (gap == np.array(CLASSIC.frame)).all()
