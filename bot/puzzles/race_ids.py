"""The buttons of puzzle races."""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class JoinRace(ComponentId, action="race_join", marks="race"):
    """Take part."""

    race_id: int


class LeaveRace(ComponentId, action="race_leave"):
    """No longer take part."""

    race_id: int


class BeginRace(ComponentId, action="race_begin"):
    """Begin with those who have joined."""

    race_id: int


class OpenRaceBoard(ComponentId, action="race_board", marks="race"):
    """Open the person's own board privately."""

    race_id: int


class RaceAgain(ComponentId, action="race_again", marks="race"):
    """Open a rematch, or join the one that is open."""

    race_id: int
