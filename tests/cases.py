"""Cases that one test goes through: as items of their own they take longer to collect than to check."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Iterable, Sequence
from functools import wraps
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., Any]
T = TypeVar("T")


def there(value: T | None) -> T:
    """Return what must not be missing."""
    assert value is not None
    return value


def missing(where: Container[Any], *parts: object) -> list[object]:
    """Return the parts that a text or a collection lacks."""
    return [part for part in parts if part not in where]


def for_each(names: str | Sequence[str], *cases: Any) -> Callable[[Test], Test]:
    """Call a test with each case, then report all that fail; like `pytest.mark.parametrize`, in one item.

    The cases are the arguments, or the elements of a single one.

    Fixtures are made once for all cases, so only tests that leave theirs unchanged may use this. Tests that
    take seconds for a case remain items, which workers can share.

        @for_each(("text", "found"), ("d3", "d3"), ("D3", "d3"))
        def test_moves_are_read(text: str, found: str) -> None: ...
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed: Iterable[Any] = cases[0] if len(cases) == 1 else cases
    values = [_values(case, len(arguments)) for case in listed]
    assert values, "there are no cases"

    def decorate(test: Test) -> Test:
        def failed(errors: list[BaseException]) -> None:
            if errors:
                raise BaseExceptionGroup(f"{len(errors)} of {len(values)} cases failed", errors)

        def given(case: Sequence[Any]) -> dict[str, Any]:
            return dict(zip(arguments, case, strict=True))

        @wraps(test)
        def every(**fixtures: Any) -> None:
            errors: list[BaseException] = []
            for case in values:
                try:
                    test(**given(case), **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - all are raised together
                    errors.append(_named(error, given(case)))
            failed(errors)

        @wraps(test)
        async def every_awaited(**fixtures: Any) -> None:
            errors: list[BaseException] = []
            for case in values:
                try:
                    await test(**given(case), **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - all are raised together
                    errors.append(_named(error, given(case)))
            failed(errors)

        wrapper: Any = every_awaited if inspect.iscoroutinefunction(test) else every
        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in arguments]
        # By keyword, so that pytest sees the fixtures alone.
        wrapper.__signature__ = signature.replace(parameters=left)
        return wrapper  # type: ignore[no-any-return]

    return decorate


def _values(case: Any, count: int) -> Sequence[Any]:
    if isinstance(case, ParameterSet):
        return case.values
    return (case,) if count == 1 else case


def _named(error: BaseException, case: dict[str, Any]) -> BaseException:
    error.add_note(f"case: {case!r}"[:1000])
    return error
