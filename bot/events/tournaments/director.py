"""Runs the tournaments: starts them, pairs, begins the games, notes results and absences, ends them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar

from bot.catalog import GAMES
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events.tournaments.forms import Finished, Form, NextRound, arena_pairs, next_round
from bot.events.tournaments.news import TournamentNews, boards_place
from bot.events.tournaments.rules import (
    MAX_PAUSE,
    absent_at,
    asked_at,
    between_computers,
    dropped,
    ends_at,
    field,
    has_gone,
    is_held,
    last_round,
    lost_by_absence,
    replay_time,
    result_at_once,
    result_of,
    swiss_rounds,
    winners_of,
)
from bot.events.tournaments.simul_course import SimulCourse
from bot.events.tournaments.simul_rules import is_abandoned
from bot.features import Kit
from bot.messages.delivery import Delivery
from bot.messages.events import AFTER_FAULT, DEBOUNCE, EventDirector
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow
from data.db.chores import Chore
from data.db.errors import LimitReached
from data.games.changes import GameChanges
from data.games.records import EventRef, ExhibitionThere, Game, GameChanged, GameState, Seat
from data.people.personal import DELETED_PLAYER
from data.tournaments.pairings import Pairing, PairingOutcome
from data.tournaments.records import (
    StoredPairing,
    TournamentChanged,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
)
from data.tournaments.tournaments import TournamentStore, tournaments_in_progress

RETRY = timedelta(seconds=10)
"""Back-off of a thread that did not open, and of news of games that did not arrive."""


class TournamentDirector(EventDirector[TournamentRecord]):
    """Does what is due in tournaments."""

    chores: ClassVar[tuple[Chore, ...]] = (tournaments_in_progress,)

    def __init__(self, kit: Kit) -> None:
        super().__init__("tournament", kit[TournamentStore], kit)
        self._storage = kit.storage
        self._challenges = kit[Challenges]
        self._flow = kit[GameFlow]
        self._publisher = kit[Publisher]
        self._news = kit[TournamentNews]
        self._simuls = SimulCourse(kit)
        kit[GameChanges].listen(self._note)

    def note(self, tournament_id: int) -> None:
        """Do what is due after a change in the background, and show it."""
        self._background.spawn(self.advance(tournament_id))

    async def begin(self, tournament_id: int) -> None:
        """Begin an exhibition now. Refused without opponents or a thread."""
        async with self._locks.hold(tournament_id):
            while (record := await self._find(tournament_id)) is not None:
                if record.tournament.state is not TournamentState.OPEN:
                    break
                try:
                    await self._simuls.begin(record)
                    break
                except TournamentChanged:
                    continue
        self.note(tournament_id)

    async def react_to_deletion(self, channel_id: int) -> None:
        """End the exhibitions whose thread was deleted."""
        for number in await self._storage[TournamentStore].simuls_in(channel_id):
            async with self._locks.hold(number):
                while (record := await self._find(number)) is not None:
                    if record.tournament.state is not TournamentState.RUNNING:
                        break
                    try:
                        await self._storage[TournamentStore].finish(record, [], "thread gone")
                    except TournamentChanged:
                        continue
            self.note(number)

    # --- when something is due ---------------------------------------------------------------------------

    def _note(self, game: Game) -> None:
        """Follow the games: their ends, and their first moves, after which nobody is absent."""
        if game.event is None or self._schedule.closed:
            return
        if game.in_simul:
            # Its message tells of every move.
            self._messages.update(game.event.id, DEBOUNCE)
            if game.state is not GameState.PLAYING or is_abandoned(game):
                self._background.spawn(self._watch(game.event.id))
        elif game.state is not GameState.PLAYING:
            self._background.spawn(self.advance(game.event.id))
        elif game.ply in (1, 2):
            self._background.spawn(self._watch(game.event.id))

    async def _find(self, event_id: int) -> TournamentRecord | None:
        return await self._storage[TournamentStore].find(event_id)

    async def _recover(self, event_id: int) -> None:
        """End an exhibition whose thread was deleted while the bot was away."""
        record = await self._find(event_id)
        if record is None or not record.tournament.terms.is_simul:
            return
        running, boards_id = record.tournament.state is TournamentState.RUNNING, record.tournament.boards_id
        if running and boards_id is not None and await self._news.is_thread_gone(record):
            await self.react_to_deletion(boards_id)

    def _forget_all_but(self, active: set[int]) -> None:
        super()._forget_all_but(active)
        self._news.forget_all_but(active)
        self._simuls.forget_all_but(active)

    async def _update(self, event_id: int) -> Delivery | None:
        if wait := self._news.throttled(event_id):
            self._messages.update(event_id, wait)
            return None
        return await self._news.show(event_id)

    async def _next_due(self, record: TournamentRecord) -> datetime | None:
        tournament, now = record.tournament, self._now()
        if tournament.is_over:
            return None if tournament.announced else now + AFTER_FAULT
        if tournament.terms.is_simul:
            return self._simuls.next_due(record)
        if tournament.state is TournamentState.OPEN:
            return tournament.starts_at
        if tournament.paused_at is not None:
            return tournament.paused_at + MAX_PAUSE
        games = await self._storage[TournamentStore].games_of(record)
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

    # --- the steps ---------------------------------------------------------------------------------------

    async def _step(self, record: TournamentRecord) -> bool:
        """Take the first step that is due; returns whether there was one."""
        is_simul = record.tournament.terms.is_simul
        match record.tournament.state:
            case TournamentState.OPEN:
                return await (self._simuls.prepare if is_simul else self._start)(record)
            case TournamentState.RUNNING:
                return await (self._simuls.run if is_simul else self._run)(record)
            case TournamentState.FINISHED | TournamentState.CANCELLED if not record.tournament.announced:
                if is_simul and await self._simuls.call_off(record):
                    return True
                return await self._news.announce(record)
            case _:
                return False

    async def _start(self, record: TournamentRecord) -> bool:
        """Begin when it is time or all places are taken; without two entrants, cancel."""
        tournament, now = record.tournament, self._now()
        is_full = tournament.terms.when_full and len(record.entrants) >= tournament.terms.places
        if tournament.starts_at > now and not is_full:
            return False
        entrants = field(record)
        if len(entrants) < 2:
            await self._storage[TournamentStore].cancel(record, "too few")
        else:
            await self._storage[TournamentStore].start(record, entrants, ends_at(record, now))
        return True

    async def _run(self, record: TournamentRecord) -> bool:
        store = self._storage[TournamentStore]
        games = await store.games_of(record)
        ended = [
            (played, games[played.game_id])
            for played in record.pairings
            if played.is_pending
            and played.game_id in games
            and games[played.game_id].state is GameState.FINISHED
        ]
        if ended:
            results = [(pairing, *result_of(record, pairing, game)) for pairing, game in ended]
            await store.settle(record, results, dropped(record, results))
            return True
        for entrant in record.entrants:
            if entrant.player_id == DELETED_PLAYER and entrant.left_round is None:
                await store.leave(record, entrant.number, last_round(record) + 1)
                return True
        paused_at = record.tournament.paused_at
        if paused_at is not None:
            if paused_at + MAX_PAUSE > self._now():
                return await self._hold(record, games, held=True)
            await store.pause(record, paused=False)
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
            await store.settle(
                record, [(pairing, _walkover(record, pairing), True) for pairing in walkovers], {}
            )
            return True
        if to_begin and record.tournament.boards_id is None:
            return await self._news.open_thread(record)
        if to_begin and await self._begin(record, to_begin):
            return True
        if _untold(record) and await self._news.tell(record, _untold(record)):
            return True
        if _absences(record) and await self._news.tell_absences(record, _absences(record)):
            return True
        for pairing in record.pairings:
            played = games.get(pairing.game_id or 0)
            if pairing.is_pending and played is not None:
                if await self._forfeit(record, pairing, played):
                    return True
                moment = asked_at(record, pairing, played)
                is_due = moment is not None and moment <= self._now()
                if is_due and await self._news.ask_whether_there(record, pairing, played):
                    return True
        return await self._pair(record)

    async def _hold(self, record: TournamentRecord, games: dict[int, Game], *, held: bool) -> bool:
        """Stop the clock of a game in which a player's first move is due, or start it again after a pause;
        returns whether there is such a game."""
        for pairing in record.pairings:
            game = games.get(pairing.game_id or 0)
            if game is not None and is_held(game) is not held and is_held(game) is not None:
                changed = await self._storage[TournamentStore].hold(record, pairing, game, held=held)
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
        ended = await self._storage[TournamentStore].forfeit(record, pairing, game, outcome, leaving)
        self._background.spawn(self._publisher.show(game.id, known=GameSnapshot.of(ended)))
        return True

    async def _pair(self, record: TournamentRecord) -> bool:
        """Store the next pairings, or end the tournament."""
        tournament = record.tournament
        form, seed = Form(tournament.terms.form), tournament.seed
        found: Sequence[Pairing] = ()
        if form is Form.ARENA:
            assert tournament.ends_at is not None
            if self._now() < tournament.ends_at:
                lots = seed + last_round(record) + 1
                found = arena_pairs(_free(record), record.pairings, lots)
            elif not any(stored.is_pending for stored in record.pairings):
                await self._storage[TournamentStore].finish(record, winners_of(record))
                return True
        else:
            following = next_round(form, record.entrants, record.pairings, swiss_rounds(record), seed)
            if isinstance(following, Finished):
                await self._storage[TournamentStore].finish(record, winners_of(record))
                return True
            if isinstance(following, NextRound):
                found = following.pairings
        if not found:
            return False
        await self._storage[TournamentStore].pair(
            record, [result_at_once(record, pairing) for pairing in found]
        )
        return True

    async def _begin(self, record: TournamentRecord, pairings: list[StoredPairing]) -> bool:
        """Begin the games of these pairings and show their boards; returns whether there is one.

        Games between computers are played one after another, like exhibitions.
        """
        begun = []
        of_computers = [pairing for pairing in pairings if between_computers(record, pairing)]
        for pairing in pairings:
            if pairing in of_computers[1:]:
                continue
            try:
                begun.append(GameSnapshot.of(await self._begin_game(record, pairing)))
            except GameChanged as there:
                begun.append(GameSnapshot.of(there.game))
            except (ExhibitionThere, LimitReached):
                # One between computers: it waits for its turn.
                continue
        await asyncio.gather(*(self._publisher.show(snapshot.game.id, known=snapshot) for snapshot in begun))
        for snapshot in begun:
            if snapshot.computer_to_move:
                self._background.spawn(self._flow.proceed(snapshot))
        return bool(begun)

    async def _begin_game(self, record: TournamentRecord, pairing: StoredPairing) -> Game:
        terms = record.tournament.terms
        first, second = (Seat(player.player_id, player.computer) for player in record.players(pairing))
        of_computers = between_computers(record, pairing)
        time = None if of_computers else replay_time(terms.time, pairing.replay)
        new = await self._challenges.arranged(
            GAMES[terms.game],
            boards_place(record),
            (first, second),
            terms.options,
            time,
            organiser_id=record.tournament.organiser_id,
        )
        new = replace(new, event=EventRef("tournament", record.tournament.id))
        return await self._storage[TournamentStore].begin_game(pairing, new, self._challenges.rated_a_day)


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
    """Return the pairings without a game."""
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
