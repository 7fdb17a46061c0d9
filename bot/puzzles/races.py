"""Puzzle races: what people do in them, and what their director does at set times.

Each use-case checks who asks and whether it is possible now, and stores the change in one transaction.
Answers are judged by `bot.puzzles.runs`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, ClassVar

from bot.catalog import GAMES, GameKind
from bot.core.background import KeyedLock, Timers
from bot.core.people import Person, Place, remember
from bot.core.publisher import UserRequest
from bot.core.refusals import InProgress, Refusal, TooMany, refusal
from bot.core.signals import ChannelDeleted, PersonLeaving, ThreadDeleted
from bot.features import Kit
from bot.messages.delivery import Delivery, Post, Posts, Undelivered, recorded_in
from bot.messages.events import AFTER_FAULT, BACKOFF, DEBOUNCE, INTERVAL, EventDirector
from bot.preferences.preferences import HouseRules
from bot.puzzles.puzzles import draw_near
from bot.puzzles.runs import (
    COUNTDOWN,
    FIRST_RATING,
    GRACE,
    HARDER,
    LOBBY_TIME,
    MAX_PUZZLES,
    MAX_RACERS,
    MIN_PUZZLES,
    MIN_RACERS,
    RaceAnswered,
    can_start,
    is_done,
)
from data.db.chores import Chore
from data.games.clocks import ClockStore
from data.games.deadlines import LONG_ABSENCE
from data.puzzles.puzzles import PuzzleStore
from data.puzzles.races import (
    NewRace,
    PuzzleRaceStore,
    Race,
    RaceChanged,
    RaceReason,
    RaceRecord,
    RaceState,
    RaceThere,
    races_in_progress,
)
from data.puzzles.runs import PuzzleRunStore, RunKind
from engine import puzzles
from languages import gettext_noop, ngettext_noop

Open = Callable[[], Coroutine[Any, Any, None]]
"""Opens the board of a person who waits for the start."""


RaceGone = refusal("This race is no longer available. For a new one: `/puzzle run:race`.")
RaceOver = refusal("This race is over. For a new one: `/puzzle run:race`.")
RaceBegun = refusal("This race has begun, so it's too late for that. You can join the next one.")
RaceToLeave = refusal("The race has begun. To leave it, press Give up on your board.")
NotInRace = refusal("You're not in this race.")
NotYourRace = refusal(
    "Only those who were in this race can ask for a rematch. Start one: `/puzzle run:race`."
)


class RaceFull(TooMany):
    text = ngettext_noop(
        "The only place in this race is taken. You can join the next one.",
        "All {most} places in this race are taken. You can join the next one.",
    )


RaceNeedsTwo = refusal(
    "A race needs at least two people. Wait for someone to join, or play `/puzzle run:rush`."
)


class OnlyStarter(Refusal):
    text = gettext_noop("Only {person}, who opened this race, and moderators can start it.")
    player_id: int


class RaceHere(InProgress):
    text = gettext_noop("There is a race in this channel already: {link}\nStart yours when it is over.")
    unseen = gettext_noop("There is a race in this channel already. Start yours when it is over.")


class InRace(InProgress):
    text = gettext_noop("You're in another race: {link}\nLeave it, or wait until it is over.")
    unseen = gettext_noop("You're in another race. Leave it, or wait until it is over.")


class NoRacePuzzles(Refusal):
    text = gettext_noop(
        "There are too few {title} puzzles that none of you has seen in the last 30 days. Try a race in "
        "another game."
    )
    title: str


class RaceDirector(EventDirector[RaceRecord]):
    chores: ClassVar[tuple[Chore, ...]] = (races_in_progress,)

    def __init__(self, kit: Kit) -> None:
        messages = Posts(
            "race",
            self._load,
            recorded_in(kit[PuzzleRaceStore]),
            kit,
            backoff=BACKOFF,
            interval=INTERVAL,
            refused=self._give_up,
        )
        super().__init__("race", kit[PuzzleRaceStore], messages, kit)
        self._storage = kit.storage
        self._rng = kit.runtime.rng
        self._waiting: dict[int, dict[int, Open]] = {}
        """How to open the boards of those who wait for the start, by race and person."""
        self._starts = Timers(
            lambda race_id: kit.background.spawn(self._open_boards(race_id)), kit.rest, BACKOFF
        )
        kit[RaceAnswered].listen(self._react_to_answer)
        kit[ChannelDeleted].listen(self._react_to_deletion)
        kit[ThreadDeleted].listen(self._react_to_deletion)
        kit[PersonLeaving].listen(self._leave_out)

    def close(self) -> None:
        super().close()
        self._starts.close()

    async def _leave_out(self, player_id: int) -> Callable[[], Awaitable[None]]:
        raced_in = await self._storage[PuzzleRaceStore].of_person(player_id)

        async def follow_up_all() -> None:
            for race_id in raced_in:
                self.follow_up(race_id)

        return follow_up_all

    async def post(self, race_id: int, request: UserRequest) -> None:
        if await self._messages.answer(race_id, request) is None:
            raise RaceGone

    async def show(self, race_id: int, request: UserRequest | None = None) -> Delivery | None:
        """Bring a race's message up to date, through the tap that has changed it if there is one."""
        return await self._messages.show(race_id, request)

    async def _load(self, race_id: int) -> Post[RaceRecord] | None:
        record = await self._find(race_id)
        if record is None:
            return None
        race = record.race
        place = Place(race.channel_id, race.guild_id)
        return Post(record, place, race.message_id, race.digest or "")

    async def _give_up(self, race_id: int, record: RaceRecord, why: Undelivered) -> None:
        if why.channel_gone and not record.race.over:
            await self._cancel(record, "gone")

    async def begin(self, race_id: int) -> None:
        """Begin a race now. Refused to fewer than two people, and without puzzles."""

        async def begin(record: RaceRecord) -> None:
            if len(record.racers) < MIN_RACERS:
                raise RaceNeedsTwo
            if not await self._begin(record):
                raise NoRacePuzzles(GAMES[record.race.game].title)

        await self._act(race_id, lambda record: record.race.state is RaceState.OPEN, begin)
        self.follow_up(race_id)

    def wait(self, record: RaceRecord, player_id: int, open_board: Open) -> None:
        """Open a person's board when the race begins.

        This is a courtesy: after a restart they open it themselves.
        """
        self._waiting.setdefault(record.race.id, {})[player_id] = open_board
        self._schedule_start(record)

    def stop_waiting(self, race_id: int, player_id: int) -> None:
        self._waiting.get(race_id, {}).pop(player_id, None)

    async def _react_to_deletion(self, channel_id: int) -> None:
        """Call off the race in a channel that was deleted."""
        for race_id in await self._storage[PuzzleRaceStore].active_in(channel_id):
            record = await self._find(race_id)
            if record is not None:
                await self._cancel(record, "gone")
                self.follow_up(race_id)

    # --- when something is due ---------------------------------------------------------------------------

    def _react_to_answer(self, race_id: int) -> None:
        """Show the progress of a race, and end it once all are done."""
        if not self._schedule.closed:
            self.follow_up(race_id)

    async def _advance(self, event_id: int) -> datetime | None:
        # What the bot missed is given back before anything ends by time.
        await self._storage[ClockStore].follow()
        return await super()._advance(event_id)

    def _forget_all_but(self, active: set[int]) -> None:
        super()._forget_all_but(active)
        self._waiting = {one: who for one, who in self._waiting.items() if one in active}

    async def _find(self, event_id: int) -> RaceRecord | None:
        return await self._storage[PuzzleRaceStore].find(event_id)

    async def _next_due(self, record: RaceRecord) -> datetime | None:
        race, now = record.race, self._now()
        if race.state is RaceState.OPEN:
            return max(race.expires_at, now)
        if race.deadline is not None and not race.over:
            # An absence may have moved the deadline.
            self._messages.update(race.id, DEBOUNCE)
            return max(race.deadline + GRACE, now)
        return None if race.announced else now + AFTER_FAULT

    # --- the steps ---------------------------------------------------------------------------------------

    async def _step(self, record: RaceRecord) -> bool:
        """Take the first step that is due; returns whether there was one."""
        store, race = self._storage[PuzzleRaceStore], record.race
        match race.state:
            case RaceState.OPEN:
                return await self._prepare(record)
            case RaceState.RUNNING:
                self._schedule_start(record)
                if not is_done(record, self._now()):
                    return False
                await store.finish(record)
                return True
            case _ if not race.announced:
                return await self._announce(record)
            case _:
                return False

    async def _prepare(self, record: RaceRecord) -> bool:
        """Begin when the lobby expires, or cancel; also cancel when everyone has left."""
        store, race, now = self._storage[PuzzleRaceStore], record.race, self._now()
        if race.game not in GAMES or not record.racers:
            await store.cancel(record, "few")
        elif race.expires_at > now:
            return False
        elif now - race.expires_at > LONG_ABSENCE:
            # Those who waited may have gone.
            await store.cancel(record, "absence")
        elif len(record.racers) < MIN_RACERS:
            await store.cancel(record, "few")
        elif not await self._begin(record):
            await store.cancel(record, "puzzles")
        return True

    async def _begin(self, record: RaceRecord) -> bool:
        """Choose the puzzles and store the start; False without enough puzzles that none of them has seen."""
        race, seen = record.race, set[str]()
        for racer in record.racers:
            seen |= await self._storage[PuzzleRunStore].recent(racer.player_id, race.guild_id)
        left = [puzzle for puzzle in puzzles.shipped(race.game) if puzzle.id not in seen]
        if len(left) < MIN_PUZZLES:
            return False
        ratings, chosen = await self._storage[PuzzleStore].ratings(), list[str]()
        for number in range(min(MAX_PUZZLES, len(left))):
            wanted = FIRST_RATING + HARDER[RunKind.RACE] * number
            puzzle = draw_near(left, ratings, wanted, self._rng)
            left.remove(puzzle)
            chosen.append(puzzle.id)
        await self._storage[ClockStore].follow()
        begins_at = self._now() + COUNTDOWN
        deadline = await self._storage[PuzzleRaceStore].start(record, chosen, begins_at)
        self._storage[ClockStore].schedule_deadline(deadline)
        return True

    async def _cancel(self, record: RaceRecord, reason: RaceReason) -> None:
        # The next pass finds a race that was changed in the meantime.
        with suppress(RaceChanged):
            await self._storage[PuzzleRaceStore].cancel(record, reason)

    async def _announce(self, record: RaceRecord) -> bool:
        """Show the result; False: retry later."""
        shown = await self.show(record.race.id)
        if isinstance(shown, Undelivered) and not shown.permanent:
            return False
        await self._storage[PuzzleRaceStore].record_announced(record.race.id)
        return True

    def _schedule_start(self, record: RaceRecord) -> None:
        begins_at = record.race.begins_at
        if begins_at is not None and self._waiting.get(record.race.id):
            self._starts.start(record.race.id, (begins_at - self._now()).total_seconds())

    async def _open_boards(self, race_id: int) -> None:
        """Open the boards of all who wait, once it is time."""
        record = await self._find(race_id)
        if record is None or record.race.state is not RaceState.RUNNING:
            return
        begins_at = record.race.begins_at
        assert begins_at is not None
        if begins_at - self._now() > timedelta():
            self._schedule_start(record)
            return
        for open_board in self._waiting.pop(race_id, {}).values():
            self._background.spawn(open_board())


