"""Brackets of 2 to 128 entrants, in pages that a phone can show."""

from __future__ import annotations

import numpy as np
import pytest

from renderers import bracket
from renderers.bracket import Box, Contestant, Tree
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, changed, near, pixels_of


def match(first: int, second: int, winner: int | None = 0, *, live: bool = False) -> Box:
    return Box(
        (Contestant(first, f"P{first}", "1"), Contestant(second, f"P{second}", "0")),
        winner,
        is_over=winner is not None,
        is_live=live,
    )


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


@for_each(("rounds", "pages"), [(1, 1), (4, 1), (5, 2), (6, 5)])
def test_every_page_is_drawn_640_pixels_wide(rounds: int, pages: int) -> None:
    assert bracket.pages(rounds) == pages
    whole = tree(rounds)
    for page in range(pages):
        png = bracket.draw(whole, page)
        pixels = pixels_of(png)
        assert pixels.shape[1] == 640
        assert pixels.shape[0] <= 720
        assert len(png) <= LARGEST
    assert bracket.draw(whole) == bracket.draw(whole, pages - 1)


def test_other_brackets_are_refused() -> None:
    assert bracket.pages(7) == 9
    for rounds in (0, 8):
        with pytest.raises(ValueError, match="1 to 7 rounds"):
            bracket.draw(tree(rounds))


def test_the_current_page_has_the_first_match_not_decided() -> None:
    assert bracket.current_page(tree(4, 2)) == 0
    assert bracket.current_page(tree(5, 0)) == 0
    assert bracket.current_page(tree(5, 1)) == 1
    assert bracket.current_page(tree(6, 0)) == 0
    assert bracket.current_page(tree(6, 1)) == 0
    assert bracket.current_page(tree(6, 2)) == 4
    begun = tree(6, 1)
    rounds = [list(boxes) for boxes in begun.rounds]
    rounds[0][17] = match(1, 2, None)
    assert bracket.current_page(Tree(rounds)) == 2
    # One without a winner counts as over.
    rounds = [list(boxes) for boxes in tree(5, 1).rounds]
    rounds[0][3] = Box(rounds[0][3].contestants, None, is_over=True)
    assert bracket.current_page(Tree(rounds)) == 1


def test_the_winner_of_the_final_is_set_off() -> None:
    undecided = pixels_of(bracket.draw(Tree([[match(1, 2, None)]])))
    decided = pixels_of(bracket.draw(Tree([[match(1, 2, 1)]])))
    assert near(undecided, CLASSIC.accent, 12) == 0
    assert near(decided, CLASSIC.accent, 12) > 5000
    rows = np.flatnonzero(changed(undecided, decided).any(axis=1))
    assert rows.min() < 88 < rows.max()


def test_games_in_progress_have_a_bright_edge() -> None:
    idle = pixels_of(bracket.draw(Tree([[match(1, 2, None)]])))
    live = pixels_of(bracket.draw(Tree([[match(1, 2, None, live=True)]])))
    assert near(live, CLASSIC.accent, 12) > 1000 > near(idle, CLASSIC.accent, 12)


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
