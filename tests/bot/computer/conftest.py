"""Fixtures of the computer and its search pool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from engine.players.computer import ComputerPlayer, Level, levels_of
from tests.bot.computer.hall import Deep, Hall
from tests.bot.computer.simulation import Simulation


@pytest.fixture
def one() -> Iterator[Simulation]:
    made = Simulation(workers=1)
    with made.time.rules_stop_flags():
        yield made


@pytest.fixture
def two() -> Iterator[Simulation]:
    made = Simulation(workers=2)
    with made.time.rules_stop_flags():
        yield made


@pytest.fixture
def hall(referee: Referee, challenges: Challenges, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(referee, challenges, monkeypatch)


@pytest.fixture
async def deep(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Deep:
    """Return the player of the level `scripted`."""
    player = Deep()
    monkeypatch.setitem(levels_of("reversi"), "scripted", Level(cast(ComputerPlayer, player), 1300))
    return player
