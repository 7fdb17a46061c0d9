"""Who may know what, beyond the contracts of import-linter; the names in docs/architecture.md exist."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

KNOW_DISCORD = {
    "bot.__init__",
    "bot.__main__",
    "bot.app",
    "bot.cli",
    "bot.composition",
    "bot.demo",
    "bot.process.discord_api",
    "bot.process.discord_check",
    "bot.process.sharded",
    "bot.run",
    "bot.ui",
}
"""All that may import discord.py, or what imports it; every other module, also a new one, may not."""

KNOW_STORAGE = {
    "bot/ui/channel_lists/commands.py",
    "bot/ui/games/boards.py",
    "bot/ui/games/left_boards.py",
    "bot/ui/questions/asking.py",
    "bot/ui/questions/posts.py",
    "bot/ui/review/posts.py",
    "bot/ui/unanswered.py",
}
"""Files of `bot.ui` that reach storage directly; all others use values of `data` and go through use-cases."""

PAGE = ROOT / "docs" / "architecture.md"
NAMES = sorted(
    set(
        re.findall(r"`((?:bot|data|engine|executors|renderers|research)(?:\.\w+)+)`", PAGE.read_text("utf-8"))
    )
)


def test_the_page_names_functions() -> None:
    assert len(NAMES) > 20


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_names_is_there(name: str) -> None:
    parts = name.split(".")
    # The longest importable beginning is a module, the rest are its attributes.
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return
    raise AssertionError(f"{name} is nowhere")


def imported(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, or imports a name from, also inside of functions."""
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
        for package in ("bot", "data", "engine", "executors", "renderers")
        for path in sorted((ROOT / package).rglob("*.py"))
        if not within(".".join(path.relative_to(ROOT).with_suffix("").parts), KNOW_DISCORD)
        for name in imported(path)
        if within(name, forbidden)
    ]
    assert unknown == []


def test_ui_reaches_storage_through_use_cases() -> None:
    reaching = set()
    for path in sorted((ROOT / "bot" / "ui").rglob("*.py")):
        stores = any(
            (isinstance(node, ast.Attribute) and node.attr == "storage")
            or (isinstance(node, ast.alias) and node.name == "Storage")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )
        if stores:
            reaching.add(path.relative_to(ROOT).as_posix())
    assert reaching <= KNOW_STORAGE
