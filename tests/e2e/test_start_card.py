"""`/reversi start`: colours, opponents, a card that anyone can join, and ratings of unusual boards."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.play.boards.boards_ui import Boards
from data.games.records import WhyUnrated
from data.games.time_control import Correspondence
from tests.cases import missing
from tests.data.helpers import rank_everyone
from tests.e2e.seen import Seen, walk
from tests.e2e.world import Person, World

LEVELS, BOARDS, COLOURS, TIMES = "Play me: another level, or a style", "Board", "Colours", "Time"


@pytest.fixture
async def card(world: World) -> Seen:
    await world.ann.types("reversi start")
    return world.offer()


async def test_the_card_has_everything_there_is_to_choose(world: World, card: Seen) -> None:
    assert card.labels == ["Join", "Play me: child", "Withdraw"]
    assert [menu["placeholder"] for menu in card.menus] == [LEVELS, BOARDS, COLOURS, TIMES]
    levels = {option["label"]: option["description"] for option in card.menus[0]["options"]}
    assert len(levels) == 20
    assert levels["Styles of play"].startswith("greedy, loser, mobility, narrow")
    assert levels["easy"] == "level 4 of 19 · like an occasional player · rating 1200"
    assert levels["child"].startswith(
        "level 2 of 19 · like someone who plays for the first time · rating 810"
    )
    assert levels["master"].startswith("level 19 of 19 · the best I can do · rating ")
    assert card.chosen == ["Board: 8x8", "Colours: random", "No time limit"]
    assert len(card.people_menus) == 1
    assert len(list(walk(card.payload["components"]))) <= 40


@pytest.mark.long
async def test_the_starter_plays_a_level_or_a_style(world: World, card: Seen, ann: Person) -> None:
    """The level suggested with one tap, others from the menu, a style with two choices."""
    level = "Play me: child"
    await world.together((ann, card, level), (ann, card, level))
    assert len(world.boards()) == 1
    assert await world.bot.kit.storage.game(2) is None
    assert not missing(world.board().text, "Flipfour (child)", f"**{ann.mention} to move.**")
    assert world.board().id == card.id
    assert (await world.snapshot()).game.rated
    await ann.types("connect4 start", colour="second", board="8x7")
    await ann.chooses(LEVELS, "child")
    game = (await world.snapshot(2)).game
    assert (game.seats[0].computer, game.seats[1].player_id) == ("child", ann.id)
    assert (game.options, game.rated, game.ply) == ("8x7", False, 1)
    await ann.types("reversi start")
    before = world.offer()
    await ann.chooses(LEVELS, ">style.0")
    now = world.offer()
    assert now.id == before.id
    styles = {option["label"]: option["description"] for option in now.menus[0]["options"]}
    assert styles["win-or-lose"] == "only winning counts; proves it long before the end · 4 moves ahead"
    assert next(iter(styles)) == "Levels"
    await ann.chooses("Choose a style of play", "win-or-lose.4")
    assert "Flipfour (win-or-lose)" in world.board(3).text
    assert world.board(3).id == before.id
    assert not (await world.snapshot(3)).game.rated


async def test_only_the_starter_turns_the_menu_and_others_still_join(world: World, card: Seen) -> None:
    ann, ben = world.ann, world.ben
    assert ann.mention in (await ben.chooses(LEVELS, ">style.0")).private
    assert world.offer().menus[0]["placeholder"] == LEVELS
    await ann.chooses(LEVELS, ">style.0")
    await world.restart()
    await ann.chooses("Choose a style of play", ">level.0")
    assert world.offer().menus[0]["placeholder"] == LEVELS
    old = world.offer()
    await ben.taps("Join")
    assert (await ann.picks(">style.0", old, world.board())).private
    assert f"⚪ **2** {ben.mention}" in world.board().text or f"⚫ **2** {ben.mention}" in world.board().text


async def test_the_starter_invites_a_player(world: World, card: Seen) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    assert (await ann.invites(ann)).private.startswith("You can't challenge yourself.")
    assert world.offer() == card
    await ann.invites(ben)
    offer = world.offer()
    assert f"{ann.mention} challenges {ben.mention} to a game (random colours)." in offer.text
    assert (offer.labels, offer.menus) == (["Accept", "Decline", "Withdraw"], [])
    assert [post.id for post in world.posts()] == [offer.id]
    stored = world.env.backend.messages[world.channel.id][offer.id]
    assert stored.ping_user_ids == [ben.id]
    late = await chloe.taps_gone(card.custom_id("Join"), offer)
    assert late.private == f"This challenge is for {ben.mention}. To start your own: `/reversi start`."
    answer = await ann.taps_gone(card.custom_id("Play me: child"), offer)
    assert answer.private.startswith(f"You have invited {ben.mention}.")
    assert world.boards() == []
    await ben.taps("Decline")
    assert f"{ben.mention} declined." in world.offer().text


@pytest.mark.long
async def test_the_starter_changes_board_colour_and_time_in_place(world: World, card: Seen) -> None:
    ann = world.ann
    for menu, choice in ((BOARDS, "6x6"), (COLOURS, "first"), (TIMES, "3d")):
        await ann.chooses(menu, choice)
    changed = world.offer()
    assert changed.id == card.id
    assert f"(6x6, unrated; {ann.mention} plays Black; 3 days per move)" in changed.text
    assert changed.chosen == [
        "Board: 6x6",
        "Challenger plays Black, and moves first",
        "Time: 3 days per move",
    ]
    await world.ben.taps("Join")
    game = (await world.snapshot()).game
    assert (game.options, game.seats[0].player_id) == ("6x6", ann.id)
    assert game.unrated is not None
    assert game.unrated.why is WhyUnrated.BOARD
    assert game.clock is not None
    assert (game.clock.control, game.clock.side) == (Correspondence(3), 0)
    # On the usual board it is rated again.
    await ann.types("reversi start", time="7+1", board="6x6 anti")
    assert world.offer().chosen[2] == "Time: 7 min + 1 s per move"
    await ann.chooses(BOARDS, "usual")
    await ann.chooses(TIMES, "none")
    assert world.offer().chosen[2] == "No time limit"
    await world.ben.taps("Join")
    game = (await world.snapshot(2)).game
    assert (game.options, game.rated, game.unrated, game.clock) == ("", True, None, None)
    # What is in no list stays chosen.
    await ann.types("connect4 start", board="6x5c3")
    assert world.offer().chosen[0] == "Board: 6x5c3"


async def test_only_the_starter_chooses_and_others_join_what_they_have_seen(world: World, card: Seen) -> None:
    ann, ben = world.ann, world.ben
    for answer in (
        await ben.taps("Play me: child"),
        await ben.chooses(LEVELS, "easy"),
        await ben.chooses(BOARDS, "6x6"),
        await ben.chooses(COLOURS, "first"),
        await ben.invites(world.chloe),
    ):
        assert answer.private == (
            f"{world.ann.mention} posted this card, so only {world.ann.mention} can choose here. "
            "To start your own: `/reversi start`."
        )
    assert world.offer() == card
    await ann.chooses(BOARDS, "10x10")
    answer = await ben.taps_late("Join", card, world.offer())
    assert answer.private.startswith(f"{ann.mention} has changed this game since you looked.")
    assert world.boards() == []
    await ben.taps("Join")
    assert (await world.snapshot()).game.options == "10x10"


async def test_in_a_private_chat_the_card_offers_the_computer(world: World, ann: Person) -> None:
    await ann.types_privately("reversi start")
    chat = ann.actor.user.dm_channel
    (card,) = world.posts(chat)
    assert "A game against me (random colours).\nChoose a level to begin." in card.text
    assert (card.labels, card.people_menus) == (["Play me: child", "Withdraw"], [])
    await ann.taps("Play me: child", card)
    assert f"**{ann.mention} to move.**" in world.board(channel=chat).text
    await ann.types_privately("reversi start")
    card = world.posts(chat)[-1]
    await ann.taps("Withdraw", card)
    card = next(seen for seen in world.posts(chat) if seen.id == card.id)
    assert "The game didn't start. Use `/reversi start` for another one." in card.text
    assert "Choose a level" not in card.text
    assert (card.labels, card.menus) == ([], [])


async def test_killed_between_storing_a_choice_and_showing_it(
    world: World, card: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(*_: Any, **__: Any) -> bool:
        await world.env.external_wait(asyncio.Event().wait(), reason="the bot is killed meanwhile")
        return True

    monkeypatch.setattr(Boards, "show", hang)
    await world.ann.chooses(BOARDS, "6x6")
    monkeypatch.undo()
    await world.kill()
    (shown,) = world.posts()
    assert shown.chosen[0] == "Board: 6x6"


async def test_opponents_who_cannot_be_are_refused_in_private(world: World) -> None:
    other = world.server.add_member(world.env.create_user("robot", bot=True))
    refused: list[tuple[dict[str, Any], str]] = [
        ({"opponent": world.ann}, "You can't challenge yourself."),
        ({"opponent": other}, f"{other.mention} is a bot and can't press buttons."),
        ({"opponent": world.ben, "bot": "easy"}, "Choose either an `opponent` or a `bot` level, not both."),
    ]
    for options, said in refused:
        answer = await world.ann.types("reversi start", **options)
        assert answer.private.startswith(said)
        assert answer.public == ""
    assert world.posts() == []
    answer = await world.ann.types_privately("reversi start", opponent=world.ben.actor.user)
    assert answer.private.startswith("No one else can see this chat.")
    assert world.posts(world.ann.actor.user.dm_channel) == []
    rules = await world.ann.reads_rules("reversi")
    assert "Black moves first" in rules.private
    assert rules.messages[0].picture == "reversi-rules.png"
    assert rules.messages[0].alt
    assert world.posts() == []


async def test_challenging_flipfour_starts_a_game_at_a_suitable_level(world: World) -> None:
    answer = await world.ann.types("reversi start", opponent=world.flipfour, colour="first")
    assert answer.private == (
        "You challenged me without a level, so I play at **child**. For another one: `/reversi start bot:`."
    )
    assert "⚪ **2** Flipfour (child)" in world.board().text
    assert "-# Child · level 2 of 19 · like someone who plays for the first time" in world.board().text
    await world.ann.types("reversi start")
    assert "so I play at **child**" in (await world.ann.invites(world.flipfour)).private
    assert "Flipfour (child)" in world.board(2).text
    # The button of an earlier version still joins.
    await world.ann.types("reversi start")
    await world.ben.taps_gone("f4:accept:3", world.offer())
    assert world.ben.mention in world.board(3).text


async def lose(world: World, game: int = 1) -> None:
    """Play four moves, and let the player whose turn it is resign."""
    people = (world.ann, world.ben)
    for _ in range(4):
        board = world.board(game)
        mover = next(one for one in people if f"**{one.mention} to move.**" in board.text)
        await mover.taps(board.moves[0], board)
    await world.ann.confirms("Resign", world.board(game))


@pytest.mark.long
async def test_the_choice_is_on_the_card_where_another_board_is_chosen(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", colour="first")
    assert not [label for label in world.offer().labels if label.startswith("Rated")]
    await ann.chooses("Board", "6x6")
    assert "(6x6, unrated; " in world.offer().text
    assert "only" in (await ben.taps("Rated: no")).private
    await ann.taps("Rated: no")
    assert "(6x6, rated; " in world.offer().text
    await ann.taps("Rated: yes")
    await ann.taps("Rated: no")
    # A player who looked before that is asked to look again.
    await ben.taps("Join")
    assert "-# Board: 6 by 6 · This board has a separate rating" in world.board().text
    await world.restart()
    await lose(world)
    assert f"{ben.mention}: placement game 1 of about 10" in world.board().text


async def test_ratings_of_a_board_have_a_list_and_a_place_in_the_profile(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben, colour="first", board="6x6", rated=True)
    assert "(6x6, rated; " in world.offer().text
    await ben.taps("Accept")
    await lose(world)
    await rank_everyone(world.bot.kit.storage)
    board = await ben.types("leaderboard", board="6x6")
    assert not missing(board.public, "Reversi 6x6: between people", "You are number **1** of 2")
    assert "Everywhere" in board.messages[0].labels
    assert "Reversi 6x6: between people, everywhere" in (await ben.taps("Everywhere")).public
    assert "This leaderboard is still empty" in (await ben.types("leaderboard")).public
    profile = await ben.types("profile")
    assert "**Reversi 6x6** between people: **1662** (± 290), number 1" in profile.public
    assert "Rating 6x6, between people: 1662 ± 290, rank 1" in profile.messages[0].alt
    # A rematch is rated as the game before.
    await ann.taps("Rematch", world.board())
    assert "6x6, rated; " in world.offer().text
