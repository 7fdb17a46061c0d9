"""Kinds of settings, and how their values are read and written.

Each kind reads a value from its stored text, which controls also send, and writes it. Raises `ValueError` for
an invalid text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.preferences.zones import zone_names
from data.games.clocks import TimeControl, read_time_control

NONE = "none"
"""Text of an open value."""

ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def read(self, text: str) -> bool:
        if text not in {ON, OFF}:
            raise ValueError(text)
        return text == ON

    def write(self, value: bool) -> str:
        return ON if value else OFF


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice among a few words, or with `or_none` an open value. Members of a StrEnum are returned as
    such."""

    words: Sequence[str]
    or_none: bool = False

    def read(self, text: str) -> str | None:
        if self.or_none and text == NONE:
            return None
        for word in self.words:
            if word == text:
                return word
        raise ValueError(text)

    def write(self, value: str | None) -> str:
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Time:
    """The time control of a game, or none."""

    def read(self, text: str) -> TimeControl | None:
        return read_time_control(text)

    def write(self, value: TimeControl | None) -> str:
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Channels:
    """Some of the server's channels."""

    most: int = 25

    def read(self, text: str) -> tuple[int, ...]:
        channels = tuple(sorted({int(word) for word in text.split()}))
        if len(channels) > self.most:
            raise ValueError(text)
        return channels

    def write(self, value: tuple[int, ...]) -> str:
        return " ".join(map(str, value))


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of the server, or none."""

    def read(self, text: str) -> int | None:
        return int(text) if text else None

    def write(self, value: int | None) -> str:
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Hour:
    """A full hour of the day, in UTC."""

    def read(self, text: str) -> int:
        hour = int(text)
        if not 0 <= hour < 24:
            raise ValueError(text)
        return hour

    def write(self, value: int) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone by its IANA name."""

    def read(self, text: str) -> str:
        if text not in zone_names():
            raise ValueError(text)
        return text

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Circle:
    """People allowed to do something: everybody, the channel's moderators, or a role and the moderators."""

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
        who, _, role = text.partition(" ")
        if who == "role":
            return Circle("role", int(role))
        for circle in (EVERYBODY, MODERATORS):
            if circle.who == text:
                return circle
        raise ValueError(text)

    def write(self, value: Circle) -> str:
        return value.who if value.role_id is None else f"{value.who} {value.role_id}"


Allowed: TypeAlias = Switch | OneOf | Time | Hour | Zone | Channels | Channel | Circles
