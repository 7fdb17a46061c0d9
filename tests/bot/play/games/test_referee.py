"""The use-cases of a game on a real storage: what they allow, refuse and store; which games are rated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.computer.opponents.choices import UnknownPlayer
from bot.core.people import Person
from bot.core.refusals import GameOver
from bot.core.snapshot import UNRATING_LOSES_FROM, GameSnapshot, unrating_loses
from bot.play.assist.hints import Hints
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.settings.settings import Settings
from data import Storage
from data.games.records import Ending, Game, QuestionKind, Seat, SideChoice, Unrated, WhyUnrated
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from engine.players.computer import levels_of
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
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
    put_down,
    put_down_until,
    refuses,
    stored,
)
from tests.cases import for_each, there

OPENING = ("d3", "c3", "e6", "d2")
"""Two moves of each side."""


class Table:
    """Games on one storage, and what players may do in them."""

    def __init__(self, storage: Storage, challenges: Challenges, referee: Referee) -> None:
        self.storage, self.challenges, self.referee = storage, challenges, referee
        self.handovers, self.hints = HandOvers(storage), Hints(kit_of(storage))

    async def ann_moves_at(self, plies: int) -> GameSnapshot:
        """Return a game against the computer with Ann to move after at least this many plies."""
        return await put_down_until(self.referee, await computer_game(self.challenges), plies)

    async def take_back(self, snapshot: GameSnapshot, who: Person = ANN) -> GameSnapshot:
        return await self.referee.take_back(snapshot.game.id, who, snapshot.game.ply)

    async def to_the_end(self, snapshot: GameSnapshot) -> GameSnapshot:
        while snapshot.going:
            snapshot = await self.referee.play(snapshot, snapshot.position.legal_moves()[0])
        return snapshot


@pytest.fixture
def table(storage: Storage, challenges: Challenges, referee: Referee) -> Table:
    return Table(storage, challenges, referee)


async def test_a_move_is_stored_with_its_player_and_time_which_is_never_negative(
    referee: Referee, challenges: Challenges, storage: Storage, clock: Clock
) -> None:
    snapshot = await begin(challenges)
    clock.advance(seconds=7)
    snapshot = await referee.move(snapshot.game.id, ANN, 0, "d3")
    clock.advance(seconds=2.5)
    snapshot = await referee.move(snapshot.game.id, BOB, 1, "c3")
    assert await stored(storage, snapshot.game.id) == snapshot.game
    assert snapshot.game.moves == ("d3", "c3")
    assert snapshot.game.seconds == (7.0, 2.5)
    assert snapshot.position == REVERSI.start("").play("d3").play("c3")
    snapshot = await begin(challenges)
    clock.advance(seconds=-30)
    assert (await referee.move(snapshot.game.id, ANN, 0, "d3")).game.seconds == (0.0, 0.0)


async def test_passes_are_stored_at_once_and_the_last_disc_stays_marked(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    snapshot = await game_after(challenges, *BLACK_PASSES_AFTER)
    assert snapshot.game.moves == (*BLACK_PASSES_AFTER, "pass")
    assert (snapshot.recent.passed, snapshot.position.turn) == (0, 1)
    (last,), before = snapshot.recent.last, there(snapshot.recent.before)
    assert [(made.move, made.by) for made in (last, before)] == [("c1", 1), ("b2", 0)]
    assert last.before.play("c1").play("pass") == snapshot.position
    assert GameSnapshot.of(await stored(storage, snapshot.game.id)) == snapshot
    await refuses(refusals.WaitingForOther, referee.move(snapshot.game.id, ANN, 9, "pass"))
    after = await referee.move(snapshot.game.id, BOB, 9, snapshot.position.legal_moves()[0])
    assert after.recent.passed is None
    discs = [move for move in BLACK_PASSES_TWICE if move != "pass"]
    snapshot = await game_after(challenges, *discs)
    assert snapshot.game.moves == BLACK_PASSES_TWICE


async def test_a_resignation_overtaken_by_the_fourth_move_loses(
    referee: Referee, challenges: Challenges, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = await game_after(challenges, *OPENING[:3])
    finish = storage.finish

    async def overtaken(game: Game, *arguments: Any, **options: Any) -> Game:
        if game.ply == 3:
            await referee.move(game.id, BOB, 3, OPENING[3])
        return await finish(game, *arguments, **options)

    monkeypatch.setattr(storage, "finish", overtaken)
    game = (await referee.resign(snapshot.game.id, ANN)).game
    assert (game.ply, game.ending, game.winner) == (4, Ending.RESIGNED, 1)


async def test_a_game_against_the_computer_counts_in_its_own_pool_at_its_levels_rating(
    referee: Referee, challenges: Challenges, storage: Storage
) -> None:
    lost = {}
    for who, level in ((ANN, "easy"), (BOB, "expert")):
        snapshot = await challenges.play_computer(REVERSI, PLACE, who, level, "first")
        snapshot = await put_down(referee, snapshot, OPENING)
        snapshot = await referee.resign(snapshot.game.id, who)
        (change,) = await storage.rating_changes(snapshot.game.id)
        assert (change.player_id, change.pool) == (who.id, Pool.COMPUTER)
        lost[level] = change.before.value - change.after.value
    assert lost["easy"] > lost["expert"] > 0
    assert levels_of("reversi")["easy"].rating < levels_of("reversi")["expert"].rating


@for_each(("colour", "computer_seat"), ("first", 1), ("second", 0))
async def test_the_computer_needs_no_asking(
    challenges: Challenges, colour: SideChoice, computer_seat: int
) -> None:
    snapshot = await computer_game(challenges, colour=colour)
    assert (snapshot.going, snapshot.computer_to_move) == (True, computer_seat == 0)
    assert snapshot.game.seats[computer_seat] == Seat(computer="easy")
    assert snapshot.game.seats[1 - computer_seat] == Seat(ANN.id)


async def test_a_level_that_does_not_exist_is_answered_with_those_that_do(challenges: Challenges) -> None:
    with pytest.raises(UnknownPlayer) as refused:
        await computer_game(challenges, level="godlike")
    assert (refused.value.typed, list(refused.value.levels)) == ("godlike", list(levels_of("reversi")))


async def test_a_move_and_its_answer_go_back(table: Table, referee: Referee) -> None:
    snapshot = await computer_game(table.challenges, "d3", "c3", "c4", level="expert")
    back = await table.take_back(snapshot)
    assert back.game.moves == ("d3", "c3")
    assert await stored(table.storage, snapshot.game.id) == back.game
    again = await referee.move(snapshot.game.id, ANN, 2, "e6")
    assert again.game.moves == ("d3", "c3", "e6")
    snapshot = await computer_game(table.challenges, *BLACK_PASSES_AFTER, level="expert")
    assert snapshot.game.moves[-1] == "pass"
    back = await table.take_back(snapshot)
    assert (back.game.moves, back.computer_to_move) == (BLACK_PASSES_AFTER[:6], False)


async def test_a_game_in_which_a_move_was_taken_back_is_not_rated_but_its_rematch_is(table: Table) -> None:
    snapshot = await computer_game(table.challenges, *OPENING, "d1", level="expert")
    await table.take_back(snapshot)
    over = await table.referee.resign(snapshot.game.id, ANN)
    assert over.game.ending is Ending.RESIGNED
    assert await table.storage.rating_changes(over.game.id) == ()
    again, _ = await table.challenges.rematch(over.game.id, ANN)
    assert again.game.rated


async def test_what_cannot_be_taken_back(table: Table, referee: Referee) -> None:
    between = await game_after(table.challenges, "d3")
    await refuses(refusals.OtherHasToAgree, table.take_back(between))
    snapshot = await computer_game(table.challenges, level="expert", colour="second")
    await refuses(refusals.NothingToTakeBack, table.take_back(snapshot))
    await refuses(refusals.Spectator, table.take_back(snapshot, BOB))
    snapshot = await referee.play(snapshot, "d3")
    await refuses(refusals.NothingToTakeBack, table.take_back(snapshot))
    await referee.resign(snapshot.game.id, ANN)
    await refuses(GameOver, table.take_back(snapshot))


Way = Callable[[GameSnapshot], Awaitable[GameSnapshot]]
"""A way for Ann, who has the first side, to make a game against the computer unrated."""


@pytest.fixture(params=[WhyUnrated.TAKEN_BACK, WhyUnrated.THINKING, WhyUnrated.HANDED_OVER])
def why(request: pytest.FixtureRequest) -> WhyUnrated:
    return WhyUnrated(request.param)


@pytest.fixture
def unrate(why: WhyUnrated, table: Table) -> Way:
    async def way(snapshot: GameSnapshot) -> GameSnapshot:
        game = snapshot.game
        if why is WhyUnrated.HANDED_OVER:
            return await table.handovers.hand_over(game.id, ANN, game.ply, "easy")
        if why is WhyUnrated.THINKING:
            return await table.hints.ask(game.id, game.ply, ANN)
        moved = await table.referee.play(snapshot, snapshot.position.legal_moves()[0])
        return await table.referee.take_back(game.id, ANN, moved.game.ply)

    return way


async def test_early_in_a_game_help_only_makes_it_unrated(table: Table, unrate: Way, why: WhyUnrated) -> None:
    # The taken-back move is one ply later.
    snapshot = await table.ann_moves_at(UNRATING_LOSES_FROM - 4)
    assert not unrating_loses(snapshot)
    helped = await unrate(snapshot)
    assert (helped.game.rated, helped.game.unrated) == (False, Unrated(why, 0))
    assert helped.game == await stored(table.storage, helped.game.id)
    over = await table.to_the_end(helped)
    assert await table.storage.rating_changes(over.game.id) == ()


async def test_later_help_is_a_loss_at_once(table: Table, unrate: Way, why: WhyUnrated) -> None:
    storage = table.storage
    snapshot = await table.ann_moves_at(UNRATING_LOSES_FROM)
    assert unrating_loses(snapshot)
    helped = await unrate(snapshot)
    assert (helped.going, helped.game.rated, helped.game.unrated) == (True, False, Unrated(why, 0, lost=True))
    assert helped.game == await stored(storage, helped.game.id)
    (change,) = await storage.rating_changes(helped.game.id)
    assert (change.player_id, change.pool) == (ANN.id, Pool.COMPUTER)
    assert change.after.value < change.before.value
    over = await table.to_the_end(helped)
    assert over.game.ending is Ending.PLAYED
    assert await storage.rating_changes(over.game.id) == (change,)
    profile = there(await storage[StandingStore].profile(ANN.id))
    assert [(game.outcome, game.score) for game in profile.recent] == [("loss", None)]
    assert profile.standings[RatingList("reversi", Pool.COMPUTER)].losses == 1


async def test_help_costs_once(table: Table) -> None:
    game = (await table.ann_moves_at(UNRATING_LOSES_FROM)).game
    asked = await table.hints.ask(game.id, game.ply, ANN)
    changes = await table.storage.rating_changes(game.id)
    assert not unrating_loses(asked)
    handed = await table.handovers.hand_over(game.id, ANN, game.ply, "easy")
    assert handed.game.unrated == asked.game.unrated
    await table.referee.resign(game.id, ANN)
    assert await table.storage.rating_changes(game.id) == changes


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


async def test_an_own_answer_is_void_after_the_next_move(table: Table) -> None:
    snapshot = await table.ann_moves_at(2)
    game, referee = snapshot.game, table.referee
    late = table.hints.ask(game.id, 0, ANN), table.handovers.hand_over(game.id, ANN, 0, "easy")
    await refuses(refusals.MovedSince, *late)
    moved = await referee.play(snapshot, snapshot.position.legal_moves()[0])
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
