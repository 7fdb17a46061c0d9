"""`/game ask` for what I think: the candidates in private, at the price of the rating; and what is proved.

`/hint`: where to look, then the move, then why; each in private, one button at a time.
"""

from __future__ import annotations

import random

import pytest

from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.play.assist import hints
from bot.play.assist.hints import moves_to_look_at
from bot.play.games.referee import Referee
from engine.players.computer import Phase
from engine.search.registry import default_style
from engine.search.tables import TranspositionTable
from executors import tasks
from executors.tasks import ListMoves
from languages.numbers import capitalized
from tests.e2e.test_reviews import own
from tests.e2e.world import Person, World


async def test_the_thinking_is_shown_privately_after_a_question(world: World, ann: Person) -> None:
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
    assert (await ann.types("game ask", what="thinking")).private.startswith("**Your moves, ⚫ Black**")


async def test_the_game_stays_rated_when_one_does_not_want_it_or_moves(world: World, ann: Person) -> None:
    await ann.types("reversi start", bot="easy", colour="first")
    question = (await ann.types("game ask", what="thinking")).messages[0]
    assert (await ann.taps("No, keep it rated")).private == "All right, the game stays rated."
    await ann.types("game ask", what="thinking")
    await ann.taps("d3")
    assert (await ann.taps("Show me", question)).private.startswith("The game has moved on since then.")
    assert (await world.snapshot()).game.rated
    assert "unrated" not in world.board().text
    await ann.types("reversi start", bot="random", colour="first")
    assert "**random** plays at random here" in (await ann.types("game ask", what="thinking")).private
    await ann.types("game ask", bot="easy", game="2")
    refused = await ann.types("game ask", what="thinking", game="2")
    assert refused.private.startswith("A computer player is playing your side.")


async def test_another_person_has_to_agree_once(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    early = await ben.types("game ask", what="thinking")
    assert early.private.startswith("I can show you what I think when it is your turn.")
    assert (await ann.types("game ask", what="thinking")).private == ""
    question = world.posts()[-1]
    assert f"{ben.mention}, do you agree?" in question.text
    assert (await world.snapshot()).game.rated
    await ben.taps("Agree", question)
    assert "press More" in world.posts()[-1].text
    assert not (await world.snapshot()).game.rated
    assert "unrated" in world.board().text
    assert (await ann.types("game ask", what="thinking")).private.startswith("**Your moves, ⚫ Black**")
    await ann.taps("d3", world.board())
    assert (await ben.types("game ask", what="thinking")).private.startswith("**Your moves, ⚪ White**")


async def test_a_proof_is_shown_after_a_request(world: World, ann: Person) -> None:
    await near_the_end(world, 6)
    await ann.types("game ask", what="thinking")
    shown = await ann.taps("Show me")
    assert "Proved: with best play from both sides, **a " in shown.private
    best = next(line for line in shown.private.splitlines() if line.startswith("1. "))
    assert "exactly" in best or "a draw" in best
    await ann.taps(best.split("**")[1], world.board())
    assert "🔒 Proved: with best play from both sides, a " in world.board().text


async def near_the_end(world: World, moves: int) -> None:
    """Have Ann to move against `expert`, with at most this many empties."""
    await world.ann.types("reversi start", bot="expert", colour="first")
    snapshot, rng, referee = await world.snapshot(), random.Random(6), world.bot.kit[Referee]
    while snapshot.game.ply < 60 - moves or snapshot.position.turn != 0:
        snapshot = await referee.play(snapshot, rng.choice(snapshot.position.legal_moves()))
    await world.bot.kit[Publisher].show(1)


def has_parts(now: GameSnapshot) -> bool:
    """Return whether the first step of a hint leaves moves out, whichever is the best."""
    moves = now.position.legal_moves()
    return all(len(moves_to_look_at(now.kind, now.position, move)) < len(moves) for move in moves)


@pytest.mark.first(1)
@pytest.mark.parametrize("game", ["connect4", "reversi"])
async def test_three_steps_go_from_part_of_the_board_to_the_reasons(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    # Searches that end in the middle of an iteration, or know the value from a table, may have no line.
    whole = Phase(default_style(game).name, 7)
    monkeypatch.setattr(hints, "ListMoves", lambda position, *_: ListMoves(position, 600.0, whole))
    monkeypatch.setattr(tasks, "_small_table", lambda _: TranspositionTable(4.0))
    await world.ann.types(f"{game} start", bot="easy", colour="first")
    await world.ann.taps("d3" if game == "reversi" else "4", world.board())
    while not has_parts(now := await world.snapshot()):
        # `easy` chose a move after which all others lie in one part of the board.
        await world.ann.taps(now.position.legal_moves()[0], world.board())
    ply = len(now.movers)
    searched = world.searches.asked
    await world.ann.types("hint")
    await world.ann.taps("Give me a hint")
    where = own(world, world.ann)
    assert where.text.startswith("💡 Look at **the ")
    assert "**" not in where.text.partition("\n")[2]
    assert (where.picture, where.labels) == (f"hint-where-1-{ply}.png", ["Show me the move"])
    assert world.searches.asked == searched + 1
    await world.ann.taps("Show me the move")
    move = own(world, world.ann)
    assert move.text.startswith("💡 Play **")
    assert (move.picture, move.labels) == (f"hint-move-1-{ply}.png", ["Why?"])
    told = move.text.split("**")[1]
    assert told in where.text
    await world.ann.taps("Why?")
    why = own(world, world.ann)
    reason, values = why.text.splitlines()[:2]
    named = capitalized(f"💡 **{told}**")
    assert reason.startswith((f"{named}: It ", f"{named}: Only this move "))
    assert values.startswith(("-# Estimates, ", "-# Proved: "))
    assert f": {told} " in values
    assert "The computer's values, best first: " in why.alt
    assert "The board after " in why.text
    assert [file["filename"] for file in why.payload["attachments"]] == [
        f"hints-1-{ply}.png",
        f"hint-expected-1-{ply}.png",
    ]
    # All of it in one message, from one search.
    assert len([seen for seen in world.seen(world.channel, world.ann) if seen.private]) == 1
    assert world.searches.asked == searched + 1
    assert not (await world.snapshot()).game.rated
    assert "unrated" in world.board().text


async def test_a_hint_is_one_tap_away_on_the_board_of_any_game(world: World, ann: Person) -> None:
    """Two where the question has to be asked."""
    for _ in range(2):
        await ann.types("connect4 start", bot="easy", colour="first")
    await ann.taps("Hint", world.board())
    await ann.taps("Give me a hint")
    assert own(world, ann).picture == "hint-where-1-0.png"
    await ann.taps(world.board().moves[0], world.board())
    await ann.taps("Hint", world.board())
    assert own(world, ann).picture == "hint-where-1-2.png"
    assert len(await ann.suggestions("hint", "game")) == 2
    await ann.types("hint", game="2")
    await ann.taps("Give me a hint")
    assert own(world, ann).picture == "hint-where-2-0.png"
    # The first step is left out where it would name all moves: Black has four at the start.
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.types("hint", game="3")
    await ann.taps("Give me a hint")
    assert own(world, ann).text.startswith("💡 Play **")
    assert own(world, ann).labels == ["Why?"]
