"""The buttons and menus of tournaments and simultaneous exhibitions."""

from __future__ import annotations

import types
from typing import Any, ClassVar, Literal, Self

from bot.ui.component_ids import ASKS, ONCE, SETS, SHOWS, ComponentId
from data.games.records import EventKind
from data.tournaments.records import PairingOutcome, Tournament


class WatchEvent(ComponentId, action="watch_event", timeless=SHOWS):
    """Tell where a tournament or an exhibition can be watched in a browser."""

    tournament_id: int


class OfEvent(ComponentId):
    """A component of an event's message, or of a private card about it; `event` is its number.

    Those that exhibitions have, too, name their action there, `simul`: exhibitions of earlier versions have
    numbers of their own.
    """

    event: int
    kind: ClassVar[EventKind] = "tournament"
    of_simuls: ClassVar[type[Any]]
    """The same component of exhibitions."""

    def __init_subclass__(cls, simul: str = "", marks: str = "", **declared: str) -> None:
        super().__init_subclass__(marks=marks, **declared)
        if simul:
            body = {"__module__": cls.__module__, "kind": "simul"}
            keywords = {**declared, "action": simul, "marks": marks and "simul"}
            cls.of_simuls = types.new_class(
                f"{cls.__name__}OfSimul", (cls,), keywords, lambda made: made.update(body)
            )

    @classmethod
    def of(cls, event: Tournament, *values: object) -> Self:
        """Return the id of a component of an event."""
        kind: type[Any] = cls if event.terms.kind == cls.kind else cls.of_simuls
        made: Self = kind(event.number, *values)
        return made


class JoinEvent(OfEvent, action="tour_join", simul="simul_join", timeless=SETS):
    """Take part."""


class LeaveEvent(OfEvent, action="tour_leave", simul="simul_leave", timeless=SETS):
    """Leave, or resign the board of an exhibition."""


class ConfirmLeaveTournament(OfEvent, action="tour_leave_yes", timeless=ONCE):
    """Leave for good, after the question."""


class ShowTournament(ComponentId, action="tour_show"):
    """Post the message of the chosen tournament again."""


class ConfirmPresence(OfEvent, action="tour_here", timeless=SETS):
    """Say that you are there, before the opponent's first move."""


class NextSimulBoard(OfEvent, action="simul_next", timeless=SHOWS):
    """Link to the next board of an exhibition that waits for the person."""

    kind = "simul"


class ManageEvent(OfEvent, action="tour_manage", simul="simul_manage", marks="tournament", timeless=SHOWS):
    """Show the organiser and moderators what they can do."""


class ControlEvent(OfEvent, action="tour_run", simul="simul_run", timeless=SETS):
    """Start, pause, resume, cancel a tournament, or end an exhibition."""

    how: Literal["start", "pause", "resume", "cancel", "end"]


class ConfirmCancelEvent(OfEvent, action="tour_cancel", simul="simul_end", timeless=ONCE):
    """Cancel or end, after the question."""


class InviteToEvent(OfEvent, action="tour_invite", simul="simul_invite", timeless=SETS):
    """Invite a person."""


class ChooseFiller(OfEvent, action="tour_filler", timeless=SETS):
    """Choose the computer player that takes the empty places."""


class ChooseComputerGames(OfEvent, action="tour_bot_games", timeless=SETS):
    """Choose whether games between computers are played or left out."""


class RemoveEntrant(OfEvent, action="tour_remove", simul="simul_remove", timeless=ASKS):
    """Remove the chosen entrant."""


class RemoveLaterEntrant(OfEvent, action="tour_remove_later", timeless=ASKS):
    """Remove the chosen entrant of a further menu; `page` counts from 1."""

    page: int


class ConfirmRemoveEntrant(OfEvent, action="tour_remove_yes", simul="simul_remove_yes"):
    """Remove an entrant, after the question; `player_id` is 0 for a computer player."""

    number: int
    player_id: int


class ChooseResult(OfEvent, action="tour_result", timeless=ASKS):
    """Choose a result to be corrected."""


class CorrectResult(OfEvent, action="tour_correct"):
    pairing_id: int
    outcome: PairingOutcome
