"""The bot's picture."""

from renderers import theme
from renderers.avatar import draw_avatar
from renderers.reversi_squares import LIGHT
from tests.renderers.helpers import near, pixels_of


def test_it_is_a_disc_of_two_colours_on_green() -> None:
    pixels = pixels_of(draw_avatar())
    assert pixels.shape[:2] == (128, 128)
    assert near(pixels[2, 2], LIGHT)
    dark, light = pixels[45, 45], pixels[83, 83]
    assert near(dark, theme.BLACK_DISC, 40)
    assert near(light, theme.WHITE_DISC, 40)


def test_it_is_the_same_every_time() -> None:
    assert draw_avatar() == draw_avatar()
