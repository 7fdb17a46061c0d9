"""Variants, their texts in languages, and diagrams."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from bot import catalog
from bot.computer.opponents.choices import opponent_name
from bot.computer.opponents.names import typed_name
from data.games.explorer import set_up_on
from engine import EngineError, Position, connect4, reversi
from engine.search.position import PASS
from languages import speaking
from renderers.board import End
from tests.bot.helpers import BLACK_PASSES_TWICE
from tests.cases import for_each
from tests.languages.pseudo import PERSON, plain, untranslated
from tests.renderers.helpers import REVERSI_GRID, changed, pixels_of

BOARDS = [(kind, variant) for kind in catalog.GAMES.values() for variant in kind.variants]
each_board = pytest.mark.parametrize(
    ("kind", "variant"), BOARDS, ids=[f"{kind.key} {variant.label}" for kind, variant in BOARDS]
)
MAX_BYTES = 60_000
MAX_WORDS = 1000


def play_out(position: Position, seed: int) -> list[catalog.Diagram]:
    """Every position of a random game, the end included."""
    rng, diagrams = random.Random(seed), [catalog.Diagram(position, hints=True)]
    while moves := position.legal_moves():
        move = rng.choice(moves)
        recent = diagrams[-1].recent.then(move, position)
        position = position.play(move)
        diagrams.append(catalog.Diagram(position, recent, hints=True))
    return diagrams


@each_board
def test_a_variant_is_chosen_by_label_and_by_options(
    kind: catalog.GameKind, variant: catalog.Variant
) -> None:
    assert kind.read_options(variant.label) == variant.options
    assert kind.read_options(variant.options or variant.label) == variant.options


@pytest.mark.long
@each_board
def test_it_is_shown_from_the_first_to_the_last_move(
    kind: catalog.GameKind, variant: catalog.Variant
) -> None:
    diagrams = play_out(kind.start(variant.options), 1)
    end = diagrams[-1].position
    assert end.result() is not None
    for diagram in (diagrams[0], diagrams[-1]):
        assert len(kind.draw(diagram)) <= MAX_BYTES
    assert max(len(kind.describe(diagram)) for diagram in diagrams) <= MAX_WORDS
    assert kind.win_line(end, "Ann")
    assert kind.draw_line(end)


@for_each(
    ("typed", "options", "start"),
    ("8x8", "", reversi.start()),
    (" 10 x 10 ", "10x10", reversi.start(10)),
    ("6", "6x6", reversi.start(6)),
    ("Anti", "anti", reversi.start(8, anti=True)),
    ("6×6 anti", "6x6 anti", reversi.start(6, anti=True)),
    ("anti 10*10", "10x10 anti", reversi.start(10, anti=True)),
    ("7x6", "", connect4.start()),
    ("12 × 8", "12x8", connect4.start(12, 8)),
    ("9x6c5", "9x6c5", connect4.start(9, 6, 5)),
    ("5x4 connect 3", "5x4c3", connect4.start(5, 4, 3)),
)
def test_boards_as_people_type_them(typed: str, options: str, start: Position) -> None:
    kind = catalog.GAMES[start.game]
    assert (kind.read_options(typed), kind.start(options)) == (options, start)


@for_each(
    ("game", "typed"),
    *(("reversi", typed) for typed in ("7x7", "6x8", "big", "antic", "10x10x10", "\u0666")),
    *(("connect4", typed) for typed in ("3x3", "13x6", "7x6c7", "wide", "7x")),
)
def test_boards_there_are_not(game: str, typed: str) -> None:
    with pytest.raises(EngineError):
        catalog.GAMES[game].read_options(typed)


def test_in_anti_reversi_the_winner_is_named_with_the_fewer_discs_first() -> None:
    kind = catalog.GAMES["reversi"]
    end = play_out(kind.start("6x6 anti"), 2)[-1].position
    result = end.result()
    assert isinstance(end, reversi.Position)
    assert result is not None
    assert result.winner is not None
    points = end.points()
    assert points[result.winner] == min(points) < max(points)
    assert kind.win_line(end, "Ann").startswith(f"Ann wins {min(points)}–{max(points)}")
    assert "Fewest discs win." in kind.describe(catalog.Diagram(end))
    assert "Fewest discs win." not in kind.describe(catalog.Diagram(kind.start("")))


def test_games_are_registered_once_reversi_first() -> None:
    assert list(catalog.GAMES) == ["reversi", "connect4"]
    before = catalog.GAMES["reversi"]
    with pytest.raises(ValueError, match="reversi"):
        catalog.register(catalog.GAMES["reversi"])
    catalog.discover()
    assert list(catalog.GAMES) == ["reversi", "connect4"]
    assert catalog.GAMES["reversi"] is before


each_game = pytest.mark.parametrize("kind", catalog.GAMES.values(), ids=catalog.GAMES.keys())


def texts(kind: catalog.GameKind) -> Iterator[str]:
    """Everything that a game says, but for pictures and their descriptions."""
    yield from (kind.title, kind.summary, kind.other_boards, kind.rules())
    yield from (side.name for side in kind.sides)
    yield from (catalog.board_label(kind, variant.options) for variant in kind.variants)
    yield catalog.board_label(kind, set_up_on("", "X"))
    for variant in kind.variants:
        end = play_out(kind.start(variant.options), 1)[-1].position
        yield from (kind.win_line(end, "3"), kind.draw_line(end))
        yield from values(kind, end)
        # The rule below a board in letters.
        yield from kind.write(catalog.Diagram(end)).splitlines()[len(kind.rows_of(end)) + 2 :]
    start = kind.start("")
    yield from map(kind.move_name, start.legal_moves())
    yield kind.margin(3)
    yield from values(kind, start)


def values(kind: catalog.GameKind, position: Position) -> Iterator[str]:
    """Values of a position, proved or not."""
    for score in (-1, 0, 1):
        yield kind.proved(position, score)
        yield kind.value_label(position, score, exact=True)
        yield kind.estimate(position, score / 3)


@each_game
def test_everything_a_game_says_is_translated_when_it_is_shown(kind: catalog.GameKind) -> None:
    english = [*texts(kind)]
    with speaking(PERSON):
        translated = [*texts(kind)]
    assert [left for text in translated for left in untranslated(text)] == []
    assert [*map(plain, translated)] == english == [*texts(kind)]


@each_game
def test_a_board_is_understood_in_both_languages(kind: catalog.GameKind) -> None:
    english = [variant.label for variant in kind.variants]
    with speaking(PERSON):
        for variant, label in zip(kind.variants, english, strict=True):
            assert kind.read_options(label) == kind.read_options(variant.label) == variant.options


def test_openings_are_stored_in_english_and_shown_in_the_readers_language() -> None:
    kind = catalog.GAMES["reversi"]
    with speaking(PERSON):
        name = kind.opening_of("", ["f5", "f6"])
        assert name == "Diagonal Opening"
        assert untranslated(catalog.opening_label(name)) == untranslated(kind.opening_label(name)) == []
        assert untranslated(catalog.GAMES["connect4"].opening_label("4 3")) == []


@for_each(
    ("spec", "left"),
    ("hard", []),
    ("greedy|greedy:4", []),
    ("greedy:6", []),
    ("Max {x}|greedy:4", ["Max"]),
    ("alignments-0,1,4:3", ["alignments"]),
)
def test_names_of_levels_are_translated_and_those_people_chose_are_not(spec: str, left: list[str]) -> None:
    with speaking(PERSON):
        assert untranslated(str(opponent_name(spec))) == left


@each_game
def test_every_level_has_a_translated_name(kind: catalog.GameKind) -> None:
    with speaking(PERSON):
        assert [typed_name(level) for level in kind.levels if untranslated(typed_name(level))] == []


STRIP_BOTTOM = 78

BEGUN = {"reversi": ("f5", "f6", "e6"), "connect4": ("4", "4", "3")}
NAMES = {"reversi": ("Black", "White"), "connect4": ("Red", "Yellow")}


def diagram_after(kind: catalog.GameKind, moves: tuple[str, ...]) -> catalog.Diagram:
    positions: list[Position] = [kind.start("")]
    for move in moves:
        positions.append(positions[-1].play(move))
    return catalog.Diagram(positions[-1], catalog.recent_moves(positions, moves), hints=True)


def marks(written: str, sign: str) -> int:
    """Count the squares of a text board with a sign before them."""
    return sum(line.count(sign) for line in written.splitlines() if line[:1].isdigit())


@each_game
@pytest.mark.parametrize("end", [End(0), End(1), End(None), End(None, called_off=True)], ids=str)
def test_no_side_is_to_move_in_a_finished_game(kind: catalog.GameKind, end: End) -> None:
    going = diagram_after(kind, BEGUN[kind.key])
    over = replace(going, end=end)
    told = kind.describe(over)
    assert "to move" in kind.describe(going)
    assert "to move" not in told
    for side in (0, 1):
        assert (f"{NAMES[kind.key][side]} has won the game." in told) == (end.winner == side)
    assert ("The game is a draw." in told) == (end == End(None))
    assert ("The game was called off." in told) == end.called_off
    written = kind.write(over)
    assert "Moves:" not in written
    assert "Columns to play:" not in written
    panels = changed(pixels_of(kind.draw(going)), pixels_of(kind.draw(over)))[:STRIP_BOTTOM]
    # The panel of the side to move loses its frame; a winner's is filled.
    turn = slice(320, None) if going.position.turn else slice(None, 320)
    assert panels[:, turn].any()
    if end.winner is None:
        plain = replace(going, end=End(None))
        assert kind.draw(over) == kind.draw(plain)


@each_game
def test_both_last_moves_are_marked_and_told_differently(kind: catalog.GameKind) -> None:
    moves = BEGUN[kind.key]
    diagram = diagram_after(kind, moves)
    written = kind.write(diagram)
    assert (marks(written, ">"), marks(written, "~")) == (1, 1)
    assert "> last move, ~ the one before" in written
    last, before = (kind.move_name(move) for move in (moves[-1], moves[-2]))
    assert f"The last moves were {before} and, in answer, {last}." in kind.describe(diagram)
    without = replace(diagram, recent=replace(diagram.recent, before=None))
    only_last, both = pixels_of(kind.draw(without)), pixels_of(kind.draw(diagram))
    place = np.argwhere(changed(only_last, both))
    assert len(place) > 200
    # What changes is on one square.
    assert np.ptp(place[:, 0]) < 100
    assert np.ptp(place[:, 1]) < 100
    as_last = replace(
        diagram, recent=replace(catalog.NO_MOVES, last=(diagram.recent.before or diagram.recent.last[0],))
    )
    assert changed(pixels_of(kind.draw(as_last)), both).any()


def test_all_moves_of_a_side_whose_opponent_passed_are_marked() -> None:
    kind, moves = catalog.GAMES["reversi"], BLACK_PASSES_TWICE
    diagram = diagram_after(kind, moves)
    assert [made.move for made in diagram.recent.last] == ["h6", "c7"]
    written = kind.write(diagram)
    assert (marks(written, ">"), marks(written, "~")) == (2, 1)
    assert "The last moves were h7 and, in answer, h6, then c7." in kind.describe(diagram)
    plain = pixels_of(kind.draw(replace(diagram, recent=catalog.NO_MOVES)))
    there = changed(plain, pixels_of(kind.draw(diagram)))
    for move in ("h6", "c7", "h7"):
        assert there[_square(move)].any(), move


def _square(move: str) -> tuple[slice, slice]:
    left, top = REVERSI_GRID.corner(REVERSI_GRID.index(move))
    return slice(top, top + REVERSI_GRID.cell), slice(left, left + REVERSI_GRID.cell)


def test_marks_follow_passes_and_turned_discs() -> None:
    kind, moves = catalog.GAMES["reversi"], ("d3", "c3", "b3")
    diagram = diagram_after(kind, moves)
    assert kind.rows_of(diagram.position)[2][2] == 0, "b3 turns c3"
    without = replace(diagram, recent=replace(diagram.recent, before=None))
    there = changed(pixels_of(kind.draw(without)), pixels_of(kind.draw(diagram)))
    assert there[_square("c3")].any()
    assert not there[_square("d3")].any()
    recent = catalog.recent_moves([catalog.GAMES["reversi"].start("")], ())
    assert recent.then(PASS, catalog.GAMES["reversi"].start("")).last == ()
