"""Features by their classes and by their protocols, and the order in which they are recovered and closed."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.core.runtime import Runtime
from bot.core.signals import Signal
from bot.features import Closes, Kit
from bot.settings.settings import Settings
from data.db.registry import CircularNeedError
from data.people.zones import ZoneStore


@pytest.fixture
def kit() -> Kit:
    return Kit(Settings(), Runtime(), cast(Any, {ZoneStore: "stored"}))


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
    assert kit.those(Closes) == kit.those(Closes) == (kit[Door], kit[House])
    assert kit[House].door is kit[Door]
    better = kit[Door] = Safe(kit)
    assert kit.those(Closes) == (better, kit[House])


def test_a_feature_is_found_by_another_class_too_and_built_by_a_function(kit: Kit) -> None:
    kit.declare([(Door, Safe), (House, lambda kit: "built")])
    kit.build_all()
    assert [kit[Door], kit[House], kit[ZoneStore]] == [kit[Safe], "built", "stored"]
    assert kit.those(Closes) == (kit[Safe],)


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
