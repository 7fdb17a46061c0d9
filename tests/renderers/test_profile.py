"""A profile's picture has a card for every list the player is on: figures, results, the rating's course."""

import numpy as np
import pytest

from renderers import connect4
from renderers.profile import Card, LastGame, describe_profile, draw_profile
from renderers.theme import Colour
from renderers.themes import CLASSIC
from tests.renderers.helpers import LARGEST, Ending, MadeUp, near, pixels_of

CARD = Card(
    "Reversi", "between people", 1623, 54, 3, 24, 2, 13, False, (1500.0, 1540.0, 1623.0), ("win", "loss")
)
TOP, STEP = 66, 210


def test_every_card_makes_the_picture_higher() -> None:
    heights = []
    for count in range(1, 7):
        png = draw_profile("Ann", [CARD] * count)
        assert len(png) <= LARGEST
        pixels = pixels_of(png)
        assert pixels.shape[1] == 640
        assert pixels[0, 0, 3] == 0
        heights.append(pixels.shape[0])
    assert np.diff(heights).tolist() == [STEP] * 5


@pytest.mark.parametrize("count", [0, 7])
def test_other_numbers_of_cards_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 6 cards"):
        draw_profile("Ann", [CARD] * count)


def test_the_course_rises_to_the_right_and_ends_in_a_dot() -> None:
    pixels = pixels_of(draw_profile("Ann", [CARD]))
    plot = pixels[TOP + 50 : TOP + 134, 360:608]
    marked = np.abs(plot[..., :3] - np.array(CLASSIC.rating)).max(axis=-1) < 30
    rows, columns = np.nonzero(marked)
    assert rows[columns < 40].mean() > rows[columns > 180].mean() + 20
    assert near(plot[:30, 210:], CLASSIC.text, 20) > 40
    assert (
        near(
            pixels_of(draw_profile("Ann", [CARD._replace(course=())]))[TOP + 50 : TOP + 134],
            CLASSIC.rating,
            20,
        )
        == 0
    )


def test_the_results_are_divided_as_the_games_were() -> None:
    pixels = pixels_of(draw_profile("Ann", [CARD._replace(wins=30, draws=0, losses=10)]))
    line = pixels[TOP + 158 + 15, 44:596]
    assert near(line, CLASSIC.won, 12) == pytest.approx(3 * near(line, CLASSIC.lost, 12), abs=30)


def test_what_the_font_cannot_write_is_left_out() -> None:
    named, unnamed = (pixels_of(draw_profile(name, [CARD])) for name in ("Ann", "竜王"))
    assert unnamed.shape[0] < named.shape[0]
    long = pixels_of(draw_profile("W" * 99, [CARD]))
    # The palettes differ a little all over.
    assert np.abs(named - long)[:, 610:].max() < 20


@pytest.mark.parametrize(
    "card",
    [
        Card("Reversi", "between people", 1500, 350, 1, 0, 0, 0),
        Card(
            "Connect 4", "against the computer", 0, 350, 99999, 99999, 99999, 99999, True, (0.0, 3000.0) * 50
        ),
        Card("Tic-tac-toe", "x" * 99, 3999, 30, 1, 1, 0, 0, False, (1500.0, 1500.0), ("draw",) * 40),
    ],
)
def test_extremes_are_drawn_and_told(card: Card) -> None:
    assert len(draw_profile("Ann", [card] * 2)) <= LARGEST
    text = describe_profile("Ann", [card])
    for figure in (card.rating, card.deviation, card.rank, card.wins, card.draws, card.losses):
        assert str(figure) in text


def test_the_words_tell_what_the_picture_shows() -> None:
    assert describe_profile("Ann", [CARD]) == (
        "The profile of Ann. Reversi between people: rating 1623 ± 54, rank 3; 24 won, 2 drawn, 13 lost. "
        "The rating has risen by 123 over the last 2 games."
    )
    fallen = CARD._replace(course=(1600.0, 1550.0), provisional=True)
    assert "rating 1623? ± 54" in describe_profile("Ann", [fallen])
    assert "fallen by 50 over the last game." in describe_profile("Ann", [fallen])
    assert len(describe_profile("N" * 32, [CARD] * 6)) <= 1000


@pytest.mark.parametrize(("outcome", "colour"), [("win", CLASSIC.won), ("loss", CLASSIC.lost)])
def test_the_last_game_stands_below_with_its_board(outcome: str, colour: Colour) -> None:
    owners = tuple(0 if index > 30 else None for index in range(42))
    board = connect4.draw(MadeUp(7, 6, owners, 1, (), Ending(0)))
    last = LastGame(board, "Last game", outcome, "Over", ("against Ben", "Connect 4"))
    plain, png = pixels_of(draw_profile("Ann", [CARD])), draw_profile("Ann", [CARD], last)
    assert len(png) <= LARGEST
    below = pixels_of(png)[plain.shape[0] :]
    assert near(below[:, :320], CLASSIC.connect4.discs[0], 40) > 1000
    assert near(below[:, 320:], colour, 20) > 300
    assert describe_profile("Ann", [CARD], last).endswith("the last game: Over, against Ben, Connect 4.")
