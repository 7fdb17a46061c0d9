"""Runs the tournaments: starts them, pairs, begins the games, notes results and absences, ends them.

Every step is one transaction that is based on the version it saw, and follows from what is stored alone. So
after a kill, or a fault, the next pass continues where the last one stopped.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta

import structlog

from bot.catalog import GAMES
from bot.games.challenges import Challenges
from bot.games.flow import GameFlow
from bot.games.publisher import Publisher
from bot.games.snapshot import GameSnapshot
from bot.messages.kept import KeptMessages
from bot.process.background import BackgroundTasks
from bot.process.schedule import Backoff, Schedule
from bot.runtime import Now, Rest
from bot.tournaments.forms import Entrant, Form, NextRound, Pairing, Waiting, arena_pairs, next_round
from bot.tournaments.news import TournamentNews, boards_of
from bot.tournaments.rules import (
    MAX_PAUSE,
    absent_at,
    by_lot,
    dropped,
    entrants_of,
    has_gone,
    last_round,
    lost_by,
    played_of,
    replay_time,
    result_of,
    swiss_rounds,
    winners_of,
)
from bot.tournaments.tournaments import ends_at, field
from data import (
    DELETED_PLAYER,
    Game,
    GameChanged,
    GameState,
    NewPairing,
    OutcomeText,
    Seat,
    Storage,
    StoredPairing,
    TournamentChanged,
    TournamentRecord,
    TournamentState,
)

log = structlog.get_logger(__name__)

DEBOUNCE = timedelta(seconds=1)
INTERVAL = timedelta(seconds=5)
"""Minimum time between two edits of a tournament's message."""

BACKOFF = Backoff(2 * INTERVAL, timedelta(minutes=15))

AFTER_FAULT = timedelta(minutes=1)
"""Back-off after a fault, and of results that did not arrive."""

RETRY = timedelta(seconds=10)
"""Back-off of a thread that did not open, and of news of games that did not arrive."""


