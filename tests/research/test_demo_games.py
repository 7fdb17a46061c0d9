"""The games with which the demo starts do not depend on how fast the machine is."""

from __future__ import annotations

from typing import Any

import pytest

from engine import SearchResult, search
from engine.players import computer
from research.demo_games import play


@pytest.mark.parametrize("game", ["reversi", "connect4"])
def test_no_search_is_bounded_by_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = list[float | None]()

    def noted(position: Any, limits: Any, *given: Any, **named: Any) -> SearchResult:
        seconds.append(limits.seconds)
        return search(position, limits, *given, **named)

    monkeypatch.setattr(computer, "search", noted)
    once = play(game, ("finn", "mona"), 5)
    assert set(seconds) == {None}
    assert play(game, ("finn", "mona"), 5) == once
