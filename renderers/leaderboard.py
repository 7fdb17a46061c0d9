"""A page of a leaderboard as a picture and in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from languages import count, current, gettext, pgettext
from languages.numbers import joined
from renderers import figures, paint, writing
from renderers.figures import OF_GAMES, ResultWords
from renderers.paint import kept
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Theme

MAX_ROWS: Final = 11


class RankRow(NamedTuple):
    """A player's row: Glicko-2 rating with its deviation, and the rated games.

    `place` counts all players on the list; it is the rank unless the rating is provisional.
    """

    place: int
    name: str
    rating: int
    deviation: int
    wins: int
    draws: int
    losses: int
    is_asker: bool = False
    provisional: bool = False


_PANEL: Final = (600, 66)
_STEP: Final = 74
_MARGIN: Final = 20
_HEADING: Final = 40
_LEGEND: Final = 46
_GAP: Final = 32
_DIVIDER: Final = 38
_KNOWN: Final = 120
"""Maximum deviation that bars show in full; a newcomer's would leave no room for differences."""
_DOTS: Final = (56, 10)
_TEXT_LINE: Final = 24
_BAR_LINE: Final = 44
_BAR_HEIGHT: Final = 11
_NAME: Final = (80, 216)
"""Left edge and width of the name and of the rating's bar below it, pixels."""
_RANK: Final = 56
"""Room for the rank, pixels."""
_RATING: Final = 390
"""Right edge of the rating's figures."""
_FIGURES: Final = _RATING - _NAME[0] - _NAME[1] - 8
"""Room for the rating's figures."""
_RESULTS: Final = (410, 178)
"""Left edge of the results and their width."""


def _column(number: int) -> float:
    """Return the middle of the column of games won, drawn or lost."""
    left, width = _RESULTS
    return left + width * (number + 0.5) / 3


@lru_cache(maxsize=256)
def _base(theme: Theme, rank: int | None, is_asker: bool, medal: bool) -> Image.Image:
    """Return a row's panel with its rank, if any, on the frame's colour."""
    image = Image.new("RGBA", _PANEL, (*theme.frame, 255))
    if is_asker:
        paint.panel(image, theme, 18, theme.asker, theme.accent, 3.5)
    else:
        paint.panel(image, theme, 18)
    middle = (40.0, _PANEL[1] / 2)
    label, ink = "–" if rank is None else str(rank), theme.muted
    if rank is not None and medal:
        ink = figures.draw_medal(image, middle, 24, rank)
    writing.write(image, middle, label, 27, _RANK, ink, anchor="mm")
    return image


def _draw_rating(image: Image.Image, theme: Theme, row: RankRow, lowest: float, highest: float) -> None:
    """Draw the rating and its deviation in figures, and as a bar from `lowest` to `highest` points."""
    rating, place = figures.rating_text(row.rating, row.provisional), (_RATING, _TEXT_LINE)
    writing.write(image, place, rating, 28, _FIGURES, theme.text, anchor="rm")
    deviation, place = f"± {row.deviation}", (_RATING, _BAR_LINE + 5)
    writing.write(image, place, deviation, 20, _FIGURES, theme.muted, anchor="rm", weight="SemiBold")
    left, width = _NAME
    scale = width / (highest - lowest)
    end = left + (row.rating - lowest) * scale
    reach = row.deviation * scale
    figures.bar(image, left, left + width, _BAR_LINE, _BAR_HEIGHT, theme.groove)
    figures.bar(image, left, min(end + reach, left + width), _BAR_LINE, _BAR_HEIGHT, theme.uncertain)
    figures.bar(image, left, max(end - reach, left + _BAR_HEIGHT), _BAR_LINE, _BAR_HEIGHT, theme.rating)
    pen = ImageDraw.Draw(image)
    pen.rectangle((round(end) - 2, _BAR_LINE - 3, round(end) + 1, _BAR_LINE + _BAR_HEIGHT + 2), theme.text)


def _draw_results(image: Image.Image, theme: Theme, row: RankRow, words: ResultWords) -> None:
    """Draw the games won, drawn and lost over a bar divided in proportion."""
    counts = (row.wins, row.draws, row.losses)
    labels = [count(number) for number in counts]
    room = _RESULTS[1] / 3 - 4
    size = writing.common_size(labels, 25, room, smallest=14)
    for number, (label, colour) in enumerate(zip(labels, theme.shares, strict=True)):
        if words.headings[number]:
            place = (_column(number), _TEXT_LINE)
            writing.write(image, place, label, size, room, colour, anchor="mm")
    figures.results_bar(image, theme, _RESULTS[0], _BAR_LINE, _RESULTS[1], _BAR_HEIGHT, counts)


