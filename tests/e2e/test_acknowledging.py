"""Every interaction is acknowledged first, as the fixture `world` checks in all tests: what follows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

import bot.ui
from bot.catalog.reversi import Reversi
from renderers.themes import Look
from tests.e2e.world import World

SOURCES = sorted(Path(bot.ui.__file__).parent.rglob("*.py"))
FIRST_ANSWERS = {"door.py", "request.py"}


def test_only_the_door_gives_a_first_answer() -> None:
    """Dialogs have to be one; the storage is not used for them, which `world` would see."""
    answer = re.compile(r"\.response\.(?!send_modal|is_done)\w+")
    found = [path.name for path in SOURCES if answer.search(path.read_text())]
    assert set(found) <= FIRST_ANSWERS


async def test_an_expired_interaction_changes_nothing(world: World, log: list[EventDict]) -> None:
    commands: list[tuple[str, dict[str, Any]]] = [
        ("match", {"first": "easy", "second": "medium"}),
        ("match", {"first": "easy", "second": "medium", "games": 4}),
        ("reversi start", {"bot": "easy"}),
        ("opponent", {"name": "Octo"}),
    ]
    before = len(world.env.http_requests)
    for command, options in commands:
        world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        assert not (await world.ann.types(command, **options)).acknowledged
    sent = world.env.http_requests[before:]
    assert [request.path.rsplit("/", 1)[-1] for request in sent] == ["callback"] * len(commands)
    warnings = [entry["event"] for entry in log if entry["log_level"] == "warning"]
    assert warnings == ["an interaction was gone before it could be answered"] * len(commands)
    assert world.posts() == []
    assert await world.bot.services.storage.game(1) is None
    assert await world.bot.services.storage.strength_tests.in_progress() == ()


async def test_an_answer_that_comes_too_late_is_no_error(world: World, log: list[EventDict]) -> None:
    answers = ((404, 10015), (401, 50027), (404, 10008), (404, 10062))
    for status, code in answers:
        for method in ("POST", "PATCH"):
            world.env.inject_error(method, "/webhooks/*", status=status, code=code, times=5)
        await world.ann.types("profile")
        world.env.backend.faults.clear()
    told = [entry for entry in log if entry["log_level"] in ("warning", "error")]
    assert [(entry["log_level"], entry.get("code")) for entry in told] == [
        ("warning", code) for _, code in answers
    ]


async def test_the_rules_are_drawn_after_the_acknowledgement(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    rules_picture = Reversi.rules_picture

    def drawn(kind: Reversi, look: Look) -> tuple[bytes, str]:
        seen.append(world.env.http_requests[-1].path)
        return rules_picture(kind, look)

    monkeypatch.setattr(Reversi, "rules_picture", drawn)
    answer = await world.ann.reads_rules("reversi")
    assert [path.rsplit("/", 1)[-1] for path in seen] == ["callback"]
    assert "Reversi" in answer.private
