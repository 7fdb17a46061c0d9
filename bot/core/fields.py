"""Values of hundreds of kinds, as ids and messages: a dataclass would compile six methods for each kind."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, make_dataclass
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, NoReturn, dataclass_transform


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
    _defaults: ClassVar[dict[str, Any]] = {}
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__ = _AsDataclass()

    def __init_subclass__(cls) -> None:
        own = [name for name, hint in get_annotations(cls).items() if not str(hint).startswith("ClassVar")]
        cls.names = tuple(dict.fromkeys((*cls.names, *own)))
        cls.__match_args__ = cls.names  # type: ignore[misc]
        cls._defaults = {name: getattr(cls, name) for name in cls.names if hasattr(cls, name)}

    def __init__(self, *values: Any, **named: Any) -> None:
        """Raises TypeError unless there is a value for each field."""
        names, own, missing = self.names, self.__dict__, []
        own.update(zip(names, values))  # noqa: B905 - fewer values where others are named
        for name in names[len(values) :]:
            if name in named:
                own[name] = named.pop(name)
            elif name in self._defaults:
                own[name] = self._defaults[name]
            else:
                missing.append(name)
        unknown = [*values[len(names) :], *named]
        if unknown or missing:
            raise TypeError(f"{type(self).__qualname__} has the fields {names}: {missing=}, {unknown=}")

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__qualname__}({fields})"


@dataclass_transform(frozen_default=True)
class Frozen(Fields):
    """One that never changes, and is equal to others of its class with the same fields."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to {name!r} of {type(self).__qualname__}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))
