"""A computer plays for a person, and gives the side back; if the opponent is a person, they have to agree."""

from __future__ import annotations

from bot.events.matches.computer_matches import PACE
from tests.cases import missing
from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

PLAYS = "Flipfour (easy) plays for you from now on, and the game is unrated."


async def ask(world: World) -> Seen:
    """Ann, to move, asks Ben whether `easy` may play for her."""
    await world.begin(world.ann, world.ben)
    await world.ann.types("game ask", bot="easy")
    return world.posts()[-1]


async def test_against_the_computer_both_sides_play_on_until_the_side_is_taken_back(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    answer = await ann.types("game ask", bot="easy")
    assert answer.private.startswith(PLAYS)
    assert answer.public == ""
    board = world.board()
    assert not missing(board.text, f"🤖 Flipfour (easy) plays for {ann.mention}", "unrated")
    assert board.moves == []
    for moves in range(1, 4):
        await world.pass_time(PACE + 0.1)
        assert (await world.snapshot()).game.ply == moves
    answer = await ann.types("game ask", what="take over")
    assert answer.private == "You're playing your side yourself again."
    assert "🤖" not in world.board().text
    await world.pass_time(PACE)
    before = (await world.snapshot()).game.ply
    assert f"**{ann.mention} to move.**" in world.board().text
    await ann.taps(world.board().moves[0])
    snapshot = await world.snapshot()
    assert (snapshot.game.ply, snapshot.game.rated) == (before + 2, False)
    assert snapshot.movers[-2:] == (0, 1)
    await world.pass_time(5 * PACE)
    assert (await world.snapshot()).game.ply == before + 2


async def test_the_other_person_is_asked_and_agrees(world: World, ann: Person, ben: Person) -> None:
    question = await ask(world)
    assert not missing(question.text, f"{ben.mention}, do you agree?", "unrated")
    assert (await world.snapshot()).game.rated
    for person in (ann, world.chloe):
        assert (await person.taps("Agree", question)).private == f"Only {ben.mention} can answer that."
    assert world.posts()[-1] == question
    await ben.taps("Agree", question)
    answered = next(seen for seen in world.posts() if seen.id == question.id)
    assert answered.text == f"{ben.mention} agreed: Flipfour (easy) plays for {ann.mention}."
    assert answered.labels == []
    snapshot = await world.snapshot()
    assert (snapshot.game.ply, snapshot.game.rated, snapshot.movers) == (1, False, (0,))
    assert f"**{ben.mention} to move.**" in world.board().text
    await ben.taps(world.board().moves[0], world.board())
    assert (await world.snapshot()).game.ply == 3
    refused = await ann.types("game ask", bot="hard")
    assert refused.private.startswith("A computer player is playing your side.")
    # Another player's side cannot be taken.
    himself = "You are playing your side yourself. To hand it to a computer player, use `/game ask`."
    assert (await ben.taps("Take over", world.board())).private == himself
    assert (await ben.types("game ask", what="take over")).private == himself
    watching = await world.chloe.taps("Take over", world.board())
    assert watching.private == "You're watching this game. To start your own: `/reversi start`."
