"""Two computer players in a channel: watched, paused, stepped through, stopped, and by whom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import discord
import pytest
from structlog.typing import EventDict

from bot.computer.computer import MAX_ATTEMPTS
from bot.events.matches.exhibitions import FORGOTTEN_AFTER, MAKES_ROOM_AFTER, PACE
from data.games.records import Ending, GameState
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, Person, World

Stop = Callable[[World], Awaitable[None]]

GOING = ["Pause", "Stop"]
RESTING = ["Step", "Resume", "Stop"]
OVER = ["Again, sides swapped"]


@pytest.fixture(params=["restarted", "killed"])
def stop(request: pytest.FixtureRequest) -> Stop:
    """Stop the bot and start it again, in one of two ways."""
    return World.restart if request.param == "restarted" else World.kill


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


def moderator(world: World) -> Person:
    """Return a person who may delete other people's messages."""
    role = world.server.create_role("Moderator", permissions=discord.Permissions(manage_messages=True))
    user = world.env.create_user("mod", global_name="Mod")
    return Person(world, world.server.add_member(user, roles=[role]))


def after(world: World, pause: timedelta) -> None:
    """Let the time after which matches are forgotten pass."""
    world.skip(pause)


async def ply(world: World, game: int = 1) -> int:
    """Return the number of moves played."""
    return (await world.snapshot(game)).game.ply


# --- watching --------------------------------------------------------------------------------------------


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
    assert [line for line in world.board().text.splitlines() if line[:1] in ("🧠", "-")][
        : len(before)
    ] == before


async def test_a_match_begins_with_the_empty_board_and_moves_at_a_pace(match: World) -> None:
    board = match.board()
    assert "⚫ **2** Flipfour (easy) · ⚪ **2** Flipfour (medium)" in board.text
    assert f"A match, started by {match.ann.mention}" in board.text
    assert "⚫ Flipfour (easy) to move." in board.text
    assert board.labels == GOING
    assert await ply(match) == 0
    for moves in range(1, 4):
        await match.pass_time(PACE)
        assert await ply(match) == moves
        told = match.board().text.splitlines()
        assert len([line for line in told if "played" in line and not line.startswith("🧠")]) == 1
    assert match.board().id == board.id
    assert "the first disc" not in match.board().alt


async def test_a_match_is_finished_and_unrated(match: World) -> None:
    await match.pass_time(PACE * 70)
    game = (await match.snapshot()).game
    assert game.state is GameState.FINISHED
    assert game.ending is Ending.PLAYED
    assert not game.rated
    board = match.board()
    assert "wins" in board.text or "A draw" in board.text
    assert board.labels == [*OVER, "Review", "Replay"]
    assert "No rated games yet" in (await match.ann.types("profile")).public
    assert "This leaderboard is still empty" in (await match.ann.types("leaderboard")).public
    before = len(match.env.http_requests)
    await match.pass_time(PACE * 5)
    assert len(match.env.http_requests) == before


async def test_again_exchanges_the_sides_for_any_player(match: World) -> None:
    await match.ann.taps("Stop")
    await match.ann.taps("Stop")
    over = match.board()
    answers = await match.together((match.ben, over, OVER[0]), (match.chloe, over, OVER[0]))
    assert len([answer for answer in answers if "One match at a time" in answer.private]) == 1
    board = match.board(2)
    assert "⚫ **2** Flipfour (medium) · ⚪ **2** Flipfour (easy)" in board.text
    await match.pass_time(PACE)
    assert await ply(match, 2) == 1
    assert match.board(1).labels == OVER


# --- the buttons -----------------------------------------------------------------------------------------


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
    await paused.ann.taps("Resume")
    assert await ply(paused) == 4
    assert paused.board().labels == GOING
    await paused.pass_time(PACE)
    assert await ply(paused) == 5
    await paused.ann.taps("Stop")
    await paused.ann.taps("Stop")
    assert "⏹️ **Stopped**: no winner." in paused.board().text
    assert paused.board().labels == [*OVER, "Review", "Replay"]
    await paused.pass_time(PACE * 3)
    assert await ply(paused) == 5


