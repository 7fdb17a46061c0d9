"""Games from the first command to the last disc, their openings and menus, and the texts afterwards."""

from __future__ import annotations

import random

import pytest

from engine import reversi
from tests.cases import missing
from tests.data.helpers import rank_everyone
from tests.e2e.sequences import BLACK_IS_STUCK, MANY_MOVES, WIPE_OUT
from tests.e2e.world import Person, World


async def test_two_people_play_a_game_to_the_end(world: World, ann: Person, ben: Person) -> None:
    await ann.types("reversi start", opponent=ben, colour="first")
    assert f"{ann.mention} challenges {ben.mention}" in world.offer().text
    await ben.taps("Accept")
    board = world.board()
    assert f"⚫ **2** {ann.mention} · ⚪ **2** {ben.mention}" in board.text
    assert (board.moves, board.picture) == (["d3", "c4", "f5", "e6"], "reversi-1-0.png")
    await ann.taps("d3")
    board = world.board()
    assert not missing(board.text, "Black played **d3**.", f"⚫ **4** {ann.mention} · ⚪ **1** {ben.mention}")
    assert (board.moves, board.picture) == (["c3", "e3", "c5"], "reversi-1-1.png")
    assert "d3" in board.alt
    rng = random.Random(4)
    while (board := world.board()).moves:
        mover = ann if f"**{ann.mention} to move.**" in board.text else ben
        assert (await mover.taps(rng.choice(board.moves))).private == ""
    snapshot = await world.snapshot()
    black, white = snapshot.kind.score(snapshot.position) or ("", "")
    assert snapshot.position.result() is not None
    assert f"⚫ **{black}** {ann.mention} · ⚪ **{white}** {ben.mention}" in board.text
    assert "wins" in board.text or "draw" in board.text
    assert board.labels == ["Rematch", "Review", "Replay"]
    assert board.alt


@pytest.mark.long
async def test_a_wipe_out_has_the_same_score_everywhere(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    await world.play(WIPE_OUT, ann, ben)
    board = world.board()
    assert not missing(board.text, f"⚫ **64** {ann.mention} · ⚪ **0** {ben.mention}", "wins 64–0")
    assert "Black has 64, White has 0." in board.alt
    assert "Ann won by 64" in (await ann.types("history")).private
    assert "won by 64" in (await ann.types("profile")).public
    await ann.types("replay", game="1")
    assert "wins 64–0" in (await ann.taps("Last")).private
    analysed = (await ann.types("position", text=WIPE_OUT)).private
    assert not missing(analysed, "⚫ 64 · ⚪ 0", "**Black wins 64–0")
    assert "Black wins 64–0" in (await ann.types("import", text=WIPE_OUT)).private


async def test_a_person_plays_the_computer_to_the_end(world: World, ann: Person) -> None:
    await ann.types("reversi start", bot="easy", colour="second")
    rng = random.Random(7)
    seen_moves = 0
    while (board := world.board()).moves:
        assert f"**{ann.mention} to move.**" in board.text
        await ann.taps(rng.choice(board.moves))
        plies = (await world.snapshot()).game.ply
        assert plies > seen_moves
        seen_moves = plies
    assert (await world.snapshot()).position.result() is not None
    assert not missing(board.text, " Flipfour (easy)", f"{ann.mention}: placement game 1 of about 10")
    assert "This leaderboard is still empty" in (await ann.types("leaderboard")).public
    await rank_everyone(world.bot.kit.storage)
    assert "1. Ann (you): " in (await ann.types("leaderboard", against="computer")).messages[0].alt


async def test_a_pass_is_made_for_the_player_and_said(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    await world.play(BLACK_IS_STUCK, ann, ben)
    board = world.board()
    assert "White answered **a3**. Black has no move and **passes**." in board.text
    assert f"**{ben.mention} to move.**" in board.text
    assert (await world.moves()).endswith("a3 pass")
    assert "turn" in (await ann.taps(board.moves[0], board)).private
    await ben.taps(board.moves[0], board)
    assert (await world.snapshot()).game.ply == 10


@pytest.mark.usefixtures("crowded_start")
async def test_more_than_25_moves_are_offered_in_menus(world: World) -> None:
    """They are checked like buttons."""
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await world.begin(ann, ben)
    old = world.board()
    assert old.moves == []
    offered = [option["value"] for menu in old.menus for option in menu["options"]]
    assert offered == list(reversi.parse(MANY_MOVES).legal_moves())
    assert len(offered) == 31
    assert len(old.menus) == 2
    assert old.menus[0]["placeholder"] == f"Choose a move: {offered[0]}–{offered[24]}"
    assert "You're watching" in (await chloe.picks(offered[0], old)).private
    assert "You are next" in (await ben.picks(offered[0], old)).private
    assert (await ann.picks(offered[-1], old)).private == ""
    assert await world.moves() == offered[-1]
    assert f"Black played **{offered[-1]}**." in world.board().text
    for now in (old, world.board()):
        assert "turn" in (await ann.picks(offered[0], old, now)).private


async def test_a_game_of_xot_keeps_its_opening_and_its_rematch_takes_another(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben, board="xot")
    begun = await world.snapshot(game)
    assert begun.position.moves_played == 8
    assert "XOT" in world.board().text
    legal = begun.position.legal_moves()
    assert set(legal) <= set(world.board().labels)
    for _ in range(4):
        await world.play((await world.snapshot(game)).position.legal_moves()[0], ann, ben)
    await ann.resigns()
    await ben.taps("Rematch")
    await ann.taps("Accept")
    again = await world.snapshot(game + 1)
    assert again.position.moves_played == 8
    assert again.game.options != begun.game.options
    await world.restart()
    assert (await world.snapshot(game + 1)).position == again.position
    await world.play(again.position.legal_moves()[0], ann, ben, game=game + 1)


DRAWN = "4 1 3 3 4 3 2 4 1 1 7 5 4 2 3 1 7 3 7 5 1 5 5 6 3 4 5 1 4 6 5 7 7 7 6 6 6 6 2 2 2 2"
"""A game of Connect 4 without a line."""


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
