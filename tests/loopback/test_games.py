"""The bot comes to Discord, and people play, also while another process takes its place."""

from __future__ import annotations

import asyncio

import aiohttp
import discord as discord_py
import pytest
from structlog.typing import EventDict

from bot.account.linked_roles.links import LinkedRoles
from bot.hosting.lease import Ended
from bot.play.games.referee import Referee
from bot.ui import door
from bot.ui.words import CUT_OFF
from data.tournaments.tournaments import TournamentStore
from tests.cases import there
from tests.loopback.rate_limits import RateLimits
from tests.loopback.running import Scene
from tests.loopback.schema import check_response

GUILDS = 1 << 0


async def test_it_connects_where_the_setting_says_without_privileged_intents(scene: Scene) -> None:
    assert scene.discord.gateway.heard == ["identify"]
    assert scene.discord.gateway.identified["intents"] == GUILDS
    assert {request.status for request in scene.discord.requests} == {200}
    assert {command["name"] for command in scene.discord.commands} >= {"reversi", "connect4", "play"}
    # Nothing of linked roles, unless they are switched on.
    assert [one for one in scene.discord.requests if "role-connections" in one.path] == []
    assert not scene.bot.kit[LinkedRoles].enabled
    # A second start registers no commands again.
    await scene.restart()
    registered = [request for request in scene.discord.requests if request.method == "PUT"]
    assert len(registered) == 1
    # A command of the first moment waits while the bot looks for commands that a killed one has left.
    await scene.stop()
    starting = asyncio.create_task(scene.start())
    await scene.discord.until(lambda: scene.discord.gateway.present, "the bot connects")
    answer = await scene.ann.types("reversi start", bot="easy", colour="first")
    await starting
    assert CUT_OFF not in answer.public
    assert "to move" in answer.public


async def test_a_wrong_token_and_a_proxy_that_knows_no_gateway(offline: Scene) -> None:
    offline.discord.faults.refuse("GET", "/gateway/bot", 404)
    for token, error in (("another", discord_py.LoginFailure), (None, discord_py.GatewayNotFound)):
        bot = offline.made()
        with pytest.raises(error):
            await bot.start(token or offline.discord.token)
        await bot.close()


@pytest.mark.first(1)
@pytest.mark.parametrize("game", ["reversi", "connect4"])
async def test_games_against_the_computer_and_between_friends(scene: Scene, game: str) -> None:
    await scene.ann.types(f"{game} start", bot="beginner", colour="first")
    assert "Rematch" in (await scene.play(scene.ann)).labels
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


BOARDS = 20


def boards(scene: Scene) -> int:
    return sum(len(scene.boards(game)) for game in range(1, BOARDS + 1))


@pytest.mark.long
async def test_twenty_boards_within_the_limits_of_a_channel(scene: Scene) -> None:
    # As many as Discord takes, in a tenth of its time.
    scene.discord.limits = RateLimits(per_route=(5, 0.5), per_second=50)
    await scene.ann.types("simul", game="connect4", places=BOARDS, side="second")
    for number in range(BOARDS):
        await scene.newcomer(f"P{number}").taps("Join")
    await scene.until(lambda: boards(scene) >= 3, "some boards")
    await scene.restart()
    await scene.until(lambda: boards(scene) == BOARDS, "all boards")
    record = there(await scene.bot.kit[TournamentStore].find(1))
    assert sorted(one.game_id or 0 for one in record.pairings) == list(range(1, BOARDS + 1))
    thread = scene.discord.channels[record.tournament.boards_id or 0]
    calls = [message for message in thread.messages.values() if not message.files]
    assert len(calls) == 1, "the call to the boards"
    await scene.ann.waits_for(f"{BOARDS} boards in progress")
    assert scene.discord.limits.exceeded <= BOARDS
    check_answers(scene)


@pytest.mark.long
async def test_a_process_takes_the_place_of_another(
    offline: Scene, log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine it may take longer than Discord would wait.
    monkeypatch.setattr(door, "TAKEOVER_SECONDS", 30.0)
    scene, settings = offline, {"shards": "0/2"}
    scene.settings = settings
    while (scene.guild.id >> 22) % 2:
        # Its server belongs to the other shard; ids count milliseconds.
        await asyncio.sleep(0.001)
        scene = Scene(scene.discord, scene.database, settings=settings)
    await scene.start()
    number = await scene.begin(scene.ann, scene.ben)
    (board,) = scene.boards(number)
    old, running = scene.bot, there(scene._running)
    playing = asyncio.create_task(scene.play(scene.ann, scene.ben, game=number, plies=30))
    scene.settings["take_over"] = True
    await scene.start()
    await running
    assert old.ended is Ended.ASKED
    await playing
    assert scene.bot.duty.is_set()
    await scene.continues(scene.ann, scene.ben, game=number)
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    await scene.stop()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []
