"""`/position`: any position analysed, moved about in and played on from."""

from __future__ import annotations

import pytest

from tests.cases import missing
from tests.e2e.world import Person, World

ENDGAME = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X"
"""No. 40 of the end-game positions of the FFO."""
STUCK = "O-XXXXXOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXX"
"""A board with one empty square, where only White can play."""


async def test_every_move_of_a_position_reached_by_moves_is_valued(world: World) -> None:
    answer = await world.ann.types("position", text="f5d6c3")
    assert world.posts() == []
    (board,) = answer.messages
    assert board.private
    assert board.text.splitlines()[:2] == [
        "### 🔬 Reversi: ⚪ White to move",
        "⚫ 5 · ⚪ 2 · Black played **c3**.",
    ]
    assert not missing(board.text, "my book's estimates for White", "Nothing is proved.")
    assert "🔎" not in board.text
    for move in board.analysed_moves:
        assert f"**{move}**" in board.text
    assert len(board.analysed_moves) == len(set(board.analysed_moves)) > 1
    assert "The computer's values, best first: " in board.alt
    assert board.picture == "position-reversi-3.png"


async def test_every_column_of_connect4_is_proved_and_known_again_without_a_search(world: World) -> None:
    shown = (await world.ann.types("position", text="4")).private
    assert "a loss in 20 moves** for Yellow. The game ends with disc 41." in shown
    first, values = shown.split("```")[1].strip("\n").splitlines()
    assert first.split() == list("1234567")
    assert values.split() == ["-17", "-19", "-19", "-20", "-19", "-19", "-17"]
    world.searches.hold()
    (again,) = (await world.ann.types("position", text="4")).messages
    assert values in again.text
    assert "Analyse again" in again.labels
    assert "loss in 17" in again.alt


async def test_a_forced_pass_is_played_and_an_invalid_position_answered_kindly(world: World) -> None:
    shown = await world.ann.types("position", text=f"{STUCK} X")
    assert "Black has no move and **passes**." in shown.private
    assert shown.messages[0].analysed_moves == ["b1"]
    assert "🔒 Proved: with best play from both sides, **a loss by exactly" in shown.private
    end = await world.ann.taps("b1")
    assert "🏁 The game is over: ⚫ **Black wins " in end.private
    assert (end.messages[0].analysed_moves, end.messages[0].labels) == ([], ["Back"])
    illegal = "The rules don't allow the move “a1” there (line 1, move 4). I read this as a transcript."
    for typed, answer in (
        ("f5d6c3a1", illegal),
        ("-" * 64 + "X", "No game can reach that position. d4 is empty, and"),
        (ENDGAME[:-1], "Whose turn is it?"),
    ):
        said = (await world.ann.types("position", text=typed)).private
        assert said.startswith(answer), said
    said = (await world.ann.types("position", text="f5d6", game="connect4")).private
    assert said == "I read that as Reversi, not as Connect 4."


async def test_navigation_edits_the_same_message_even_after_a_restart(world: World, ann: Person) -> None:
    (start,) = (await ann.types("position", text="f5d6c3")).messages
    (there,) = (await ann.taps("d3", start)).messages
    assert there.id == start.id
    assert there.text.splitlines()[0] == "### 🔬 Reversi: ⚫ Black to move"
    await world.restart()
    (back,) = (await ann.taps("Back", there)).messages
    assert (back.id, back.text.splitlines()[:2]) == (start.id, start.text.splitlines()[:2])
    (earlier,) = (await ann.taps("Back", back)).messages
    assert "White played **d6**." in earlier.text
    (again,) = (await ann.taps("Analyse again", earlier)).messages
    assert again.text.splitlines()[:2] == earlier.text.splitlines()[:2]


async def test_the_search_is_shown_growing_and_can_be_stopped(world: World, ann: Person) -> None:
    world.searches.hold()
    await ann.types("position", text="f5d6c3")
    (looking,) = [seen for seen in world.seen(world.channel, ann) if seen.private]
    assert "🔎 Analysing…" in looking.text
    assert "Stop" in looking.labels
    world.searches.let_one_go()
    await world.env.settle()
    (deeper,) = [seen for seen in world.seen(world.channel, ann) if seen.private]
    assert not missing(deeper.text, "🔎 Analysing deeper…", "my book's estimates for White")
    await ann.taps("Stop", deeper)
    await world.let_go()
    (stopped,) = [seen for seen in world.seen(world.channel, ann) if seen.private]
    assert not missing(stopped.text, "⏹️ Stopped.", "my book's estimates for White")
    assert "Analyse again" in stopped.labels


