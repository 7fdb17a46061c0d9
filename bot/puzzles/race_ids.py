"""The buttons of puzzle races."""

from __future__ import annotations

from bot.ui.component_ids import ONCE, SETS, SHOWS, ComponentId


class JoinRace(ComponentId, action="race_join", marks="race", timeless=SETS):
    """Take part."""

    race_id: int


class LeaveRace(ComponentId, action="race_leave", timeless=SETS):
    """No longer take part."""

    race_id: int


class BeginRace(ComponentId, action="race_begin", timeless=ONCE):
    """Begin with those who have joined."""

    race_id: int


class OpenRaceBoard(ComponentId, action="race_board", marks="race", timeless=SHOWS):
    """Open the person's own board privately."""

    race_id: int


class RaceAgain(ComponentId, action="race_again", marks="race", timeless=ONCE):
    """Open a rematch, or join the one that is open."""

    race_id: int