async def test_stop_asks_first(match: World) -> None:
    question = await match.ann.taps("Stop")
    assert question.private.startswith("**Stop the match?** No one wins")
    await match.ann.taps("No, go back", question.messages[0])
    assert match.board().labels == GOING
    first = (await match.ann.taps("Stop", match.board())).messages[0]
    second = (await match.ann.taps("Stop", match.board())).messages[0]
    assert (await match.ann.taps("Stop", first)).private == "The match has been stopped."
    assert "**Stopped**" in match.board().text
    assert "This match is over" in (await match.ann.taps("Stop", second)).private


async def test_resumed_before_its_pause_began_it_keeps_its_pace(match: World) -> None:
    await match.pass_time(PACE)
    await match.ann.taps("Pause")
    await match.ann.taps("Resume")
    assert await ply(match) == 1
    await match.pass_time(PACE)
    assert await ply(match) == 2


async def test_paused_while_it_thinks_it_rests_after_the_move(match: World) -> None:
    match.searches.hold()
    await match.pass_time(PACE)
    await match.ann.taps("Pause")
    assert match.board().labels == RESTING
    await match.let_go()
    assert await ply(match) == 1
    assert match.board().labels == RESTING
    await match.pass_time(PACE * 3)
    assert await ply(match) == 1


async def test_stopped_while_it_thinks_no_move_comes(match: World) -> None:
    match.searches.hold()
    await match.pass_time(PACE)
    await match.ann.taps("Stop")
    await match.ann.taps("Stop")
    await match.let_go()
    assert await ply(match) == 0
    assert "**Stopped**" in match.board().text


async def test_the_buttons_are_not_for_spectators(paused: World) -> None:
    for label in RESTING:
        answer = await paused.ben.taps(label, paused.board())
        assert f"{paused.ann.mention} started this match" in answer.private
        assert "/match" in answer.private
    assert await ply(paused) == 1
    assert paused.board().labels == RESTING


async def test_moderators_hold_the_buttons_too(match: World) -> None:
    mod = moderator(match)
    await mod.taps("Pause")
    await mod.taps("Step")
    assert await ply(match) == 1
    await mod.taps("Resume")
    await match.pass_time(PACE)
    assert await ply(match) == 2
    await mod.taps("Stop")
    await mod.taps("Stop")
    assert "**Stopped**" in match.board().text


async def test_two_steps_at_once_make_one_move(paused: World) -> None:
    board, mod = paused.board(), moderator(paused)
    await paused.together((paused.ann, board, "Step"), (mod, board, "Step"), (paused.ann, board, "Step"))
    assert await ply(paused) == 2
    late = await paused.ann.taps_late("Step", board, paused.board())
    assert "The board has changed since then" in late.private
    assert await ply(paused) == 2


async def test_late_taps_are_refused(paused: World) -> None:
    resting = paused.board()
    await paused.ann.taps("Resume")
    assert "running on its own" in (await paused.ann.taps_late("Step", resting, paused.board())).private
    going = paused.board()
    await paused.ann.taps("Stop")
    await paused.ann.taps("Stop")
    for label, old in (("Pause", going), ("Stop", going), ("Step", resting), ("Resume", resting)):
        assert "This match is over" in (await paused.ann.taps_late(label, old, paused.board())).private
    assert paused.board().labels == [*OVER, "Replay"]


async def test_pausing_or_resuming_twice_changes_nothing(paused: World) -> None:
    resting = paused.board()
    await paused.together((paused.ann, resting, "Resume"), (paused.ann, resting, "Resume"))
    await paused.pass_time(PACE)
    assert await ply(paused) == 2
    going = paused.board()
    await paused.together((paused.ann, going, "Pause"), (paused.ann, going, "Pause"))
    assert paused.board().labels == RESTING


