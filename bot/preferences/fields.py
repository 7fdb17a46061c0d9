"""How a setting is declared: one field of a frozen dataclass, with its default and what it can be.

>>> @dataclass(frozen=True)
... class Example:
...     loud: bool = setting(False, Switch())
>>> read(Example, {"loud": "on"})
Example(loud=True)
>>> settings_of(Example)["loud"].default
False
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from bot.preferences.allowed import Allowed, Switch

__all__ = ["Setting", "Switch", "read", "setting", "settings_of"]

ALLOWED = "allowed"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name, what it is as long as nobody sets it, and what it can be."""

    name: str
    default: Any
    allowed: Allowed

    def stored(self, text: str) -> str:
        """The text of a value as it is stored. ValueError when it is none."""
        allowed: Any = self.allowed
        written: str = allowed.write(allowed.read(text))
        return written


def setting(default: T, allowed: Allowed) -> T:
    """The field of a setting."""
    made: T = field(default=default, metadata={ALLOWED: allowed})
    return made


def settings_of(kind: type[Any]) -> Mapping[str, Setting]:
    """The settings that a dataclass declares, in order."""
    return {f.name: Setting(f.name, f.default, f.metadata[ALLOWED]) for f in fields(kind)}


def read(kind: type[T], texts: Mapping[str, str]) -> T:
    """The settings with what was stored of them. What this version cannot read is as by default."""
    values: dict[str, Any] = {}
    for name, declared in settings_of(kind).items():
        if name in texts:
            try:
                values[name] = declared.allowed.read(texts[name])
            except ValueError:
                continue
    return kind(**values)
