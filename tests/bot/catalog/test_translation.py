"""The texts of every game follow the reader's language; what is stored or typed stays English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.catalog import GAMES, Diagram, GameKind, board_label, opening_label
from bot.computer.opponents.names import typed_name
from bot.computer.opponents.specs import opponent_name
from data.games.boards import set_up_on
from engine import Position
from languages import speaking
from tests.bot.catalog.test_variants import play_out
from tests.cases import for_each
from tests.languages.pseudo import PERSON, plain, untranslated

each_game = pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES.keys())


def texts(kind: GameKind) -> Iterator[str]:
    """Everything that a game says, but for pictures and their descriptions."""
    yield from (kind.title, kind.summary, kind.other_boards, kind.rules())
    yield from (side.name for side in kind.sides)
    yield from (board_label(kind, variant.options) for variant in kind.variants)
    yield board_label(kind, set_up_on("", "X"))
    for variant in kind.variants:
        end = play_out(kind.start(variant.options), 1)[-1].position
        yield from (kind.win_line(end, "3"), kind.draw_line(end))
        yield from values(kind, end)
        # The rule below a board in letters.
        yield from kind.write(Diagram(end)).splitlines()[len(kind.rows_of(end)) + 2 :]
    start = kind.start("")
    yield from map(kind.move_name, start.legal_moves())
    yield kind.margin(3)
    yield from values(kind, start)


def values(kind: GameKind, position: Position) -> Iterator[str]:
    """Values of a position, proved or not."""
    for score in (-1, 0, 1):
        yield kind.proved(position, score)
        yield kind.value_label(position, score, exact=True)
        yield kind.estimate(position, score / 3)


@each_game
def test_everything_a_game_says_is_translated_when_it_is_shown(kind: GameKind) -> None:
    english = [*texts(kind)]
    with speaking(PERSON):
        translated = [*texts(kind)]
    assert [left for text in translated for left in untranslated(text)] == []
    assert [*map(plain, translated)] == english == [*texts(kind)]


@each_game
def test_a_board_is_understood_in_both_languages(kind: GameKind) -> None:
    english = [variant.label for variant in kind.variants]
    with speaking(PERSON):
        for variant, label in zip(kind.variants, english, strict=True):
            assert kind.read_options(label) == kind.read_options(variant.label) == variant.options


def test_openings_are_stored_in_english_and_shown_in_the_readers_language() -> None:
    kind = GAMES["reversi"]
    with speaking(PERSON):
        name = kind.opening_of("", ["f5", "f6"])
        assert name == "Diagonal Opening"
        assert untranslated(opening_label(name)) == untranslated(kind.opening_label(name)) == []
        assert untranslated(GAMES["connect4"].opening_label("4 3")) == []


@for_each(
    ("spec", "left"),
    [
        ("hard", []),
        ("greedy|greedy:4", []),
        ("greedy:6", []),
        ("Max {x}|greedy:4", ["Max"]),
        ("alignments-0,1,4:3", ["alignments"]),
    ],
)
def test_names_of_levels_and_styles_are_translated_and_those_that_people_chose_are_not(
    spec: str, left: list[str]
) -> None:
    with speaking(PERSON):
        assert untranslated(str(opponent_name(spec))) == left


@each_game
def test_every_level_has_a_translated_name(kind: GameKind) -> None:
    with speaking(PERSON):
        assert [typed_name(level) for level in kind.levels if untranslated(typed_name(level))] == []
