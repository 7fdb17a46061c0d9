"""`/opponent …`: a server's own computer players are made, played, listed and deleted."""

from __future__ import annotations

from typing import Any

from bot.ui.components import MAX_TYPED
from data.people.preferences import OpponentStore
from engine.search.registry import default_style
from tests.cases import missing
from tests.e2e.world import Person, World

FULL = "positional:3 opening=random:1@2 end=win-or-lose:9@9"


async def save(
    world: World, name: str, recipe: str = "positional:2", who: Person | None = None, **more: Any
) -> None:
    """Make an opponent in one go."""
    who = who or world.ann
    await who.types("opponent", name=name, recipe=recipe, **more)
    assert (await who.taps("Save")).private.startswith(f"### 🤖 {name} is ready")


async def test_an_opponent_is_made_with_menus_and_a_dialog(world: World, ann: Person) -> None:
    shown = await ann.types("opponent", name=" Doctor   Octo ")
    assert shown.public == ""
    best = default_style("reversi").name
    assert (
        shown.private
        == f"### 🤖 Doctor Octo, a new opponent for Reversi\n**The whole game**: {best}, 4 moves deep"
    )
    await ann.chooses("Opening", "random")
    await ann.chooses("Middle game", "positional")
    now = await ann.chooses("End", "win-or-lose")
    assert now.private.splitlines()[1:] == [
        "**Opening**, while at most 8 moves have been made: random",
        "**Middle game**: positional, 4 moves deep",
        "**End**, the last 12 moves: win-or-lose, 4 moves deep",
    ]
    dialog = await ann.opens("Depths and lengths")
    assert dialog.values == ["1", "8", "4", "4", "12"]
    now = await dialog.send("1", "2", " 3 ", "TIME", "9")
    assert now.private.splitlines()[1:] == [
        "**Opening**, while at most 2 moves have been made: random",
        "**Middle game**: positional, 3 moves deep",
        "**End**, the last 9 moves: win-or-lose, as deep as time allows",
    ]
    saved = await ann.taps("Save")
    assert not missing(saved.private, "`/reversi start bot:Doctor Octo`", "Games against it are unrated.")
    assert saved.messages[0].labels == ["Play against it"]
    assert world.posts() == []
    kept = await world.bot.kit[OpponentStore].of_guild(world.server.id)
    assert [(own.name, own.player, own.creator_id) for own in kept] == [
        ("Doctor Octo", "positional:3 opening=random:1@2 end=win-or-lose:time@9", ann.id)
    ]


async def test_a_switch_lets_it_think_on_the_other_players_time_or_not(world: World, ann: Person) -> None:
    nameless = await ann.types("opponent", recipe="greedy:2")
    assert nameless.private == "Give the new opponent a name, with `name:`."
    await ann.types("opponent", name="Doctor Octo", recipe="greedy:2")
    now = await ann.taps("Thinks on your time: yes")
    assert now.private.endswith("**Habits**: does not think on your time")
    now = await ann.taps("Thinks on your time: no")
    assert "Habits" not in now.private
    await ann.taps("Thinks on your time: yes")
    (draft,) = now.messages
    answers = await world.together((ann, draft, "Save"), (ann, draft, "Save"))
    assert all("Doctor Octo is ready" in answer.private for answer in answers)
    kept = await world.bot.kit[OpponentStore].of_guild(world.server.id)
    assert [own.player for own in kept] == ["greedy:2"]
    await ann.types("opponent", name="Another")
    assert (await ann.taps("Cancel")).private == "Nothing was saved."
    assert len(await world.bot.kit[OpponentStore].of_guild(world.server.id)) == 1


async def test_everybody_in_the_server_plays_a_saved_opponent_unrated(world: World) -> None:
    """By command, or with a tap; nobody outside of it does."""
    ann, ben = world.ann, world.ben
    await save(world, "Octo")
    await ann.taps("Play against it")
    assert not missing(world.board().text, "Flipfour (Octo)", "unrated")
    (name,) = [name for name in await ben.suggestions("reversi start", "bot") if name.startswith("Octo ")]
    assert name.startswith("Octo · custom: ")
    assert await ben.suggestions("reversi start", "bot", "oct") == [name]
    await ben.types("reversi start", bot="octo", colour="first")
    assert "⚪ **2** Flipfour (Octo)" in world.board(2).text
    await ben.taps("d3", world.board(2))
    assert (await world.snapshot(2)).game.ply == 2
    await save(world, "Chance", "random:1")
    (listed,) = (await ben.types("opponent")).messages
    new = ["Create for Reversi", "Create for Connect 4"]
    played = ["Play against it: Reversi", "Play against it: Connect 4", "Play against it"]
    assert listed.labels == [*played, *new]
    await world.restart()
    await ben.taps("Play against it: Connect 4", listed)
    assert "Flipfour (Chance)" in world.board(3).text
    await ann.deletes_opponent("Octo")
    assert (await ben.taps("Play against it", listed)).private
    assert len(world.boards(4)) == 0
    refused = await ann.types_privately("reversi start", bot="Chance")
    assert refused.private.startswith("I have no level “Chance”")
    await ann.types_privately("reversi start", bot="greedy:1", colour="first")
    assert "Flipfour (greedy:1)" in world.board(4, channel=ann.actor.user.dm_channel).text


