"""Which games are rated, and the price of making one unrated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core.people import Person
from bot.core.snapshot import UNRATING_LOSES_FROM, GameSnapshot, unrating_loses
from bot.play.assist.hints import Hints
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.settings.settings import Settings
from data import Storage
from data.games.records import Ending, QuestionKind, Unrated, WhyUnrated
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from tests.bot.helpers import (
    ANN,
    BOB,
    CAT,
    PLACE,
    REVERSI,
    Clock,
    agreed,
    begin,
    computer_game,
    kit_of,
    put_down,
    put_down_until,
    refuses,
    stored,
)
from tests.cases import there

Way = Callable[[GameSnapshot], Awaitable[GameSnapshot]]
"""A way for Ann, who has the first side, to make a game against the computer unrated."""


@pytest.fixture
def hints(storage: Storage) -> Hints:
    return Hints(kit_of(storage))


@pytest.fixture(params=[WhyUnrated.TAKEN_BACK, WhyUnrated.THINKING, WhyUnrated.HANDED_OVER])
def why(request: pytest.FixtureRequest) -> WhyUnrated:
    return WhyUnrated(request.param)


@pytest.fixture
def unrate(why: WhyUnrated, referee: Referee, handovers: HandOvers, hints: Hints) -> Way:
    async def way(snapshot: GameSnapshot) -> GameSnapshot:
        game = snapshot.game
        if why is WhyUnrated.HANDED_OVER:
            return await handovers.hand_over(game.id, ANN, game.ply, "easy")
        if why is WhyUnrated.THINKING:
            return await hints.ask(game.id, game.ply, ANN)
        moved = await referee.play(snapshot, snapshot.position.legal_moves()[0])
        return await referee.take_back(game.id, ANN, moved.game.ply)

    return way


async def ann_moves_at(challenges: Challenges, referee: Referee, plies: int) -> GameSnapshot:
    """Return a game against the computer with Ann to move after at least this many plies."""
    return await put_down_until(referee, await computer_game(challenges), plies)


async def to_the_end(referee: Referee, snapshot: GameSnapshot) -> GameSnapshot:
    while snapshot.going:
        snapshot = await referee.play(snapshot, snapshot.position.legal_moves()[0])
    return snapshot


async def test_early_in_a_game_help_only_makes_it_unrated(
    challenges: Challenges, referee: Referee, storage: Storage, unrate: Way, why: WhyUnrated
) -> None:
    # The taken-back move is one ply later.
    snapshot = await ann_moves_at(challenges, referee, UNRATING_LOSES_FROM - 4)
    assert not unrating_loses(snapshot)
    helped = await unrate(snapshot)
    assert (helped.game.rated, helped.game.unrated) == (False, Unrated(why, 0))
    assert helped.game == await stored(storage, helped.game.id)
    over = await to_the_end(referee, helped)
    assert await storage.rating_changes(over.game.id) == ()


async def test_later_help_is_a_loss_at_once(
    challenges: Challenges, referee: Referee, storage: Storage, unrate: Way, why: WhyUnrated
) -> None:
    snapshot = await ann_moves_at(challenges, referee, UNRATING_LOSES_FROM)
    assert unrating_loses(snapshot)
    helped = await unrate(snapshot)
    assert (helped.going, helped.game.rated, helped.game.unrated) == (True, False, Unrated(why, 0, lost=True))
    assert helped.game == await stored(storage, helped.game.id)
    (change,) = await storage.rating_changes(helped.game.id)
    assert (change.player_id, change.pool) == (ANN.id, Pool.COMPUTER)
    assert change.after.value < change.before.value
    over = await to_the_end(referee, helped)
    assert over.game.ending is Ending.PLAYED
    assert await storage.rating_changes(over.game.id) == (change,)
    profile = there(await storage[StandingStore].profile(ANN.id))
    assert [(game.outcome, game.score) for game in profile.recent] == [("loss", None)]
    assert profile.standings[RatingList("reversi", Pool.COMPUTER)].losses == 1


async def test_help_costs_once(
    challenges: Challenges, referee: Referee, storage: Storage, handovers: HandOvers, hints: Hints
) -> None:
    snapshot = await ann_moves_at(challenges, referee, UNRATING_LOSES_FROM)
    asked = await hints.ask(snapshot.game.id, snapshot.game.ply, ANN)
    changes = await storage.rating_changes(snapshot.game.id)
    assert not unrating_loses(asked)
    handed = await handovers.hand_over(snapshot.game.id, ANN, snapshot.game.ply, "easy")
    assert handed.game.unrated == asked.game.unrated
    resigned = await referee.resign(snapshot.game.id, ANN)
    assert await storage.rating_changes(resigned.game.id) == changes


async def test_between_people_the_asking_player_loses(
    challenges: Challenges, referee: Referee, storage: Storage
) -> None:
    for why, kind, player in (
        (WhyUnrated.THINKING, QuestionKind.THINKING, None),
        (WhyUnrated.HANDED_OVER, QuestionKind.HAND_OVER, "easy"),
    ):
        snapshot = await put_down_until(referee, await begin(challenges), UNRATING_LOSES_FROM, turn=1)
        helped = await agreed(storage, snapshot.game, BOB, kind, player)
        assert helped.game.unrated == Unrated(why, 1, lost=True)
        ann, bob = await storage.rating_changes(snapshot.game.id)
        assert ann.after.value > ann.before.value
        assert bob.after.value < bob.before.value


async def test_an_own_answer_is_void_after_the_next_move(
    challenges: Challenges, referee: Referee, handovers: HandOvers, hints: Hints
) -> None:
    snapshot = await ann_moves_at(challenges, referee, 2)
    game = snapshot.game
    for late in (hints.ask(game.id, 0, ANN), handovers.hand_over(game.id, ANN, 0, "easy")):
        await refuses(refusals.MovedSince, late)
    moved = await put_down(referee, snapshot, (snapshot.position.legal_moves()[0],))
    await refuses(refusals.MovedSince, referee.take_back(game.id, ANN, 1))
    assert (await referee.snapshot(game.id)).game == moved.game


async def test_why_a_new_game_is_unrated(challenges: Challenges) -> None:
    for board, level, why in (
        ("6x6", "easy", WhyUnrated.BOARD),
        ("", "greedy:3", WhyUnrated.OPPONENT),
        ("", "easy", None),
    ):
        game = (await computer_game(challenges, board=board, level=level)).game
        assert (game.rated, game.unrated) == (why is None, why and Unrated(why))
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", "anti")
    accepted = await challenges.accept(offer.game.id, BOB)
    assert (accepted.game.rated, accepted.game.unrated) == (False, Unrated(WhyUnrated.BOARD))


@pytest.fixture
def twice_a_day(storage: Storage, clock: Clock) -> Challenges:
    return Challenges(kit_of(storage, clock, settings=Settings(rated_a_day=2)))


async def rated(challenges: Challenges, first: Person = ANN, second: Person = BOB) -> bool:
    return (await begin(challenges, first, second)).game.rated


async def test_rated_games_of_two_have_a_limit(
    twice_a_day: Challenges, clock: Clock, storage: Storage
) -> None:
    assert await rated(twice_a_day)
    clock.advance(hours=2)
    assert await rated(twice_a_day, BOB, ANN)
    third = await begin(twice_a_day)
    assert (third.game.rated, third.game.unrated) == (False, Unrated(WhyUnrated.OFTEN))
    assert third.game == await stored(storage, third.game.id)
    assert await rated(twice_a_day, ANN, CAT)
    clock.advance(hours=22)
    # The unrated one does not count.
    assert await rated(twice_a_day)
    assert not await rated(twice_a_day)


async def test_games_called_off_do_not_count_and_lost_ones_do(
    twice_a_day: Challenges, referee: Referee, storage: Storage
) -> None:
    for _ in range(3):
        await referee.resign((await begin(twice_a_day)).game.id, ANN)
    for _ in range(2):
        snapshot = await put_down_until(referee, await begin(twice_a_day), UNRATING_LOSES_FROM, turn=1)
        await agreed(storage, snapshot.game, BOB, QuestionKind.THINKING)
    assert not await rated(twice_a_day)


async def test_concurrent_acceptances_do_not_exceed_the_limit(twice_a_day: Challenges) -> None:
    offers = [await twice_a_day.challenge(REVERSI, PLACE, ANN, BOB, "first") for _ in range(6)]
    begun = await asyncio.gather(*(twice_a_day.accept(offer.game.id, BOB) for offer in offers))
    assert sum(snapshot.game.rated for snapshot in begun) == 2
