"""Tables, standings, the leaderboard and brackets: rows of any number, names of any script, medals."""

from __future__ import annotations

import numpy as np
import pytest

from languages import LANGUAGES, speaking
from renderers import bracket, figures, leaderboard, table
from renderers.bracket import Box, Contestant, Tree
from renderers.leaderboard import RankRow
from renderers.table import MAX_ROWS, Column, StandingRow, TableRow
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, changed, near, pixels_of
from tests.renderers.ledger import texts_in

HEADINGS = ("BH", "SB")
GOLD = (255, 218, 110)


def rows(number: int, name: str = "Ann") -> list[StandingRow]:
    return [
        StandingRow(place, name, (number - place) / 2 + 0.5, 3, 1, 2, (12.5, 9.25))
        for place in range(1, number + 1)
    ]


@for_each("number", [1, 13, MAX_ROWS])
def test_every_number_of_rows_is_drawn_640_pixels_wide(number: int) -> None:
    png = table.draw_standings_table(rows(number), HEADINGS)
    assert pixels_of(png).shape[1] == 640
    assert len(png) <= LARGEST
    assert png == table.draw_standings_table(rows(number), HEADINGS)


def test_other_numbers_of_rows_and_tie_breaks_are_refused() -> None:
    for number in (0, MAX_ROWS + 1):
        with pytest.raises(ValueError, match="1 to 40 rows"):
            table.draw_standings_table(rows(number), HEADINGS)
        with pytest.raises(ValueError, match="1 to 40 rows"):
            table.draw([ROWS[0]] * number, COLUMNS)
    with pytest.raises(ValueError, match="at most 2"):
        table.draw_standings_table(rows(1), ("a", "b", "c"))


def test_figures_are_below_their_headings() -> None:
    row = StandingRow(1, "Ann", 4.5, 3, 1, 2, (12.5, 9.25))
    texts = texts_in(lambda: table.draw_standings_table([row], HEADINGS))
    assert texts["Ann"][2] < texts["3–1–2"][0] < texts["12.5"][0] < texts["9.25"][0] < texts["4.5"][0]
    for heading, value in zip(HEADINGS, ("12.5", "9.25"), strict=True):
        assert texts[heading][2] == pytest.approx(texts[value][2], abs=3)
        assert texts[heading][3] < texts[value][1]


def test_medals_are_for_final_standings_with_points() -> None:
    before = pixels_of(table.draw_standings_table(rows(3), HEADINGS))
    after = pixels_of(table.draw_standings_table(rows(3), HEADINGS, final=True))
    assert near(before[60:120, 30:90], GOLD, 40) == 0
    assert near(after[60:120, 30:90], GOLD, 40) > 200
    columns = np.flatnonzero(changed(before, after).any(axis=0))
    assert columns.max() < 96
    row = StandingRow(1, "Ann", 0, 0, 0, 0, ())
    assert near(pixels_of(table.draw_standings_table([row], (), final=True)), GOLD, 40) == 0


def test_who_left_is_paler() -> None:
    there, left = (
        pixels_of(table.draw_standings_table([StandingRow(1, "Ann", 1, 1, 0, 0, (), has_left=one)], ()))
        for one in (False, True)
    )
    assert near(there[60:120], CLASSIC.text, 12) > 3 * near(left[60:120], CLASSIC.text, 12)


def test_names_that_cannot_be_written_become_a_figure() -> None:
    pictures = [
        table.draw_standings_table([StandingRow(1, name, 1, 1, 0, 0, ())], ())
        for name in ("مريم", "🐙", "竜王", "Ann")
    ]
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) == 3


def test_the_description_has_points_and_results_and_says_how_many_are_left_out() -> None:
    two = [StandingRow(1, "Ann", 3.5, 3, 1, 0, ()), StandingRow(2, "Ben", 1, 1, 0, 3, ())]
    assert table.describe_standings_table(two) == (
        "Standings. 1. Ann: score 3.5, 3 won, 1 drawn, 0 lost. 2. Ben: score 1, 1 won, 0 drawn, 3 lost."
    )
    text = table.describe_standings_table(rows(MAX_ROWS, "N" * 60))
    assert len(text) <= 1000
    told = text.count("score")
    assert text.endswith(f"And {MAX_ROWS - told} more players.")
    with speaking(LANGUAGES["de"]):
        assert "3,5" in table.describe_standings_table(rows(7))


COLUMNS = [*(Column(word, 76, 60) for word in ("games", "puzzles", "daily")), Column("points", 92, 80)]
ROWS = [
    TableRow(number, f"Player {number}", ("12", "–", str(19 - number), str(31 - number)))
    for number in range(1, 11)
]


def height(rows: list[TableRow]) -> int:
    return int(pixels_of(table.draw(rows, COLUMNS)).shape[0])


