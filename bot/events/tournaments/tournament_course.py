"""The course of tournaments: pairings, games, results, absences, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar

from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.tournaments.cards import (
    AreYouThere,
    EventCourse,
    EventResults,
    GamesBegun,
    LostByAbsence,
    WayOut,
    boards_place,
    place_of,
)
from bot.events.tournaments.forms import next_round
from bot.events.tournaments.forms.arena import arena_pairs
from bot.events.tournaments.forms.types import Form, last_round
from bot.events.tournaments.rules import (
    MAX_PAUSE,
    MIN_PEOPLE,
    absent_at,
    absent_people,
    are_results_final,
    asked_at,
    between_computers,
    correctable,
    dropped,
    field,
    first_round_without,
    games_of_entrant,
    has_gone,
    is_held,
    lost_by_absence,
    replay_time,
    result_at_once,
    result_of,
    swiss_rounds,
    waiting_in,
    winners_of,
)
from bot.features import Kit
from bot.messages.delivery import Delivered, Undelivered
from bot.preferences.preferences import Preferences
from bot.ranks.achievements.achievements import CUP, Achievements
from data.db.errors import LimitReached
from data.games.records import ComputerMatchThere, Ending, Game, GameState, Outcome, Seat
from data.messages.channels import ThreadStore
from data.people.personal import DELETED_PLAYER
from data.tournaments.records import (
    Pairing,
    PairingOutcome,
    StoredPairing,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
)

RETRY = timedelta(seconds=10)
"""Back-off of a thread that did not open, and of news of games that did not arrive."""

TOLD_AT_ONCE = 8
"""Maximum games in one message that tells of them."""


class TournamentCourse(EventCourse):
    ends_with_channel: ClassVar[bool] = True

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self._achievements = kit[Achievements]
        self._preferences = kit[Preferences]

    # --- what people may do ------------------------------------------------------------------------------

    def way_out(self, record: TournamentRecord, entry: TournamentEntrant | None) -> WayOut:
        takes_part = entry is not None and entry.left_round is None
        return WayOut(for_good=takes_part and Form(record.tournament.terms.form) is not Form.ARENA)

    async def correctable(self, record: TournamentRecord) -> list[StoredPairing]:
        if are_results_final(record.tournament, self._now()):
            raise refusals.ResultsFinal
        return correctable(record, await self._store.games_of(record), self._now())

    async def remove(self, record: TournamentRecord, number: int) -> None:
        """Remove an entrant, who loses a game in progress and can return by invitation only."""
        games = games_of_entrant(record, number, await self._store.games_of(record))
        for pairing, game in games:
            # The seats don't tell: two computer players of a level are equal there.
            side = int(pairing.first != number)
            outcome = PairingOutcome.won(by_first=pairing.first != number)
            lost = Outcome(1 - side, None, Ending.RESIGNED)
            leaving = {number: last_round(record.pairings) + 1}
            await self._store.forfeit(record, pairing, game, outcome, leaving, lost, "removed")
            return
        left_round = record.entrant(number).left_round or first_round_without(record)
        await self._store.leave(record, number, left_round, removed=True)

    # --- the steps ---------------------------------------------------------------------------------------

    async def next_due(self, record: TournamentRecord) -> datetime | None:
        tournament, now = record.tournament, self._now()
        if tournament.state is TournamentState.OPEN:
            return tournament.starts_at
        if tournament.paused_at is not None:
            return tournament.paused_at + MAX_PAUSE
        games = await self._store.games_of(record)
        moments = [
            # A question that did not arrive is retried.
            moment if moment > now else now + RETRY
            for pairing in record.pairings
            if pairing.is_pending and pairing.game_id in games
            for moment in (
                asked_at(record, pairing, games[pairing.game_id]),
                absent_at(games[pairing.game_id]),
            )
            if moment is not None
        ]
        if tournament.ends_at is not None and tournament.ends_at > now:
            moments.append(tournament.ends_at)
        if _untold(record) or _absences(record) or _to_begin(record):
            moments.append(now + RETRY)
        return min(moments, default=None)

    async def begin(self, record: TournamentRecord) -> None:
        entrants = field(record)
        if not entrants and record.tournament.terms.filler is not None:
            raise refusals.NobodyForComputers
        if len(entrants) < 2:
            raise refusals.TooFewEntrants
        terms, ends_at = record.tournament.terms, None
        if Form(terms.form) is Form.ARENA:
            ends_at = self._now() + timedelta(minutes=terms.minutes)
        await self._store.start(record, entrants, ends_at)

    async def prepare(self, record: TournamentRecord) -> bool:
        tournament = record.tournament
        is_full = tournament.terms.when_full and len(record.entrants) >= tournament.terms.places
        if tournament.starts_at > self._now() and not is_full:
            return False
        try:
            await self.begin(record)
        except (refusals.NobodyForComputers, refusals.TooFewEntrants):
            await self._store.cancel(record, "too few")
        return True

    async def run(self, record: TournamentRecord) -> bool:
        games = await self._store.games_of(record)
        ended = [
            (played, games[played.game_id])
            for played in record.pairings
            if played.is_pending
            and played.game_id in games
            and games[played.game_id].state is GameState.FINISHED
        ]
        if ended:
            results = [(pairing, *result_of(record, pairing, game)) for pairing, game in ended]
            await self._store.settle(record, results, dropped(record, results))
            return True
        for entrant in record.entrants:
            if entrant.player_id == DELETED_PLAYER and entrant.left_round is None:
                await self._store.leave(record, entrant.number, last_round(record.pairings) + 1)
                return True
        paused_at = record.tournament.paused_at
        if paused_at is not None:
            if paused_at + MAX_PAUSE > self._now():
                return await self._hold(record, games, held=True)
            await self._store.pause(record, paused=False)
            return True
        if await self._hold(record, games, held=False):
            return True
        to_begin = _to_begin(record)
        walkovers = [
            pairing
            for pairing in to_begin
            if has_gone(record, pairing.first) or has_gone(record, pairing.second)
        ]
        if walkovers:
            await self._store.settle(
                record, [(pairing, _walkover(record, pairing), True) for pairing in walkovers], {}
            )
            return True
        if to_begin and record.tournament.boards_id is None:
            return await self._open_thread(record)
        if to_begin and await self._begin(record, to_begin):
            return True
        for pairings, news in ((_untold(record), GamesBegun), (_absences(record), LostByAbsence)):
            if pairings and await self._tell(record, pairings, news):
                return True
        for pairing in record.pairings:
            played = games.get(pairing.game_id or 0)
            if pairing.is_pending and played is not None:
                if await self._forfeit(record, pairing, played):
                    return True
                moment = asked_at(record, pairing, played)
                is_due = moment is not None and moment <= self._now()
                if is_due and await self._ask_whether_there(record, pairing, played):
                    return True
        return await self._pair(record)

    async def _hold(self, record: TournamentRecord, games: dict[int, Game], *, held: bool) -> bool:
        """Stop the clock of a game in which a player's first move is due, or start it again after a pause;
        returns whether there is such a game."""
        for pairing in record.pairings:
            game = games.get(pairing.game_id or 0)
            if game is not None and is_held(game) is not held and is_held(game) is not None:
                changed = await self._store.hold(record, pairing, game, held=held)
                self._background.spawn(self._publisher.show(game.id, known=GameSnapshot.of(changed)))
                return True
        return False

    async def _forfeit(self, record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
        """End a game to which a player, or both, did not come; returns whether there is such a player."""
        moment = absent_at(game)
        if moment is None or moment > self._now():
            return False
        outcome = lost_by_absence(record, pairing, game)
        leaving = dropped(record, [(pairing, outcome, True)])
        ended = await self._store.forfeit(record, pairing, game, outcome, leaving)
        self._background.spawn(self._publisher.show(game.id, known=GameSnapshot.of(ended)))
        return True

    async def _pair(self, record: TournamentRecord) -> bool:
        """Store the next pairings, or end the tournament."""
        tournament = record.tournament
        form, seed = Form(tournament.terms.form), tournament.seed
        following: Sequence[Pairing] | None
        if form is not Form.ARENA:
            following = next_round(form, record.entrants, record.pairings, swiss_rounds(record), seed)
        else:
            assert tournament.ends_at is not None
            if self._now() < tournament.ends_at:
                lots = seed + last_round(record.pairings) + 1
                following = arena_pairs(_free(record), record.pairings, lots)
            else:
                following = () if any(stored.is_pending for stored in record.pairings) else None
        if following is None:
            await self._store.finish(record, winners_of(record))
        elif following:
            pairings = [result_at_once(record, pairing) for pairing in following]
            await self._store.pair(record, pairings)
        return following is None or len(following) > 0

    async def _begin(self, record: TournamentRecord, pairings: list[StoredPairing]) -> bool:
        """Begin the games of these pairings and show their boards; returns whether there is one.

        Games between computers are played one after another, like exhibitions.
        """
        begun, terms = [], record.tournament.terms
        of_computers = [pairing for pairing in pairings if between_computers(record, pairing)]
        for pairing in pairings:
            if pairing in of_computers[1:]:
                continue
            first, second = (Seat(player.player_id, player.computer) for player in record.players(pairing))
            time = None if pairing in of_computers else replay_time(terms.time, pairing.replay)
            rated = self._challenges.rated_a_day
            try:
                begun.append(await self._begin_game(record, pairing, (first, second), time, max_rated=rated))
            except (ComputerMatchThere, LimitReached):
                # One between computers: it waits for its turn.
                continue
        await asyncio.gather(*(self._publisher.show(snapshot.game.id, known=snapshot) for snapshot in begun))
        for snapshot in begun:
            if snapshot.computer_to_move:
                self._background.spawn(self._flow.proceed(snapshot))
        return bool(begun)

    async def celebrate(self, record: TournamentRecord) -> bool:
        place = place_of(record)
        elsewhere = (await self._preferences.for_server(place.guild_id)).announcements
        if elsewhere not in (None, place.channel_id):
            assert elsewhere is not None
            if not await self.send(EventResults(record, elsewhere=True), Place(elsewhere, place.guild_id)):
                return False
        # This is the achievement; they have the cup itself anyway.
        if sum(entrant.player_id is not None for entrant in record.entrants) >= MIN_PEOPLE:
            for person in winners_of(record):
                await self._achievements.award(person, CUP, place)
        return True

    # --- the thread, and what is said there --------------------------------------------------------------

    async def _open_thread(self, record: TournamentRecord) -> bool:
        """Decide where the boards will be: in a thread, else in the channel; False if that must wait."""
        tournament = record.tournament
        if tournament.message_id is None:
            # A kill came between the tournament and its message.
            shown = await self._cards.show(tournament.id)
            if not isinstance(shown, Delivered):
                refused = shown is not None and shown.permanent and not shown.channel_gone
                return refused and await self._stay(record)
            record = replace(record, tournament=replace(tournament, message_id=shown.message_id))
        opened = await self._threads.open(record)
        if isinstance(opened, Undelivered):
            return opened.permanent and await self._stay(record)
        await self._storage[ThreadStore].record(opened, tournament.channel_id, tournament.guild_id)
        await self._store.record_boards(tournament.id, opened)
        return True

    async def _stay(self, record: TournamentRecord) -> bool:
        await self._store.record_boards(record.tournament.id, record.tournament.channel_id)
        return True

    async def _tell(
        self, record: TournamentRecord, pairings: tuple[StoredPairing, ...], news: type[GamesBegun]
    ) -> bool:
        """Tell both players of some of the games that have begun, or people of those they lost by absence;
        False if that should be retried."""
        batch = pairings[:TOLD_AT_ONCE]
        if news is not LostByAbsence or any(absent_people(record, pairing) for pairing in batch):
            places = await self._store.places_of(record)
            if not await self._send_to_boards(record, news(record, batch, places)):
                return False
        await self._store.record_told([pairing.id for pairing in batch])
        return True

    async def _ask_whether_there(self, record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
        """Ask who waits for the first move of a game whether they are there; False: retry later."""
        deadline, waiting = absent_at(game), waiting_in(record, pairing, game)
        assert deadline is not None
        assert waiting.player_id is not None
        if not await self._send_to_boards(record, AreYouThere(record, waiting.player_id, game, deadline)):
            return False
        await self._store.record_asked(pairing.id)
        return True

    async def _send_to_boards(self, record: TournamentRecord, news: GamesBegun | AreYouThere) -> bool:
        """Send news to where the boards are; returns False if that should be retried."""
        place = boards_place(record)
        sent = await self._messenger.send(news, place)
        is_closed = isinstance(sent, Undelivered) and (sent.channel_gone or sent.thread_closed)
        if is_closed and place != place_of(record):
            # The thread was deleted or locked: its boards are in the channel now, as the next ones will be.
            await self._stay(record)
            return await self.send(news, place_of(record))
        return isinstance(sent, Delivered) or sent.permanent


def _untold(record: TournamentRecord) -> tuple[StoredPairing, ...]:
    """Return the pairings whose people were not told of their games."""
    return tuple(
        pairing
        for pairing in record.pairings
        if pairing.is_pending
        and pairing.game_id is not None
        and not pairing.told
        and not between_computers(record, pairing)
    )


def _absences(record: TournamentRecord) -> tuple[StoredPairing, ...]:
    """Return the pairings lost by absence, of which the absent were not told."""
    return tuple(
        pairing
        for pairing in record.pairings
        if pairing.forfeit and pairing.game_id is not None and not pairing.told and not pairing.is_pending
    )


def _to_begin(record: TournamentRecord) -> list[StoredPairing]:
    return [pairing for pairing in record.pairings if pairing.is_pending and pairing.game_id is None]


def _walkover(record: TournamentRecord, pairing: StoredPairing) -> PairingOutcome:
    """Return the result of a pairing of whom one or both left before the game."""
    if not has_gone(record, pairing.first):
        return PairingOutcome.FIRST
    return PairingOutcome.DOUBLE_LOSS if has_gone(record, pairing.second) else PairingOutcome.SECOND


def _free(record: TournamentRecord) -> list[TournamentEntrant]:
    """Return who has no game in an arena, the longest first; a computer player only if they are an odd number
    of people."""
    playing = {number for pairing in record.pairings if pairing.is_pending for number in pairing.numbers}
    waiting = [
        entrant for entrant in record.entrants if entrant.left_round is None and entrant.number not in playing
    ]
    waiting.sort(key=lambda entrant: (entrant.waiting_since or record.tournament.created_at, entrant.number))
    people = [entrant for entrant in waiting if entrant.computer is None]
    computers = [entrant for entrant in waiting if entrant.computer is not None]
    return people + (computers[:1] if len(people) % 2 else [])
