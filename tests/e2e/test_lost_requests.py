"""Requests to Discord that fail: nothing stored is lost, and what was not shown is shown later.

Every interaction is acknowledged first, as the fixture `world` checks in all tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from structlog.typing import EventDict

import bot.ui
from bot.catalog import Diagram
from bot.catalog.reversi import Reversi
from data.games.records import NewMove
from data.jobs.reviews import StrengthTestStore
from engine import reversi
from renderers.themes import Look
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World

EDIT = "/webhooks/*/messages/@original"
OWN_EDIT = "/channels/*/messages/*"

SOON = 1.5
"""Seconds after which what did not arrive has been tried again."""

Lose = Callable[[str, str], None]


async def test_missed_messages_are_sent_after_a_reconnection(world: World, lose_connection: Lose) -> None:
    await world.begin(world.ann, world.ben)
    lose_connection("PATCH", EDIT)
    for _ in range(5):
        lose_connection("PATCH", OWN_EDIT)
    await world.ann.taps("d3")
    # Tried again after 1, 2, 4 and 8 seconds; the next time would be 16 seconds later.
    await world.pass_time(15.5)
    assert "d3" not in world.board().text
    await world.bot.on_resumed()
    assert "Black played **d3**." in world.board().text
    lose_connection("PATCH", EDIT)
    lose_connection("PATCH", OWN_EDIT)
    await world.ben.taps("c3")
    assert "c3" not in world.board().text
    # So does a tap on it.
    assert (await world.ben.taps("c3")).private == f"It is {world.ann.mention}'s turn. You are next."
    assert "White answered **c3**." in world.board().text


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (400, 50083)])
async def test_a_refused_board_is_not_resent_before_the_next_move(
    world: World, lose_connection: Lose, status: int, code: int
) -> None:
    await world.begin(world.ann, world.ben)
    lose_connection("PATCH", EDIT)
    lose_connection("PATCH", OWN_EDIT)
    old = world.board()
    await world.ann.taps("d3")
    world.env.inject_error("PATCH", OWN_EDIT, status=status, code=code)
    await world.pass_time(SOON)
    before = len(world.env.http_requests)
    await world.pass_time(3 * RECOVERY_SECONDS)
    assert world.env.http_requests[before:] == []
    # It stays playable: the next move is shown with this one.
    await world.ben.taps_gone(old.custom_id("d3").replace("d3", "c3").replace(":0:", ":1:"), old)
    assert await world.moves() == "d3 c3"
    assert "White answered **c3**." in world.boards()[-1].text


@pytest.mark.long
async def test_a_thread_that_is_open_again_gets_its_boards(world: World, lose_connection: Lose) -> None:
    await world.begin(world.ann, world.ben)
    lose_connection("PATCH", EDIT)
    lose_connection("PATCH", OWN_EDIT)
    await world.ann.taps("d3")
    world.env.inject_error("PATCH", OWN_EDIT, status=400, code=50083)
    await world.pass_time(RECOVERY_SECONDS)
    assert "d3" not in world.board().text
    await world.bot.on_raw_thread_update(_thread_update(world, archived=True, locked=False))
    await world.bot.on_raw_thread_update(_thread_update(world, archived=False, locked=True))
    assert "d3" not in world.board().text
    await world.bot.on_raw_thread_update(_thread_update(world, archived=False, locked=False))
    assert "Black played **d3**." in world.board().text


def _thread_update(world: World, **state: bool) -> discord.RawThreadUpdateEvent:
    thread = {"id": str(world.channel.id), "parent_id": "1", "guild_id": "1", "type": 11}
    data: Any = {**thread, "thread_metadata": state}
    return discord.RawThreadUpdateEvent(data)


@pytest.mark.parametrize("status", [500, None])
async def test_a_game_whose_first_message_was_lost_is_posted_later(
    world: World, log: list[EventDict], lose_connection: Lose, status: int | None
) -> None:
    if status is None:
        lose_connection("POST", "/webhooks/*")
        await world.ann.types("reversi start")
    else:
        world.env.inject_error("POST", "/webhooks/*", status=status)
        answer = await world.ann.types("reversi start", bot="easy", colour="second")
        assert "your game is safe" in answer.public
        assert taken_out(log, "an interaction failed") == 1
    await world.pass_time(RECOVERY_SECONDS)
    (shown,) = [seen for seen in world.posts() if seen.labels]
    assert ("is looking for an opponent" if status is None else "to move") in shown.text


@pytest.mark.long
async def test_an_undrawable_board_and_an_unreadable_game_do_not_block_others(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict], lose_connection: Lose
) -> None:
    ann, ben = world.ann, world.ben
    first, second, unreadable = [await world.begin(ann, ben) for _ in range(3)]
    game = (await world.snapshot(unreadable)).game
    await world.bot.kit.storage.add_moves(game, [NewMove("z9", 0, 1.0)])
    draw = Reversi.draw
    undrawable = reversi.start().play("d3")

    def faulty(kind: Reversi, diagram: Diagram, look: Look) -> bytes:
        if diagram.position == undrawable:
            raise RuntimeError("no ink")
        return draw(kind, diagram, look)

    monkeypatch.setattr(Reversi, "draw", faulty)
    answer = await ann.taps("d3", world.board(first))
    assert answer.private.startswith("Sorry, something went wrong on my side")
    assert taken_out(log, "an interaction failed") == 1
    await ann.types("reversi start", bot="easy", colour="first")
    world.searches.failing = True
    await ann.taps("c4", world.board(4))
    taken_out(log, "a search failed")
    taken_out(log, "the computer's move could not be made")
    world.searches.failing = False
    lose_connection("PATCH", EDIT)
    await ann.taps("c4", world.board(second))
    await world.pass_time(RECOVERY_SECONDS)
    assert "Black played **c4**." in world.board(second).text
    assert (await world.snapshot(4)).game.ply == 2
    assert taken_out(log, "board not drawn") >= 2


SOURCES = sorted(Path(bot.ui.__file__).parent.rglob("*.py"))
FIRST_ANSWERS = {"door.py", "request.py"}


def test_only_the_door_gives_a_first_answer() -> None:
    """Dialogs have to be one; the storage is not used for them, which `world` would see."""
    answer = re.compile(r"\.response\.(?!send_modal|is_done)\w+")
    found = [path.name for path in SOURCES if answer.search(path.read_text())]
    assert set(found) <= FIRST_ANSWERS


async def test_an_expired_interaction_changes_nothing(world: World, log: list[EventDict]) -> None:
    commands: list[tuple[str, dict[str, Any]]] = [
        ("match", {"first": "easy", "second": "medium"}),
        ("match", {"first": "easy", "second": "medium", "games": 4}),
        ("reversi start", {"bot": "easy"}),
        ("opponent", {"name": "Octo"}),
    ]
    before = len(world.env.http_requests)
    for command, options in commands:
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        assert not (await world.ann.types(command, **options)).acknowledged
    sent = world.env.http_requests[before:]
    assert [request.path.rsplit("/", 1)[-1] for request in sent] == ["callback"] * len(commands)
    warnings = [entry["event"] for entry in log if entry["log_level"] == "warning"]
    assert warnings == ["an interaction was gone before it could be answered"] * len(commands)
    assert world.posts() == []
    assert await world.bot.kit.storage.game(1) is None
    assert await world.bot.kit[StrengthTestStore].in_progress() == ()


async def test_an_answer_that_comes_too_late_is_no_error(world: World, log: list[EventDict]) -> None:
    answers = ((404, 10015), (401, 50027), (404, 10008), (404, 10062))
    for status, code in answers:
        for method in ("POST", "PATCH"):
            world.env.inject_error(method, "/webhooks/*", status=status, code=code, times=5)
        await world.ann.types("profile")
        world.env.backend.faults.clear()
    told = [entry for entry in log if entry["log_level"] in ("warning", "error")]
    assert [(one["log_level"], one.get("code")) for one in told] == [("warning", code) for _, code in answers]


@pytest.mark.long
async def test_rules_are_drawn_after_the_first_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    rules_picture = Reversi.rules_picture

    def drawn(kind: Reversi, look: Look) -> tuple[bytes, str]:
        seen.append(world.env.http_requests[-1].path)
        return rules_picture(kind, look)

    monkeypatch.setattr(Reversi, "rules_picture", drawn)
    answer = await world.ann.reads_rules("reversi")
    assert [path.rsplit("/", 1)[-1] for path in seen] == ["callback"]
    assert "Reversi" in answer.private
