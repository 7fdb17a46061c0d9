"""A player's profile in one game as a picture: ratings, form, results by side, opponent and opening."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from languages import gettext, ngettext, pgettext
from languages.numbers import enumerated, joined, percent
from renderers import charts, figures, paint, writing
from renderers.charts import Curve, RatingPoint, Tick
from renderers.figures import PANEL_GAP, PANEL_MARGIN, PANEL_WIDTH, Section
from renderers.paint import kept
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


_TEXT: Final = 22
_NAME_SIZES: Final = (32, 23)
_TITLE: Final = 64
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


@kept
def draw_profile(card: GameCard, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG, 640 pixels wide; ValueError for more than two ratings."""
    if len(card.lines) > MAX_LINES:
        raise ValueError(f"a profile shows at most {MAX_LINES} ratings, not {len(card.lines)}")
    panels = [
        _rating_panel(theme, card),
        *([_form_panel(theme, card)] if card.form else []),
        *([figures.draw_sections(theme, card.sections)] if card.sections else []),
    ]
    picture = figures.below_each_other(theme, _TITLE, panels)
    # Translators: above a profile, beside the name: “Reversi · 12 games”.
    what = gettext("{game} · {games}", game=card.title, games=figures.games_text(card.games))
    room: float = WIDTH - 4 * PANEL_MARGIN - PANEL_GAP
    place, most = (WIDTH - 2 * PANEL_MARGIN, 37), room * 0.55
    written = writing.write(picture, place, what, _TEXT, most, theme.muted, anchor="rm", weight="SemiBold")
    room -= written.width
    figures.draw_name(picture, theme, card.name, (2 * PANEL_MARGIN, 35), room, _NAME_SIZES)
    return figures.png_of_panels(picture, theme, theme.rating)


def describe_profile(card: GameCard) -> str:
    """Describe the picture in words."""
    games = figures.games_text(card.games)
    if card.name:
        # Translators: begins the description of a profile: “Ann, Reversi: 12 games.”
        parts = [gettext("{name}, {game}: {games}.", name=card.name, game=card.title, games=games)]
    else:
        # Translators: {games} is such as “12 games”.
        parts = [gettext("{game}: {games}.", game=card.title, games=games)]
    parts += map(_in_words, card.lines)
    if not card.lines:
        parts.append(gettext("No rated games."))
    if card.form:
        form = " ".join(_letter(result) for result in card.form)
        parts.append(
            # Translators: {results} has a letter for each game, such as “W D L”.
            ngettext(
                "Last game: {results}.",
                "Last {number} games, the latest last: {results}.",
                len(card.form),
                results=form,
            )
        )
    if card.accuracy is not None:
        parts.append(f"{_accuracy(card.accuracy)}.")
    if card.sections:
        # Translators: explains figures such as “3–0–2” that follow.
        parts += [gettext("Won–drawn–lost."), figures.in_words(card.sections)]
    return joined(parts)


def _letter(outcome: str) -> str:
    if outcome == "draw":
        # Translators: one letter or character for a game drawn, in a disc.
        return pgettext("result", "D")
    if outcome == "win":
        # Translators: one letter or character for a game won, in a disc.
        return pgettext("result", "W")
    # Translators: one letter or character for a game lost, in a disc.
    return pgettext("result", "L")


def _in_words(line: RatingLine) -> str:
    facts = [f"{figures.rating_text(line.rating, line.provisional)} ± {line.deviation}", _rank(line)]
    facts.append(charts.peak_text(line.peak, line.guessed_peak))
    # Translators: {pool} is such as “between people”, {facts} such as “1623 ± 54, rank 12, peak 1672”.
    return gettext(
        "Rating {pool}: {facts}; it began at {first}.",
        pool=line.title,
        facts=enumerated([fact for fact in facts if fact]),
        first=round(line.points[0].rating),
    )


def _rank(line: RatingLine) -> str:
    """Return the rank, "" without one."""
    # Translators: a place on the leaderboard.
    return "" if line.rank is None else gettext("rank {rank}", rank=line.rank)


def _form_title(number: int) -> str:
    # Translators: above the results of the latest games.
    return ngettext("Last game", "Last {number} games", number)


