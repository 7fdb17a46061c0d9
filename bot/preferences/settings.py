"""The settings of servers and people, and how one is declared.

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
from enum import StrEnum
from typing import Any, TypeVar

from bot.catalog import GAMES, GameKind
from bot.preferences.allowed import (
    EVERYBODY,
    Allowed,
    Channel,
    Channels,
    Circle,
    Circles,
    Hour,
    OneOf,
    Switch,
    Time,
    Zone,
)
from bot.preferences.notices import Reminder, Where
from bot.preferences.zones import UTC_NAME
from data.games.clocks import TimeControl
from engine.puzzles.making import PUZZLE_GAMES
from languages import LANGUAGES
from renderers.themes import THEMES

__all__ = ["Setting", "Switch", "read", "setting", "settings_of"]

ALLOWED, ELSEWHERE = "allowed", "elsewhere"

T = TypeVar("T")


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


def settings_of(kind: type[Any]) -> Mapping[str, Setting]:
    """Return the settings that a dataclass declares, in order."""
    return {
        f.name: Setting(f.name, f.default, f.metadata[ALLOWED], f.metadata[ELSEWHERE]) for f in fields(kind)
    }


def read(kind: type[T], texts: Mapping[str, str]) -> T:
    """Read settings from stored texts; unreadable ones have their defaults."""
    values: dict[str, Any] = {}
    for name, declared in settings_of(kind).items():
        if name in texts:
            try:
                values[name] = declared.allowed.read(texts[name])
            except ValueError:
                continue
    return kind(**values)


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
