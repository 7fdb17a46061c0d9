"""Hints: permission, price, and results."""

from __future__ import annotations

import asyncio

import pytest

from bot.computer.pool import SearchPool
from bot.play.assist.hints import Hints
from bot.play.games.challenges import Challenges
from bot.play.games.consent import needs_consent
from bot.play.games.referee import Referee
from bot.play.games.refusals import MovedSince, NotYourTurn
from bot.settings.settings import Settings
from data import Storage
from data.games.records import QuestionKind
from engine import StopFlag
from tests.bot.helpers import ANN, PLACE, REVERSI, agreed, begin, kit_of


@pytest.fixture
def pool() -> SearchPool:
    return SearchPool(1, 10.0)


@pytest.fixture
def hints(storage: Storage, pool: SearchPool) -> Hints:
    return Hints(kit_of(storage, pool=pool, settings=Settings(move_seconds=0.2)))


async def test_asking_makes_the_game_unrated_once(
    hints: Hints, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert snapshot.game.rated
    asked = await hints.ask(snapshot.game.id, 0, ANN)
    assert (asked.game.rated, asked.game.asked) == (False, True)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game == asked.game
    await referee.move(snapshot.game.id, ANN, 0, "d3")
    with pytest.raises(NotYourTurn):
        await hints.ask(snapshot.game.id, 0, ANN)


async def test_a_question_about_an_earlier_position_is_void(
    hints: Hints, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    moved = await referee.move(snapshot.game.id, ANN, 0, "d3")
    await referee.play(moved, "c3")
    with pytest.raises(MovedSince):
        await hints.ask(snapshot.game.id, 0, ANN)
    assert (await referee.snapshot(snapshot.game.id)).game.rated


async def test_between_people_both_have_to_agree(
    storage: Storage, hints: Hints, challenges: Challenges
) -> None:
    snapshot = await begin(challenges)
    assert needs_consent(snapshot)
    with pytest.raises(ValueError, match="has to agree"):
        await hints.ask(snapshot.game.id, 0, ANN)
    shown = await agreed(storage, snapshot.game, ANN, QuestionKind.THINKING)
    assert not shown.game.rated
    assert not needs_consent(shown)
    assert (await hints.ask(snapshot.game.id, 0, ANN)).game.asked


async def test_every_move_has_a_value(hints: Hints, challenges: Challenges) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    found = await hints.think(snapshot, ANN)
    assert {candidate.move for candidate in found.candidates} == set(snapshot.position.legal_moves())


async def test_a_hint_yields_to_a_game(hints: Hints, challenges: Challenges, pool: SearchPool) -> None:
    """The only worker is taken: the search ends with what it has found so far."""
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    asked = asyncio.create_task(hints.think(snapshot, ANN))
    await asyncio.sleep(0)

    def quick(seconds: float, stop: StopFlag) -> str:
        return "moved"

    assert await pool.think(quick) == "moved"
    assert (await asked).move in snapshot.position.legal_moves()
