"""Games of the version before a migration go on after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from data import ConditionalLine, Game, Reply, Storage
from tests.data.db.older_databases import older_game
from tests.data.helpers import move
from tests.databases import url_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


pytestmark = pytest.mark.sqlite


async def test_older_games_are_where_the_bot_is_a_member(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0015_by", moves="d3")
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert not game.by_clicks
    assert (await storage.add_moves(game, [move("c3", 1)])).moves == ("d3", "c3")
    await storage.close()


async def test_nothing_is_known_of_what_older_moves_gave_away(path: Path, tmp_path: Path) -> None:
    level = "UPDATE games SET second_player_id = NULL, second_computer = 'easy'"
    older_game(path, tmp_path, "0037", moves="d3 c3 c4", also=level)
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert game.given_away == (0.0, 0.0)
    stored = await storage.add_moves(game, [replace(move("e3", 1), given_away=2.5)])
    assert (stored.moves, stored.given_away) == (("d3", "c3", "c4", "e3"), (0.0, 2.5))
    assert await storage.game(1) == stored
    await storage.close()


async def test_answers_can_be_planned_in_older_games(path: Path, tmp_path: Path) -> None:
    older_game(path, tmp_path, "0028", moves="d3")
    storage = await Storage.open(url_of(path))
    game = await storage.game(1)
    assert game is not None
    assert game.conditional_from is None
    (line,) = await storage.conditional.replace(game, 1001, [("c3", "c4")])

    def respond(now: Game, lines: Sequence[ConditionalLine]) -> Reply | None:
        return Reply((move(line.after(now.moves)[0], 0),), None) if line in lines else None

    stored = await storage.add_moves(game, [move("c3", 1)], respond=respond)
    assert (stored.moves, stored.conditional_from) == (("d3", "c3", "c4"), 2)
    assert await storage.game(1) == stored
    assert await storage.conditional.of(stored, 1001) == ()
    await storage.close()
