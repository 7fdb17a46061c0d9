"""Rate limits, failing servers and cut connections: games continue, and no move is posted twice."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.typing import EventDict

from bot.core.publisher import Publisher
from tests.loopback.faults import Fault
from tests.loopback.running import Scene

CALLBACK = ("POST", "/interactions/*/callback")
EDIT_BY_CLICK = ("PATCH", "/webhooks/*/messages/*")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")


async def has_begun(scene: Scene) -> None:
    """Ann plays the computer."""
    await scene.ann.types("reversi start", bot="beginner", colour="first")


@pytest.mark.parametrize("request_", [CALLBACK, EDIT_BY_CLICK], ids=["callback", "edit"])
@pytest.mark.parametrize("scope", ["user", "global", "shared"])
async def test_a_rate_limit(scene: Scene, request_: tuple[str, str], scope: Any) -> None:
    await has_begun(scene)
    fault = scene.discord.faults.limit(*request_, retry_after=0.1, scope=scope)
    await scene.ann.taps("d3")
    await scene.turn(scene.ann, after=1)
    assert fault.met
    await scene.continues(scene.ann)


@pytest.mark.parametrize("scope", ["user", "global"])
async def test_a_rate_limit_of_a_board_that_is_reposted(scene: Scene, scope: Any) -> None:
    await has_begun(scene)
    (message,) = scene.channel.messages.values()
    fault = scene.discord.faults.limit(*POST, retry_after=0.1, scope=scope)
    tapped = scene.ann.presses("d3")
    scene.discord.delete_message(message)
    await scene.ann.answered(tapped)
    await scene.turn(scene.ann, after=1)
    assert fault.met
    await scene.continues(scene.ann)


@pytest.mark.parametrize("request_", [CALLBACK, EDIT_BY_CLICK], ids=["callback", "edit"])
@pytest.mark.parametrize("status", [500, 503])
async def test_a_server_of_discord_that_fails(scene: Scene, request_: tuple[str, str], status: int) -> None:
    await has_begun(scene)
    fault = scene.discord.faults.refuse(*request_, status=status)
    await scene.ann.taps("d3")
    await scene.turn(scene.ann, after=1)
    assert fault.met
    await scene.continues(scene.ann)


async def test_a_board_that_is_reposted_while_discord_fails(scene: Scene) -> None:
    """discord.py tries a 503 no second time; the bot does."""
    await has_begun(scene)
    (message,) = scene.channel.messages.values()
    fault = scene.discord.faults.refuse(*POST, status=503)
    tapped = scene.ann.presses("d3")
    scene.discord.delete_message(message)
    await scene.ann.answered(tapped)
    await scene.turn(scene.ann, after=1)
    assert fault.met
    await scene.continues(scene.ann)


@pytest.mark.parametrize("carried_out", [False, True], ids=["before it arrived", "after it arrived"])
@pytest.mark.parametrize("request_", [EDIT_BY_CLICK, POST], ids=["edit", "post"])
async def test_a_connection_that_is_reset(scene: Scene, request_: tuple[str, str], carried_out: bool) -> None:
    await has_begun(scene)
    (message,) = scene.channel.messages.values()
    fault = scene.discord.faults.reset(*request_, carried_out=carried_out)
    tapped = scene.ann.presses("d3")
    if request_ == POST:
        scene.discord.delete_message(message)
    await scene.ann.answered(tapped)
    await scene.turn(scene.ann, after=1)
    assert fault.met
    await scene.continues(scene.ann)


@pytest.mark.parametrize("carried_out", [False, True], ids=["before it arrived", "after it arrived"])
async def test_an_acknowledgement_that_is_lost(scene: Scene, carried_out: bool, log: list[EventDict]) -> None:
    """It is unknown if the player still waits, so nothing happens until they tap again."""
    await has_begun(scene)
    fault = scene.discord.faults.reset(*CALLBACK, carried_out=carried_out)
    tapped = scene.ann.presses("d3")
    tapped.excused = not carried_out
    await scene.until(lambda: any("connection to Discord was lost" in one["event"] for one in log), "a line")
    assert fault.met
    assert (await scene.bot.services.storage.game(1)).ply == 0  # type: ignore[union-attr]
    await scene.continues(scene.ann)


async def test_a_request_that_hangs(scene: Scene) -> None:
    """The bot does not wait for it, and the board ends up correct in any order of arrival."""
    await has_begun(scene)
    scene.bot.services[Publisher]._publisher._seconds = 0.5  # type: ignore[attr-defined]
    fault = scene.discord.faults.hold(*EDIT_BY_CLICK)
    await scene.ann.taps("d3")
    await scene.turn(scene.ann, after=1)
    assert isinstance(fault, Fault)
    assert fault.held is not None
    fault.held.set()
    await scene.continues(scene.ann)
