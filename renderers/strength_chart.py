"""A strength comparison as a chart: who leads and by how much, shares of wins, and the course of the lead.

Results are texts with one letter per game, in order, from the first player's side: w won, d drawn, l lost.
The first player moves first in the first game, the second in the second, and so on.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from engine.players.matches import MatchScore, elo_difference, tally
from languages import gettext, ngettext
from languages.numbers import joined, percent, signed
from renderers import figures, paint, writing
from renderers.palette import png_of
from renderers.themes import CLASSIC, WIDTH, Colour, Theme
from renderers.writing import Anchor, Place

POINTS: Final = {"w": 1.0, "d": 0.5, "l": 0.0}

_HEIGHT: Final = 716
_LEFT: Final = 28
_RIGHT: Final = WIDTH - 28
_HEADLINE: Final = (102, 84)
"""Top and height of the panel with the headline, pixels."""
_BARS: Final = 206
_BAR_STEP: Final = 76
_BAR_HEIGHT: Final = 36
_NARROWEST: Final = 58
"""Minimum width of a part of a bar with a number, pixels."""
_PLOT: Final = (112, 474, _RIGHT, 660)
"""Panel of the course: left, top, right, bottom."""
_TEXT: Final = 22
"""Smallest font size that is legible on a phone, which shows pictures at about half size."""

_WIDE: Final = _RIGHT - _LEFT
_NAME_SIZES: Final = (30, _TEXT)
"""Largest and smallest font size of the names."""
_LONGEST_NAME: Final = 18
_AXES: Final = (50, 100, 200, 400, 800)
"""Elo points at the ends of the axis."""


def strength_of(results: str) -> MatchScore:
    """Count the games."""
    return tally(POINTS[letter] for letter in results)


def draw_strength(
    results: str, players: tuple[str, str], sides: tuple[str, str], *, theme: Theme = CLASSIC
) -> bytes:
    """Return a PNG of the result of at least one game; `sides` are the names of the game's two sides.

    The players have the colours of games won and lost, in this order.
    """
    names = _distinct(players)
    picture = paint.frame((WIDTH, _HEIGHT), theme)
    _draw_result(picture, theme, strength_of(results), names)
    _draw_headline(picture, theme, strength_of(results), names)
    for row, (label, total) in enumerate(_rows(results, names, sides)):
        top = _BARS + row * _BAR_STEP
        _label(picture, (_LEFT, top + 12), label, _WIDE, theme.muted)
        _draw_shares(picture, theme, total, top + 30)
    _draw_course(picture, theme, results)
    exact = (*theme.shares, theme.text, theme.muted, theme.panel)
    return png_of(picture, theme, exact)


def describe_strength(results: str, players: tuple[str, str], sides: tuple[str, str]) -> str:
    """Describe the chart in words."""
    names = _distinct(players)
    total = strength_of(results)
    first, second = names
    parts = [
        ngettext(
            "{first} and {second} have played {number} game.",
            "{first} and {second} have played {number} games.",
            len(results),
            first=first,
            second=second,
        )
    ]
    lead, verdict, interval = _headline(total, names)
    # Translators: such as “+35 Elo: Ann is stronger, 95%: +10 to +60.”
    parts.append(gettext("{lead}: {verdict}, {interval}.", lead=lead, verdict=verdict, interval=interval))
    for label, counted in _rows(results, names, sides):
        parts.append(
            # Translators: {games} is such as “All games” or “Ann as Black, Ben as White”.
            gettext(
                "{games}: {first} won {wins}, {second} won {losses}, {draws} drawn.",
                games=label,
                first=first,
                second=second,
                wins=counted.wins,
                losses=counted.losses,
                draws=counted.draws,
            )
        )
    parts.append(gettext("Below, the Elo lead of {name} after each game, with its 95% interval.", name=first))
    return joined(parts)


def _draw_result(picture: Image.Image, theme: Theme, total: MatchScore, names: tuple[str, str]) -> None:
    """Write both names in their colours, the score between them, and the number of games below."""
    score = f"{total.wins} – {total.losses}"
    middle = writing.write(picture, (WIDTH / 2, 44), score, 42, _WIDE / 2, theme.text, anchor="mm")
    room = (_WIDE - middle.width) / 2 - 16
    largest, smallest = _NAME_SIZES
    size = writing.common_size(names, largest, room, smallest=smallest)
    first, second = names
    writing.write(picture, (_LEFT, 44), first, size, room, theme.won, smallest=size)
    writing.write(picture, (_RIGHT, 44), second, size, room, theme.lost, anchor="rm", smallest=size)
    # Translators: {games} is such as “12 games”, {draws} a number of games.
    games = gettext("{games}, {draws} drawn", games=figures.games_text(total.games), draws=total.draws)
    _label(picture, (WIDTH / 2, 80), games, _WIDE, theme.muted, "mm")


def _label(
    picture: Image.Image, place: Place, text: str, room: float, colour: Colour, anchor: Anchor = "lm"
) -> None:
    writing.write(picture, place, text, _TEXT, room, colour, anchor=anchor, weight="SemiBold")


def _draw_headline(picture: Image.Image, theme: Theme, total: MatchScore, names: tuple[str, str]) -> None:
    """Write the lead in Elo points and its significance."""
    top, height = _HEADLINE
    middle = top + height / 2
    paint.panel(picture, theme, 20, box=(_LEFT, top, _RIGHT, top + height))
    lead, verdict, interval = _headline(total, names)
    colour = theme.text if total.score == 0.5 else theme.won if total.score > 0.5 else theme.lost
    written = writing.write(picture, (_LEFT + 24, middle), lead, 42, _WIDE / 2, colour)
    left = _LEFT + 24 + written.width + 28
    for line, y, ink in ((verdict, middle - 16, theme.text), (interval, middle + 17, theme.muted)):
        room = _RIGHT - 20 - left
        writing.write(picture, (left, y), line, _TEXT, room, ink, weight="SemiBold", height=height / 2 - 8)


def _headline(total: MatchScore, names: tuple[str, str]) -> tuple[str, str, str]:
    """Return the leader's Elo lead, its significance, and its 95% interval."""
    low, high = (round(elo_difference(end)) for end in total.interval)
    elo = round(total.elo)
    leader = names[0] if total.score >= 0.5 else names[1]
    if total.score < 0.5:
        low, high, elo = -high, -low, -elo
    # Translators: a difference in Elo points such as “+35 Elo”.
    lead = gettext("{points} Elo", points=signed(elo))
    # Translators: the interval that contains the difference in Elo points with 95% certainty.
    interval = gettext("95%: {low} to {high}", low=signed(low), high=signed(high))
    if low <= 0:
        # Translators: the result of a comparison of strengths.
        return lead, gettext("not yet conclusive"), interval
    if total.score in (0.0, 1.0):
        # Translators: at least a difference in Elo points such as “> +35 Elo”.
        lead = gettext("> {points} Elo", points=signed(low))
        # Translators: how sure a finding is.
        return lead, gettext("{name} won every game", name=leader), gettext("95% certain")
    # Translators: {name} is one of two computer players.
    return lead, gettext("{name} is stronger", name=leader), interval


