"""Teams vote for their moves: against the computer, each other, or another server."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.events.votes.games import VoteGames
from bot.events.votes.rules import MAX_EMPTY, USUAL_SECONDS
from bot.play.games.referee import Referee
from data.games.records import Ending, GameState
from tests.e2e.test_own_data import delete_all
from tests.e2e.vote_games import SOON, between_servers, board, ends
from tests.e2e.world import RECOVERY_SECONDS, Person, World


async def starts(world: World, against: str, **options: Any) -> None:
    await world.ann.types("vote", against=against, **options)
    await world.pass_time(SOON)


async def test_a_channel_votes_against_the_computer(world: World) -> None:
    await starts(world, "computer", bot="easy")
    first = board(world)
    assert "The team" in first.text
    assert "The team votes." in first.text
    assert "No votes yet" in first.text
    await world.ann.taps("d3", first)
    await world.ben.taps("c4", first)
    await world.chloe.taps("c4", first)
    await world.pass_time(SOON)
    assert "c4 (**2**) · d3 (**1**)" in board(world).text
    assert "c4 · 2" in board(world).labels
    assert await world.moves() == ""
    await world.pass_time(USUAL_SECONDS)
    moves = (await world.moves()).split()
    assert moves[0] == "c4"
    assert len(moves) == 2
    assert "The team votes." in board(world).text
    assert not (await world.snapshot()).game.rated


async def test_a_vote_can_be_changed_until_the_countdown_ends(world: World) -> None:
    await starts(world, "computer", bot="easy")
    await world.ann.taps("d3", board(world))
    await world.ann.taps("f5", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert (await world.moves()).startswith("f5")


async def test_a_late_vote_is_refused(world: World) -> None:
    await starts(world, "teams")
    old = board(world)
    await world.ann.taps("d3", old)
    await world.pass_time(USUAL_SECONDS)
    answer = await world.ben.taps_late("d3", old, board(world))
    assert "The countdown for this move is over" in answer.private


async def test_a_majority_of_the_last_voters_ends_the_countdown(world: World) -> None:
    await starts(world, "computer", bot="easy")
    for person in (world.ann, world.ben, world.chloe):
        await person.taps("d3", board(world))
    assert await world.moves() == ""
    await world.pass_time(USUAL_SECONDS)
    ply = len((await world.moves()).split())
    assert ply == 2
    move = (await world.snapshot()).position.legal_moves()[0]
    label = next(label for label in board(world).labels if label.startswith(move))
    before = board(world)
    await world.ann.taps(label, before)
    assert len((await world.moves()).split()) == ply
    await world.ben.taps(label, before)
    assert (await world.moves()).split()[ply] == move


async def test_no_one_votes_for_both_teams(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("Join Black", board(world))
    await world.ben.taps("Join White", board(world))
    await world.pass_time(SOON)
    assert "Team 1: 1 person · Team 2: 1 person" in board(world).text
    answer = await world.ben.taps("d3", board(world))
    assert "The other team is voting. Your team is next." in answer.private
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    for label, said in (("c3", "The other team is voting"), ("Join White", "You're on the other team")):
        answer = await world.ann.taps(label, board(world))
        assert said in answer.private
    await world.ben.taps("c3", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3 c3"


async def test_before_the_first_move_a_team_is_changed_and_the_vote_withdrawn(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.ben.taps("c4", board(world))
    await world.ann.taps("Join White", board(world))
    await world.pass_time(SOON)
    assert "Team 1: 1 person · Team 2: 1 person" in board(world).text
    assert "c4 (**1**)" in board(world).text
    assert "d3 (**1**)" not in board(world).text
    assert "The other team is voting" in (await world.ann.taps("d3", board(world))).private
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "c4"
    answer = await world.ann.taps("Join Black", board(world))
    assert "You're on the other team" in answer.private


async def test_before_the_first_move_a_team_is_left(world: World) -> None:
    await starts(world, "teams")
    assert not (await world.ann.taps("Join Black", board(world))).private
    question = await world.ann.taps("Join Black", board(world))
    assert "You're on Team 1" in question.private
    assert "your vote is withdrawn" in (await world.ann.taps("Leave the team", question.messages[0])).private
    await world.pass_time(SOON)
    assert "Team 1: 0 people · Team 2: 0 people" in board(world).text
    await world.ann.taps("d3", board(world))
    question = await world.ann.taps("Join Black", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    late = await world.ann.taps("Leave the team", question.messages[0])
    assert "everyone stays on their team" in late.private
    assert (await world.ann.taps("Join Black", board(world))).private == ""


async def test_without_votes_the_game_is_put_aside_and_resumed(world: World) -> None:
    await starts(world, "teams")
    await world.pass_time(USUAL_SECONDS)
    assert "No one has voted yet" in board(world).text
    await world.pass_time(USUAL_SECONDS * MAX_EMPTY)
    assert "Put aside" in board(world).text
    assert board(world).labels == ["Resume game", "End game"]
    await world.chloe.taps("Resume game", board(world))
    await world.pass_time(SOON)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"


async def test_a_hint_is_announced(world: World) -> None:
    await starts(world, "computer", bot="easy")
    answer = await world.ben.taps("Hint", board(world))
    assert re.search(r"I would vote for \*\*\w\d\*\*", answer.private)

    await world.pass_time(SOON)
    assert f"Asked for a hint: {world.ben.mention}" in board(world).text


@pytest.mark.parametrize("killed", [False, True])
async def test_a_countdown_survives_a_restart(world: World, *, killed: bool) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await (world.kill() if killed else world.restart())
    await world.pass_time(SOON)
    assert "d3 (**1**)" in board(world).text
    assert len(world.boards()) == 1
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    assert "Team 2 votes." in board(world).text


@pytest.mark.parametrize("step", ["decided", "played"])
async def test_a_kill_between_two_steps_loses_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    votes = world.bot.services[VoteGames]

    async def killed(*arguments: object) -> None:
        """Do no more, as a killed process."""

    monkeypatch.setattr(votes, "_play" if step == "decided" else "_begin_countdown", killed)
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == ("" if step == "decided" else "d3")
    await world.kill()
    await world.pass_time(SOON)
    assert await world.moves() == "d3"
    assert "Team 2 votes." in board(world).text


async def test_a_deleted_board_is_posted_again(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.pass_time(SOON)
    world.delete(board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    assert "Team 2 votes." in board(world).text


async def test_two_servers_play_each_other(world: World) -> None:
    there = world.env.create_guild("Another server", preferred_locale="en-GB")
    channel = there.create_text_channel("votes")
    dora = Person(world, there.add_member(world.env.create_user("dora", global_name="Dora")))
    answer = await world.ann.types("vote", against="server")
    code = re.search(r"code:(\w{6})", answer.public)
    assert code is not None
    own = await world.ann.types("vote", code=code[1])
    assert "in another server's channel" in own.private
    await dora.types("vote", channel=channel, code=code[1].lower())
    await world.pass_time(SOON)
    here, other = board(world), board(world, channel)
    assert "This channel is Team 1" in here.text.replace("**", "")
    assert "This channel is Team 2" in other.text.replace("**", "")
    assert "d3" in here.labels
    assert "d3" not in other.labels
    await world.ann.taps("d3", here)
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    assert "c3" not in board(world).labels
    await dora.taps("c3", board(world, channel))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3 c3"
    assert len(world.boards()) == len(world.boards(channel=channel)) == 1
    again = await dora.types("vote", channel=channel, code=code[1])
    assert "no open invitation" in again.private


async def test_the_starter_ends_a_game(world: World) -> None:
    await starts(world, "teams")
    refused = await world.ben.taps("End game", board(world))
    assert "Only the person who started" in refused.private
    second = await world.ben.types("vote", against="teams")
    assert "already in progress" in second.private
    question = await world.ann.taps("End game", board(world))
    assert "End the game for everyone?" in question.private
    await world.ann.taps("No, go back", question.messages[0])
    assert (await world.snapshot()).going
    question = await world.ann.taps("End game", board(world))
    assert "The game is over." in (await world.ann.taps("End game", question.messages[0])).private
    await world.pass_time(SOON)
    assert (await world.snapshot()).game.ending is Ending.CALLED_OFF
    assert "End game" not in board(world).labels
    assert "This game is over" in (await world.ann.taps("End game", question.messages[0])).private


async def test_at_the_end_the_best_voters_are_named(world: World) -> None:
    await world.ann.types("vote", against="teams", game="connect4")
    for column in "1212121":
        await world.pass_time(SOON)
        person = world.ann if column == "1" else world.ben
        shown = board(world)
        label = next(label for label in shown.labels if label.split(" ")[0] == column)
        await person.taps(label, shown)
        await world.pass_time(USUAL_SECONDS)
    await world.pass_time(RECOVERY_SECONDS)
    await world.pass_time(SOON)
    assert (await world.snapshot()).game.state is GameState.FINISHED
    assert "Votes for the best move" in board(world).text
    assert f"{world.ann.mention}: " in board(world).text


async def test_many_moves_are_voted_on_by_menu(world: World) -> None:
    await starts(world, "teams", board="10x10")
    referee = world.bot.services[Referee]
    snapshot = await world.snapshot()
    for _ in range(200):
        if len(snapshot.position.legal_moves()) > 25 or not snapshot.going:
            break
        best = max(
            snapshot.position.legal_moves(),
            key=lambda move: len(snapshot.position.play(move).legal_moves()),
        )
        snapshot = await referee.play(snapshot, best)
    assert len(snapshot.position.legal_moves()) > 25
    await world.restart()
    await world.pass_time(SOON)
    move = snapshot.position.legal_moves()[-1]
    await world.ann.picks(move, board(world))
    await world.pass_time(SOON)
    assert f"{move} (**1**)" in board(world).text
    await world.pass_time(USUAL_SECONDS)
    assert (await world.moves()).split()[snapshot.game.ply] == move


async def vote_to_the_end(world: World, *voters: tuple[Person, ChannelHandle | None]) -> None:
    """Let each side's voter (one for both if there is only one) vote until the game is over."""
    while (snapshot := await world.snapshot()).going:
        person, channel = voters[snapshot.position.turn % len(voters)]
        shown = board(world, channel)
        move = snapshot.position.legal_moves()[0]
        await person.taps(next(label for label in shown.labels if label.split(" ")[0] == move), shown)
        await world.pass_time(USUAL_SECONDS + SOON)
    await world.pass_time(RECOVERY_SECONDS)
    await world.pass_time(SOON)


