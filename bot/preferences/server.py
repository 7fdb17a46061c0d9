"""What those who manage a server set for it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.preferences.allowed import EVERYBODY, Channel, Channels, Circle, Circles, Hour, OneOf, Switch, Time
from bot.preferences.fields import setting
from bot.preferences.levels import LEVELS
from data import TimeControl
from engine.puzzles.games import PUZZLE_GAMES
from renderers.themes import THEMES


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
