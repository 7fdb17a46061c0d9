"""A command, and the bot killed at every step on the way to its answer: nothing is left open or doubled."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from simcord.http import router

from bot.ui.words import CUT_OFF
from tests.e2e.test_killed_anywhere import Death
from tests.e2e.world import RECOVERY_SECONDS, World

REQUESTS = 2
"""The acknowledgement, and the board."""

WRITES = 4
"""The pending command, its author, the game, and its message."""


async def _one_command_then_a_new_start(world: World) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    await world.kill()
    await world.pass_time(RECOVERY_SECONDS)
    assert not [seen for seen in world.seen(world.channel) if seen.loading]
    if await world.bot.services.storage.game(1) is None:
        assert [seen.text for seen in world.posts()] in ([], [CUT_OFF])
    else:
        assert f"**{world.ann.mention} to move.**" in world.board().text
        await world.ann.taps("d3", world.board())
        assert (await world.snapshot()).game.ply == 2
    assert await world.bot.services.storage.unanswered.not_older_than(timedelta(hours=1)) == ()


@pytest.mark.parametrize("request_number", range(REQUESTS))
async def test_killed_at_a_request_to_discord(
    world: World, monkeypatch: pytest.MonkeyPatch, request_number: int
) -> None:
    death, dispatch, bot = Death(request_number), router.dispatch, world.bot

    def dying(*arguments: Any, **options: Any) -> Any:
        if world.bot is bot:
            death.step()
        return dispatch(*arguments, **options)

    monkeypatch.setattr(router, "dispatch", dying)
    await _one_command_then_a_new_start(world)
    assert death.steps > request_number


@pytest.mark.parametrize("committed", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("write_number", range(1, WRITES))
async def test_killed_at_a_write_to_the_storage(
    world: World, monkeypatch: pytest.MonkeyPatch, write_number: int, committed: bool
) -> None:
    death, database = Death(write_number), world.bot.services.storage._database
    write = database.write

    async def dying(work: Any) -> Any:
        if committed:
            result = await write(work)
            death.step()
            return result
        death.step()
        return await write(work)

    monkeypatch.setattr(database, "write", dying)
    await _one_command_then_a_new_start(world)
    assert death.steps > write_number


async def test_killed_between_reposting_a_board_and_storing_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start posts it again, with the same nonce: Discord answers with the message there is."""
    remember_nonces(monkeypatch)
    await world.ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await world.ann.taps("d3")
    world.delete(world.board())

    async def dying(*_: Any) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(world.bot.services.storage.waiting, "mark_shown", dying)
    await world.let_go()
    assert len(world.boards()) == 1
    await world.kill()
    assert f"**{world.ann.mention} to move.**" in world.board().text
    await world.ann.taps(world.board().moves[0])
    assert (await world.snapshot()).game.ply == 4


def remember_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the virtual Discord do what the real one does with `enforce_nonce`."""
    dispatch = router.dispatch
    sent: dict[str, Any] = {}

    def remembering(backend: Any, method: str, path: str, **options: Any) -> Any:
        body = options.get("json")
        nonce = body.get("nonce") if isinstance(body, dict) and body.get("enforce_nonce") else None
        if nonce is None:
            return dispatch(backend, method, path, **options)
        if nonce not in sent:
            sent[nonce] = dispatch(backend, method, path, **options)
        return sent[nonce]

    monkeypatch.setattr(router, "dispatch", remembering)
