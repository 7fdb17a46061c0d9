"""`/game ask` for what I think: the candidates in private, at the price of the rating; and what is proved."""

from __future__ import annotations

import random

import pytest

from bot.core.publisher import Publisher
from bot.play.assist.hints import Hints
from bot.play.games.referee import Referee
from engine.players.computer import ComputerPlayer
from tests.e2e.world import World


async def test_the_thinking_is_shown_privately_after_a_question(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    asked = await ann.types("game ask", what="thinking")
    assert "The game then becomes **unrated**" in asked.private
    assert asked.public == ""
    assert (await world.snapshot()).game.rated
    shown = await ann.taps("Show me")
    lines = shown.private.splitlines()
    assert lines[0] == "**Your moves, ⚫ Black**, best first"
    # All four are as good.
    assert lines[2].startswith("1. ")
    assert set(lines[2].split("**")[1::2]) == {"d3", "c4", "f5", "e6"}
    assert shown.messages[0].picture == "hints-1-0.png"
    assert "The computer's values, best first: " in shown.messages[0].alt
    assert "unrated" in world.board().text
    snapshot = await world.snapshot()
    assert (snapshot.game.rated, snapshot.game.asked, snapshot.game.ply) == (False, True, 0)
    # Asked once, the question is not asked again.
    again = await ann.types("game ask", what="thinking")
    assert again.private.startswith("**Your moves, ⚫ Black**")


async def test_the_opponents_own_list_is_shown_by_its_style_and_depth(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="positional:2", colour="first")
    await ann.taps("d3")
    shown = (await ann.types("game ask", what="thinking")).private
    answer = (await world.snapshot()).game.moves[1]
    (played,) = [line for line in shown.splitlines() if line.startswith("**positional:2** played")]
    assert f"played **{answer}** and values it at " in played
    mine, _, theirs = shown.partition(
        "**positional:2** (positional, 2 moves deep) values your moves like this:\n"
    )
    assert mine.startswith("**Your moves, ⚫ Black**, best first")
    # A node counter gives nothing away.
    more = (await ann.taps("More")).private
    assert "-# 🧮 ⚪ positional:2: " in more
    assert "for 1 move" in more
    assert "values" not in more
    moves = (await world.snapshot()).position.legal_moves()
    listed = [line.split("**")[1::2] for line in theirs.splitlines() if line[0].isdigit()]
    assert sorted(move for names in listed for move in names) == sorted(moves)
    # A move of a value of its own has the answer to it.
    answered = [line for line in theirs.splitlines() if line[0].isdigit() and line.count("**") == 2]
    assert answered
    assert all(" · then " in line for line in answered)
    assert f"-# {len(moves)} candidates, " in theirs
    assert "-# 🧮 ⚪ positional:2: " in theirs


@pytest.mark.long
async def test_the_opponents_list_is_what_it_has_pondered(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="positional:2", colour="first")
    snapshot = await world.snapshot()
    player = ComputerPlayer("positional", 4)
    answers = {
        move: player.choose(snapshot.position.play(move), None) for move in snapshot.position.legal_moves()
    }
    world.bot.services[Hints]._prepared = lambda seen: answers if seen.game.ply == 0 else {}
    shown = (await ann.types("game ask", what="thinking")).private
    assert "While you think, **positional:2** (positional, 2 moves deep) looks 5 moves ahead." in shown
    theirs = shown.partition("looks 5 moves")[2]
    # By symmetry all are as good.
    assert {found.score for found in answers.values()} == {answers["d3"].score}
    assert set(theirs.split("**")[1::2]) == set(answers)


async def test_the_game_stays_rated_when_one_does_not_want_it_or_moves(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    question = (await ann.types("game ask", what="thinking")).messages[0]
    assert (await ann.taps("No, keep it rated")).private == "All right, the game stays rated."
    await ann.types("game ask", what="thinking")
    await ann.taps("d3")
    assert (await ann.taps("Show me", question)).private.startswith("The game has moved on since then.")
    assert (await world.snapshot()).game.rated
    assert "unrated" not in world.board().text
    await ann.types("reversi start", bot="random", colour="first")
    shown = await ann.types("game ask", what="thinking")
    assert "**random** plays at random here" in shown.private
    await ann.types("game ask", bot="easy")
    refused = await ann.types("game ask", what="thinking")
    assert refused.private.startswith("A computer player is playing your side.")


async def test_another_person_has_to_agree_once(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    early = await ben.types("game ask", what="thinking")
    assert early.private.startswith("I can show you what I think when it is your turn.")
    answer = await ann.types("game ask", what="thinking")
    assert answer.private == ""
    question = world.posts()[-1]
    assert f"{ben.mention}, do you agree?" in question.text
    assert (await world.snapshot()).game.rated
    await ben.taps("Agree", question)
    assert "tap More" in world.posts()[-1].text
    assert not (await world.snapshot()).game.rated
    assert "unrated" in world.board().text
    assert (await ann.types("game ask", what="thinking")).private.startswith("**Your moves, ⚫ Black**")
    await ann.taps("d3", world.board())
    assert (await ben.types("game ask", what="thinking")).private.startswith("**Your moves, ⚪ White**")


async def near_the_end(world: World, moves: int) -> None:
    """Have Ann to move against `expert`, with at most this many empties."""
    await world.ann.types("reversi start", bot="expert", colour="first")
    snapshot, rng = await world.snapshot(), random.Random(6)
    while snapshot.game.ply < 60 - moves or snapshot.position.turn != 0:
        snapshot = await world.bot.services[Referee].play(
            snapshot, rng.choice(snapshot.position.legal_moves())
        )
    await world.bot.services[Publisher].show(1)


async def test_a_proof_is_shown_after_a_request(world: World) -> None:
    ann = world.ann
    await near_the_end(world, 6)
    await ann.types("game ask", what="thinking")
    shown = await ann.taps("Show me")
    assert "Proved: with best play from both sides, **a " in shown.private
    best = next(line for line in shown.private.splitlines() if line.startswith("1. "))
    assert "exactly" in best or "a draw" in best
    await ann.taps(best.split("**")[1], world.board())
    assert "🔒 Proved: with best play from both sides, a " in world.board().text


@pytest.mark.long
async def test_a_proof_is_shown_after_the_game(world: World) -> None:
    ann = world.ann
    await near_the_end(world, 10)
    while (await world.snapshot()).going:
        assert "Proved" not in world.board().text
        await ann.taps(world.board().moves[0], world.board())
    snapshot = await world.snapshot()
    first = next(ply for ply, proved in enumerate(snapshot.game.proved) if proved is not None)
    assert f"🔒 Proved at move {first + 1}: with best play from both sides, a " in world.board().text
    assert snapshot.game.rated


@pytest.mark.long
async def test_later_in_a_game_the_loss_is_announced(world: World) -> None:
    ann = world.ann
    await near_the_end(world, 20)
    asked = await ann.types("game ask", what="thinking")
    assert "The game then **counts as a loss for you** and continues unrated." in asked.private
    await ann.taps("Show me")
    assert f"{ann.mention} asked what I think, which counts as their loss" in world.board().text
    assert "❌ lost against Flipfour (expert)" in (await ann.types("profile")).public
