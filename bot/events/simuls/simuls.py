"""What people do with simultaneous exhibitions: create, join, leave, invite, start, end.

Each use-case checks who asks and whether it is possible now, and stores the change in one transaction. A
`Refusal` means that nothing was changed. `bot.events.simuls.director` runs the exhibitions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.catalog import GAMES
from bot.computer.opponents.specs import require_player
from bot.core.keyed_lock import KeyedLock
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember, require_no_block
from bot.core.runtime import Now
from bot.events import refusals
from bot.preferences.preferences import HouseRules
from data import Storage
from data.simuls.records import (
    NewSimul,
    Simul,
    SimulChanged,
    SimulOpponent,
    SimulRecord,
    SimulState,
    SimulTerms,
    TooManySimuls,
)

STARTS_AFTER = timedelta(days=1)
"""Time after which an exhibition that waits for more opponents begins without them."""

MAX_DELAY = timedelta(days=14)
"""Maximum time between the creation and a chosen start."""

MAX_OWN = 1
"""Maximum exhibitions in a server by one organiser that aren't over."""


class Simuls:
    """Creates and changes simultaneous exhibitions."""

    def __init__(
        self,
        storage: Storage,
        house_rules: HouseRules,
        begin: Callable[[int], Awaitable[None]],
        note: Callable[[int], None],
        maximum: int,
        *,
        now: Now,
    ) -> None:
        """`begin` opens the thread and begins an exhibition; `note` has the consequences of a change carried
        out in the background; `maximum` is for a server."""
        self._storage = storage
        self._house_rules = house_rules
        self._begin = begin
        self._note = note
        self._maximum = maximum
        self._now = now
        self._changing = KeyedLock()

    async def create(self, place: Place, who: Person, terms: SimulTerms, starts_at: datetime | None) -> Simul:
        """Create an exhibition; without `starts_at` it begins a day later at the latest."""
        assert place.guild_id is not None
        await self._house_rules.require_games_here(place)
        now = self._now()
        if terms.computer is not None:
            require_player(GAMES[terms.game], terms.computer)
        if starts_at is not None and not now < starts_at <= now + MAX_DELAY:
            raise refusals.BadStart("simul", MAX_DELAY.days)
        await remember(self._storage, who)
        new = NewSimul(
            place.guild_id,
            place.channel_id,
            # In a thread, the boards are there, too.
            place.channel_id if place.parent_id is not None else None,
            who.id,
            terms,
            starts_at or now + STARTS_AFTER,
        )
        try:
            with refusing_at_limits(who.id):
                return await self._storage.simuls.create(new, self._maximum, MAX_OWN)
        except TooManySimuls as error:
            raise refusals.ManyEvents("simul", error.maximum) from error

    async def load(self, simul_id: int, guild_id: int | None) -> SimulRecord:
        """Return an exhibition of a server. Refused for any other."""
        record = await self._storage.simuls.find(simul_id)
        if record is None or record.simul.guild_id != guild_id:
            raise refusals.UnknownEvent("simul")
        return record

    async def names(self, record: SimulRecord) -> dict[int, str]:
        """Return the names of the opponents by the number of their board."""
        guild_id, people = record.simul.guild_id, self._storage.people
        return {
            opponent.number: str(await people.name(opponent.player_id, guild_id))
            for opponent in record.opponents
        }

    async def join(self, simul_id: int, who: Person) -> None:
        """Take a place."""
        await remember(self._storage, who)

        async def attempt(record: SimulRecord) -> None:
            await self._require_can_join(record, who)
            await self._storage.simuls.join(record, who.id)

        await self._change(simul_id, who.guild_id, attempt)

    async def leave(self, simul_id: int, who: Person) -> int | None:
        """Give up a place before the start; later, return the person's game in progress, to be resigned."""
        record = await self.load(simul_id, who.guild_id)
        if record.simul.state is SimulState.RUNNING:
            board = record.opponent(who.id)
            if board is None or board.game_id is None or board.outcome is not None:
                raise refusals.NotInSimul
            return board.game_id

        async def attempt(record: SimulRecord) -> None:
            _require_open(record)
            if record.opponent(who.id) is None:
                raise refusals.NotInSimul
            await self._storage.simuls.leave(record, [who.id])

        await self._change(simul_id, who.guild_id, attempt)
        return None

    async def invite(self, simul_id: int, who: Person, other: Person, *, moderator: bool) -> None:
        """Invite a person."""
        await remember(self._storage, other)

        async def attempt(record: SimulRecord) -> None:
            _require_held(record, who, moderator)
            _require_open(record)
            if other.id == record.simul.exhibitor_id:
                raise refusals.OwnSimul
            if other.id not in record.invited or other.id in record.removed:
                await self._storage.simuls.invite(record, other.id)

        await self._change(simul_id, who.guild_id, attempt)

    async def start(self, simul_id: int, who: Person, *, moderator: bool) -> None:
        """Begin now with those who are there."""
        record = await self.load(simul_id, who.guild_id)
        _require_held(record, who, moderator)
        _require_open(record)
        await self._begin(simul_id)

    async def end(self, simul_id: int, who: Person, *, moderator: bool) -> None:
        """Cancel an exhibition, or end one in progress: its boards are called off."""

        async def attempt(record: SimulRecord) -> None:
            _require_held(record, who, moderator)
            if record.simul.state is SimulState.OPEN:
                await self._storage.simuls.cancel(record, "organiser")
            else:
                await self._storage.simuls.finish(record, "organiser")

        await self._change(simul_id, who.guild_id, attempt)

    async def remove(self, simul_id: int, who: Person, number: int, *, moderator: bool) -> None:
        """Remove an opponent; their board is called off. They can return by invitation only."""

        async def attempt(record: SimulRecord) -> None:
            _require_held(record, who, moderator)
            _removable(record, number)
            if record.simul.state is SimulState.OPEN:
                await self._storage.simuls.remove(record, number)
            else:
                await self._storage.simuls.settle(record, {number: "none"})

        await self._change(simul_id, who.guild_id, attempt)

    async def manageable(self, simul_id: int, who: Person, *, moderator: bool) -> SimulRecord:
        """Return an exhibition that the person may manage."""
        record = await self.load(simul_id, who.guild_id)
        _require_held(record, who, moderator)
        return record

    async def require_removable(
        self, simul_id: int, who: Person, number: int, *, moderator: bool
    ) -> SimulOpponent:
        """Return an opponent whom the person can remove."""
        return _removable(await self.manageable(simul_id, who, moderator=moderator), number)

    async def _require_can_join(self, record: SimulRecord, who: Person) -> None:
        _require_open(record)
        simul = record.simul
        if who.id == simul.exhibitor_id:
            raise refusals.OwnSimul
        if record.opponent(who.id) is not None:
            raise refusals.InAlready("simul")
        if who.id in record.removed:
            raise refusals.RemovedFromEvent("simul")
        if simul.terms.invited_only and who.id not in record.invited and who.id != simul.organiser_id:
            raise refusals.NotInvited("simul", simul.organiser_id)
        if len(record.opponents) >= simul.terms.places:
            raise refusals.EventFull("simul", simul.terms.places)
        if simul.exhibitor_id is not None:
            await require_no_block(self._storage, who, simul.exhibitor_id, simul.terms.game)

    async def _change(
        self, simul_id: int, guild_id: int | None, attempt: Callable[[SimulRecord], Awaitable[None]]
    ) -> None:
        async with self._changing.hold(simul_id):
            while True:
                try:
                    await attempt(await self.load(simul_id, guild_id))
                    break
                except SimulChanged:
                    continue
        self._note(simul_id)


def _require_open(record: SimulRecord) -> None:
    if record.simul.is_over:
        raise refusals.EventOver("simul")
    if record.simul.state is not SimulState.OPEN:
        raise refusals.EventBegun("simul")


def _require_held(record: SimulRecord, who: Person, moderator: bool) -> None:
    """Refuse unless the person is the organiser or a moderator, and the exhibition is not over."""
    if record.simul.organiser_id != who.id and not moderator:
        raise refusals.OnlyOrganiser("simul", record.simul.organiser_id)
    if record.simul.is_over:
        raise refusals.EventOver("simul")


def _removable(record: SimulRecord, number: int) -> SimulOpponent:
    for opponent in record.opponents:
        if opponent.number == number and opponent.outcome is None:
            return opponent
    raise refusals.NotInSimul
