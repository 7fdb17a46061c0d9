"""The life of a game in storage."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from data import Storage
from data.db.database import Database
from data.games.offers import OfferStore
from data.games.records import Ending, GameChanged, GameNotFound, GameState, NewMove, Outcome, Seat
from data.games.time_control import Live
from data.games.waiting import WaitingStore
from data.ratings.leaderboard import StandingStore
from data.ratings.unrating import UnratingStore
from tests.cases import for_each, there
from tests.data.helpers import ANN, BOB, CAT, CHANNEL, GUILD, Clock
from tests.data.playing import FIRST_WINS, against_computer, between, move, offer, reload


async def test_a_new_game_is_read_as_it_was_stored(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(between(options="8x8"))
    assert made == await reload(storage, made)
    assert (made.game, made.options, made.guild_id, made.channel_id) == ("reversi", "8x8", GUILD, CHANNEL)
    assert made.seats == (Seat(player_id=ANN), Seat(player_id=BOB))
    assert (made.challenger_id, made.opponent_id, made.side_choice, made.rated) == (ANN, BOB, "first", True)
    assert (made.state, made.moves, made.ply, made.seconds) == (GameState.PLAYING, (), 0, (0.0, 0.0))
    assert {made.winner, made.score, made.ending, made.closed_as} == {None}
    assert {made.rematch_of, made.rematch, made.message_id, made.finished_at} == {None}
    assert made.created_at == made.started_at == made.moved_at == clock.now
    assert made.created_at.utcoffset() == timedelta(0)
    made = await storage.create_game(against_computer(computer="depth=4 positional", guild_id=None))
    found = await reload(storage, made)
    assert found.seats == (Seat(player_id=ANN), Seat(computer="depth=4 positional"))
    assert found.guild_id is found.opponent_id is None
    large = 2**63 - 1
    made = await storage.create_game(between(large, large - 1, guild_id=large, channel_id=large))
    await storage[WaitingStore].mark_shown(made, large, large)
    found = await reload(storage, made)
    assert (found.challenger_id, found.guild_id, found.channel_id, found.message_id) == (large,) * 4
    made = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(made, 42, 43)
    found = await reload(storage, made)
    assert (found.channel_id, found.message_id) == (42, 43)
    await storage[WaitingStore].mark_shown(made, 42, None)
    assert (await reload(storage, made)).message_id is None


async def test_unknown_game(storage: Storage) -> None:
    assert await storage.game(99) is None
    with pytest.raises(GameNotFound, match="99"):
        await storage.add_moves(replace(await storage.create_game(between()), id=99), [move("d3", 0)])
    with pytest.raises(GameNotFound):
        await storage.create_game(replace(between(), rematch_of=99))


async def test_moves_add_up_until_the_game_ends(storage: Storage, clock: Clock) -> None:
    made = await storage.create_game(between())
    clock.advance(seconds=4)
    first = await storage.add_moves(made, [move("d3", 0, 4.0)])
    assert (first.version, first.state) == (made.version + 1, GameState.PLAYING)
    clock.advance(seconds=7)
    # A move and the pass of the other side after it are stored together.
    second = await storage.add_moves(first, [move("c3", 1, 7.0), move("pass", 0, 0.0)])
    assert second == await reload(storage, made)
    assert (second.moves, second.ply) == (("d3", "c3", "pass"), 3)
    assert (second.seconds, second.moved_at, second.state) == ((4.0, 7.0), clock.now, GameState.PLAYING)
    made = await storage.create_game(between())
    with pytest.raises(ValueError, match="no moves"):
        await storage.add_moves(made, [])
    clock.advance(seconds=9)
    game = await storage.add_moves(made, [move("d3", 0)], Outcome(1, -64, Ending.PLAYED))
    assert game == await reload(storage, made)
    assert (game.state, game.winner, game.score) == (GameState.FINISHED, 1, -64)
    assert (game.ending, game.finished_at) == (Ending.PLAYED, clock.now)
    assert {change.player_id for change in await storage.rating_changes(made.id)} == {ANN, BOB}
    with pytest.raises(GameChanged) as caught:
        await storage.add_moves(made, [move("c3", 1)])
    assert caught.value.game == game
    with pytest.raises(GameChanged):
        await storage.finish(made, FIRST_WINS)
    made = await storage.create_game(between())
    moved = await storage.add_moves(made, [move("d3", 0)])
    stored = await storage.finish(moved, Outcome(1, None, Ending.RESIGNED))
    assert stored == await reload(storage, made)
    assert (stored.winner, stored.score, stored.ending) == (1, None, Ending.RESIGNED)
    assert stored.moves == ("d3",)


@pytest.mark.parametrize("late", [-1, 1, 2])
async def test_a_game_of_another_version_is_not_changed(storage: Storage, late: int) -> None:
    made = await storage.create_game(between())
    now = await storage.add_moves(made, [move("d3", 0)])
    seen = replace(now, version=now.version + late)
    for change in (
        storage.add_moves(seen, [move("c3", 1)], FIRST_WINS),
        storage.finish(seen, FIRST_WINS),
        storage[UnratingStore].take_back(seen, 0),
        storage[UnratingStore].set_delegate(seen, 0, "easy"),
        storage[UnratingStore].record_asked(seen),
        storage.pause(seen),
    ):
        with pytest.raises(GameChanged) as caught:
            await change
        assert caught.value.game == now
    assert await reload(storage, made) == now
    assert await storage.rating_changes(made.id) == ()


async def test_a_game_that_is_not_played_is_a_mistake_of_the_caller(storage: Storage) -> None:
    offered = await storage.create_game(offer())
    over = await storage.finish(await storage.create_game(between()), FIRST_WINS)
    for game in (offered, over):
        for change in (
            storage.add_moves(game, [move("d3", 0)]),
            storage.finish(game, FIRST_WINS),
            storage[UnratingStore].take_back(game, 0),
            storage[UnratingStore].set_delegate(game, 0, "easy"),
            storage[UnratingStore].record_asked(game),
            storage.pause(game),
            storage.resume(game),
        ):
            with pytest.raises(ValueError, match="not playing"):
                await change
        assert await reload(storage, game) == game


async def test_one_rematch_per_game(storage: Storage) -> None:
    made = await storage.create_game(between())
    done = await storage.finish(made, FIRST_WINS)
    rematch = await storage.create_game(replace(between(BOB, ANN), rematch_of=done.id))
    assert rematch.rematch_of == made.id
    assert (await reload(storage, made)).rematch == rematch.id
    with pytest.raises(GameChanged) as caught:
        await storage.create_game(replace(between(ANN, BOB), rematch_of=done.id))
    assert caught.value.game == rematch
    with pytest.raises(GameChanged):
        await storage.create_game(between(rematch_of=done.id))
    assert [game.id for game in await storage.playing_games()] == [rematch.id]


async def test_playing_games_by_latest_activity(storage: Storage, clock: Clock) -> None:
    games = []
    for new in (
        between(ANN, BOB),
        between(CAT, ANN, channel_id=5),
        between(BOB, CAT, game="connect4"),
        offer(ANN, CAT),
    ):
        games.append(await storage.create_game(new))
        clock.advance(seconds=1)
    await storage.add_moves(games[0], [move("d3", 0)])
    ids = [game.id for game in games]
    ended = await storage.create_game(between())
    await storage.finish(ended, FIRST_WINS)

    async def listed(
        game: str | None = None, channel_id: int | None = None, player_id: int | None = None
    ) -> list[int]:
        return [found.id for found in await storage.playing_games(game, channel_id, player_id)]

    assert await listed() == [ids[0], ids[2], ids[1]]
    assert await listed(game="reversi") == [ids[0], ids[1]]
    assert await listed(channel_id=5) == [ids[1]]
    assert await listed(player_id=CAT) == [ids[2], ids[1]]
    assert await listed("reversi", CHANNEL, ANN) == [ids[0]]
    assert (await storage.playing_games())[0].moves == ("d3",)


async def test_an_offer_is_accepted_or_closed_once(storage: Storage, clock: Clock) -> None:
    old = await storage.create_game(offer())
    closed = await storage.create_game(offer())
    await storage[OfferStore].close(closed, "withdrawn")
    clock.advance(seconds=60)
    new = await storage.create_game(offer())
    assert await storage[OfferStore].made_before(clock.now) == (old,)
    assert await storage[OfferStore].made_before(clock.now + timedelta(seconds=1)) == (old, new)
    made = await storage.create_game(offer(opponent=None, side_choice="random"))
    assert (made.state, made.opponent_id, made.started_at) == (GameState.OFFERED, None, None)
    assert made.seats[1].is_open
    clock.advance(seconds=30)
    seats = (Seat(player_id=CAT), Seat(player_id=ANN))
    started = await storage[OfferStore].accept(made, CAT, seats)
    assert started == await reload(storage, made)
    assert (started.state, started.opponent_id, started.seats) == (GameState.PLAYING, CAT, seats)
    assert started.created_at + timedelta(seconds=30) == started.started_at == started.moved_at
    with pytest.raises(GameChanged) as caught:
        await storage[OfferStore].accept(made, BOB, (Seat(player_id=BOB), Seat(player_id=ANN)))
    assert caught.value.game == started
    with pytest.raises(GameChanged):
        await storage[OfferStore].close(made, "expired")
    made = await storage.create_game(offer())
    with pytest.raises(ValueError, match="both seats"):
        await storage[OfferStore].accept(made, BOB, (Seat(player_id=ANN), Seat()))
    assert (await reload(storage, made)).state is GameState.OFFERED
    made = await storage.create_game(offer())
    clock.advance(seconds=5)
    closed = await storage[OfferStore].close(made, "declined")
    assert closed == await reload(storage, made)
    assert (closed.state, closed.closed_as, closed.finished_at) == (GameState.CLOSED, "declined", clock.now)
    with pytest.raises(GameChanged) as caught:
        await storage[OfferStore].accept(made, BOB, between().seats)
    assert caught.value.game.closed_as == "declined"
    with pytest.raises(ValueError, match="closed, not playing"):
        await storage.add_moves(closed, [move("d3", 0)])


async def test_moves_of_many_games_come_in_parts(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.games.moves.AT_ONCE", 2)
    made = [await storage.create_game(between()) for _ in range(3)]
    for i, game in enumerate(made):
        await storage.add_moves(game, [move(f"m{i}", 0, float(i))])
    listed = {game.id: game for game in await storage.playing_games()}
    assert [listed[game.id].moves for game in made] == [("m0",), ("m1",), ("m2",)]
    assert [listed[game.id].seconds for game in made] == [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]


def test_a_seat_without_a_player_is_open() -> None:
    seats = (Seat(), Seat(computer="easy"), Seat(player_id=1))
    assert [seat for seat in seats if seat.is_open] == [Seat()]


@for_each(("make", "wrong"), [
    (lambda: Seat(player_id=1, computer="easy"), "not both"),
    (lambda: offer(state=GameState.PLAYING), "both seats"),
    *((partial(between, state=state), f"not {state}") for state in (GameState.FINISHED, GameState.CLOSED)),
    (lambda: NewMove("d3", 2, 1.0), "side 0 or 1, not 2"),
    *((partial(NewMove, "d3", 0, seconds), "time") for seconds in (-0.1, math.nan, math.inf)),
    (lambda: Outcome(2, None, Ending.PLAYED), "winner"),
    (lambda: Outcome(0, None, Ending.CALLED_OFF), "winner"),
    (lambda: Outcome(None, None, Ending.RESIGNED), "winner"),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(make: Callable[[], object], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        make()


async def test_the_side_that_moves_first_is_to_move(storage: Storage) -> None:
    game = await storage.create_game(replace(between(), turn=1))
    assert game.turn == 1
    game = await storage.add_moves(game, [NewMove("d3", 1, 1.0)])
    game = await storage.add_moves(game, [NewMove("c3", 0, 1.0)])
    assert game.turn == 1
    assert (await storage.game(game.id)) == game
    game = await storage.create_game(replace(between(), turn=1))
    game = await storage.add_moves(game, [NewMove("d3", 1, 1.0)])
    game = await storage[UnratingStore].take_back(game, 0, 1)
    assert (game.turn, game.moves) == (1, ())
    game = await storage.create_game(replace(between(), turn=1, time=Live(5, 5)))
    assert game.clock is not None
    assert game.clock.side == 1
    new = replace(between(), state=GameState.OFFERED, turn=1, challenger_id=ANN, opponent_id=None)
    offer = await storage.create_game(new)
    offer = await storage[OfferStore].change_terms(offer, "first", "6x6", None, None)
    assert offer.turn == 0
    offer = await storage[OfferStore].change_terms(offer, "first", "position:x", None, None, 1)
    assert (await storage.game(offer.id)) == offer
    assert offer.turn == 1
    assert BOB not in (offer.challenger_id, offer.opponent_id)


async def test_a_delegate_plays_for_a_person_who_keeps_their_seat(storage: Storage) -> None:
    game = await storage.create_game(between())
    lent = await storage[UnratingStore].set_delegate(game, 0, "easy")
    stored = await storage.add_moves(lent, [move("d3", 0)], FIRST_WINS)
    assert await storage.rating_changes(game.id) == ()
    assert stored.seats[0] == Seat(player_id=ANN)
    profile = there(await storage[StandingStore].profile(ANN))
    (recent,) = profile.recent
    assert (recent.outcome, recent.rating_after, profile.standings) == ("win", None, {})
    game = await storage.create_game(between())
    assert game.delegates == (None, None)
    lent = await storage[UnratingStore].set_delegate(game, 1, "easy")
    assert lent == await reload(storage, game)
    assert (lent.seats, lent.delegates, lent.rated) == (game.seats, (None, "easy"), False)
    both = await storage[UnratingStore].set_delegate(lent, 0, "Lucy|greedy:3")
    assert both.delegates == ("Lucy|greedy:3", "easy")
    back = await storage[UnratingStore].set_delegate(both, 1, None)
    assert (back.delegates, back.rated) == (("Lucy|greedy:3", None), False)
    game = await storage.create_game(between())
    lent = await storage[UnratingStore].set_delegate(game, 0, "easy")
    with pytest.raises(GameChanged) as changed:
        await storage[UnratingStore].set_delegate(game, 0, "hard")
    assert changed.value.game == lent
    assert await reload(storage, game) == lent
    solo = await storage.create_game(against_computer())
    with pytest.raises(ValueError, match="no person sits on side 1"):
        await storage[UnratingStore].set_delegate(solo, 1, "hard")


async def test_help_proofs_and_losses_are_kept_with_moves(storage: Storage) -> None:
    game = await storage.create_game(between())
    noted = await storage[UnratingStore].record_asked(game)
    assert (noted.asked, noted.rated) == (True, False)
    assert noted == await reload(storage, game)
    game = await storage.create_game(between())
    stored = await storage.add_moves(game, [move("d3", 0), replace(move("c3", 1), proved=-4)])
    assert stored.proved == (None, -4)
    assert await reload(storage, game) == stored
    assert (await storage[UnratingStore].take_back(stored, 1)).proved == (None,)
    game = await storage.create_game(against_computer())
    first = [move("d3", 0), replace(move("c3", 1), given_away=1.25)]
    stored = await storage.add_moves(game, first)
    stored = await storage.add_moves(stored, [move("c4", 0), replace(move("e3", 1), given_away=2.5)])
    assert stored.given_away == (0.0, 3.75)
    assert await reload(storage, game) == stored
    assert (await storage[UnratingStore].take_back(stored, 2, 0)).given_away == (0.0, 1.25)


async def test_a_game_just_stored_is_not_read(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = await storage.create_game(between())
    await storage[WaitingStore].mark_shown(seen, CHANNEL, 5)
    stored = await storage.add_moves(seen, [move("d3", 0)])
    # Also what has no version, though the caller's copy is older.
    assert stored == await reload(storage, stored)
    assert stored.message_id == 5
    with monkeypatch.context() as patch:
        patch.delattr(Database, "read")
        assert await storage.latest(stored.id) is stored
    assert await storage.latest(stored.id) == stored
    assert await storage.latest(stored.id + 1) is None


async def test_a_game_that_may_have_changed_since_is_read_again(storage: Storage) -> None:
    stored = await storage.add_moves(await storage.create_game(between()), [move("d3", 0)])
    await storage[WaitingStore].mark_shown(stored, CHANNEL, 6)
    assert (await reload(storage, stored)).message_id == 6
    assert there(await storage.latest(stored.id)).message_id == 6


async def test_typical_games_are_of_each_kind_and_board(storage: Storage) -> None:
    first = await storage.create_game(between())
    small = await storage.create_game(between(options="6x6"))
    alike = await storage.create_game(between())
    elsewhere = await storage.create_game(between(guild_id=GUILD + 1))
    over = await storage.create_game(between(options="10x10"))
    await storage.finish(over, FIRST_WINS)
    assert await storage.typical_games(5) == (alike.id, small.id, elsewhere.id)
    assert await storage.typical_games(1) == (alike.id,)
    assert first.id < alike.id
