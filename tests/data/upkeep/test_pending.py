"""Pending work and retention."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from data import Share, Storage
from data.db.chores import Chore
from data.games.explorer import ExplorerStore, OpeningStore, unindexed_games, unknown_openings
from data.games.limits import RequestStore, old_requests
from data.games.offers import OfferStore, expired_offers
from data.games.questions import questions_there
from data.games.records import Seat
from data.games.votes import votes_in_progress
from data.games.waiting import (
    WaitingStore,
    boards_left,
    boards_not_shown,
    computers_to_move,
    forgotten_games,
    forgotten_matches,
)
from data.jobs.imports import ImportStore, old_imports
from data.jobs.judged import JudgedStore, reviews_to_judge
from data.jobs.reviews import reviews_in_progress, strength_tests_in_progress
from data.messages.notices import notices_due
from data.people.achievements import achievements_due, roles_due
from data.people.personal import DELETED_PLAYER
from data.people.players import PeopleStore
from data.people.role_links import figures_due
from data.periods.rankings import rankings_due
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore, daily_puzzles_due, old_puzzle_posts
from data.puzzles.puzzles import OwnPuzzleStore, reviews_to_mine
from data.puzzles.runs import NewRun, PuzzleRunStore, RunKind, old_runs
from data.ratings.leaderboard import StandingStore
from data.tournaments.records import TournamentEntrant
from data.tournaments.tournaments import TournamentStore, tournaments_in_progress
from data.upkeep import forgetting
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import (
    ForgettingStore,
    RetentionStore,
    absent_people,
    old_games,
    outdated_messages,
)
from data.upkeep.pending import PendingStore
from data.upkeep.servers import left_servers
from tests.cases import there
from tests.data.db.test_share import FINDERS, SHARES, furnish
from tests.data.helpers import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    Clock,
    count_transactions,
    delete_old_games,
    forget,
)
from tests.data.playing import (
    CALLED_OFF,
    FIRST_WINS,
    against_computer,
    between,
    move,
    offer,
    played,
    reload,
    simul,
)
from tests.data.puzzles.test_puzzles import day, mistake
from tests.data.upkeep.test_forgetting import PEOPLE

DAY = timedelta(days=1)
OLD_OFFERS: Chore = partial(expired_offers, age=DAY)
FORGOTTEN_EXHIBITIONS: Chore = partial(forgotten_matches, age=DAY)
FORGOTTEN_GAMES: Chore = partial(forgotten_games, age=14 * DAY)
OLD_PUZZLES: Chore = partial(old_puzzle_posts, age=90 * DAY)
OLD_GAMES: Chore = partial(old_games, age=30 * DAY)
ABSENT_PEOPLE: Chore = partial(absent_people, age=60 * DAY)


async def daily(storage: Storage, clock: Clock) -> bool:
    """True if a daily puzzle is due to be posted, sent or answered."""
    posts = storage[PuzzlePostStore]
    scheduled = (await posts.scheduled()).values()
    answers = [post.answer_at for post in await posts.to_answer()]
    return bool(await posts.not_posted()) or any(
        moment is not None and moment <= clock.now for moment in (*scheduled, *answers)
    )


Reader = Callable[[Storage, Clock], Awaitable[Any]]

READERS: dict[Chore, Reader] = {
    OLD_OFFERS: lambda storage, clock: storage[OfferStore].made_before(clock.now - DAY),
    boards_not_shown: FINDERS["not shown"],
    questions_there: FINDERS["questions"],
    boards_left: FINDERS["left boards"],
    FORGOTTEN_EXHIBITIONS: lambda storage, clock: storage[WaitingStore].paused_before(clock.now - DAY),
    FORGOTTEN_GAMES: lambda storage, clock: storage[WaitingStore].untouched_since(clock.now - 14 * DAY),
    outdated_messages: FINDERS["names"],
    computers_to_move: FINDERS["for computers"],
    notices_due: FINDERS["notices due"],
    daily_puzzles_due: daily,
    strength_tests_in_progress: FINDERS["strength tests"],
    reviews_in_progress: FINDERS["reviews"],
    reviews_to_mine: lambda storage, clock: storage[OwnPuzzleStore].to_mine(),
    reviews_to_judge: lambda storage, clock: storage[JudgedStore].next_game(),
    left_servers: FINDERS["left servers"],
    unknown_openings: lambda storage, clock: storage[OpeningStore].unknown(8, 10),
    unindexed_games: lambda storage, clock: storage[ExplorerStore].unindexed(8, 10),
}
"""Queries of the parts for pending work, without side effects."""


FOR_EVER: tuple[Chore, ...] = (
    *READERS, votes_in_progress, rankings_due, tournaments_in_progress, achievements_due, roles_due,
    figures_due, old_requests, old_imports, old_runs, OLD_PUZZLES,
)  # fmt: skip
FORGETFUL: tuple[Chore, ...] = (*FOR_EVER, OLD_GAMES, ABSENT_PEOPLE)


async def agree(storage: Storage, clock: Clock) -> set[Chore]:
    """Return the pending work, checked against the parts."""
    waiting = await storage[PendingStore].waiting(FOR_EVER)
    found = {chore for chore, reader in READERS.items() if await reader(storage, clock)}
    # A question may turn out to be open still.
    assert found <= waiting
    assert waiting & READERS.keys() <= found | {questions_there}
    return set(waiting)


async def test_nothing_waits_in_an_empty_storage_and_asking_writes_nothing(storage: Storage) -> None:
    with count_transactions(storage) as written:
        assert await storage[PendingStore].waiting(FORGETFUL) == frozenset()
    assert written == []


async def test_every_share_has_its_own(storage: Storage, clock: Clock) -> None:
    await furnish(storage, clock)
    for later in (timedelta(), 2 * DAY, 20 * DAY):
        clock.now += later
        for share in (*SHARES, Share()):
            storage._database.share = share
            assert {boards_not_shown, computers_to_move, notices_due} <= await agree(storage, clock)


async def test_the_life_of_a_game(storage: Storage, clock: Clock) -> None:
    offered = await storage.create_game(offer(ANN, BOB))
    assert await agree(storage, clock) == {boards_not_shown}
    await storage[WaitingStore].mark_shown(offered, CHANNEL, 5)
    assert await agree(storage, clock) == set()
    clock.now += DAY
    assert await agree(storage, clock) == {old_requests}
    clock.advance(seconds=1)
    assert await agree(storage, clock) == {old_requests, OLD_OFFERS}
    await storage[RequestStore].forget_old()
    game = await storage[OfferStore].accept(
        await reload(storage, offered), BOB, (Seat(player_id=ANN), Seat(player_id=BOB))
    )
    await storage[WaitingStore].mark_shown(game, CHANNEL, 5)
    assert await agree(storage, clock) == set()
    clock.now += 15 * DAY
    assert await agree(storage, clock) == {FORGOTTEN_GAMES}
    game = await storage.add_moves(await reload(storage, game), [move("d3", 0)], FIRST_WINS)
    assert await agree(storage, clock) == {boards_not_shown, unknown_openings, unindexed_games}
    # Which is not written at once.
    await storage[WaitingStore].mark_shown(await reload(storage, game), CHANNEL, 5)
    await storage[OpeningStore].keep({game.id: ""})
    await storage[ExplorerStore].index({game.id: []})
    assert await agree(storage, clock) == set()


async def test_names_and_mistakes(storage: Storage, clock: Clock) -> None:
    await mistake(storage)
    over = (await played(storage, between(), FIRST_WINS)).game
    await storage[WaitingStore].mark_shown(over, CHANNEL, 5)
    await forget(storage, ANN)
    assert outdated_messages in await agree(storage, clock)
    for game_id in await storage[ForgettingStore].outdated(10):
        await storage[ForgettingStore].record_updated(game_id)
    assert not {outdated_messages, reviews_to_mine} & await agree(storage, clock)


async def test_daily_puzzles(storage: Storage, clock: Clock) -> None:
    post = await day(storage, clock, 1)
    assert await agree(storage, clock) == {daily_puzzles_due}
    await storage[PuzzlePostStore].record_message(post.id, 5)
    assert await agree(storage, clock) == set()
    clock.now += DAY
    assert await agree(storage, clock) == {daily_puzzles_due}
    await storage[PuzzlePostStore].schedule(GUILD, None)
    assert await agree(storage, clock) == {daily_puzzles_due}
    await storage[PuzzlePostStore].record_answer_shown(post.id)
    assert await agree(storage, clock) == set()


async def test_expired_rows_are_found(storage: Storage, clock: Clock) -> None:
    await storage[ImportStore].put(ANN, "a file")
    await storage[PuzzlePostStore].add(NewPuzzlePost("r1", GUILD, CHANNEL))
    run = await storage[PuzzleRunStore].begin(NewRun(BOB, RunKind.RUSH, "reversi", GUILD), "r1")
    await storage[PuzzleRunStore].stop(run.id, 1)
    over = (await played(storage, between(), FIRST_WINS)).game
    await storage[OpeningStore].keep({over.id: ""})
    await storage[ExplorerStore].index({over.id: []})
    await storage[WaitingStore].mark_shown(over, CHANNEL, 5)
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, None)
    # Bob was never noted when he was there.
    assert await storage[PendingStore].waiting(FORGETFUL) == {ABSENT_PEOPLE}
    await storage[RetentionStore].absent_since(clock.now - 60 * DAY)

    async def after(days: int) -> frozenset[Chore]:
        clock.now += timedelta(days=days, seconds=1)
        return await storage[PendingStore].waiting(FORGETFUL)

    assert await after(7) == {old_imports}
    await storage[ImportStore].forget_old()
    assert await after(23) == {OLD_GAMES, old_runs}
    await storage[PuzzleRunStore].forget_old()
    await delete_old_games(storage, clock.now - 30 * DAY)
    assert await after(30) == {ABSENT_PEOPLE}
    await forget(storage, ANN, BOB)
    assert await after(30) == {OLD_PUZZLES}
    await storage[PuzzlePostStore].forget_old(clock.now - 90 * DAY)
    assert await after(1) == set()


async def ids(storage: Storage, *player_ids: int) -> set[int]:
    """The games that name these people."""
    return {game["id"] for person in player_ids for game in (await storage[ExportStore].of(person))["games"]}


async def test_games_are_deleted_some_time_after_their_end(storage: Storage, clock: Clock) -> None:
    over = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    closed = await storage.create_game(offer(ANN, BOB))
    await storage[OfferStore].close(closed, "declined")
    going = await storage.create_game(against_computer(ANN))
    late = await storage.create_game(against_computer(BOB))
    ratings = [await storage[StandingStore].rating(who, PEOPLE) for who in (ANN, BOB)]
    ended = clock.now
    clock.advance(days=10)
    await storage.finish(late, CALLED_OFF)
    assert not await delete_old_games(storage, ended)
    assert await ids(storage, ANN, BOB) == {over.id, closed.id, going.id, late.id}
    await delete_old_games(storage, ended + timedelta(days=1))
    assert await ids(storage, ANN, BOB) == {going.id, late.id}, "it ended late, though without a move"
    assert await storage.game(over.id) is None
    clock.now = ended
    assert [await storage[StandingStore].rating(who, PEOPLE) for who in (ANN, BOB)] == ratings


async def test_rematches_stay_when_the_game_before_goes(storage: Storage, clock: Clock) -> None:
    first = (await played(storage, between(ANN, BOB), FIRST_WINS)).game
    clock.advance(days=2)
    again = await storage.create_game(replace(between(BOB, ANN), rematch_of=first.id))
    await delete_old_games(storage, clock.now - timedelta(days=1))
    assert await storage.game(first.id) is None
    stored = there(await storage.game(again.id))
    assert stored.rematch_of is None


async def test_many_games_are_deleted_in_steps(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "GAMES_AT_ONCE", 2)
    for _ in range(5):
        await played(storage, between(ANN, BOB), FIRST_WINS)
    later = clock.now + timedelta(days=1)
    more = [await delete_old_games(storage, later) for _ in range(4)]
    assert more == [True, True, True, False]
    assert await ids(storage, ANN) == set()


async def absent(storage: Storage, clock: Clock, days: float) -> tuple[int, ...]:
    moment: datetime = clock.now - timedelta(days=days)
    return await storage[RetentionStore].absent_since(moment)


async def test_people_are_absent_when_they_have_not_been_there(storage: Storage, clock: Clock) -> None:
    await storage[PeopleStore].remember(ANN, "Ann")
    await storage[PeopleStore].remember(BOB, "Bob")
    clock.advance(days=5)
    await storage[PeopleStore].remember(BOB, "Bob")
    clock.advance(days=5)
    assert await absent(storage, clock, 11) == ()
    assert await absent(storage, clock, 9) == (ANN,)
    assert await absent(storage, clock, 4) == (ANN, BOB)


async def test_a_player_who_was_only_named_is_inactive_from_discovery(storage: Storage, clock: Clock) -> None:
    await storage.create_game(between(ANN, CAT))
    clock.advance(days=100)
    assert await absent(storage, clock, 10) == ()
    clock.advance(days=11)
    assert await absent(storage, clock, 10) == (ANN, CAT)


async def test_the_deleted_player_is_never_absent(storage: Storage, clock: Clock) -> None:
    await played(storage, between(ANN, BOB), FIRST_WINS)
    await forget(storage, ANN)
    assert await absent(storage, clock, 10) == ()
    clock.advance(days=100)
    assert await absent(storage, clock, 10) == (BOB,)
    assert DELETED_PLAYER not in await absent(storage, clock, 10)


async def test_presence_is_written_once_a_day(storage: Storage, clock: Clock, other: Storage) -> None:
    await storage[PeopleStore].remember(ANN, "Ann", GUILD, None)
    for days, written in ((0, 0), (1, 1)):
        clock.advance(days=days)
        with count_transactions(storage) as done:
            for _ in range(10):
                await storage[PeopleStore].remember(ANN, "Ann", GUILD, None)
        assert len(done) == written
    assert await absent(other, clock, 0.5) == ()


async def test_exhibitions_are_deleted_with_their_games(storage: Storage, clock: Clock) -> None:
    for _ in range(3):
        await storage[TournamentStore].create(simul(clock.now), 9, 9)
    for number in (1, 2):
        record = there(await storage[TournamentStore].find(number))
        await storage[TournamentStore].join(record, TournamentEntrant(1, 0.0, player_id=BOB, computer=None))
        record = there(await storage[TournamentStore].find(number))
        await storage[TournamentStore].cancel(record, "organiser")
    await storage[TournamentStore].record_announced(1)
    clock.advance(days=10)
    old: Chore = partial(old_games, age=timedelta(days=9))
    assert await storage[PendingStore].waiting([old]) == {old}
    await storage[RetentionStore].delete_simuls(clock.now - timedelta(days=9))
    assert await storage[PendingStore].waiting([old]) == set()
    # The second was not announced yet, the third is open.
    gone = [await storage[TournamentStore].find(number) is None for number in (1, 2, 3)]
    assert gone == [True, False, False]
