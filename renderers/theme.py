"""What a theme is: the colours of all pictures, and how their surfaces look.

Colours are (red, green, blue) in 0..255. Every distinction that matters is also one of lightness or shape,
for colour-blind people, and none depends on the colour of Discord's page. The themes are in
`renderers/themes.py`; what holds for all of them is measured in tests.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Colour = tuple[int, int, int]

Pair = tuple[Colour, Colour]
"""Colours of the two sides, or of the top and the bottom of a surface."""

WIDTH: Final = 640
"""Width of every picture, pixels. A phone shows it about 350 px wide, a desktop about 550."""

FRAME_RADIUS: Final = 26

Finish = Literal["glossy", "wooden", "flat"]
"""How surfaces look: lit and polished; of wood with its grain; or plain, with hard edges."""


class Hint(NamedTuple):
    """Where a side may play: a shade, how much it covers of the square, and the colour of the name on it."""

    shade: Colour
    opacity: float
    ink: Colour


@dataclass(frozen=True, eq=False, slots=True)
class ReversiColours:
    """The Reversi board."""

    discs: Pair
    squares: Pair
    """In the rows nearest to the light and farthest from it."""
    well: Colour
    dot: Colour
    last: Colour
    """The square of the last move."""
    marks: Pair
    """What marks the two sides' discs."""
    hints: tuple[Hint, Hint]


@dataclass(frozen=True, eq=False, slots=True)
class Connect4Colours:
    """The Connect 4 plate. One side's disc is the darker one, and besides it carries a ring, the other a
    star."""

    discs: Pair
    dimmed: Pair
    """The same, stepping back from a winning line."""
    plate: tuple[Colour, Colour, Colour]
    """Its top, its colour as a whole, its bottom."""
    hole: Pair
    bevel: Pair
    mark: Colour = (255, 255, 255)


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """How pictures look; there is one object for each theme."""

    frame: Colour
    frame_edge: Colour
    panel: Colour
    panel_edge: Colour
    groove: Colour
    """What a bar runs in."""
    text: Colour
    muted: Colour
    accent: Colour
    """Whose turn it is, the last move, the asker's row."""
    accent_text: Colour
    asker: Colour
    """The ground of the asker's row."""
    bar_edge: Colour
    won: Colour
    drawn: Colour
    lost: Colour
    """Shares of results, always in this order; far apart in lightness as well."""
    share_ink: Colour
    """What is written on them."""
    rating: Colour
    uncertain: Colour
    """A rating, and the part of it that its deviation leaves in doubt."""
    values: tuple[Colour, Colour, Colour, Colour]
    """What moves are worth, from poor to good, ever lighter: seen without telling the colours apart."""
    reversi: ReversiColours
    connect4: Connect4Colours
    finish: Finish = "glossy"
