"""The picture of the rules shows a capture."""

from renderers import rules
from renderers.themes import CLASSIC
from tests.renderers.helpers import LARGEST, near, pixels_of


def test_white_discs_stand_before_the_arrow_and_none_after_it() -> None:
    png = rules.draw_reversi()
    assert len(png) <= LARGEST
    assert png == rules.draw_reversi()
    pixels = pixels_of(png)
    assert pixels.shape[1] == 640
    before, after = pixels[:, :290], pixels[:, 350:]
    # Four white discs of 52 pixels: about 8,500 pixels, some of them shaded.
    assert near(before, CLASSIC.reversi.discs[1], 30) > 4000
    assert near(after, CLASSIC.reversi.discs[1], 30) < 100
    # They and the disc played are black afterwards; the frame is of no disc's colour but a near one.
    assert near(after, CLASSIC.reversi.discs[0], 16) > near(before, CLASSIC.reversi.discs[0], 16) + 5000
    assert near(pixels[:, 290:350], CLASSIC.accent, 20) > 500


def test_the_picture_is_told_in_words() -> None:
    text = rules.describe_reversi()
    assert len(text) <= 1000
    for word in ("Before", "After", "black", "white", "flipped"):
        assert word in text
