"""The names of computer players on the pictures of boards, where room is short."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.catalog import GAMES
from bot.core.people import Names
from bot.ui.pictures import picture_names
from data import Storage
from data.games.records import Seat
from engine.connect4 import start
from languages import LANGUAGES, speaking
from renderers import connect4, lettering, strip, writing
from renderers.themes import Look
from tests.data.helpers import against_computer


@pytest.mark.parametrize("code", LANGUAGES)
async def test_the_name_of_a_level_is_whole(code: str, storage: Storage) -> None:
    names = Names(storage)
    game = await storage.create_game(against_computer())
    with speaking(LANGUAGES[code]):
        for level in GAMES["reversi"].levels:
            seats = (Seat(None, level), Seat(None, level))
            first, _ = await picture_names(names, replace(game, seats=seats), None)
            assert strip.has_room(first)


def test_a_name_without_a_score_has_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    shortened = lettering.shortened

    def spy(text: str, *room: Any) -> str:
        cut.append(text)
        return shortened(text, *room)

    monkeypatch.setattr(lettering, "shortened", spy)
    writing.fit.cache_clear()
    grid = start()
    connect4.draw(grid, names=("Flipfour (beginner)", "Flipfour (principiante)"), look=Look(turned=True))
    assert cut == []
    connect4.draw(grid, names=("W" * 40, "M" * 40), look=Look(turned=True))
    assert cut == ["W" * 40, "M" * 40]
