"""The bot's avatar is a disc of two colours; the picture of the rules shows a capture."""

from renderers import fixed_pictures
from renderers.fixed_pictures import draw_avatar
from renderers.themes import CLASSIC
from tests.renderers.helpers import LARGEST, near, pixels_of


def test_it_is_a_disc_of_two_colours_on_green() -> None:
    pixels = pixels_of(draw_avatar())
    assert pixels.shape[:2] == (128, 128)
    assert near(pixels[2, 2], CLASSIC.reversi.squares[0])
    dark, light = pixels[45, 45], pixels[83, 83]
    assert near(dark, CLASSIC.reversi.discs[0], 40)
    assert near(light, CLASSIC.reversi.discs[1], 40)


def test_it_is_the_same_every_time() -> None:
    assert draw_avatar() == draw_avatar()


def test_white_discs_are_before_the_arrow_and_none_after_it() -> None:
    png = fixed_pictures.draw_reversi()
    assert len(png) <= LARGEST
    assert png == fixed_pictures.draw_reversi()
    pixels = pixels_of(png)
    assert pixels.shape[1] == 640
    before, after = pixels[:, :290], pixels[:, 350:]
    # Four white discs of 52 pixels: about 8,500 pixels, some of them shaded.
    assert near(before, CLASSIC.reversi.discs[1], 30) > 4000
    assert near(after, CLASSIC.reversi.discs[1], 30) < 100
    # They and the disc played are black afterwards; the frame's colour is only close to that of a disc.
    assert near(after, CLASSIC.reversi.discs[0], 16) > near(before, CLASSIC.reversi.discs[0], 16) + 5000
    assert near(pixels[:, 290:350], CLASSIC.accent, 20) > 500


def test_the_picture_is_described() -> None:
    text = fixed_pictures.describe_reversi()
    assert len(text) <= 1000
    for word in ("Before", "After", "black", "white", "flipped"):
        assert word in text
