"""A player's profile in one game as a picture: ratings, form, results by side, opponent and opening."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderers import figures, lettering, paint, rating_chart, result_rows
from renderers.palette import Palette
from renderers.rating_chart import Curve, RatingPoint, Tick
from renderers.result_rows import Section
from renderers.themes import CLASSIC, WIDTH, Colour, Theme

MAX_LINES: Final = 2
MAX_FORM: Final = 10


class RatingLine(NamedTuple):
    """A Glicko-2 rating and its course.

    `rank` is None without a rank, `peak` None if the rating was never established; `guessed_peak` if it was
    provisional at its peak.
    """

    title: str
    rating: int
    deviation: int
    rank: int | None
    provisional: bool
    points: Sequence[RatingPoint]
    peak: RatingPoint | None = None
    guessed_peak: bool = False


class GameCard(NamedTuple):
    """A player's results in one game: 0 to 2 ratings with labels for their chart, form and results.

    `form` has "win", "draw" or "loss", the oldest first. `accuracy` is the mean in percent and the number of
    reviewed games.
    """

    title: str
    games: int
    lines: Sequence[RatingLine]
    ticks: Sequence[Tick]
    form: Sequence[str]
    sections: Sequence[Section]
    accuracy: tuple[float, int] | None = None
    name: str = ""


_MARGIN: Final = 20
_TEXT: Final = 22
_NAME_SIZES: Final = (32, 27, 23)
_WIDTH: Final = WIDTH - 2 * _MARGIN
_TITLE: Final = 64
_GAP: Final = 14
_LEFT: Final = 24
_FIGURES: Final = (98, 126)
"""Height of the figures above the chart, without and with a line of ranks and peaks."""
_EMPTY: Final = 70
"""Height of the panel without a rating."""
_FORM: Final = 66
_ACCURACY: Final = 40
_STEP: Final = 34
"""Distance between marks of the form."""


def curve_colours(theme: Theme) -> tuple[Colour, Colour]:
    """Return the colours of the first and the second rating in a profile."""
    return theme.rating, theme.lost


def draw_profile(card: GameCard, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG, 640 pixels wide; ValueError for more than two ratings."""
    if len(card.lines) > MAX_LINES:
        raise ValueError(f"a profile shows at most {MAX_LINES} ratings, not {len(card.lines)}")
    panels = [
        _rating_panel(theme, card),
        *([_form_panel(theme, card)] if card.form else []),
        *([result_rows.draw_sections(theme, _WIDTH, card.sections)] if card.sections else []),
    ]
    whole = _TITLE + sum(panel.height + _GAP for panel in panels) - _GAP + _MARGIN
    picture = paint.frame((WIDTH, whole), theme)
    pen = ImageDraw.Draw(picture)
    what, font = f"{card.title} · {figures.games_text(card.games)}", lettering.font(_TEXT, "SemiBold")
    pen.text((WIDTH - 2 * _MARGIN, 37), what, theme.muted, font, anchor="rm")
    room = WIDTH - 4 * _MARGIN - _GAP - font.getlength(what)
    figures.draw_name(picture, theme, card.name, (2 * _MARGIN, 35), room, _NAME_SIZES)
    top = _TITLE
    for panel in panels:
        picture.paste(panel, (_MARGIN, top))
        top += panel.height + _GAP
    exact = (
        theme.text,
        theme.muted,
        theme.panel,
        theme.groove,
        theme.won,
        theme.drawn,
        theme.lost,
        theme.rating,
    )
    specimen = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    palette = Palette(theme, [specimen], exact)
    return palette.png(palette.map(picture))


def describe_profile(card: GameCard) -> str:
    """Describe the picture in words."""
    whose = f"{card.name}, " if card.name else ""
    parts = [f"{whose}{card.title}: {figures.games_text(card.games)}.", *map(_in_words, card.lines)]
    if not card.lines:
        parts.append("No rated games.")
    if card.form:
        parts.append(
            f"{_form_title(len(card.form))}, the latest last: {' '.join(_LETTERS[one] for one in card.form)}."
        )
    if card.accuracy is not None:
        parts.append(_accuracy(card.accuracy) + ".")
    if card.sections:
        parts.append(f"Won–drawn–lost. {result_rows.in_words(card.sections)}")
    return " ".join(parts)


_LETTERS: Final = {"win": "W", "draw": "D", "loss": "L"}


def _in_words(line: RatingLine) -> str:
    rank = "" if line.rank is None else f", rank {line.rank}"
    peak = rating_chart.peak_text(line.peak, line.guessed_peak, before=", ")
    begins = round(line.points[0].rating)
    rating = figures.rating_text(line.rating, line.provisional)
    return f"Rating {line.title}: {rating} ± {line.deviation}{rank}{peak}; it began at {begins}."


def _form_title(number: int) -> str:
    return "Last game" if number == 1 else f"Last {number} games"


