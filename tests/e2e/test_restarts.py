"""The bot is stopped or killed at any moment and restarted; games, challenges and buttons continue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from simcord.enums import AppCommandType

from bot.core.publisher import Publisher
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import World

STOPS = {"restarted": World.restart, "killed": World.kill}


@pytest.fixture(params=STOPS)
def stop(request: pytest.FixtureRequest) -> Callable[[World], Awaitable[None]]:
    """Stop the bot and start it again, in one of two ways."""
    return STOPS[request.param]


Stop = Callable[[World], Awaitable[None]]


async def test_a_game_continues_after_every_move(world: World, stop: Stop) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    for move in WIPE_OUT.split():
        await world.play(move, ann, ben)
        await stop(world)
    assert "wins 64–0" in world.board().text
    assert "placement game 1 of about 10" in world.board().text


async def test_nothing_is_posted_or_edited_at_a_start_without_need(world: World, stop: Stop) -> None:
    await world.begin(world.ann, world.ben)
    await world.ann.types("reversi start")
    before = len(world.env.http_requests)
    await stop(world)
    changed = [request.method for request in world.env.http_requests[before:] if request.method != "GET"]
    # A process that was killed could not write which messages it had edited last: they are edited once more.
    assert changed == ([] if stop is World.restart else ["PATCH"])


async def test_a_connection_lost_and_made_again_starts_nothing_twice(world: World) -> None:
    await world.begin(world.ann, world.ben)
    before = len(world.env.http_requests)
    with world.env._bot_scope():
        world.bot.dispatch("ready")
    await world.env.settle()
    assert world.env.http_requests[before:] == []
    await world.play("d3 c3", world.ann, world.ben)


async def test_live_objects_are_frozen_out_of_gc_once(world: World) -> None:
    with world.env._bot_scope():
        world.bot.dispatch("ready")
    await world.env.settle()
    assert world.frozen == 1
    await world.restart()
    assert world.frozen == 2


async def test_a_challenge_can_be_answered_after_a_start(world: World, stop: Stop) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.types("reversi start", opponent=ben)
    await stop(world)
    assert "This challenge is for" in (await chloe.taps("Accept")).private
    await ben.taps("Accept")
    assert "to move" in world.board().text


async def test_questions_and_rematches_can_be_answered_after_a_start(world: World, stop: Stop) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben)
    await ann.taps("Resign")
    await stop(world)
    await ann.taps("Resign")
    assert f"{ann.mention} resigned" in world.board().text
    await stop(world)
    await ann.taps("Rematch")
    await stop(world)
    await ben.taps("Rematch", world.board(1))
    assert f"⚫ **2** {ben.mention}" in world.board(2).text


async def test_the_leaderboard_turns_after_a_start(world: World, stop: Stop) -> None:
    await world.ann.types("leaderboard")
    await stop(world)
    answer = await world.ben.taps("Everywhere")
    assert "everywhere" in answer.public


async def test_a_stale_button_is_recognised_after_a_start(world: World, stop: Stop) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    old = world.board()
    await world.play("d3 c3", ann, ben)
    await stop(world)
    answer = await ann.taps_late("c4", old, world.board())
    assert "The board has changed since then" in answer.private
    assert await world.moves() == "d3 c3"


async def test_a_killed_search_is_resumed_at_the_start(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    old = world.board()
    world.searches.hold()
    await ann.taps("d3")
    assert "is thinking" in world.board().text
    await world.kill()
    waiting = await ann.taps("c4", old)
    assert "I'm thinking about my move" in waiting.private
    await world.let_go()
    assert (await world.snapshot()).game.ply == 2
    assert f"**{ann.mention} to move.**" in world.board().text
    await ann.taps(world.board().moves[0])
    assert (await world.snapshot()).game.ply == 4


async def test_stopping_abandons_a_search_and_the_start_resumes_it(world: World) -> None:
    """A search that is cut short would play a move that it has hardly looked at."""
    await world.ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await world.ann.taps("d3")
    world.searches.let_go()
    await world.bot.close()
    assert "(expert) to move" in world.board().text
    assert world.searches.asked == 1
    await world.kill()
    assert world.searches.asked == 2
    assert (await world.snapshot()).game.ply == 2
    assert f"**{world.ann.mention} to move.**" in world.board().text


async def test_stopped_while_the_computer_thinks_in_many_games(world: World, stop: Stop) -> None:
    people = [world.ann, world.ben, world.chloe]
    for game, person in enumerate(people, 1):
        await person.types("reversi start", bot="easy", colour="first")
        assert f"⚫ **2** {person.mention}" in world.board(game).text
    world.searches.hold()
    for game, person in enumerate(people, 1):
        await person.taps("d3", world.board(game))
    await stop(world)
    await world.let_go()
    for game, person in enumerate(people, 1):
        assert (await world.snapshot(game)).game.ply == 2
        assert f"**{person.mention} to move.**" in world.board(game).text


def _hanging(world: World) -> Callable[..., Awaitable[None]]:
    """Work that never ends."""

    async def hang(*_: Any, **__: Any) -> None:
        never = asyncio.Event()
        await world.env.external_wait(never.wait(), reason="this continues until the bot is killed")

    return hang


async def test_killed_between_storing_and_showing_a_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin(world.ann, world.ben)
    monkeypatch.setattr(world.bot.services[Publisher], "show", _hanging(world))
    await world.ann.taps("d3")
    assert await world.moves() == "d3"
    assert "d3" not in world.board().text
    await world.kill()
    assert "Black played **d3**." in world.board().text


async def test_killed_between_storing_and_showing_the_last_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    monkeypatch.setattr(world.bot.services[Publisher], "show", _hanging(world))
    await ann.taps("c5")
    await world.kill()
    assert "wins 64–0" in world.board().text
    assert f"{ann.mention}: placement game 1 of about 10" in world.board().text


async def test_killed_between_accepting_and_showing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.ann.types("reversi start", opponent=world.ben)
    monkeypatch.setattr(world.bot.services[Publisher], "show", _hanging(world))
    await world.ben.taps("Accept")
    assert world.boards() == []
    await world.kill()
    assert "to move" in world.board().text
    assert len(world.posts()) == 1


@pytest.mark.parametrize("options", [{}, {"bot": "easy", "colour": "second"}], ids=["offer", "computer"])
async def test_killed_before_the_first_message(
    world: World, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.setattr(world.bot.services[Publisher], "post", _hanging(world))
    await world.ann.types("reversi start", **options)
    await world.kill()
    (shown,) = [seen for seen in world.posts() if seen.labels]
    assert shown.labels == ["Join", "Play me: child", "Withdraw"] if not options else shown.moves
    assert (await world.snapshot()).game.ply == (1 if options else 0)


async def test_a_message_deleted_while_offline_is_reposted_when_needed(world: World) -> None:
    await world.ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await world.ann.taps("d3")
    world.delete(world.board())
    world.searches.let_go()
    await world.kill()
    assert f"**{world.ann.mention} to move.**" in world.board().text


def _registrations(world: World) -> int:
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in world.env.http_requests
    )


async def test_commands_are_registered_once(world: World) -> None:
    assert _registrations(world) == 1
    await world.restart()
    await world.kill()
    assert _registrations(world) == 1
    names = world.ann.actor.available_commands(world.channel)
    assert {"reversi start", "game board", "game resign", "help"} <= set(names)
    assert {"leaderboard", "profile"} <= set(names)


async def test_commands_are_registered_again_when_they_changed(world: World) -> None:
    world.env.backend.commands[None]["leaderboard", AppCommandType.CHAT_INPUT]["description"] = "Old words"
    await world.restart()
    assert _registrations(world) == 2
    await world.restart()
    assert _registrations(world) == 2
