"""The leaderboard's picture: every number has its place."""

import numpy as np
import pytest

from renderers import leaderboard
from renderers.leaderboard import RankRow
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, changed, near, pixels_of

TOP = 54
"""Top of the first row."""


def rows(count: int, asker: int | None = None) -> list[RankRow]:
    return [
        RankRow(rank, f"P{rank}", 2000 - 40 * rank, 50 + rank, 40 - rank, rank, 2 * rank, rank == asker)
        for rank in range(1, count + 1)
    ]


def test_more_rows_make_a_higher_picture_and_too_many_are_refused() -> None:
    heights = []
    for count in (1, 2, 11):
        png = leaderboard.draw(rows(count))
        assert len(png) <= LARGEST
        assert png == leaderboard.draw(rows(count))
        pixels = pixels_of(png)
        assert pixels.shape[1] == 640
        assert pixels[0, 0, 3] == 0
        heights.append(pixels.shape[0])
    assert heights == sorted(set(heights))
    for count in (0, 12):
        with pytest.raises(ValueError, match="1 to 11 rows"):
            leaderboard.draw(rows(count))
        with pytest.raises(ValueError, match="1 to 11 rows"):
            leaderboard.describe(rows(count))


@for_each("asker", [1, 10])
def test_the_askers_row_is_outlined_and_no_other(asker: int) -> None:
    plain = pixels_of(leaderboard.draw(rows(10)))
    marked = pixels_of(leaderboard.draw(rows(10, asker)))
    lines = np.flatnonzero(changed(plain, marked).any(axis=1))
    top, row_height = TOP, 74
    assert (lines.min() - top) // row_height == (lines.max() - top) // row_height == asker - 1
    assert near(marked[lines.min() : lines.max()], CLASSIC.accent, 20) > 2000


def test_the_record_bar_is_divided_as_the_games_were() -> None:
    record = RankRow(5, "Ann", 1500, 60, 60, 10, 30)
    picture = pixels_of(leaderboard.draw([record]))
    # The row with the rim of the games lost.
    line = picture[TOP + 44 + 1, 420:618]
    won = near(line, CLASSIC.won, 12)
    drawn = near(line, CLASSIC.drawn, 12)
    lost = near(line, CLASSIC.lost, 12)
    assert won == pytest.approx(2 * lost, abs=14)
    assert won > lost > drawn > 10


def test_a_higher_rating_has_the_longer_bar() -> None:
    picture = pixels_of(
        leaderboard.draw([RankRow(1, "Ann", 1800, 40, 1, 1, 1), RankRow(2, "Ann", 1500, 40, 1, 1, 1)])
    )
    marks = [
        near(picture[top + 44 - 3, 100:320][None], CLASSIC.text, 12)
        and picture[top + 44 - 3, 100:320, 0].argmax()
        for top in (TOP, TOP + 74)
    ]
    assert marks[0] > marks[1] + 50


@for_each(
    "row",
    [
        RankRow(1, "Ann", 1500, 350, 0, 0, 0),
        RankRow(99999, "Ann", 0, 350, 99999, 99999, 99999, True),
        RankRow(2, "Ann", 3999, 0, 1, 0, 0),
        RankRow(10, "Ann", -50, 500, 0, 0, 7),
    ],
)
def test_extreme_numbers_are_drawn_and_described(row: RankRow) -> None:
    assert len(leaderboard.draw([row])) <= LARGEST
    text = leaderboard.describe([row])
    for number in row[:7]:
        assert str(number) in text


def test_large_records_stay_inside_their_part_of_the_row() -> None:
    small = pixels_of(leaderboard.draw([RankRow(4, "Ann", 1500, 60, 1, 1, 1)]))
    large = pixels_of(leaderboard.draw([RankRow(4, "Ann", 1500, 60, 99999, 99999, 99999)]))
    columns = np.flatnonzero(changed(small, large).any(axis=0))
    assert columns.min() >= 426
    assert columns.max() < 612


def test_ranks_left_out_are_set_apart() -> None:
    together = pixels_of(leaderboard.draw(rows(3)))
    apart = pixels_of(leaderboard.draw([*rows(2), RankRow(57, "Ann", 1400, 80, 1, 0, 4, True)]))
    assert apart.shape[0] > together.shape[0]
    shared = [
        RankRow(1, "Ann", 1700, 50, 3, 0, 0),
        RankRow(1, "Ann", 1700, 50, 3, 0, 0),
        RankRow(3, "Ann", 1600, 50, 3, 0, 0),
    ]
    assert pixels_of(leaderboard.draw(shared)).shape == together.shape
    second_page = [RankRow(rank, "Ann", 1500, 60, 1, 1, 1) for rank in (11, 12, 13)]
    assert pixels_of(leaderboard.draw(second_page)).shape == together.shape


def test_the_description_has_all_rows_and_marks_the_user() -> None:
    shown = [
        RankRow(rank, "N" * 32, 3000 - rank, 350, 10000, 10000, 10000, rank == 11) for rank in range(1, 12)
    ]
    text = leaderboard.describe(shown)
    assert len(text) <= 1000
    for row in shown:
        assert f": {row.rating} ± {row.deviation}, " in text
    assert text.count("(you)") == 1
    assert "11. NNN" in text


def test_names_are_drawn_or_replaced_by_a_figure() -> None:
    def name_of(name: str) -> bytes:
        return pixels_of(leaderboard.draw([RankRow(4, name, 1500, 60, 1, 1, 1)]))[
            TOP : TOP + 40, 96:320
        ].tobytes()

    assert len({name_of(name) for name in ("Ann", "Ben", "竜王", "مريم", "W" * 32)}) == 5
    assert name_of("مريم") == name_of("🐙")
    assert name_of("Zoë 🐙") == name_of("Zoë")


def test_players_without_a_win_get_no_medal() -> None:
    won = pixels_of(leaderboard.draw([RankRow(1, "Ann", 1500, 60, 1, 0, 0)]))
    lost = pixels_of(leaderboard.draw([RankRow(1, "Ann", 1500, 60, 0, 0, 1)]))
    gold = (255, 218, 110)
    assert near(won[TOP : TOP + 66, 30:90], gold, 40) > 400
    assert near(lost[TOP : TOP + 66, 30:90], gold, 40) == 0
