"""Taps that are not in order: each gets a short private answer, and changes nothing."""

from __future__ import annotations

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import World


async def test_what_is_not_possible_changes_nothing(world: World) -> None:
    """Taps of others, moves that the rules forbid, and buttons that this bot never posted."""
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await world.begin(ann, ben)
    board = world.board()
    for label in ("d3", "Resign"):
        answer = await chloe.taps(label)
        assert answer.private == "You're watching this game. To start your own: `/reversi start`."
    assert (await ben.taps("d3")).private == f"It is {ann.mention}'s turn. You are next."
    move, resign = board.custom_id("d3"), board.custom_id("Resign")
    impossible = "is not possible here. The buttons under the board show every move you have."
    for custom_id, said in (
        (move.replace("d3", "a1"), f"a1 {impossible}"),
        *((move.replace("d3", typed), impossible) for typed in ("pass", "d9", "", "🙂")),
        (move.replace(":1", ":99", 1), "This game no longer exists"),
        (resign.replace(":1", ":99", 1), "This game no longer exists"),
        ("f4:takeback:1:0", "another version of Flipfour"),
    ):
        world.untranslated.append(custom_id.split(":")[-1])
        record = ann.send_tap(board, custom_id)
        await world.env.settle()
        assert said in world.answer(record).private, custom_id
    assert (world.board().text, world.board().moves) == (board.text, board.moves)
    assert await world.moves() == ""


async def test_a_button_of_an_earlier_board_is_refused(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    old = world.board()
    for moves, said in (
        ("d3", f"It is {ben.mention}'s turn. You are next."),
        ("c3", "The board has changed since then. Please look at it and choose again."),
    ):
        await world.play(moves, ann, ben)
        now, played = world.board(), await world.moves()
        # Discord passes the message on as it was, or as it is now.
        for answer in (await ann.taps_late("c4", old, now), await ann.taps("c4", old)):
            assert answer.private == said
        assert await world.moves() == played
        assert world.board().moves == now.moves


async def test_taps_at_the_same_moment_move_once(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    board = world.board()
    answers = await world.together((ben, board, "d3"), (ann, board, "d3"), (ann, board, "c4"))
    assert sorted(bool(answer.private) for answer in answers) == [False, True, True]
    assert (await world.snapshot()).game.ply == 1
    assert f"**{ben.mention} to move.**" in world.board().text
    board = world.board()
    answers = await world.together(*[(ben, board, board.moves[0])] * 2)
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    assert (await world.snapshot()).game.ply == 2


async def test_a_finished_game_takes_no_moves_and_no_resignation(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    last_but_one = world.board()
    await ann.taps("c5")
    over = world.board()
    for label in (last_but_one.moves[0], "Resign"):
        for tap in (ann.taps(label, last_but_one), ann.taps_late(label, last_but_one, over)):
            answer = await tap
            assert answer.private == "This game is over. Press Rematch under the board to play again."
    assert world.board().text == over.text
    assert await world.moves() == WIPE_OUT


async def test_a_tap_while_the_computer_thinks_is_answered(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    old = world.board()
    world.searches.hold()
    # A double tap moves once.
    answers = await world.together((ann, old, "d3"), (ann, old, "d3"))
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    thinking = world.board()
    assert "**Flipfour (expert) is thinking**…" in thinking.text
    assert "Black played **d3**." in thinking.text
    assert thinking.moves == []
    assert "Resign" in thinking.labels
    for tap in (ann.taps("c4", old), ann.taps_late("c4", old, thinking)):
        answer = await tap
        assert answer.private.startswith("I'm thinking about my move. You are next")
    assert await world.moves() == "d3"
    await world.let_go()
    assert f"**{ann.mention} to move.**" in world.board().text
    assert (await world.snapshot()).game.ply == 2
    assert world.searches.asked == 1
