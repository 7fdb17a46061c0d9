"""Features by their classes and by their protocols, and the order in which they are recovered and closed."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, cast

import pytest

from bot.core.runtime import Runtime
from bot.features import Closes, Kit
from bot.rooms import ROOMS
from bot.settings.settings import Settings
from data.db.registry import CircularNeedError, Registry, Signal
from data.people.players import ZoneStore

ROOT = Path(__file__).parents[2]


@pytest.fixture
def kit() -> Kit:
    storage = Registry()
    storage[ZoneStore] = cast(Any, "stored")
    return Kit(Settings(), Runtime(), cast(Any, storage))


class Door:
    """A feature without needs."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def close(self) -> None:
        pass


class House:
    """A feature that needs another one."""

    def __init__(self, kit: Kit) -> None:
        self.door = kit[Door]

    def close(self) -> None:
        pass


class Safe(Door):
    pass


def test_a_feature_comes_after_what_it_needs_and_is_found_by_its_protocols(kit: Kit) -> None:
    kit.declare([House, Door])
    kit.build_all()
    assert kit.following(Closes) == kit.following(Closes) == (kit[Door], kit[House])
    assert kit[House].door is kit[Door]
    better = kit[Door] = Safe(kit)
    assert kit.following(Closes) == (better, kit[House])


def test_a_feature_is_found_by_another_class_too_and_built_by_a_function(kit: Kit) -> None:
    kit.declare([(Door, Safe), (House, lambda kit: "built")])
    kit.build_all()
    assert [kit[Door], kit[House], kit[ZoneStore]] == [kit[Safe], "built", "stored"]
    assert kit.following(Closes) == (kit[Safe],)


class Hen:
    def __init__(self, kit: Kit) -> None:
        self.egg = kit[Egg]


class Egg:
    def __init__(self, kit: Kit) -> None:
        self.hen = kit[Hen]


def test_a_circle_names_both_sides(kit: Kit) -> None:
    kit.declare([Hen])
    with pytest.raises(CircularNeedError, match="Egg and Hen need each other"):
        kit.build_all()


class Rang(Signal[int, int]):
    """It rang."""


def test_all_who_listen_are_told_in_their_order(kit: Kit) -> None:
    kit[Rang].listen(lambda times: times)
    kit[Rang].listen(lambda times: 10 * times)
    assert kit[Rang].tell(2) == [2, 20]


GIVEN = {"Settings", "Runtime", "Storage", "Metrics", "Client", "Gateway", "ErrorCount"}
"""What the kit has without building it."""


def test_rooms_declare_every_feature_that_others_ask_for() -> None:
    """One that is first built by a request would be recovered after the next start only."""
    declared = {kind for room in ROOMS for each in getattr(room, "FEATURES", ()) for kind in _kinds(each)}
    known = GIVEN | {kind.__name__ for kind in declared}
    asked: set[str] = set()
    for path in (ROOT / "bot").rglob("*.py"):
        source = path.read_text("utf-8")
        if not re.search(r"kit\[|\(Signal\[", source):
            continue
        tree = ast.parse(source)
        signals = {base.name for base in tree.body if isinstance(base, ast.ClassDef) and _is_signal(base)}
        stored = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("data")
            for alias in node.names
        }
        known |= signals | stored
        asked |= {
            ast.unparse(node.slice).rpartition(".")[2]
            for node in ast.walk(tree)
            if isinstance(node, ast.Subscript)
            and ast.unparse(node.value).rpartition(".")[2] in ("kit", "_kit")
        }
    # Variables, such as `kit[kind]`, are lower case.
    assert {name for name in asked - known if name[0].isupper()} == set()


def _kinds(feature: Any) -> tuple[type, ...]:
    each = feature if isinstance(feature, tuple) else (feature,)
    return tuple(kind for kind in each if isinstance(kind, type))


def _is_signal(made: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Signal[") for base in made.bases)
