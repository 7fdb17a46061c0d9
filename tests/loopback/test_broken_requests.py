"""Rate limits, failing servers and cut connections: games continue, and no move is posted twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.core.publisher import Publisher
from tests.loopback.faults import Fault
from tests.loopback.running import Scene, ply_of

CALLBACK = ("POST", "/interactions/*/callback")
EDIT_BY_CLICK = ("PATCH", "/webhooks/*/messages/*")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")


async def has_begun(scene: Scene) -> None:
    """Ann plays the computer."""
    await scene.ann.types("reversi start", bot="beginner", colour="first")


def limited(scope: Any) -> Callable[..., Fault]:
    return lambda faults, *request: faults.limit(*request, retry_after=0.1, scope=scope)


def refused(status: int) -> Callable[..., Fault]:
    return lambda faults, *request: faults.refuse(*request, status=status)


def reset(*, carried_out: bool) -> Callable[..., Fault]:
    return lambda faults, *request: faults.reset(*request, carried_out=carried_out)


CUT = (reset(carried_out=False), reset(carried_out=True))
BROKEN: dict[str, tuple[tuple[str, str], tuple[Callable[..., Fault], ...]]] = {
    "callback": (CALLBACK, (limited("global"), limited("user"), refused(503))),
    "edit": (EDIT_BY_CLICK, (limited("user"), limited("shared"), refused(500), *CUT)),
    "post": (POST, (limited("user"), refused(503), *CUT)),
}
"""What goes wrong with which request; boards are posted because the last one is deleted."""


@pytest.mark.parametrize("what", BROKEN)
async def test_a_move_is_stored_and_shown_once(scene: Scene, what: str) -> None:
    request_, ways = BROKEN[what]
    await has_begun(scene)
    for breaks in ways:
        _, board = await scene.turn(scene.ann)
        fault = breaks(scene.discord.faults, *request_)
        tapped = scene.ann.presses(board.moves[0], board)
        if request_ == POST:
            scene.discord.delete_message(scene.channel.messages[board.id])
        await scene.ann.answered(tapped)
        await scene.turn(scene.ann, after=ply_of(board) + 1)
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
    assert (await scene.bot.kit.storage.game(1)).ply == 0  # type: ignore[union-attr]
    await scene.continues(scene.ann)


async def test_a_request_that_hangs(scene: Scene) -> None:
    """The bot does not wait for it, and the board ends up correct in any order of arrival."""
    await has_begun(scene)
    scene.bot.kit[Publisher]._publisher._seconds = 0.5  # type: ignore[attr-defined]
    fault = scene.discord.faults.hold(*EDIT_BY_CLICK)
    await scene.ann.taps("d3")
    await scene.turn(scene.ann, after=1)
    assert isinstance(fault, Fault)
    assert fault.held is not None
    fault.held.set()
    await scene.continues(scene.ann)
