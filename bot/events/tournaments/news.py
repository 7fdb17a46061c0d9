"""The messages of tournaments: the one of each, the thread of its boards, news of games, and the results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.keyed_lock import KeyedLock
from bot.core.people import Place
from bot.core.publisher import Request
from bot.events import refusals
from bot.events.tournaments.corrections import are_results_final
from bot.events.tournaments.messages import AreYouThere, GamesBegun, TournamentMessage, TournamentResults
from bot.events.tournaments.rules import absent_at, deserves_achievement, waiting_in, winners_of
from bot.messages.delivery import Delivered, Delivery, Undelivered
from bot.ranks.achievements.achievements import Achievements
from bot.ranks.achievements.kinds import CUP
from bot.services.services import Kit
from data.games.records import Game
from data.tournaments.records import StoredPairing, TournamentChanged, TournamentRecord, TournamentState

TOLD_AT_ONCE = 8
"""Maximum games in one message that tells of them."""

OpenThread = Callable[[TournamentRecord], Awaitable[int | Undelivered]]
"""Opens the thread of a tournament from its message, or finds it open, and returns its id."""


class TournamentNews:
    """Shows tournaments and tells of them."""

    def __init__(self, kit: Kit, achievements: Achievements, open_thread: OpenThread) -> None:
        self._storage = kit.storage
        self._messenger = kit.messenger
        self._preferences = kit.preferences
        self._achievements = achievements
        self._open_thread = open_thread
        self._now = kit.now
        self._showing = KeyedLock()

    async def content(self, tournament_id: int) -> TournamentMessage | None:
        """Return what the message of a tournament shows."""
        shown = await self._storage.tournaments.shown(tournament_id)
        if shown is None:
            return None
        is_final = are_results_final(shown[0].tournament, self._now())
        return TournamentMessage(*shown, manageable=not is_final)

    async def post(self, tournament_id: int, place: Place, request: Request) -> None:
        """Answer a command with a tournament's message; an earlier one is deleted."""
        content = await self.content(tournament_id)
        if content is None:
            raise refusals.UnknownEvent("tournament")
        before = content.record.tournament.message_id
        sent = await self._messenger.answer(content, place, request)
        await self._storage.tournaments.record_message(
            tournament_id, sent.message_id, channel_id=place.channel_id, digest=sent.digest
        )
        if before is not None and before != sent.message_id:
            await self._messenger.remove(place_of(content.record), before)

    async def show(self, tournament_id: int) -> Delivery | None:
        """Bring the message of a tournament up to date; None if there was nothing to change.

        A tournament whose channel was deleted is cancelled.
        """
        # Two at once would both post the message of a tournament that has none.
        async with self._showing.hold(tournament_id):
            return await self._show(tournament_id)

    async def _show(self, tournament_id: int) -> Delivery | None:
        content = await self.content(tournament_id)
        if content is None:
            return None
        shown = content.record.tournament
        sent = await self._messenger.show(
            content, place_of(content.record), shown.message_id, digest=shown.digest or ""
        )
        if isinstance(sent, Delivered):
            if (sent.message_id, sent.digest) == (shown.message_id, shown.digest):
                return None
            await self._storage.tournaments.record_message(
                tournament_id, sent.message_id, channel_id=shown.channel_id, digest=sent.digest
            )
        elif sent.channel_gone and not shown.is_over:
            await self._cancel(content.record)
        return sent

    async def _cancel(self, record: TournamentRecord) -> None:
        """Cancel a tournament whose channel was deleted."""
        while not record.tournament.is_over:
            try:
                await self._storage.tournaments.cancel(record, "channel")
            except TournamentChanged:
                found = await self._storage.tournaments.find(record.tournament.id)
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
        opened = await self._open_thread(record)
        if isinstance(opened, Undelivered):
            return opened.permanent and await self._stay(record)
        await self._storage.threads.note(opened, tournament.channel_id, tournament.guild_id)
        await self._storage.tournaments.record_boards(tournament.id, opened)
        return True

    async def _stay(self, record: TournamentRecord) -> bool:
        await self._storage.tournaments.record_boards(record.tournament.id, record.tournament.channel_id)
        return True

    async def tell(self, record: TournamentRecord, pairings: tuple[StoredPairing, ...]) -> bool:
        """Tell both players of some of the games that have begun; False if that should be retried."""
        told = pairings[:TOLD_AT_ONCE]
        news = GamesBegun(record, told, await self._storage.tournaments.places_of(record))
        if not await self._send_to_boards(record, news):
            return False
        await self._storage.tournaments.record_told([pairing.id for pairing in told])
        return True

    async def ask_whether_there(self, record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
        """Ask who waits for the first move of a game whether they are there; False: retry later."""
        deadline, waiting = absent_at(game), waiting_in(record, pairing, game)
        assert deadline is not None
        assert waiting.player_id is not None
        if not await self._send_to_boards(record, AreYouThere(record, waiting.player_id, game, deadline)):
            return False
        await self._storage.tournaments.record_asked(pairing.id)
        return True

    async def _send_to_boards(self, record: TournamentRecord, news: GamesBegun | AreYouThere) -> bool:
        """Send news to where the boards are; returns False if that should be retried."""
        place = boards_of(record)
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
        if record.tournament.state is TournamentState.FINISHED:
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
        await self._storage.tournaments.record_announced(number)
        return True

    async def _send(self, results: TournamentResults, place: Place) -> bool:
        sent = await self._messenger.send(results, place)
        return isinstance(sent, Delivered) or sent.permanent


def place_of(record: TournamentRecord) -> Place:
    """Return where the message of a tournament is."""
    return Place(record.tournament.channel_id, record.tournament.guild_id)


def boards_of(record: TournamentRecord) -> Place:
    """Return where the boards of a tournament are."""
    tournament = record.tournament
    return Place(tournament.boards_id or tournament.channel_id, tournament.guild_id)