def _row(
    theme: Theme, row: RankRow, lowest: float, highest: float, words: ResultWords = OF_GAMES
) -> Image.Image:
    rank = None if row.provisional else row.place
    image = _base(theme, rank, row.is_asker, rank in figures.MEDALS and row.wins > 0).copy()
    left, width = _NAME
    figures.draw_name(image, theme, row.name, (left, _TEXT_LINE), width, (25, 22))
    _draw_rating(image, theme, row, lowest, highest)
    _draw_results(image, theme, row, words)
    return image


def _heading(theme: Theme, words: ResultWords = OF_GAMES) -> Image.Image:
    image = Image.new("RGB", (_PANEL[0], _HEADING), theme.frame)
    line = _HEADING / 2 - 4
    # Translators: above the ranks, a single character.
    number_sign = pgettext("heading", "#")
    writing.write(image, (40, line), number_sign, 20, _RANK, theme.muted, anchor="mm", weight="SemiBold")
    player, rating = pgettext("heading", "player"), pgettext("heading", "rating")
    writing.write(image, (_NAME[0], line), player, 20, _NAME[1], theme.muted, weight="SemiBold")
    writing.write(image, (_RATING, line), rating, 20, _FIGURES, theme.muted, anchor="rm", weight="SemiBold")
    headings = [word and pgettext("heading", word) for word in words.headings]
    # Without a heading in the middle there is more room for the others.
    room = _RESULTS[1] / 3 + (-2 if all(headings) else 20)
    size = writing.common_size(headings, 20, room, "SemiBold")
    for number, (word, colour) in enumerate(zip(headings, theme.shares, strict=True)):
        if word:
            place = (_column(number), line)
            writing.write(image, place, word, size, room, colour, anchor="mm", weight="SemiBold")
    return image


def _legend(theme: Theme) -> Image.Image:
    image = Image.new("RGB", (_PANEL[0], _LEGEND), theme.frame)
    pen = ImageDraw.Draw(image)
    middle = _LEGEND // 2 + 2
    top = middle - _BAR_HEIGHT // 2
    left = _NAME[0]
    figures.bar(image, left, left + 86, top, _BAR_HEIGHT, theme.uncertain)
    figures.bar(image, left, left + 56, top, _BAR_HEIGHT, theme.rating)
    pen.rectangle((left + 69, top - 3, left + 72, top + _BAR_HEIGHT + 2), theme.text)
    # Translators: the legend of a bar that shows a rating and its deviation.
    words = gettext("rating ± how uncertain it still is")
    place, room = (left + 100, middle), _PANEL[0] - left - 100
    writing.write(image, place, words, 20, room, theme.muted, weight="SemiBold", height=_LEGEND - 6)
    return image


