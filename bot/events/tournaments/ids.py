"""The buttons and menus of tournaments."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId


class JoinTournament(ComponentId, action="tour_join"):
    """Take part."""

    tournament_id: int


class LeaveTournament(ComponentId, action="tour_leave"):
    """Take part no more."""

    tournament_id: int


class ConfirmLeaveTournament(ComponentId, action="tour_leave_yes"):
    """Take part no more, after the question."""

    tournament_id: int


class ShowTournament(ComponentId, action="tour_show"):
    """Post the message of the chosen tournament again."""


class ConfirmPresence(ComponentId, action="tour_here"):
    """Say that you are there, before the opponent's first move."""

    tournament_id: int


class ManageTournament(ComponentId, action="tour_manage", marks="tournament"):
    """Show the organiser and moderators what they can do."""

    tournament_id: int


class RunTournament(ComponentId, action="tour_run"):
    """Start, pause, resume or cancel."""

    tournament_id: int
    how: Literal["start", "pause", "resume", "cancel"]


class ConfirmCancelTournament(ComponentId, action="tour_cancel"):
    """Cancel, after the question."""

    tournament_id: int


class InviteToTournament(ComponentId, action="tour_invite"):
    """Invite a person."""

    tournament_id: int


class RemoveEntrant(ComponentId, action="tour_remove"):
    """Remove the chosen entrant."""

    tournament_id: int


class RemoveLaterEntrant(ComponentId, action="tour_remove_later"):
    """Remove the chosen entrant of a further menu; `page` counts from 1."""

    tournament_id: int
    page: int


class ConfirmRemoveEntrant(ComponentId, action="tour_remove_yes"):
    """Remove an entrant, after the question; `player_id` is 0 for a computer player."""

    tournament_id: int
    number: int
    player_id: int


class ChooseResult(ComponentId, action="tour_result"):
    """Choose a result to be corrected."""

    tournament_id: int


class CorrectResult(ComponentId, action="tour_correct"):
    """Correct a result."""

    tournament_id: int
    pairing_id: int
    outcome: Literal["1-0", "0-1", "draw"]