def _accuracy(accuracy: tuple[float, int]) -> str:
    percent, games = accuracy
    return f"Accuracy {percent:.1f}% in {'a reviewed game' if games == 1 else f'{games} reviewed games'}"


def _rating_panel(theme: Theme, card: GameCard) -> Image.Image:
    """Return a panel of the ratings in figures over their courses."""
    if not card.lines:
        image = result_rows.panel(theme, (_WIDTH, _EMPTY))
        font = lettering.font(24, "SemiBold")
        ImageDraw.Draw(image).text((_LEFT, _EMPTY / 2), "No rated games yet", theme.muted, font, anchor="lm")
        return image
    below = _FIGURES[any(line.rank is not None or line.peak is not None for line in card.lines)]
    image = result_rows.panel(theme, (_WIDTH, below + rating_chart.HEIGHT))
    room = (_WIDTH - 2 * _LEFT) / len(card.lines)
    for number, line in enumerate(card.lines):
        _draw_figures(
            image, theme, line, _LEFT + number * room, room - 14, number, legend=len(card.lines) > 1
        )
    curves = [
        Curve(line.points, curve_colours(theme)[number], line.peak, dashed=number == 1)
        for number, line in enumerate(card.lines)
    ]
    rating_chart.draw_ratings(image, theme, below, curves, card.ticks)
    return image


def _draw_figures(
    image: Image.Image, theme: Theme, line: RatingLine, left: float, room: float, number: int, *, legend: bool
) -> None:
    """Write the title of a rating with a piece of its curve, the rating, deviation, rank and peak."""
    pen = ImageDraw.Draw(image)
    colour = curve_colours(theme)[number]
    small = lettering.font(20, "SemiBold")
    start = left
    if legend:
        for piece in ((0, 26),) if number == 0 else ((0, 11), (15, 26)):
            pen.rectangle((left + piece[0], 27, left + piece[1], 30), colour)
        start += 36
    title = lettering.shortened(line.title, small, left + room - start)
    pen.text((start, 28), title, theme.muted, small, anchor="lm")
    rating = figures.rating_text(line.rating, line.provisional)
    pen.text((left, 70), rating, theme.text, lettering.font(46), anchor="lm")
    after = left + lettering.font(46).getlength(rating) + 10
    pen.text((after, 78), f"± {line.deviation}", theme.muted, lettering.font(22, "SemiBold"), anchor="lm")
    rank = "" if line.rank is None else f"rank {line.rank}"
    pen.text((left, 109), rank, theme.accent, lettering.font(22), anchor="lm")
    if line.peak is not None:
        after = left + (lettering.font(22).getlength(rank) + 16 if rank else 0)
        pen.text(
            (after, 109),
            rating_chart.peak_text(line.peak, line.guessed_peak),
            theme.muted,
            lettering.font(22, "SemiBold"),
            anchor="lm",
        )


def _form_panel(theme: Theme, card: GameCard) -> Image.Image:
    """Return a panel of the last results as marks, the latest on the right, over the mean accuracy."""
    size = (_WIDTH, _FORM + (_ACCURACY if card.accuracy else 0))
    image = result_rows.panel(theme, size)
    pen = ImageDraw.Draw(image)
    font = lettering.font(_TEXT, "SemiBold")
    form = card.form[-MAX_FORM:]
    pen.text((_LEFT, _FORM / 2), _form_title(len(form)), theme.text, font, anchor="lm")
    right = _WIDTH - _LEFT - 14
    for number, outcome in enumerate(reversed(form)):
        _draw_mark(image, theme, outcome, (right - number * _STEP, _FORM / 2), latest=number == 0)
    if card.accuracy is not None:
        pen.text((_LEFT, _FORM + _ACCURACY / 2 - 8), _accuracy(card.accuracy), theme.muted, font, anchor="lm")
    return image


def _draw_mark(
    image: Image.Image, theme: Theme, outcome: str, middle: tuple[float, float], *, latest: bool
) -> None:
    """Draw a letter on a disc: filled for a win, a ring for a loss, a bar for a draw."""
    colour = {"win": theme.won, "draw": theme.drawn, "loss": theme.lost}[outcome]
    box = (round(middle[0]) - 16, round(middle[1]) - 16, round(middle[0]) + 17, round(middle[1]) + 17)
    tile = image.crop(box)
    centre = (tile.width / 2, tile.height / 2)
    if outcome == "loss":
        paint.fill(tile, paint.ring_mask(tile.size, centre, 13.5, 2.5), colour)
        ink = colour
    else:
        paint.fill(tile, paint.circle_mask(tile.size, centre, 13.5), colour)
        ink = theme.share_ink
    letter = _LETTERS[outcome]
    ImageDraw.Draw(tile).text(centre, letter, ink, lettering.font(17), anchor="mm")
    image.paste(tile, box[:2])
    if latest:
        image.paste(theme.text, (round(middle[0]) - 9, box[3] + 2, round(middle[0]) + 10, box[3] + 5))
