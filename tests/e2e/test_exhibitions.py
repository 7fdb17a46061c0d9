"""Two computer players in a channel: watched, paused, stepped through, stopped, and by whom."""

from __future__ import annotations

import pytest
from structlog.typing import EventDict

from bot.computer.computer import MAX_ATTEMPTS
from bot.events.matches.computer_matches import MAKES_ROOM_AFTER, PACE
from data.games.records import Ending
from tests.cases import missing
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World

GOING = ["Pause", "Stop"]
RESTING = ["Step", "Resume", "Stop"]
OVER = ["Again, sides swapped"]


@pytest.fixture
async def match(world: World) -> World:
    """Ann has started a match; nothing is played yet."""
    await world.ann.types("match", first="easy", second="medium")
    return world


@pytest.fixture
async def paused(match: World) -> World:
    """Ann has started a match, and paused it after its first move."""
    await match.pass_time(PACE)
    await match.ann.taps("Pause")
    return match


async def ply(world: World, game: int = 1) -> int:
    return (await world.snapshot(game)).game.ply


async def test_spectators_see_the_thoughts_of_the_last_mover(world: World) -> None:
    await world.ann.types("match", first="positional:2", second="greedy:3")
    await world.pass_time(PACE)
    snapshot, shown = await world.snapshot(), world.board().text.splitlines()
    move = snapshot.game.moves[0]
    (played,) = [line for line in shown if line.startswith("🧠")]
    assert f"**positional:2** played **{move}** and values it at " in played
    assert played.endswith(" nodes.")
    # All four first moves are as good, and have exact values.
    (listed,) = [line for line in shown if line[:3] == "-# " and line[3].isdigit()]
    assert listed.startswith(f"-# 1. **{move}**, ")
    assert set(listed.split("**")[1::2]) == {"d3", "c4", "f5", "e6"}
    assert not [line for line in shown if "at most" in line]
    (counted,) = [line for line in shown if "🧮" in line]
    assert counted.startswith("-# 🧮 ⚫ positional:2: ")
    assert counted.endswith("for 1 move")
    await world.pass_time(PACE)
    assert "🧠 **greedy:3** played" in world.board().text
    # The list is stored with the move, so it is still there after a restart.
    before = [line for line in world.board().text.splitlines() if line[:1] in ("🧠", "-")]
    await world.ann.taps("Pause")
    await world.restart()
    assert set(before) <= set(world.board().text.splitlines())


async def test_a_match_begins_with_the_empty_board_and_moves_at_a_pace(match: World) -> None:
    board = match.board()
    assert "⚫ **2** Flipfour (easy) · ⚪ **2** Flipfour (medium)" in board.text
    assert not missing(board.text, f"A match, started by {match.ann.mention}", "⚫ Flipfour (easy) to move.")
    assert board.labels == GOING
    assert await ply(match) == 0
    for moves in range(1, 4):
        await match.pass_time(PACE)
        assert await ply(match) == moves
        told = match.board().text.splitlines()
        assert len([line for line in told if "played" in line and not line.startswith("🧠")]) == 1
    assert match.board().id == board.id
    assert "the first disc" not in match.board().alt


async def test_stop_asks_first_and_again_exchanges_the_sides_for_any_player(match: World) -> None:
    going = match.board()
    question = await match.ann.taps("Stop")
    assert question.private.startswith("**Stop the match?** No one wins")
    await match.ann.taps("No, go back", question.messages[0])
    assert match.board().labels == GOING
    first, second = [(await match.ann.taps("Stop", going)).messages[0] for _ in range(2)]
    assert (await match.ann.taps("Stop", first)).private == "The match has been stopped."
    assert "**Stopped**" in match.board().text
    assert "This match is over" in (await match.ann.taps("Stop", second)).private
    assert "This match is over" in (await match.ann.taps_late("Pause", going, match.board())).private
    over = match.board()
    answers = await match.together((match.ben, over, OVER[0]), (match.chloe, over, OVER[0]))
    assert len([answer for answer in answers if "One match at a time" in answer.private]) == 1
    board = match.board(2)
    assert "⚫ **2** Flipfour (medium) · ⚪ **2** Flipfour (easy)" in board.text
    await match.pass_time(PACE)
    assert await ply(match, 2) == 1
    assert match.board(1).labels == OVER
    assert "One match at a time per channel" in (await match.ben.taps(OVER[0], over)).private


async def test_pause_step_resume_stop(paused: World) -> None:
    board = paused.board()
    assert "⏸️ **Paused**, ⚪ Flipfour (medium) to move." in board.text
    assert board.labels == RESTING
    await paused.pass_time(PACE * 5)
    assert await ply(paused) == 1
    await paused.ann.taps("Step")
    await paused.ann.taps("Step")
    assert await ply(paused) == 3
    assert paused.board().labels == RESTING
    await paused.pass_time(PACE * 5)
    assert await ply(paused) == 3
    resting = paused.board()
    await paused.together((paused.ann, resting, "Resume"), (paused.ann, resting, "Resume"))
    assert await ply(paused) == 4
    assert paused.board().labels == GOING
    assert "running on its own" in (await paused.ann.taps_late("Step", resting, paused.board())).private
    await paused.pass_time(PACE)
    assert await ply(paused) == 5
    await paused.ann.confirms("Stop")
    assert "⏹️ **Stopped**: no winner." in paused.board().text
    assert paused.board().labels == [*OVER, "Review", "Replay"]
    await paused.pass_time(PACE * 3)
    assert await ply(paused) == 5


