"""Challenges, their changes, and rematches."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.core.limits import OverLimit
from bot.core.people import Person, Place
from bot.core.refusals import NotOver, OfferClosed, UnknownGame
from bot.events.matches.computer_matches import ComputerMatches
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.ui.refusals import refusal_text
from data import Storage
from data.games.records import GameState, QuestionKind, Seat
from data.people.players import PeopleStore
from tests.bot.helpers import (
    ANN,
    BLACK_WIPES_OUT,
    BOB,
    CAT,
    PLACE,
    REVERSI,
    Clock,
    agreed,
    begin,
    computer_game,
    game_after,
    kit_of,
    refuses,
    stored,
)


async def test_a_challenge_is_stored_with_open_seats(challenges: Challenges, storage: Storage) -> None:
    snapshot = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "second")
    game = await stored(storage, snapshot.game.id)
    assert game == snapshot.game
    assert (game.state, game.challenger_id, game.opponent_id) == (GameState.OFFERED, ANN.id, BOB.id)
    assert (game.channel_id, game.guild_id) == (PLACE.channel_id, PLACE.guild_id)
    assert all(seat.is_open for seat in game.seats)
    assert await storage[PeopleStore].name(BOB.id) == "Bob"


async def test_random_colours_are_fair_and_reproducible(storage: Storage) -> None:
    async def firsts(seed: int) -> list[int | None]:
        drawing = Challenges(kit_of(storage, rng=random.Random(seed)))
        return [(await begin(drawing, colour="random")).game.seats[0].player_id for _ in range(12)]

    drawn = await firsts(1)
    assert set(drawn) == {ANN.id, BOB.id}
    assert await firsts(1) == drawn
    assert await firsts(2) != drawn


async def test_only_its_maker_withdraws_a_challenge(challenges: Challenges) -> None:
    for opponent in (BOB, None):
        offer = await challenges.challenge(REVERSI, PLACE, ANN, opponent, "first")
        for other in (BOB, CAT):
            await refuses(refusals.NotYourOffer, challenges.withdraw(offer.game.id, other))
        assert (await challenges.withdraw(offer.game.id, ANN)).game.closed_as == "withdrawn"
        await refuses(OfferClosed, challenges.withdraw(offer.game.id, ANN))


async def test_offers_expire_after_a_day(referee: Referee, challenges: Challenges, clock: Clock) -> None:
    old = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first")
    taken = await begin(challenges)
    clock.advance(hours=24)
    young = await challenges.challenge(REVERSI, PLACE, ANN, None, "first")
    assert await challenges.expire_offers() == ()
    clock.advance(seconds=1)
    (expired,) = await challenges.expire_offers()
    assert (expired.game.id, expired.game.closed_as) == (old.game.id, "expired")
    assert await challenges.expire_offers() == ()
    assert (await referee.snapshot(taken.game.id)).going
    assert (await referee.snapshot(young.game.id)).game.state is GameState.OFFERED


PLAYERS = ("easy", "medium")


def place(channel: int, guild: int | None = 7001) -> Place:
    return Place(channel_id=channel, guild_id=guild)


class Hall:
    """Games in which computers play for people, or alone."""

    def __init__(self, storage: Storage, challenges: Challenges, handovers: HandOvers, clock: Clock) -> None:
        self.challenges, self.handovers = challenges, handovers
        self.exhibitions = ComputerMatches(kit_of(storage, clock))

    async def hand_over(self, who: Person = ANN, where: Place = PLACE) -> int:
        """Return a game against the computer whose person has handed their side over."""
        game = (await self.challenges.play_computer(REVERSI, where, who, "easy", "first")).game
        await self.handovers.hand_over(game.id, who, 0, "easy")
        return game.id

    async def exhibit(self, who: Person, where: Place) -> None:
        await self.exhibitions.start(REVERSI, where, who, PLAYERS)


@pytest.fixture
def hall(storage: Storage, challenges: Challenges, handovers: HandOvers, clock: Clock) -> Hall:
    return Hall(storage, challenges, handovers, clock)


async def test_one_for_each_person(hall: Hall, storage: Storage) -> None:
    first = await hall.hand_over()
    for again in (hall.hand_over(where=place(8002, 7002)), hall.exhibit(ANN, place(8003, 7003))):
        refusal = await refuses(OverLimit, again)
        assert (refusal.scope, refusal.maximum, refusal.player_id) == ("person", 1, ANN.id)
        assert f"<@{ANN.id}> can only have one game" in refusal_text(refusal)
        assert "Stop it or take over a side" in refusal_text(refusal)
    # The other game continues unchanged.
    assert [game.delegates for game in await storage.playing_games()].count((None, None)) == 1
    await hall.handovers.take_over(first, ANN)
    await hall.exhibit(ANN, place(8003, 7003))


async def test_two_in_a_channel_and_four_in_a_server(hall: Hall) -> None:
    people = [Person(2000 + number, f"Player {number}") for number in range(8)]
    await hall.exhibit(people[0], place(1))
    await hall.hand_over(people[1], place(1))
    full = await refuses(OverLimit, hall.hand_over(people[2], place(1)))
    assert (full.scope, full.maximum) == ("channel", 2)
    assert "in another channel" in refusal_text(full)
    await hall.hand_over(people[3], place(2))
    await hall.exhibit(people[4], place(3))
    full = await refuses(OverLimit, hall.exhibit(people[5], place(4)))
    assert (full.scope, full.maximum) == ("server", 4)
    assert refusal_text(full).startswith("This server already has")
    await hall.exhibit(people[6], place(5, guild=7002))
    await hall.exhibit(people[7], place(6, guild=None))


async def test_between_people_the_second_side_counts_for_both(
    challenges: Challenges, storage: Storage
) -> None:
    for second in (BOB, CAT):
        game = (await begin(challenges, ANN, second)).game
        await agreed(storage, game, ANN, QuestionKind.HAND_OVER, "easy")
        both = agreed(storage, game, second, QuestionKind.HAND_OVER, "easy")
        if second is BOB:
            await both
        else:
            assert (await refuses(OverLimit, both)).player_id == ANN.id


async def test_concurrent_games_do_not_exceed_the_limit(hall: Hall) -> None:
    games = (hall.hand_over(where=place(number)) for number in range(5))
    done = await asyncio.gather(*games, return_exceptions=True)
    assert sum(isinstance(answer, OverLimit) for answer in done) == 4


async def test_a_rematch_is_requested_by_both_and_clicked_twice(
    challenges: Challenges, storage: Storage
) -> None:
    snapshot = await game_after(challenges, *BLACK_WIPES_OUT)
    answers = await asyncio.gather(
        challenges.rematch(snapshot.game.id, ANN), challenges.rematch(snapshot.game.id, BOB)
    )
    assert sorted(made for _, made in answers) == [False, True]
    assert len({again.game.id for again, _ in answers}) == 1
    assert (await stored(storage, answers[0][0].game.id)).state is GameState.PLAYING
    snapshot = await game_after(challenges, *BLACK_WIPES_OUT)
    await challenges.rematch(snapshot.game.id, ANN)
    clicks = await asyncio.gather(*(challenges.rematch(snapshot.game.id, BOB) for _ in range(3)))
    assert {(again.going, made) for again, made in clicks} == {(True, False)}


@pytest.mark.parametrize("ended", ["declined", "withdrawn"])
async def test_a_declined_rematch_is_over(challenges: Challenges, ended: str) -> None:
    snapshot = await game_after(challenges, *BLACK_WIPES_OUT)
    offer, _ = await challenges.rematch(snapshot.game.id, ANN)
    await challenges.decline(offer.game.id, BOB if ended == "declined" else ANN)
    for who in (ANN, BOB):
        await refuses(OfferClosed, challenges.rematch(snapshot.game.id, who))


async def test_against_the_computer_the_rematch_begins_at_once(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await computer_game(challenges, level="medium")
    snapshot = await referee.resign(snapshot.game.id, ANN)
    again, made = await challenges.rematch(snapshot.game.id, ANN)
    assert made
    assert again.game.seats == (Seat(computer="medium"), Seat(ANN.id))
    assert again.computer_to_move
    assert await challenges.rematch(snapshot.game.id, ANN) == (again, False)


async def test_no_rematch_of_a_game_in_progress_or_unknown(referee: Referee, challenges: Challenges) -> None:
    snapshot = await begin(challenges)
    await refuses(NotOver, challenges.rematch(snapshot.game.id, ANN))
    await refuses(
        UnknownGame,
        referee.snapshot(999),
        challenges.accept(999, ANN),
        challenges.decline(999, ANN),
        referee.move(999, ANN, 0, "d3"),
        referee.resign(999, ANN),
        challenges.rematch(999, ANN),
    )
