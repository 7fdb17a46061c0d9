"""What people set for themselves."""

from __future__ import annotations

from dataclasses import dataclass

from bot.notices.rules import Reminder, Where
from bot.preferences.allowed import OneOf, Switch
from bot.preferences.fields import setting
from renderers.themes import THEMES


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