async def test_a_whole_game_against_the_computer(world: World) -> None:
    await starts(world, "computer", bot="child", game="connect4", board="5x4", colour="second")
    await vote_to_the_end(world, (world.ben, None))
    assert (await world.snapshot()).game.state is GameState.FINISHED
    assert "Votes for the best move" in board(world).text
    assert f"{world.ben.mention}: " in board(world).text
    assert "reviewing" not in board(world).text
    await starts(world, "teams")
    assert len(world.boards(game=2)) == 1


async def test_a_whole_game_between_two_servers_with_kills(world: World) -> None:
    there = world.env.create_guild("Another server", preferred_locale="en-GB")
    channel = there.create_text_channel("votes")
    dora = Person(world, there.add_member(world.env.create_user("dora", global_name="Dora")))
    answer = await world.ann.types("vote", against="server", game="connect4", colour="second")
    await world.kill()
    code = re.search(r"code:(\w{6})", answer.public)
    assert code is not None
    await dora.types("vote", channel=channel, code=code[1])
    await world.pass_time(SOON)
    for column in "1212121":
        person, where = (dora, channel) if column == "1" else (world.ann, None)
        shown = board(world, where)
        await person.taps(next(label for label in shown.labels if label.split(" ")[0] == column), shown)
        await world.kill()
        await world.pass_time(USUAL_SECONDS + SOON)
    await world.pass_time(RECOVERY_SECONDS)
    await world.pass_time(SOON)
    assert (await world.snapshot()).game.state is GameState.FINISHED
    for where in (None, channel):
        assert len(world.boards(channel=where)) == 1
        assert "Votes for the best move" in board(world, where).text
        assert dora.mention in board(world, where).text


