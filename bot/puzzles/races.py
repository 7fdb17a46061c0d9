"""People's actions in puzzle races: open, join, leave, start, and ask for a rematch.

Each use-case checks who asks and whether it is possible now, and stores the change in one transaction.
`bot.puzzles.race_director` runs the races; answers are judged by `bot.puzzles.runs`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.catalog import GAMES, GameKind
from bot.core.keyed_lock import KeyedLock
from bot.core.people import Person, Place, remember
from bot.features import Kit
from bot.preferences.preferences import HouseRules
from bot.puzzles import refusals
from bot.puzzles.race_director import RaceDirector
from bot.puzzles.race_rules import LOBBY_TIME, MAX_RACERS, can_start
from data.puzzles.races import NewRace, PuzzleRaceStore, Race, RaceChanged, RaceRecord, RaceState, RaceThere


class PuzzleRaces:
    """Opens and changes puzzle races."""

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
            self._director.note(race_id)
        return race_id

    async def load(self, race_id: int, guild_id: int | None) -> RaceRecord:
        """Return a race of a server. Refused for any other."""
        record = await self._storage[PuzzleRaceStore].find(race_id)
        if record is None or record.race.guild_id != guild_id or record.race.game not in GAMES:
            raise refusals.RaceGone
        return record

    async def join(self, race_id: int, who: Person) -> None:
        """Take part; nothing changes for those who do."""
        await remember(self._storage, who)

        async def attempt(record: RaceRecord) -> None:
            if record.racer(who.id) is not None and not record.race.over:
                return
            _require_open(record)
            if len(record.racers) >= MAX_RACERS:
                raise refusals.RaceFull(MAX_RACERS)
            try:
                await self._storage[PuzzleRaceStore].join(record, who.id)
            except RaceThere as there:
                raise _in_the_way(there.race, 0) from there

        await self._change(race_id, who.guild_id, attempt)

    async def leave(self, race_id: int, who: Person) -> None:
        """No longer take part, before the start."""

        async def attempt(record: RaceRecord) -> None:
            if record.racer(who.id) is None:
                raise refusals.NotInRace
            if record.race.state is RaceState.RUNNING:
                raise refusals.RaceToLeave
            _require_open(record)
            await self._storage[PuzzleRaceStore].leave(record, who.id)

        await self._change(race_id, who.guild_id, attempt)
        self._director.stop_waiting(race_id, who.id)

    async def start(self, race_id: int, who: Person, *, moderator: bool) -> None:
        """Begin with those who have joined."""
        record = await self.load(race_id, who.guild_id)
        _require_open(record)
        if not moderator and not can_start(record, who.id):
            organiser = record.race.organiser_id
            raise refusals.OnlyStarter(organiser) if record.racer(organiser) else refusals.NotInRace
        await self._director.begin(race_id)

    async def rematch(self, race_id: int, who: Person, place: Place) -> tuple[int, bool]:
        """Open the rematch of a race, or join the one that is there; return it, and whether it is new."""
        record = await self.load(race_id, who.guild_id)
        if not record.race.over:
            raise refusals.RaceBegun
        known = await self._storage[PuzzleRaceStore].rematch(race_id)
        if known is None:
            if record.racer(who.id) is None:
                raise refusals.NotYourRace
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
        self._director.note(race_id)


def _require_open(record: RaceRecord) -> None:
    if record.race.over:
        raise refusals.RaceOver
    if record.race.state is not RaceState.OPEN:
        raise refusals.RaceBegun


def _in_the_way(race: Race, channel_id: int) -> refusals.RaceHere | refusals.InRace:
    here = race.channel_id == channel_id
    kind = refusals.RaceHere if here else refusals.InRace
    return kind(Place(race.channel_id, race.guild_id), race.message_id)
