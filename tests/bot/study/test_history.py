"""The list of games that are over, at its longest."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.core.paging import ListPage
from bot.study.history_ui import COMPUTER, ShowHistory, history_card
from bot.study.records.files import PAGE
from data.games.history import HistoryPart, PastGame
from data.games.records import Ending

MAX_COMPONENTS, MAX_TEXT = 40, 4000


def test_the_longest_page_fits_into_a_message() -> None:
    long = "x" * 300
    nobody = dict.fromkeys(("first_player_id", "second_player_id", "first_name", "second_name"), None)
    game: dict[str, Any] = {"game": "reversi", "options": "10x10 anti", "winner": 0, "score": 100, **nobody}
    game |= {"ending": Ending.RESIGNED, "finished_at": datetime(2026, 3, 1, tzinfo=UTC)}
    game |= {"first_computer": long, "second_computer": long}
    games = tuple(PastGame(id=2**62 + number, **game) for number in range(PAGE))
    page = ListPage(HistoryPart(games, total=10**6), page=10**5, last_page=10**6)
    card = history_card(page, ShowHistory(10**5, 2**62, "connect4", COMPUTER, "draw", "yes"), 2**62)
    assert card.total_children_count <= MAX_COMPONENTS
    assert card.content_length() <= MAX_TEXT
