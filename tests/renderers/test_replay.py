"""Films: what each frame of the file shows, for how long, and how large it is; two boards side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from engine import connect4 as grid_rules
from engine import reversi as rules
from renderers import before_after, connect4, connect4_replay, replay, reversi, reversi_replay
from renderers.before_after import Heading
from renderers.board import End
from renderers.replay import Film, Frame, GifWriter, Projection, still_film
from renderers.themes import CLASSIC, HIGH_CONTRAST, MIDNIGHT, WOOD, Colour, Look, Theme
from tests.cases import for_each, there
from tests.renderers.helpers import MadeUp, after, near, pixels_of, random_game
from tests.renderers.ledger import texts_in

P = TypeVar("P", rules.Position, grid_rules.Position)

LARGEST = 2_000_000
"""Maximum size of a game of 60 moves in bytes."""


def played(start: P, seed: int, most: int = 60) -> list[P]:
    """Return the positions of a random game."""
    rng, positions = Random(seed), [start]
    while len(positions) <= most and (moves := positions[-1].legal_moves()):
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions


def reversi_game(size: int = 8, most: int = 60) -> list[rules.Position]:
    return played(rules.start(size), 3, most)


def connect4_game(columns: int = 7, rows: int = 6, connect: int = 4) -> list[grid_rules.Position]:
    return played(grid_rules.start(columns, rows, connect), 1, columns * rows)


def made(film: Callable[[], Film]) -> bytes:
    return there(Projection(film).resume(lambda: False))


class Seen(NamedTuple):
    """A frame of a file as programs show it."""

    pixels: np.ndarray
    milliseconds: int


def seen(gif: bytes) -> Iterator[Seen]:
    with Image.open(BytesIO(gif)) as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            yield Seen(np.asarray(image.convert("RGBA")), image.info["duration"])


def in_colour(film: Film, picture: Image.Image) -> np.ndarray:
    """Convert a frame of a film to RGBA pixels without translucence."""
    colours = np.frombuffer(film.colours.ljust(768, b"\0"), np.uint8).reshape(256, 3)
    indices = np.asarray(picture)
    return np.dstack([colours[indices], np.where(indices == 0, 0, 255).astype(np.uint8)])


FILMS: dict[str, Callable[[], Film]] = {
    "reversi": lambda: reversi_replay.film(reversi_game(most=8)),
    "reversi 6x6, turned": lambda: reversi_replay.film(
        reversi_game(size=6, most=9), end=End(1), look=Look(HIGH_CONTRAST, turned=True)
    ),
    "reversi 10x10": lambda: reversi_replay.film(reversi_game(size=10, most=5), note="fewest discs win"),
    "connect 4": lambda: connect4_replay.film(connect4_game()[-8:]),
    "connect 4, 12x8, turned": lambda: connect4_replay.film(
        connect4_game(12, 8, 5)[:8], connect=5, look=Look(MIDNIGHT, turned=True)
    ),
    "stills": lambda: still_film([made_png(each) for each in reversi_game(most=6)], Look().theme),
}


def made_png(position: rules.Position) -> Callable[[], bytes]:
    return lambda: reversi.draw(position, hints=False)


@pytest.mark.long
@pytest.mark.parametrize("film", FILMS.values(), ids=FILMS)
def test_a_file_shows_the_frames_of_its_film_and_settles_on_every_position(film: Callable[[], Film]) -> None:
    wanted = film()
    frames = [*wanted.frames]
    drawn = iter(seen(made(lambda: replace(wanted, frames=iter(frames)))))
    shown = next(drawn)
    lasting = 0
    for frame in frames:
        pixels = in_colour(wanted, frame.picture)
        if lasting == shown.milliseconds:
            shown, lasting = next(drawn), 0
        lasting += frame.milliseconds
        visible = pixels[..., 3:]
        assert np.array_equal(shown.pixels * (visible > 0), pixels * (visible > 0)), frame.ply
        assert np.array_equal(shown.pixels[..., 3:], visible), frame.ply
    assert lasting == shown.milliseconds
    assert next(drawn, None) is None
    # The last one stays.
    settled = [(frame.ply, frame.milliseconds) for frame in frames if frame.ply is not None]
    assert [ply for ply, _ in settled] == list(range(len(settled)))
    times = [time for _, time in settled]
    assert times[0] == replay.START
    assert set(times[1:-1]) <= {replay.STEP, replay.PASS}
    assert times[-1] == replay.END


def settled(film: Film) -> list[np.ndarray]:
    return [in_colour(film, frame.picture) for frame in film.frames if frame.ply is not None]


def test_a_settled_frame_of_reversi_is_the_board_smaller() -> None:
    shown = list(random_game(4))[:12]
    pictures = settled(reversi_replay.film([each.position for each in shown]))
    for each, picture in zip(shown, pictures, strict=True):
        png = reversi.draw(each.position, after(each.last_move, each.flipped), hints=False)
        usual = Image.open(BytesIO(png)).convert("RGBA").convert("RGB").resize(picture.shape[1::-1])
        differs = np.abs(np.asarray(usual).astype(int) - picture[..., :3].astype(int)).mean()
        # A disc of the other colour alone would make it 1.4.
        assert differs < 9.0
        _board_agrees(each.position, picture)


def _board_agrees(position: rules.Position, picture: np.ndarray) -> None:
    """Discs are where they should be: next to a disc's middle it is dark, light, or green."""
    for square, owner in enumerate(position.cells()):
        row, column = divmod(square, 8)
        top, left = 102 + row * 48, 52 + column * 48
        patch = picture[top + 11 : top + 15, left + 19 : left + 30]
        light = patch[..., :3].mean()
        found = 0 if light < 55 else 1 if light > 180 else None
        assert found == owner, (square, light)


