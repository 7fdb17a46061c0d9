"""The bot's picture."""

from renderers.avatar import draw_avatar
from renderers.themes import CLASSIC
from tests.renderers.helpers import near, pixels_of


def test_it_is_a_disc_of_two_colours_on_green() -> None:
    pixels = pixels_of(draw_avatar())
    assert pixels.shape[:2] == (128, 128)
    assert near(pixels[2, 2], CLASSIC.reversi.squares[0])
    dark, light = pixels[45, 45], pixels[83, 83]
    assert near(dark, CLASSIC.reversi.discs[0], 40)
    assert near(light, CLASSIC.reversi.discs[1], 40)


def test_it_is_the_same_every_time() -> None:
    assert draw_avatar() == draw_avatar()
