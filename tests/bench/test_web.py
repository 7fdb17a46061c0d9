"""The benchmark of boards in the browser, with the real bot and sockets of another process."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bench import web
from bench.silent_discord import SilentDiscord
from bench.web import measure, measure_first_view, measure_taps
from bot.play.games.ids import PlayMove


@pytest.mark.long
def test_pages_have_the_move_after_the_tap() -> None:
    (row,) = measure(crowds=(2,), taps=1)
    assert row["spectators"] == 2
    assert 0 < row["acknowledged_ms"] <= row["slowest_ms"]
    assert 0 < row["first_page_ms"] <= row["last_page_ms"] <= row["slowest_page_ms"]


def test_a_first_view_is_compressed() -> None:
    (row,) = measure_first_view()
    assert row["requests"] > 5
    assert 1 < row["page_kb"] < row["all_kb"] < 60


@pytest.mark.long
def test_taps_are_acknowledged_while_moves_reach_the_pages() -> None:
    (row,) = measure_taps(crowds=(2,), taps=3)
    assert row["spectators"] == 2
    assert 0 < row["median_ms"] <= row["p99_ms"]
    assert row["p99_processor_ms"] > 0
    assert row["times_p99"] == 1


async def test_a_move_is_answered_when_its_buttons_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ply(bot: object) -> int:
        return 2

    monkeypatch.setattr(web, "_ply", ply)
    monkeypatch.setattr(web, "PAUSE", 0.0)
    discord = SilentDiscord()
    answered = asyncio.create_task(web._answered(cast(Any, None), discord, 0))
    for shown in (0, None, 2):
        button = {"type": 2, "label": "d3", "custom_id": str(PlayMove(1, shown or 0, "d3"))}
        discord._keep({"components": [] if shown is None else [button]})
        for _ in range(5):
            await asyncio.sleep(0)
        assert answered.done() is (shown == 2)
    await answered
