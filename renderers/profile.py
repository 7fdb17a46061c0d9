"""A player's profile as a picture: ratings with their course, ranks and results."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from renderers import figures, lettering, paint, strip, typeface
from renderers.figures import OF_GAMES, ResultWords
from renderers.palette import Palette
from renderers.theme import WIDTH, Colour, Theme
from renderers.themes import CLASSIC

MOST_CARDS: Final = 6


class Card(NamedTuple):
    """What a player has reached in one game: Glicko-2 rating with its deviation, rank (None: on no list), and
    rated games."""

    title: str
    subtitle: str
    rating: int
    deviation: int
    rank: int | None
    wins: int
    draws: int
    losses: int
    provisional: bool = False
    """Whether the rating stands for so few games that it is a guess."""
    course: Sequence[float] = ()
    """The ratings after the last games, the oldest first."""
    latest: Sequence[str] = ()
    """How the last games ended, the oldest first: "win", "draw" or "loss"."""
    words: ResultWords = OF_GAMES
    """What the results are called."""


class LastGame(NamedTuple):
    """How a player's last game ended: a PNG of its board, as this package draws it, and words beside it."""

    board: bytes
    title: str
    outcome: str
    """ "win", "draw" or "loss"."""
    verdict: str
    """The outcome as people read it."""
    details: Sequence[str]
    """Against whom it was, and the like: one a line."""


_MARGIN: Final = 20
_NAME: Final = 66
_CARD: Final = (600, 196)
_STEP: Final = 210
_LEFT: Final = 24
_RATING_WIDTH: Final = 246
_PLOT: Final = (282, 56, 576, 128)
"""The course of the rating on a card: left, top, right, bottom."""
_RESULTS: Final = 158
_DOT: Final = 19
_DOTS: Final = 10
"""How many of the last games are shown as dots."""
_BOARD: Final = 268
"""Side of the last game's board, pixels; it stands in a panel of its own."""
_LAST: Final = (600, _BOARD + 2 * 16)
_CALM: Final = 40.0
"""The fewest rating points from bottom to top of a course, so that small changes look small."""


def draw_profile(
    name: str, cards: Sequence[Card], last: LastGame | None = None, *, theme: Theme = CLASSIC
) -> bytes:
    """A PNG, 640 pixels wide, of 1 to 6 cards and the last game; ValueError for another number of cards."""
    if not 1 <= len(cards) <= MOST_CARDS:
        raise ValueError(f"a profile has 1 to {MOST_CARDS} cards, not {len(cards)}")
    written = lettering.writable(name)
    top = _NAME if written else _MARGIN
    below = top + len(cards) * _STEP
    gap = _STEP - _CARD[1]
    picture = paint.frame((WIDTH, below + (_LAST[1] if last else -gap) + _MARGIN), theme)
    if written:
        font = figures.largest_font([written], WIDTH - 4 * _MARGIN, (34, 30, 26))
        written = lettering.shortened(written, font, WIDTH - 4 * _MARGIN)
        paint.text(picture, (2 * _MARGIN, 36), written, round(font.size), theme.text, anchor="lm")
    for number, card in enumerate(cards):
        picture.paste(_card(theme, card), (_MARGIN, top + number * _STEP))
    if last is not None:
        picture.paste(_last_game(theme, last), (_MARGIN, below))
    palette = Palette(
        theme,
        [picture],
        (theme.text, theme.muted, theme.panel, theme.won, theme.drawn, theme.lost, theme.rating),
    )
    return palette.png(palette.map(picture))


def describe_profile(name: str, cards: Sequence[Card], last: LastGame | None = None) -> str:
    """The profile in words."""
    parts = [f"The profile of {name}.", *map(_in_words, cards)]
    if last is not None:
        parts.append(f"Below, the board of the last game: {', '.join((last.verdict, *last.details))}.")
    return " ".join(parts)


def _in_words(card: Card) -> str:
    rating = figures.rating_text(card.rating, card.provisional)
    results = figures.results_in_words((card.wins, card.draws, card.losses), card.words)
    rank = "" if card.rank is None else f", rank {card.rank}"
    words = f"{card.title} {card.subtitle}: rating {rating} ± {card.deviation}{rank}; {results}."
    if len(card.course) > 1:
        change = round(card.course[-1] - card.course[0])
        games = len(card.course) - 1
        words += (
            f" The rating has {_changed(change)} over the last {f'{games} games' if games > 1 else 'game'}."
        )
    return words


def _changed(points: int) -> str:
    if points == 0:
        return "stayed the same"
    return f"risen by {points}" if points > 0 else f"fallen by {-points}"


def _colour(theme: Theme, outcome: str) -> Colour:
    """What stands for a game won, drawn or lost."""
    return {"win": theme.won, "draw": theme.drawn, "loss": theme.lost}[outcome]


def _card(theme: Theme, card: Card) -> Image.Image:
    """One game's panel, on the frame's colour."""
    image = Image.new("RGBA", _CARD, (*theme.frame, 255))
    paint.panel(image, theme, (0.0, 0.0, float(_CARD[0]), float(_CARD[1])), 20)
    _draw_title(image, theme, card)
    rating = figures.rating_text(card.rating, card.provisional)
    paint.text(image, (_LEFT, 80), rating, 54, theme.text, anchor="lm")
    after = _LEFT + typeface.font(54).getlength(rating) + 12
    paint.text(image, (after, 90), f"± {card.deviation}", 22, theme.muted, anchor="lm", weight="SemiBold")
    _draw_latest(image, theme, card.latest[-_DOTS:])
    if len(card.course) > 1:
        _draw_course(image, theme, card.course)
    _draw_results(image, theme, card)
    return image