class TournamentDirector:
    """Does what is due in tournaments."""

    def __init__(
        self,
        storage: Storage,
        challenges: Challenges,
        flow: GameFlow,
        publisher: Publisher,
        news: TournamentNews,
        background: BackgroundTasks,
        *,
        rest: Rest,
        now: Now,
    ) -> None:
        self._storage = storage
        self._challenges = challenges
        self._flow = flow
        self._publisher = publisher
        self._news = news
        self._background = background
        self._now = now
        self._schedule = Schedule(
            "tournaments",
            self._do_due,
            background,
            rest=rest,
            now=now,
            after_fault=AFTER_FAULT,
            pause=timedelta(seconds=1),
        )
        self._messages = KeptMessages(
            "tournament", news.show, background, rest=rest, now=now, backoff=BACKOFF, interval=INTERVAL
        )
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._games: dict[int, int] = {}
        self._seen: set[int] = set()
        storage.changes.listen(self._note)

    async def recover(self) -> None:
        """Do what is due, now and from now on."""
        await self._schedule.run()

    def close(self) -> None:
        """Begin nothing more; the next start does."""
        self._schedule.close()
        self._messages.close()

    async def advance(self, tournament_id: int) -> None:
        """Do what is due in one tournament after a change, and show it."""
        self._messages.update(tournament_id, timedelta())
        following = await self._advance(tournament_id)
        if following is not None:
            self._schedule.wake_at(following)

    # --- when something is due ---------------------------------------------------------------------------

    def _note(self, game: Game) -> None:
        """Follow the games: their ends, and their first moves, after which nobody is absent."""
        tournament_id = self._games.get(game.id)
        if tournament_id is None or self._schedule.closed:
            return
        if game.state is not GameState.PLAYING:
            del self._games[game.id]
            self._background.spawn(self.advance(tournament_id))
        elif game.ply in (1, 2):
            self._background.spawn(self._watch(tournament_id))

    async def _watch(self, tournament_id: int) -> None:
        following = await self._advance(tournament_id)
        if following is not None:
            self._schedule.wake_at(following)

    async def _do_due(self) -> datetime | None:
        moments = []
        for tournament_id in await self._storage.tournaments.active():
            try:
                moments.append(await self._advance(tournament_id))
            except Exception:
                # Our own fault in this one tournament must not stop the others.
                log.exception("tournament failed", tournament=tournament_id)
                moments.append(self._now() + AFTER_FAULT)
            if tournament_id not in self._seen:
                # This process was started, or has taken the server over: the last change may not be shown.
                self._seen.add(tournament_id)
                self._messages.update(tournament_id, timedelta())
        return min((moment for moment in moments if moment is not None), default=None)

    async def _advance(self, tournament_id: int) -> datetime | None:
        """Take all steps that are due in a tournament; returns when the next one is."""
        async with self._locks[tournament_id]:
            stepped = True
            while stepped and not self._schedule.closed:
                record = await self._storage.tournaments.find(tournament_id)
                if record is None:
                    return None
                try:
                    stepped = await self._step(record)
                except (TournamentChanged, GameChanged):
                    continue
                if stepped:
                    self._messages.update(tournament_id, DEBOUNCE)
            if record is None:
                return None
            following = await self._next_due(record)
            if record.tournament.is_over and following is None:
                self._seen.discard(tournament_id)
            return following

    async def _next_due(self, record: TournamentRecord) -> datetime | None:
        tournament, now = record.tournament, self._now()
        if tournament.state is TournamentState.OPEN:
            return tournament.starts_at
        if tournament.is_over:
            return None if tournament.announced else now + AFTER_FAULT
        if tournament.paused_at is not None:
            return tournament.paused_at + MAX_PAUSE
        games = (await self._storage.tournaments.games_of(record)).values()
        moments = [moment for game in games if (moment := absent_at(game)) is not None]
        if tournament.ends_at is not None and tournament.ends_at > now:
            moments.append(tournament.ends_at)
        if _untold(record) or _to_begin(record):
            moments.append(now + RETRY)
        return min(moments, default=None)

    # --- the steps ---------------------------------------------------------------------------------------

    async def _step(self, record: TournamentRecord) -> bool:
        """Take the first step that is due; returns whether there was one."""
        match record.tournament.state:
            case TournamentState.OPEN:
                return await self._start(record)
            case TournamentState.RUNNING:
                return await self._run(record)
            case TournamentState.FINISHED | TournamentState.CANCELLED if not record.tournament.announced:
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
            await self._storage.tournaments.cancel(record, "too few")
        else:
            await self._storage.tournaments.start(record, entrants, ends_at(record, now))
        return True

    async def _run(self, record: TournamentRecord) -> bool:
        store = self._storage.tournaments
        games = await store.games_of(record)
        for game in games.values():
            if game.state is GameState.PLAYING:
                self._games[game.id] = record.tournament.id
        ended = [
            (one, games[one.game_id])
            for one in record.pairings
            if one.is_pending and one.game_id in games and games[one.game_id].state is GameState.FINISHED
        ]
        if ended:
            results = [(pairing, *result_of(record, pairing, game)) for pairing, game in ended]
            await store.settle(record, results, dropped(record, results))
            return True
        for one in record.entrants:
            if one.player_id == DELETED_PLAYER and one.left_round is None:
                await store.leave(record, one.number, last_round(record) + 1)
                return True
        paused_at = record.tournament.paused_at
        if paused_at is not None:
            if paused_at + MAX_PAUSE > self._now():
                return False
            await store.pause(record, paused=False)
            return True
        to_begin = _to_begin(record)
        walkovers = [one for one in to_begin if has_gone(record, one.first) or has_gone(record, one.second)]
        if walkovers:
            await store.settle(record, [(one, _walkover(record, one), True) for one in walkovers], {})
            return True
        if to_begin and record.tournament.boards_id is None:
            return await self._news.open_thread(record)
        if to_begin:
            await self._begin(record, to_begin)
            return True
        if _untold(record) and await self._news.tell(record, _untold(record)):
            return True
        for pairing in record.pairings:
            played = games.get(pairing.game_id or 0)
            if pairing.is_pending and played is not None and await self._forfeit(record, pairing, played):
                return True
        return await self._pair(record)

    async def _forfeit(self, record: TournamentRecord, pairing: StoredPairing, game: Game) -> bool:
        """End the game of a player who did not come; returns whether there is such a player."""
        moment = absent_at(game)
        if moment is None or moment > self._now():
            return False
        outcome = lost_by(record, pairing, game, game.turn)
        leaving = dropped(record, [(pairing, outcome, True)])
        ended = await self._storage.tournaments.forfeit(record, pairing, game, outcome, leaving)
        self._background.spawn(self._publisher.show(game.id, known=GameSnapshot.of(ended)))
        return True

    async def _pair(self, record: TournamentRecord) -> bool:
        """Store the next pairings, or end the tournament."""
        tournament = record.tournament
        form, entrants, played = Form(tournament.terms.form), entrants_of(record), played_of(record)
        found: tuple[Pairing, ...] = ()
        if form is Form.ARENA:
            number = last_round(record) + 1
            assert tournament.ends_at is not None
            if self._now() < tournament.ends_at:
                found = tuple(arena_pairs(_free(record), played, tournament.seed + number))
            elif not any(one.is_pending for one in record.pairings):
                await self._storage.tournaments.finish(record, winners_of(record))
                return True
            numbered = list(enumerate(found, number))
        else:
            following = next_round(form, entrants, played, swiss_rounds(record), tournament.seed)
            if isinstance(following, Waiting):
                return False
            if not isinstance(following, NextRound):
                await self._storage.tournaments.finish(record, winners_of(record))
                return True
            numbered = [(following.round, pairing) for pairing in following.pairings]
        if not numbered:
            return False
        pairings = [
            NewPairing(
                number,
                one.first,
                one.second,
                one.replay,
                one.slot,
                by_lot(record, one.first, one.second, number),
            )
            for number, one in numbered
        ]
        await self._storage.tournaments.pair(record, pairings)
        return True

    async def _begin(self, record: TournamentRecord, pairings: list[StoredPairing]) -> None:
        """Begin the games of these pairings and show their boards."""
        begun = []
        for pairing in pairings:
            try:
                begun.append(GameSnapshot.of(await self._begin_game(record, pairing)))
            except GameChanged as there:
                begun.append(GameSnapshot.of(there.game))
        await asyncio.gather(*(self._publisher.show(one.game.id, known=one) for one in begun))
        for one in begun:
            if one.computer_to_move:
                self._background.spawn(self._flow.proceed(one))

    async def _begin_game(self, record: TournamentRecord, pairing: StoredPairing) -> Game:
        terms = record.tournament.terms
        assert pairing.second is not None
        first, second = (
            Seat(entrant.player_id, entrant.computer)
            for entrant in (record.entrant(pairing.first), record.entrant(pairing.second))
        )
        time = replay_time(terms.time, pairing.replay)
        new = await self._challenges.arranged(
            GAMES[terms.game], boards_of(record), (first, second), terms.options, time
        )
        game = await self._storage.tournaments.begin_game(pairing, new, self._challenges.rated_a_day)
        self._games[game.id] = record.tournament.id
        return game


