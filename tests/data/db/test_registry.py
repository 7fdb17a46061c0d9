"""Objects found by their classes."""

from __future__ import annotations

import pytest

from data.db.registry import CircularNeedError, Registry


class Clock:
    def __init__(self, registry: Registry) -> None:
        self.registry = registry


class Watch:
    def __init__(self, registry: Registry) -> None:
        self.clock = registry[Clock]


class Hen:
    def __init__(self, registry: Registry) -> None:
        self.egg = registry[Egg]


class Egg:
    def __init__(self, registry: Registry) -> None:
        self.hen = registry[Hen]


def test_each_object_is_built_once_with_what_it_needs() -> None:
    registry = Registry("given")
    assert registry[Watch].clock is registry[Clock]
    assert registry[Clock].registry is registry
    assert registry[str] == "given"


def test_a_circle_names_both_sides_and_is_named_again() -> None:
    registry = Registry()
    for _ in range(2):
        with pytest.raises(CircularNeedError, match="Egg and Hen need each other"):
            registry[Hen]
    assert registry[Clock].registry is registry
