"""The bot killed at every step on the way to a message, and started again.

A step is a write to the storage or a request to Discord; the process ends before it. Wherever it got to, the
next start leaves nothing open and no message twice, and games continue.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.app import Flipfour
from bot.hosting.pending_commands import UnansweredCommands
from bot.ui.request import PLACEHOLDER
from bot.ui.words import CUT_OFF
from data.games.waiting import WaitingStore
from data.jobs.reviews import StrengthTestStore
from data.messages.channels import UnansweredStore
from tests.e2e.deaths import die_before, remember_nonces
from tests.e2e.seen import Seen
from tests.e2e.world import RECOVERY_SECONDS, World

pytestmark = pytest.mark.english

Scene = Callable[[World], Awaitable[Any]]

AWAY = timedelta(minutes=10)
"""Longer than Discord remembers a nonce."""

KINDS = {"strength_cancel": "test", "agree": "question", "refuse": "question", "find_board": "left"}
"""Subjects of the messages with some of the buttons; all others show games."""


async def a_game(world: World) -> None:
    """Ann plays against Ben."""
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)


async def a_game_over(world: World) -> None:
    """Ann has given a game up against Ben."""
    await a_game(world)
    await world.ann.resigns()


async def a_start_card(world: World) -> None:
    """Return Ann's card that anyone can join."""
    await world.ann.types("reversi start")


async def a_game_against_the_computer(world: World) -> None:
    """Ann is to move, and will be answered."""
    await world.ann.types("reversi start", bot="master", colour="first")
    world.searches.let_go()


SCENES: dict[str, tuple[Scene | None, Scene, int]] = {
    "tap": (a_game_against_the_computer, lambda w: w.ann.taps("d3"), 5),
    "start": (None, lambda w: w.ann.types("reversi start", opponent=w.ben), 8),
    "match": (None, lambda w: w.ann.types("match", first="easy", second="beginner"), 7),
    "strength": (None, lambda w: w.ann.types("match", first="easy", second="easy", games=40), 6),
    "board": (a_start_card, lambda w: w.ann.types("reversi start", bot="easy", colour="first"), 6),
    "refused": (None, lambda w: w.ann.types("reversi start", bot="nobody"), 6),
    "question": (a_game, lambda w: w.ann.types("game ask", what="draw"), 9),
    "rematch": (a_game_over, lambda w: w.ann.taps("Rematch"), 4),
    "invitation": (a_start_card, lambda w: w.ann.invites(w.ben), 7),
}
"""Preparation, action, and number of steps."""


STEPS = [
    pytest.param(scene, step, marks=() if step == steps // 2 else pytest.mark.long)
    for scene, (_, _, steps) in SCENES.items()
    for step in range(steps + 1)
]
"""Every step of every scene, and the end; one half-way is not left to --all."""


@pytest.mark.parametrize(("scene", "step"), STEPS)
async def test_killed_at_a_step(world: World, monkeypatch: pytest.MonkeyPatch, scene: str, step: int) -> None:
    before, act, steps = SCENES[scene]
    world.searches.hold()
    if before is not None:
        await before(world)
    stood = Counter(map(_about, world.posts()))
    death = die_before(world, monkeypatch, step)
    await act(world)
    assert death.steps > step or death.steps == step == steps, "these are not all the steps"
    await world.kill(AWAY)
    await world.pass_time(RECOVERY_SECONDS)
    assert not [seen for seen in world.seen(world.channel) if seen.loading or seen.text == PLACEHOLDER]
    shown = world.posts()
    counts = Counter(map(_about, shown))
    del counts[None]
    assert set(counts.values()) <= {1}, "a message was sent twice"
    assert stood.keys() <= counts.keys()
    storage, ids = world.bot.kit.storage, {seen.id for seen in shown}
    for test in await storage[StrengthTestStore].in_progress():
        # One that nothing shows yet is shown with the first results.
        assert test.message_id in ids or f"test {test.id}" not in counts
    assert await storage[UnansweredStore].not_older_than(timedelta(hours=1)) == ()
    for number in (1, 2):
        if await storage.game(number) is None:
            continue
        now = await world.snapshot(number)
        assert now.game.message_id in ids, f"game {number} is shown nowhere"
        if now.going and now.to_move.player_id == world.ann.id:
            await world.ann.taps(now.position.legal_moves()[0], world.board(number))
            assert (await world.snapshot(number)).game.ply > now.game.ply


async def test_a_board_tapped_soon_is_not_posted_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed_here(*_: Any) -> None:
        await world.env.external_wait(asyncio.Event().wait(), reason="the process is killed before this")

    async def later(*_: Any, **__: Any) -> None:
        """The start has not come to this yet."""

    monkeypatch.setattr(world.bot.kit[WaitingStore], "mark_shown", killed_here)
    await world.ann.types("reversi start", opponent=world.ben, colour="first")
    with monkeypatch.context() as starting:
        starting.setattr(UnansweredCommands, "recover", later)
        starting.setattr(Flipfour, "_recover", later)
        await world.kill(AWAY)
        await world.ben.taps("Accept")
    await world.restart()
    await world.pass_time(RECOVERY_SECONDS)
    assert [_about(seen) for seen in world.posts()] == ["game 1"]
    await world.play("d3 c3", world.ann, world.ben)


async def test_killed_while_reposting_a_board(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start posts it again, with the same nonce: Discord answers with the message there is."""
    remember_nonces(monkeypatch)
    await world.ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await world.ann.taps("d3")
    world.delete(world.board())

    async def dying(*_: Any) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(world.bot.kit[WaitingStore], "mark_shown", dying)
    await world.let_go()
    assert len(world.boards()) == 1
    await world.kill()
    assert f"**{world.ann.mention} to move.**" in world.board().text
    await world.ann.taps(world.board().moves[0])
    assert (await world.snapshot()).game.ply == 4


def _about(seen: Seen) -> str | None:
    """The game or the strength test that a message shows; None for any other message."""
    if seen.text == CUT_OFF:
        return None
    found = {
        f"{KINDS.get(custom_id.split(':')[1], 'game')} {custom_id.split(':')[2]}"
        for custom_id in seen.custom_ids
    }
    assert len(found) == 1, seen.custom_ids
    return found.pop()
