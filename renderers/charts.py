"""What a comparison of two computer players has shown, as a chart: shares of wins, and the score as it grew.

Results are texts with one letter a game, in the order of playing, seen from the first player: w won, d drawn,
l lost. He moves first in the first game, the other in the second, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from engine.players.matches import MatchScore
from engine.players.resumable_match import tally
from renderers import theme
from renderers.theme import Colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.font_manager import FontProperties

FIRST: Final[Colour] = (92, 172, 255)
DRAWN: Final[Colour] = (158, 168, 187)
SECOND: Final[Colour] = (245, 142, 66)
"""Far apart in lightness as well, and the shares stand in this order, so that colour is not needed."""

POINTS: Final = {"w": 1.0, "d": 0.5, "l": 0.0}

_INK: Final[Colour] = (24, 28, 37)
_GRID: Final[Colour] = (74, 84, 105)
_ROWS: Final = ("All games", "{0} is {2}, {1} is {3}", "{0} is {3}, {1} is {2}")
_NARROWEST: Final = 0.07
"""The smallest share with room for its number."""

_LONGEST_NAME: Final = 18
_SIZE: Final = (7.2, 5.4)
"""Inches; 125 pixels each."""


def strength_of(results: str) -> MatchScore:
    """The games counted."""
    return tally(POINTS[letter] for letter in results)


def draw_strength(results: str, players: tuple[str, str], sides: tuple[str, str]) -> bytes:
    """A PNG of the result of at least one game; `sides` are the game's names of its two sides.

    Safe in any thread. Slow the first time: matplotlib is loaded then.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, dpi=125, facecolor=_rgb(theme.FRAME))
    shares, course = figure.subplots(2, 1, height_ratios=(1.6, 1.0))
    figure.subplots_adjust(left=0.1, right=0.95, top=0.885, bottom=0.08, hspace=0.3)
    names = _distinct(players)
    total = strength_of(results)
    for x, side, colour, label in (
        (0.1, "left", FIRST, names[0]),
        (0.525, "center", theme.TEXT, f"{total.wins} – {total.losses}"),
        (0.95, "right", SECOND, names[1]),
    ):
        look: dict[str, Any] = {
            "color": _rgb(colour),
            "fontproperties": _font(17),
            "ha": side,
            "va": "center",
        }
        figure.text(x, 0.93, label, parse_math=False, **look)
    _draw_shares(shares, results, names, sides)
    _draw_course(course, results, names[0])
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def describe_strength(results: str, players: tuple[str, str], sides: tuple[str, str]) -> str:
    """The chart in words."""
    first, second = _distinct(players)
    lines = [f"A chart of {len(results)} games between {first} and {second}."]
    for label, total in _rows(results, (first, second), sides):
        lines.append(f"{label}: {first} won {total.wins}, drawn {total.draws}, {second} won {total.losses}.")
    lines.append(f"Below it, the score of {first} game by game; it ends at {strength_of(results).score:.0%}.")
    return " ".join(lines)


def _draw_shares(axes: Axes, results: str, names: tuple[str, str], sides: tuple[str, str]) -> None:
    """A bar for all games and one for each way of dividing the sides: won, drawn, lost."""
    rows = _rows(results, names, sides)
    for at, (title, total) in enumerate(rows):
        left = 0.0
        for count, colour in ((total.wins, FIRST), (total.draws, DRAWN), (total.losses, SECOND)):
            share = count / total.games
            axes.barh(at, share, 0.5, left, color=_rgb(colour), edgecolor=_rgb(theme.FRAME), linewidth=1.5)
            if share >= _NARROWEST:
                axes.text(
                    left + share / 2, at, f"{share:.0%}",
                    color=_rgb(_INK), fontproperties=_font(13), ha="center", va="center_baseline",
                )  # fmt: skip
            left += share
        for end in (at - 0.24, at + 0.24):
            # Notches mark the half.
            axes.plot((0.5, 0.5), (end, end + (at - end) / 4), color=_rgb(_INK), linewidth=2)
        look: dict[str, Any] = {"color": _rgb(theme.MUTED), "fontproperties": _font(11, "SemiBold")}
        axes.text(0, at - 0.32, title, parse_math=False, **look)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(_ROWS) - 0.7, -0.6)
    axes.axis("off")


def _draw_course(axes: Axes, results: str, name: str) -> None:
    """The score after each game, with the band in which the true one lies with 95 %."""
    from matplotlib.ticker import MaxNLocator

    counted = [strength_of(results[:count]) for count in range(len(results) + 1)]
    games = range(len(counted))
    low, high = zip(*(total.interval for total in counted), strict=True)
    axes.set_facecolor(_rgb(theme.PANEL))
    axes.axhline(0.5, color=_rgb(theme.TEXT), linewidth=1.2, linestyle=(0, (3, 3)))
    axes.fill_between(games, low, high, color=_rgb(FIRST), alpha=0.22, linewidth=0)
    axes.plot(games, [total.score for total in counted], color=_rgb(FIRST), linewidth=2.4)
    axes.set_xlim(0, len(results))
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "", "50 %", "", "100 %"])
    axes.grid(axis="y", color=_rgb(_GRID), linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, pad=5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(
        f"Score of {name} after each game", color=_rgb(theme.MUTED), fontproperties=_font(12, "SemiBold"),
        loc="left", pad=7, parse_math=False,
    )  # fmt: skip
    _style_ticks([*axes.get_xticklabels(), *axes.get_yticklabels()], theme.MUTED, 11)


def _rows(results: str, names: tuple[str, str], sides: tuple[str, str]) -> list[tuple[str, MatchScore]]:
    """The labels of the bars with the games they count; no bar without games."""
    parts = (results, results[0::2], results[1::2])
    labels = (title.format(*names, *sides) for title in _ROWS)
    return [(label, strength_of(part)) for label, part in zip(labels, parts, strict=True) if part]


def _distinct(players: tuple[str, str]) -> tuple[str, str]:
    """Names that can be drawn and told apart."""
    first, second = (_drawable(name) for name in players)
    return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


def _drawable(name: str) -> str:
    """A name with nothing in it that the font lacks, and no longer than there is room for."""
    known = " ".join("".join(letter for letter in name if letter in _letters()).split()) or "?"
    return known if len(known) <= _LONGEST_NAME else f"{known[: _LONGEST_NAME - 1]}…"


@lru_cache(maxsize=1)
def _letters() -> frozenset[str]:
    from matplotlib.ft2font import FT2Font

    with as_file(files("renderers").joinpath("fonts", "Inter-Bold.otf")) as path:
        return frozenset(map(chr, FT2Font(str(path)).get_charmap()))


def _font(size: float, weight: str = "Bold") -> FontProperties:
    from matplotlib.font_manager import FontProperties

    with as_file(files("renderers").joinpath("fonts", f"Inter-{weight}.otf")) as path:
        return FontProperties(fname=path, size=size)


def _style_ticks(labels: Sequence[object], colour: Colour, size: float) -> None:
    for label in labels:
        label.set(color=_rgb(colour), fontproperties=_font(size, "SemiBold"))  # type: ignore[attr-defined]


def _rgb(colour: Colour) -> tuple[float, float, float]:
    """A colour as matplotlib takes it."""
    return colour[0] / 255, colour[1] / 255, colour[2] / 255