@pytest.mark.long
async def test_a_search_that_a_start_has_ended_can_be_begun_again(world: World, ann: Person) -> None:
    world.searches.hold()
    await ann.types("position", text="f5d6c3")
    (looking,) = [seen for seen in world.seen(world.channel, ann) if seen.private]
    await world.kill()
    world.searches.let_go()
    assert "This analysis has ended." in (await ann.taps("Stop", looking)).private
    (idle,) = [seen for seen in world.seen(world.channel, ann) if seen.id == looking.id]
    assert "⏹️ Stopped." in idle.text
    world.searches.hold()
    ann.send_tap(idle, idle.custom_id("Analyse again"))
    await world.env.settle()
    world.searches.let_one_go()
    await world.env.settle()
    # A bot that stops shows what it has.
    await world.restart()
    (stopped,) = [seen for seen in world.seen(world.channel, ann) if seen.id == looking.id]
    assert "⏹️ Stopped." in stopped.text
    await ann.taps("Analyse again", stopped)
    (done,) = [seen for seen in world.seen(world.channel, ann) if seen.id == looking.id]
    assert "my book's estimates for White" in done.text


@pytest.mark.long
async def test_without_a_text_it_is_the_game_here_unless_that_is_rated(world: World) -> None:
    ann, ben = world.ann, world.ben
    assert (await ann.types("position")).private.startswith("You have no game here to analyse")
    await ann.types("reversi start", bot="greedy", colour="first")
    assert "### 🔬 Reversi: ⚫ Black to move" in (await ann.types("position")).private
    await ann.types("game resign")
    await ann.taps("Resign")
    assert "### 🔬 Reversi: ⚫ Black to move" in (await ann.types("position")).private
    game = await world.begin(ann, ben)
    for person in (ann, ben, world.chloe):
        said = (await person.types("position")).private
        whose = "Game #{} in progress has" if person is world.chloe else "Your game #{} has"
        assert said.startswith(whose.format(game)), said


async def test_the_position_of_a_game_in_progress_is_refused_everywhere(world: World) -> None:
    ann, ben = world.ann, world.ben
    game = await world.begin(ann, ben)
    await world.play("f5 d6 c3 d3 c4", ann, ben, game=game)
    refused = f"Your game #{game} has that position"
    elsewhere = world.server.create_text_channel("elsewhere")
    # The position, one a move later, and its mirror image.
    for text in ("f5d6c3d3c4", "f5d6c3d3c4f4", "e6f4c3c4d3", "f5d6c3d3"):
        assert (await ann.types("position", text=text, channel=elsewhere)).private.startswith(refused), text
    # None of whom it could help.
    assert "🔬" in (await world.chloe.types("position", text="f5d6c3d3c4", channel=elsewhere)).private
    # From a position that is none of theirs, a move leads to one.
    (board,) = (await ann.types("position", text="f5d6c3", channel=elsewhere)).messages
    assert "🔬" in board.text
    assert (await ann.taps("d3", board)).private.startswith(refused)


async def test_a_game_starts_from_a_position_with_the_other_side_to_move(world: World) -> None:
    ann, ben = world.ann, world.ben
    (board,) = (await ann.types("position", text="f5d6c3")).messages
    await ann.taps("Play on against…", board)
    card = world.posts()[-1]
    assert "8x8, from a position, unrated" in card.text
    assert not any(label.startswith("Rated") for label in card.labels)
    assert "Board: 8x8, from a position" in card.chosen
    assert card.picture == "reversi-1-0.png"
    assert "White to move" in card.alt
    await ann.chooses("Colours", "first")
    await ben.taps("Join", world.posts()[-1])
    shown = world.board()
    assert f"⚪ {ben.mention} to move" not in shown.text
    assert f"**{ben.mention} to move.**" in shown.text
    snapshot = await world.snapshot()
    assert (snapshot.game.turn, snapshot.position.turn, snapshot.game.rated) == (1, 1, False)
    await ben.taps("d3", shown)
    assert await world.moves() == "d3"
    await ann.taps("c4", world.board())
    await world.restart()
    assert f"**{ben.mention} to move.**" in world.board().text
    assert (await world.snapshot()).game.turn == 1


async def test_a_level_is_played_from_a_position_and_a_rematch_begins_there_too(world: World) -> None:
    ann = world.ann
    (board,) = (await ann.types("position", text="4455443")).messages
    await ann.taps("Play on against…", board)
    await ann.chooses("Play me: another level, or a style", "beginner")
    snapshot = await world.snapshot()
    assert str(snapshot.kind.start(snapshot.game.options)).count("X") == 4
    await ann.types("game resign")
    await ann.taps("Resign")
    await ann.taps("Rematch", world.board())
    again = await world.snapshot(2)
    assert again.game.options == snapshot.game.options
    assert again.movers[:1] in ((), (1,))
