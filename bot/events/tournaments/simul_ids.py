"""The buttons and menus of simultaneous exhibitions."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ASKS, ONCE, SETS, SHOWS, ComponentId


class OfSimul(ComponentId):
    """A component of an exhibition's message, or of a private card about it; `simul_id` is its number."""

    simul_id: int


class JoinSimul(OfSimul, action="simul_join", timeless=SETS):
    """Take a place."""


class LeaveSimul(OfSimul, action="simul_leave", timeless=SETS):
    """Give up the place, or resign the board."""


class NextSimulBoard(OfSimul, action="simul_next", timeless=SHOWS):
    """Link to the next board that waits for the person."""


class ManageSimul(OfSimul, action="simul_manage", marks="simul", timeless=SHOWS):
    """Show the organiser and moderators what they can do."""


class RunSimul(OfSimul, action="simul_run", timeless=SETS):
    """Start, or cancel or end."""

    how: Literal["start", "end"]


class ConfirmEndSimul(OfSimul, action="simul_end", timeless=ONCE):
    """Cancel or end, after the question."""


class InviteToSimul(OfSimul, action="simul_invite", timeless=SETS):
    """Invite a person."""


class RemoveFromSimul(OfSimul, action="simul_remove", timeless=ASKS):
    """Remove the chosen opponent."""


class ConfirmRemoveFromSimul(OfSimul, action="simul_remove_yes"):
    """Remove an opponent, after the question."""

    number: int
    player_id: int
