"""Themes: the colours of all pictures, how surfaces look, and the shipped ones.

Colours are (red, green, blue) in 0..255. Every distinction that matters is also one of lightness or shape,
for colour-blind people, and none depends on the colour of Discord's page. Tests measure what holds for all
themes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

Colour = tuple[int, int, int]

Pair = tuple[Colour, Colour]
"""Colours of the two sides, or of the top and the bottom of a surface."""

WIDTH: Final = 640
"""Width of every picture in pixels. A phone shows it about 350 wide, a desktop about 550."""

FRAME_RADIUS: Final = 26

Finish = Literal["glossy", "wooden", "flat"]
"""Lit and polished; wood with its grain; or plain with hard edges."""


class Hint(NamedTuple):
    """Mark of a legal move: a shade, its opacity, and the colour of the square's name on it."""

    shade: Colour
    opacity: float
    ink: Colour


@dataclass(frozen=True, eq=False, slots=True)
class ReversiColours:
    discs: Pair
    squares: Pair
    """Nearest to the light and farthest from it."""
    well: Colour
    dot: Colour
    last: Colour
    """The square of the last move."""
    marks: Pair
    """Marks on the discs of the two sides."""
    hints: tuple[Hint, Hint]


@dataclass(frozen=True, eq=False, slots=True)
class Connect4Colours:
    """Colours of the Connect 4 plate and discs; the first side's disc is the darker one."""

    discs: Pair
    dimmed: Pair
    """Discs outside a winning line."""
    inks: Pair
    """The discs' colours, light enough for letters and lines."""
    plate: tuple[Colour, Colour, Colour]
    """Top, middle and bottom."""
    hole: Pair
    bevel: Pair
    mark: Colour = (255, 255, 255)


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """Colours and finish of all pictures; one object per theme."""

    frame: Colour
    frame_edge: Colour
    panel: Colour
    panel_edge: Colour
    groove: Colour
    """Background of bars."""
    text: Colour
    muted: Colour
    accent: Colour
    """The side to move, the last move, the user's own row."""
    accent_text: Colour
    asker: Colour
    """Background of the user's own row."""
    bar_edge: Colour
    won: Colour
    drawn: Colour
    lost: Colour
    """Shares of results in this order, also far apart in lightness."""
    share_ink: Colour
    """Text on the shares."""
    rating: Colour
    uncertain: Colour
    """A rating's bar, and the part within its deviation."""
    values: tuple[Colour, Colour, Colour, Colour]
    """Values of moves from poor to good, ever lighter, so hue is not needed to compare them."""
    reversi: ReversiColours
    connect4: Connect4Colours
    finish: Finish = "glossy"

    @property
    def shares(self) -> tuple[Colour, Colour, Colour]:
        return self.won, self.drawn, self.lost


CLASSIC: Final = Theme(
    frame=(31, 36, 47),
    frame_edge=(58, 66, 83),
    panel=(43, 50, 65),
    panel_edge=(62, 71, 90),
    groove=(21, 25, 33),
    text=(244, 246, 250),
    muted=(186, 196, 213),
    accent=(255, 190, 61),
    accent_text=(38, 28, 6),
    asker=(66, 60, 50),
    bar_edge=(206, 214, 228),
    won=(92, 172, 255),
    drawn=(172, 181, 199),
    lost=(245, 142, 66),
    share_ink=(24, 28, 37),
    rating=(99, 214, 173),
    uncertain=(62, 122, 112),
    values=((112, 36, 62), (190, 74, 58), (240, 172, 84), (190, 250, 150)),
    reversi=ReversiColours(
        discs=((24, 27, 34), (246, 243, 235)),
        squares=((40, 144, 113), (30, 126, 103)),
        well=(12, 52, 46),
        dot=(3, 20, 18),
        last=(255, 214, 92),
        marks=((255, 190, 61), (214, 84, 18)),
        hints=(
            Hint((8, 34, 32), 0.5, (255, 255, 255)),
            Hint((236, 250, 244), 0.62, (6, 44, 37)),
        ),
    ),
    connect4=Connect4Colours(
        discs=((232, 64, 68), (255, 206, 68)),
        dimmed=((140, 46, 58), (190, 156, 80)),
        inks=((252, 110, 110), (255, 206, 68)),
        plate=((62, 116, 240), (44, 92, 210), (30, 66, 172)),
        hole=((15, 19, 38), (27, 34, 58)),
        bevel=((20, 48, 140), (110, 158, 255)),
    ),
)
"""Green baize and a blue plate on slate."""