def _draw_shares(picture: Image.Image, theme: Theme, total: MatchScore, top: int) -> None:
    """Draw a bar of games won by the first, drawn, and won by the second, with notches at the half."""
    width = _RIGHT - _LEFT
    strip = Image.new("RGBA", (width, _BAR_HEIGHT))
    start = 0
    played = 0
    counts = (total.wins, total.draws, total.losses)
    for count, colour in zip(counts, theme.shares, strict=True):
        played += count
        end = round(width * played / total.games)
        if end > start:
            strip.paste((*colour, 255), (start, 0, end, _BAR_HEIGHT))
            if start:
                strip.paste((*theme.frame, 255), (start - 1, 0, start + 1, _BAR_HEIGHT))
        if end - start >= _NARROWEST:
            share, place = percent(100 * count / total.games), ((start + end) / 2, _BAR_HEIGHT / 2)
            writing.write(strip, place, share, 24, end - start - 6, theme.share_ink, anchor="mm")
        start = end
    for notch in (0, _BAR_HEIGHT - 6):
        strip.paste((*theme.share_ink, 255), (width // 2 - 1, notch, width // 2 + 2, notch + 6))
    picture.paste(strip, (_LEFT, top), paint.box_mask(strip.size, (0, 0, *strip.size), 9))


def _draw_course(picture: Image.Image, theme: Theme, results: str) -> None:
    """Draw the Elo lead after each game with its 95% band."""
    left, top, right, bottom = _PLOT
    totals = [strength_of(results[:count]) for count in range(len(results) + 1)]
    ends = [abs(elo_difference(end)) for end in totals[-1].interval if 0 < end < 1]
    reach = next((reach for reach in _AXES if reach >= max(ends, default=0) * 1.1), _AXES[-1])
    _label(picture, (_LEFT, top - 22), gettext("Elo lead after each game"), _WIDE, theme.muted)

    size = (right - left, bottom - top)
    plot = Image.new("RGBA", size, (*theme.panel, 255))

    def place(game: int, score: float) -> tuple[float, float]:
        share = max(-0.98, min(0.98, elo_difference(score) / reach))
        return game / len(results) * size[0], size[1] / 2 * (1 - share)

    for share in (0.25, 0.75):
        plot.paste(theme.panel_edge, (0, round(size[1] * share), size[0], round(size[1] * share) + 1))
    lower, upper = zip(*(total.interval for total in totals), strict=True)
    low, high = ([place(game, score) for game, score in enumerate(scores)] for scores in (lower, upper))
    colour = theme.won if totals[-1].score >= 0.5 else theme.lost
    figures.band(plot, high, low, colour)
    for x in range(0, size[0], 14):
        plot.paste(theme.text, (x, size[1] // 2 - 1, min(x + 7, size[0]), size[1] // 2 + 1))
    figures.curve(plot, [place(game, total.score) for game, total in enumerate(totals)], colour, 4.0)
    picture.paste(plot, (left, top), paint.box_mask(size, (0, 0, *size), 12))
    _draw_axes(picture, theme, reach, len(results))


def _draw_axes(picture: Image.Image, theme: Theme, reach: int, games: int) -> None:
    """Write Elo points next to the plot in the leader's colour, and numbers of games below it."""
    left, top, right, bottom = _PLOT
    for step, colour in (
        (1.0, theme.won),
        (0.5, theme.won),
        (0.0, theme.text),
        (-0.5, theme.lost),
        (-1.0, theme.lost),
    ):
        y = (top + bottom) / 2 - step * (bottom - top) / 2 + 9 * (step == 1.0) - 9 * (step == -1.0)
        label = f"+{round(abs(step) * reach)}" if step else "0"
        _label(picture, (left - 14, y), label, left - 18, colour, "rm")
    for game in _ticks(games):
        x = left + game / games * (right - left)
        anchor: Anchor = "lm" if game == 0 else "rm" if game == games else "mm"
        _label(picture, (x, bottom + 22), str(game), 100, theme.muted, anchor)


def _ticks(games: int) -> Sequence[int]:
    """Return the numbers of games to mark: both ends and even divisions."""
    parts = next((parts for parts in (4, 5, 3, 2) if games % parts == 0), 1)
    return [games * part // parts for part in range(parts + 1)]


def _rows(results: str, names: tuple[str, str], sides: tuple[str, str]) -> list[tuple[str, MatchScore]]:
    """Return the labels of the bars with the games they count; bars without games are omitted."""
    first, second = names
    one, other = sides
    labels = (
        gettext("All games"),
        # Translators: two players and their colours.
        gettext("{first} as {one}, {second} as {other}", first=first, one=one, second=second, other=other),
        gettext("{first} as {one}, {second} as {other}", first=first, one=other, second=second, other=one),
    )
    parts = (results, results[0::2], results[1::2])
    return [(label, strength_of(part)) for label, part in zip(labels, parts, strict=True) if part]


def _distinct(players: tuple[str, str]) -> tuple[str, str]:
    """Return names that can be written and are different."""
    first, second = (_named(name) for name in players)
    return (f"{first} (1)", f"{second} (2)") if first == second else (first, second)


def _named(name: str) -> str:
    """Return a name as the fonts can write it, shortened to the available room."""
    known = writing.drawable(name) or "?"
    return known if len(known) <= _LONGEST_NAME else f"{known[: _LONGEST_NAME - 1]}…"