def _last_game(theme: Theme, last: LastGame) -> Image.Image:
    """The last game's panel: its board without the strip of players, and how it ended."""
    image = Image.new("RGBA", _LAST, (*theme.frame, 255))
    paint.panel(image, theme, (0.0, 0.0, float(_LAST[0]), float(_LAST[1])), 20)
    with Image.open(BytesIO(last.board)) as drawn:
        # A board as wide as every picture of this package has the players above it.
        above = strip.HEIGHT if drawn.width == WIDTH else 0
        board = drawn.convert("RGBA").crop((0, above, drawn.width, drawn.height))
    board.thumbnail((_BOARD, _BOARD), Image.Resampling.LANCZOS)
    rounded = paint.box_mask(board.size, (0.0, 0.0, float(board.width), float(board.height)), 12)
    board.putalpha(ImageChops.multiply(board.getchannel("A"), rounded))
    image.alpha_composite(board, ((_LAST[1] - board.width) // 2, (_LAST[1] - board.height) // 2))
    left, room = _LAST[1] + 4, _LAST[0] - _LAST[1] - 4 - _LEFT
    paint.text(image, (left, 44), last.title, 24, theme.text, anchor="lm")
    font = figures.largest_font([last.verdict], room, (44, 36, 30, 26))
    verdict = lettering.shortened(last.verdict, font, room)
    paint.text(image, (left, 100), verdict, round(font.size), _colour(theme, last.outcome), anchor="lm")
    small = typeface.font(22, "SemiBold")
    for number, line in enumerate(last.details):
        line = lettering.shortened(lettering.writable(line), small, room)
        paint.text(image, (left, 152 + 34 * number), line, 22, theme.muted, anchor="lm", weight="SemiBold")
    return image


def _draw_title(image: Image.Image, theme: Theme, card: Card) -> None:
    """The game and the pool on the left, the rank on the right."""
    rank = "" if card.rank is None else f"rank {card.rank}"
    paint.text(image, (_CARD[0] - _LEFT, 30), rank, 24, theme.accent, anchor="rm")
    paint.text(image, (_LEFT, 30), card.title, 24, theme.text, anchor="lm")
    after = _LEFT + typeface.font(24).getlength(card.title) + 10
    font = typeface.font(22, "SemiBold")
    room = _CARD[0] - _LEFT - typeface.font(24).getlength(rank) - 16 - after
    subtitle = lettering.shortened(card.subtitle, font, room)
    paint.text(image, (after, 31), subtitle, 22, theme.muted, anchor="lm", weight="SemiBold")


def _draw_latest(image: Image.Image, theme: Theme, latest: Sequence[str]) -> None:
    """A dot for each of the last games: filled for a win, half as large for a draw, a ring for a loss."""
    for number, outcome in enumerate(latest):
        middle = (_LEFT + _DOT * (number + 0.5), 122.0)
        colour = _colour(theme, outcome)
        if outcome == "loss":
            mask = paint.ring_mask(image.size, middle, 6.5, 2.5)
        else:
            mask = paint.circle_mask(image.size, middle, 6.5 if outcome == "win" else 4.0)
        paint.fill(image, mask, colour)


def _draw_course(image: Image.Image, theme: Theme, course: Sequence[float]) -> None:
    """The rating's course as a line over a faint area, its end marked, its highest and lowest at the side."""
    left, top, right, bottom = _PLOT
    lowest, highest = min(course), max(course)
    labels = [str(round(highest)), str(round(lowest))]
    font = typeface.font(20, "SemiBold")
    left += round(max(map(font.getlength, labels))) + 12
    for label, y in zip(labels, (top + 4, bottom - 4), strict=True):
        paint.text(image, (left - 12, y), label, 20, theme.muted, anchor="rm", weight="SemiBold")
    middle, span = (highest + lowest) / 2, max(highest - lowest, _CALM)
    right -= 8
    points = [
        (
            left + (right - left) * number / (len(course) - 1),
            (top + bottom) / 2 - (rating - middle) / span * (bottom - top),
        )
        for number, rating in enumerate(course)
    ]
    figures.band(image, points, [(points[0][0], bottom + 6.0), (points[-1][0], bottom + 6.0)], theme.rating)
    figures.curve(image, points, theme.rating, 3.0)
    paint.fill(image, paint.circle_mask(image.size, points[-1], 8.0), theme.panel)
    paint.fill(image, paint.circle_mask(image.size, points[-1], 6.0), theme.text)


def _draw_results(image: Image.Image, theme: Theme, card: Card) -> None:
    """Games won, drawn and lost in figures, over a bar divided in their proportion."""
    width = _CARD[0] - 2 * _LEFT
    counts = (card.wins, card.draws, card.losses)
    places = ((_LEFT, "lm"), (_CARD[0] / 2, "mm"), (_CARD[0] - _LEFT, "rm"))
    for (x, anchor), count, word, colour in zip(
        places, counts, card.words, (theme.won, theme.drawn, theme.lost), strict=True
    ):
        if word:
            paint.text(image, (x, _RESULTS - 8), f"{count} {word}", 22, colour, anchor=anchor)
    figures.results_bar(image, theme, _LEFT, _RESULTS + 10, width, 12, counts)
