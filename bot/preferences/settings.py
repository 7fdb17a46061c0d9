"""The settings of servers and people, and what each may be set to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar

from bot.catalog import GAMES, GameKind
from bot.preferences.notices import Reminder, Where
from bot.preferences.periods import UTC_NAME, zone_names
from data.games.time_control import TimeControl, read_time_control
from engine.puzzles import PUZZLE_GAMES
from languages import LANGUAGES
from renderers.themes import THEMES

NONE = "none"
"""Text of an open value."""

ON, OFF = "on", "off"


class _InWords:
    def write(self, value: object) -> str:
        return NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Switch:
    def read(self, text: str) -> bool:
        if text not in {ON, OFF}:
            raise ValueError(text)
        return text == ON

    def write(self, value: bool) -> str:
        return ON if value else OFF


@dataclass(frozen=True, slots=True)
class OneOf(_InWords):
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


@dataclass(frozen=True, slots=True)
class Time(_InWords):
    def read(self, text: str) -> TimeControl | None:
        return read_time_control(text)


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
class Hour(_InWords):
    """A full hour of the day, in UTC."""

    def read(self, text: str) -> int:
        hour = int(text)
        if not 0 <= hour < 24:
            raise ValueError(text)
        return hour


@dataclass(frozen=True, slots=True)
class Zone(_InWords):
    """A time zone by its IANA name."""

    def read(self, text: str) -> str:
        if text not in zone_names():
            raise ValueError(text)
        return text


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

ALLOWED, ELSEWHERE = "allowed", "elsewhere"

T = TypeVar("T")

CACHE_SIZE = 1000
"""Maximum cached readings: most people and servers have the same settings."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name, default, and allowed values; `elsewhere` if it has a card of its own."""

    name: str
    default: Any
    allowed: Allowed
    elsewhere: bool = False

    def stored(self, text: str) -> str:
        """Return the stored text of a value. Raises ValueError."""
        allowed: Any = self.allowed
        written: str = allowed.write(allowed.read(text))
        return written


def setting(default: T, allowed: Allowed, *, elsewhere: bool = False) -> T:
    """Declare a field as a setting; `elsewhere`: another card than that of the settings changes it."""
    made: T = field(default=default, metadata={ALLOWED: allowed, ELSEWHERE: elsewhere})
    return made


def _declared(kind: type[Any]) -> Mapping[str, Setting]:
    return MappingProxyType(
        {f.name: Setting(f.name, f.default, f.metadata[ALLOWED], f.metadata[ELSEWHERE]) for f in fields(kind)}
    )


# As decorators, both caches would refuse classes that mypy takes for unhashable.
settings_of: Callable[[Any], Mapping[str, Setting]] = cache(_declared)
"""Returns the settings that a dataclass declares, in order."""


def read(kind: type[T], texts: Mapping[str, str]) -> T:
    """Read settings from stored texts; unreadable ones have their defaults."""
    settings: T = _read_once(kind, tuple(texts.items()))
    return settings


def _read(kind: type[Any], texts: tuple[tuple[str, str], ...]) -> Any:
    values: dict[str, Any] = {}
    for name, text in texts:
        declared = settings_of(kind).get(name)
        if declared is not None:
            try:
                values[name] = declared.allowed.read(text)
            except ValueError:
                continue
    return kind(**values)


_read_once: Callable[[Any, tuple[tuple[str, str], ...]], Any] = lru_cache(maxsize=CACHE_SIZE)(_read)


class Told(StrEnum):
    """Place where a person's achievements are announced."""

    NOWHERE = "off"
    CHANNEL = "channel"
    """The channel in which they were earned."""
    DIRECT = "direct"


# The first game counts where two have a level of the same name.
_RATINGS = {name: level.rating for kind in reversed([*GAMES.values()]) for name, level in kind.levels.items()}

LEVELS: tuple[str, ...] = tuple(sorted(_RATINGS, key=_RATINGS.__getitem__))
"""Names of all levels, weakest first."""


def level_in(kind: GameKind, name: str) -> str:
    """Return a game's level with this name, or else the one nearest in strength."""
    if name in kind.levels:
        return name
    return min(kind.levels, key=lambda own: abs(kind.levels[own].rating - _RATINGS[name]))


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """Settings of a person, in the order in which they are shown."""

    language: str | None = setting(None, OneOf(tuple(LANGUAGES), or_none=True))
    """Language of private answers; None: that of their Discord client."""
    theme: str | None = setting(None, OneOf(tuple(THEMES), or_none=True))
    """Theme of pictures in private answers; None: the server's."""
    flip: bool = setting(False, Switch())
    """True to show boards from the other side."""
    text_board: bool = setting(False, Switch())
    """True to show boards as letters and words instead of pictures."""
    notices: Where = setting(Where.DAYS, OneOf(tuple(Where)))
    """Place of turn notices."""
    reminders: Reminder = setting(Reminder.THIRD, OneOf(tuple(Reminder)))
    """Time of a reminder after a turn notice."""
    achievements: Told = setting(Told.CHANNEL, OneOf(tuple(Told)))
    """Place where new achievements are announced."""
    background_reviews: bool = setting(False, Switch(), elsewhere=True)
    """True to have one's games reviewed in the background."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server, in the order in which they are shown."""

    language: str | None = setting(None, OneOf(tuple(LANGUAGES), or_none=True))
    """Language of public messages; None: Discord's preferred locale of the server."""
    channels: tuple[int, ...] = setting((), Channels())
    """Channels where games may be started; empty: everywhere."""
    level: str | None = setting(None, OneOf(LEVELS, or_none=True))
    """Level suggested to everybody; None: one that suits each person."""
    time: TimeControl | None = setting(None, Time())
    """Default time control of games between people."""
    rated: bool = setting(True, Switch())
    """True if games of this server are rated."""
    theme: str = setting("classic", OneOf(tuple(THEMES)))
    """Theme of pictures in public messages."""
    threads: bool = setting(False, Switch())
    """True if games get threads."""
    announcements: int | None = setting(None, Channel())
    """Channel for results of the computers' games and for new leaders."""
    daily_channel: int | None = setting(None, Channel())
    """Channel of the daily puzzle."""
    daily_hour: int = setting(12, Hour())
    """Hour of the daily puzzle, in UTC."""
    daily_game: str | None = setting(None, OneOf(tuple(PUZZLE_GAMES), or_none=True))
    """Game of the daily puzzle; None: any."""
    weekly_channel: int | None = setting(None, Channel())
    """Channel of the weekly board and of the seasons' results."""
    time_zone: str = setting(UTC_NAME, Zone())
    """Time zone in which days, weeks and seasons begin."""
    matches: Circle = setting(EVERYBODY, Circles())
    """People who may start games between computers."""
