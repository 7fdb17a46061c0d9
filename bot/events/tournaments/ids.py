"""The buttons and menus of tournaments."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ASKS, ONCE, SETS, SHOWS, ComponentId
from data.tournaments.pairings import PairingOutcome


class OfTournament(ComponentId):
    """A component of a tournament's message, or of a private card about it."""

    tournament_id: int


class JoinTournament(OfTournament, action="tour_join", timeless=SETS):
    """Take part."""


class LeaveTournament(OfTournament, action="tour_leave", timeless=SETS):
    """Take part no more."""


class ConfirmLeaveTournament(OfTournament, action="tour_leave_yes", timeless=ONCE):
    """Take part no more, after the question."""


class ShowTournament(ComponentId, action="tour_show"):
    """Post the message of the chosen tournament again."""


class ConfirmPresence(OfTournament, action="tour_here", timeless=SETS):
    """Say that you are there, before the opponent's first move."""


class ManageTournament(OfTournament, action="tour_manage", marks="tournament", timeless=SHOWS):
    """Show the organiser and moderators what they can do."""


class RunTournament(OfTournament, action="tour_run", timeless=SETS):
    """Start, pause, resume or cancel."""

    how: Literal["start", "pause", "resume", "cancel"]


class ConfirmCancelTournament(OfTournament, action="tour_cancel", timeless=ONCE):
    """Cancel, after the question."""


class InviteToTournament(OfTournament, action="tour_invite", timeless=SETS):
    """Invite a person."""


class ChooseFiller(OfTournament, action="tour_filler", timeless=SETS):
    """Choose the computer player that takes the empty places."""


class ChooseComputerGames(OfTournament, action="tour_bot_games", timeless=SETS):
    """Choose whether games between computers are played or left out."""


class RemoveEntrant(OfTournament, action="tour_remove", timeless=ASKS):
    """Remove the chosen entrant."""


class RemoveLaterEntrant(OfTournament, action="tour_remove_later", timeless=ASKS):
    """Remove the chosen entrant of a further menu; `page` counts from 1."""

    page: int


class ConfirmRemoveEntrant(OfTournament, action="tour_remove_yes"):
    """Remove an entrant, after the question; `player_id` is 0 for a computer player."""

    number: int
    player_id: int


class ChooseResult(OfTournament, action="tour_result", timeless=ASKS):
    """Choose a result to be corrected."""


class CorrectResult(OfTournament, action="tour_correct"):
    """Correct a result."""

    pairing_id: int
    outcome: PairingOutcome
