"""Computer players in words."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.ui.opponent_words import STYLES, describe
from engine.players.computer import ComputerPlayer, style_names
from tests.cases import for_each


@pytest.mark.parametrize("game", GAMES)
def test_every_style_is_explained_in_a_menu(game: str) -> None:
    assert all(0 < len(STYLES[name]) <= 100 for name in style_names(game))


@for_each(
    ("text", "words"),
    [
        ("positional:4", ["**The whole game**: positional, 4 moves deep"]),
        ("random:1", ["**The whole game**: random"]),
        (
            "mobility:time opening=greedy:1@1",
            [
                "**Opening**, while at most 1 move has been made: greedy, 1 move deep",
                "**Middle game**: mobility, as deep as time allows",
            ],
        ),
        (
            "loser:3 end=narrow:9@10 cap=0.5 random-ties blunders=0.25@12.0",
            [
                "**Middle game**: loser, 3 moves deep",
                "**End**, the last 10 moves: narrow, 9 moves deep",
                "**Habits**: thinks for at most 0.5 s per move; chooses at random among equally good moves; "
                "gives away up to 12 points in 25% of its moves",
            ],
        ),
        (
            "patterns:5 misjudges=2.5@10.0 misses=0.25",
            [
                "**The whole game**: patterns, 5 moves deep",
                "**Habits**: misjudges moves by about 2.5 points and gives away at most 10 per move; "
                "overlooks 25% of the moves that are hard to see",
            ],
        ),
        (
            "greedy:2 no-pondering",
            ["**The whole game**: greedy, 2 moves deep", "**Habits**: does not think on your time"],
        ),
        (
            "patterns:5 misjudges=2.5@10.0/60.0",
            [
                "**The whole game**: patterns, 5 moves deep",
                "**Habits**: misjudges moves by about 2.5 points and gives away at most 10 per move and "
                "60 per game",
            ],
        ),
    ],
)
def test_a_player_is_told_part_by_part(text: str, words: list[str]) -> None:
    assert describe(ComputerPlayer.parse(text)).splitlines() == words
