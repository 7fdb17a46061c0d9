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
    table = await begin(referee)
    assert (table.last, table.passed, table.movers) == (None, None, ())
    assert table.position == REVERSI.start("")


async def test_the_last_disc_stays_the_last_over_passes(referee: Referee) -> None:
    table = await play_out(referee, await begin(referee), BLACK_PASSES_AFTER)
    assert table.last is not None
    assert (table.last.move, table.last.by) == (BLACK_PASSES_AFTER[-1], 1)
    assert table.last.before.play(table.last.move).play("pass") == table.position
    assert table.passed == 0


async def test_who_made_each_move(referee: Referee) -> None:
    discs = [move for move in BLACK_PASSES_TWICE if move != "pass"]
    table = await play_out(referee, await begin(referee), discs)
    assert table.movers == (*((0, 1) * 7), NOBODY, 1, NOBODY)


async def test_who_sits_where_and_who_is_to_move(referee: Referee) -> None:
    table = await play_out(referee, await begin(referee), ("d3",))
    assert [table.seat_of(person.id) for person in (ANN, BOB, CAT)] == [0, 1, None]
    assert table.to_move.player_id == BOB.id
    assert not table.computer_to_move


async def test_the_computer_is_to_move_only_while_the_game_goes_on(referee: Referee) -> None:
    table = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert not table.computer_to_move
    table = await put_down(referee, table, BLACK_WIPES_OUT[:1])
    assert table.computer_to_move
    table = await put_down(referee, table, BLACK_WIPES_OUT[1:])
    assert table.to_move.computer == "easy"
    assert not table.going
    assert not table.computer_to_move


async def test_the_turn_began_with_the_last_move(referee: Referee, clock: Clock) -> None:
    table = await begin(referee)
    assert table.thinking_since() == clock()
    clock.advance(minutes=3)
    table = await play_out(referee, table, ("d3",))
    moved = clock()
    clock.advance(minutes=3)
    assert (await referee.table(table.game.id)).thinking_since() == moved
