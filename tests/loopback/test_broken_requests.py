"""Rate limits, refusals, cut connections and deleted boards: games continue, and no move is posted twice."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.play.boards.boards_ui import Boards
from tests.e2e.seen import Seen
from tests.loopback.conftest import ACKNOWLEDGED_WITHIN, started
from tests.loopback.faults import Fault
from tests.loopback.gateway import Gateway
from tests.loopback.model import Message, RefusedError
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
    scene.bot.kit[Boards]._publisher._seconds = 0.5
    fault = scene.discord.faults.hold(*EDIT_BY_CLICK)
    await scene.ann.taps("d3")
    await scene.turn(scene.ann, after=1)
    assert isinstance(fault, Fault)
    assert fault.held is not None
    fault.held.set()
    await scene.continues(scene.ann)


UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060
TOO_OLD_TO_EDIT = 30046


@pytest.mark.first(1)
@pytest.mark.parametrize(("status", "code"), [(404, UNKNOWN_INTERACTION), (400, ALREADY_ACKNOWLEDGED)])
async def test_a_click_that_is_gone(scene: Scene, log: list[EventDict], status: int, code: int) -> None:
    """Discord has told the person that the bot did not respond: the tap counts for nothing."""
    await has_begun(scene)
    fault = scene.discord.faults.refuse(*CALLBACK, status=status, code=code)
    scene.ann.presses("d3").excused = True
    await scene.until(lambda: any("was gone before" in one["event"] for one in log), "a line in the log")
    assert fault.met
    await scene.continues(scene.ann)


RESUMED = ["identify", "resume"]
IDENTIFIED_AGAIN = ["identify", "identify"]


BREAKS: tuple[Callable[[Gateway], None], ...] = (
    Gateway.cut,
    Gateway.ask_to_reconnect,
    lambda gateway: gateway.invalidate(resumable=True),
    *(lambda gateway, code=code: gateway.close(code) for code in (1000, 1006, 4000)),
)


@pytest.mark.long
async def test_a_connection_that_can_be_resumed(scene: Scene) -> None:
    await has_begun(scene)
    for number, breaks in enumerate(BREAKS, 1):
        _, board = await scene.turn(scene.ann)
        breaks(scene.discord.gateway)
        tapped = scene.ann.presses(board.moves[0], board)
        await scene.ann.answered(tapped)
        assert scene.discord.gateway.heard == ["identify"] + ["resume"] * number
        await scene.continues(scene.ann)


@pytest.mark.long
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


async def test_outages_of_a_server_and_of_discord(scene: Scene) -> None:
    await has_begun(scene)
    scene.discord.take_away(scene.guild)
    scene.discord.bring_back(scene.guild)
    await scene.continues(scene.ann)
    _, board = await scene.turn(scene.ann)
    await scene.discord.close()
    tapped = scene.ann.presses(board.moves[0], board)
    await scene.discord.open()
    await scene.ann.answered(tapped)
    assert scene.discord.gateway.heard == RESUMED
    await scene.continues(scene.ann)


@pytest.fixture
async def nervous(offline: Scene, log: list[EventDict]) -> AsyncIterator[Scene]:
    """The bot where silence is noticed soon."""
    offline.discord.gateway.heartbeat_seconds, offline.heartbeat_timeout = 0.1, 1.5
    async with started(offline, log):
        yield offline
    assert offline.heartbeat_timeout < ACKNOWLEDGED_WITHIN


@pytest.mark.long
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


READ = ("GET", "/channels/*/messages/*")


async def deleted(scene: Scene, **terms: str) -> int:
    """A game in which Ben is to move, and whose board is gone."""
    await scene.ann.types("reversi start", opponent=scene.ben, colour="first", **terms)
    await scene.ben.taps("Accept")
    await scene.turn(scene.ann)
    board = await scene.play(scene.ann, scene.ben, plies=1)
    scene.discord.delete_message(scene.channel.messages[board.id])
    assert not scene.boards(1)
    return 1


def leads_to_the_board(scene: Scene, *messages: Seen) -> bool:
    """True if a message links to the one public board."""
    (board,) = [message.id for message in scene.channel.messages.values() if is_board(message)]
    return any(f"/{board}" in json.dumps(seen.payload["components"]) for seen in messages)


def is_board(message: Message) -> bool:
    return message.only_for is None and any(file.filename.startswith("reversi-1-") for file in message.files)


async def test_a_command_for_a_deleted_board_posts_it_again(scene: Scene) -> None:
    await deleted(scene)
    for command in ("next", "games", "game view"):
        assert leads_to_the_board(scene, *(await scene.ben.types(command)).messages), command
        (board,) = filter(is_board, scene.channel.messages.values())
        scene.discord.delete_message(board)


@pytest.mark.long
async def test_where_the_bot_may_not_read_it_finds_out_by_an_edit(scene: Scene) -> None:
    game = await deleted(scene)
    fault = scene.discord.faults.refuse(*READ, status=403, code=50001, times=2)
    await scene.ben.types("next")
    board = scene.board(game)
    await scene.ben.types("next")
    assert len(fault.met) == 2
    assert scene.board(game).id == board.id
    await scene.continues(scene.ann, scene.ben, game=game)


async def test_a_channel_that_refuses_everything_and_a_board_that_cannot_be_looked_for(scene: Scene) -> None:
    game = await deleted(scene)
    scene.channel.refuses = RefusedError(403, 50001, "Missing Access")
    assert "Your move" in (await scene.ben.types("next")).messages[0].text
    scene.channel.refuses = None
    await scene.ben.types("next")
    before = scene.board(game)
    scene.discord.faults.refuse(*READ, status=503)
    await scene.ben.types("next")
    assert scene.board(game).id == before.id
    await scene.continues(scene.ann, scene.ben, game=game)


@pytest.mark.first(1)
@pytest.mark.parametrize(("request_", "status"), [(EDIT_BY_CLICK, 400), (EDIT, 413)])
async def test_a_refused_board_is_told_in_words(scene: Scene, request_: tuple[str, str], status: int) -> None:
    game = await scene.begin(scene.ann, scene.ben)
    board = scene.board(game)
    if request_ == EDIT:
        # The token of the tap is worth nothing.
        scene.discord.faults.refuse(*EDIT_BY_CLICK, status=401, code=50027, times=2)
    fault = scene.discord.faults.refuse(*request_, status=status)
    await scene.ann.taps("d3", board)

    def now() -> Seen:
        return Seen(scene.channel.messages[board.id].payload())

    await scene.until(lambda: f"**{scene.ben.mention} to move.**" in now().text, "the board")
    assert len(fault.met) == 1
    assert "```" in now().text
    assert now().picture is None
    # The next move brings the picture back.
    await scene.ben.taps(now().moves[0], now())
    await scene.turn(scene.ann, game=game, after=1)
    await scene.continues(scene.ann, scene.ben, game=game)


async def test_the_first_board_is_posted_in_words_where_its_picture_is_refused(scene: Scene) -> None:
    scene.discord.faults.refuse("POST", "/webhooks/*", status=413)
    answer = await scene.ann.types("reversi start", bot="beginner", colour="first")
    assert "```" in answer.messages[0].text
    await scene.ann.taps("d3", answer.messages[0])
    await scene.turn(scene.ann, after=1)
    await scene.continues(scene.ann)
