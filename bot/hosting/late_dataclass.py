"""Dataclasses whose methods are compiled when the first of them is needed.

A dataclass compiles up to six methods as its module loads, a third of a millisecond for each class. A start
loads some four hundred of them, and needs few before the first game.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from inspect import get_annotations
from threading import RLock
from typing import Any

ALWAYS = ("__init__", "__match_args__", "__dataclass_fields__", "__dataclass_params__")
"""What a dataclass gets unless it has it."""

IF = {"repr": ("__repr__",), "eq": ("__eq__", "__hash__"), "frozen": ("__setattr__", "__delattr__")}
"""What it gets with an option."""

NO_FIELD = re.compile(r"\b(?:ClassVar|InitVar|KW_ONLY)\b")
"""Annotations that are no fields."""

dataclass: Any = dataclasses.dataclass
"""Python's own decorator, also while `late_dataclass` takes its place."""

_LOCK = RLock()
"""Held while methods are compiled: threads may need those of one class, and a class those of its bases."""


class _Late:
    """An attribute that is made, with all others of its class, when it is first looked up."""

    def __init__(self, name: str, compile_all: Callable[[], None]) -> None:
        self._name = name
        self._compile_all = compile_all

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        self._compile_all()
        return getattr(owner if instance is None else instance, self._name)


def late_dataclass(cls: Any = None, /, **options: Any) -> Any:
    """Take the place of `dataclass`: classes with slots get their methods late, others at once."""
    if cls is None:
        return lambda decorated: late_dataclass(decorated, **options)
    if not options.get("slots") or options.keys() - {"slots", "frozen", "eq", "repr", "kw_only"}:
        return dataclass(cls, **options)
    try:
        hints = {name: str(hint) for name, hint in get_annotations(cls).items()}
    except NameError:
        # From Python 3.14 on, a hint may name what is imported for type checkers only.
        return dataclass(cls, **options)
    fields = [name for name, hint in hints.items() if not hint.startswith("ClassVar[")]
    if any(NO_FIELD.search(hints[name]) for name in fields):
        return dataclass(cls, **options)
    return _late(cls, fields, options)


def _late(cls: Any, fields: list[str], options: dict[str, Any]) -> Any:
    chosen = {"repr": True, "eq": True, "frozen": False, **options}
    frozen = chosen["frozen"]
    inherited = {name for base in cls.__mro__[1:] for name in getattr(base, "__slots__", ())}
    left_out = {"__dict__", "__weakref__", *fields}
    namespace = {name: value for name, value in vars(cls).items() if name not in left_out}
    namespace["__slots__"] = tuple(name for name in fields if name not in inherited)
    if frozen:
        namespace.setdefault("__getstate__", _state)
        namespace.setdefault("__setstate__", _set_state)
    elif chosen["eq"]:
        # Neither is one that may change hashable.
        namespace.setdefault("__hash__", None)
    late = [
        name
        for name in (*ALWAYS, *(name for option, names in IF.items() if chosen[option] for name in names))
        if name not in namespace or (name == "__hash__" and frozen and namespace[name] is None)
    ]

    def compile_all() -> None:
        with _LOCK:
            if isinstance(vars(made)["__dataclass_fields__"], _Late):
                before = {*vars(cls)}
                # Otherwise it would describe the signature.
                cls.__doc__ = cls.__doc__ or cls.__name__
                dataclass(cls, **{**options, "slots": False})
                for name in (vars(cls).keys() - before) | {*late}:
                    setattr(made, name, vars(cls)[name])

    namespace |= {name: _Late(name, compile_all) for name in late}
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    return made


def _state(value: Any) -> list[Any]:
    return [getattr(value, field.name) for field in dataclasses.fields(value)]


def _set_state(value: Any, state: list[Any]) -> None:
    for field, content in zip(dataclasses.fields(value), state, strict=True):
        object.__setattr__(value, field.name, content)