WOOD: Final = Theme(
    frame=(46, 31, 22),
    frame_edge=(92, 63, 42),
    panel=(66, 45, 31),
    panel_edge=(104, 73, 49),
    groove=(31, 20, 14),
    text=(252, 244, 230),
    muted=(222, 200, 170),
    accent=(255, 193, 84),
    accent_text=(46, 27, 6),
    asker=(80, 55, 31),
    bar_edge=(226, 205, 176),
    won=(148, 190, 240),
    drawn=(204, 188, 168),
    lost=(250, 146, 84),
    share_ink=(38, 24, 14),
    rating=(160, 208, 132),
    uncertain=(104, 118, 70),
    values=((104, 34, 32), (178, 76, 44), (236, 172, 92), (206, 246, 158)),
    reversi=ReversiColours(
        discs=((34, 22, 17), (250, 234, 206)),
        squares=((158, 99, 55), (148, 92, 51)),
        well=(48, 27, 14),
        dot=(36, 18, 8),
        last=(255, 214, 110),
        marks=((255, 190, 74), (176, 56, 14)),
        hints=(
            Hint((30, 16, 8), 0.62, (255, 250, 240)),
            Hint((255, 244, 224), 0.74, (58, 30, 10)),
        ),
    ),
    connect4=Connect4Colours(
        discs=((206, 58, 42), (248, 216, 140)),
        dimmed=((128, 50, 38), (176, 150, 100)),
        inks=((245, 116, 96), (248, 216, 140)),
        plate=((176, 122, 70), (168, 114, 64), (150, 100, 54)),
        hole=((22, 12, 7), (40, 24, 15)),
        bevel=((84, 50, 24), (214, 166, 108)),
    ),
    finish="wooden",
)
"""Cherry squares inlaid in walnut, discs of ebony and maple; an oak plate."""

MIDNIGHT: Final = Theme(
    frame=(9, 11, 24),
    frame_edge=(44, 51, 92),
    panel=(22, 27, 54),
    panel_edge=(52, 60, 108),
    groove=(4, 6, 14),
    text=(240, 244, 255),
    muted=(172, 184, 222),
    accent=(122, 214, 255),
    accent_text=(4, 28, 46),
    asker=(24, 50, 82),
    bar_edge=(172, 184, 222),
    won=(112, 190, 255),
    drawn=(166, 174, 206),
    lost=(255, 148, 132),
    share_ink=(8, 10, 22),
    rating=(126, 226, 214),
    uncertain=(52, 106, 128),
    values=((92, 34, 92), (176, 66, 104), (240, 164, 120), (188, 250, 214)),
    reversi=ReversiColours(
        discs=((12, 14, 30), (232, 240, 255)),
        squares=((92, 108, 188), (74, 90, 168)),
        well=(20, 24, 62),
        dot=(10, 12, 34),
        last=(150, 226, 255),
        marks=((122, 214, 255), (10, 104, 178)),
        hints=(
            Hint((12, 14, 44), 0.58, (255, 255, 255)),
            Hint((236, 242, 255), 0.7, (18, 24, 74)),
        ),
    ),
    connect4=Connect4Colours(
        discs=((240, 70, 98), (255, 226, 138)),
        dimmed=((132, 44, 66), (170, 150, 112)),
        inks=((246, 92, 116), (255, 226, 138)),
        plate=((70, 80, 168), (54, 62, 140), (40, 46, 112)),
        hole=((4, 5, 14), (13, 15, 34)),
        bevel=((26, 30, 84), (122, 136, 226)),
    ),
)
"""Moonlight on indigo."""

