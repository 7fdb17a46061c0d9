"""The index of first moves: symmetric lines together, filled once, gone with its games."""

from __future__ import annotations

from sqlalchemy import func, select

from bot.catalog import GAMES
from bot.study.openings.passes import OpeningIndex
from bot.study.openings.symmetry import canonical
from data import Storage
from data.games.explorer import MoveRecord
from data.games.records import NewMove, Outcome, Seat
from data.tables.playing import opening_moves
from tests.data.helpers import (
    ANN,
    BOB,
    CALLED_OFF,
    DRAWN,
    FIRST_WINS,
    GUILD,
    SECOND_WINS,
    between,
)

REVERSI, CONNECT4 = GAMES["reversi"], GAMES["connect4"]


async def over(
    storage: Storage, moves: str, outcome: Outcome = FIRST_WINS, *, game: str = "reversi", **changes: object
) -> int:
    stored = await storage.create_game(between(ANN, BOB, game=game, **changes))
    played = [NewMove(text, ply % 2, 1.0) for ply, text in enumerate(moves.split())]
    return (await storage.add_moves(stored, played, outcome)).id


def test_symmetric_positions_have_one_key_and_equal_moves_one_square() -> None:
    start = REVERSI.start("")
    form = canonical(REVERSI, start)
    assert len(set(form.squares.values())) == 1
    lines = ("f5 f6 e6", "d3 c3 c4", "e6 f6 f5", "c4 c3 d3")
    forms = []
    for line in lines:
        position = start
        for move in line.split():
            position = position.play(move)
        forms.append(canonical(REVERSI, position))
    assert len({one.key for one in forms}) == 1
    assert len({frozenset(one.squares.values()) for one in forms}) == 1
    assert canonical(REVERSI, REVERSI.start("6x6")).key != form.key
    first = canonical(CONNECT4, CONNECT4.start(""))
    assert first.squares["1"] == first.squares["7"] != first.squares["2"]
    # Columns are mirrored, but nothing falls upwards.
    left, right = (CONNECT4.start("").play(move) for move in "17")
    assert canonical(CONNECT4, left).key == canonical(CONNECT4, right).key


async def test_moves_are_counted_by_position_and_forgotten_with_their_games(storage: Storage) -> None:
    one = await over(storage, "f5 f6 e6")
    await over(storage, "d3 c3 c4")
    await over(storage, "4 4 3", game="connect4")
    index = OpeningIndex(storage)
    await index.recover()
    form = canonical(REVERSI, REVERSI.start(""))
    square = form.squares["c4"]
    assert await storage.explorer.of_person(form.key, ANN) == {square: MoveRecord(wins=2)}
    # Bob made none of the first moves, and lost after the second ones.
    assert await storage.explorer.of_person(form.key, BOB) == {}
    second = canonical(REVERSI, REVERSI.start("").play("f5"))
    assert await storage.explorer.of_person(second.key, BOB) == {second.squares["f6"]: MoveRecord(losses=2)}
    assert await storage.explorer.unindexed(16, 50) == ()
    await index.recover()
    assert await storage.explorer.of_person(form.key, ANN) == {square: MoveRecord(wins=2)}
    await storage.forgetting.forget(ANN, lambda game, side: FIRST_WINS)
    assert await storage.explorer.of_person(form.key, ANN) == {}
    rows = select(func.count()).select_from(opening_moves).where(opening_moves.c.game_id == one)
    assert await storage._database.read(lambda c: c.scalar(rows)) == 3


async def test_a_servers_games_are_counted_by_result_for_the_side_that_moved(storage: Storage) -> None:
    for outcome in (FIRST_WINS, FIRST_WINS, FIRST_WINS, DRAWN, DRAWN, SECOND_WINS):
        await over(storage, "f5 f6", outcome)
    await over(storage, "f5 d6", SECOND_WINS)
    # These don't count.
    await over(storage, "f5 f6", CALLED_OFF)
    await over(storage, "f5 f6", guild_id=GUILD + 1)
    await over(storage, "f5 f6", seats=(Seat(computer="easy"), Seat(computer="hard")), rated=False)
    await OpeningIndex(storage).recover()
    form = canonical(REVERSI, REVERSI.start(""))
    there = {form.squares["f5"]: MoveRecord(wins=3, draws=2, losses=2)}
    assert await storage.explorer.of_server(form.key, GUILD) == there
    second = canonical(REVERSI, REVERSI.start("").play("f5"))
    assert await storage.explorer.of_server(second.key, GUILD) == {
        second.squares["f6"]: MoveRecord(wins=1, draws=2, losses=3),
        second.squares["d6"]: MoveRecord(wins=1),
    }