def test_a_row_that_is_set_apart_takes_more_room() -> None:
    last = TableRow(1230, "\N{CJK UNIFIED IDEOGRAPH-5927}", ("1", "–", "–", "1"), is_asker=True)
    assert height([*ROWS, last._replace(apart=True)]) > height([*ROWS, last])
    # The asker is above the page: their row is first, and the page is apart.
    first, second, *others = ROWS
    below = height([*ROWS[:-1], ROWS[-1]._replace(apart=True)])
    assert height([first, second._replace(apart=True), *others]) == below


def test_only_the_askers_row_has_their_colour_and_medals_are_where_they_are_wanted() -> None:
    own = [ROWS[0]._replace(is_asker=True), *ROWS[1:]]
    decorated = [row._replace(medals=True) for row in ROWS]
    for rows, colour, reach, least in (
        (own, CLASSIC.asker, 0, 10_000),
        (decorated, figures.MEDALS[1][0], 40, 200),
    ):
        changed, plain = (near(pixels_of(table.draw(some, COLUMNS)), colour, reach) for some in (rows, ROWS))
        assert changed > least > plain


TOP = 54
"""Top of the first row."""


def ranks(count: int, asker: int | None = None) -> list[RankRow]:
    return [
        RankRow(rank, f"P{rank}", 2000 - 40 * rank, 50 + rank, 40 - rank, rank, 2 * rank, rank == asker)
        for rank in range(1, count + 1)
    ]


def test_more_rows_make_a_higher_picture_and_too_many_are_refused() -> None:
    heights = []
    for count in (1, 2, 11):
        png = leaderboard.draw(ranks(count))
        assert len(png) <= LARGEST
        assert png == leaderboard.draw(ranks(count))
        pixels = pixels_of(png)
        assert (pixels.shape[1], pixels[0, 0, 3]) == (640, 0)
        heights.append(pixels.shape[0])
    assert heights == sorted(set(heights))
    for count in (0, 12):
        with pytest.raises(ValueError, match="1 to 11 rows"):
            leaderboard.draw(ranks(count))
        with pytest.raises(ValueError, match="1 to 11 rows"):
            leaderboard.describe(ranks(count))


@for_each("asker", [1, 10])
def test_the_askers_row_is_outlined_and_no_other(asker: int) -> None:
    plain = pixels_of(leaderboard.draw(ranks(10)))
    marked = pixels_of(leaderboard.draw(ranks(10, asker)))
    lines = np.flatnonzero(changed(plain, marked).any(axis=1))
    top, row_height = TOP, 74
    assert (lines.min() - top) // row_height == (lines.max() - top) // row_height == asker - 1
    assert near(marked[lines.min() : lines.max()], CLASSIC.accent, 20) > 2000


def test_the_record_bar_is_divided_as_the_games_were() -> None:
    record = RankRow(5, "Ann", 1500, 60, 60, 10, 30)
    picture = pixels_of(leaderboard.draw([record]))
    # The row with the rim of the games lost.
    line = picture[TOP + 44 + 1, 420:618]
    won, drawn, lost = (near(line, colour, 12) for colour in (CLASSIC.won, CLASSIC.drawn, CLASSIC.lost))
    assert won == pytest.approx(2 * lost, abs=14)
    assert won > lost > drawn > 10


def test_a_higher_rating_has_the_longer_bar() -> None:
    better, worse = RankRow(1, "Ann", 1800, 40, 1, 1, 1), RankRow(2, "Ann", 1500, 40, 1, 1, 1)
    picture = pixels_of(leaderboard.draw([better, worse]))
    lines = [picture[top + 44 - 3, 100:320] for top in (TOP, TOP + 74)]
    marks = [near(line[None], CLASSIC.text, 12) and line[:, 0].argmax() for line in lines]
    assert marks[0] > marks[1] + 50


@for_each("row", [
    RankRow(1, "Ann", 1500, 350, 0, 0, 0),
    RankRow(99999, "Ann", 0, 350, 99999, 99999, 99999, True),
    RankRow(2, "Ann", 3999, 0, 1, 0, 0),
    RankRow(10, "Ann", -50, 500, 0, 0, 7),
])  # fmt: skip
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
    together = pixels_of(leaderboard.draw(ranks(3)))
    apart = pixels_of(leaderboard.draw([*ranks(2), RankRow(57, "Ann", 1400, 80, 1, 0, 4, True)]))
    assert apart.shape[0] > together.shape[0]
    first = RankRow(1, "Ann", 1700, 50, 3, 0, 0)
    shared = [first, first, RankRow(3, "Ann", 1600, 50, 3, 0, 0)]
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
        picture = pixels_of(leaderboard.draw([RankRow(4, name, 1500, 60, 1, 1, 1)]))
        return picture[TOP : TOP + 40, 96:320].tobytes()

    assert len({name_of(name) for name in ("Ann", "Ben", "竜王", "مريم", "W" * 32)}) == 5
    assert name_of("مريم") == name_of("🐙")
    assert name_of("Zoë 🐙") == name_of("Zoë")


