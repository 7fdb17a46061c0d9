"""The messages of tournaments: the one of each, the thread of its boards, news of games, and the results."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.core.background import KeyedLock
from bot.core.people import Place
from bot.core.publisher import Request
from bot.events import refusals
from bot.events.tournaments.corrections import are_results_final
from bot.events.tournaments.messages import (
    AreYouThere,
    GamesBegun,
    LostByAbsence,
    TournamentMessage,
    TournamentResults,
)
from bot.events.tournaments.rules import (
    absent_at,
    absent_people,
    deserves_achievement,
    waiting_in,
    winners_of,
)
from bot.events.tournaments.simul_messages import SimulBegins, SimulMessage, SimulResults
from bot.features import Kit
from bot.messages.delivery import Delivered, Delivery, Messenger, Undelivered
from bot.preferences.preferences import Preferences
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.achievements.kinds import CUP
from data.games.records import Game
from data.messages.channels import ThreadStore
from data.people.players import PeopleStore
from data.tournaments.records import StoredPairing, TournamentChanged, TournamentRecord, TournamentState
from data.tournaments.tournaments import TournamentStore

TOLD_AT_ONCE = 8
"""Maximum games in one message that tells of them."""

OLD_INTERVAL = timedelta(minutes=5)
"""Minimum time between two edits of a message older than an hour, which Discord throttles."""


class Threads(Protocol):
    """The threads of tournaments."""

    async def open(self, record: TournamentRecord, exhibitor: str = "") -> int | Undelivered:
        """Open the thread of a tournament from its message, or find it open; return its id.

        `exhibitor` is the name of a person who exhibits.
        """

    async def is_gone(self, thread_id: int) -> bool:
        """Return whether a thread was deleted."""

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is so old that Discord throttles its edits."""


