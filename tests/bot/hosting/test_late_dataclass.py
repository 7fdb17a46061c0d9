"""Dataclasses whose methods are compiled late are like Python's own."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.hosting.late_dataclass import late_dataclass

ROOT = Path(__file__).parents[3]

own: Any = dataclasses.dataclass
late: Any = late_dataclass


def shapes(dataclass: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return classes of every shape, each with values for one instance."""

    @dataclass(frozen=True, slots=True)
    class Plain:
        """Two fields."""

        number: int
        text: str = "x"
        words: list[str] = dataclasses.field(default_factory=list, compare=False)
        kind: ClassVar[str] = "plain"

        @property
        def double(self) -> int:
            return 2 * self.number

    @dataclass(frozen=True, slots=True)
    class Derived(Plain):
        text: str = "y"
        more: int = 0

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    @dataclass(frozen=True, slots=True)
    class Own:
        number: int

        def __post_init__(self) -> None:
            object.__setattr__(self, "number", abs(self.number))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 1

        def __repr__(self) -> str:
            return "own"

    @dataclass(slots=True)
    class Changes:
        number: int

    @dataclass(eq=False, slots=True)
    class Same:
        number: int

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named:
        number: int = 1

    @dataclass(frozen=True, slots=True, repr=False)
    class Silent:
        number: int

    @dataclass(frozen=True, slots=True)
    class Passed:
        number: int
        given: dataclasses.InitVar[int]

    @dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        number: int

    @dataclass(frozen=True)
    class Open:
        number: int

    return [
        (Plain, (-1,)),
        (Derived, (-1, "z")),
        (Nothing, ()),
        (Own, (-1,)),
        (Changes, (1,)),
        (Same, (1,)),
        (Named, ()),
        (Silent, (1,)),
        (Passed, (1, 2)),
        (Ordered, (1,)),
        (Open, (1,)),
    ]


NAMES = [cls.__name__ for cls, _ in shapes(own)]


def outcome(do: Callable[[], Any]) -> Any:
    """Return what a call returns, or the kind of error that it raises."""
    try:
        return do()
    except (AttributeError, TypeError, ValueError) as error:
        return type(error)


def behaviour(cls: Any, values: tuple[Any, ...]) -> str:
    """Describe what a class has and its instances do."""
    one, other = cls(*values), cls(*values)
    fields = [(field.name, field.compare, field.kw_only) for field in dataclasses.fields(cls)]
    first = fields[0][0] if fields else "number"
    described = [
        *(fields, cls.__match_args__, vars(cls).get("__slots__"), str(inspect.signature(cls))),
        *(sorted(name for name in vars(cls) if name != "__doc__"), cls.__qualname__),
        *(one == other, one != other, one == 1, outcome(lambda: hash(one) == hash(other)), one),
        outcome(lambda: setattr(one, first, 2)),
        outcome(lambda: delattr(other, first)),
        outcome(lambda: dataclasses.asdict(one)),
        outcome(lambda: dataclasses.replace(one)),
        outcome(lambda: cls(*values, unknown=1)),
    ]
    return re.sub("0x[0-9a-f]+", "address", str(described))


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_a_class_is_like_one_of_python(place: int) -> None:
    theirs, ours = shapes(own)[place], shapes(late)[place]
    assert behaviour(*ours) == behaviour(*theirs)


def test_methods_are_compiled_with_the_first_instance() -> None:
    (plain, _), (derived, _), *_ = shapes(late)
    before = {name: vars(plain)[name] for name in ("__init__", "__eq__", "__dataclass_fields__")}
    assert not any(inspect.isfunction(value) or isinstance(value, dict) for value in before.values())
    # One of a derived class needs the fields of its base.
    assert derived(1).double == 2
    assert inspect.isfunction(vars(plain)["__init__"])
    assert vars(plain)["__dataclass_fields__"].keys() == {"number", "text", "words", "kind"}


@late(frozen=True, slots=True)
class Sent:
    """What another process is sent."""

    number: int
    text: str = ""


RECEIVED = (
    "import pickle, sys; value = pickle.load(sys.stdin.buffer); print(value, value == type(value)(1, 'a'))"
)


def test_a_value_is_sent_to_another_process() -> None:
    sent: Any = Sent
    received = subprocess.run(
        [sys.executable, "-c", RECEIVED],
        cwd=ROOT,
        input=pickle.dumps(sent(1, "a")),
        capture_output=True,
        check=True,
    )
    assert received.stdout.decode().strip() == "Sent(number=1, text='a') True"


def test_threads_create_the_first_instances_at_once() -> None:
    for _ in range(20):
        cls = shapes(late)[0][0]
        with ThreadPoolExecutor(4) as pool:
            assert {value.number for value in pool.map(cls, range(8))} == {*range(8)}


DESCRIBED = """
import dataclasses, inspect, sys
from contextlib import nullcontext
from bot.hosting.loading import quick_loading
with quick_loading() if sys.argv[1] == "late" else nullcontext():
    import bot.run
ours = ("bot.", "data.", "engine.", "executors.", "languages.", "renderers.")
for name, module in sorted(sys.modules.items()):
    for cls in vars(module).values() if name.startswith(ours) else ():
        if isinstance(cls, type) and cls.__module__ == name and dataclasses.is_dataclass(cls):
            fields = [(field.name, field.init, field.compare) for field in dataclasses.fields(cls)]
            given = inspect.signature(cls).parameters.values()
            names = sorted({*vars(cls)} - {"__doc__"})
            print(name, cls.__qualname__, fields, names, cls.__match_args__, cls.__hash__ is None)
            print(vars(cls).get("__slots__"), *((one.name, one.kind) for one in given))
"""


@pytest.mark.long
def test_every_class_of_a_start_is_like_one_of_python() -> None:
    theirs, ours = (
        subprocess.run(
            [sys.executable, "-c", DESCRIBED, way], capture_output=True, text=True, check=True
        ).stdout
        for way in ("at once", "late")
    )
    assert theirs.count("\n") > 200
    assert ours == theirs