async def test_the_buttons_are_for_who_started_it_and_for_moderators(paused: World) -> None:
    for label in RESTING:
        answer = await paused.ben.taps(label, paused.board())
        assert not missing(answer.private, f"{paused.ann.mention} started this match", "/match")
    assert await ply(paused) == 1
    assert paused.board().labels == RESTING
    # Two steps at once make one move.
    board, mod = paused.board(), paused.moderator("Mod")
    await paused.together((paused.ann, board, "Step"), (mod, board, "Step"))
    assert await ply(paused) == 2
    late = await paused.ann.taps_late("Step", board, paused.board())
    assert "The board has changed since then" in late.private
    assert await ply(paused) == 2
    await mod.taps("Resume")
    await mod.taps("Pause")
    await mod.confirms("Stop")
    assert "**Stopped**" in paused.board().text


async def test_a_forgotten_match_and_ones_own_paused_one_make_room(paused: World) -> None:
    answer = await paused.ben.types("match", first="hard", second="easy")
    assert f"{paused.ann.mention} has one in progress" in answer.private
    assert str(paused.board().id) in answer.private
    paused.skip(MAKES_ROOM_AFTER)
    await paused.ben.types("match", first="hard", second="easy")
    assert "**Stopped**" in paused.board(1).text
    assert paused.board(2).labels == GOING
    await paused.ben.taps("Pause")
    await paused.ben.types("match", first="hard", second="easy")
    assert "**Stopped**" in paused.board(2).text
    assert paused.board(3).labels == GOING


async def test_players_boards_and_places_where_it_cannot_be_are_refused(world: World) -> None:
    world.untranslated.append("master")
    answer = await world.ann.types("match", first="grandmaster", second="easy")
    assert answer.private.startswith("I have no level “grandmaster” in Reversi. Did you mean “master”?")
    answer = await world.ann.types("match", first="easy", second="easy", board="9 × 13")
    assert "Reversi has no board “9 × 13”. Choose one of: 8x8, 6x6," in answer.private
    assert world.posts() == []
    for permission in ("view_channel", "send_messages", "attach_files"):
        closed = world.without(permission)
        answer = await world.ann.types("match", channel=closed, first="easy", second="easy")
        assert "I can't do that here without the permission" in answer.private, permission
        assert world.posts(closed) == []
    found = await world.ann.actor.autocomplete(world.channel, "match", "first", "har")
    assert [choice["value"] for choice in found] == ["hard"]
    await world.ann.types_privately("match", first="easy", second="easy")
    assert (await world.snapshot()).game.guild_id is None
    await world.pass_time(PACE)
    assert await ply(world) == 1


async def test_a_match_whose_message_or_channel_is_deleted_ends(match: World) -> None:
    match.delete(match.board())
    await match.pass_time(PACE)
    assert (await match.snapshot()).game.ending is Ending.CALLED_OFF
    assert match.posts() == []
    other = match.server.create_text_channel("another")
    await match.ben.types("match", first="hard", second="easy", channel=other)
    assert match.board(2, other).labels == GOING
    match.env.backend.delete_channel(other.id)
    await match.pass_time(PACE)
    assert (await match.snapshot(2)).game.ending is Ending.CALLED_OFF
    before = len(match.env.http_requests)
    await match.pass_time(RECOVERY_SECONDS)
    assert match.env.http_requests[before:] == []


async def test_a_failed_match_resumes_and_a_failed_step_repeats(match: World, log: list[EventDict]) -> None:
    match.searches.failing = True
    await match.pass_time(PACE)
    assert "**ran into a problem**. It will try again in a minute." in match.board().text
    assert match.board().labels == GOING
    match.searches.failing = False
    await match.pass_time(RECOVERY_SECONDS + PACE)
    played = await ply(match)
    assert played >= 1
    await match.ann.taps("Pause")
    match.searches.failing = True
    await match.ann.taps("Step")
    assert "**ran into a problem**. Press Step" in match.board().text
    match.searches.failing = False
    await match.ann.taps("Step")
    assert await ply(match) == played + 1
    assert taken_out(log, "a search failed") == 2 * (MAX_ATTEMPTS - 1)
    assert taken_out(log, "the computer's move could not be made") == 2


async def test_a_match_resumes_after_a_start_and_a_paused_one_stays_paused(match: World) -> None:
    match.searches.hold()
    await match.pass_time(PACE)
    await match.kill()
    await match.let_go()
    await match.pass_time(PACE * 2)
    played = await ply(match)
    assert played >= 2
    await match.ann.taps("Pause")
    assert match.board().labels == RESTING
    await match.restart()
    await match.pass_time(PACE * 3)
    assert await ply(match) == played
    await match.ann.taps("Step")
    assert await ply(match) == played + 1
    await match.ann.taps("Resume")
    await match.pass_time(PACE)
    assert await ply(match) == played + 3
    # Paused while it thinks, it rests after the move.
    match.searches.hold()
    await match.pass_time(PACE)
    await match.ann.taps("Pause")
    assert match.board().labels == RESTING
    await match.let_go()
    assert (await ply(match), match.board().labels) == (played + 4, RESTING)
