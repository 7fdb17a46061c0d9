"""The gateway breaks in every way it can: the bot comes back, and carries out what was tapped meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from structlog.typing import EventDict

from tests.loopback.conftest import ACKNOWLEDGED_WITHIN
from tests.loopback.gateway import Gateway
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord

RESUMED = ["identify", "resume"]
IDENTIFIED_AGAIN = ["identify", "identify"]


async def has_begun(scene: Scene) -> None:
    """Ann plays the computer."""
    await scene.ann.types("reversi start", bot="beginner", colour="first")


BREAKS: tuple[Callable[[Gateway], None], ...] = (
    Gateway.cut,
    Gateway.ask_to_reconnect,
    lambda gateway: gateway.invalidate(resumable=True),
    *(lambda gateway, code=code: gateway.close(code) for code in (1000, 1006, 4000)),
)


async def test_a_connection_that_can_be_resumed(scene: Scene) -> None:
    await has_begun(scene)
    for number, breaks in enumerate(BREAKS, 1):
        _, board = await scene.turn(scene.ann)
        breaks(scene.discord.gateway)
        tapped = scene.ann.presses(board.moves[0], board)
        await scene.ann.answered(tapped)
        assert scene.discord.gateway.heard == ["identify"] + ["resume"] * number
        await scene.continues(scene.ann)


@pytest.mark.parametrize(
    "breaks",
    [
        pytest.param(lambda gateway: gateway.invalidate(resumable=False), id="op 9"),
        # discord.py waits five seconds here, in real time.
        pytest.param(
            lambda gateway: (gateway.forget_sessions(), gateway.close(4009)),
            id="4009",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_session_that_is_over(scene: Scene, breaks: Callable[[Gateway], None]) -> None:
    """Taps without a session are lost, and the player taps again."""
    await has_begun(scene)
    breaks(scene.discord.gateway)
    scene.ann.presses("d3").excused = True
    await scene.discord.until(lambda: scene.discord.gateway.heard == IDENTIFIED_AGAIN, "the bot comes back")
    await scene.continues(scene.ann)


async def test_the_bot_reconnects_after_an_outage_of_discord(scene: Scene) -> None:
    await has_begun(scene)
    await scene.discord.close()
    tapped = scene.ann.presses("d3")
    await scene.discord.open()
    await scene.ann.answered(tapped)
    assert scene.discord.gateway.heard == RESUMED
    await scene.continues(scene.ann)


@pytest.fixture
async def nervous(
    discord: LoopbackDiscord, empty_database: Path, tmp_path: Path, log: list[EventDict]
) -> AsyncIterator[Scene]:
    """The bot where silence is noticed soon."""
    discord.gateway.heartbeat_seconds = 0.1
    database = Path(shutil.copy(empty_database, tmp_path / "games.db"))
    made = Scene(discord, database, heartbeat_timeout=1.5)
    await made.start()
    yield made
    await made.stop()
    assert made.heartbeat_timeout < ACKNOWLEDGED_WITHIN


async def test_a_zombie(nervous: Scene) -> None:
    await has_begun(nervous)
    nervous.discord.gateway.fall_silent()
    tapped = nervous.ann.presses("d3")
    await nervous.ann.answered(tapped)
    assert nervous.discord.gateway.heard == RESUMED
    await nervous.continues(nervous.ann)


async def test_heartbeats(nervous: Scene) -> None:
    await nervous.discord.until(lambda: nervous.discord.gateway.heartbeats > 3, "heartbeats")
    assert nervous.discord.gateway.heard == ["identify"]
