"""Which tournaments and exhibitions have a link to a page in the browser, and which boards it shows.

A board whose own link was withdrawn is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from bot.core.people import Person, Place
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.forms.types import last_round
from bot.play.web_links import PageLinks
from data.db.registry import Signal
from data.people.web import EventLinkStore, LinkStore, WebStore
from data.tournaments.records import TournamentRecord
from data.tournaments.tournaments import TournamentStore

PAGES_OF_EVENTS = "/e/"

MAX_BOARDS = 32
"""Maximum boards on a page; a round of the largest tournament has as many."""


class EventLinkWithdrawn(Signal[TournamentRecord, object]):
    """The link of an event was withdrawn."""


class TournamentLinks(PageLinks[TournamentRecord]):
    path: ClassVar[str] = PAGES_OF_EVENTS
    store: ClassVar[type[LinkStore]] = EventLinkStore
    withdrawn: ClassVar[type[Signal[Any, object]]] = EventLinkWithdrawn

    async def owner(self, key: int) -> TournamentRecord:
        record = await self._storage[TournamentStore].find(key)
        if record is None:
            raise refusals.UnknownEvent
        return record

    def key(self, owner: TournamentRecord) -> int:
        return owner.tournament.id

    def place(self, owner: TournamentRecord) -> Place:
        return Place(owner.tournament.channel_id, owner.tournament.guild_id)

    def takes_part(self, owner: TournamentRecord, who: Person) -> bool:
        return owner.tournament.organiser_id == who.id or owner.entrant_of(who.id) is not None

    async def find_board(self, code: str, game_id: int) -> TournamentRecord | None:
        """Return the event to which a code leads if a game is among its boards."""
        record = await self.find(code)
        if record is None or all(pairing.game_id != game_id for pairing in record.pairings):
            return None
        return None if await self._storage[WebStore].withdrawn([game_id]) else record

    async def boards(self, record: TournamentRecord) -> list[int]:
        """Return the games on the page: those of the present round, and earlier ones in progress."""
        latest = last_round(record.pairings)
        shown = [
            pairing.game_id
            for pairing in record.pairings
            if pairing.game_id is not None and (pairing.round == latest or pairing.is_pending)
        ][-MAX_BOARDS:]
        withdrawn = await self._storage[WebStore].withdrawn(shown)
        return [game_id for game_id in shown if game_id not in withdrawn]

    async def sides_of(self, tournament_id: int, who: Person) -> tuple[int, Mapping[int, int]]:
        """Return the server, and a person's sides in the games on the page."""
        record = await self.owner(tournament_id)
        games = [await self._storage.game(game_id) for game_id in await self.boards(record)]
        sides = {game.id: GameSnapshot.of(game).side_of(who.id) for game in games if game is not None}
        own = {game_id: side for game_id, side in sides.items() if side is not None}
        return record.tournament.guild_id, own
