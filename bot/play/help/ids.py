"""Typed ids of the buttons and menus below `/play` and `/help`."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class StartAtLevel(ComponentId, action="start_level"):
    """Play the computer at a level chosen from a menu."""

    game: str


class StartAgainstOther(ComponentId, action="start_other"):
    """Play the computer in a style, or as one of the server's custom opponents."""

    game: str
    group: Literal["style", "own"]
    page: int


class AgainstFriend(ComponentId, action="start_friend"):
    """Show how to play against people."""


class InviteFriend(ComponentId, action="start_invite"):
    """Challenge a member chosen from a menu."""

    game: str


class OpenToAll(ComponentId, action="start_open"):
    """Post a start card that anyone can join."""

    game: str


class ShowStyles(ComponentId, action="styles"):
    """Explain styles of play and recipes."""


class ShowMore(ComponentId, action="what_else"):
    """Show the card of `/help`."""


class PlayStyle(ComponentId, action="start_style"):
    """Play the computer in a style."""

    game: str
    style: str


class OpenDialog(ComponentId, action="open_dialog"):
    """Do what a command does without options that then opens a dialog."""

    command: str


class AboutFeature(ComponentId, action="about"):
    """Explain a command that posts something for everyone, with a button that uses it."""

    command: str
