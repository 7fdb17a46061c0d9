"""Tournaments without Discord, which take no steps by themselves."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

from bot.core.publisher import Publisher
from bot.events.tournaments.course import Threads
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.tournaments import Tournaments
from bot.play.games.flow import GameFlow
from data import Storage
from tests.bot.helpers import Clock, kit_of


class _Director(TournamentDirector):
    def note(self, event_id: int) -> None:
        """Take no steps."""


def tournaments_of(storage: Storage, clock: Clock) -> Tournaments:
    """What people may do in the tournaments of a storage."""
    without: dict[Any, Any] = {Publisher: Mock(), Threads: Mock(), GameFlow: Mock()}
    kit = kit_of(storage, clock, without)
    kit[TournamentDirector] = _Director(kit)
    return Tournaments(kit)
