"""No option of a command is ignored without a word."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.world import World

WITH = "`{}` has no effect with `{}`. Leave one of them out."
ONLY_WITH = "`{}` only has an effect with `{}`. Add that, or leave it out."


@pytest.mark.english
@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("puzzle", {"mine": True, "game": "connect4"}, WITH.format("game", "mine")),
        ("puzzle", {"mine": True, "theme": "corner"}, WITH.format("theme", "mine")),
        ("puzzle", {"mine": True, "difficulty": "harder"}, WITH.format("difficulty", "mine")),
        ("puzzle", {"mine": True, "public": True}, WITH.format("public", "mine")),
        ("import", {"text": "f5d6c3", "first": 3}, ONLY_WITH.format("first", "file")),
        ("opening train", {"add": "tiger", "ahead": True}, WITH.format("ahead", "add")),
        ("opening train", {"add": "tiger", "game": "connect4"}, WITH.format("game", "add")),
        ("tournament create", {"form": "arena", "rounds": 3}, WITH.format("rounds", "form:Arena")),
        ("tournament create", {"minutes": 30}, ONLY_WITH.format("minutes", "form:Arena")),
        (
            "vote",
            {"against": "teams", "bot": "easy"},
            WITH.format("bot", "against:Two teams in this channel"),
        ),
        ("vote", {"against": "server", "bot": "easy"}, WITH.format("bot", "against:Another server")),
        (
            "vote",
            {"against": "teams", "colour": "second"},
            WITH.format("colour", "against:Two teams in this channel"),
        ),
        ("vote", {"code": "ABCDEF", "board": "6x6"}, WITH.format("board", "code")),
    ],
)
async def test_an_option_that_would_be_ignored_is_refused(
    world: World, command: str, options: dict[str, Any], said: str
) -> None:
    assert (await world.ann.types(command, **options)).private == said
    assert world.posts() == []
