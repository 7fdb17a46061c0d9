"""The boards of each game: how they are typed, stored, begun, shown and played to their end."""

from __future__ import annotations

import random

import pytest

from bot.catalog import GAMES, Diagram, GameKind, Variant
from engine import EngineError, Position, connect4, reversi
from tests.cases import for_each

BOARDS = [(kind, variant) for kind in GAMES.values() for variant in kind.variants]
each_board = pytest.mark.parametrize(
    ("kind", "variant"), BOARDS, ids=[f"{kind.key} {variant.label}" for kind, variant in BOARDS]
)
MAX_BYTES = 60_000
MAX_WORDS = 1000


def play_out(position: Position, seed: int) -> list[Diagram]:
    """Every position of a random game, the end included."""
    rng, diagrams = random.Random(seed), [Diagram(position, hints=True)]
    while moves := position.legal_moves():
        move = rng.choice(moves)
        recent = diagrams[-1].recent.then(move, position)
        position = position.play(move)
        diagrams.append(Diagram(position, recent, hints=True))
    return diagrams


@each_board
def test_a_variant_is_chosen_by_label_and_by_options(kind: GameKind, variant: Variant) -> None:
    assert kind.read_options(variant.label) == variant.options
    assert kind.read_options(variant.options or variant.label) == variant.options


@each_board
def test_it_is_shown_from_the_first_to_the_last_move(kind: GameKind, variant: Variant) -> None:
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
    [
        ("8x8", "", reversi.start()),
        (" 10 x 10 ", "10x10", reversi.start(10)),
        ("6", "6x6", reversi.start(6)),
        ("Anti", "anti", reversi.start(8, anti=True)),
        ("6×6 anti", "6x6 anti", reversi.start(6, anti=True)),
        ("anti 10*10", "10x10 anti", reversi.start(10, anti=True)),
    ],
)
def test_reversi_boards_as_people_type_them(typed: str, options: str, start: reversi.Position) -> None:
    kind = GAMES["reversi"]
    assert kind.read_options(typed) == options
    assert kind.start(options) == start


@for_each("typed", ["7x7", "6x8", "big", "antic", "10x10x10", "\u0666"])
def test_reversi_boards_there_are_not(typed: str) -> None:
    with pytest.raises(EngineError):
        GAMES["reversi"].read_options(typed)


@for_each(
    ("typed", "options", "start"),
    [
        ("7x6", "", connect4.start()),
        ("12 × 8", "12x8", connect4.start(12, 8)),
        ("9x6c5", "9x6c5", connect4.start(9, 6, 5)),
        ("5x4 connect 3", "5x4c3", connect4.start(5, 4, 3)),
    ],
)
def test_connect4_grids_as_people_type_them(typed: str, options: str, start: connect4.Position) -> None:
    kind = GAMES["connect4"]
    assert kind.read_options(typed) == options
    assert kind.start(options) == start


@for_each("typed", ["3x3", "13x6", "7x6c7", "wide", "7x"])
def test_connect4_grids_there_are_not(typed: str) -> None:
    with pytest.raises(EngineError):
        GAMES["connect4"].read_options(typed)


def test_in_anti_reversi_the_winner_is_named_with_the_fewer_discs_first() -> None:
    kind = GAMES["reversi"]
    end = play_out(kind.start("6x6 anti"), 2)[-1].position
    result = end.result()
    assert isinstance(end, reversi.Position)
    assert result is not None
    assert result.winner is not None
    points = end.points()
    assert points[result.winner] == min(points) < max(points)
    assert kind.win_line(end, "Ann").startswith(f"Ann wins {min(points)}–{max(points)}")
    assert "Fewest discs win." in kind.describe(Diagram(end))
    assert "Fewest discs win." not in kind.describe(Diagram(kind.start("")))
