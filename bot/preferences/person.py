"""What people set for themselves."""

from __future__ import annotations

from dataclasses import dataclass

from bot.preferences.allowed import Switch
from bot.preferences.fields import setting


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """The settings of a person, in the order in which they are shown."""

    flip: bool = setting(False, Switch())
    """Whether they see boards from the other side."""
