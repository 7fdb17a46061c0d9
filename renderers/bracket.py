"""The bracket of a knockout as pictures, 16 entrants at a time, and in words."""

from __future__ import annotations

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
        sheet = _closing(theme, tree)
    elif last == 1:
        sheet = _single_round(theme, tree.rounds[0])
    else:
        sheet = _section(theme, tree.rounds[: len(tree.rounds) - CLOSING_ROUNDS], page)
    palette = _palette(theme)
    return palette.png(palette.map_again(sheet.picture, *_base(theme, sheet.picture.height)))


@lru_cache(maxsize=8)
def _base(theme: Theme, height: int) -> tuple[Image.Image, Image.Image]:
    """Return an empty picture, in RGBA and mapped to the palette."""
    picture = paint.frame((WIDTH, height), theme)
    return picture, _palette(theme).map(picture)


class _Sheet(NamedTuple):
    """A page that is being drawn."""

    picture: Image.Image
    theme: Theme
    layout: _Layout

    @classmethod
    def empty(cls, theme: Theme, layout: _Layout, height: int) -> _Sheet:
        """Return a page for a content of some height."""
        return cls(_base(theme, height + _MARGIN + 4)[0].copy(), theme, layout)

    def draw_column(
        self,
        number: int,
        columns: Sequence[Sequence[Box]],
        *,
        totals: Sequence[int] = (),
        champion: bool = False,
    ) -> None:
        """Draw the matches of a round below its name, with lines to the next column."""
        boxes, left, line = columns[number], self.layout.left(number), self.layout.line
        name = round_name(number + 1, totals[number] if totals else len(boxes))
        self.draw_label(name, (left, _HEADING // 2 + 8))
        step = len(columns[0]) * self.layout.pitch // len(boxes)
        if number + 1 < len(columns):
            self.draw_links(number, len(boxes), len(columns[number + 1]), step)
        for place, box in enumerate(boxes):
            middle = _HEADING + place * step + step // 2
            self.draw_box(box, (left, middle - line), champion=champion)

    def draw_links(self, column: int, matches: int, following: int, step: int) -> None:
        """Draw lines from each match of a column to the one that its winner plays."""
        right = self.layout.left(column) + self.layout.width
        elbow = right + _GAP // 2
        pen = ImageDraw.Draw(self.picture)
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
                pen.rectangle(line, self.theme.panel_edge)

    def draw_label(self, text: str, place: tuple[int, int]) -> None:
        """Write the name of a round; `place` is the middle of its left end."""
        at, room = (place[0] + 4, place[1]), self.layout.width - 40
        writing.write(self.picture, at, text, 20, room, self.theme.muted, weight="SemiBold")

    def draw_box(self, box: Box, corner: tuple[int, int], *, champion: bool = False) -> None:
        """Draw a match; the winner of the final is set off."""
        theme, line = self.theme, self.layout.line
        image = Image.new("RGBA", self.layout.box, (*theme.frame, 255))
        edge = theme.accent if box.is_live else None
        paint.panel(image, theme, 11, None, edge, 3.0 if box.is_live else 2.0)
        image.paste(theme.panel_edge, (10, line, image.width - 10, line + 1))
        for number, contestant in enumerate(box.contestants):
            crowned = champion and box.winner == number
            if crowned:
                top = number * line
                crown = (3.0, top + 3.0, image.width - 3.0, top + line - 2.0)
                paint.fill(image, paint.box_mask(image.size, crown, 9), theme.accent)
            self._draw_contestant(image, box, number, contestant, crowned=crowned)
        self.picture.paste(image, corner)

    def _draw_contestant(
        self, image: Image.Image, box: Box, number: int, contestant: Contestant | None, *, crowned: bool
    ) -> None:
        theme, line = self.theme, self.layout.line
        middle = number * line + line / 2 + (1 if number == 0 else 0)
        size = 22 if line > 34 else 20
        if contestant is None:
            # Translators: in the place of an opponent, for a player who advances without playing.
            text, room = pgettext("bracket", "bye") if box.is_bye else "–", image.width - 48
            writing.write(image, (38, middle), text, size - 2, room, theme.muted, weight="SemiBold")
            return
        ink = theme.text if box.winner == number or not box.is_over else theme.muted
        faint = theme.muted
        if crowned:
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


def _closing(theme: Theme, tree: Tree) -> _Sheet:
    """Draw the last rounds; the final is between the semifinals, the match for the third place below."""
    rounds = tree.rounds[-CLOSING_ROUNDS:]
    layout = _CLOSING[len(rounds)]
    if len(rounds) == 1:
        sheet = _Sheet.empty(theme, layout, _HEADING + layout.pitch)
        sheet.draw_column(0, rounds, champion=True)
        return sheet
    columns = rounds[:-1]
    first = len(columns[0]) * layout.pitch
    centre = _HEADING + first // 2
    # Two semifinals beside the final have no column of their own.
    stacked = len(rounds) > 2
    reach = layout.pitch * 2 ** (len(columns) - 1) // 2 if stacked else 0
    third = centre + reach + layout.line + 8 + _LABEL
    height = max(_HEADING + first, third + 2 * layout.line if tree.third else 0)
    sheet = _Sheet.empty(theme, layout, height)
    for number in range(len(columns)):
        sheet.draw_column(number, columns)
    left, top = layout.left(layout.columns - 1), centre - layout.line
    if stacked:
        x = left + layout.width - 28
        for start, end in (
            (centre - reach + layout.line, top),
            (centre + layout.line, centre + reach - layout.line),
        ):
            sheet.picture.paste(theme.panel_edge, (x, start, x + 3, end))
    else:
        sheet.draw_links(0, 2, 1, layout.pitch)
    sheet.draw_box(rounds[-1][0], (left, top), champion=True)
    # Translators, all below: rounds of a knockout.
    sheet.draw_label(gettext("Final"), (left, top - _LABEL // 2 - 1))
    if tree.third is not None:
        sheet.draw_box(tree.third, (left, third))
        sheet.draw_label(gettext("Third place"), (left, third - _LABEL // 2 - 1))
    return sheet


def _single_round(theme: Theme, boxes: Sequence[Box]) -> _Sheet:
    """Draw a round of 16 matches in two columns."""
    layout = _Layout(2, 31, 76)
    half = (len(boxes) + 1) // 2
    sheet = _Sheet.empty(theme, layout, _HEADING + half * layout.pitch)
    sheet.draw_label(round_name(1, len(boxes)), (_MARGIN, _HEADING // 2 + 8))
    for number, box in enumerate(boxes):
        column, row = divmod(number, half)
        middle = _HEADING + row * layout.pitch + layout.pitch // 2
        sheet.draw_box(box, (layout.left(column), middle - layout.line))
    return sheet


def _section(theme: Theme, rounds: Sequence[Sequence[Box]], page: int) -> _Sheet:
    layout = _Layout(len(rounds), 31, 76)
    parts = []
    for number, boxes in enumerate(rounds):
        size = SECTION >> number
        parts.append(boxes[page * size : (page + 1) * size])
    sheet = _Sheet.empty(theme, layout, _HEADING + len(parts[0]) * layout.pitch)
    for number in range(len(parts)):
        sheet.draw_column(number, parts, totals=[len(boxes) for boxes in rounds])
    return sheet


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
    sheet = _Sheet(paint.frame((WIDTH, 2 * layout.pitch), theme), theme, layout)
    for number, box in enumerate((won, live, Box())):
        sheet.draw_box(box, (layout.left(number), 20), champion=number == 0)
    sheet.draw_label("Final", (_MARGIN, 2 * layout.pitch - 30))
    return Palette(
        theme, [sheet.picture], (theme.text, theme.muted, theme.panel, theme.panel_edge, theme.accent)
    )


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
