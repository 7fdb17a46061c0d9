"""Settings of single features: each module here declares a group, and `Settings` has the fields of all.

A feature reads its own with `settings.of(…)`.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class SettingsGroup(BaseModel):
    """Settings of a feature; the text below each one is its manual."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    section: ClassVar[str]
    """Heading in docs/settings.md."""


def groups() -> tuple[type[SettingsGroup], ...]:
    """Return the groups of all modules in this folder."""
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        import_module(module.name)
    return tuple(SettingsGroup.__subclasses__())


GROUPS = groups()
