"""Texts stay in their areas and off each other, however long the translations and whatever the script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from typing import Final

import pytest
from PIL import Image

from engine import connect4 as grids
from engine import reversi as boards
from languages import Language, gettext, speaking
from renderers import (
    bracket,
    charts,
    comparison,
    connect4,
    connect4_replay,
    leaderboard,
    profile,
    reversi,
    reversi_replay,
    review_chart,
    strength_chart,
    table,
)
from renderers.board import Situation
from renderers.charts import RatingPoint, Tick
from renderers.figures import OF_GAMES, OF_PUZZLES, ResultRow, Section
from renderers.overlays import Better
from tests.renderers.ledger import Picture, faults, recording

FILLER: Final = {
    "longer": "verlängerungswörterbuch",
    "Japanese": "対局者の推定値をレーティング順に表示する、",
}
"""What the words of the invented languages are made of."""


class Invented(NullTranslations):
    """Longer sentences in words without spaces to break at, or sentences in Japanese characters."""

    def __init__(self, script: str) -> None:
        super().__init__()
        self._script = script

    def gettext(self, message: str) -> str:
        parts = re.split(r"(\{\w+\})", message)
        return "".join(part if part.startswith("{") else self._invent(part) for part in parts)

    def _invent(self, text: str) -> str:
        letters = sum(map(str.isalpha, text))
        if letters < 2:
            return text
        filler = FILLER[self._script]
        if self._script == "longer":
            return f"{text.rstrip()}{filler[: -(-letters * 2 // 5)]}{' ' * text.endswith(' ')}"
        # Japanese says the same in about half as many characters, which are twice as wide.
        start = letters % len(filler)
        return (filler[start:] + filler * 8)[: max(1, round(letters * 0.6))]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        # A letter, a sign or what separates items stays as it is.
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def invented(script: str) -> Language:
    """Return a language with invented sentences."""
    language = Language(script, script, ())
    vars(language)["catalogue"] = Invented(script)
    return language


NAMES: Final = {
    "longer": ("Maximiliana Wolkenstein-Trostburg", "Flipfour (anfängerfreundlich)"),
    "Japanese": ("東京特許許可局長 山田太郎左衛門", "オセロ名人ヴェルサイユ"),
}


def card(names: tuple[str, str]) -> profile.GameCard:
    """Return a profile with all that it can show."""
    points = [RatingPoint(0.0, 1500, 350), RatingPoint(0.5, 1610, 80), RatingPoint(1.0, 1590, 60)]
    lines = [
        profile.RatingLine(gettext(title), 1590, 160, 1234, True, points, points[1], True)
        for title in ("between people", "against the computer")
    ]
    form = ("win", "draw", "loss") * 3 + ("win",)
    ticks = [Tick(0.0, gettext("12 March")), Tick(0.4, gettext("April 2025")), Tick(1.0, gettext("now"))]
    return profile.GameCard(
        gettext("Connect 4"), 12345, lines, ticks, form, sections(names), (78.4, 120), names[0]
    )


def sections(names: tuple[str, str]) -> list[Section]:
    """Return rows of results."""
    rows = [
        ResultRow(gettext(label), 1200, 30, 1100)
        for label in ("Black", "Other computers", "Perpendicular Opening, Mimura Variation II")
    ]
    return [Section(gettext("Favourite openings"), rows), Section(gettext("By opponent"), rows)]


def board(names: tuple[str, str]) -> None:
    start = boards.start()
    over = boards.parse("X" * 63 + "O X")
    note = gettext("fewest discs win")
    for position in (start, start.play("d3"), over):
        reversi.draw(position, note=note)
        reversi.draw(position, names=names, note=note)
        reversi.draw(position, names=("مريم", "🐙"))
    for moves in ("4455", "4545454"):
        connect4.draw(grids.parse(moves))
        connect4.draw(grids.parse(moves), names=names)


def values(names: tuple[str, str]) -> None:
    start = grids.start()
    texts = [gettext("win in {moves}", moves=12), gettext("loss in {moves}", moves=7), "+12.5"]
    shown = {str(column + 1): (texts[column % 3], column / 6) for column in range(7)}
    connect4.draw(start, names=names, values=shown)
    for value in (*texts, gettext("draw")):
        connect4.draw(start.play("4"), Situation(("4",)), better=Better("5", value))
        reversi.draw(boards.start(), values={"d3": (value, 1.0), "c4": ("+1.5", 0.2)})


def page(names: tuple[str, str]) -> None:
    for words in (OF_GAMES, OF_PUZZLES):
        rows = [
            leaderboard.RankRow(place, names[place % 2], 1700, 100, 12345, 1234, 9876, place == 2, place > 4)
            for place in (1, 2, 3, 1004, 1005)
        ]
        leaderboard.draw(rows, words=words)


def profiles(names: tuple[str, str]) -> None:
    whole = card(names)
    profile.draw_profile(whole)
    profile.draw_profile(whole._replace(lines=whole.lines[:1], form=("draw",), games=1))
    profile.draw_profile(whole._replace(lines=[whole.lines[0]._replace(peak=None)], name="مريم"))
    profile.draw_profile(whole._replace(lines=(), accuracy=None))


def comparisons(names: tuple[str, str]) -> None:
    line = card(names).lines[0]
    course = line._replace(rating=1590, deviation=160, provisional=True, guessed_peak=True)
    facts = [comparison.Fact(gettext("Longest run"), (gettext("7 wins"), gettext("5 wins")))]
    shown = comparison.HeadToHead(
        gettext("Connect 4"), (1234, 30, 1100), (course, course), card(names).ticks, sections(names), facts,
        names,
    )  # fmt: skip
    comparison.draw_comparison(shown)
    comparison.draw_comparison(shown._replace(score=(0, 0, 0), ratings=(course, None), facts=()))
    comparison.draw_comparison(shown._replace(ratings=(None, course), names=("مريم", "🐙")))


def review(names: tuple[str, str]) -> None:
    points = tuple(
        review_chart.ReviewPoint(float(ply % 30), 14 + ply % 5 if ply < 50 else None) for ply in range(61)
    )
    losses = tuple(ply * 1.5 for ply in range(61))
    sides = (gettext("Yellow"), gettext("Black"))
    course = review_chart.ReviewCourse(names, sides, (81.5, None), points, (losses, losses))
    review_chart.draw_course(course)
    ends = (sides[0], gettext("draw"), sides[1])
    review_chart.draw_course(
        review_chart.ReviewCourse(("مريم", names[0]), sides, (None, 9.0), points, (losses, losses), ends)
    )


def strength(names: tuple[str, str]) -> None:
    sides = (gettext("Black"), gettext("White"))
    for results in ("w", "wwwwwwwwwww", "wdl" * 40, "l" * 12 + "w" * 30):
        strength_chart.draw_strength(results, names, sides)


def insights(names: tuple[str, str]) -> None:
    phases = tuple((gettext(name), 100.0) for name in ("Opening", "Middle game", "Endgame"))
    dates = gettext("12 March"), gettext("April 2025")
    for trend in ((), (100.0, 100.0), (100.0, 5.0, 48.4, 100.0, 62.5, 100.0)):
        charts.draw_insights(charts.InsightsCourse(phases, trend, dates))
    charts.draw_insights(charts.InsightsCourse((), (5.0, 6.0), dates))


def tables(names: tuple[str, str]) -> None:
    for headings, number in (((), 2), (("SB",), 14), (("BH", "SB"), 26)):
        rows = [
            table.StandingRow(
                place, (*names, "مريم")[place % 3], 112.5, 120, 10, 110, (None, 1234.25)[: len(headings)]
            )
            for place in range(1, number + 1)
        ]
        table.draw_standings_table(rows, headings, final=True)


def brackets(names: tuple[str, str]) -> None:
    for rounds in (1, 3, 4, 6):
        marks = "½½½1" if rounds < 4 else "1"
        first = bracket.Contestant(64, names[0], marks)
        over = bracket.Box((first, bracket.Contestant(33, names[1], marks)), 0, is_over=True)
        bye = bracket.Box((first, None), 0, is_over=True, is_bye=True)
        columns = [
            [(over, bye, bracket.Box())[(place + number) % 3] for place in range(2 ** (rounds - number - 1))]
            for number in range(rounds)
        ]
        bracket.draw(bracket.Tree(columns, bye), 0)


PASSING = boards.parse(f"{'-' * 24}XXXXXXO----XX---{'-' * 24} O")
"""White has no move."""


def replays(names: tuple[str, str]) -> Iterator[Image.Image]:
    for frame in reversi_replay.film([PASSING, PASSING.play("pass")], names=names).frames:
        yield frame.picture
    start = grids.start()
    for frame in connect4_replay.film([start, start.play("4")], names=names).frames:
        yield frame.picture


PICTURES: Final[tuple[Callable[[tuple[str, str]], object], ...]] = (
    board, values, page, profiles, comparisons, review, strength, insights, tables, brackets,
)  # fmt: skip


@pytest.fixture(autouse=True)
def fresh_parts() -> None:
    """Forget parts of pictures that were drawn before, which are not recorded."""
    for cached in (leaderboard._base, leaderboard._background, leaderboard._divider):
        cached.cache_clear()
    reversi._ARTS._parts.clear()
    connect4._ARTS._parts.clear()


@pytest.mark.long
@pytest.mark.parametrize("script", FILLER)
def test_texts_keep_to_their_areas(script: str) -> None:
    with speaking(invented(script)), recording() as ledger:
        for draw in PICTURES:
            before = len(ledger.pictures)
            draw(NAMES[script])
            assert len(ledger.pictures) > before, draw
    assert all(picture.texts for picture in ledger.pictures)
    assert [fault for picture in ledger.pictures for fault in faults(picture, NAMES[script])] == []


@pytest.mark.long
@pytest.mark.parametrize("script", FILLER)
def test_texts_of_replays_keep_to_their_areas(script: str) -> None:
    with speaking(invented(script)), recording() as ledger:
        frames = [Picture(frame.size, ledger.on(frame)) for frame in replays(NAMES[script])]
    assert all(frame.texts for frame in frames)
    passes = gettext_of(script, "Black passes"), gettext_of(script, "White passes")
    assert any(text.text in passes for frame in frames for text in frame.texts)
    assert [fault for frame in frames for fault in faults(frame, NAMES[script])] == []


def gettext_of(script: str, sentence: str) -> str:
    """Return an invented sentence."""
    with speaking(invented(script)):
        return gettext(sentence)


@pytest.mark.long
def test_english_labels_are_whole() -> None:
    names = ("Alexandra", "Flipfour (hard)")
    with recording() as ledger:
        for draw in PICTURES:
            draw(names)
    assert [fault for picture in ledger.pictures for fault in faults(picture)] == []