async def test_a_wrong_number_does_not_lose_the_others(world: World, ann: Person) -> None:
    await ann.types("opponent", name="Octo", recipe=FULL)
    long = "x" * MAX_TYPED
    await (await ann.opens("Depths and lengths")).send("5", "a:b|c", long, long, long)
    await world.restart()
    again = await ann.opens("Edit what I typed")
    assert again.values == ["5", "a.b.c", long, long, long]
    now = await again.send("5", "6", "7", "8", "9")
    assert now.private.splitlines()[1:] == [
        "**Opening**, while at most 6 moves have been made: random",
        "**Middle game**: positional, 7 moves deep",
        "**End**, the last 9 moves: win-or-lose, 8 moves deep",
    ]
    assert "Edit what I typed" not in now.messages[0].labels
    await ann.chooses("End", "-")
    await ann.taps("Save")


async def test_its_creator_and_managers_delete_it(world: World, ann: Person) -> None:
    await save(world, "Octo", FULL)
    await save(world, "Ben's", who=world.ben)
    (listed,) = (await ann.types("opponent")).messages
    assert listed.labels.count("Delete") == 1
    assert (await ann.taps("Delete", listed)).private == "Delete **Octo** for everyone here?"
    assert len(await world.bot.kit[OpponentStore].of_guild(world.server.id)) == 2
    answer = await ann.deletes_opponent("Octo")
    assert answer.private == (
        "Octo has been deleted. Current games against it continue. To create it again: "
        f"`/opponent name:Octo game:Reversi recipe:{FULL}`"
    )
    assert answer.public == ""
    again = await ann.taps("Delete", listed)
    assert again.private == "That opponent has been deleted. Please choose another one."
    assert (await ann.types("reversi start", bot="octo")).private.startswith("I have no level “octo”")
    refused = await ann.deletes_opponent("Ben's")
    assert refused.private.startswith(f"{world.ben.mention} created Ben's: only they, and people who can")
    deleted = await world.manager("Dora").deletes_opponent("Ben's")
    assert deleted.private.startswith("Ben's has been deleted.")


async def test_deleted_while_it_plays_and_while_it_is_asked_for(world: World) -> None:
    ann, ben = world.ann, world.ben
    await save(world, "Octo")
    await ann.types("reversi start", bot="Octo", colour="first")
    questions = []
    for game in (2, 3):
        await world.begin(ann, ben)
        await ann.types("game ask", bot="Octo", game=str(game))
        questions.append(world.posts()[-1])
    await ann.deletes_opponent("Octo")
    await ann.taps("d3", world.board(1))
    assert (await world.snapshot(1)).game.ply == 2
    assert "Flipfour (Octo)" in world.board(1).text
    await ben.taps("Agree", questions[0])
    assert "Flipfour (Octo) plays for" in world.board(2).text
    await ben.taps("Decline", questions[1])
    assert any(seen.text.endswith("declined; the game continues.") for seen in world.posts())
    await ann.resigns(world.board(1))
    await ann.taps("Rematch", world.board(1))
    assert "Flipfour (Octo)" in world.board(4).text


async def test_an_opponent_of_another_game_says_so(world: World, ann: Person) -> None:
    assert (await ann.types("opponent")).private.startswith("### 🤖 This server has no custom opponents yet")
    draft = await (await ann.opens("Create for Connect 4")).send("Doctor Octo")
    assert draft.private.startswith("### 🤖 Doctor Octo, a new opponent for Connect 4")
    await ann.types("opponent", name="Weights", game="connect4", recipe="alignments-0,1,2,3,inf:2")
    await ann.chooses("Opening", "random")
    await ann.taps("Save")
    answer = await ann.types("reversi start", bot="weights")
    assert answer.private == "Weights can't play Reversi: its styles belong to another game."
    await ann.types("connect4 start", bot="weights", colour="second")
    assert "Flipfour (Weights)" in world.posts()[-1].text
    assert (await world.snapshot()).game.ply == 1
