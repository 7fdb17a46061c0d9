"""The bot is stopped or killed at any moment and restarted; games, challenges and buttons continue."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from simcord.enums import AppCommandType
from structlog.typing import EventDict

from bot.catalog import Diagram
from bot.catalog.reversi import Reversi
from bot.core.publisher import Publisher
from data import Storage
from data.db.backup import copy_database
from renderers.themes import Look
from tests.cases import missing, there
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


@pytest.mark.long
async def test_a_game_continues_after_every_move(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    for number, move in enumerate(WIPE_OUT.split()):
        await world.play(move, ann, ben)
        await (world.restart() if number % 2 else world.kill())
    assert not missing(world.board().text, "wins 64–0", "placement game 1 of about 10")


async def test_nothing_is_posted_or_edited_at_a_start_without_need(world: World) -> None:
    await world.begin(world.ann, world.ben)
    await world.ann.types("reversi start")
    # A process that was killed could not write which messages it had edited last: they are edited once more.
    for stop, needed in ((world.kill, ["PATCH"]), (world.restart, [])):
        before = len(world.env.http_requests)
        await stop()
        changed = [request.method for request in world.env.http_requests[before:] if request.method != "GET"]
        assert changed == needed
    # A connection lost and made again starts nothing twice, and keeps no objects from the garbage collection.
    before = len(world.env.http_requests)
    await world.hears("ready")
    assert (world.env.http_requests[before:], world.frozen) == ([], 3)
    await world.play("d3 c3", world.ann, world.ben)
    # While it stops, later requests are turned away.
    world.bot.kit.background.closing = True
    assert "I'm restarting" in (await world.ann.taps("c4", world.board())).private
    assert "I'm restarting" in (await world.ben.types("reversi start")).private
    assert await world.ann.suggestions("reversi start", "bot") == []
    assert await world.moves() == "d3 c3"
    assert await world.bot.kit.storage.game(3) is None


async def test_boards_in_play_are_drawn_ahead(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin(world.ann, world.ben)
    drawn: list[int] = []
    draw = Reversi.draw

    def noted(kind: Reversi, diagram: Diagram, look: Look) -> bytes:
        drawn.append(diagram.position.turn)
        return draw(kind, diagram, look)

    monkeypatch.setattr(Reversi, "draw", noted)
    await world.restart()
    assert drawn == [0]


async def test_what_was_posted_answers_after_a_start(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await ann.types("leaderboard")
    await ann.types("reversi start", opponent=ben, colour="first")
    await world.kill()
    assert "everywhere" in (await ben.taps("Everywhere")).public
    assert "This challenge is for" in (await chloe.taps("Accept")).private
    await ben.taps("Accept")
    old = world.board()
    await world.play("d3 c3", ann, ben)
    await world.restart()
    assert "The board has changed since then" in (await ann.taps_late("c4", old, world.board())).private
    assert await world.moves() == "d3 c3"
    await world.play("c4 e3", ann, ben)
    await ann.taps("Resign")
    await world.kill()
    await ann.taps("Resign")
    assert f"{ann.mention} resigned" in world.board().text
    await ann.taps("Rematch")
    await world.restart()
    await ben.taps("Rematch", world.board(1))
    assert f"⚫ **2** {ben.mention}" in world.board(2).text


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


def _hanging(world: World) -> Callable[..., Awaitable[None]]:
    """Work that never ends."""

    async def hang(*_: Any, **__: Any) -> None:
        never = asyncio.Event()
        await world.env.external_wait(never.wait(), reason="this continues until the bot is killed")

    return hang


@pytest.mark.first(1)
@pytest.mark.parametrize("scene", ["last move", "accepted", "move"])
async def test_killed_between_storing_and_showing(
    world: World, monkeypatch: pytest.MonkeyPatch, scene: str, ann: Person, ben: Person
) -> None:
    """Kills before a first message are in `test_killed_before_a_step`."""
    if scene == "accepted":
        await ann.types("reversi start", opponent=ben)
    else:
        await world.begin(ann, ben)
    *before, last = WIPE_OUT.split() if scene == "last move" else ["d3"]
    await world.play(" ".join(before), ann, ben)
    monkeypatch.setattr(world.bot.kit[Publisher], "show", _hanging(world))
    await (ben.taps("Accept") if scene == "accepted" else ann.taps(last))
    shown = "\n".join(seen.text for seen in world.posts())
    await world.kill()
    text = world.board().text
    assert text not in shown
    assert len(world.posts()) == 1
    if scene == "last move":
        assert not missing(text, "wins 64–0", f"{ann.mention}: placement game 1 of about 10")
    else:
        assert ("Black played **d3**." in text) == (scene == "move")
        assert "to move" in text


def _registrations(world: World) -> int:
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in world.env.http_requests
    )


async def test_commands_are_registered_again_when_they_changed(world: World) -> None:
    assert _registrations(world) == 1
    await world.restart()
    await world.kill()
    assert _registrations(world) == 1
    names = world.ann.actor.available_commands(world.channel)
    assert {"reversi start", "game board", "game resign", "help", "leaderboard", "profile"} <= set(names)
    world.env.backend.commands[None]["leaderboard", AppCommandType.CHAT_INPUT]["description"] = "Old words"
    for _ in range(2):
        await world.restart()
        assert _registrations(world) == 2


TURNS = 20
"""Turns of the event loop that suffice for anything that does not wait."""


class Held:
    """A method of the storage that waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        method = getattr(Storage, name)

        async def held(storage: Storage, *arguments: Any, **options: Any) -> Any:
            self.begun.set()
            await self.go_on.wait()
            return await method(storage, *arguments, **options)

        monkeypatch.setattr(Storage, name, held)

    async def stop_meanwhile(self, world: World) -> None:
        """Tell the bot to stop while the method waits."""
        await self.begun.wait()
        closing = asyncio.create_task(world.bot.close())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        assert not closing.done()
        self.go_on.set()
        await closing


