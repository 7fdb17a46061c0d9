"""The controls of the cards of `/settings` and `/me`. Each says what is to be, never what is to change: so it
means the same on a card that has been open for long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.ui.component_ids import ComponentId
from data import OwnerKind


@dataclass(frozen=True, slots=True)
class ChooseValue(ComponentId):
    """Choose from a menu what a setting is to be."""

    action: ClassVar[str] = "setting"
    owner: OwnerKind
    name: str


@dataclass(frozen=True, slots=True)
class ChooseRole(ComponentId):
    """Choose a role from a menu."""

    action: ClassVar[str] = "setting_role"
    owner: OwnerKind
    name: str


@dataclass(frozen=True, slots=True)
class SetTo(ComponentId):
    """Turn something on or off."""

    action: ClassVar[str] = "setting_to"
    owner: OwnerKind
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Reset(ComponentId):
    """Let a setting be as by default."""

    action: ClassVar[str] = "setting_reset"
    owner: OwnerKind
    name: str


@dataclass(frozen=True, slots=True)
class ShowSettings(ComponentId):
    """Show a page of the settings."""

    action: ClassVar[str] = "settings_page"
    owner: OwnerKind
    page: int
