"""Packing of moves in the background."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.hosting import packing
from bot.hosting.packing import MovePacking
from bot.play.games.challenges import Challenges
from data import Storage
from data.games.moves import PackingStore, games_not_packed
from data.upkeep.pending import PendingStore
from tests.bot.helpers import BLACK_WIPES_OUT, game_after, kit_of


async def over(storage: Storage) -> int:
    """Play a game to its end."""
    game = await game_after(Challenges(kit_of(storage)), *BLACK_WIPES_OUT)
    return game.game.id


async def test_games_are_packed_once_they_are_over(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "AT_ONCE", 2)
    feature = MovePacking(kit_of(storage))
    made = [await over(storage) for _ in range(5)]
    assert await storage[PendingStore].waiting(feature.chores) == {games_not_packed}
    monkeypatch.setattr(packing, "IN_A_ROUND", 2)
    await feature.do_pending()
    assert [*await storage[PackingStore].not_packed(9)] == made[4:]
    await feature.do_pending()
    assert await storage[PendingStore].waiting(feature.chores) == set()


async def test_a_game_that_cannot_be_packed_keeps_its_rows_and_is_logged(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await over(storage)

    def fail(_: object) -> bytes:
        raise ValueError("moves cannot be packed")

    monkeypatch.setattr(packing, "pack", fail)
    feature = MovePacking(kit_of(storage))
    with capture_logs() as log:
        await feature.do_pending()
    assert [(entry["event"], entry["game"]) for entry in log] == [
        ("the moves of a game could not be packed", made)
    ]
    # It is not tried again at each pass.
    assert await storage[PendingStore].waiting(feature.chores) == set()
    game = await storage.game(made)
    assert game is not None
    assert game.moves == BLACK_WIPES_OUT