class PuzzleRaces:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._house_rules = kit[HouseRules]
        self._director = kit[RaceDirector]
        self._now = kit.now
        self._changing = KeyedLock()

    async def open(
        self, who: Person, kind: GameKind, place: Place, *, rematch_of: int | None = None
    ) -> int | None:
        """Open a race with the person in it; return its id, or None if there is a rematch already."""
        assert place.guild_id is not None
        await self._house_rules.require_games_here(place)
        await remember(self._storage, who)
        expires_at = self._now() + LOBBY_TIME
        new = NewRace(place.guild_id, place.channel_id, who.id, kind.key, expires_at, rematch_of)
        try:
            race_id = await self._storage[PuzzleRaceStore].create(new)
        except RaceThere as there:
            raise _in_the_way(there.race, place.channel_id) from there
        if race_id is not None:
            self._director.follow_up(race_id)
        return race_id

    async def load(self, race_id: int, guild_id: int | None) -> RaceRecord:
        """Return a race of a server. Refused for any other."""
        record = await self._storage[PuzzleRaceStore].find(race_id)
        if record is None or record.race.guild_id != guild_id or record.race.game not in GAMES:
            raise RaceGone
        return record

    async def join(self, race_id: int, who: Person) -> None:
        """Take part; nothing changes for those who do."""
        await remember(self._storage, who)

        async def attempt(record: RaceRecord) -> None:
            if record.racer(who.id) is not None and not record.race.over:
                return
            _require_open(record)
            if len(record.racers) >= MAX_RACERS:
                raise RaceFull(MAX_RACERS)
            try:
                await self._storage[PuzzleRaceStore].join(record, who.id)
            except RaceThere as there:
                raise _in_the_way(there.race, 0) from there

        await self._change(race_id, who.guild_id, attempt)

    async def leave(self, race_id: int, who: Person) -> None:
        """No longer take part, before the start."""

        async def attempt(record: RaceRecord) -> None:
            if record.racer(who.id) is None:
                raise NotInRace
            if record.race.state is RaceState.RUNNING:
                raise RaceToLeave
            _require_open(record)
            await self._storage[PuzzleRaceStore].leave(record, who.id)

        await self._change(race_id, who.guild_id, attempt)
        self._director.stop_waiting(race_id, who.id)

    async def start(self, race_id: int, who: Person, *, moderator: bool) -> None:
        record = await self.load(race_id, who.guild_id)
        _require_open(record)
        if not moderator and not can_start(record, who.id):
            organiser = record.race.organiser_id
            raise OnlyStarter(organiser) if record.racer(organiser) else NotInRace
        await self._director.begin(race_id)

    async def rematch(self, race_id: int, who: Person, place: Place) -> tuple[int, bool]:
        """Open the rematch of a race, or join the one that is there; return it, and whether it is new."""
        record = await self.load(race_id, who.guild_id)
        if not record.race.over:
            raise RaceBegun
        known = await self._storage[PuzzleRaceStore].rematch(race_id)
        if known is None:
            if record.racer(who.id) is None:
                raise NotYourRace
            opened = await self.open(who, GAMES[record.race.game], place, rematch_of=race_id)
            if opened is not None:
                return opened, True
            known = await self._storage[PuzzleRaceStore].rematch(race_id)
            assert known is not None
        await self.join(known, who)
        return known, False

    async def _change(
        self, race_id: int, guild_id: int | None, attempt: Callable[[RaceRecord], Awaitable[None]]
    ) -> None:
        async with self._changing.hold(race_id):
            while True:
                try:
                    await attempt(await self.load(race_id, guild_id))
                    break
                except RaceChanged:
                    continue
        self._director.follow_up(race_id)


def _require_open(record: RaceRecord) -> None:
    if record.race.over:
        raise RaceOver
    if record.race.state is not RaceState.OPEN:
        raise RaceBegun


def _in_the_way(race: Race, channel_id: int) -> RaceHere | InRace:
    here = race.channel_id == channel_id
    kind = RaceHere if here else InRace
    return kind(Place(race.channel_id, race.guild_id), race.message_id)
