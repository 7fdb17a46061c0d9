"""Hints on the board: the values of moves as they are drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog import Diagram
from bot.core.snapshot import GameSnapshot
from bot.play.assist.view import move_values_view
from bot.play.games.challenges import Challenges
from bot.ui.candidates import move_values
from engine import Candidate, SearchResult
from engine.search.results import Proved
from tests.bot.helpers import ANN, PLACE, REVERSI

FOUND = SearchResult("d3", 4.0, 9, 1, 0.0, exact=False, line=("d3",), candidates=())

NAMES = ("Ann", "Flipfour (easy)")


@pytest.fixture
async def game(challenges: Challenges) -> GameSnapshot:
    return await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")


async def test_the_best_move_is_of_quality_1_and_the_worst_of_0(game: GameSnapshot) -> None:
    moves = (Candidate("d3", 4.0, "exact"), Candidate("c4", 1.0, "at most"), Candidate("e6", -2.0, "exact"))
    assert move_values(game.kind, game.position, replace(FOUND, candidates=moves)) == {
        "d3": ("+4.0", 1.0),
        "c4": ("≤+1.0", 0.5),
        "e6": ("−2.0", 0.0),
    }


async def test_moves_of_one_value_are_all_the_best(game: GameSnapshot) -> None:
    moves = (Candidate("d3", Proved(2), "exact"), Candidate("c4", Proved(2), "exact"))
    assert move_values(game.kind, game.position, replace(FOUND, candidates=moves, exact=True)) == {
        "d3": ("+2", 1.0),
        "c4": ("+2", 1.0),
    }


async def test_a_search_that_came_to_nothing_has_no_picture(game: GameSnapshot) -> None:
    assert (await move_values_view(game, FOUND, NAMES)).files == []
    moves = (Candidate("d3", 2.0, "exact"),)
    (file,) = (await move_values_view(game, replace(FOUND, candidates=moves), NAMES)).files
    assert file.filename == f"hints-{game.game.id}-0.png"


async def test_the_picture_is_the_board_with_its_players_names(game: GameSnapshot) -> None:
    found = replace(FOUND, candidates=(Candidate("d3", 2.0, "exact"),))
    (file,) = (await move_values_view(game, found, NAMES)).files
    values = move_values(game.kind, game.position, found)
    assert file.fp.read() == REVERSI.draw(Diagram(game.position, hints=True, names=NAMES, values=values))