WHITE_AND_FIVE_BLACK = (1, 0, 0, 0, 0, 0, None, None, *[None] * 56)
ALL_WHITE = (1, 1, 1, 1, 1, 1, 1, None, *[None] * 56)


def test_discs_turn_one_after_the_other_behind_the_new_disc() -> None:
    positions = [MadeUp(8, 8, WHITE_AND_FIVE_BLACK, turn=1), MadeUp(8, 8, ALL_WHITE)]
    frames = list(reversi_replay.film(positions).frames)
    # Five discs, each of which begins to turn one moment after the one before, in three moments.
    assert [frame.ply for frame in frames] == [0, *[None] * 8, 1]
    pictures = [np.asarray(frame.picture) for frame in frames]
    # The changing columns: first g with the new disc, then f to b.
    turning = [
        np.unique(np.flatnonzero((before != after)[102:150].any(axis=0)) - 52) // 48
        for before, after in pairwise(pictures[1:-1])
    ]
    seen_from = [(int(each.min()), int(each.max())) for each in turning]
    assert seen_from == [(5, 5), (4, 5), (3, 5), (2, 5), (1, 4), (1, 3), (1, 2)]


def test_a_pass_is_shown_in_a_frame_of_its_own() -> None:
    owners = (WHITE_AND_FIVE_BLACK, WHITE_AND_FIVE_BLACK, ALL_WHITE)
    positions = [MadeUp(8, 8, held, turn) for held, turn in zip(owners, (0, 1, 0), strict=True)]
    frames = [frame for frame in reversi_replay.film(positions).frames if frame.ply is not None]
    changed = np.asarray(frames[0].picture) != np.asarray(frames[1].picture)
    assert changed[:96].any()
    assert not changed[96:].any()
    assert frames[1].milliseconds == replay.PASS


def test_a_disc_falls_behind_the_plate_ever_faster() -> None:
    start, *falling, landed = connect4_replay.film(connect4_game()[:2]).frames
    changed = [np.asarray(frame.picture) != np.asarray(start.picture) for frame in falling]
    steps = np.diff([int(np.flatnonzero(each.any(axis=1))[0]) for each in changed])
    # At first less of it is visible, in the same hole.
    assert (len(falling), steps[0], landed.ply) == (5, 0, 1)
    assert steps.tolist() == sorted(steps.tolist())
    assert steps[-1] > steps[1] > 0


@pytest.mark.long
def test_the_winning_line_is_marked_at_the_end_only() -> None:
    positions = connect4_game()[-3:]
    winning = positions[-1].winning()
    assert winning
    with_line = settled(connect4_replay.film(positions, winning=winning))
    without = settled(connect4_replay.film(positions))
    assert not np.array_equal(with_line[-1], without[-1])
    assert all(np.array_equal(*pair) for pair in zip(with_line[:-1], without[:-1], strict=True))


