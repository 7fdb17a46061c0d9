"""Rematches on a real storage: who offers and accepts them, with which colours."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.refusals import NotOver, OfferClosed
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import GameState, Seat
from tests.bot.helpers import ANN, BLACK_WIPES_OUT, BOB, CAT, PLACE, REVERSI, begin, play_out, stored

OPENING = ("d3", "c3", "e6", "d2")
"""Two moves of each side."""


async def test_a_rematch_is_offered_to_the_other_with_swapped_colours(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    offer, made = await challenges.rematch(snapshot.game.id, BOB)
    assert made
    assert (offer.game.state, offer.game.challenger_id, offer.game.opponent_id) == (
        GameState.OFFERED,
        BOB.id,
        ANN.id,
    )
    assert offer.game.rematch_of == snapshot.game.id
    with pytest.raises(refusals.NotChallenged):
        await challenges.accept(offer.game.id, CAT)
    assert (await challenges.accept(offer.game.id, ANN)).game.seats == (Seat(BOB.id), Seat(ANN.id))


async def test_the_opponents_request_for_the_rematch_accepts_it(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    offer, _ = await challenges.rematch(snapshot.game.id, ANN)
    asked_again, made = await challenges.rematch(snapshot.game.id, ANN)
    assert (asked_again.game, made) == (offer.game, False)
    again, made = await challenges.rematch(snapshot.game.id, BOB)
    assert (again.game.id, again.going, made) == (offer.game.id, True, False)
    assert again.game.seats == (Seat(BOB.id), Seat(ANN.id))
    assert await challenges.rematch(snapshot.game.id, ANN) == (again, False)


async def test_both_request_the_rematch_at_once(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    answers = await asyncio.gather(
        challenges.rematch(snapshot.game.id, ANN), challenges.rematch(snapshot.game.id, BOB)
    )
    assert sorted(made for _, made in answers) == [False, True]
    assert len({again.game.id for again, _ in answers}) == 1
    assert (await stored(storage, answers[0][0].game.id)).state is GameState.PLAYING


async def test_a_double_click_on_the_rematch_that_is_offered(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    await challenges.rematch(snapshot.game.id, ANN)
    answers = await asyncio.gather(*(challenges.rematch(snapshot.game.id, BOB) for _ in range(3)))
    assert {(again.going, made) for again, made in answers} == {(True, False)}


@pytest.mark.parametrize("ended", ["declined", "withdrawn"])
async def test_a_declined_rematch_is_not_offered_again(
    referee: Referee, challenges: Challenges, ended: str
) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    offer, _ = await challenges.rematch(snapshot.game.id, ANN)
    await challenges.decline(offer.game.id, BOB if ended == "declined" else ANN)
    for who in (ANN, BOB):
        with pytest.raises(OfferClosed):
            await challenges.rematch(snapshot.game.id, who)


async def test_against_the_computer_the_rematch_begins_at_once(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "medium", "first")
    snapshot = await referee.resign(snapshot.game.id, ANN)
    again, made = await challenges.rematch(snapshot.game.id, ANN)
    assert made
    assert again.game.seats == (Seat(computer="medium"), Seat(ANN.id))
    assert again.computer_to_move
    assert await challenges.rematch(snapshot.game.id, ANN) == (again, False)


async def test_players_without_a_rematch(referee: Referee, challenges: Challenges) -> None:
    snapshot = await begin(challenges)
    with pytest.raises(NotOver):
        await challenges.rematch(snapshot.game.id, ANN)
    await referee.resign(snapshot.game.id, ANN)
    with pytest.raises(refusals.Spectator):
        await challenges.rematch(snapshot.game.id, CAT)
