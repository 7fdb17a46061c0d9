"""One tap on an attempt: whatever it was drawn for, it counts once or shows the attempt as it is."""

from __future__ import annotations

from itertools import product

import pytest

from bot.catalog import GAMES
from bot.core.attempts import AttemptEvent, AttemptStep, tapped
from data.db.errors import AttemptChanged
from engine import Position

OVER = 2
"""The number of questions."""


class Counted(AttemptStep):
    """An attempt that has answered questions 0 to `number` - 1."""

    number: int

    @property
    def at(self) -> tuple[int, ...]:
        return () if self.number == OVER else (self.number, 0)

    @property
    def position(self) -> Position:
        assert self.number < OVER
        return GAMES["connect4"].start("")


TAPS = [*product([(0,), (1,), (0, 0), (1, 0), (1, 2)], ["1", "8", None], [False, True])]


@pytest.mark.parametrize("stored", range(OVER + 1))
async def test_a_tap_counts_once_for_its_own_question(stored: int) -> None:
    for at, move, overtaken in TAPS:
        taps = [stored]

        async def load(taps: list[int] = taps) -> Counted:
            return Counted(AttemptEvent.OUTDATED, taps[-1])

        async def change(step: Counted, taps: list[int] = taps, overtaken: bool = overtaken) -> Counted:
            taps.append(step.number + 1)
            if overtaken:
                raise AttemptChanged
            return Counted(AttemptEvent.SOLVED, taps[-1])

        step = await tapped(load, at, change, move)
        is_current = stored < OVER and at in [(stored,), (stored, 0)] and move != "8"
        assert len(taps) == 1 + is_current
        counts = is_current and not overtaken
        assert step == Counted(AttemptEvent.SOLVED if counts else AttemptEvent.OUTDATED, taps[-1])
