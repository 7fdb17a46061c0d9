"""No option of a command is ignored without a word."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.world import World

WITH = "`{}` has no effect with `{}`. Leave one of them out."
ONLY_WITH = "`{}` only has an effect with `{}`. Add that, or leave it out."


IGNORED: list[tuple[str, dict[str, Any], str]] = [
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
]
"""Commands with options of which one would be ignored, and what is said."""


@pytest.mark.english
async def test_an_option_that_would_be_ignored_is_refused(world: World) -> None:
    for command, options, said in IGNORED:
        assert (await world.ann.types(command, **options)).private == said
    assert world.posts() == []
