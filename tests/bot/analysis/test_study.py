"""Positions as texts: any that can be reached is read again as it was written, in every way there is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.analysis.reading import read_position
from bot.analysis.study import MOST_BACK, Study, StudyError
from bot.catalog import GAMES, GameKind
from bot.catalog.squares import options_from, squares_of
from bot.games.rating import why_unrated
from bot.ui.analysis import component_ids as ids
from bot.ui.component_ids import MAX_CUSTOM_ID
from data import WhyUnrated, is_set_up
from engine import Position

BOARDS = {
    "reversi": ("", "6x6", "10x10", "anti", "6x6 anti", "10x10 anti"),
    "connect4": ("", "8x7", "12x6", "12x8c6", "4x4c3"),
}


@st.composite
def studies(draw: st.DrawFn) -> Study:
    """A position that a game leads to, over or not, with the moves of the game."""
    kind = GAMES[draw(st.sampled_from(sorted(BOARDS)))]
    chance = random.Random(draw(st.integers(0, 2**32)))
    root = kind.start(draw(st.sampled_from(BOARDS[kind.key])))
    position, moves = root, []
    for _ in range(draw(st.sampled_from((0, 1, 8, 25, 45, 200)))):
        if not (legal := position.legal_moves()):
            break
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
    return Study.of(kind, root, moves)


def same(one: Position, other: Position) -> bool:
    return (one, one.turn, one.variant) == (other, other.turn, other.variant)


@settings(deadline=None, max_examples=60)
@given(studies())
def test_positions_are_set_up_and_begun_from_as_they_were(study: Study) -> None:
    kind, position = study.kind, study.position
    assert same(kind.set_up(kind.board_of(position), squares_of(kind, position)), position)
    options = options_from(kind, position)
    assert same(kind.start(options), position)
    if is_set_up(options):
        assert why_unrated(kind, options, chosen=True) is WhyUnrated.BOARD


@settings(deadline=None, max_examples=60)
@given(studies())
def test_positions_are_typed_as_squares_and_as_the_text_of_the_engine(study: Study) -> None:
    kind, position = study.kind, study.position
    board = kind.board_of(position)
    squares = squares_of(kind, position)
    typed = f"{board}:{squares}" if board else squares
    assert same(read_position(typed, kind).position, position)
    if str(position):
        assert same(read_position(str(position), kind).position, position)


@settings(deadline=None, max_examples=60)
@given(studies())
def test_buttons_hold_every_position_and_the_way_back(study: Study) -> None:
    at = ids.texts_of(study)
    again = ids.GoBack.parse(str(ids.GoBack(*at))).study()
    assert again == study
    assert len(study.moves) <= MOST_BACK
    for move in study.position.legal_moves()[:3]:
        assert len(str(ids.PlayNext(*at, move))) <= MAX_CUSTOM_ID
        assert study.play(move).back().position == study.position


def test_the_longest_id_has_room() -> None:
    kind = GAMES["reversi"]
    at = ids.texts_of(Study.of(kind, kind.start("10x10 anti")))
    assert len(str(ids.ChooseNext(*at._replace(path="A" * MOST_BACK), 1))) <= MAX_CUSTOM_ID
    assert len(str(ids.PlayNext(*at._replace(path="A" * MOST_BACK), "j10"))) <= MAX_CUSTOM_ID


@pytest.mark.parametrize(
    "texts",
    [
        ("chess", "", "AAAA", ""),
        ("reversi", "", "AAAA", ""),
        ("reversi", "5x5", "AAAA", ""),
        ("connect4", "", "!", ""),
        ("connect4", "", "AAAAAAAAAAAA", "?"),
        ("connect4", "", "AAAAAAAAAAAA", "9"),
    ],
)
def test_a_text_that_is_no_position_is_told(texts: tuple[str, str, str, str]) -> None:
    with pytest.raises(StudyError):
        Study.unpacked(*texts)


@pytest.mark.parametrize(
    "typed",
    [
        "........ ........ ........ ...OX... ...XO... ........ ........ ........ X",
        "--------\n--------\n--------\n---o*---\n---*o---\n--------\n--------\n--------\n*",
        "---------------------------OX------XO--------------------------- X;",
        "_" * 27 + "wb" + "_" * 6 + "bw" + "_" * 27 + "b",
    ],
)
def test_squares_are_written_in_many_ways(typed: str) -> None:
    kind: GameKind = GAMES["reversi"]
    assert read_position(typed).position == kind.start("")