HIGH_CONTRAST: Final = Theme(
    frame=(0, 0, 0),
    frame_edge=(255, 255, 255),
    panel=(0, 0, 0),
    panel_edge=(200, 200, 200),
    groove=(56, 56, 56),
    text=(255, 255, 255),
    muted=(232, 232, 232),
    accent=(255, 226, 0),
    accent_text=(0, 0, 0),
    asker=(52, 46, 0),
    bar_edge=(255, 255, 255),
    won=(120, 200, 255),
    drawn=(196, 196, 196),
    lost=(255, 160, 60),
    share_ink=(0, 0, 0),
    rating=(110, 240, 180),
    uncertain=(40, 130, 96),
    values=((96, 0, 40), (170, 50, 30), (255, 176, 64), (200, 255, 160)),
    reversi=ReversiColours(
        discs=((0, 0, 0), (255, 255, 255)),
        squares=((0, 134, 100), (0, 134, 100)),
        well=(0, 0, 0),
        dot=(0, 0, 0),
        last=(255, 236, 60),
        marks=((255, 226, 0), (200, 0, 0)),
        hints=(
            Hint((0, 0, 0), 0.8, (255, 255, 255)),
            Hint((255, 255, 255), 0.86, (0, 0, 0)),
        ),
    ),
    connect4=Connect4Colours(
        discs=((240, 60, 60), (255, 236, 40)),
        dimmed=((140, 20, 20), (160, 146, 40)),
        inks=((255, 84, 84), (255, 236, 40)),
        plate=((0, 0, 118), (0, 0, 118), (0, 0, 118)),
        hole=((0, 0, 0), (0, 0, 0)),
        bevel=((170, 190, 255), (170, 190, 255)),
    ),
    finish="flat",
)
"""Plain surfaces with hard edges and maximum contrast."""

COLOUR_BLIND: Final = Theme(
    frame=(28, 32, 40),
    frame_edge=(66, 74, 90),
    panel=(40, 46, 58),
    panel_edge=(72, 82, 100),
    groove=(18, 20, 26),
    text=(246, 247, 250),
    muted=(196, 203, 216),
    accent=(255, 200, 64),
    accent_text=(36, 26, 0),
    asker=(64, 58, 44),
    bar_edge=(210, 216, 226),
    won=(134, 204, 255),
    drawn=(178, 182, 190),
    lost=(250, 160, 72),
    share_ink=(18, 22, 30),
    rating=(120, 196, 255),
    uncertain=(66, 104, 148),
    values=((20, 44, 98), (70, 96, 150), (222, 168, 70), (255, 244, 176)),
    reversi=ReversiColours(
        discs=((16, 18, 22), (252, 250, 244)),
        squares=((44, 130, 190), (32, 112, 172)),
        well=(12, 40, 66),
        dot=(4, 16, 28),
        last=(255, 214, 92),
        marks=((255, 176, 40), (186, 74, 0)),
        hints=(
            Hint((4, 22, 40), 0.58, (255, 255, 255)),
            Hint((240, 248, 255), 0.7, (4, 36, 66)),
        ),
    ),
    connect4=Connect4Colours(
        discs=((212, 84, 26), (255, 244, 176)),
        dimmed=((140, 66, 30), (170, 158, 104)),
        inks=((255, 136, 88), (255, 244, 176)),
        plate=((88, 110, 160), (70, 92, 144), (54, 74, 122)),
        hole=((6, 8, 14), (16, 20, 30)),
        bevel=((34, 46, 80), (150, 172, 218)),
    ),
)
"""Blue and orange, and different lightness wherever colours could be confused."""

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {
        "classic": CLASSIC,
        "wood": WOOD,
        "midnight": MIDNIGHT,
        "high-contrast": HIGH_CONTRAST,
        "colour-blind": COLOUR_BLIND,
    }
)
"""By the names that are stored; they never change."""


@dataclass(frozen=True, slots=True)
class Look:
    """A user's preferences: theme, boards `turned` to the other side, words instead of pictures."""

    theme: Theme = CLASSIC
    turned: bool = False
    in_words: bool = False


USUAL: Final = Look()
