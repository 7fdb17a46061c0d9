"""The card of `/reversi start`: anyone can join, and its starter chooses how they play."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.play.boards.boards_ui import Boards
from data.games.clocks import Correspondence
from data.games.records import WhyUnrated
from tests.e2e.seen import Seen, walk
from tests.e2e.world import World

LEVELS, BOARDS, COLOURS, TIMES = "Play me: another level, or a style", "Board", "Colours", "Time"


@pytest.fixture
async def card(world: World) -> Seen:
    """Return Ann's newly posted card."""
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


async def test_the_starter_plays_the_level_suggested_with_one_tap(world: World, card: Seen) -> None:
    await world.ann.taps("Play me: child")
    board = world.board()
    assert "Flipfour (child)" in board.text
    assert f"**{world.ann.mention} to move.**" in board.text
    assert board.id == card.id
    assert (await world.snapshot()).game.rated


async def test_the_starter_chooses_a_level_from_the_menu(world: World) -> None:
    await world.ann.types("connect4 start", colour="second", board="8x7")
    await world.ann.chooses(LEVELS, "child")
    assert "Flipfour (child)" in world.board().text
    game = (await world.snapshot()).game
    assert (game.seats[0].computer, game.seats[1].player_id) == ("child", world.ann.id)
    assert (game.options, game.rated, game.ply) == ("8x7", False, 1)


async def test_a_style_is_two_choices_away(world: World, card: Seen) -> None:
    ann = world.ann
    await ann.chooses(LEVELS, ">style.0")
    now = world.offer()
    assert now.id == card.id
    styles = {option["label"]: option["description"] for option in now.menus[0]["options"]}
    assert styles["win-or-lose"] == "only winning counts; proves it long before the end · 4 moves ahead"
    assert next(iter(styles)) == "Levels"
    await ann.chooses("Choose a style of play", "win-or-lose.4")
    assert "Flipfour (win-or-lose)" in world.board().text
    assert world.board().id == card.id
    assert not (await world.snapshot()).game.rated


async def test_only_the_starter_turns_the_menu_and_others_still_join(world: World, card: Seen) -> None:
    ann, ben = world.ann, world.ben
    answer = await ben.chooses(LEVELS, ">style.0")
    assert ann.mention in answer.private
    assert world.offer().menus[0]["placeholder"] == LEVELS
    await ann.chooses(LEVELS, ">style.0")
    await world.restart()
    await ann.chooses("Choose a style of play", ">level.0")
    assert world.offer().menus[0]["placeholder"] == LEVELS
    old = world.offer()
    await ben.taps("Join")
    late = await ann.picks(">style.0", old, world.board())
    assert late.private
    assert f"⚪ **2** {ben.mention}" in world.board().text or f"⚫ **2** {ben.mention}" in world.board().text


async def test_the_starter_invites_a_player(world: World, card: Seen) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.invites(ben)
    offer = world.offer()
    assert f"{ann.mention} challenges {ben.mention} to a game (random colours)." in offer.text
    assert offer.labels == ["Accept", "Decline", "Withdraw"]
    assert offer.menus == []
    assert [post.id for post in world.posts()] == [offer.id]
    stored = world.env.backend.messages[world.channel.id][offer.id]
    assert stored.ping_user_ids == [ben.id]
    late = await chloe.taps_gone(card.custom_id("Join"), offer)
    assert late.private == f"This challenge is for {ben.mention}. To start your own: `/reversi start`."
    await ben.taps("Accept")
    assert f"**2** {ben.mention}" in world.board().text


async def test_an_invited_player_finds_the_offered_terms(world: World, card: Seen) -> None:
    await world.ann.invites(world.ben)
    offer = world.offer()
    answer = await world.ann.taps_gone(card.custom_id("Play me: child"), offer)
    assert answer.private.startswith(f"You have invited {world.ben.mention}.")
    assert world.boards() == []
    await world.ben.taps("Decline")
    assert f"{world.ben.mention} declined." in world.offer().text


async def test_the_starter_changes_board_and_colour_in_place(world: World, card: Seen) -> None:
    ann = world.ann
    await ann.chooses(BOARDS, "6x6")
    await ann.chooses(COLOURS, "second")
    changed = world.offer()
    assert changed.id == card.id
    assert f"(6x6, unrated; {ann.mention} plays White)" in changed.text
    assert changed.chosen == ["Board: 6x6", "Challenger plays White", "No time limit"]
    await world.ben.taps("Join")
    game = (await world.snapshot()).game
    assert (game.options, game.seats[1].player_id) == ("6x6", ann.id)
    assert game.unrated is not None
    assert game.unrated.why is WhyUnrated.BOARD


async def test_back_on_the_usual_board_the_game_is_rated_again(world: World, card: Seen) -> None:
    await world.ann.chooses(BOARDS, "6x6 anti")
    await world.ann.chooses(BOARDS, "usual")
    await world.ben.taps("Join")
    game = (await world.snapshot()).game
    assert (game.options, game.rated, game.unrated) == ("", True, None)


async def test_a_board_that_is_in_no_list_stays_chosen(world: World) -> None:
    await world.ann.types("connect4 start", board="6x5c3")
    assert world.offer().chosen[0] == "Board: 6x5c3"


