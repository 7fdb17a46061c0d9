"""The tree of a repertoire: symmetric lines are one, transpositions join, and lines go as they came."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.study.openings.lines import RepertoireTree, last_name, position_after
from data.repertoires.repertoires import NewRepertoireMove, RepertoireMove

REVERSI = GAMES["reversi"]


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
