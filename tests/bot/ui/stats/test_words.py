"""What profiles say of games."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.ui.stats.words import recent_game
from data import Profile, RecentGame, Verdict
from tests.bot.helpers import ANN

THEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("game", "outcome", "score", "said"),
    [
        ("reversi", "loss", -22, "🔴 lost by 22 against Ben"),
        ("reversi", "win", 4, "🟢 won by 4 against Ben"),
        ("reversi", "draw", 0, "⚪ drew against Ben"),
        ("reversi", "loss", None, "🔴 lost against Ben"),
        ("connect4", "loss", -19, "🔴 lost against Ben"),
        ("connect4", "win", 3, "🟢 won against Ben"),
    ],
)
def test_a_recent_game_tells_the_margin_where_there_is_one(
    game: str, outcome: Verdict, score: int | None, said: str
) -> None:
    played = RecentGame(1, game, "", "Ben", None, outcome, score, None, None, THEN)
    assert recent_game(played, Profile(ANN.id, ANN.name, {}, (played,))).startswith(f"{said} · ")
