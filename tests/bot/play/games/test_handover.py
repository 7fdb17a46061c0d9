"""Computers that play for people: permissions and concurrent changes."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.refusals import GameOver, Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import QuestionKind
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, agreed, begin, play_out


@pytest.fixture
def handovers(storage: Storage, referee: Referee) -> HandOvers:
    return HandOvers(storage)


async def against_computer(challenges: Challenges) -> GameSnapshot:
    return await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")


async def test_against_the_computer_the_side_is_handed_over_and_taken_back(
    handovers: HandOvers, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await handovers.hand_over((await against_computer(challenges)).game.id, ANN, 0, "hard")
    assert (snapshot.player_to_move, snapshot.is_self_play, snapshot.delegated) == ("hard", True, True)
    assert not snapshot.game.rated
    assert snapshot.side_of(ANN.id) == 0
    with pytest.raises(refusals.HandedOver):
        await referee.move(snapshot.game.id, ANN, 0, "d3")
    with pytest.raises(refusals.HandedOver):
        await handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy")
    back = await handovers.take_over(snapshot.game.id, ANN)
    assert (back.player_to_move, back.is_self_play, back.game.rated) == (None, False, False)
    with pytest.raises(refusals.NotHandedOver):
        await handovers.take_over(snapshot.game.id, ANN)


async def test_handing_over_needs_the_opponents_consent(
    handovers: HandOvers, storage: Storage, challenges: Challenges
) -> None:
    snapshot = await begin(challenges)
    with pytest.raises(ValueError, match="has to agree"):
        await handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy")
    handed = await agreed(storage, snapshot.game, ANN, QuestionKind.HAND_OVER, "easy")
    assert handed.game.delegates == ("easy", None)
    assert handed.computer_to_move
    assert not handed.is_self_play


async def test_spectators_and_finished_games(
    handovers: HandOvers, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await play_out(referee, await begin(challenges), ("d3", "c3"))
    for use in (
        handovers.hand_over(snapshot.game.id, CAT, snapshot.game.ply, "easy"),
        handovers.take_over(snapshot.game.id, CAT),
    ):
        with pytest.raises(refusals.Spectator):
            await use
    await referee.resign(snapshot.game.id, ANN)
    for use in (
        handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy"),
        handovers.take_over(snapshot.game.id, ANN),
    ):
        with pytest.raises(GameOver):
            await use


async def test_one_of_two_concurrent_handovers_is_refused(
    handovers: HandOvers, challenges: Challenges
) -> None:
    snapshot = await against_computer(challenges)
    done = await asyncio.gather(
        handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy"),
        handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "hard"),
        return_exceptions=True,
    )
    assert sum(isinstance(result, GameSnapshot) for result in done) == 1
    assert sum(isinstance(result, Refusal) for result in done) == 1


async def test_only_the_sides_person_hurries_its_computer(
    storage: Storage, referee: Referee, challenges: Challenges
) -> None:
    snapshot = await begin(challenges)
    await agreed(storage, snapshot.game, ANN, QuestionKind.HAND_OVER, "easy")
    with pytest.raises(refusals.PlaysForAnother):
        await referee.require_stoppable(snapshot.game.id, BOB)
    assert (await referee.require_stoppable(snapshot.game.id, ANN)).game.id == snapshot.game.id
    with pytest.raises(refusals.HandedOver):
        await referee.require_take_back(snapshot.game.id, ANN)
