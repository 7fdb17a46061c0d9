"""`/play` and `/help`: a card to start from."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.opponents.choices import styles_of
from data import NewOpponent
from executors.address import flipfour_version
from tests.e2e.world import World

LEVELS = "Reversi: another level, or a style"


@pytest.mark.parametrize("command", ["play", "help"])
async def test_the_card_has_both_games_and_their_levels(world: World, command: str) -> None:
    answer = await world.ann.types(command)
    assert world.posts() == []
    (card,) = answer.messages
    assert card.private
    assert card.labels == [
        "Reversi",
        "Connect 4",
        "Against a friend",
        "Rules of Reversi",
        "Rules of Connect 4",
        "Styles of play",
        "What else there is",
    ]
    assert "**Reversi**: **easy** suits you · level 2 of 17 · like an occasional player" in card.text
    # People see the end of a channel: a long card would hide its buttons.
    assert len(card.text.splitlines()) <= 6
    levels = [option["description"] for option in card.menus[1]["options"]]
    assert levels[6].startswith("level 6 of 10 · casual club player · rating ")
    assert card.text.endswith(f"Flipfour {flipfour_version()}")


async def test_further_help_is_private(world: World) -> None:
    await world.ann.types("help")
    told = await world.ann.taps("What else there is")
    for place in ("/leaderboard", "/opponent create", "/game thinking", "/strength"):
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
    await world.ann.chooses(LEVELS, "beginner")
    assert "Flipfour (beginner)" in world.board().text


async def test_a_style_is_two_choices_away(world: World) -> None:
    ann = world.ann
    await ann.types("play")
    card = (await ann.chooses("Connect 4: another level, or a style", ">style.0")).messages[0]
    assert [menu["placeholder"] for menu in card.menus] == [LEVELS, "Choose a style of play"]
    offered = {option["label"]: option["description"] for option in card.menus[1]["options"]}
    assert set(styles_of(GAMES["connect4"])) <= set(offered)
    assert offered["quadruplets"] == "the windows of four through a square · 4 moves ahead"
    await ann.chooses("Choose a style of play", "quadruplets.4")
    assert "Flipfour (quadruplets)" in world.board().text


async def test_the_servers_own_opponents_are_two_choices_away_however_many(world: World) -> None:
    world.untranslated += ["Octo", "greedy:1"]
    ann, storage = world.ann, world.bot.services.storage
    for number in range(30):
        maker = number // 10
        await storage.opponents.create(NewOpponent(world.server.id, f"Octo {number:02}", "greedy:1", maker))
    await ann.types("help")
    card = (await ann.chooses(LEVELS, ">own.0")).messages[0]
    found = []
    for _ in range(2):
        options = card.menus[0]["options"]
        assert len(options) <= 25
        found += [option["label"] for option in options if option["label"].startswith("Octo")]
        more = next(option["value"] for option in options if option["label"].startswith("More"))
        card = (await ann.chooses("Choose one of this server's opponents", more)).messages[0]
    assert sorted(found) == [f"Octo {number:02}" for number in range(30)]
    handle = next(o["value"] for o in card.menus[0]["options"] if o["label"] == "Octo 03")
    await ann.chooses("Choose one of this server's opponents", handle)
    assert "Flipfour (Octo 03)" in world.board().text


async def test_styles_and_recipes_are_explained(world: World) -> None:
    await world.ann.types("help")
    told = (await world.ann.taps("Styles of play")).private
    assert len(told) < 4000
    for kind in GAMES.values():
        for style in styles_of(kind):
            assert f"`{style}`" in told
    for word in ("random-ties", "cap=", "blunders=", "misjudges=", "/strength", "/match", "/opponent create"):
        assert word in told


async def test_a_friend_is_challenged_from_the_card(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("play")
    (card,) = (await ann.taps("Against a friend")).messages
    assert card.private
    assert [menu["placeholder"] for menu in card.people_menus] == [
        "Reversi: choose a friend",
        "Connect 4: choose a friend",
    ]
    ann.send_choice_of_person(card, card.people_menus[1]["custom_id"], ben)
    await world.env.settle()
    offer = world.offer()
    assert f"{ann.mention} challenges {ben.mention}" in offer.text
    assert "Connect 4" in offer.text
    await ben.taps("Accept")
    assert f"**{ann.mention} to move.**" in world.board().text or f"**{ben.mention}" in world.board().text


async def test_anyone_can_be_asked_from_the_card(world: World) -> None:
    await world.ann.types("play")
    await world.ann.taps("Against a friend")
    await world.ann.taps("Reversi with anyone here")
    assert "is looking for an opponent" in world.offer().text
    await world.ben.taps("Join")
    assert "reversi" in (world.board().picture or "")


async def test_the_rules_are_private(world: World) -> None:
    await world.ann.types("help")
    rules = await world.ann.taps("Rules of Connect 4")
    assert "Red moves first" in rules.private
    assert rules.messages[0].picture == "connect4-rules.png"
    assert world.posts() == []


async def test_the_card_works_in_direct_messages(world: World) -> None:
    answer = await world.ann.types_privately("play")
    assert "suits you" in answer.messages[0].text
    assert "Against a friend" not in answer.messages[0].labels
