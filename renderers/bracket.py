"""The bracket of a knockout as pictures, 16 entrants at a time, and in words."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from languages import count, gettext, pgettext
from languages.numbers import enumerated, joined
from renderers import figures, paint, writing
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Theme

MAX_ROUNDS: Final = 7
CLOSING_ROUNDS: Final = 4
"""Rounds on the last page: the last 16."""
SECTION: Final = 8
"""Matches of the first round on a page of earlier rounds in several columns."""
MAX_DESCRIPTION: Final = 1000
"""Maximum characters of a description in English."""


class Contestant(NamedTuple):
    """An entrant with their seed; `marks` are the results of the match's games, such as “½1”."""

    seed: int
    name: str
    marks: str = ""


class Box(NamedTuple):
    """A match: the upper and the lower contestant, None while unknown.

    `winner` is 0 or 1, or None, also if it is over and nobody came. `is_live` while a game is in progress; a
    bye has a single contestant.
    """

    contestants: tuple[Contestant | None, Contestant | None] = (None, None)
    winner: int | None = None
    is_over: bool = False
    is_live: bool = False
    is_bye: bool = False


class Tree(NamedTuple):
    """A bracket: the matches of each round from top to bottom, and the one for the third place."""

    rounds: Sequence[Sequence[Box]]
    third: Box | None = None


_MARGIN: Final = 20
_HEADING: Final = 40
_GAP: Final = 24
"""Between columns, pixels."""
_LABEL: Final = 28
"""Room for a label above a box."""


class _Layout(NamedTuple):
    """Sizes of a page: columns, height of a box's lines, distance of the first column's matches."""

    columns: int
    line: int
    pitch: int

    @property
    def width(self) -> int:
        return (WIDTH - 2 * _MARGIN - (self.columns - 1) * _GAP) // self.columns

    @property
    def box(self) -> tuple[int, int]:
        return self.width, 2 * self.line

    def left(self, column: int) -> int:
        return _MARGIN + column * (self.width + _GAP)


_CLOSING: Final = {
    1: _Layout(1, 40, 96),
    2: _Layout(2, 36, 110),
    3: _Layout(2, 36, 108),
    4: _Layout(3, 31, 76),
}
"""By the number of rounds."""


def pages(rounds: int) -> int:
    """Return the number of pages of a bracket; ValueError for more than 7 rounds or none."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"a bracket has 1 to {MAX_ROUNDS} rounds, not {rounds}")
    early = rounds - CLOSING_ROUNDS
    if early <= 1:
        return 1 + max(0, early)
    return 1 + int(2 ** (rounds - 1)) // SECTION


def current_page(tree: Tree) -> int:
    """Return the page with the first match that is not decided, else the last one."""
    last = pages(len(tree.rounds)) - 1
    for number, boxes in enumerate(tree.rounds[:-CLOSING_ROUNDS]):
        for place, box in enumerate(boxes):
            if not box.is_over:
                return min(last - 1, (place << number) // SECTION) if last > 1 else 0
    return last


def draw(tree: Tree, page: int = -1, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG of a page, 640 pixels wide; the last page has the last rounds.

    Raises ValueError for more than 7 rounds or none.
    """
    last = pages(len(tree.rounds)) - 1
    page = last if page < 0 else min(page, last)
    if page == last:
        picture = _closing(theme, tree)
    elif last == 1:
        picture = _single_round(theme, tree.rounds[0])
    else:
        picture = _section(theme, tree.rounds[: len(tree.rounds) - CLOSING_ROUNDS], page)
    palette = _palette(theme)
    return palette.png(palette.map_again(picture, *_base(theme, picture.height)))


