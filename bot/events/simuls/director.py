"""Runs simultaneous exhibitions: opens the thread, begins the boards, notes results, announces the end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import ClassVar, Protocol

from bot.catalog import GAMES
from bot.core.background import BackgroundTasks
from bot.core.people import Place
from bot.core.publisher import Publisher, Request
from bot.core.runtime import Now, Rest
from bot.core.snapshot import GameSnapshot
from bot.events import refusals
from bot.events.simuls.messages import SimulBegins, SimulMessage, SimulResults
from bot.events.simuls.rules import is_abandoned, outcome_of, seats_of, time_shares
from bot.messages.delivery import Delivered, Delivery, Messenger, Undelivered
from bot.messages.events import AFTER_FAULT, DEBOUNCE, EventDirector
from bot.play.games.challenges import Challenges
from bot.play.games.flow import GameFlow
from bot.play.games.referee import CALLED_OFF
from data import Storage
from data.games.records import Game, GameChanged, GameState, WhyUnrated
from data.people.personal import DELETED_PLAYER
from data.simuls.records import SimulChanged, SimulOpponent, SimulOutcome, SimulRecord, SimulState
from data.upkeep.pending import Chore

OLD_INTERVAL = timedelta(minutes=5)
"""Minimum time between two edits of a message older than an hour, which Discord throttles."""


class NoThread(Enum):
    """Why there is no thread for the boards."""

    LATER = auto()
    """It may work later."""
    REFUSED = auto()
    """The bot may not open one there."""
    CARD_DELETED = auto()
    """The message that it belongs to is gone."""


class Threads(Protocol):
    """The threads of exhibitions."""

    async def open(self, record: SimulRecord, exhibitor: str) -> int | NoThread:
        """Open the thread below an exhibition's message, or find it there; return its id.

        `exhibitor` is the name of the person who exhibits, "" for a computer player.
        """

    async def is_gone(self, thread_id: int) -> bool:
        """Return whether a thread was deleted."""

    def is_old(self, message_id: int) -> bool:
        """Return whether a message is so old that Discord throttles its edits."""


class SimulDirector(EventDirector[SimulRecord]):
    """Does what is due in simultaneous exhibitions."""

    chores: ClassVar[frozenset[Chore]] = frozenset({Chore.SIMULS})

    def __init__(
        self,
        storage: Storage,
        challenges: Challenges,
        flow: GameFlow,
        publisher: Publisher,
        messenger: Messenger,
        threads: Threads,
        background: BackgroundTasks,
        *,
        rest: Rest,
        now: Now,
    ) -> None:
        super().__init__("simul", storage.simuls, background, rest=rest, now=now)
        self._storage = storage
        self._challenges = challenges
        self._flow = flow
        self._publisher = publisher
        self._messenger = messenger
        self._threads = threads
        self._without_thread: set[int] = set()
        """Exhibitions that are full and could not begin; they try again at their start."""
        self._rewritten_at: dict[int, datetime] = {}
        storage.changes.listen(self._react_to_game)

    def note(self, simul_id: int) -> None:
        """Carry out the consequences of a change in the background, and show it."""
        self._background.spawn(self.advance(simul_id))

    async def begin(self, simul_id: int) -> None:
        """Begin an exhibition now. Refused without opponents or a thread."""
        async with self._locks.hold(simul_id):
            while (record := await self._storage.simuls.find(simul_id)) is not None:
                if record.simul.state is not SimulState.OPEN:
                    break
                if not record.opponents:
                    raise refusals.TooFewEntrants("simul")
                try:
                    if not isinstance(await self._begin(record), NoThread):
                        break
                except SimulChanged:
                    continue
                raise refusals.NoSimulThread
        self.note(simul_id)

    async def post(self, simul_id: int, place: Place, request: Request) -> None:
        """Answer a command with an exhibition's message."""
        content = await self._content(simul_id)
        if content is None:
            raise refusals.UnknownEvent("simul")
        sent = await self._messenger.answer(content, place, request)
        await self._storage.simuls.record_message(
            simul_id, sent.message_id, channel_id=place.channel_id, digest=sent.digest
        )

    async def show(self, simul_id: int, request: Request | None = None) -> None:
        """Show an exhibition, through the click that has changed it if there is one."""
        await self._show(simul_id, request)

    async def react_to_deletion(self, channel_id: int) -> None:
        """End the exhibitions whose thread was deleted."""
        for simul_id in await self._storage.simuls.running_in(channel_id):
            async with self._locks.hold(simul_id):
                while (record := await self._storage.simuls.find(simul_id)) is not None:
                    if record.simul.state is not SimulState.RUNNING:
                        break
                    try:
                        await self._storage.simuls.finish(record, "thread gone")
                    except SimulChanged:
                        continue
            self.note(simul_id)

    # --- when something is due ---------------------------------------------------------------------------

    def _forget_all_but(self, active: set[int]) -> None:
        super()._forget_all_but(active)
        self._without_thread &= active
        self._rewritten_at = {one: at for one, at in self._rewritten_at.items() if one in active}

    def _react_to_game(self, game: Game) -> None:
        """Show every change of a board, and note its end."""
        if game.event is None or not game.in_simul or self._schedule.closed:
            return
        self._messages.update(game.event.id, DEBOUNCE)
        if game.state is not GameState.PLAYING or is_abandoned(game):
            self._background.spawn(self._watch(game.event.id))

    async def _find(self, event_id: int) -> SimulRecord | None:
        return await self._storage.simuls.find(event_id)

    async def _recover(self, event_id: int) -> None:
        """End an exhibition whose thread was deleted while the bot was away."""
        record = await self._find(event_id)
        if record is None or record.simul.state is not SimulState.RUNNING:
            return
        thread_id = record.simul.thread_id
        if thread_id is not None and await self._threads.is_gone(thread_id):
            await self.react_to_deletion(thread_id)

    async def _next_due(self, record: SimulRecord) -> datetime | None:
        simul, now = record.simul, self._now()
        if simul.state is SimulState.OPEN:
            return simul.starts_at if simul.starts_at > now else now + AFTER_FAULT
        if simul.state is SimulState.RUNNING:
            return None if simul.told else now + AFTER_FAULT
        return None if simul.announced else now + AFTER_FAULT

    # --- the steps ---------------------------------------------------------------------------------------

    async def _step(self, record: SimulRecord) -> bool:
        """Take the first step that is due; returns whether there was one."""
        match record.simul.state:
            case SimulState.OPEN:
                return await self._prepare(record)
            case SimulState.RUNNING:
                return await self._run(record)
            case _ if not record.simul.announced:
                return await self._call_off(record) or await self._announce(record)
            case _:
                return False

    async def _prepare(self, record: SimulRecord) -> bool:
        """Begin when it is time or all places are taken; without opponents, cancel."""
        simul, store = record.simul, self._storage.simuls
        if simul.organiser_id == DELETED_PLAYER:
            await store.cancel(record, "organiser")
            return True
        if any(one.player_id == DELETED_PLAYER for one in record.opponents):
            await store.leave(record, [DELETED_PLAYER])
            return True
        is_due = simul.starts_at <= self._now()
        is_full = simul.terms.when_full and len(record.opponents) >= simul.terms.places
        if not is_due and (not is_full or simul.id in self._without_thread):
            return False
        if not record.opponents:
            await store.cancel(record, "too few")
            return True
        found = await self._begin(record)
        if found is NoThread.REFUSED and is_due:
            await store.cancel(record, "no thread")
            return True
        if found is NoThread.REFUSED:
            self._without_thread.add(simul.id)
        return not isinstance(found, NoThread)

    async def _begin(self, record: SimulRecord) -> int | NoThread:
        """Open the thread and begin."""
        exhibitor = record.simul.exhibitor_id
        name = ""
        if exhibitor is not None:
            name = str(await self._storage.people.name(exhibitor, record.simul.guild_id))
        found = await self._threads.open(record, name)
        if found is NoThread.CARD_DELETED:
            simul = record.simul
            await self._storage.simuls.record_message(simul.id, None, digest="")
            if isinstance(await self._show(simul.id), Delivered):
                fresh = await self._storage.simuls.find(simul.id)
                found = NoThread.LATER if fresh is None else await self._threads.open(fresh, name)
        if isinstance(found, NoThread):
            return found
        await self._storage.simuls.start(record, found)
        return found

    async def _run(self, record: SimulRecord) -> bool:
        store = self._storage.simuls
        games = await store.games_of(record)
        results: dict[int, SimulOutcome] = {
            one.number: outcome_of(record, one, games[one.game_id])
            for one in record.opponents
            if one.outcome is None and one.game_id in games and _is_over(games[one.game_id])
        }
        results |= {
            one.number: "none"
            for one in record.opponents
            if one.outcome is None and one.game_id is None and one.player_id == DELETED_PLAYER
        }
        if results:
            await store.settle(record, results)
            return True
        if record.simul.exhibitor_id == DELETED_PLAYER and any(
            one.outcome is None and one.game_id is None for one in record.opponents
        ):
            await store.finish(record, "organiser")
            return True
        if all(one.outcome is not None for one in record.opponents):
            await store.finish(record)
            return True
        if await self._call_off(record):
            return True
        if not record.simul.told:
            return await self._tell(record)
        for one in record.opponents:
            if one.outcome is None and one.game_id is None:
                await self._begin_board(record, one)
                return True
        return False

    async def _begin_board(self, record: SimulRecord, opponent: SimulOpponent) -> None:
        """Begin the game of a board and show it.

        One after the other: Discord takes about five messages in five seconds in a channel.
        """
        simul = record.simul
        terms = simul.terms
        assert simul.thread_id is not None
        new = await self._challenges.arranged(
            GAMES[terms.game],
            Place(simul.thread_id, simul.guild_id),
            seats_of(record, opponent),
            terms.options,
            terms.time,
            why_unrated=WhyUnrated.SIMUL,
        )
        if simul.exhibitor_id is not None:
            new = replace(
                new,
                challenger_id=simul.exhibitor_id,
                opponent_id=opponent.player_id,
                shares=time_shares(record, opponent),
            )
        try:
            begun = GameSnapshot.of(await self._storage.simuls.begin_game(record, opponent, new))
        except GameChanged as there:
            begun = GameSnapshot.of(there.game)
        await self._publisher.show(begun.game.id, known=begun)
        if begun.computer_to_move:
            self._background.spawn(self._flow.proceed(begun))

    async def _call_off(self, record: SimulRecord) -> bool:
        """End a game in progress on a board that has its result already; returns whether there was one."""
        games = await self._storage.simuls.games_of(record)
        for one in record.opponents:
            game = games.get(one.game_id or 0)
            if one.outcome is None or game is None or game.state is not GameState.PLAYING:
                continue
            if is_abandoned(game):
                continue
            ended = await self._storage.finish(game, CALLED_OFF)
            await self._flow.proceed(GameSnapshot.of(ended))
            return True
        return False

    # --- messages ----------------------------------------------------------------------------------------

    async def _tell(self, record: SimulRecord) -> bool:
        """Call the players to their boards; False if that should be retried."""
        simul = record.simul
        assert simul.thread_id is not None
        sent = await self._messenger.send(SimulBegins(record), Place(simul.thread_id, simul.guild_id))
        if isinstance(sent, Delivered) or sent.permanent:
            await self._storage.simuls.record_told(simul.id)
            return True
        return False

    async def _announce(self, record: SimulRecord) -> bool:
        """Announce the results; False: retry later."""
        simul = record.simul
        # A kill must not leave the message as it was before the end.
        shown = await self._show(simul.id)
        if isinstance(shown, Undelivered) and not shown.permanent:
            return False
        if simul.state is SimulState.FINISHED:
            sent = await self._messenger.send(SimulResults(record), Place(simul.channel_id, simul.guild_id))
            if not (isinstance(sent, Delivered) or sent.permanent):
                return False
        await self._storage.simuls.record_announced(simul.id)
        return True

    async def _content(self, simul_id: int) -> SimulMessage | None:
        found = await self._storage.simuls.with_games(simul_id)
        return None if found is None else SimulMessage(*found)

    async def _update(self, event_id: int) -> Delivery | None:
        """Bring an exhibition's message up to date, unless that was done just now and is throttled."""
        record = await self._find(event_id)
        message_id = None if record is None else record.simul.message_id
        last = self._rewritten_at.get(event_id)
        if last is not None and message_id is not None and self._threads.is_old(message_id):
            wait = last + OLD_INTERVAL - self._now()
            if wait > timedelta():
                self._messages.update(event_id, wait)
                return None
        return await self._show(event_id)

    async def _show(self, simul_id: int, request: Request | None = None) -> Delivery | None:
        """Edit an exhibition's message where it is, however old: its thread belongs to it."""
        content = await self._content(simul_id)
        if content is None:
            return None
        simul = content.record.simul
        place, message_id = Place(simul.channel_id, simul.guild_id), simul.message_id
        if message_id is not None and self._threads.is_old(message_id):
            self._rewritten_at[simul_id] = self._now()
            sent = await self._messenger.rewrite(content, place, message_id, request)
            if isinstance(sent, Delivered) or not sent.permanent:
                return sent
            # It was deleted.
            message_id = None
        sent = await self._messenger.show(content, place, message_id, request, digest=simul.digest or "")
        if isinstance(sent, Delivered):
            if (sent.message_id, sent.digest) == (simul.message_id, simul.digest):
                return None
            await self._storage.simuls.record_message(simul_id, sent.message_id, digest=sent.digest)
        return sent


def _is_over(game: Game) -> bool:
    return game.state is not GameState.PLAYING or is_abandoned(game)
