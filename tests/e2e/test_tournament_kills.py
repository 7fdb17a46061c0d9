"""Tournaments with the bot killed at every step, and started again.

A step is a write to the storage or a request to Discord; the process ends before it. The people do what
people do: they look, and tap what is there. Wherever the process ended, the tournament ends with the right
standings, no pairing has two games, no game two boards, and what is to be told is told.
"""

from __future__ import annotations

from typing import Any

import pytest
from simcord.http import router

from data import TournamentRecord
from tests.e2e.test_killed_anywhere import Death
from tests.e2e.tournaments import (
    MINUTE,
    SOON,
    announced,
    board,
    card,
    crowd,
    draw,
    found,
    lower_wins,
    pending,
    told,
)
from tests.e2e.world import RECOVERY_SECONDS, Person, World

pytestmark = pytest.mark.english

STEPS = {"round_robin": 70, "knockout": 90, "swiss": 110}
"""Steps of a whole tournament, about; more in the table are harmless."""

EVERY = 25
"""One in this many steps also runs without --all."""

SIZES = {"round_robin": 2, "knockout": 2, "swiss": 4}
GAMES = {"round_robin": 1, "knockout": 1, "swiss": 4}


class Killed:
    """A bot that ends at its chosen step, once."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
        self._world = world
        self._death = Death(step)
        self._patch = monkeypatch
        bot, dispatch = world.bot, router.dispatch
        database = bot.services.storage._database
        write = database.write

        def dying_request(*arguments: Any, **options: Any) -> Any:
            if world.bot is bot:
                self._death.step()
            return dispatch(*arguments, **options)

        async def dying_write(work: Any) -> Any:
            self._death.step()
            return await write(work)

        monkeypatch.setattr(router, "dispatch", dying_request)
        monkeypatch.setattr(database, "write", dying_write)
        self._ended = False

    @property
    def came(self) -> bool:
        """Whether the step was reached."""
        return self._death.steps > self._death.at

    async def again(self) -> bool:
        """Start the bot again if it has ended; return whether it had."""
        if self._ended or not self.came:
            return False
        self._ended = True
        await self._world.kill()
        await self._world.pass_time(RECOVERY_SECONDS)
        return True


async def play(world: World, killed: Killed, form: str, people: list[Person]) -> None:
    """Have a tournament created, joined and played, whatever happens."""
    by_id = {person.id: person for person in people}
    options: dict[str, Any] = {"rounds": 2} if form == "swiss" else {}
    drawn = False
    for _ in range(60):
        await killed.again()
        record = await world.bot.services.storage.tournaments.find(1)
        if record is None:
            await people[0].types(
                "tournament create", form=form, places=len(people), time="2 days", **options
            )
            continue
        if record.tournament.is_over:
            await world.pass_time(SOON)
            if await killed.again():
                continue
            return
        missing = [one for one in people if record.entrant_of(one.id) is None]
        if record.tournament.state == "open" and missing:
            await missing[0].taps("Join", card(world))
            continue
        games = await pending(world)
        if form == "knockout" and not drawn and games:
            drawn = True
            await try_to_draw(world, by_id, games[0])
        elif games:
            await try_to_end(world, by_id, games[0])
        else:
            await world.pass_time(RECOVERY_SECONDS)
    board(world, (await pending(world))[0][0])
    raise AssertionError("the tournament does not end")


async def try_to_draw(world: World, people: dict[int, Person], game: tuple[int, int, int]) -> None:
    """Agree to a draw; a bot that has ended shows no board and no question."""
    try:
        await draw(world, people, game)
    except (AssertionError, StopIteration, RuntimeError):
        await world.pass_time(0)


async def try_to_end(world: World, people: dict[int, Person], game: tuple[int, int, int]) -> None:
    """Resign a game; a bot that has ended does not answer."""
    try:
        board(world, game[0])
    except AssertionError:
        await world.pass_time(1)
        return
    try:
        await lower_wins(world, people, game)
    except (IndexError, StopIteration):
        await world.pass_time(0)


def check(world: World, record: TournamentRecord, people: list[Person], games: int) -> None:
    """Check that the tournament ended as if nothing had happened."""
    ann = people[0]
    assert record.tournament.state == "finished"
    assert f"Won by {ann.mention}" in card(world).text
    played = [one for one in record.pairings if one.second is not None]
    met = [(frozenset((one.first, one.second)), one.round, one.replay) for one in played]
    assert len(met) == len(set(met)), "a pairing was made twice"
    assert all(one.told and one.game_id is not None for one in played)
    # Where the process ended before the draw, there is none.
    replays = sum(one.outcome == "draw" for one in played)
    assert len({one.game_id for one in played}) == len(played) == games + replays, "a game was begun twice"
    assert record.tournament.announced
    # The simulated Discord knows no nonces, so a message whose sending was not noted comes again.
    assert 1 <= len(announced(world)) <= 2
    texts = "\n".join(seen.text for seen in told(world))
    for one in played:
        assert one.game_id is not None
        assert f"/{board(world, one.game_id).id})" in texts


@pytest.mark.parametrize(
    ("form", "step"),
    [
        pytest.param(form, step, marks=() if step % EVERY == EVERY - 1 else pytest.mark.long)
        for form, steps in STEPS.items()
        for step in range(steps)
    ],
)
async def test_killed_before_a_step(
    world: World, monkeypatch: pytest.MonkeyPatch, form: str, step: int
) -> None:
    people = crowd(world, SIZES[form])
    killed = Killed(world, monkeypatch, step)
    await play(world, killed, form, people)
    record = await found(world)
    check(world, record, people, GAMES[form])
    _, total = await world.bot.services.storage.tournaments.cups_of(people[0].id, 3)
    assert total == 1
    await world.pass_time(MINUTE)
    assert await pending(world) == []