async def test_a_tie_is_settled_by_lot_and_says_so(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.ben.taps("c4", board(world))
    await world.pass_time(USUAL_SECONDS)
    await world.pass_time(SOON)
    move = await world.moves()
    assert move in ("d3", "c4")
    assert f"c4, d3 had the same number of votes, so I picked {move} at random" in board(world).text


async def test_votes_are_counted_on_the_squares_of_the_picture(world: World) -> None:
    await starts(world, "teams")
    before = world.picture(board(world))
    await world.ann.taps("d3", board(world))
    await world.pass_time(SOON)
    assert world.picture(board(world)) != before
    assert "Votes so far: d3, 1 vote." in board(world).alt


async def test_a_person_who_deletes_their_data_is_no_longer_counted(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.ben.taps("c4", board(world))
    await world.ben.taps("Hint", board(world))
    await world.pass_time(SOON)
    assert world.ben.mention in board(world).text
    storage = world.bot.services.storage
    assert [vote[1] for vote in await storage.votes.all_votes(1)] == sorted((world.ann.id, world.ben.id))
    await delete_all(world.ben)
    await world.pass_time(RECOVERY_SECONDS)
    assert [vote[1] for vote in await storage.votes.all_votes(1)] == [world.ann.id]
    assert world.ben.mention not in board(world).text
    assert (await world.snapshot()).going


async def test_a_channel_that_is_gone_ends_nothing_in_the_other_server(world: World) -> None:
    there = world.env.create_guild("Another server", preferred_locale="en-GB")
    channel = there.create_text_channel("votes")
    dora = Person(world, there.add_member(world.env.create_user("dora", global_name="Dora")))
    answer = await world.ann.types("vote", against="server")
    code = re.search(r"code:(\w{6})", answer.public)
    assert code is not None
    await dora.types("vote", channel=channel, code=code[1])
    await world.pass_time(SOON)
    world.env.backend.delete_channel(channel.id)
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"
    await world.pass_time(USUAL_SECONDS * MAX_EMPTY + SOON)
    assert "Put aside" in board(world).text


async def test_what_passed_while_the_bot_was_away_is_not_held_against_a_team(world: World) -> None:
    await starts(world, "teams")
    await world.pass_time(USUAL_SECONDS * (MAX_EMPTY - 1))
    await world.kill(timedelta(hours=2))
    await world.pass_time(SOON)
    assert "Team 1 votes." in board(world).text
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"


async def test_time_away_is_given_back_to_the_voters(world: World) -> None:
    await starts(world, "teams", time=300)
    await world.ann.taps("d3", board(world))
    await world.pass_time(60)
    await world.kill(timedelta(hours=2))
    await world.pass_time(200)
    assert await world.moves() == ""
    await world.ben.taps("c4", board(world))
    await world.chloe.taps("c4", board(world))
    await world.pass_time(60)
    assert await world.moves() == "c4"


async def test_no_countdown_ends_while_the_connection_is_lost(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    with world.env._bot_scope():
        world.bot.dispatch("disconnect")
    await world.env.settle()
    await world.pass_time(10 * USUAL_SECONDS)
    assert await world.moves() == ""
    with world.env._bot_scope():
        world.bot.dispatch("resumed")
    await world.env.settle()
    await world.pass_time(SOON)
    assert await world.moves() == ""
    await world.pass_time(USUAL_SECONDS)
    assert await world.moves() == "d3"


async def test_the_history_of_a_server_names_the_teams(world: World) -> None:
    await starts(world, "teams")
    await world.ann.taps("d3", board(world))
    await world.pass_time(USUAL_SECONDS)
    await ends(world, world.ann)
    answer = await world.ben.types("history", whose="server")
    assert "Team 1" in answer.private
    assert "-1" not in answer.private


async def test_a_game_in_which_no_team_moved_is_not_reviewed(world: World) -> None:
    await starts(world, "computer", bot="easy", colour="second")
    assert len((await world.moves()).split()) == 1
    move = (await world.snapshot()).position.legal_moves()[0]
    await world.ann.taps(move, board(world))
    await ends(world, world.ann)
    await world.pass_time(RECOVERY_SECONDS)
    await world.pass_time(SOON)
    storage = world.bot.services.storage
    assert await storage.reviews.of(1) is None
    state = await storage.votes.state(1)
    assert state is not None
    assert state.vote.record == "done"
    assert "Votes for the best move" not in board(world).text
    assert "reviewing" not in board(world).text
    assert "accuracy" not in "".join(post.text for post in world.posts())


async def test_a_game_that_was_put_aside_is_ended_and_not_reviewed(world: World) -> None:
    await starts(world, "teams")
    await world.pass_time(USUAL_SECONDS * (MAX_EMPTY + 1))
    await ends(world, world.moderator("Mo"))
    await world.pass_time(RECOVERY_SECONDS)
    assert (await world.snapshot()).game.ending is Ending.CALLED_OFF
    assert await world.bot.services.storage.reviews.of(1) is None
    assert "reviewing" not in board(world).text


async def test_both_servers_end_a_game_only_by_who_may(world: World) -> None:
    there = await between_servers(world)
    shown = board(world, there.channel)
    assert "Only the person who started" in (await there.dora.taps("End game", shown)).private
    assert (await world.snapshot()).going
