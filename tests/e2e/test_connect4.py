"""Connect 4 from the command to the result."""

from __future__ import annotations

import pytest

from tests.e2e.world import Person, World

#: A game without a line.
DRAWN = "4 1 3 3 4 3 2 4 1 1 7 5 4 2 3 1 7 3 7 5 1 5 5 6 3 4 5 1 4 6 5 7 7 7 6 6 6 6 2 2 2 2"


async def test_two_people_play_to_four_in_a_row(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben, "connect4")
    board = world.board()
    assert board.picture == "connect4-1-0.png"
    assert f"🔴 {ann.mention} · 🟡 {ben.mention}" in board.text
    assert [label for label in board.labels if label.isdigit()] == list("1234567")
    await world.play("4 4 5 5 6 6", ann, ben)
    board = world.board()
    assert "Red played **column 6**, Yellow answered **column 6**." in board.text
    assert "Row 5: yellow 4 5 6. Row 6: red 4 5 6." in board.alt
    assert (await ben.taps("7")).private.startswith(f"It is {ann.mention}'s turn")
    await ann.taps("7")
    board = world.board()
    assert f"🏆 **{ann.mention} wins with four in a row**" in board.text
    assert f"{ann.mention}: placement game 1 of about 10" in board.text
    assert board.labels == ["Rematch", "Review", "Replay"]
    assert "Connect 4" in (await ann.types("leaderboard", game="connect4")).public
    rules = await ann.reads_rules("connect4")
    assert "Four in a row win" in rules.private
    assert "Red has won the game." in rules.messages[0].alt


@pytest.mark.long
async def test_a_full_column_cannot_be_tapped_and_a_full_grid_is_a_draw(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, "connect4")
    first, last = DRAWN[:55], DRAWN[56:]
    await world.play(first, ann, ben)
    assert world.board().moves == list("24567")
    await world.play(last, ann, ben)
    assert "**A draw**, the grid is full." in world.board().text
