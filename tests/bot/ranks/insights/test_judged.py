"""Judged games and time left."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.catalog import GAMES
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.ranks.insights.insights import judged_games, time_left
from bot.ranks.insights.rules import ErrorKind, kinds_of
from bot.ranks.stats.profiles import Accuracy, accuracy_of
from bot.study.review.verdicts import judge
from data import Storage
from data.games.clocks import ClockStore
from data.games.records import EventRef, Seat
from data.games.time_control import Correspondence, Live
from data.jobs.judged import JudgedGame, JudgedStore, Timing
from data.jobs.reviews import QuietReview, ReviewedPly, ReviewStore
from data.people.personal import DELETED_PLAYER
from engine.reasons import Reason, kinds
from tests.bot.helpers import ANN, BOB, PLACE, Clock, begin, game_after, with_game
from tests.cases import there

MOVES = ("1", "1", "2", "1", "3", "1", "4")


@pytest.fixture
async def played(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, *MOVES, game="connect4")


def plies() -> list[ReviewedPly]:
    usual = [ReviewedPly(ply, "1", 0.0, 0.0, None, 3) for ply in range(7) if ply != 5]
    return [*usual, ReviewedPly(5, "4", 0.0, -18.0, None, 1)]


def judged(snapshot: GameSnapshot, timing: Timing | None = None) -> tuple[JudgedGame, ...]:
    game = snapshot.game
    review = judge(snapshot.kind.judging, snapshot.positions(), game.moves, plies(), game.winner)
    return judged_games(snapshot, review, timing or Timing((1.0,) * 7, (1500.0, None)))


def test_each_person_has_their_own_moves(played: GameSnapshot) -> None:
    ann, bob = judged(played)
    assert (ann.player_id, ann.seat, ann.own_rating, ann.other_rating) == (ANN.id, 0, 1500.0, None)
    assert (bob.player_id, bob.own_rating, bob.other_rating) == (BOB.id, None, 1500.0)
    assert [move.ply for move in ann.moves] == [0, 2, 4, 6]
    assert [move.error for move in ann.moves] == [0, 0, 0, 0]
    assert [(move.ply, move.error, move.points, move.kinds) for move in bob.moves] == [
        (1, 0, 0.0, ()),
        (3, 0, 0.0, ()),
        (5, 2, 50.0, (ErrorKind.THREATS,)),
    ]
    for seat in (Seat(computer="easy"), Seat(player_id=DELETED_PLAYER), Seat(player_id=-2), Seat()):
        game = replace(played.game, seats=(played.game.seats[0], seat))
        assert [one.player_id for one in judged(replace(played, game=game))] == [ANN.id]
    game = replace(played.game, seats=(played.game.seats[0], Seat(computer="easy")))
    (ann,) = judged(replace(played, game=game))
    assert ann.other_rating == GAMES["connect4"].levels["easy"].rating
    thoughts = tuple("…" if ply in (2, 5) else None for ply in range(7))
    ann, bob = judged(with_game(played, thoughts=thoughts))
    assert [move.ply for move in ann.moves] == [0, 4, 6]
    assert [move.ply for move in bob.moves] == [1, 3]


async def test_a_profile_has_stored_accuracies_and_works_out_others(
    storage: Storage, played: GameSnapshot
) -> None:
    reviews = storage[ReviewStore]
    for ply in plies():
        await reviews.add_quietly(played.game.id, ply)
    await reviews.finish_quietly(QuietReview(played.game.id, ANN.id))
    worked_out = [await accuracy_of(storage, who.id, "connect4") for who in (ANN, BOB)]
    found = judged(played)
    assert worked_out == [Accuracy(there(one.accuracy), 1) for one in found]
    changed = [replace(one, accuracy=there(one.accuracy) / 2) for one in found]
    await storage[JudgedStore].store(played.game.id, changed)
    stored = [await accuracy_of(storage, who.id, "connect4") for who in (ANN, BOB)]
    assert stored == [Accuracy(there(one.accuracy), 1) for one in changed]


def test_every_reason_of_a_move_has_a_kind() -> None:
    flaws = (
        *("Gives", "Leaves", "Exposes", "Secures", "Must", "Odd", "Shuts", "Opens", "Builds"),
        *("Ignores", "Allows", "Loses"),
    )
    for name, reason in vars(kinds).items():
        if not isinstance(reason, type) or not issubclass(reason, Reason) or reason is Reason:
            continue
        if name.startswith(flaws) and name not in ("LosesAllDiscs", "SecuresOwn", "OpensNothing"):
            assert kinds_of([reason.__new__(reason)]), name


class Table:
    """A game of Ann and Bob with a clock, which is read before each move."""

    def __init__(self, storage: Storage, referee: Referee, clock: Clock, snapshot: GameSnapshot) -> None:
        self.storage, self.referee, self.clock, self.snapshot = storage, referee, clock, snapshot
        self.id, self.read, self.first = snapshot.game.id, list[float](), there(snapshot.game.clock).left

    async def move(self, after: float) -> None:
        self.clock.advance(seconds=after)
        snapshot = await self.referee.snapshot(self.id)
        side = snapshot.position.turn
        self.read.append(100 * min(1.0, there(snapshot.game.clock).left[side] / self.first[side]))
        legal = snapshot.position.legal_moves()[0]
        self.snapshot = await self.referee.move(self.id, (ANN, BOB)[side], snapshot.game.ply, legal)

    async def resign(self, after: float, side: int) -> None:
        self.clock.advance(seconds=after)
        self.snapshot = await self.referee.resign(self.id, (ANN, BOB)[side])

    async def found(self) -> list[int | None]:
        timing = await self.storage[JudgedStore].timing(self.id)
        return time_left(await self.referee.snapshot(self.id), timing.seconds)


@pytest.fixture
def tables(storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> Tables:
    return Tables(storage, challenges, referee, clock)


class Tables:
    def __init__(self, storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> None:
        self._parts, self._challenges, self._storage = (storage, referee, clock), challenges, storage

    async def begin(self, control: Live | Correspondence) -> Table:
        return Table(*self._parts, await begin(self._challenges, game="connect4", time=control))

    async def simul(self, boards: tuple[int, int]) -> Table:
        new = await self._challenges.arranged(
            GAMES["connect4"], PLACE, (Seat(ANN.id), Seat(BOB.id)), "", Live(1, 5)
        )
        new = replace(new, shares=boards, event=EventRef("simul", 1))
        return Table(*self._parts, GameSnapshot.of(await self._storage.create_game(new)))


@pytest.mark.first(4)
@pytest.mark.parametrize("seed", range(12))
async def test_it_is_what_the_clock_showed(tables: Tables, seed: int) -> None:
    rng = random.Random(seed)
    simul = seed % 3 == 0
    boards = rng.choice([(1, 7), (20, 1), (1, 1)])
    table = await (tables.simul(boards) if simul else tables.begin(Live(1, rng.choice([0, 3]))))
    moves = rng.randrange(1, 30)
    while moves and table.snapshot.going:
        await table.move(rng.uniform(0, 4))
        moves -= 1
    if table.snapshot.going:
        await table.resign(rng.uniform(0, 20), rng.randrange(2))
    found = await table.found()
    assert len(found) == len(table.read)
    assert [one is not None for one in found] == [True] * len(found)
    assert found == [pytest.approx(read, abs=0.6) for read in table.read]


async def test_a_lost_game_on_time_is_known(tables: Tables) -> None:
    table = await tables.begin(Live(1, 0))
    for _ in range(4):
        await table.move(12)
    table.clock.advance(seconds=36.3)
    await table.referee.call_time(table.snapshot.game.id)
    assert await table.found() == [100, 100, 80, 80]


async def test_an_absence_that_was_not_charged_leaves_that_side_out(tables: Tables, storage: Storage) -> None:
    table = await tables.begin(Live(1, 0))
    await table.move(6)
    await storage[ClockStore].record_presence(timedelta(seconds=20))
    # As much as an exhibitor at two boards would have.
    table.clock.advance(minutes=1)
    await storage[ClockStore].record_presence(timedelta(seconds=20))
    await table.move(6)
    await table.move(6)
    await table.resign(3, 0)
    assert await table.found() == [100, None, 90]


async def test_a_computers_moves_for_a_person_take_no_time(tables: Tables) -> None:
    table = await tables.begin(Live(1, 0))
    for _ in range(4):
        await table.move(6)
    await table.resign(6, 0)
    snapshot = await table.referee.snapshot(table.id)
    clock = there(snapshot.game.clock)
    # The clock did not run for the third move.
    clock = replace(clock, left=(clock.left[0] + timedelta(seconds=6), clock.left[1]))
    helped = with_game(snapshot, clock=clock, thoughts=(None, None, "…", None))
    assert time_left(helped, (6.0,) * 4) == [100, 100, None, 90]


async def test_days_for_a_move_do_not_count(tables: Tables) -> None:
    table = await tables.begin(Correspondence(1))
    await table.move(6)
    await table.resign(6, 0)
    assert await table.found() == [None]
