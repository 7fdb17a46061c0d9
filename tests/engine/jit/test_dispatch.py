"""Implementations are found by class, and never overwrite each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from engine import EngineError
from engine.jit.compiling import dispatched, implements


class Square(NamedTuple):
    """A shape with sides."""

    side: int


class Circle(NamedTuple):
    """A shape without sides."""

    radius: int


@dispatched
def sides(shape: Any) -> Any:
    """Number of sides."""


@implements(sides, Square)
def _sides_of_square(shape: Square) -> Any:
    return 4


def test_the_class_of_the_first_argument_decides() -> None:
    assert sides(Square(2)) == 4
    with pytest.raises(EngineError, match="Circle does not implement sides"):
        sides(Circle(2))


def test_a_class_has_one_implementation() -> None:
    with pytest.raises(EngineError, match="Square implements sides already"):
        implements(sides, Square)(lambda shape: 5)
    assert sides(Square(2)) == 4


def test_functions_of_the_same_name_are_different_functions() -> None:
    @dispatched
    def sides(shape: Any) -> Any:
        """Return the number of sides, in a function of the same name."""

    implements(sides, Square)(lambda shape: 5)
    assert sides(Square(2)) == 5
    assert globals()["sides"](Square(2)) == 4


def test_object_is_the_fallback_for_classes_without_an_implementation() -> None:
    @dispatched
    def corners(shape: Any) -> Any:
        """Number of corners."""

    implements(corners, object)(lambda shape: 0)
    implements(corners, Square)(lambda shape: 4)
    assert (corners(Square(1)), corners(Circle(1))) == (4, 0)