async def test_the_starter_changes_the_time_and_joining_starts_the_clock(world: World, card: Seen) -> None:
    ann = world.ann
    await ann.chooses(COLOURS, "first")
    await ann.chooses(TIMES, "3d")
    assert f"({ann.mention} plays Black; 3 days per move)" in world.offer().text
    assert world.offer().chosen[2] == "Time: 3 days per move"
    await world.ben.taps("Join")
    clock = (await world.snapshot()).game.clock
    assert clock is not None
    assert (clock.control, clock.side) == (Correspondence(3), 0)


async def test_a_time_that_is_in_no_list_stays_chosen_until_another_is(world: World) -> None:
    await world.ann.types("reversi start", time="7+1")
    assert world.offer().chosen[2] == "Time: 7 min + 1 s per move"
    await world.ann.chooses(TIMES, "none")
    assert world.offer().chosen[2] == "No time limit"
    await world.ann.taps("Play me: child")
    assert (await world.snapshot()).game.clock is None


async def test_joining_outdated_terms_is_refused(world: World, card: Seen) -> None:
    ann, ben = world.ann, world.ben
    await ann.chooses(BOARDS, "10x10")
    answer = await ben.taps_late("Join", card, world.offer())
    assert answer.private.startswith(f"{ann.mention} has changed this game since you looked.")
    assert world.boards() == []
    await ben.taps("Join")
    assert (await world.snapshot()).game.options == "10x10"


async def test_only_the_starter_chooses(world: World, card: Seen) -> None:
    ben = world.ben
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


async def test_people_who_cannot_be_invited(world: World, card: Seen) -> None:
    ann = world.ann
    robot = world.server.add_member(world.env.create_user("robot", bot=True))
    assert (await ann.invites(ann)).private.startswith("You can't challenge yourself.")
    assert "is a bot and can't press buttons." in (await ann.invites(robot)).private
    assert world.offer() == card


async def test_inviting_flipfour_is_a_game_at_the_level_suggested(world: World, card: Seen) -> None:
    answer = await world.ann.invites(world.flipfour)
    assert "so I play at **child**" in answer.private
    assert "Flipfour (child)" in world.board().text


async def test_joining_and_choosing_a_level_at_the_same_moment_does_one_of_them(
    world: World, card: Seen
) -> None:
    answers = await world.together((world.ben, card, "Join"), (world.ann, card, "Play me: child"))
    told = sorted(answer.private for answer in answers)
    assert told == ["", "This challenge is no longer open. For a new one: `/reversi start`."]
    assert len(world.boards()) == 1


async def test_a_second_tap_on_the_level_starts_no_second_game(world: World, card: Seen) -> None:
    level = "Play me: child"
    await world.together((world.ann, card, level), (world.ann, card, level))
    assert len(world.boards()) == 1
    assert await world.bot.services.storage.game(2) is None


async def test_the_card_works_after_a_restart(world: World, card: Seen) -> None:
    await world.restart()
    await world.ann.chooses(COLOURS, "first")
    await world.kill()
    await world.ann.chooses(LEVELS, "easy")
    assert f"⚫ **2** {world.ann.mention}" in world.board().text


async def test_the_button_of_an_earlier_version_still_joins(world: World, card: Seen) -> None:
    await world.ben.taps_gone("f4:accept:1", card)
    assert world.ben.mention in world.board().text


async def test_in_a_private_chat_the_card_offers_the_computer(world: World) -> None:
    ann = world.ann
    await ann.types_privately("reversi start")
    chat = ann.actor.user.dm_channel
    (card,) = world.posts(chat)
    assert "A game against me (random colours).\nChoose a level to begin." in card.text
    assert card.labels == ["Play me: child", "Withdraw"]
    assert card.people_menus == []
    await ann.taps("Play me: child", card)
    assert f"**{ann.mention} to move.**" in world.board(channel=chat).text


async def test_a_card_withdrawn_in_a_private_chat_says_how_to_get_another(world: World) -> None:
    ann = world.ann
    await ann.types_privately("reversi start")
    chat = ann.actor.user.dm_channel
    await ann.taps("Withdraw", world.posts(chat)[0])
    (card,) = world.posts(chat)
    assert "The game didn't start. Use `/reversi start` for another one." in card.text
    assert "Choose a level" not in card.text
    assert (card.labels, card.menus) == ([], [])


@pytest.mark.parametrize("way", ["show", "post"])
async def test_killed_between_storing_a_choice_and_showing_it(
    world: World, card: Seen, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    async def hang(*_: Any, **__: Any) -> bool:
        await world.env.external_wait(asyncio.Event().wait(), reason="the bot is killed meanwhile")
        return True

    monkeypatch.setattr(Boards, way, hang)
    if way == "show":
        await world.ann.chooses(BOARDS, "6x6")
    else:
        await world.ann.invites(world.ben)
    monkeypatch.undo()
    await world.kill()
    (shown,) = world.posts()
    if way == "show":
        assert shown.chosen[0] == "Board: 6x6"
    else:
        assert shown.labels == ["Accept", "Decline", "Withdraw"]
