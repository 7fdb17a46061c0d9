"""Imports, reviews, judged games and comparisons of computer players."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from data import Share, Storage
from data.db.errors import LimitReached
from data.games.history import HistoryStore
from data.games.my_games import MyGamesStore
from data.games.records import Ending, GameNotFound, NewMove, Seat
from data.jobs.imports import MAX_GAMES, ImportedGame, ImportStore
from data.jobs.judged import JudgedGame, JudgedPly, JudgedStore, read_plies, write_plies
from data.jobs.reviews import (
    NewReview,
    NewStrengthTest,
    QuietReview,
    ReviewedPly,
    ReviewStore,
    StrengthTestStore,
)
from data.people.preferences import Owner, PreferenceStore
from data.tables.people import preferences
from tests.cases import there
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock
from tests.data.playing import FIRST_WINS, between, move, reload

PLAYED = ImportedGame(
    game="reversi",
    options="",
    names=("Saio", "booklet"),
    moves=[NewMove("f5", 0, 0.0), NewMove("d6", 1, 0.0)],
    turn=0,
    winner=0,
    score=None,
    ending=Ending.RESIGNED,
)


async def test_the_last_file_of_each_person_is_kept_for_a_week(storage: Storage, clock: Clock) -> None:
    first = await storage[ImportStore].put(ANN, "first")
    others = await storage[ImportStore].put(BOB, "another")
    assert await storage[ImportStore].content(first, BOB) is None
    second = await storage[ImportStore].put(ANN, "second")
    assert await storage[ImportStore].content(first, ANN) is None
    clock.advance(days=6)
    await storage[ImportStore].forget_old()
    assert await storage[ImportStore].content(second, ANN) == "second"
    clock.advance(days=2)
    await storage[ImportStore].forget_old()
    assert await storage[ImportStore].content(second, ANN) is None
    assert await storage[ImportStore].content(others, BOB) is None


async def test_an_imported_game_is_stored_once_and_counts_for_no_player(storage: Storage) -> None:
    game_id = await storage[ImportStore].keep(ANN, PLAYED)
    assert await storage[ImportStore].keep(ANN, PLAYED) == game_id
    assert await storage[ImportStore].keep(BOB, PLAYED) != game_id
    game = there(await storage.game(game_id))
    assert (game.imported, game.moves, game.winner, game.turn) == (True, ("f5", "d6"), 0, 0)
    assert [seat.name for seat in game.seats] == ["Saio", "booklet"]
    assert await storage[ImportStore].keep(ANN, replace(PLAYED, names=("Saio", ""))) != game_id
    await storage[ImportStore].keep(ANN, PLAYED)
    assert await storage[MyGamesStore].finished(ANN, None, 5) == ()
    assert await storage.playing_games(player_id=ANN) == ()
    assert [some async for some in storage[HistoryStore].games_of(ANN, 5)] == []


async def test_the_oldest_games_make_room(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.jobs.imports.MAX_GAMES", 3)
    ids = [await storage[ImportStore].keep(ANN, replace(PLAYED, names=(str(n), ""))) for n in range(5)]
    kept = [game_id for game_id in ids if await storage.game(game_id) is not None]
    assert kept == ids[2:]
    assert MAX_GAMES > 3


PLY = JudgedPly(3, 1, 2, 1.0, 4.5, 12.25, 50, ("parity", "mobility"))
REVIEWED = ReviewedPly(0, "d3", 0.0, 0.0, None)


async def over(storage: Storage) -> int:
    game = await storage.create_game(between())
    done = await storage.add_moves(game, [NewMove("d3", 0, 2.5), NewMove("c3", 1, 4.0)], FIRST_WINS)
    return done.id


async def review(storage: Storage, game_id: int) -> None:
    await storage[ReviewStore].begin(NewReview(game_id, ANN, GUILD, CHANNEL), 99)
    await storage[ReviewStore].finish(game_id)


def judged(game_id: int, player_id: int, clock: Clock, seat: int = 0) -> JudgedGame:
    return JudgedGame(game_id, seat, player_id, "reversi", clock.now, 1500.0, None, (PLY,))


async def test_a_finished_review_waits_until_its_moves_are_stored(storage: Storage, clock: Clock) -> None:
    game_id = await over(storage)
    assert await storage[JudgedStore].next_game() is None
    await review(storage, game_id)
    assert await storage[JudgedStore].next_game() == game_id
    await storage[JudgedStore].store(game_id, [judged(game_id, ANN, clock), judged(game_id, BOB, clock, 1)])
    assert await storage[JudgedStore].next_game() is None
    (found,) = await storage[JudgedStore].latest(ANN, "reversi", 5)
    assert found.judged == judged(game_id, ANN, clock)
    assert await storage[JudgedStore].counts(BOB) == {"reversi": 1}
    assert await storage[JudgedStore].counts(CAT) == {}
    timing = await storage[JudgedStore].timing(game_id)
    assert timing.seconds == (2.5, 4.0)
    assert all(isinstance(rating, float) for rating in timing.ratings)


async def test_moves_of_players_are_stored_the_latest_games_first(storage: Storage, clock: Clock) -> None:
    game_id = await over(storage)
    await review(storage, game_id)
    await storage[JudgedStore].store(game_id, [judged(game_id, CAT, clock)])
    assert await storage[JudgedStore].next_game() is None
    assert await storage[JudgedStore].counts(CAT) == {}
    games = []
    for _ in range(3):
        clock.advance(days=1)
        games.append(await over(storage))
        await review(storage, games[-1])
        await storage[JudgedStore].store(games[-1], [judged(games[-1], ANN, clock)])
    found = await storage[JudgedStore].latest(ANN, "reversi", 2)
    assert [one.judged.game_id for one in found] == games[:0:-1]
    assert await storage[JudgedStore].latest(ANN, "connect4", 2) == ()


@pytest.mark.parametrize("ply", [
    PLY,
    JudgedPly(0, 0, 0, 1.0, 0.0, 0.0, None, ()),
    JudgedPly(2, 0, 0, 0.75, 0.0, 0.0, None, ()),
    JudgedPly(4, 0, 0, 1.0, 0.0, 0.5, None, ()),
    JudgedPly(6, 0, 0, 1.0, 0.0, 0.0, 99, ()),
    JudgedPly(8, 0, 1, 1.0, 0.0, 0.0, None, ("parity",)),
])  # fmt: skip
def test_what_a_judged_move_shares_with_most_is_left_out_and_read_again(ply: JudgedPly) -> None:
    text = write_plies([ply, ply])
    assert read_plies(text) == (ply, ply)
    whole = json.dumps([ply, ply], separators=(",", ":"))
    assert read_plies(whole) == (ply, ply)
    assert (len(text) < len(whole)) == (ply.kinds == ())


@pytest.mark.parametrize(
    "text", ["[[]]", "[[1,2]]", "[[1,2,0,1.0,0.0,0.0,null,null]]", "[[1,2,0,1,0,0,0,[],0]]"]
)
def test_a_judged_move_with_other_parts_is_refused(text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        read_plies(text)


def test_the_judged_moves_of_a_quiet_game_fit_on_a_page() -> None:
    """SQLite gives rows of such a table above some 1,000 bytes a page of 4 KiB of their own."""
    moves = [JudgedPly(ply, ply // 20, 0, 0.9876, 0.1234, 1.2345, None, ()) for ply in range(0, 60, 2)]
    assert len(write_plies(moves)) < 900


async def ask(storage: Storage, *people: int) -> None:
    for player_id in people:
        await storage[PreferenceStore].put(Owner("person", player_id), "background_reviews", "on")


async def wanted(storage: Storage, latest: int = 50, a_day: int = 10) -> QuietReview | None:
    return await storage[ReviewStore].wanted(("reversi",), latest, a_day, ())


async def test_a_background_review_is_wanted_by_those_who_ask(storage: Storage, clock: Clock) -> None:
    first = await over(storage)
    clock.advance(days=1)
    second = await over(storage)
    assert await wanted(storage) is None
    await ask(storage, BOB)
    assert await wanted(storage) == QuietReview(second, BOB)
    assert await storage[ReviewStore].wanted(("connect4",), 50, 10, ()) is None
    assert await storage[ReviewStore].wanted(("reversi",), 50, 10, (second,)) == QuietReview(first, BOB)
    assert await storage[ReviewStore].finish_quietly(QuietReview(second, BOB))
    assert not await storage[ReviewStore].finish_quietly(QuietReview(second, BOB))
    assert await wanted(storage, latest=1) is None
    assert await wanted(storage, a_day=1) is None
    assert await wanted(storage) == QuietReview(first, BOB)
    clock.now += timedelta(days=1)
    assert await wanted(storage, a_day=1) == QuietReview(first, BOB)


async def test_each_process_makes_the_reviews_of_its_servers_for_people_who_ask(storage: Storage) -> None:
    game_id = await over(storage)
    # A server with the same number asks for no one.
    row = {"owner_kind": "server", "owner_id": BOB, "name": "background_reviews", "value": "on"}
    await storage._database.write(lambda c: c.execute(insert(preferences).values(row)) and None)
    assert await wanted(storage) is None
    await ask(storage, ANN)
    found = []
    for shard in range(2):
        storage._database.share = Share(shard, shard, 2)
        found.append(await wanted(storage))
    assert sorted(found, key=lambda one: one is None) == [QuietReview(game_id, ANN), None]


async def test_plies_found_in_the_background_stay_for_a_review(storage: Storage) -> None:
    game_id = await over(storage)
    assert await storage[ReviewStore].add_quietly(game_id, REVIEWED)
    assert await storage[ReviewStore].add_quietly(game_id, REVIEWED)
    assert await storage[ReviewStore].plies_of(game_id) == (REVIEWED,)
    begun, first = await storage[ReviewStore].begin(NewReview(game_id, ANN, GUILD, CHANNEL), 2)
    assert (first, begun.plies) == (True, (REVIEWED,))
    assert not await storage[ReviewStore].add_quietly(game_id, REVIEWED)
    assert not await storage[ReviewStore].add_quietly(game_id + 1, REVIEWED)


FIRST, SECOND = ReviewedPly(8, "d3", 2.0, -4.0, None, keepers=2), ReviewedPly(7, "c4", 1.25, 1.25, 14)


async def new(storage: Storage, asker: int = ANN) -> NewReview:
    game = await storage.create_game(between())
    return NewReview(game.id, asker, GUILD, CHANNEL)


async def test_a_review_is_everybodys_and_restarts_with_its_plies(storage: Storage) -> None:
    wanted = await new(storage)
    begun, first = await storage[ReviewStore].begin(wanted, 2)
    there, second = await storage[ReviewStore].begin(NewReview(wanted.game_id, BOB, GUILD, CHANNEL), 2)
    assert (first, second) == (True, False)
    assert there == begun
    assert there.asked.asker_id == ANN
    assert [review.id for review in await storage[ReviewStore].in_progress()] == [wanted.game_id]
    wanted = await new(storage)
    await storage[ReviewStore].begin(wanted, 2)
    await storage[ReviewStore].add(wanted.game_id, FIRST)
    await storage[ReviewStore].drop(wanted.game_id)
    assert await storage[ReviewStore].of(wanted.game_id) is None
    assert not await storage[ReviewStore].add(wanted.game_id, SECOND)
    again, first = await storage[ReviewStore].begin(wanted, 2)
    assert first
    assert again.plies == (FIRST,)


async def test_plies_are_kept_in_order_and_permanently(storage: Storage) -> None:
    game_id = (await new(storage)).game_id
    await storage[ReviewStore].begin(NewReview(game_id, ANN, GUILD, CHANNEL), 2)
    assert await storage[ReviewStore].add(game_id, FIRST)
    assert await storage[ReviewStore].add(game_id, SECOND)
    await storage[ReviewStore].record_message(game_id, 99)
    await storage[ReviewStore].finish(game_id)
    review = there(await storage[ReviewStore].of(game_id))
    assert (review.plies, review.done, review.message_id) == ((SECOND, FIRST), True, 99)
    assert await storage[ReviewStore].in_progress() == ()
    assert not await storage[ReviewStore].add(game_id, FIRST)
    wanted = await new(storage)
    await storage[ReviewStore].begin(wanted, 2)
    await storage[ReviewStore].finish(wanted.game_id)
    await storage[ReviewStore].drop(wanted.game_id)
    assert await storage[ReviewStore].of(wanted.game_id) is not None


async def test_reviews_in_progress_per_person_are_limited(storage: Storage) -> None:
    wanted = [await new(storage) for _ in range(3)]
    for review in wanted[:2]:
        await storage[ReviewStore].begin(review, 2)
    with pytest.raises(LimitReached):
        await storage[ReviewStore].begin(wanted[2], 2)
    # Reviews of others, and one that exists already, do not count.
    assert not (await storage[ReviewStore].begin(wanted[0], 2))[1]
    assert (await storage[ReviewStore].begin(await new(storage, BOB), 2))[1]
    await storage[ReviewStore].finish(wanted[0].game_id)
    assert (await storage[ReviewStore].begin(wanted[2], 2))[1]


MATCH = between(
    opponent_id=None, seats=(Seat(computer="easy"), Seat(computer="hard")), rated=False, side_choice="random"
)
ASKED = NewStrengthTest(
    guild_id=GUILD, channel_id=CHANNEL, asker_id=ANN, game="reversi", options="", first="easy", second="hard",
    games=20, seed=2**40,
)  # fmt: skip


async def test_a_game_is_paused_and_continues(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(MATCH)
    assert made.paused_at is None
    paused = await storage.pause(made)
    assert paused == await reload(storage, made)
    assert paused.paused_at == clock.now
    # Pausing stops no side from moving on its turn: Step does.
    stepped = await storage.add_moves(paused, [move("d3", 0)])
    assert stepped.paused_at == clock.now
    assert (await storage.resume(stepped)).paused_at is None
    assert (await reload(storage, made)).paused_at is None
    with pytest.raises(GameNotFound):
        await storage.pause(replace(made, id=99))


async def test_a_comparison_is_kept_until_it_is_over(storage: Storage, other: Storage) -> None:
    made, new = await storage[StrengthTestStore].begin(ASKED)
    assert new
    assert (made.message_id, made.asked, made.results) == (None, ASKED, "")
    further = replace(made, message_id=2**62, results="wdl", nodes=(2**40, 17), moves=(90, 89))
    await storage[StrengthTestStore].record_message(made.id, 2**62)
    await storage[StrengthTestStore].record_results(further)
    assert await other[StrengthTestStore].in_progress() == (further,)
    await other[StrengthTestStore].drop(made.id)
    assert await other[StrengthTestStore].in_progress() == ()
    # Stored too late.
    await other[StrengthTestStore].record_results(further)
    assert await other[StrengthTestStore].in_progress() == ()


async def test_one_comparison_at_a_time_in_a_server(storage: Storage) -> None:
    first, _ = await storage[StrengthTestStore].begin(ASKED)
    elsewhere_in_the_server = replace(ASKED, channel_id=CHANNEL + 1, games=50)
    assert await storage[StrengthTestStore].begin(elsewhere_in_the_server) == (first, False)
    bobs = replace(ASKED, guild_id=GUILD + 1, asker_id=BOB)
    other_server, new = await storage[StrengthTestStore].begin(bobs)
    assert new
    alone, new = await storage[StrengthTestStore].begin(replace(bobs, guild_id=None))
    assert new
    again = await storage[StrengthTestStore].begin(replace(bobs, guild_id=None, games=30))
    assert again == (alone, False)
    assert await storage[StrengthTestStore].in_progress() == (first, other_server, alone)
    await storage[StrengthTestStore].drop(first.id)
    after, new = await storage[StrengthTestStore].begin(ASKED)
    assert new
    # A button of an earlier comparison must never mean a later one.
    assert after.id > alone.id
    with pytest.raises(ValueError, match="at least one game"):
        replace(ASKED, games=0)
