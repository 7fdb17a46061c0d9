"""`/settings`, `/me` and `/game view`: how the bot behaves in a server, and shows a game to one person."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.preferences.preferences import Preferences
from data.games.records import WhyUnrated
from data.games.time_control import Live
from renderers.themes import THEMES
from tests.cases import missing, there
from tests.e2e.seen import CHANNEL_SELECT, Answer, Seen
from tests.e2e.world import Person, World
from tests.renderers.helpers import pixels_of


@pytest.fixture
def mia(world: World) -> Person:
    return world.manager("Mia")


async def card_of(manager: Person) -> Seen:
    (card,) = (await manager.types("settings")).messages
    return card


def latest(world: World, manager: Person) -> Seen:
    return [s for s in world.seen(world.channel, manager) if "Settings of this server" in s.text][-1]


async def find_page(world: World, manager: Person, title: str) -> Seen:
    """The card, at the page with a setting."""
    card = await card_of(manager)
    while f"**{title}: " not in card.text:
        await manager.taps("Next", card)
        card = latest(world, manager)
    return card


async def set_channels(world: World, manager: Person, *channels: ChannelHandle) -> None:
    card = await find_page(world, manager, "Channels")
    await manager.chooses_from(card, CHANNEL_SELECT, "Channels: choose", *channels)


def in_theme(world: World, seen: Seen, theme: str) -> bool:
    """Return whether a message's picture has the frame of a theme."""
    pixels = pixels_of(world.picture(seen))
    return tuple(pixels[pixels.shape[0] // 2, 6, :3]) == THEMES[theme].frame


async def test_a_manager_alone_sees_the_settings_with_their_values(world: World, mia: Person) -> None:
    card = await card_of(mia)
    assert card.private
    assert "**Channels: everywhere**" in card.text
    assert not any(label.endswith("reset") for label in card.labels)
    assert "settings" not in world.ann.actor.available_commands(world.channel)
    # Every choice in a menu begins with a capital letter.
    labels = set()
    while True:
        labels |= {option["label"] for menu in card.menus for option in menu.get("options", [])}
        if "Next" not in card.labels:
            break
        await mia.taps("Next", card)
        card = latest(world, mia)
    assert {"Everybody", "What suits each person"} <= labels
    assert [label for label in labels if label[0].islower()] == []


async def test_a_setting_is_changed_shown_and_reset_and_outlives_a_restart(world: World, mia: Person) -> None:
    """Also from an old card of one of two managers; those who manage no more change nothing."""
    noah = world.manager("Noah")
    old = await find_page(world, noah, "Ratings")
    await mia.taps("Ratings: turn off", await find_page(world, mia, "Ratings"))
    assert "✅ **Ratings: off**" in latest(world, mia).text
    await noah.taps("Ratings: turn off", old)
    assert "✅ **Ratings: off**" in latest(world, noah).text
    await world.restart()
    card = await find_page(world, mia, "Ratings")
    assert "**Ratings: off**" in card.text
    await mia.taps("Ratings: reset", card)
    card = latest(world, mia)
    assert "✅ **Ratings: on**" in card.text
    assert "Ratings: reset" not in card.labels
    answer = await mia.taps_gone("f4:setting_to:server:sound:on", card)
    assert answer.private == "That's no longer available. `/settings` and `/me` show the current choices."
    world.env.backend.remove_member_role(world.server.id, mia.id, world.server.roles["The role of Mia"].id)
    answer = await mia.taps("Ratings: turn off", card)
    assert answer.private.startswith("Only people who can manage this server")
    assert (await world.bot.kit[Preferences].for_server(world.server.id)).rated


STARTS: list[tuple[str, dict[str, Any]]] = [
    ("reversi start", {}),
    ("reversi start", {"bot": "easy"}),
    ("match", {"first": "easy", "second": "easy"}),
    ("match", {"first": "easy", "second": "easy", "games": 4}),
]
"""Commands that start games."""


async def test_games_start_in_the_right_channels_only(world: World, mia: Person) -> None:
    await world.ann.types("play")
    arena = world.server.create_text_channel("arena")
    await set_channels(world, mia, arena)
    refused = f"In this server, games can only be started in {arena.mention}."
    for command, options in STARTS:
        assert (await world.ann.types(command, **options)).private == refused
    assert (await world.ann.taps("Reversi")).private == refused
    assert world.posts() == []
    await world.ann.types("reversi start", channel=arena)
    assert "Join" in world.posts(arena)[-1].labels
    await set_channels(world, mia)
    assert "✅ **Channels: everywhere**" in latest(world, mia).text


async def test_a_game_in_a_closed_channel_continues_without_a_rematch(world: World, mia: Person) -> None:
    """A channel closed to the bot is refused, and one that is deleted no longer counts."""
    game = await world.begin(world.ann, world.ben)
    arena = world.server.create_text_channel("arena")
    await set_channels(world, mia, arena)
    await world.ann.taps("d3", world.board(game))
    await world.ben.taps("c3", world.board(game))
    assert await world.moves(game) == "d3 c3"
    question = await world.ann.types("game resign")
    await world.ann.taps(question.messages[0].labels[0], question.messages[0])
    assert (await world.ann.taps("Rematch")).private.startswith("In this server, games can only be started")
    closed = world.without("send_messages")
    card = await find_page(world, mia, "Channels")
    answer = await mia.chooses_from(card, CHANNEL_SELECT, "Channels: choose", arena, closed)
    assert f"I'm not allowed to post in {closed.mention} yet: give me **View Channel**" in answer.private
    for channel in (arena, closed):
        world.env.backend.delete_channel(channel.id)
    await world.env.settle()
    assert "**Channels: everywhere**" in (await find_page(world, mia, "Channels")).text
    await world.ann.types("reversi start")
    assert "Join" in world.posts()[-1].labels


async def test_games_have_the_level_time_and_ratings_that_the_server_chose(world: World, mia: Person) -> None:
    await find_page(world, mia, "Level")
    await mia.chooses("Level: choose", "strong")
    await world.ann.types("reversi start")
    assert "Play me: strong" in world.offer().labels
    card = (await world.ben.types("play")).messages[-1]
    assert "strong" in card.text
    await find_page(world, mia, "Time")
    await mia.chooses("Time: choose", "5+5")
    game = await world.begin(world.ann, world.ben)
    assert there((await world.snapshot(game)).game.clock).control == Live(5, 5)
    await mia.taps("Ratings: turn off", await find_page(world, mia, "Ratings"))
    game = await world.begin(world.ann, world.ben, time="none")
    shown = (await world.snapshot(game)).game
    assert (shown.clock, shown.rated) == (None, False)
    await world.ann.types("reversi start", bot="easy", colour="first")
    assert "games in this server aren't rated" in world.board(game + 1).text
    shown = (await world.snapshot(game + 1)).game
    assert (shown.clock, there(shown.unrated).why) == (None, WhyUnrated.SERVER)


@pytest.mark.long
async def test_boards_have_the_theme_of_the_server_and_private_answers_the_persons(
    world: World, mia: Person, ann: Person, ben: Person
) -> None:
    game = await world.begin(ann, ben)
    assert in_theme(world, world.board(game), "classic")
    await find_page(world, mia, "Theme")
    await mia.chooses("Theme: choose", "wood")
    await world.play("d3", ann, game=game)
    assert in_theme(world, world.board(game), "wood")
    await ann.types("match", first="beginner", second="beginner", games=2)
    assert in_theme(world, world.posts()[-1], "wood")
    (card,) = (await ann.types("me")).messages
    # These need a word of the host.
    assert "Linked Roles" not in card.labels
    await ann.chooses("Theme: choose", "high-contrast")
    for person, theme in ((ann, "high-contrast"), (ben, "wood")):
        (rules,) = (await person.reads_rules("reversi")).messages
        assert in_theme(world, rules, theme)
    (board, *_) = (await ann.types_privately("reversi start", bot="easy", colour="first")).messages
    assert in_theme(world, board, "high-contrast")
    # A board is turned in private chats only.
    as_usual = world.picture(world.board(game)), world.picture(board)
    await ann.taps("Flip board: turn on", (await ann.types("me")).messages[0])
    assert "**Flip board: on**" in (await ann.types_privately("me")).messages[-1].text
    assert "**Flip board: off**" in (await ben.types("me")).messages[-1].text
    (board, *_) = (await ann.types_privately("reversi start", bot="easy", colour="first")).messages
    await ann.types("game board", game=str(game))
    now = world.picture(world.board(game)), world.picture(board)
    assert [before == after for before, after in zip(as_usual, now, strict=True)] == [True, False]


async def test_a_text_board_in_a_private_chat_follows_the_game(world: World, ann: Person) -> None:
    await ann.taps("Text board: turn on", (await ann.types("me")).messages[0])
    (board, *_) = (await ann.types_privately("reversi start", bot="easy", colour="first")).messages
    assert board.picture is None
    assert not missing(board.text, "  a b c d e f g h\n1 . . . . . . . .\n", "Moves: d3 c4 f5 e6")
    assert "Row 4: black e, white d." in board.text
    assert {"d3", "c4", "f5", "e6"} <= set(board.labels)
    (after,) = (await ann.taps("d3", board)).messages
    assert after.id == board.id
    assert after.picture is None
    snapshot = await world.snapshot()
    assert snapshot.game.ply == 2
    assert f"The last moves were d3 and, in answer, {snapshot.game.moves[1]}." in after.text
    assert not missing(after.text, "\nRow 3: ", ">W")
    await ann.taps("Text board: turn off", (await ann.types("me")).messages[0])
    (drawn,) = (await ann.taps(after.moves[0], after)).messages
    assert drawn.picture is not None
    assert "```" not in drawn.text


async def view_of(person: Person) -> Seen:
    (message,) = (await person.types("game view")).messages
    assert message.private
    return message


async def test_a_move_can_be_made_in_the_view_and_shows_on_the_board(world: World) -> None:
    ann, ben = world.ann, world.ben
    assert "You have no games in progress in this channel" in (await ann.types("game view")).private
    game = await world.begin(ann, ben)
    menu = shown(await ann.taps("More", world.board(game)))
    view = shown(await ann.taps("My view", menu))
    assert view.private
    assert (view.picture, view.moves) == (f"reversi-{game}-0.png", ["d3", "c4", "f5", "e6"])
    assert (await view_of(ben)).moves == []
    answer = await ann.taps("d3", view)
    assert await world.moves(game) == "d3"
    assert world.board(game).picture == f"reversi-{game}-1.png"
    assert shown(answer).moves == []
    await world.play("c3", ben, game=game)
    assert "c4" in shown(await ann.taps("Refresh", shown(answer))).moves
    # An old view plays nothing.
    assert "The board has changed since then" in (await ann.taps("c4", view)).private
    assert await world.moves(game) == "d3 c3"


def shown(answer: Answer) -> Seen:
    """The message of an answer that the person alone sees."""
    return next(message for message in answer.messages if message.private)
