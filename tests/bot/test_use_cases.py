"""The use-cases have no words for people: nothing in their sources is written for Discord."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot

HERE = Path(bot.__file__).parent
ROOMS = (
    "announcements",
    "assist",
    "channel_lists",
    "clocks",
    "computer",
    "games",
    "matches",
    "notices",
    "openings",
    "opponents",
    "preferences",
    "privacy",
    "questions",
    "records",
    "refusals",
    "replay",
    "threads",
    "review",
)
MODULES = ("alarm.py", "background.py", "runtime.py", "services.py")

FOR_DISCORD = re.compile(r"<@|\*\*|`/|https?://|</\w+:")
"""Mentions, markdown, commands, links."""


def sources() -> list[Path]:
    found = [path for room in ROOMS for path in sorted((HERE / room).rglob("*.py"))]
    return [*found, *(HERE / name for name in MODULES)]


def texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings of a module, f-strings and docstrings included."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(HERE).as_posix())
def test_a_use_case_has_no_words_for_discord(path: Path) -> None:
    tree = ast.parse(path.read_text())
    found = [text.value for text in texts(tree) if FOR_DISCORD.search(str(text.value))]
    assert not found


def test_there_are_sources_to_look_at() -> None:
    assert len(sources()) > 20
