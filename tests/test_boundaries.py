"""Module boundaries beyond the contracts of import-linter."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

KNOW_DISCORD = {
    "bot.__init__", "bot.__main__", "bot.app", "bot.cli", "bot.rooms",
    "bot.demo", "bot.core.discord_time", "bot.hosting.discord_api", "bot.hosting.discord_check",
    "bot.hosting.pending_commands", "bot.run", "bot.sharded", "bot.ui",
}  # fmt: skip
"""Modules that may import discord.py or each other, besides those named by `FOR_USERS`."""

FOR_USERS = re.compile(r"(?:.*_)?(?:ui|view|words|pictures|ids)|commands")
"""Names of a room's files for what Discord shows; its other files are use-cases."""


def knows_discord(path: Path) -> bool:
    """Return whether a file may know Discord."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    in_room = name.startswith("bot.") and not within(name, {"bot.core", "bot.settings", "bot.preferences"})
    return within(name, KNOW_DISCORD) or (in_room and FOR_USERS.fullmatch(path.stem) is not None)


def is_for_users(name: str) -> bool:
    """Return whether an imported name is, or is in, a file for what Discord shows."""
    if not name.startswith("bot.") or within(name, {"bot.core", "bot.settings", "bot.preferences"}):
        return False
    modules = name.split(".")[2:]
    return any(FOR_USERS.fullmatch(module) for module in modules if (ROOT / path_of(name, module)).exists())


def path_of(name: str, module: str) -> str:
    """Return the path of the module, part of an imported name."""
    parts = name.split(".")
    return "/".join(parts[: parts.index(module) + 1]) + ".py"


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(source)))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file's tree; each is read once."""
    return nodes_of(path.read_text("utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Yield everything that a file imports, also inside functions."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, modules: set[str]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def test_only_files_for_users_know_discord() -> None:
    forbidden = {"discord", "simcord", *KNOW_DISCORD}
    unknown = [
        f"{path.relative_to(ROOT)} imports {name}"
        for package in ("bot", "data", "engine", "executors", "languages", "renderers")
        for path in sorted((ROOT / package).rglob("*.py"))
        if not knows_discord(path)
        for name in imported(path)
        if within(name, forbidden) or is_for_users(name)
    ]
    assert unknown == []


def test_ui_reaches_storage_through_use_cases() -> None:
    reaching = [
        f"{path.relative_to(ROOT)}, line {node.lineno}"
        for path in sorted((ROOT / "bot").rglob("*.py"))
        if FOR_USERS.fullmatch(path.stem) or path.is_relative_to(ROOT / "bot" / "ui")
        for node in nodes(path)
        if (isinstance(node, ast.Attribute) and node.attr == "storage")
        or (isinstance(node, ast.alias) and node.name.endswith(("Storage", "Store")))
        # The door notes the numbers in buttons before it knows whose they are.
        if not (path.name == "door.py" and isinstance(node, ast.alias) and node.name == "NumberStore")
    ]
    assert reaching == []


HAVE_WORDS = {"bot.catalog", "bot.core.limits", "bot.settings"}
"""Modules with words for players and hosts besides `host_settings`: rules, settings."""

SENTENCES = {"refusal", "gettext_noop", "ngettext_noop"}
"""Functions that are called with the sentences of refusals."""

FOR_DISCORD = re.compile(r"<@|\*\*|`/|https?://\w|</\w+:")
"""Mentions, markdown, commands, links."""


def test_use_cases_have_no_words_for_discord() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {node.lineno}: {node.value!r}"
        for path in sorted((ROOT / "bot").rglob("*.py"))
        if not knows_discord(path) and path.stem != "host_settings"
        if not within(".".join(path.relative_to(ROOT).with_suffix("").parts), HAVE_WORDS)
        for node in outside_refusals(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and FOR_DISCORD.search(node.value)
    ]
    assert found == []


def outside_refusals(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in a tree but for the sentences of refusals."""
    yield node
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Call(func=ast.Name(id=name)) if name in SENTENCES:
                pass
            case _:
                yield from outside_refusals(child)


def test_public_classes_of_the_bot_have_names_of_their_own() -> None:
    """Also towards storage and pictures, whose classes the bot uses beside its own."""
    places: dict[str, list[str]] = {}
    for package in ("bot", "data", "renderers"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_the_drawn_floors_are_those_of_the_contract() -> None:
    """docs/architecture.md draws the rooms of the bot from above to below, as import-linter keeps them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == ["bot"])
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    drawn = page.partition("    subgraph bot\n")[2].partition("    end\n")[0]
    top, *rooms = re.findall(r'top\["([^"]*)"\]|\b([a-z]+)\b(?= -->|$)|--> ([a-z]+)', drawn, re.MULTILINE)
    floors: list[str] = []
    for room in map("".join, rooms):
        if room and room not in floors and room != "top":
            floors.append(room)
    assert [top[0].split(" · "), *floors] == [layers[0].split(" : "), *layers[1:]]


PACKAGES = ("bench", "bot", "data", "engine", "executors", "languages", "release", "renderers", "research")


def circle(root: Path, packages: tuple[str, ...]) -> list[str]:
    """Return modules of which each imports the one before it and the first is the last; [] if there are none.

    Imports for types alone and inside functions count: they let a module be loaded, but not be understood,
    before those it needs. That a package is loaded before its modules does not count.
    """
    files = {}
    for path in (path for package in packages for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        files[".".join(parts[:-1] if path.stem == "__init__" else parts)] = path
    graph = {
        module: {name if name in files else name.rpartition(".")[0] for name in imported(path)} & files.keys()
        for module, path in files.items()
    }
    try:
        TopologicalSorter({module: names - {module} for module, names in graph.items()}).prepare()
    except CycleError as found:
        modules: list[str] = found.args[1]
        return modules
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(ROOT, PACKAGES) == []


@pytest.mark.parametrize("back", [
    "from room.below import Thing",
    "import room.below",
    "if TYPE_CHECKING:\n    from room.below import Thing",
    "def use():\n    from room import below",
])  # fmt: skip
def test_a_circle_is_found_however_a_module_is_imported(tmp_path: Path, back: str) -> None:
    (tmp_path / "room").mkdir()
    for name, text in (("__init__", ""), ("below", "from room.above import use"), ("above", "")):
        (tmp_path / "room" / f"{name}.py").write_text(text)
    assert circle(tmp_path, ("room",)) == []
    (tmp_path / "room" / "above.py").write_text(back)
    assert set(circle(tmp_path, ("room",))) == {"room.above", "room.below"}