def _closing(theme: Theme, tree: Tree) -> Image.Image:
    """Draw the last rounds; the final is between the semifinals, the match for the third place below."""
    rounds = tree.rounds[-CLOSING_ROUNDS:]
    layout = _CLOSING[len(rounds)]
    columns = [*rounds[:-1]] or [rounds[-1]]
    first = len(columns[0]) * layout.pitch
    if len(rounds) == 1:
        picture = _page(theme, _HEADING + layout.pitch)
        _draw_column(picture, theme, layout, 0, [rounds[0]], champion=True)
        return picture
    # Two semifinals beside the final have no column of their own.
    stacked = len(rounds) > 2
    middles = [layout.pitch * (2**number) for number in range(len(columns))]
    centre = _HEADING + first // 2
    reach = middles[-1] // 2 if stacked else 0
    below = centre + reach + (layout.line if stacked else 0)
    bottom = centre + layout.line if not stacked else below
    third_middle = bottom + 8 + _LABEL + layout.line
    height = max(_HEADING + first, third_middle + layout.line if tree.third else 0)
    picture = _page(theme, height)
    for number in range(len(columns)):
        _draw_column(picture, theme, layout, number, columns)
    column = layout.columns - 1
    left = layout.left(column)
    _draw_links_to_final(picture, theme, layout, centre, reach, stacked=stacked)
    _draw_box(picture, theme, layout, rounds[-1][0], (left, centre - layout.line), champion=True)
    # Translators, all below: rounds of a knockout.
    _draw_label(picture, theme, gettext("Final"), (left, centre - layout.line - _LABEL // 2 - 1), layout)
    if tree.third is not None:
        top = third_middle - layout.line
        _draw_box(picture, theme, layout, tree.third, (left, top))
        _draw_label(picture, theme, gettext("Third place"), (left, top - _LABEL // 2 - 1), layout)
    return picture


def _draw_links_to_final(
    picture: Image.Image, theme: Theme, layout: _Layout, centre: int, reach: int, *, stacked: bool
) -> None:
    if not stacked:
        _draw_links(picture, theme, layout, 0, 2, 1)
        return
    x = layout.left(layout.columns - 1) + layout.width - 28
    for start, end in (
        (centre - reach + layout.line, centre - layout.line),
        (centre + layout.line, centre + reach - layout.line),
    ):
        picture.paste(theme.panel_edge, (x, start, x + 3, end))


def _single_round(theme: Theme, boxes: Sequence[Box]) -> Image.Image:
    """Draw a round of 16 matches in two columns."""
    layout = _Layout(2, 31, 76)
    half = (len(boxes) + 1) // 2
    picture = _page(theme, _HEADING + half * layout.pitch)
    place = (_MARGIN, _HEADING // 2 + 8)
    _draw_label(picture, theme, round_name(1, len(boxes)), place, layout)
    for number, box in enumerate(boxes):
        column, row = divmod(number, half)
        middle = _HEADING + row * layout.pitch + layout.pitch // 2
        _draw_box(picture, theme, layout, box, (layout.left(column), middle - layout.line))
    return picture


def _section(theme: Theme, rounds: Sequence[Sequence[Box]], page: int) -> Image.Image:
    layout = _Layout(len(rounds), 31, 76)
    parts = []
    for number, boxes in enumerate(rounds):
        size = SECTION >> number
        parts.append(boxes[page * size : (page + 1) * size])
    picture = _page(theme, _HEADING + len(parts[0]) * layout.pitch)
    totals = [len(boxes) for boxes in rounds]
    for number in range(len(parts)):
        _draw_column(picture, theme, layout, number, parts, totals=totals)
    return picture


def _page(theme: Theme, height: int) -> Image.Image:
    """Return an empty page for a content of some height."""
    return _base(theme, height + _MARGIN + 4)[0].copy()


@lru_cache(maxsize=8)
def _base(theme: Theme, height: int) -> tuple[Image.Image, Image.Image]:
    """Return an empty picture, in RGBA and mapped to the palette."""
    picture = paint.frame((WIDTH, height), theme)
    return picture, _palette(theme).map(picture)


def _draw_column(
    picture: Image.Image,
    theme: Theme,
    layout: _Layout,
    number: int,
    columns: Sequence[Sequence[Box]],
    *,
    totals: Sequence[int] = (),
    champion: bool = False,
) -> None:
    """Draw the matches of a round below its name, with lines to the next column."""
    boxes = columns[number]
    name = round_name(number + 1, totals[number] if totals else len(boxes))
    left = layout.left(number)
    _draw_label(picture, theme, name, (left, _HEADING // 2 + 8), layout)
    step = len(columns[0]) * layout.pitch // len(boxes)
    if number + 1 < len(columns):
        _draw_links(picture, theme, layout, number, len(boxes), len(columns[number + 1]), step)
    for place, box in enumerate(boxes):
        middle = _HEADING + place * step + step // 2
        _draw_box(picture, theme, layout, box, (left, middle - layout.line), champion=champion)


def _draw_links(
    picture: Image.Image,
    theme: Theme,
    layout: _Layout,
    column: int,
    matches: int,
    following: int,
    step: int | None = None,
) -> None:
    """Draw lines from each match of a column to the one that its winner plays."""
    step = step or layout.pitch
    right = layout.left(column) + layout.width
    elbow = right + _GAP // 2
    pen = ImageDraw.Draw(picture)
    for number in range(following):
        above = _HEADING + 2 * number * step + step // 2
        below = above + step if 2 * number + 1 < matches else above
        middle = (above + below) // 2
        for line in (
            (right, above - 1, elbow + 1, above + 1),
            (right, below - 1, elbow + 1, below + 1),
            (elbow - 1, above - 1, elbow + 1, below + 1),
            (elbow - 1, middle - 1, right + _GAP, middle + 1),
        ):
            pen.rectangle(line, theme.panel_edge)


def _draw_label(
    picture: Image.Image, theme: Theme, text: str, place: tuple[int, int], layout: _Layout
) -> None:
    """Write the name of a round; `place` is the middle of its left end."""
    writing.write(
        picture, (place[0] + 4, place[1]), text, 20, layout.width - 40, theme.muted, weight="SemiBold"
    )


def _draw_box(
    picture: Image.Image,
    theme: Theme,
    layout: _Layout,
    box: Box,
    corner: tuple[int, int],
    *,
    champion: bool = False,
) -> None:
    """Draw a match; the winner of the final is set off."""
    image = Image.new("RGBA", layout.box, (*theme.frame, 255))
    whole = (0.0, 0.0, float(image.width), float(image.height))
    edge = theme.accent if box.is_live else None
    paint.panel(image, theme, whole, 11, None, edge, 3.0 if box.is_live else 2.0)
    image.paste(theme.panel_edge, (10, layout.line, image.width - 10, layout.line + 1))
    for number, contestant in enumerate(box.contestants):
        if champion and box.winner == number:
            _draw_crown(image, theme, layout, number)
        _draw_contestant(image, theme, layout, box, number, contestant, champion=champion)
    picture.paste(image, corner)


def _draw_crown(image: Image.Image, theme: Theme, layout: _Layout, number: int) -> None:
    """Fill the line of the winner of the tournament."""
    top = number * layout.line
    box = (3.0, top + 3.0, image.width - 3.0, top + layout.line - 2.0)
    paint.fill(image, paint.box_mask(image.size, box, 9), theme.accent)


def _draw_contestant(
    image: Image.Image,
    theme: Theme,
    layout: _Layout,
    box: Box,
    number: int,
    contestant: Contestant | None,
    *,
    champion: bool,
) -> None:
    middle = number * layout.line + layout.line / 2 + (1 if number == 0 else 0)
    size = 22 if layout.line > 34 else 20
    if contestant is None:
        # Translators: in the place of an opponent, for a player who advances without playing.
        text = pgettext("bracket", "bye") if box.is_bye else "–"
        writing.write(image, (38, middle), text, size - 2, image.width - 48, theme.muted, weight="SemiBold")
        return
    won = box.winner == number
    ink = theme.text if won or not box.is_over else theme.muted
    faint = theme.muted
    if champion and won:
        ink = faint = theme.accent_text
    seed = count(contestant.seed)
    writing.write(image, (20, middle), seed, 15, 26, faint, anchor="mm", weight="SemiBold")
    right = image.width - 10.0
    if contestant.marks:
        marks = contestant.marks
        written = writing.write(image, (right, middle), marks, size - 3, 56, ink, anchor="rm")
        right -= written.width + 6
    name = contestant.name
    figures.draw_name(image, theme, name, (38, middle), right - 38, (size, size - 5), colour=ink)


def round_name(number: int, matches: int) -> str:
    match matches:
        case 1:
            # Translators, all below: rounds of a knockout.
            return gettext("Final")
        case 2:
            return gettext("Semifinals")
        case 4:
            return gettext("Quarterfinals")
        case 8:
            # Translators: the round of a knockout with 16 players left.
            return gettext("Last 16")
        case _:
            return gettext("Round {number}", number=number)


@lru_cache(maxsize=8)
def _palette(theme: Theme) -> Palette:
    won = Box((Contestant(1, "Ames", "1"), Contestant(2, "Bell", "0")), 0, is_over=True)
    live = Box((Contestant(1, "Ames"), Contestant(2, "Bell")), is_live=True)
    layout = _CLOSING[4]
    picture = paint.frame((WIDTH, 2 * layout.pitch), theme)
    for number, box in enumerate((won, live, Box())):
        corner = (layout.left(number), 20)
        _draw_box(picture, theme, layout, box, corner, champion=number == 0)
    _draw_label(picture, theme, "Final", (_MARGIN, 2 * layout.pitch - 30), layout)
    return Palette(theme, [picture], (theme.text, theme.muted, theme.panel, theme.panel_edge, theme.accent))


def describe(tree: Tree) -> str:
    """Describe the bracket in words, the last rounds first, in English in at most 1000 characters."""
    # Translators: begins the description of a picture.
    parts = [gettext("Bracket.")]
    for text in _in_words(tree):
        if len(joined([*parts, text])) > MAX_DESCRIPTION:
            break
        parts.append(text)
    return joined(parts)


def _in_words(tree: Tree) -> Iterator[str]:
    named = [(round_name(number, len(boxes)), boxes) for number, boxes in enumerate(tree.rounds, 1)]
    if tree.third is not None:
        named.insert(-1, (gettext("Third place"), (tree.third,)))
    for name, boxes in reversed(named):
        matches = [text for box in boxes if (text := _match_in_words(box))]
        if matches:
            # Translators: {round} is such as “Semifinals”, {matches} such as “Ann – Ben: Ann won”.
            yield gettext("{round}: {matches}.", round=name, matches=enumerated(matches))


def _match_in_words(box: Box) -> str:
    """Return a match as a part of a sentence, "" if it is not known who plays."""
    first, second = box.contestants
    if first is None or second is None:
        return ""
    values = {"first": first.name, "second": second.name}
    if box.winner is None:
        # Translators: two players of a match that is not decided.
        return gettext("{first} – {second}", **values)
    # Translators: two players of a match and who won it.
    return gettext("{first} – {second} ({winner} won)", winner=box.contestants[box.winner].name, **values)  # type: ignore[union-attr]