def _accuracy(accuracy: tuple[float, int]) -> str:
    mean, games = accuracy
    return ngettext(
        "Accuracy {percent} in a reviewed game",
        "Accuracy {percent} in {number} reviewed games",
        games,
        percent=percent(mean, 1),
    )


def _rating_panel(theme: Theme, card: GameCard) -> Image.Image:
    """Return a panel of the ratings in figures over their courses."""
    if not card.lines:
        image = figures.panel(theme, (PANEL_WIDTH, _EMPTY))
        text, place = gettext("No rated games yet"), (_LEFT, _EMPTY / 2)
        writing.write(image, place, text, 24, PANEL_WIDTH - 2 * _LEFT, theme.muted, weight="SemiBold")
        return image
    below = _FIGURES[any(line.rank is not None or line.peak is not None for line in card.lines)]
    image = figures.panel(theme, (PANEL_WIDTH, below + charts.HEIGHT))
    room = (PANEL_WIDTH - 2 * _LEFT) / len(card.lines)
    for number, line in enumerate(card.lines):
        _draw_figures(
            image, theme, line, _LEFT + number * room, room - 14, number, legend=len(card.lines) > 1
        )
    curves = [
        Curve(line.points, curve_colours(theme)[number], line.peak, dashed=number == 1)
        for number, line in enumerate(card.lines)
    ]
    charts.draw_ratings(image, theme, below, curves, card.ticks)
    return image


def _draw_figures(
    image: Image.Image, theme: Theme, line: RatingLine, left: float, room: float, number: int, *, legend: bool
) -> None:
    """Write the title of a rating with a piece of its curve, the rating, deviation, rank and peak."""
    pen = ImageDraw.Draw(image)
    colour = curve_colours(theme)[number]
    start = left
    if legend:
        for piece in ((0, 26),) if number == 0 else ((0, 11), (15, 26)):
            pen.rectangle((left + piece[0], 27, left + piece[1], 30), colour)
        start += 36
    title_room = left + room - start
    writing.write(image, (start, 28), line.title, 20, title_room, theme.muted, weight="SemiBold", height=36)
    rating = figures.rating_text(line.rating, line.provisional)
    written = writing.write(image, (left, 70), rating, 46, room, theme.text)
    after, deviation = written.width + 10, f"± {line.deviation}"
    place = (left + after, 78)
    writing.write(image, place, deviation, _TEXT, room - after, theme.muted, weight="SemiBold")
    rank, after = _rank(line), 0.0
    if rank:
        share = 1.0 if line.peak is None else 0.45
        after = writing.write(image, (left, 109), rank, _TEXT, room * share, theme.accent).width + 16
    if line.peak is not None:
        peak, place = charts.peak_text(line.peak, line.guessed_peak), (left + after, 109)
        writing.write(image, place, peak, _TEXT, room - after, theme.muted, weight="SemiBold")


def _form_panel(theme: Theme, card: GameCard) -> Image.Image:
    """Return a panel of the last results as marks, the latest on the right, over the mean accuracy."""
    size = (PANEL_WIDTH, _FORM + (_ACCURACY if card.accuracy else 0))
    image = figures.panel(theme, size)
    form = card.form[-MAX_FORM:]
    right = PANEL_WIDTH - _LEFT - 14
    title, room = _form_title(len(form)), right - (len(form) - 0.5) * _STEP - 8 - _LEFT
    place = (_LEFT, _FORM / 2)
    writing.write(image, place, title, _TEXT, room, theme.text, weight="SemiBold", height=_FORM)
    for number, outcome in enumerate(reversed(form)):
        _draw_mark(image, theme, outcome, (right - number * _STEP, _FORM / 2), latest=number == 0)
    if card.accuracy is not None:
        text, place = _accuracy(card.accuracy), (_LEFT, _FORM + _ACCURACY / 2 - 8)
        writing.write(image, place, text, _TEXT, PANEL_WIDTH - 2 * _LEFT, theme.muted, weight="SemiBold")
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
        paint.dot(tile, centre, 13.5, colour)
        ink = theme.share_ink
    writing.write(tile, centre, _letter(outcome), 17, 22, ink, anchor="mm", smallest=10)
    image.paste(tile, box[:2])
    if latest:
        image.paste(theme.text, (round(middle[0]) - 9, box[3] + 2, round(middle[0]) + 10, box[3] + 5))
