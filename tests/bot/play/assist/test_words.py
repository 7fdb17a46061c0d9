"""Hints in words: of nothing, of very much, and with the line that is expected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.snapshot import GameSnapshot
from bot.play.assist.pointers import part_of_board
from bot.play.assist.words import LOOK_AT, hints_text, move
from bot.play.games.challenges import Challenges
from bot.ui.candidates import MAX_TEXT
from engine import Candidate, SearchResult
from tests.bot.helpers import ANN, PLACE, REVERSI

FOUND = SearchResult(
    "d3",
    1.0,
    9,
    1,
    0.0,
    exact=False,
    line=("d3", "c3"),
    candidates=(Candidate("d3", 1.0, "exact", "c3"), Candidate("c4", 0.5, "at most", None)),
)


@pytest.fixture
async def game(challenges: Challenges) -> GameSnapshot:
    return await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")


async def test_every_candidate_has_a_line_with_its_value_and_the_answer_to_it(game: GameSnapshot) -> None:
    *_, first, second, expected = hints_text(game, FOUND).splitlines()
    assert "**d3** +1.0" in first
    assert first.endswith("c3")
    assert "**c4**" in second
    assert "+0.5" in second
    assert expected.endswith("d3 c3")


async def test_the_expected_line_belongs_to_the_best_of_the_list(game: GameSnapshot) -> None:
    changed_its_mind = replace(FOUND, move="c4", line=("c4", "c3"))
    assert "c4 c3" not in hints_text(game, changed_its_mind)


async def test_nothing_found_says_so_in_one_line(game: GameSnapshot) -> None:
    nothing = replace(FOUND, depth=0, line=("d3",), candidates=())
    assert len(hints_text(game, nothing).splitlines()) == 1


async def test_more_than_a_message_takes_is_cut_off_and_counted(game: GameSnapshot) -> None:
    many = tuple(Candidate(f"move{number}", 1.0, "at most", "a1") for number in range(200))
    text = hints_text(game, replace(FOUND, candidates=many))
    shown = text.count("**move")
    assert len(text) < MAX_TEXT + 100
    assert str(200 - shown) in text.splitlines()[-1]


async def test_a_proved_result_is_told_as_one(game: GameSnapshot) -> None:
    proved = replace(FOUND, exact=True)
    assert REVERSI.proved(game.position, 1) in hints_text(game, proved).splitlines()[1]


async def test_a_score_that_is_nearly_proved_tells_how_certain_it_is(game: GameSnapshot) -> None:
    _, how, *_ = hints_text(game, replace(FOUND, certainty=0.9545)).splitlines()
    assert how == "Searched to the end of the game, 95% certain: the higher, the better for you."


@pytest.mark.parametrize(
    ("certainty", "outcome", "told"),
    [
        (0.95, 1, ", 95% certain: the higher, the better for you. Proved: you can win."),
        (0.95, -1, ", 95% certain: the higher, the better for you. Proved: you lose with best play."),
        (None, 0, ": the higher, the better for you. Proved: a draw."),
    ],
)
async def test_a_proved_winner_is_named(
    game: GameSnapshot, certainty: float | None, outcome: int, told: str
) -> None:
    found = replace(FOUND, certainty=certainty, outcome=outcome)
    _, how, *_ = hints_text(game, found).splitlines()
    assert how == f"Searched to the end of the game{told}"
    *_, hint = move(game, found).splitlines()
    assert hint == f"I value it at +1.0: an estimate, 9 moves deep. {told.split('. ')[1]}"


def test_a_part_of_the_board_with_empty_rows_beyond_it_is_called_no_edge() -> None:
    part = part_of_board(REVERSI, REVERSI.start(""), ("c6", "d6", "e6", "f6"))
    assert part is not None
    assert "the lower part" in LOOK_AT[part]
    assert not [text for text in LOOK_AT.values() if "edge" in text]
