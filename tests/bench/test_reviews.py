"""The games that are reviewed to measure how long that takes."""

from __future__ import annotations

from bench.features import GAMES_PLAYED
from bot.catalog import GAMES
from engine.search.registry import registered
from tests.cases import for_each


@for_each(("game", "transcript"), GAMES_PLAYED)
def test_they_are_whole_games(game: str, transcript: str) -> None:
    position = GAMES[game].start("")
    for move in registered(game).split_moves(transcript):
        position = position.play(move)
    assert position.result() is not None
