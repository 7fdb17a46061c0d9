"""A stored game replayed: the position, the last disc, who passed, who sits where."""

from __future__ import annotations

from bot.games.referee import Referee
from bot.games.snapshot import NOBODY
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


async def test_at_the_start_nothing_was_played(referee: Referee) -> None:
    snapshot = await begin(referee)
    assert (snapshot.last, snapshot.passed, snapshot.movers) == (None, None, ())
    assert snapshot.position == REVERSI.start("")


async def test_the_last_disc_stays_the_last_over_passes(referee: Referee) -> None:
    snapshot = await play_out(referee, await begin(referee), BLACK_PASSES_AFTER)
    assert snapshot.last is not None
    assert (snapshot.last.move, snapshot.last.by) == (BLACK_PASSES_AFTER[-1], 1)
    assert snapshot.last.before.play(snapshot.last.move).play("pass") == snapshot.position
    assert snapshot.passed == 0


async def test_who_made_each_move(referee: Referee) -> None:
    discs = [move for move in BLACK_PASSES_TWICE if move != "pass"]
    snapshot = await play_out(referee, await begin(referee), discs)
    assert snapshot.movers == (*((0, 1) * 7), NOBODY, 1, NOBODY)


async def test_who_sits_where_and_who_is_to_move(referee: Referee) -> None:
    snapshot = await play_out(referee, await begin(referee), ("d3",))
    assert [snapshot.side_of(person.id) for person in (ANN, BOB, CAT)] == [0, 1, None]
    assert snapshot.to_move.player_id == BOB.id
    assert not snapshot.computer_to_move


async def test_the_computer_is_to_move_only_while_the_game_goes_on(referee: Referee) -> None:
    snapshot = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert not snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[:1])
    assert snapshot.computer_to_move
    snapshot = await put_down(referee, snapshot, BLACK_WIPES_OUT[1:])
    assert snapshot.to_move.computer == "easy"
    assert not snapshot.going
    assert not snapshot.computer_to_move


async def test_the_turn_began_with_the_last_move(referee: Referee, clock: Clock) -> None:
    snapshot = await begin(referee)
    assert snapshot.thinking_since() == clock()
    clock.advance(minutes=3)
    snapshot = await play_out(referee, snapshot, ("d3",))
    moved = clock()
    clock.advance(minutes=3)
    assert (await referee.snapshot(snapshot.game.id)).thinking_since() == moved
