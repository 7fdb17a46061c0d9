"""A machine whose clock is wrong by 55 minutes: boards are not taken for old ones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.core import discord_time
from bot.core.discord_time import DiscordClock
from tests.loopback.running import Scene


@pytest.fixture(autouse=True)
def _wrong_clock(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    """Set the machine's clock wrong before the bot starts."""
    ahead = timedelta(minutes=request.node.callspec.params["minutes"])
    monkeypatch.setattr(discord_time, "local_now", lambda: datetime.now(UTC) + ahead)
    yield
    discord_time.use(DiscordClock())


@pytest.mark.first(1)
@pytest.mark.parametrize("minutes", [55, -55])
async def test_a_game_has_one_board_that_is_edited(scene: Scene, minutes: int) -> None:
    game = await scene.begin(scene.ann, scene.ben)
    board = scene.board(game)
    await scene.play(scene.ann, scene.ben, game=game, plies=3)
    assert scene.board(game).id == board.id
    report = await scene.bot.health.check()
    assert report.healthy
    assert "55 min" in str(report.warnings["clock"])