def test_a_whole_game_is_small_and_is_repeated_for_ever() -> None:
    positions = reversi_game(most=20)
    gif = made(lambda: reversi_replay.film(positions))
    assert len(gif) * 3 < LARGEST
    with Image.open(BytesIO(gif)) as image:
        assert image.size[0] == replay.WIDTH == 480
        assert image.info["loop"] == 0


def test_stopped_work_resumes() -> None:
    def film() -> Film:
        return connect4_replay.film(connect4_game()[:6])

    answers: Iterator[bool] = iter([False, False, True] * 100)
    projection = Projection(film)
    pieces = 1
    while (gif := projection.resume(lambda: next(answers))) is None:
        pieces += 1
    assert pieces > 5
    assert gif == made(film)


def test_wide_pictures_of_any_game_become_narrower_and_narrow_ones_stay() -> None:
    assert FILMS["stills"]().size[0] == 480
    pictures: Sequence[Callable[[], bytes]] = [lambda: plain((255, 255, 255), 90)] * 2
    assert still_film(pictures, Look().theme).size == (90, 90)
    # Two equal pictures are one frame that lasts longer.
    (only,) = seen(made(lambda: still_film(pictures, Look().theme)))
    assert only.milliseconds == replay.START + replay.END


@for_each("film", [
    lambda names: reversi_replay.film(reversi_game(most=1), names=names),
    lambda names: connect4_replay.film(connect4_game()[:2], names=names),
])  # fmt: skip
def test_the_players_names_are_in_every_frame(film: Callable[[tuple[str, str] | None], Film]) -> None:
    def heads(*names: str) -> list[npt.NDArray[np.uint8]]:
        shown = [np.asarray(frame.picture) for frame in film((names[0], names[1])).frames]
        return [picture[10:75] for picture in shown]

    for named, other in zip(heads("Anna", "Bernd"), heads("Anna", "Chloe"), strict=True):
        middle = named.shape[1] // 2
        assert (named[:, :middle] == other[:, :middle]).all()
        assert (named[:, middle:] != other[:, middle:]).any()
    # Sides are named where the font lacks a name.
    unnamed = [np.asarray(frame.picture)[10:75] for frame in film(None).frames]
    assert all((one == other).all() for one, other in zip(heads("مريم", ""), unnamed, strict=True))


HEADINGS = (Heading("Played: d3", "a loss by exactly 12"), Heading("Better: c4", "a win by exactly 4"))
START = rules.start()
MOVES = ("d3", "c4")


def board_films() -> list[Film]:
    return [reversi_replay.film([START, START.play(move)]) for move in MOVES]


def gif_of(film: Film) -> Image.Image:
    return Image.open(BytesIO(made(lambda: film)))


def plain(colour: Colour, size: int = 640) -> bytes:
    """Return a picture of one colour, by default as wide as a board."""
    stream = BytesIO()
    Image.new("RGB", (size, size), colour).save(stream, "PNG")
    return stream.getvalue()


@for_each("theme", [CLASSIC, WOOD])
def test_each_board_is_below_its_heading(theme: Theme) -> None:
    boards = [plain(colour) for colour in theme.reversi.discs]
    with Image.open(BytesIO(before_after.draw(boards, HEADINGS, theme=theme))) as image:
        both = np.asarray(image.convert("RGB")).astype(int)
    assert both.shape[1] == 2 * replay.WIDTH + 3 * 14
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


def test_frames_and_films_of_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="4, 4"):
        GifWriter((4, 4), b"\0\0\0").add(Image.new("P", (4, 5)), 100)
    grid = grid_rules.start()
    films = [board_films()[0], connect4_replay.film([grid, grid.play("1")])]
    with pytest.raises(ValueError, match="same board"):
        before_after.film(films, HEADINGS, theme=CLASSIC)


def test_long_values_stay_within_their_half() -> None:
    boards = [connect4.draw(grid_rules.start()) for _ in MOVES]
    long = (Heading("Played: " + "column 12 " * 9, "a win in 21 moves " * 9), HEADINGS[1])
    with Image.open(BytesIO(before_after.draw(boards, long, theme=CLASSIC))) as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    gap = pixels[20:110, replay.WIDTH + 16 : replay.WIDTH + 26]
    assert (gap == np.array(CLASSIC.frame)).all()
