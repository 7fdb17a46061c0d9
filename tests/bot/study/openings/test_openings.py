"""The opening explorer: index, lines, names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from bot.catalog import GAMES, OPENING_PLIES
from bot.catalog.reversi import NAMES
from bot.study.openings import explorer
from bot.study.openings.explorer import OpeningIndex, OpeningNames
from bot.study.openings.lines import RepertoireTree, canonical, last_name, position_after
from data import Storage
from data.games.explorer import ExplorerStore, MoveRecord, OpeningStore
from data.games.records import NewMove, Outcome, Seat
from data.puzzles.repertoires import NewRepertoireMove, RepertoireMove
from data.ratings.statistics import StatisticsStore
from data.tables.playing import opening_moves
from data.upkeep.forgetting import ForgettingStore
from tests.bot.helpers import kit_of
from tests.cases import for_each
from tests.data.helpers import ANN, BOB, GUILD
from tests.data.playing import CALLED_OFF, DRAWN, FIRST_WINS, SECOND_WINS, between

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
    index = OpeningIndex(kit_of(storage))
    await index.do_pending()
    form = canonical(REVERSI, REVERSI.start(""))
    square = form.squares["c4"]
    assert await storage[ExplorerStore].of_person(form.key, ANN) == {square: MoveRecord(wins=2)}
    # Bob made none of the first moves, and lost after the second ones.
    assert await storage[ExplorerStore].of_person(form.key, BOB) == {}
    second = canonical(REVERSI, REVERSI.start("").play("f5"))
    assert await storage[ExplorerStore].of_person(second.key, BOB) == {
        second.squares["f6"]: MoveRecord(losses=2)
    }
    assert await storage[ExplorerStore].unindexed(16, 50) == ()
    await index.do_pending()
    assert await storage[ExplorerStore].of_person(form.key, ANN) == {square: MoveRecord(wins=2)}
    await storage[ForgettingStore].forget(ANN, lambda game, side: FIRST_WINS)
    assert await storage[ExplorerStore].of_person(form.key, ANN) == {}
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
    await OpeningIndex(kit_of(storage)).do_pending()
    form = canonical(REVERSI, REVERSI.start(""))
    there = {form.squares["f5"]: MoveRecord(wins=3, draws=2, losses=2)}
    assert await storage[ExplorerStore].of_server(form.key, GUILD) == there
    second = canonical(REVERSI, REVERSI.start("").play("f5"))
    assert await storage[ExplorerStore].of_server(second.key, GUILD) == {
        second.squares["f6"]: MoveRecord(wins=1, draws=2, losses=3),
        second.squares["d6"]: MoveRecord(wins=1),
    }


def stored(new: tuple[NewRepertoireMove, ...], first: int = 1) -> list[RepertoireMove]:
    return [
        RepertoireMove(number, 1, "reversi", 0, one, datetime(2026, 3, 1, tzinfo=UTC), 0, 0)
        for number, one in enumerate(new, start=first)
    ]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=9), st.lists(st.integers(0, 30), max_size=9))
def test_each_position_has_one_move_and_each_line_can_be_removed(one: list[int], two: list[int]) -> None:
    moves: list[RepertoireMove] = []
    for choices in (one, two):
        line: tuple[str, ...] = ()
        for choice in choices:
            legal = position_after(REVERSI, line).legal_moves()
            line = (*line, legal[choice % len(legal)])
        tree = RepertoireTree(REVERSI, 0, moves)
        added = tree.addition(line)
        gone = {move.id for move in (*added.replaced, *added.removed)}
        moves = [move for move in moves if move.id not in gone] + stored(added.new, 1 + 100 * len(moves))
        again = RepertoireTree(REVERSI, 0, moves).addition(line)
        assert (again.new, again.replaced) == ((), ())
    assert len({move.new.position for move in moves}) == len(moves)
    while moves:
        tree = RepertoireTree(REVERSI, 0, moves)
        lines = tree.lines()
        assert lines
        removed = {move.id for move in tree.only_in(lines[0])}
        assert removed
        moves = [move for move in moves if move.id not in removed]


def test_another_order_of_moves_continues_the_known_line() -> None:
    tiger = RepertoireTree(REVERSI, 0, []).addition(("f5", "d6", "c3", "d3", "c4"))
    tree = RepertoireTree(REVERSI, 0, stored(tiger.new))
    # The same positions on the board turned.
    turned = tree.addition(("d3", "c5", "f6", "f5", "e6"))
    assert (turned.known, turned.new) == (3, ())
    assert last_name(REVERSI, ("f5", "d6", "c3", "d3", "c4")) == "Tiger"
    assert [line.moves for line in tree.lines()] == [("f5", "d6", "c3", "d3", "c4")]


@for_each(
    ("game", "options", "moves", "opening"),
    ("reversi", "", "f5 f6", "Diagonal Opening"),
    ("reversi", "", "d3 c3", "Diagonal Opening"),
    ("reversi", "", "f5 f6 e6 f4 e3 d6 c5 c4", "Chimney"),
    ("reversi", "", "f5", ""),
    ("reversi", "", "", ""),
    ("reversi", "10x10", "f5 f6", ""),
    ("reversi", "xot:f5f6", "e6", ""),
    ("connect4", "", "4 3 1", "4 3"),
    ("connect4", "", "4 5", "4 3"),
    ("connect4", "", "7 7", "1 1"),
    ("connect4", "", "5 2", "3 6"),
    ("connect4", "", "4", ""),
    ("connect4", "8x7", "4 4", ""),
)
def test_a_game_has_its_last_named_opening(game: str, options: str, moves: str, opening: str) -> None:
    assert GAMES[game].opening_of(options, moves.split()) == opening


def test_openings_have_names_that_can_be_kept_and_said() -> None:
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    names = [line.split("\t") for line in lines if not line.startswith("#")]
    assert max(len(name.replace("/", " / ")) for name, _ in names) <= 64
    assert max(len(moves) // 2 for _, moves in names) <= OPENING_PLIES
    assert GAMES["connect4"].opening_label("4 3") == "Columns 4, 3"
    assert GAMES["reversi"].opening_label("Cow") == "Cow"


async def names_kept(storage: Storage) -> set[str]:
    return {tally.opening for tally in (await storage[StatisticsStore].tallies(ANN))["reversi"]}


async def test_names_are_given_a_few_at_a_time(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "AT_ONCE", 2)
    for moves in ("f5 f6", "f5 d6", "f5 f4"):
        await over(storage, moves)
    monkeypatch.setattr(OpeningNames, "in_a_round", 1)
    names = OpeningNames(kit_of(storage))
    await names.do_pending()
    assert await names_kept(storage) == {"", "Perpendicular Opening", "Parallel Opening"}
    await names.do_pending()
    await names.do_pending()
    assert await names_kept(storage) == {"Diagonal Opening", "Perpendicular Opening", "Parallel Opening"}


async def test_a_game_that_cannot_be_replayed_keeps_no_other_waiting(storage: Storage) -> None:
    for moves, game in (("a1 a1", "reversi"), ("f5 f6", "reversi"), ("4 4", "tic-tac-toe")):
        await over(storage, moves, game=game)
    await OpeningNames(kit_of(storage)).of(BOB)
    assert await storage[OpeningStore].unknown(9, 9) == ()
    assert await names_kept(storage) == {"", "Diagonal Opening"}
