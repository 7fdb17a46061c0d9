"""Challenges on a real storage: who may make, answer and withdraw them."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.core.refusals import OfferClosed, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import GameState, Seat, SideChoice
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, Clock, begin, kit_of, stored


async def test_a_challenge_is_stored_with_open_seats(challenges: Challenges, storage: Storage) -> None:
    snapshot = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "second")
    game = await stored(storage, snapshot.game.id)
    assert game == snapshot.game
    assert (game.state, game.challenger_id, game.opponent_id) == (GameState.OFFERED, ANN.id, BOB.id)
    assert (game.channel_id, game.guild_id) == (PLACE.channel_id, PLACE.guild_id)
    assert all(seat.is_open for seat in game.seats)
    assert await storage.people.name(BOB.id) == "Bob"


async def test_a_player_cannot_challenge_themselves(
    challenges: Challenges, storage: Storage, clock: Clock
) -> None:
    with pytest.raises(refusals.SelfChallenge):
        await challenges.challenge(REVERSI, PLACE, ANN, ANN, "first")
    clock.advance(days=1)
    assert await storage.offers.made_before(clock()) == ()


@pytest.mark.parametrize(
    ("colour", "seats"), [("first", (Seat(ANN.id), Seat(BOB.id))), ("second", (Seat(BOB.id), Seat(ANN.id)))]
)
async def test_the_challenger_gets_the_colour_they_chose(
    challenges: Challenges, colour: SideChoice, seats: tuple[Seat, Seat]
) -> None:
    assert (await begin(challenges, colour=colour)).game.seats == seats


async def test_random_colours_are_fair_and_reproducible(storage: Storage) -> None:
    async def firsts(seed: int) -> list[int | None]:
        drawing = Challenges(kit_of(storage, rng=random.Random(seed)))
        return [(await begin(drawing, colour="random")).game.seats[0].player_id for _ in range(12)]

    drawn = await firsts(1)
    assert set(drawn) == {ANN.id, BOB.id}
    assert await firsts(1) == drawn
    assert await firsts(2) != drawn


async def test_only_the_challenged_person_answers(challenges: Challenges, storage: Storage) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    for answer in (challenges.accept, challenges.decline):
        with pytest.raises(refusals.NotChallenged) as refused:
            await answer(offer.game.id, CAT)
        assert (refused.value.player_id, refused.value.game) == (BOB.id, "reversi")
    with pytest.raises(refusals.OwnOffer):
        await challenges.accept(offer.game.id, ANN)
    assert await stored(storage, offer.game.id) == offer.game
    assert (await challenges.accept(offer.game.id, BOB)).going


async def test_anyone_but_the_challenger_accepts_an_open_challenge(challenges: Challenges) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "first")
    with pytest.raises(refusals.OwnOffer):
        await challenges.accept(offer.game.id, ANN)
    snapshot = await challenges.accept(offer.game.id, CAT)
    assert snapshot.game.seats == (Seat(ANN.id), Seat(CAT.id))
    assert snapshot.game.opponent_id == CAT.id


async def test_two_accept_an_open_challenge_at_once(challenges: Challenges, storage: Storage) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "first")
    answers = await asyncio.gather(
        *(challenges.accept(offer.game.id, who) for who in (BOB, CAT)), return_exceptions=True
    )
    started = [answer for answer in answers if isinstance(answer, GameSnapshot)]
    assert [type(answer) for answer in answers if answer not in started] == [OfferClosed]
    assert len(started) == 1
    assert await stored(storage, offer.game.id) == started[0].game


async def test_declined_and_withdrawn(challenges: Challenges) -> None:
    declined = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    assert (await challenges.decline(declined.game.id, BOB)).game.closed_as == "declined"
    for opponent in (BOB, None):
        withdrawn = await challenges.challenge(REVERSI, PLACE, ANN, opponent, "first")
        assert (await challenges.decline(withdrawn.game.id, ANN)).game.closed_as == "withdrawn"


async def test_only_its_maker_withdraws_a_challenge(challenges: Challenges) -> None:
    for opponent in (BOB, None):
        offer = await challenges.challenge(REVERSI, PLACE, ANN, opponent, "first")
        for other in (BOB, CAT):
            with pytest.raises(refusals.NotYourOffer):
                await challenges.withdraw(offer.game.id, other)
        assert (await challenges.withdraw(offer.game.id, ANN)).game.closed_as == "withdrawn"
        with pytest.raises(OfferClosed):
            await challenges.withdraw(offer.game.id, ANN)


async def test_only_its_maker_closes_an_open_challenge(challenges: Challenges) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "first")
    with pytest.raises(refusals.NotYourOffer):
        await challenges.decline(offer.game.id, CAT)
    assert (await challenges.accept(offer.game.id, CAT)).going


@pytest.mark.parametrize("ended", ["accepted", "declined", "withdrawn", "expired"])
async def test_a_challenge_is_answered_once(challenges: Challenges, clock: Clock, ended: str) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    if ended == "accepted":
        await challenges.accept(offer.game.id, BOB)
    elif ended == "expired":
        clock.advance(hours=25)
        await challenges.expire_offers()
    else:
        await challenges.decline(offer.game.id, BOB if ended == "declined" else ANN)
    for answer, who in ((challenges.accept, BOB), (challenges.decline, BOB), (challenges.decline, ANN)):
        with pytest.raises(OfferClosed):
            await answer(offer.game.id, who)


async def test_offers_expire_after_their_lifetime_and_only_they(
    referee: Referee, challenges: Challenges, clock: Clock
) -> None:
    old = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    taken = await begin(challenges)
    clock.advance(hours=24)
    young = await challenges.challenge(REVERSI, PLACE, ANN, None, "first")
    assert await challenges.expire_offers() == ()
    clock.advance(seconds=1)
    assert [(snapshot.game.id, snapshot.game.closed_as) for snapshot in await challenges.expire_offers()] == [
        (old.game.id, "expired")
    ]
    assert await challenges.expire_offers() == ()
    assert (await referee.snapshot(taken.game.id)).going
    assert (await referee.snapshot(young.game.id)).game.state is GameState.OFFERED


async def test_an_unknown_game(referee: Referee, challenges: Challenges) -> None:
    for ask in (
        referee.snapshot(999),
        challenges.accept(999, ANN),
        challenges.decline(999, ANN),
        referee.move(999, ANN, 0, "d3"),
        referee.resign(999, ANN),
        challenges.rematch(999, ANN),
    ):
        with pytest.raises(UnknownGame):
            await ask
