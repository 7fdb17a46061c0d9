"""Which tournaments and exhibitions have a link to a page in the browser, and which boards it shows.

Like the link of a game, it shows what the channel shows: anyone gets it where everyone may look, elsewhere
those who take part, who can withdraw it; a link to a public event leads nowhere while not everyone may look.
A board whose own link was withdrawn is not shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.core.people import Person, Place
from bot.core.signals import Signal
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.rules import last_round
from bot.features import Kit
from bot.play.web_links.refusals import LinksOff
from bot.play.web_links.web_links import LinkBook
from data.people.web import EventLinkStore, WebStore
from data.tournaments.records import Tournament, TournamentRecord
from data.tournaments.tournaments import TournamentStore

PAGES_OF_EVENTS = "/e/"

MAX_BOARDS = 32
"""Maximum boards on a page; a round of the largest tournament has as many."""


class EventLinkWithdrawn(Signal[int, object]):
    """The link of a tournament was withdrawn."""


class TournamentLinks:
    """The links of tournaments."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._book = LinkBook(kit, kit[EventLinkStore], PAGES_OF_EVENTS)
        self._withdrawn = kit[EventLinkWithdrawn]

    async def for_person(self, tournament_id: int, who: Person) -> str:
        """Return the address of a tournament's page; in a private place only for those who take part."""
        if not self._book.enabled:
            raise LinksOff
        record = await self._load(tournament_id)
        place = _place(record.tournament)
        address = await self._book.give(tournament_id, place, takes_part=_takes_part(record, who))
        if address is None:
            raise refusals.LinkForEntrants
        return address

    async def withdraw(self, tournament_id: int, who: Person) -> None:
        """Withdraw the link: it leads nowhere, and open pages end."""
        if not await self.may_withdraw(tournament_id, who):
            raise refusals.LinkForEntrants
        if not await self._storage[EventLinkStore].withdraw(tournament_id):
            raise refusals.NoEventLink
        self._withdrawn.tell(tournament_id)

    async def may_withdraw(self, tournament_id: int, who: Person) -> bool:
        """Return whether a person takes part."""
        return _takes_part(await self._load(tournament_id), who)

    async def find(self, code: str) -> Tournament | None:
        """Return the tournament to which a code leads; None for an unknown or withdrawn one, and if not
        everyone sees the tournament any more."""
        record = await self._find(code)
        return None if record is None else record.tournament

    async def find_board(self, code: str, game_id: int) -> Tournament | None:
        """Return the tournament to which a code leads if a game is among its boards."""
        record = await self._find(code)
        if record is None or all(pairing.game_id != game_id for pairing in record.pairings):
            return None
        return None if await self._storage[WebStore].withdrawn([game_id]) else record.tournament

    async def is_hidden(self, tournament: Tournament) -> bool:
        """Return whether a link leads nowhere because not everyone sees the channel any more."""
        return await self._book.is_hidden(tournament.id, _place(tournament))

    async def hidden(self, tournaments: Collection[int]) -> frozenset[int]:
        """Return the tournaments whose link leads nowhere, withdrawn ones included."""
        return await self._book.hidden(tournaments)

    async def boards(self, record: TournamentRecord) -> list[int]:
        """Return the games on the page: those of the present round, and earlier ones in progress."""
        latest = last_round(record)
        shown = [
            pairing.game_id
            for pairing in record.pairings
            if pairing.game_id is not None and (pairing.round == latest or pairing.is_pending)
        ][-MAX_BOARDS:]
        withdrawn = await self._storage[WebStore].withdrawn(shown)
        return [game_id for game_id in shown if game_id not in withdrawn]

    async def sides_of(self, tournament_id: int, who: Person) -> tuple[int, Mapping[int, int]]:
        """Return the server, and a person's sides in the games on the page."""
        record = await self._load(tournament_id)
        games = [await self._storage.game(game_id) for game_id in await self.boards(record)]
        sides = {game.id: GameSnapshot.of(game).side_of(who.id) for game in games if game is not None}
        own = {game_id: side for game_id, side in sides.items() if side is not None}
        return record.tournament.guild_id, own

    async def _find(self, code: str) -> TournamentRecord | None:
        tournament_id = await self._storage[EventLinkStore].find(code)
        record = None if tournament_id is None else await self._storage[TournamentStore].find(tournament_id)
        return None if record is None or await self.is_hidden(record.tournament) else record

    async def _load(self, tournament_id: int) -> TournamentRecord:
        record = await self._storage[TournamentStore].find(tournament_id)
        if record is None:
            raise refusals.UnknownEvent
        return record


def _place(tournament: Tournament) -> Place:
    return Place(tournament.channel_id, tournament.guild_id)


def _takes_part(record: TournamentRecord, who: Person) -> bool:
    return record.tournament.organiser_id == who.id or record.entrant_of(who.id) is not None
