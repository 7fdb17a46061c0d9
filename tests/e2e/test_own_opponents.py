"""`/opponent …`: a server's own computer players are made, played, listed and deleted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.components import MAX_TYPED
from data.people.opponents import MAX_BY_PERSON, MAX_OPPONENTS, NewOpponent
from engine.search.registry import default_style
from tests.e2e.world import Person, World

LONG = (
    "greedy:1 cap=0.12345678901234568 random-ties blunders=0.12345678901234568@0.12345678901234568 "
    "seed=123456789012345678"
)
FULL = "positional:3 opening=random:1@2 end=win-or-lose:9@9"


async def save(
    world: World, name: str, recipe: str = "positional:2", who: Person | None = None, **more: Any
) -> None:
    """Make an opponent in one go."""
    who = who or world.ann
    await who.types("opponent", name=name, recipe=recipe, **more)
    assert (await who.taps("Save")).private.startswith(f"### 🤖 {name} is ready")


async def test_an_opponent_is_made_with_menus_and_a_dialog(world: World) -> None:
    ann = world.ann
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
    assert "`/reversi start bot:Doctor Octo`" in saved.private
    assert "Games against it are unrated." in saved.private
    assert saved.messages[0].labels == ["Play against it"]
    assert world.posts() == []
    kept = await world.bot.services.storage.opponents.of_guild(world.server.id)
    assert [(own.name, own.player, own.creator_id) for own in kept] == [
        ("Doctor Octo", "positional:3 opening=random:1@2 end=win-or-lose:time@9", ann.id)
    ]


async def test_a_switch_lets_it_think_on_the_other_players_time_or_not(world: World) -> None:
    ann = world.ann
    await ann.types("opponent", name="Doctor Octo", recipe="greedy:2")
    now = await ann.taps("Thinks on your time: yes")
    assert now.private.endswith("**Habits**: does not think on your time")
    now = await ann.taps("Thinks on your time: no")
    assert "Habits" not in now.private
    await ann.taps("Thinks on your time: yes")
    await ann.taps("Save")
    kept = await world.bot.services.storage.opponents.of_guild(world.server.id)
    assert [own.player for own in kept] == ["greedy:2 no-pondering"]


async def test_everybody_in_the_server_plays_it_unrated(world: World) -> None:
    await save(world, "Octo")
    ben = world.ben
    (name,) = [name for name in await ben.suggestions("reversi start", "bot") if name.startswith("Octo ")]
    assert name.startswith("Octo · custom: ")
    assert await ben.suggestions("reversi start", "bot", "oct") == [name]
    await ben.types("reversi start", bot="octo", colour="first")
    assert "⚪ **2** Flipfour (Octo)" in world.board().text
    assert "unrated" in world.board().text
    await ben.taps("d3")
    assert (await world.snapshot()).game.ply == 2


async def test_a_saved_opponent_is_played_with_a_tap(world: World) -> None:
    ann, ben = world.ann, world.ben
    await save(world, "Octo")
    await ann.taps("Play against it")
    assert "Flipfour (Octo)" in world.board().text
    await save(world, "Chance", "random:1")
    (listed,) = (await ben.types("opponent")).messages
    new = ["Create for Reversi", "Create for Connect 4"]
    assert listed.labels == [
        "Play against it: Reversi",
        "Play against it: Connect 4",
        "Play against it",
        *new,
    ]
    await world.restart()
    await ben.taps("Play against it: Connect 4", listed)
    assert "Flipfour (Chance)" in world.board(2).text
    await ann.deletes_opponent("Octo")
    gone = await ben.taps("Play against it", listed)
    assert gone.private
    assert len(world.boards(3)) == 0


@pytest.mark.english
async def test_levels_and_styles_are_offered_with_descriptions(world: World) -> None:
    offered = await world.ann.suggestions("reversi start", "bot")
    assert offered[0].startswith(
        "toddler · level 1 of 19 · like a small child who takes what it sees · rating "
    )
    assert "positional · every square has its own value · 4 moves ahead" in offered
    assert await world.ann.suggestions("reversi start", "bot", "rand") == [
        "random · any move, all equally likely"
    ]
    for typed in ("square", "positional:2"):
        (name,) = await world.ann.suggestions("reversi start", "bot", typed)
        assert name.startswith("positional")
    await world.ann.types("reversi start", bot="Random", colour="second")
    assert "⚫ **4** Flipfour (random)" in world.board().text
    assert not (await world.snapshot()).game.rated
    await world.ann.types("reversi start", bot="positional:2", colour="second")
    assert " Flipfour (positional:2)" in world.board(2).text
    too_deep = await world.ann.types("reversi start", bot="positional:31")
    assert "from 1 to 30" in too_deep.private


@pytest.mark.english
async def test_more_opponents_than_the_list_takes_are_found_by_typing(world: World) -> None:
    for number in range(20):
        await world.bot.services.storage.opponents.create(
            NewOpponent(world.server.id, f"Octo {number:02}", "greedy:1", number % 2)
        )
    offered = await world.ann.suggestions("reversi start", "bot")
    assert len(offered) == 25
    assert [name for name in offered if name.startswith("Octo")] == [
        f"Octo {number:02} · custom: greedy:1" for number in range(6)
    ]
    win_or_lose = "win-or-lose · only winning counts; proves it long before the end · 4 moves ahead"
    assert win_or_lose in offered
    for typed, found in (
        ("octo 19", "Octo 19 · custom: greedy:1"),
        ("win-or", win_or_lose),
    ):
        assert await world.ann.suggestions("reversi start", "bot", typed) == [found]


WRONG_NAMES = [
    ("x" * 33, "A name has 1 to 32 characters; this one has 33."),
    ("   ", "A name has 1 to 32 characters; this one has 0."),
    ("**Octo**", "A name can't have \\* in it."),
    ("<@1>", "A name can't have \\< \\> \\@ in it."),
    ("a\u200bb", "A name can't have an invisible character in it."),
    ("Master", "Master is the name of a level or a style."),
    ("win-or-lose", "win-or-lose is the name of a level or a style."),
]
"""Names that are refused, and the answers."""


async def test_names_that_cannot_be(world: World) -> None:
    for name, said in WRONG_NAMES:
        world.untranslated.append(name)
        answer = await world.ann.types("opponent", name=name)
        assert answer.private.startswith(said)
    assert await world.bot.services.storage.opponents.of_guild(world.server.id) == ()


async def test_a_name_that_is_taken(world: World) -> None:
    await save(world, "Octo")
    answer = await world.ben.types("opponent", name="OCTO")
    assert answer.private.startswith("This server already has an opponent called OCTO.")


async def test_a_name_taken_meanwhile(world: World) -> None:
    ann, ben = world.ann, world.ben
    mine = (await ann.types("opponent", name="Octo")).messages[0]
    await save(world, "octo", who=ben)
    answer = await ann.taps("Save", mine)
    assert answer.private.startswith("This server already has an opponent called Octo.")
    assert [
        own.creator_id for own in await world.bot.services.storage.opponents.of_guild(world.server.id)
    ] == [ben.id]


async def test_two_taps_on_save_save_once(world: World) -> None:
    draft = (await world.ann.types("opponent", name="Octo")).messages[0]
    answers = await world.together((world.ann, draft, "Save"), (world.ann, draft, "Save"))
    assert all("Octo is ready" in answer.private for answer in answers)
    assert len(await world.bot.services.storage.opponents.of_guild(world.server.id)) == 1


async def test_too_many_opponents(world: World) -> None:
    for number in range(MAX_OPPONENTS):
        await world.bot.services.storage.opponents.create(
            NewOpponent(world.server.id, f"Octo {number}", "greedy:1", number)
        )
    await world.ann.types("opponent", name="One more")
    answer = await world.ann.taps("Save")
    assert answer.private.startswith("This server has as many custom opponents as it can have.")


async def test_too_many_opponents_of_one_person(world: World) -> None:
    for number in range(MAX_BY_PERSON):
        await world.bot.services.storage.opponents.create(
            NewOpponent(world.server.id, f"Octo {number}", "greedy:1", world.ann.id)
        )
    await world.ann.types("opponent", name="One more")
    answer = await world.ann.taps("Save")
    assert answer.private.startswith("You already have 10 custom opponents in this server, the maximum.")
    await save(world, "Ben's", who=world.ben)
    await world.ann.deletes_opponent("Octo 3")
    await save(world, "One more")


WRONG_NUMBERS = [
    (("31", "8", "4", "4", "12"), "**Opening**: enter a depth from 1 to 30 moves, or `time`"),
    (("1", "8", "0", "4", "12"), "**Middle game**: enter a depth from 1 to 30 moves"),
    (("1", "8", "4", "deep", "12"), "**End**: enter a depth from 1 to 30 moves"),
    (("1", "101", "4", "4", "12"), "**Opening**: enter a number of moves from 0 to 100, not"),
    (("1", "8", "4", "4", "-1"), "**End**: enter a number of moves from 0 to 100, not “\\-1”."),
]
"""Depths and lengths that are refused, and the answers."""


async def test_wrong_depths_and_lengths_are_refused_with_the_limits(world: World) -> None:
    ann = world.ann
    for typed, said in WRONG_NUMBERS:
        before = (await ann.types("opponent", name="Octo")).private
        answer = await (await ann.opens("Depths and lengths")).send(*typed)
        assert answer.private.startswith(before)
        assert said in answer.private
        saved = await ann.taps("Save")
        assert before.splitlines()[1] in saved.private
        await ann.deletes_opponent("Octo")


async def test_a_wrong_number_does_not_lose_the_others(world: World) -> None:
    ann = world.ann
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


async def test_a_part_without_moves_is_left_out(world: World) -> None:
    ann = world.ann
    await ann.types("opponent", name="Octo", recipe=FULL)
    now = await (await ann.opens("Depths and lengths")).send("none", "0", "5", "-", "0")
    assert now.private.splitlines()[1:] == ["**The whole game**: positional, 5 moves deep"]
    now = await (await ann.opens("Depths and lengths")).send("2", "3", "5", "5", "0")
    assert "**Opening**, while at most 3 moves have been made: positional, 2 moves deep" in now.private
    await ann.chooses("Opening", "-")
    await ann.chooses("End", "random")
    now = await ann.chooses("End", "greedy")
    assert now.private.splitlines()[1:] == [
        "**Middle game**: positional, 5 moves deep",
        "**End**, the last 12 moves: greedy, 4 moves deep",
    ]


async def test_giving_up_saves_nothing(world: World) -> None:
    await world.ann.types("opponent", name="Octo")
    assert (await world.ann.taps("Cancel")).private == "Nothing was saved."
    assert await world.bot.services.storage.opponents.of_guild(world.server.id) == ()


async def test_a_draft_and_its_dialog_outlive_a_restart(world: World) -> None:
    ann = world.ann
    await ann.types("opponent", name="Octo", recipe=f"{FULL} cap=1.5 random-ties blunders=0.25@3.0 seed=4")
    await world.kill()
    await ann.chooses("Middle game", "greedy")
    dialog = await ann.opens("Depths and lengths")
    await world.kill()
    now = await dialog.send("1", "4", "2", "10", "10")
    assert "**Middle game**: greedy, 2 moves deep" in now.private
    await world.restart()
    await ann.taps("Save")
    kept = await world.bot.services.storage.opponents.of_guild(world.server.id)
    assert [own.player for own in kept] == [
        "greedy:2 opening=random:1@4 end=win-or-lose:10@10 cap=1.5 random-ties blunders=0.25@3.0 seed=4"
    ]


WRONG_RECIPES = [
    ("clever", "I can't read that recipe."),
    ("positional:31", "**Middle game**: enter a depth from 1 to 30 moves, or `time`"),
    ("positional:3 end=greedy:99@10", "**End**: enter a depth from 1 to 30 moves, or `time`"),
    (
        "positional:3 opening=greedy:1@101",
        "**Opening**: enter a number of moves from 0 to 100, not",
    ),
    ("clever:3", "That can't play Reversi. Reversi has no style “clever”"),
    (
        LONG,
        "That recipe is too long",
    ),
]
"""Recipes that are refused, and the answers."""


async def test_recipes_that_cannot_be(world: World) -> None:
    world.untranslated.append("clever")
    for recipe, said in WRONG_RECIPES:
        answer = await world.ann.types("opponent", name="Octo", recipe=recipe)
        assert answer.private.startswith(said)


async def test_the_list_has_pages(world: World) -> None:
    ann = world.ann
    assert (await ann.types("opponent")).private.startswith("### 🤖 This server has no custom opponents yet")
    for name in ("A", "B", "C", "D", "E", "F"):
        await save(world, name, FULL)
    first = await ann.types("opponent")
    assert first.public == ""
    assert "page 1 of 2" in first.private
    assert f"**A**, created by {ann.mention}, plays Reversi" in first.private
    assert f"Recipe: `{FULL}`" in first.private
    second = await ann.taps("Next")
    assert "**F**" in second.private
    assert "**A**" not in second.private
    assert "**A**" in (await ann.taps("Previous")).private


async def test_its_creator_deletes_and_recreates_it(world: World) -> None:
    ann = world.ann
    await save(world, "Octo", FULL)
    await save(world, "Ben's", who=world.ben)
    (listed,) = (await ann.types("opponent")).messages
    assert listed.labels.count("Delete") == 1
    answer = await ann.deletes_opponent("Octo")
    assert answer.private == (
        "Octo has been deleted. Current games against it continue. To create it again: "
        f"`/opponent name:Octo game:Reversi recipe:{FULL}`"
    )
    assert answer.public == ""
    again = await ann.taps("Delete", listed)
    assert again.private == "That opponent has been deleted. Please choose another one."
    assert (await ann.types("reversi start", bot="octo")).private.startswith("I have no level “octo”")


async def test_only_its_creator_and_managers_delete_it(world: World) -> None:
    await save(world, "Octo")
    (listed,) = (await world.ben.types("opponent")).messages
    assert "Delete" not in listed.labels
    answer = await world.ben.deletes_opponent("Octo")
    assert answer.private.startswith(
        f"{world.ann.mention} created Octo: only they, and people who can manage"
    )
    manager = world.manager("Dora")
    assert (await manager.deletes_opponent("Octo")).private.startswith("Octo has been deleted.")


async def test_deleted_while_it_plays_and_while_it_is_asked_for(world: World) -> None:
    ann, ben = world.ann, world.ben
    await save(world, "Octo")
    await ann.types("reversi start", bot="Octo", colour="first")
    await world.begin(ann, ben)
    await ann.types("game ask", bot="Octo", game="2")
    question = world.posts()[-1]
    await ann.deletes_opponent("Octo")
    await ann.taps("d3", world.board(1))
    assert (await world.snapshot(1)).game.ply == 2
    assert "Flipfour (Octo)" in world.board(1).text
    await ben.taps("Agree", question)
    assert "Flipfour (Octo) plays for" in world.board(2).text
    await ann.taps("Resign", world.board(1))
    await ann.taps("Resign")
    await ann.taps("Rematch", world.board(1))
    assert "Flipfour (Octo)" in world.board(3).text


async def test_a_refusal_about_a_deleted_opponent(world: World) -> None:
    await save(world, "Octo")
    await world.begin(world.ann, world.ben)
    await world.ann.types("game ask", bot="Octo")
    await world.ann.deletes_opponent("Octo")
    await world.ben.taps("Decline")
    assert world.posts()[-1].text.endswith("declined; the game continues.")


async def test_an_opponent_of_another_game_says_so(world: World) -> None:
    ann = world.ann
    await ann.types("opponent", name="Weights", game="connect4", recipe="alignments-0,1,2,3,inf:2")
    await ann.chooses("Opening", "random")
    await ann.taps("Save")
    answer = await ann.types("reversi start", bot="weights")
    assert answer.private == "Weights can't play Reversi: its styles belong to another game."
    await ann.types("connect4 start", bot="weights", colour="second")
    assert "Flipfour (Weights)" in world.posts()[-1].text
    assert (await world.snapshot()).game.ply == 1


async def test_in_direct_messages_there_are_levels_and_styles_only(world: World) -> None:
    await save(world, "Octo")
    refused = await world.ann.types_privately("reversi start", bot="Octo")
    assert refused.private.startswith("I have no level “Octo”")
    await world.ann.types_privately("reversi start", bot="greedy:1", colour="first")
    assert "Flipfour (greedy:1)" in world.board(channel=world.ann.actor.user.dm_channel).text


async def test_a_new_opponent_is_named_in_a_dialog(world: World) -> None:
    ann = world.ann
    await ann.types("opponent")
    dialog = await ann.opens("Create for Connect 4")
    draft = await dialog.send("Doctor Octo")
    assert draft.private.startswith("### 🤖 Doctor Octo, a new opponent for Connect 4")
    await ann.taps("Save")
    listed = (await ann.types("opponent")).private
    assert f"**Doctor Octo**, created by {ann.mention}, plays Connect 4" in listed


async def test_options_without_a_name_are_not_ignored(world: World) -> None:
    answer = await world.ann.types("opponent", recipe="greedy:2")
    assert answer.private == "Give the new opponent a name, with `name:`."


async def test_nothing_is_deleted_by_one_tap(world: World) -> None:
    await save(world, "Octo")
    (listed,) = (await world.ann.types("opponent")).messages
    question = await world.ann.taps("Delete", listed)
    assert question.private == "Delete **Octo** for everyone here?"
    assert len(await world.bot.services.storage.opponents.of_guild(world.server.id)) == 1