async def test_pause_and_stop_at_once(match: World) -> None:
    board = match.board()
    (question,) = (await match.ann.taps("Stop")).messages
    await match.together((match.ann, question, "Stop"), (match.ann, board, "Pause"))
    assert (await match.snapshot()).game.state is GameState.FINISHED
    assert match.board().labels == OVER


async def test_again_during_a_match_is_refused(match: World) -> None:
    await match.ann.taps("Stop")
    await match.ann.taps("Stop")
    over = match.board()
    await match.ann.taps(OVER[0])
    answer = await match.ann.taps("Pause", match.board(2))
    assert answer.private == ""
    again = await match.ben.taps(OVER[0], over)
    assert "One match at a time per channel" in again.private


# --- one in a channel ------------------------------------------------------------------------------------


async def test_one_match_at_a_time_in_a_channel(match: World) -> None:
    board = match.board()
    answer = await match.ben.types("match", first="hard", second="easy")
    assert f"{match.ann.mention} has one in progress" in answer.private
    assert str(board.id) in answer.private
    other = match.server.create_text_channel("another")
    await match.ben.types("match", first="hard", second="easy", channel=other)
    assert match.board(2, other).labels == GOING


async def test_concurrent_starts_begin_one_match(world: World) -> None:
    await world.ann.types("match", first="easy", second="easy")
    assert "One match" in (await world.ann.types("match", first="easy", second="easy")).private
    assert len(world.posts()) == 1


async def test_ones_own_paused_match_makes_room(paused: World) -> None:
    await paused.ann.types("match", first="hard", second="easy")
    assert "**Stopped**" in paused.board(1).text
    assert paused.board(2).labels == GOING


async def test_a_forgotten_match_makes_room(paused: World) -> None:
    assert "One match" in (await paused.ben.types("match", first="hard", second="easy")).private
    after(paused, MAKES_ROOM_AFTER)
    await paused.ben.types("match", first="hard", second="easy")
    assert "**Stopped**" in paused.board(1).text
    assert paused.board(2).labels == GOING


async def test_a_match_paused_for_a_day_ends(paused: World) -> None:
    after(paused, FORGOTTEN_AFTER - timedelta(minutes=10))
    await paused.pass_time(RECOVERY_SECONDS)
    assert (await paused.snapshot()).going
    after(paused, timedelta(minutes=20))
    await paused.pass_time(RECOVERY_SECONDS)
    assert "**Stopped**" in paused.board().text


# --- what goes wrong -------------------------------------------------------------------------------------


UNKNOWN = [
    (
        "grandmaster",
        "easy",
        "I have no level “grandmaster” in Reversi. Did you mean “master”?",
    ),
    ("easy", "?", "I have no level “?” in Reversi."),
    ("easy", "positional:x", "A depth is a number of moves from 1 to 30, or `time`"),
]
"""Players that are refused, and the answers."""


async def test_players_there_are_not_are_refused(world: World) -> None:
    world.untranslated.append("master")
    for first, second, said in UNKNOWN:
        answer = await world.ann.types("match", first=first, second=second)
        assert answer.private.startswith(said)
    assert world.posts() == []


async def test_a_board_there_is_not_is_refused(world: World) -> None:
    answer = await world.ann.types("match", first="easy", second="easy", board="9 × 13")
    assert "Reversi has no board “9 × 13”. Choose one of: 8x8, 6x6," in answer.private
    assert world.posts() == []


async def test_the_players_appear_while_one_types(world: World) -> None:
    found = await world.ann.actor.autocomplete(world.channel, "match", "first", "har")
    assert [choice["value"] for choice in found] == ["hard"]


async def test_where_the_bot_is_not_a_member_it_says_so(world: World) -> None:
    for permission in ("view_channel", "send_messages", "attach_files"):
        denied = discord.PermissionOverwrite(**{permission: False})
        closed = world.server.create_text_channel("closed", overwrites={world.flipfour: denied})
        answer = await world.ann.types("match", channel=closed, first="easy", second="easy")
        assert "I need permission to see this channel" in answer.private, permission
        assert world.posts(closed) == []


