"""Computers that play for people: what the use-cases allow, and what happens at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from bot import refusals
from bot.assist.handover import Delegates
from bot.games.referee import Referee
from bot.games.snapshot import Table
from data import Storage
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, begin, play_out


@pytest.fixture
def delegates(storage: Storage, referee: Referee) -> Delegates:
    return Delegates(storage, referee)


async def against_computer(referee: Referee) -> Table:
    return await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")


async def test_against_the_computer_the_side_is_handed_over_and_taken_back(
    delegates: Delegates, referee: Referee
) -> None:
    table = await delegates.lend((await against_computer(referee)).game.id, ANN, "hard")
    assert (table.player_to_move, table.by_itself, table.delegated) == ("hard", True, True)
    assert not table.game.rated
    assert table.seat_of(ANN.id) == 0
    with pytest.raises(refusals.HandedOver):
        await referee.move(table.game.id, ANN, 0, "d3")
    with pytest.raises(refusals.HandedOver):
        await delegates.lend(table.game.id, ANN, "easy")
    back = await delegates.take_over(table.game.id, ANN)
    assert (back.player_to_move, back.by_itself, back.game.rated) == (None, False, False)
    with pytest.raises(refusals.NotHandedOver):
        await delegates.take_over(table.game.id, ANN)


async def test_nobody_hands_over_without_the_other_person(delegates: Delegates, referee: Referee) -> None:
    table = await begin(referee)
    with pytest.raises(ValueError, match="has to agree"):
        await delegates.lend(table.game.id, ANN, "easy")
    for who in (ANN, CAT):
        with pytest.raises(refusals.NotAskedForConsent):
            await delegates.agree(table.game.id, 0, who, "easy")
    agreed = await delegates.agree(table.game.id, 0, BOB, "easy")
    assert agreed.game.delegates == ("easy", None)
    assert agreed.computer_to_move
    assert not agreed.by_itself


async def test_spectators_and_finished_games(delegates: Delegates, referee: Referee) -> None:
    table = await play_out(referee, await begin(referee), ("d3", "c3"))
    for use in (delegates.lend(table.game.id, CAT, "easy"), delegates.take_over(table.game.id, CAT)):
        with pytest.raises(refusals.Spectator):
            await use
    await referee.resign(table.game.id, ANN)
    for use in (
        delegates.lend(table.game.id, ANN, "easy"),
        delegates.agree(table.game.id, 0, BOB, "easy"),
        delegates.take_over(table.game.id, ANN),
    ):
        with pytest.raises(refusals.GameOver):
            await use


async def test_of_two_at_the_same_moment_one_is_refused(delegates: Delegates, referee: Referee) -> None:
    table = await against_computer(referee)
    done = await asyncio.gather(
        delegates.lend(table.game.id, ANN, "easy"),
        delegates.lend(table.game.id, ANN, "hard"),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Table) for result in done) == 1
    assert sum(isinstance(result, refusals.Refusal) for result in done) == 1


async def test_only_the_person_whose_side_it_is_hurries_its_computer(
    delegates: Delegates, referee: Referee
) -> None:
    table = await begin(referee)
    await delegates.agree(table.game.id, 0, BOB, "easy")
    with pytest.raises(refusals.PlaysForAnother):
        await referee.stoppable(table.game.id, BOB)
    assert (await referee.stoppable(table.game.id, ANN)).game.id == table.game.id
    with pytest.raises(refusals.HandedOver):
        await referee.require_take_back(table.game.id, ANN)
