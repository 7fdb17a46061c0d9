"""What a setting can be.

Each kind reads a value from the text that is stored, and that a control sends, and writes it. `ValueError`
for a text that means nothing (any more).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from data import TimeControl, read_time_control

NONE = "none"
"""The text of a value that is left open."""

ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def read(self, text: str) -> bool:
        """The value of a text."""
        if text not in {ON, OFF}:
            raise ValueError(text)
        return text == ON

    def write(self, value: bool) -> str:
        """The text of a value."""
        return ON if value else OFF


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words; `or_none`: it can be left open, too. Members of a StrEnum come back as such."""

    words: Sequence[str]
    or_none: bool = False

    def read(self, text: str) -> str | None:
        """The value of a text."""
        if self.or_none and text == NONE:
            return None
        for word in self.words:
            if word == text:
                return word
        raise ValueError(text)

    def write(self, value: str | None) -> str:
        """The text of a value."""
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Time:
    """The time of a game, or none."""

    def read(self, text: str) -> TimeControl | None:
        """The value of a text."""
        return read_time_control(text)

    def write(self, value: TimeControl | None) -> str:
        """The text of a value."""
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Channels:
    """Some of the server's channels."""

    most: int = 25

    def read(self, text: str) -> tuple[int, ...]:
        """The value of a text."""
        channels = tuple(sorted({int(word) for word in text.split()}))
        if len(channels) > self.most:
            raise ValueError(text)
        return channels

    def write(self, value: tuple[int, ...]) -> str:
        """The text of a value."""
        return " ".join(map(str, value))


@dataclass(frozen=True, slots=True)
class Channel:
    """One of the server's channels, or none."""

    def read(self, text: str) -> int | None:
        """The value of a text."""
        return int(text) if text else None

    def write(self, value: int | None) -> str:
        """The text of a value."""
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Hour:
    """A full hour of the day, in UTC."""

    def read(self, text: str) -> int:
        """The value of a text."""
        hour = int(text)
        if not 0 <= hour < 24:
            raise ValueError(text)
        return hour

    def write(self, value: int) -> str:
        """The text of a value."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Circle:
    """Who may do something: everybody; those who moderate the channel; or whoever has a role, and they."""

    who: Literal["everybody", "moderators", "role"]
    role_id: int | None = None

    def __post_init__(self) -> None:
        if (self.who == "role") is (self.role_id is None):
            raise ValueError("a role has an id, and nothing else does")


EVERYBODY, MODERATORS = Circle("everybody"), Circle("moderators")


@dataclass(frozen=True, slots=True)
class Circles:
    """A `Circle`."""

    def read(self, text: str) -> Circle:
        """The value of a text."""
        who, _, role = text.partition(" ")
        if who == "role":
            return Circle("role", int(role))
        for circle in (EVERYBODY, MODERATORS):
            if circle.who == text:
                return circle
        raise ValueError(text)

    def write(self, value: Circle) -> str:
        """The text of a value."""
        return value.who if value.role_id is None else f"{value.who} {value.role_id}"


Allowed: TypeAlias = Switch | OneOf | Time | Hour | Channels | Channel | Circles
