"""Settings that features declare, each in a `host_settings.py` beside its code; `Settings` has all fields.

A feature reads its own with `settings.of(…)`.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

BOT = Path(__file__).parents[1]


class SettingsGroup(BaseModel):
    """Settings of a feature; the text below each one is its manual."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    section: ClassVar[str]
    """Heading in docs/settings.md, which groups may share."""

    in_example: ClassVar[Collection[str]] = ()
    """Those that most hosts look for, which are in .env.example, too."""


def declared() -> tuple[type[SettingsGroup], ...]:
    for path in sorted(BOT.glob("**/host_settings.py")):
        import_module(".".join(("bot", *path.relative_to(BOT).with_suffix("").parts)))
    return tuple(sorted(SettingsGroup.__subclasses__(), key=lambda group: group.__module__))