@lru_cache(maxsize=8)
def _divider(theme: Theme, words: str) -> Image.Image:
    """Return the line between ranked and provisional players, with words in its middle."""
    image = Image.new("RGB", (_PANEL[0], _DIVIDER), theme.frame)
    line = _DIVIDER // 2 - 5
    room, place = _PANEL[0] - 120, (_PANEL[0] / 2, line)
    written = writing.write(image, place, words, 20, room, theme.muted, anchor="mm", weight="SemiBold")
    reach = round(written.width / 2) + 16
    for left, right in ((0, _PANEL[0] // 2 - reach), (_PANEL[0] // 2 + reach, _PANEL[0])):
        image.paste(theme.muted, (left, line, right, line + 2))
    return image


def _gaps(rows: Sequence[RankRow]) -> list[bool]:
    """Return for each row whether places are skipped above it; players of equal rating share a place."""
    return [row.place - rows[0].place > index for index, row in enumerate(rows)]


def _divided(rows: Sequence[RankRow]) -> list[bool]:
    """Return for each row whether it is the first provisional one."""
    return [
        row.provisional and not any(above.provisional for above in rows[:i]) for i, row in enumerate(rows)
    ]


@lru_cache(maxsize=8)
def _palette(theme: Theme) -> Palette:
    specimens = [
        _row(theme, RankRow(rank, "Ames", 1500, 60, 30, 10, 20, asker), 1000, 1700)
        for rank in (1, 2, 3, 4, 10)
        for asker in (False, True)
    ]
    exact = (
        theme.text,
        theme.muted,
        theme.panel,
        theme.accent,
        *theme.shares,
        theme.groove,
        theme.asker,
        theme.rating,
        theme.uncertain,
    )
    texts = [_heading(theme), _divider(theme, "provisional"), _legend(theme)]
    return Palette(theme, [*specimens, *texts], exact)


@lru_cache(maxsize=8)
def _ellipsis(theme: Theme) -> Image.Image:
    """Return three dots for skipped places."""
    image = Image.new("RGBA", _DOTS, (*theme.frame, 255))
    for x in (6.0, 28.0, 50.0):
        paint.dot(image, (x, _DOTS[1] / 2), 4.0, theme.muted)
    return _palette(theme).map(image)


@lru_cache(maxsize=32)
def _background(theme: Theme, height: int, words: ResultWords, _language: str) -> Image.Image:
    picture = paint.frame((WIDTH, height), theme)
    picture.paste(_heading(theme, words), (_MARGIN, _MARGIN - 6))
    picture.paste(_legend(theme), (_MARGIN, height - _LEGEND - 6))
    return _palette(theme).map(picture)


@kept
def draw(rows: Sequence[RankRow], *, theme: Theme = CLASSIC, words: ResultWords = OF_GAMES) -> bytes:
    """Return a PNG of 1 to 11 rows, 640 pixels wide: a page of ten and, set apart, the user's own row.

    A line precedes the first provisional row. Raises ValueError for another number of rows.
    """
    _check(rows)
    gaps, divided = _gaps(rows), _divided(rows)
    height = _MARGIN + _HEADING + len(rows) * _STEP + _GAP * sum(gaps) + _DIVIDER * sum(divided) + _LEGEND
    picture = _background(theme, height, words, current().code).copy()
    lowest = min(row.rating - min(row.deviation, _KNOWN) for row in rows) - 120
    highest = max(row.rating + min(row.deviation, _KNOWN) for row in rows) + 20
    top = _MARGIN + _HEADING - 6
    # Translators: a line above the players whose rating is provisional.
    provisional = gettext("provisional: not yet reliable enough to rank")
    for row, gap, divide in zip(rows, gaps, divided, strict=True):
        if gap:
            picture.paste(_ellipsis(theme), ((WIDTH - _DOTS[0]) // 2, top + (_GAP - 8 - _DOTS[1]) // 2))
            top += _GAP
        if divide:
            picture.paste(_palette(theme).map(_divider(theme, provisional)), (_MARGIN, top))
            top += _DIVIDER
        picture.paste(_palette(theme).map(_row(theme, row, lowest, highest, words)), (_MARGIN, top))
        top += _STEP
    return _palette(theme).png(picture)


def describe(rows: Sequence[RankRow], words: ResultWords = OF_GAMES) -> str:
    """Describe the rows, in English in at most 1000 characters; ValueError as for `draw`."""
    _check(rows)
    # Long names must leave room for all figures.
    longest = 880 // len(rows) - 56
    lines = [gettext("Leaderboard.")]
    for row, divide in zip(rows, _divided(rows), strict=True):
        # Translators: followed by the players whose rating is provisional.
        lines += [*([gettext("Provisional:")] if divide else []), _in_words(row, longest, words)]
    return joined(lines)


def _in_words(row: RankRow, longest: int, words: ResultWords) -> str:
    name = row.name if len(row.name) <= longest else f"{row.name[: longest - 1]}…"
    values = {
        "rank": row.place,
        # Translators: the reader's own name in a list.
        "name": gettext("{name} (you)", name=name) if row.is_asker else name,
        "rating": figures.rating_text(row.rating, row.provisional),
        "deviation": row.deviation,
        "results": figures.results_in_words((row.wins, row.draws, row.losses), words),
    }
    if row.provisional:
        # Translators: {results} is such as “3 won, 0 drawn, 2 lost”.
        return gettext("{name}: {rating} ± {deviation}, {results}.", **values)
    # Translators: {results} is such as “3 won, 0 drawn, 2 lost”.
    return gettext("{rank}. {name}: {rating} ± {deviation}, {results}.", **values)


def _check(rows: Sequence[RankRow]) -> None:
    if not 1 <= len(rows) <= MAX_ROWS:
        raise ValueError(f"a leaderboard picture has 1 to {MAX_ROWS} rows, not {len(rows)}")
