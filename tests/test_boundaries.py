"""Module boundaries beyond the contracts of import-linter."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

KNOW_DISCORD = {
    "bot.__init__",
    "bot.__main__",
    "bot.app",
    "bot.cli",
    "bot.composition",
    "bot.demo",
    "bot.discord_time",
    "bot.process.discord_api",
    "bot.process.discord_check",
    "bot.process.discord_registration",
    "bot.process.sharded",
    "bot.run",
    "bot.ui",
}
"""Modules that may import discord.py or each other; all others, including new ones, may not."""


def imported(path: Path) -> Iterator[str]:
    """Yield everything that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, modules: set[str]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def test_only_the_named_modules_know_discord() -> None:
    forbidden = {"discord", "simcord", *KNOW_DISCORD}
    unknown = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package in ("bot", "data", "engine", "executors", "languages", "renderers")
        for path in sorted((ROOT / package).rglob("*.py"))
        if not within(".".join(path.relative_to(ROOT).with_suffix("").parts), KNOW_DISCORD)
        for name in imported(path)
        if within(name, forbidden)
    ]
    assert unknown == []


def test_ui_reaches_storage_through_use_cases() -> None:
    reaching = [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for path in sorted((ROOT / "bot" / "ui").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "storage")
        or (isinstance(node, ast.alias) and node.name == "Storage")
    ]
    assert reaching == []


HAVE_WORDS = {"bot.catalog", "bot.linked_roles.setup", "bot.settings"}
"""Modules with words for players and hosts: rules of games, and settings."""

FOR_DISCORD = re.compile(r"<@|\*\*|`/|https?://\w|</\w+:")
"""Mentions, markdown, commands, links."""


def test_use_cases_have_no_words_for_discord() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: {node.value!r}"
        for path in sorted((ROOT / "bot").rglob("*.py"))
        if not within(".".join(path.relative_to(ROOT).with_suffix("").parts), {*KNOW_DISCORD, *HAVE_WORDS})
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and FOR_DISCORD.search(node.value)
    ]
    assert found == []
