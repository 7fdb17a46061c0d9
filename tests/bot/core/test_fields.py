"""Values whose fields are the annotations of their classes."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, ClassVar, dataclass_transform

import pytest

import bot.rooms  # noqa: F401 - it imports the ids and refusals of all rooms
from bot.core.fields import Fields
from bot.core.refusals import Refusal
from tests.cases import for_each


@dataclass_transform()
class Value(Fields):
    """Its heirs are dataclasses to mypy."""


class Place(Value):
    kind: ClassVar[str] = "place"
    x: int
    y: int = 5


class NamedPlace(Place):
    name: str = ""


@for_each(
    "made", NamedPlace(1, 2, "here"), NamedPlace(name="here", y=2, x=1), NamedPlace(1, name="here", y=2)
)
def test_fields_are_given_in_order_or_by_name(made: NamedPlace) -> None:
    assert (vars(made), repr(made)) == ({"x": 1, "y": 2, "name": "here"}, "NamedPlace(x=1, y=2, name='here')")
    assert [*vars(made)] == [*NamedPlace.names]


def test_a_default_stands_in() -> None:
    assert vars(Place(1)) == {"x": 1, "y": 5}


@for_each(("values", "named"), ([], {}), ([], {"y": 1}), ([1, 2, 3], {}), ([1], {"x": 1}), ([1], {"z": 1}))
def test_other_values_are_refused(values: list[int], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Place has the fields"):
        Place(*values, **named)


def test_what_mypy_takes_for_a_dataclass_works_as_one() -> None:
    """It allows `replace` and patterns by position wherever a class has a `dataclass_transform`."""
    made = NamedPlace(1, 2, "here")
    assert repr(replace(made, y=3)) == "NamedPlace(x=1, y=3, name='here')"
    assert [field.name for field in fields(made)] == ["x", "y", "name"]
    with pytest.raises(TypeError, match="NamedPlace has the fields"):
        replace(made, z=3)  # type: ignore[call-arg]
    match made:
        case NamedPlace(_, y, name):
            assert (y, name) == (2, "here")


def _kinds(base: type[Fields] = Fields) -> set[type[Fields]]:
    below = set(base.__subclasses__())
    return below.union(*map(_kinds, below))


def test_every_id_and_refusal_can_be_replaced() -> None:
    kinds = {kind for kind in _kinds() if kind.__module__.startswith("bot.")}
    assert len(kinds) > 300
    for kind in kinds:
        made = kind(*range(len(kind.names)))
        assert type(replace(made)) is kind  # type: ignore[type-var]
        assert vars(replace(made)) == vars(made)  # type: ignore[type-var]


def test_a_refusal_is_an_exception_with_fields() -> None:
    kind: Any = type("Kept", (Refusal,), {"__annotations__": {"most": "int"}})
    refused = kind(most=3)
    assert (refused.values(), str(kind(4)), repr(refused)) == ({"most": 3}, "4", "Kept(most=3)")
    assert refused != kind(most=3)