def _untold(record: TournamentRecord) -> tuple[StoredPairing, ...]:
    """Return the pairings whose people were not told of their games."""
    return tuple(
        one for one in record.pairings if one.is_pending and one.game_id is not None and not one.told
    )


def _to_begin(record: TournamentRecord) -> list[StoredPairing]:
    """Return the pairings without a game."""
    return [one for one in record.pairings if one.is_pending and one.game_id is None]


def _walkover(record: TournamentRecord, pairing: StoredPairing) -> OutcomeText:
    """Return the result of a pairing of whom one or both left before the game."""
    if not has_gone(record, pairing.first):
        return "1-0"
    return "0-0" if has_gone(record, pairing.second) else "0-1"


def _free(record: TournamentRecord) -> list[Entrant]:
    """Return who waits for an opponent in an arena, the longest first; a computer player only if they are an
    odd number of people."""
    waiting = [one for one in record.entrants if one.left_round is None and one.waiting_since is not None]
    waiting.sort(key=lambda one: (one.waiting_since, one.number))
    people = [one for one in waiting if one.computer is None]
    computers = [one for one in waiting if one.computer is not None]
    chosen = people + (computers[:1] if len(people) % 2 else [])
    by_number = {one.number: one for one in entrants_of(record)}
    return [by_number[one.number] for one in chosen]
