"""The levels under the name by which programs outside find them."""

from __future__ import annotations

from engine import connect4, reversi
from engine.players.computer import LEVELS
from engine.search.position import Position
from tests.cases import for_each


@for_each("start", [reversi.start(), connect4.start()])
def test_a_program_outside_lets_every_level_play(start: Position) -> None:
    """As the scripts do that play matches against other engines."""
    for level in LEVELS[start.game].values():
        assert level.player.choose(start, 0.02).move in start.legal_moves()


def test_both_games_have_master_as_their_strongest_level() -> None:
    assert {game: list(levels)[-1] for game, levels in LEVELS.items()} == {
        "reversi": "master",
        "connect4": "master",
    }
