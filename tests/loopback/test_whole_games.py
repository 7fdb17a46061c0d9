"""Whole games over sockets: every request is one that Discord takes, and every answer one that it gives."""

from __future__ import annotations

import aiohttp
import pytest

from bot.play.games.referee import Referee
from tests.loopback.running import Scene
from tests.loopback.schema import check_response


@pytest.mark.first(1)
@pytest.mark.parametrize("game", ["reversi", "connect4"])
async def test_games_against_the_computer_and_between_friends(scene: Scene, game: str) -> None:
    await scene.ann.types(f"{game} start", bot="beginner", colour="first")
    board = await scene.play(scene.ann)
    assert "Rematch" in board.labels
    assert (await scene.bot.kit[Referee].snapshot(1)).position.result() is not None
    number = await scene.begin(scene.ann, scene.ben, game)
    board = await scene.play(scene.ann, scene.ben, game=number)
    assert "Rematch" in board.labels
    assert len(scene.boards(number)) == 1
    check_answers(scene)
    async with aiohttp.ClientSession() as session:
        (file,) = board.payload["attachments"]
        async with session.get(file["url"]) as response:
            assert (await response.read()).startswith(b"\x89PNG")


def check_answers(scene: Scene) -> None:
    """Check that the simulated Discord's answers have the documented form."""
    for request in scene.discord.requests:
        if request.status in (200, 201) and request.template != "/oauth2/applications/@me":
            check_response(request.method, request.template, request.status, request.answer)