class TournamentNews:
    """Shows tournaments and tells of them."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._messenger = kit[Messenger]
        self._preferences = kit[Preferences]
        self._achievements = kit[Achievements]
        self._threads = kit[Threads]
        self._now = kit.now
        self._showing = KeyedLock()
        self._rewritten_at: dict[int, datetime] = {}
        """Times of the last edits of old messages of exhibitions."""

    def forget_all_but(self, active: set[int]) -> None:
        """Forget what is known of tournaments that are over."""
        self._rewritten_at = {one: at for one, at in self._rewritten_at.items() if one in active}

    def throttled(self, tournament_id: int) -> timedelta:
        """Return how long the message of an exhibition is better not edited, zero for any other."""
        last = self._rewritten_at.get(tournament_id)
        return timedelta() if last is None else max(timedelta(), last + OLD_INTERVAL - self._now())

    async def content(self, tournament_id: int) -> TournamentMessage | SimulMessage | None:
        """Return what the message of a tournament shows."""
        shown = await self._storage[TournamentStore].shown(tournament_id)
        if shown is None:
            return None
        record, places, names, boards = shown
        if record.tournament.terms.is_simul:
            return SimulMessage(record, boards)
        is_final = are_results_final(record.tournament, self._now())
        return TournamentMessage(record, places, names, manageable=not is_final)

    async def post(self, tournament_id: int, place: Place, request: Request) -> None:
        """Answer a command with a tournament's message; an earlier one is deleted."""
        content = await self.content(tournament_id)
        if content is None:
            raise refusals.UnknownEvent
        before = content.record.tournament.message_id
        sent = await self._messenger.answer(content, place, request)
        await self._storage[TournamentStore].record_message(
            tournament_id, sent.message_id, channel_id=place.channel_id, digest=sent.digest
        )
        if before is not None and before != sent.message_id:
            await self._messenger.remove(place_of(content.record), before)

    async def show(self, tournament_id: int, request: Request | None = None) -> Delivery | None:
        """Bring the message of a tournament up to date, through the click that has changed it if there is
        one; None if there was nothing to change.

        A tournament whose channel was deleted is cancelled. The message of an exhibition is edited however
        old it is: its thread belongs to it.
        """
        # Two at once would both post the message of a tournament that has none.
        async with self._showing.hold(tournament_id):
            return await self._show(tournament_id, request)

    async def _show(self, tournament_id: int, request: Request | None) -> Delivery | None:
        content = await self.content(tournament_id)
        if content is None:
            return None
        shown, place = content.record.tournament, place_of(content.record)
        message_id, is_simul = shown.message_id, shown.terms.is_simul
        if is_simul and message_id is not None and self._threads.is_old(message_id):
            self._rewritten_at[tournament_id] = self._now()
            sent = await self._messenger.rewrite(content, place, message_id, request)
            if isinstance(sent, Delivered) or not sent.permanent:
                return sent
            # It was deleted.
            message_id = None
            del self._rewritten_at[tournament_id]
        sent = await self._messenger.show(content, place, message_id, request, digest=shown.digest or "")
        if isinstance(sent, Delivered):
            if (sent.message_id, sent.digest) == (shown.message_id, shown.digest):
                return None
            await self._storage[TournamentStore].record_message(
                tournament_id, sent.message_id, channel_id=shown.channel_id, digest=sent.digest
            )
        elif sent.channel_gone and not shown.is_over and not is_simul:
            await self._cancel(content.record)
        return sent

    async def _cancel(self, record: TournamentRecord) -> None:
        """Cancel a tournament whose channel was deleted."""
        while not record.tournament.is_over:
            try:
                await self._storage[TournamentStore].cancel(record, "channel")
            except TournamentChanged:
                found = await self._storage[TournamentStore].find(record.tournament.id)
                assert found is not None
                record = found
            else:
                return

    async def open_thread(self, record: TournamentRecord) -> bool:
        """Decide where the boards will be: in a thread, else in the channel; False if that must wait."""
        tournament = record.tournament
        if tournament.message_id is None:
            # A kill came between the tournament and its message.
            shown = await self.show(tournament.id)
            if not isinstance(shown, Delivered):
                return shown is not None and shown.permanent and await self._stay(record)
            record = replace(record, tournament=replace(tournament, message_id=shown.message_id))
        opened = await self._threads.open(record)
        if isinstance(opened, Undelivered):
            return opened.permanent and await self._stay(record)
        await self._storage[ThreadStore].note(opened, tournament.channel_id, tournament.guild_id)
        await self._storage[TournamentStore].record_boards(tournament.id, opened)
        return True

    async def open_simul(self, record: TournamentRecord) -> int | Undelivered:
        """Open the thread of an exhibition, whose message is posted again if it was deleted."""
        tournament, exhibitor = record.tournament, record.tournament.exhibitor_id
        name = ""
        if exhibitor is not None:
            name = str(await self._storage[PeopleStore].name(exhibitor, tournament.guild_id))
        opened = await self._threads.open(record, name)
        if isinstance(opened, Undelivered) and opened.message_gone:
            await self._storage[TournamentStore].record_message(tournament.id, None, digest="")
            if isinstance(await self.show(tournament.id), Delivered):
                fresh = await self._storage[TournamentStore].find(tournament.id)
                assert fresh is not None
                return await self._threads.open(fresh, name)
        return opened

    async def is_thread_gone(self, record: TournamentRecord) -> bool:
        """Return whether the thread of the boards was deleted."""
        boards_id = record.tournament.boards_id
        return boards_id is not None and await self._threads.is_gone(boards_id)

    async def call(self, record: TournamentRecord) -> bool:
        """Call the players of an exhibition to their boards; False if that should be retried."""
        if not await self._send(SimulBegins(record), boards_place(record)):
            return False
        await self._storage[TournamentStore].record_told([pairing.id for pairing in record.pairings])
        return True

    async def _stay(self, record: TournamentRecord) -> bool:
        await self._storage[TournamentStore].record_boards(record.tournament.id, record.tournament.channel_id)
        return True

    async def tell(self, record: TournamentRecord, pairings: tuple[StoredPairing, ...]) -> bool:
        """Tell both players of some of the games that have begun; False if that should be retried."""
        told = pairings[:TOLD_AT_ONCE]
        news = GamesBegun(record, told, await self._storage[TournamentStore].places_of(record))
        if not await self._send_to_boards(record, news):
            return False
        await self._storage[TournamentStore].record_told([pairing.id for pairing in told])
        return True

    async def tell_absences(self, record: TournamentRecord, pairings: tuple[StoredPairing, ...]) -> bool:
        """Tell people of some of the games they lost because they were not there; False: retry later."""
        told = pairings[:TOLD_AT_ONCE]
        news = LostByAbsence(record, told, await self._storage[TournamentStore].places_of(record))
        if any(absent_people(record, pairing) for pairing in told) and not await self._send_to_boards(
            record, news
        ):
            return False
        await self._storage[TournamentStore].record_told([pairing.id for pairing in told])
        return True

    async def ask_whether_there(self, record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
        """Ask who waits for the first move of a game whether they are there; False: retry later."""
        deadline, waiting = absent_at(game), waiting_in(record, pairing, game)
        assert deadline is not None
        assert waiting.player_id is not None
        if not await self._send_to_boards(record, AreYouThere(record, waiting.player_id, game, deadline)):
            return False
        await self._storage[TournamentStore].record_asked(pairing.id)
        return True

    async def _send_to_boards(self, record: TournamentRecord, news: GamesBegun | AreYouThere) -> bool:
        """Send news to where the boards are; returns False if that should be retried."""
        place = boards_place(record)
        sent = await self._messenger.send(news, place)
        is_closed = isinstance(sent, Undelivered) and (sent.channel_gone or sent.thread_closed)
        if is_closed and place != place_of(record):
            # The thread was deleted or locked: its boards are in the channel now, as the next ones will be.
            await self._stay(record)
            sent = await self._messenger.send(news, place_of(record))
        return isinstance(sent, Delivered) or sent.permanent

    async def announce(self, record: TournamentRecord) -> bool:
        """Announce the results in the tournament's channel, and in the one for news; False: retry later.

        They are noted as announced last: a kill repeats them rather than losing them.
        """
        number, place = record.tournament.id, place_of(record)
        shown = await self.show(number)
        if isinstance(shown, Undelivered) and not shown.permanent:
            return False
        is_simul = record.tournament.terms.is_simul
        if record.tournament.state is TournamentState.FINISHED and is_simul:
            if not await self._send(SimulResults(record), place):
                return False
        elif record.tournament.state is TournamentState.FINISHED:
            if not await self._send(TournamentResults(record), place):
                return False
            news = (await self._preferences.for_server(place.guild_id)).announcements
            if news not in (None, place.channel_id):
                assert news is not None
                if not await self._send(
                    TournamentResults(record, elsewhere=True), Place(news, place.guild_id)
                ):
                    return False
            if deserves_achievement(record):
                for person in winners_of(record):
                    await self._achievements.award(person, CUP, place)
        await self._storage[TournamentStore].record_announced(number)
        return True

    async def _send(self, news: TournamentResults | SimulBegins | SimulResults, place: Place) -> bool:
        sent = await self._messenger.send(news, place)
        return isinstance(sent, Delivered) or sent.permanent


def place_of(record: TournamentRecord) -> Place:
    """Return where the message of a tournament is."""
    return Place(record.tournament.channel_id, record.tournament.guild_id)


def boards_place(record: TournamentRecord) -> Place:
    """Return where the boards of a tournament are."""
    tournament = record.tournament
    return Place(tournament.boards_id or tournament.channel_id, tournament.guild_id)
