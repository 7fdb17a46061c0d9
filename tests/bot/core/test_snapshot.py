"""A stored game replayed: position, last disc, passes, seats."""

from __future__ import annotations

from bot.catalog import NO_MOVES
from bot.core.snapshot import NO_SIDE, GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
    BLACK_WIPES_OUT,
    BOB,
    CAT,
    PLACE,
    REVERSI,
    Clock,
    begin,
    play_out,
    put_down,
)


async def test_at_the_start_nothing_was_played(challenges: Challenges) -> None:
    snapshot = await begin(challenges)
    assert (snapshot.recent, snapshot.movers) == (NO_MOVES, ())
    assert snapshot.position == REVERSI.start("")


async def test_the_last_disc_stays_marked_over_passes(referee: Referee, challenges: Challenges) -> None:
    snapshot = await play_out(referee, await begin(challenges), BLACK_PASSES_AFTER)
    (last,), before = snapshot.recent.last, snapshot.recent.before
    assert (last.move, last.by) == (BLACK_PASSES_AFTER[-1], 1)
    assert last.before.play(last.move).play("pass") == snapshot.position
    assert before is not None
    assert (before.move, before.by) == (BLACK_PASSES_AFTER[-2], 0)
    assert snapshot.recent.passed == 0


async def test_the_side_of_each_move(referee: Referee, challenges: Challenges) -> None:
    discs = [move for move in BLACK_PASSES_TWICE if move != "pass"]
    snapshot = await play_out(referee, await begin(challenges), discs)
    assert snapshot.movers == (*((0, 1) * 7), NO_SIDE, 1, NO_SIDE)


async def test_seats_and_the_side_to_move(referee: Referee, challenges: Challenges) -> None:
    snapshot = await play_out(referee, await begin(challenges), ("d3",))
    assert [snapshot.side_of(person.id) for person in (ANN, BOB, CAT)] == [0, 1, None]
    assert snapshot.to_move.player_id == BOB.id
    assert not snapshot.computer_to_move


async def test_the_computer_is_to_move_only_during_the_game(referee: Referee, challenges: Challenges) -> None:
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert not snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[:1])
    assert snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[1:])
    assert snapshot.to_move.computer == "easy"
    assert not snapshot.going
    assert not snapshot.computer_to_move


async def test_the_turn_began_with_the_last_move(
    referee: Referee, challenges: Challenges, clock: Clock
) -> None:
    snapshot = await begin(challenges)
    assert snapshot.game.moved_at == clock()
    clock.advance(minutes=3)
    snapshot = await play_out(referee, snapshot, ("d3",))
    moved = clock()
    clock.advance(minutes=3)
    assert (await referee.snapshot(snapshot.game.id)).game.moved_at == moved


async def test_cached_replays_change_nothing(referee: Referee, challenges: Challenges) -> None:
    snapshot = begun = await begin(challenges)
    for move in BLACK_PASSES_AFTER:
        snapshot = await put_down(referee, snapshot, [move])
        position = REVERSI.start("")
        for played in snapshot.game.moves:
            position = position.play(played)
        assert snapshot.position == position
    # A different or shorter game keeps nothing of the other.
    assert GameSnapshot.of(begun.game) == begun
    other = await put_down(referee, await begin(challenges), ["c4"])
    assert other.position == REVERSI.start("").play("c4")
    assert (other.movers, other.recent.passed) == ((0,), None)