def test_players_without_a_win_get_no_medal() -> None:
    won = pixels_of(leaderboard.draw([RankRow(1, "Ann", 1500, 60, 1, 0, 0)]))
    lost = pixels_of(leaderboard.draw([RankRow(1, "Ann", 1500, 60, 0, 0, 1)]))
    assert near(won[TOP : TOP + 66, 30:90], GOLD, 40) > 400
    assert near(lost[TOP : TOP + 66, 30:90], GOLD, 40) == 0


def match(first: int, second: int, winner: int | None = 0, *, live: bool = False) -> Box:
    sides = Contestant(first, f"P{first}", "1"), Contestant(second, f"P{second}", "0")
    return Box(sides, winner, is_over=winner is not None, is_live=live)


def tree(rounds: int, decided: int | None = None) -> Tree:
    """Return a bracket of which some rounds are decided."""
    decided = rounds if decided is None else decided
    columns = [
        [
            match(2 * place + 1, 2 * place + 2) if number < decided else Box()
            for place in range(2 ** (rounds - number - 1))
        ]
        for number in range(rounds)
    ]
    third = match(3, 4) if decided == rounds else Box()
    return Tree(columns, third if rounds > 1 else None)


@pytest.mark.long
@for_each(("rounds", "pages"), [(1, 1), (4, 1), (5, 2), (6, 5)])
def test_every_page_is_drawn_640_pixels_wide(rounds: int, pages: int) -> None:
    assert bracket.pages(rounds) == pages
    whole = tree(rounds)
    for page in range(pages):
        png = bracket.draw(whole, page)
        height, width, _ = pixels_of(png).shape
        assert (width, height <= 720, len(png) <= LARGEST) == (640, True, True)
    assert bracket.draw(whole) == bracket.draw(whole, pages - 1)


def test_the_current_page_has_the_first_match_not_decided() -> None:
    assert bracket.pages(7) == 9
    for number in (0, 8):
        with pytest.raises(ValueError, match="1 to 7 rounds"):
            bracket.draw(tree(number))
    trees = {(4, 2): 0, (5, 0): 0, (5, 1): 1, (6, 0): 0, (6, 1): 0, (6, 2): 4}
    assert {key: bracket.current_page(tree(*key)) for key in trees} == trees
    begun = tree(6, 1)
    rounds = [list(boxes) for boxes in begun.rounds]
    rounds[0][17] = match(1, 2, None)
    assert bracket.current_page(Tree(rounds)) == 2
    # One without a winner counts as over.
    rounds = [list(boxes) for boxes in tree(5, 1).rounds]
    rounds[0][3] = Box(rounds[0][3].contestants, None, is_over=True)
    assert bracket.current_page(Tree(rounds)) == 1


def test_the_winner_of_the_final_and_games_in_progress_are_set_off() -> None:
    undecided = pixels_of(bracket.draw(Tree([[match(1, 2, None)]])))
    live = pixels_of(bracket.draw(Tree([[match(1, 2, None, live=True)]])))
    assert near(live, CLASSIC.accent, 12) > 1000
    decided = pixels_of(bracket.draw(Tree([[match(1, 2, 1)]])))
    assert near(undecided, CLASSIC.accent, 12) == 0
    assert near(decided, CLASSIC.accent, 12) > 5000
    rows = np.flatnonzero(changed(undecided, decided).any(axis=1))
    assert rows.min() < 88 < rows.max()


def test_the_match_for_the_third_place_has_room_below() -> None:
    for rounds in (2, 3, 4):
        without, with_third = (bracket.draw(tree(rounds)._replace(third=box)) for box in (None, match(3, 4)))
        assert pixels_of(with_third).shape[0] >= pixels_of(without).shape[0]
        assert with_third != without


def test_the_description_begins_with_the_final() -> None:
    text = bracket.describe(tree(2))
    assert text == (
        "Bracket. Final: P1 – P2 (P1 won). Third place: P3 – P4 (P3 won). "
        "Semifinals: P1 – P2 (P1 won), P3 – P4 (P3 won)."
    )
    # What is not known is left out, and a long one fits.
    assert bracket.describe(tree(3, 0)) == "Bracket."
    assert bracket.describe(Tree([[match(1, 2, None)]])) == "Bracket. Final: P1 – P2."
    assert len(bracket.describe(tree(7))) <= 1000
