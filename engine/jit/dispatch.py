"""Functions whose body is chosen by the class of their first argument.

    @dispatched
    def area(shape): "..."

    @implements(area, Square)
    def _area_of_square(shape): ...

Numba makes the choice while it compiles, so nothing is dispatched at run time and a caller is compiled once
per class. Calls from Python make the same choice by a dictionary.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import types
from numba.extending import overload

from engine.errors import EngineError
from engine.jit.compiling import INNER_OPTIONS

Function = TypeVar("Function", bound=Callable[..., Any])

_implementations: dict[tuple[Callable[..., Any], type], Callable[..., Any]] = {}


def dispatched(declaration: Function) -> Function:
    """Turn a declaration without a body into a function that calls what `implements` registered for it."""

    @functools.wraps(declaration)
    def function(first: Any, *rest: Any) -> Any:
        implementation = _implementation(function, type(first))
        if implementation is None:
            raise EngineError(f"{type(first).__name__} does not implement {declaration.__name__}")
        return implementation(first, *rest)

    def choose(first: Any, *rest: Any) -> Any:
        return _implementation(function, _class_of(first))

    overload(function, jit_options=INNER_OPTIONS, strict=False)(choose)
    return cast("Function", function)


def implements(function: Callable[..., Any], kind: type) -> Callable[[Function], Function]:
    """Register the decorated function as the body of `function` for first arguments of class `kind`.

    `object` matches every class without its own implementation. Raises EngineError when `kind` already has
    one.
    """

    def register(implementation: Function) -> Function:
        if (function, kind) in _implementations:
            raise EngineError(f"{kind.__name__} implements {function.__name__} already")
        _implementations[function, kind] = implementation
        return implementation

    return register


def _implementation(function: Callable[..., Any], kind: type) -> Callable[..., Any] | None:
    return _implementations.get((function, kind)) or _implementations.get((function, object))


def _class_of(numba_type: Any) -> type:
    if numba_type == types.uint64:
        return np.uint64
    return getattr(numba_type, "instance_class", type(None))