async def test_a_match_whose_message_is_deleted_ends(match: World) -> None:
    match.delete(match.board())
    await match.pass_time(PACE)
    assert (await match.snapshot()).game.ending is Ending.CALLED_OFF
    assert match.posts() == []
    before = len(match.env.http_requests)
    await match.pass_time(RECOVERY_SECONDS)
    assert match.env.http_requests[before:] == []
    await match.ben.types("match", first="hard", second="easy")
    assert match.board(2).labels == GOING


async def test_a_paused_match_whose_message_is_deleted_ends_unseen(paused: World) -> None:
    paused.delete(paused.board())
    after(paused, FORGOTTEN_AFTER)
    await paused.pass_time(RECOVERY_SECONDS)
    assert (await paused.snapshot()).game.ending is Ending.CALLED_OFF
    assert paused.posts() == []


async def test_a_match_in_a_channel_that_is_deleted_ends(match: World) -> None:
    match.env.backend.delete_channel(match.channel.id)
    await match.pass_time(PACE)
    assert (await match.snapshot()).game.ending is Ending.CALLED_OFF
    before = len(match.env.http_requests)
    await match.pass_time(RECOVERY_SECONDS)
    assert match.env.http_requests[before:] == []


async def test_a_lost_edit_does_not_end_a_match(
    match: World, lose_connection: Callable[[str, str], None]
) -> None:
    lose_connection("PATCH", "/channels/*/messages/*")
    await match.pass_time(PACE)
    assert await ply(match) == 1
    await match.pass_time(PACE)
    assert await ply(match) == 2
    assert "White answered" in match.board().text


async def test_a_failed_match_resumes(match: World, log: list[EventDict]) -> None:
    match.searches.failing = True
    await match.pass_time(PACE)
    assert "**ran into a problem**. It will try again in a minute." in match.board().text
    assert match.board().labels == GOING
    match.searches.failing = False
    await match.pass_time(RECOVERY_SECONDS + PACE)
    assert await ply(match) >= 1
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1


async def test_a_step_that_stumbles_can_be_made_again(paused: World, log: list[EventDict]) -> None:
    paused.searches.failing = True
    await paused.ann.taps("Step")
    assert "**ran into a problem**. Press Step" in paused.board().text
    paused.searches.failing = False
    await paused.ann.taps("Step")
    assert await ply(paused) == 2
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1


# --- restarts --------------------------------------------------------------------------------------------


async def test_a_match_resumes_after_a_start(match: World, stop: Stop) -> None:
    await match.pass_time(PACE * 2)
    await stop(match)
    played = await ply(match)
    await match.pass_time(PACE)
    assert await ply(match) == played + 1
    await match.ann.taps("Pause")
    assert match.board().labels == RESTING


async def test_a_paused_match_stays_paused_after_a_start(paused: World, stop: Stop) -> None:
    await stop(paused)
    await paused.pass_time(PACE * 3)
    assert await ply(paused) == 1
    await paused.ann.taps("Step")
    assert await ply(paused) == 2
    await paused.ann.taps("Resume")
    await paused.pass_time(PACE)
    assert await ply(paused) == 4


async def test_a_match_stopped_during_a_move_resumes(match: World, stop: Stop) -> None:
    match.searches.hold()
    await match.pass_time(PACE)
    await stop(match)
    await match.let_go()
    await match.pass_time(PACE * 2)
    assert await ply(match) >= 2
    assert match.board().labels == GOING


async def test_a_match_resumed_after_an_hour_is_reposted(paused: World) -> None:
    old = paused.board()
    await paused.leap(3700)
    await paused.ann.taps("Resume", old)
    board = paused.board()
    assert board.id != old.id
    assert board.labels == GOING
    await paused.pass_time(PACE)
    assert paused.board().id == board.id


async def test_a_match_in_direct_messages(world: World) -> None:
    await world.ann.types_privately("match", first="easy", second="easy")
    assert (await world.snapshot()).game.guild_id is None
    await world.pass_time(PACE)
    assert await ply(world) == 1
