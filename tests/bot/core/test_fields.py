"""Values whose fields are the annotations of their classes."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from bot.core.fields import Fields
from bot.core.refusals import Refusal


class Place(Fields):
    kind: ClassVar[str] = "place"
    x: int
    y: int = 5


class NamedPlace(Place):
    name: str


@pytest.mark.parametrize(
    "made", [NamedPlace(1, 2, "here"), NamedPlace(name="here", y=2, x=1), NamedPlace(1, name="here", y=2)]
)
def test_fields_are_given_in_order_or_by_name(made: NamedPlace) -> None:
    assert (vars(made), repr(made)) == ({"x": 1, "y": 2, "name": "here"}, "NamedPlace(x=1, y=2, name='here')")
    assert [*vars(made)] == [*NamedPlace.names]


def test_a_default_stands_in() -> None:
    assert vars(Place(1)) == {"x": 1, "y": 5}


@pytest.mark.parametrize(
    ("values", "named"), [([], {}), ([], {"y": 1}), ([1, 2, 3], {}), ([1], {"x": 1}), ([1], {"z": 1})]
)
def test_other_values_are_refused(values: list[int], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Place has the fields"):
        Place(*values, **named)


def test_a_refusal_is_an_exception_with_fields() -> None:
    kind: Any = type("Kept", (Refusal,), {"__annotations__": {"most": "int"}})
    refused = kind(most=3)
    assert (refused.values(), str(kind(4)), repr(refused)) == ({"most": 3}, "4", "Kept(most=3)")
    assert refused != kind(most=3)
