"""The settings of servers and people, and how one is declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from bot.catalog import GAMES, GameKind
from bot.notices.rules import Reminder, Where
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
)
from data import TimeControl
from engine.puzzles.games import PUZZLE_GAMES
from renderers.themes import THEMES

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


# Where games have the same name for different strengths, the first of them counts.
_RATINGS = {name: level.rating for kind in reversed([*GAMES.values()]) for name, level in kind.levels.items()}

LEVELS: tuple[str, ...] = tuple(sorted(_RATINGS, key=_RATINGS.__getitem__))
"""Their names, weakest first."""


def level_in(kind: GameKind, name: str) -> str:
    """The level of a game with this name, or else the one nearest in strength."""
    if name in kind.levels:
        return name
    return min(kind.levels, key=lambda own: abs(kind.levels[own].rating - _RATINGS[name]))


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """The settings of a person, in the order in which they are shown."""

    theme: str | None = setting(None, OneOf(tuple(THEMES), or_none=True))
    """How the pictures look that nobody else sees; None: as in the server."""
    flip: bool = setting(False, Switch())
    """Whether they see boards from the other side."""
    text_board: bool = setting(False, Switch())
    """Whether they get boards in letters and words instead of pictures."""
    notices: Where = setting(Where.DAYS, OneOf(tuple(Where)))
    """Where they are told of their turns."""
    reminders: Reminder = setting(Reminder.THIRD, OneOf(tuple(Reminder)))
    """When they are reminded of a turn, if they are told of turns."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server, in the order in which they are shown."""

    channels: tuple[int, ...] = setting((), Channels())
    """Where games may be started; everywhere if there are none."""
    level: str | None = setting(None, OneOf(LEVELS, or_none=True))
    """The level that is suggested to everybody; None: the one that suits each person."""
    time: TimeControl | None = setting(None, Time())
    """The time of new games between people who choose none."""
    rated: bool = setting(True, Switch())
    """Whether games of this server count for the ratings."""
    theme: str = setting("classic", OneOf(tuple(THEMES)))
    """How the pictures look that everybody sees."""
    threads: bool = setting(False, Switch())
    """Whether games have threads of their own."""
    announcements: int | None = setting(None, Channel())
    """Where results of the computers' games and new leaders are told."""
    daily_channel: int | None = setting(None, Channel())
    """Where the daily puzzle is posted."""
    daily_hour: int = setting(12, Hour())
    """When it is."""
    daily_game: str | None = setting(None, OneOf(tuple(PUZZLE_GAMES), or_none=True))
    """Of which game it is; None: of any."""
    matches: Circle = setting(EVERYBODY, Circles())
    """Who may let computers play each other."""
