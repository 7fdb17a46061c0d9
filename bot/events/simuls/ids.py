"""The buttons and menus of simultaneous exhibitions."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class JoinSimul(ComponentId, action="simul_join"):
    """Take a place."""

    simul_id: int


class LeaveSimul(ComponentId, action="simul_leave"):
    """Give up the place, or resign the board."""

    simul_id: int


class NextSimulBoard(ComponentId, action="simul_next"):
    """Link to the next board that waits for the person."""

    simul_id: int


class ManageSimul(ComponentId, action="simul_manage", marks="simul"):
    """Show the organiser and moderators what they can do."""

    simul_id: int


class RunSimul(ComponentId, action="simul_run"):
    """Start, or cancel or end."""

    simul_id: int
    how: Literal["start", "end"]


class ConfirmEndSimul(ComponentId, action="simul_end"):
    """Cancel or end, after the question."""

    simul_id: int


class InviteToSimul(ComponentId, action="simul_invite"):
    """Invite a person."""

    simul_id: int


class RemoveFromSimul(ComponentId, action="simul_remove"):
    """Remove the chosen opponent."""

    simul_id: int


class ConfirmRemoveFromSimul(ComponentId, action="simul_remove_yes"):
    """Remove an opponent, after the question."""

    simul_id: int
    number: int
    player_id: int
