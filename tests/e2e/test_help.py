"""`/play` and `/help`: a card to start from."""

from __future__ import annotations

import pytest

from tests.e2e.world import World


@pytest.mark.parametrize("command", ["play", "help"])
async def test_the_card_has_both_games_and_their_levels(world: World, command: str) -> None:
    answer = await world.ann.types(command)
    assert world.posts() == []
    (card,) = answer.messages
    assert card.private
    assert card.labels == [
        "Reversi",
        "Connect 4",
        "Rules of Reversi",
        "Rules of Connect 4",
        "What else there is",
    ]
    assert (
        "**Reversi**: **easy** suits you · level 2 of 17 · like somebody who plays now and then" in card.text
    )
    # People see the end of a channel: a long card would hide its buttons.
    assert len(card.text.splitlines()) <= 6
    levels = [option["description"] for option in card.menus[1]["options"]]
    assert levels[5].startswith("level 6 of 10 · casual club player · rating ")


async def test_what_else_there_is_is_told_privately(world: World) -> None:
    await world.ann.types("help")
    told = await world.ann.taps("What else there is")
    for place in ("/leaderboard", "/opponent create", "/game thinking"):
        assert place in told.private
    assert world.posts() == []


async def test_a_tap_on_a_game_starts_it_at_the_level_that_suits(world: World) -> None:
    ann = world.ann
    await ann.types("play")
    await ann.taps("Connect 4")
    assert "connect4" in (world.board().picture or "")
    assert "Flipfour (easy)" in world.board().text
    snapshot = await world.snapshot()
    assert (snapshot.game.rated, snapshot.side_of(ann.id)) != (False, None)
    await ann.taps("Reversi")
    assert "reversi" in (world.board(2).picture or "")


async def test_another_level_is_chosen_from_the_menu(world: World) -> None:
    await world.ann.types("help")
    await world.ann.chooses("Reversi at another level", "beginner")
    assert "Flipfour (beginner)" in world.board().text


async def test_the_rules_are_told_privately(world: World) -> None:
    await world.ann.types("help")
    rules = await world.ann.taps("Rules of Connect 4")
    assert "Red moves first" in rules.private
    assert rules.messages[0].picture == "connect4-rules.png"
    assert world.posts() == []


async def test_the_card_works_in_direct_messages(world: World) -> None:
    answer = await world.ann.types_privately("play")
    assert "suits you" in answer.messages[0].text
