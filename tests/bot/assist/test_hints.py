"""The computer's thinking for a person: who may ask, what it costs, what is found."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot import refusals
from bot.assist.hints import Hints, needs_consent
from bot.computer.pool import SearchPool
from bot.games.referee import Referee
from bot.ui.assist.hint_view import MOST_TEXT, thinking_text
from data import Storage
from engine import Candidate, SearchResult, StopFlag
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, begin


@pytest.fixture
def pool() -> SearchPool:
    return SearchPool(1, 10.0)


@pytest.fixture
def hints(storage: Storage, referee: Referee, pool: SearchPool) -> Hints:
    return Hints(storage, referee, pool, seconds=0.2)


async def test_asking_makes_the_game_unrated_once(hints: Hints, referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert snapshot.game.rated
    asked = await hints.ask(snapshot.game.id, 0, ANN)
    assert (asked.game.rated, asked.game.asked) == (False, True)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game == asked.game
    await referee.move(snapshot.game.id, ANN, 0, "d3")
    with pytest.raises(refusals.NotYourTurn):
        await hints.ask(snapshot.game.id, 0, ANN)


async def test_a_question_about_an_earlier_position_is_void(hints: Hints, referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    moved = await referee.move(snapshot.game.id, ANN, 0, "d3")
    await referee.play(moved, "c3")
    with pytest.raises(refusals.MovedSince):
        await hints.ask(snapshot.game.id, 0, ANN)
    assert (await referee.snapshot(snapshot.game.id)).game.rated


async def test_between_people_both_have_to_want_it(hints: Hints, referee: Referee) -> None:
    snapshot = await begin(referee)
    assert needs_consent(snapshot)
    with pytest.raises(ValueError, match="has to agree"):
        await hints.ask(snapshot.game.id, 0, ANN)
    for who in (ANN, CAT):
        with pytest.raises(refusals.NotAskedForConsent):
            await hints.agree(snapshot.game.id, 0, who)
    agreed = await hints.agree(snapshot.game.id, 0, BOB)
    assert not agreed.game.rated
    assert not needs_consent(agreed)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game.asked


async def test_every_move_has_a_value(hints: Hints, referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    found = await hints.think(snapshot)
    assert {candidate.move for candidate in found.candidates} == set(snapshot.position.legal_moves())
    assert len(thinking_text(snapshot, found).splitlines()) >= 2 + len(found.candidates)


async def test_it_gives_way_to_a_game(hints: Hints, referee: Referee, pool: SearchPool) -> None:
    """The only worker is taken: what was found until then is shown, or that nothing was."""
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    asked = asyncio.create_task(hints.think(snapshot))
    await asyncio.sleep(0)

    def quick(seconds: float, stop: StopFlag) -> str:
        return "moved"

    assert await pool.think(quick) == "moved"
    assert thinking_text(snapshot, await asked)


async def test_what_is_said_of_nothing_and_of_very_much(referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    nothing = SearchResult("d3", 0.0, 0, 0, 0.0, exact=False, line=("d3",), candidates=())
    assert thinking_text(snapshot, nothing).startswith("I was needed in another game")
    many = tuple(Candidate(f"move{number}", 1.0, "at most", "a1") for number in range(200))
    text = thinking_text(
        snapshot, SearchResult("d3", 1.0, 9, 1, 0.0, exact=False, line=("d3",), candidates=many)
    )
    assert "1. **move0** at most +1.0 · then a1" in text
    assert len(text) < MOST_TEXT + 100
    assert text.splitlines()[-1].startswith("… and ")


async def test_the_line_expected_belongs_to_the_best_of_the_list(referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    moves = (Candidate("d3", 1.0, "exact", "c3"), Candidate("c4", 0.5, "exact", "c3"))
    found = SearchResult("d3", 1.0, 9, 1, 0.0, exact=False, line=("d3", "c3"), candidates=moves)
    assert thinking_text(snapshot, found).endswith("\n-# Expected: d3 c3")
    changed_its_mind = replace(found, move="c4", line=("c4", "c3"))
    assert "Expected" not in thinking_text(snapshot, changed_its_mind)
