"""The buttons and menus of simultaneous exhibitions."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class OfSimul(ComponentId):
    """A component of an exhibition's message, or of a private card about it; `simul_id` is its number."""

    simul_id: int


class JoinSimul(OfSimul, action="simul_join"):
    """Take a place."""


class LeaveSimul(OfSimul, action="simul_leave"):
    """Give up the place, or resign the board."""


class NextSimulBoard(OfSimul, action="simul_next"):
    """Link to the next board that waits for the person."""


class ManageSimul(OfSimul, action="simul_manage", marks="simul"):
    """Show the organiser and moderators what they can do."""


class RunSimul(OfSimul, action="simul_run"):
    """Start, or cancel or end."""

    how: Literal["start", "end"]


class ConfirmEndSimul(OfSimul, action="simul_end"):
    """Cancel or end, after the question."""


class InviteToSimul(OfSimul, action="simul_invite"):
    """Invite a person."""


class RemoveFromSimul(OfSimul, action="simul_remove"):
    """Remove the chosen opponent."""


class ConfirmRemoveFromSimul(OfSimul, action="simul_remove_yes"):
    """Remove an opponent, after the question."""

    number: int
    player_id: int
