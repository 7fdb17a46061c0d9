"""The controls of the cards of `/settings` and `/me`. Each says what is to be, never what is to change: so it
means the same on a card that has been open for long."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId
from data import OwnerKind


class ChooseValue(ComponentId, action="setting"):
    """Choose from a menu what a setting is to be."""

    owner: OwnerKind
    name: str


class ChooseRole(ComponentId, action="setting_role"):
    """Choose a role from a menu."""

    owner: OwnerKind
    name: str


class SetTo(ComponentId, action="setting_to"):
    """Turn something on or off."""

    owner: OwnerKind
    name: str
    value: str


class Reset(ComponentId, action="setting_reset"):
    """Let a setting be as by default."""

    owner: OwnerKind
    name: str


class ShowSettings(ComponentId, action="settings_page"):
    """Show a page of the settings."""

    owner: OwnerKind
    page: int
