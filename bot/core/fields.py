"""Values of hundreds of kinds, such as custom ids: a dataclass would compile six methods for each kind."""

from __future__ import annotations

from dataclasses import make_dataclass
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar


class _AsDataclass:
    """What `dataclasses.replace` reads: mypy allows it on every class with a `dataclass_transform`."""

    def __get__(self, _: object, kind: type[Any]) -> dict[str, Any]:
        return _as_dataclass(kind.names)


@cache
def _as_dataclass(names: tuple[str, ...]) -> dict[str, Any]:
    made: Any = make_dataclass("made", names)
    fields: dict[str, Any] = made.__dataclass_fields__
    return fields


class Fields:
    """A value whose fields are the annotations of its class, after those of its bases.

    Like the fields of a dataclass they are given in order or by name, and may have defaults; a `ClassVar` is
    none.
    """

    names: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in order."""
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__ = _AsDataclass()

    def __init_subclass__(cls) -> None:
        own = [name for name, hint in get_annotations(cls).items() if not str(hint).startswith("ClassVar")]
        cls.names = tuple(dict.fromkeys((*cls.names, *own)))
        cls.__match_args__ = cls.names  # type: ignore[misc]

    def __init__(self, *values: Any, **named: Any) -> None:
        """Raises TypeError unless there is a value for each field."""
        names, own = self.names, self.__dict__
        own.update(zip(names, values))  # noqa: B905 - fewer values where others are named
        if len(values) != len(names) or named:
            unknown = [*values[len(names) :], *(name for name in named if name in own or name not in names)]
            own.update(named)
            missing = [name for name in names if name not in own and not hasattr(type(self), name)]
            if unknown or missing:
                raise TypeError(f"{type(self).__qualname__} has the fields {names}: {missing=}, {unknown=}")
            # In their order, with defaults.
            given = {name: own.get(name, getattr(type(self), name, None)) for name in names}
            own.clear()
            own.update(given)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__qualname__}({fields})"