async def test_a_tap_that_was_acknowledged_is_stored_and_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    await world.begin(world.ann, world.ben)
    held = Held(monkeypatch, "add_moves")
    board = world.board()
    world.ann.send_tap(board, board.custom_id("d3"))
    await held.stop_meanwhile(world)
    assert "Black played **d3**." in world.board().text
    await world.kill()
    assert await world.moves() == "d3"
    assert [entry for entry in log if entry["log_level"] != "info"] == []


async def test_a_command_that_was_acknowledged_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    held = Held(monkeypatch, "create_game")
    typed = asyncio.create_task(world.ann.types("reversi start"))
    await held.stop_meanwhile(world)
    await typed
    assert "is looking for an opponent" in world.offer().text
    assert [entry for entry in log if entry["log_level"] != "info"] == []
    await world.kill()
    assert len(world.posts()) == 1


@pytest.mark.sqlite
@pytest.mark.first(1)
@pytest.mark.parametrize("hours", [0, 3])
async def test_the_board_of_a_lost_game_stays_without_a_game(
    world: World, tmp_path: Path, hours: int, ann: Person, ben: Person, chloe: Person
) -> None:
    await world.begin(ann, ben)
    file = there(world.bot.kit.settings.database_file)
    copy = copy_database(file, tmp_path / "copy.sqlite3").path
    await world.begin(chloe, ben)
    lost = world.board(2)
    await world.bot.close()
    # By hand, so that nothing else is known of what is lost.
    for suffix in ("", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    shutil.copy(copy, file)
    await world.kill(away=timedelta(hours=hours))
    if hours:
        # The start has skipped the numbers that may have been given.
        await world.begin(ann, chloe)
        assert [board.id for board in world.boards(2)] == [lost.id]
    assert not missing(str((await chloe.taps("d3", lost)).private), "This game no longer exists", "backup")
    await world.begin(ann, chloe)
    assert [board.id for board in world.boards(2)] == [lost.id]
