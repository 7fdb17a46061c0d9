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


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("match", {"first": "easy", "second": "medium"}),
        ("match", {"first": "easy", "second": "medium", "games": 4}),
        ("reversi start", {"bot": "easy"}),
        ("opponent", {"name": "Octo"}),
    ],
)
async def test_an_expired_interaction_changes_nothing(
    world: World, log: list[EventDict], command: str, options: dict[str, Any]
) -> None:
    before = world.env.http_requests.copy()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    answer = await world.ann.types(command, **options)
    assert not answer.acknowledged
    sent = world.env.http_requests[len(before) :]
    assert [request.path.rsplit("/", 1)[-1] for request in sent] == ["callback"]
    assert [entry["event"] for entry in log if entry["log_level"] == "warning"] == [
        "an interaction was gone before it could be answered"
    ]
    assert world.posts() == []
    assert await world.bot.services.storage.game(1) is None
    assert await world.bot.services.storage.strength_tests.in_progress() == ()


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (404, 10008), (404, 10062)])
async def test_an_answer_that_comes_too_late_is_no_error(
    world: World, log: list[EventDict], status: int, code: int
) -> None:
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/webhooks/*", status=status, code=code, times=5)
    await world.ann.types("profile")
    told = [entry for entry in log if entry["log_level"] in ("warning", "error")]
    assert [(entry["log_level"], entry.get("code")) for entry in told] == [("warning", code)]


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


async def test_a_refusal_of_a_public_command_is_for_the_person_alone_and_leaves_nothing_behind(
    world: World,
) -> None:
    answer = await world.ann.types("reversi start", opponent=world.ann)
    assert answer.private
    assert world.posts() == []


async def test_a_question_to_another_player_is_public(
    world: World,
) -> None:
    await world.begin(world.ann, world.ben)
    answer = await world.ann.types("game ask", bot="easy")
    assert "do you agree?" in answer.public
    assert [seen for seen in world.seen(world.channel) if seen.private] == []
