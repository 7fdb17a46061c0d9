"""People's actions in tournaments and exhibitions: create, join, leave, invite, and what organisers may.

Each use-case checks who asks and whether it is possible now, and stores the change in one transaction. A
`Refusal` means that nothing was changed. `director` runs the events.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.catalog import GAMES
from bot.computer.opponents.choices import require_player
from bot.core.background import KeyedLock
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember
from bot.events import refusals
from bot.events.host_settings import TournamentSettings
from bot.events.tournaments.cards import WayOut
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms.round_robin import MAX_ENTRANTS
from bot.events.tournaments.forms.types import Form, last_round
from bot.events.tournaments.rules import (
    admits_later,
    correctable,
    first_round_without,
    following,
    games_of_entrant,
    possible_outcomes,
    removable,
    waiting_in,
    winners_of,
    with_outcome,
)
from bot.features import Kit
from bot.preferences.preferences import HouseRules, require_no_block
from bot.ranks.achievements.achievements import CUP
from data.games.records import EventKind, GameChanged
from data.people.players import PeopleStore
from data.ratings.glicko2 import START
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.tournaments.records import (
    NewTournament,
    PairingOutcome,
    StoredPairing,
    TooManyTournaments,
    Tournament,
    TournamentChanged,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
    TournamentTerms,
)
from data.tournaments.tournaments import TournamentStore

STARTS_AFTER = timedelta(days=1)
"""Time after which a tournament that waits for more people begins without them."""

MAX_DELAY = timedelta(days=14)
"""Maximum time between the creation and a chosen start."""

MAX_OWN: Mapping[EventKind, int] = {"tournament": 2, "simul": 1}
"""Maximum tournaments, and exhibitions, in a server by one organiser that aren't over."""

LISTED = 10
"""Tournaments in a server's list."""


class Tournaments:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._store = kit[TournamentStore]
        self._house_rules = kit[HouseRules]
        self._director = kit[TournamentDirector]
        self._limits = kit.settings.of(TournamentSettings)
        self._now = kit.now
        self._rng = kit.runtime.rng
        self._changing = KeyedLock()

    async def create(
        self, place: Place, who: Person, terms: TournamentTerms, starts_at: datetime | None
    ) -> Tournament:
        """Create a tournament; without `starts_at` it begins when it is full, or a day later."""
        assert place.guild_id is not None
        await self._house_rules.require_games_here(place)
        game, now = GAMES[terms.game], self._now()
        for player in (terms.filler, terms.exhibitor):
            if player is not None:
                require_player(game, player)
        if terms.form == Form.ROUND_ROBIN and terms.places > MAX_ENTRANTS:
            raise refusals.TooManyPlaces(MAX_ENTRANTS)
        if starts_at is not None and not now < starts_at <= now + MAX_DELAY:
            raise refusals.BadStart(MAX_DELAY.days)
        await remember(self._storage, who)
        new = NewTournament(
            place.guild_id,
            place.channel_id,
            who.id,
            terms,
            self._rng.randrange(2**31),
            starts_at or now + STARTS_AFTER,
            # In a thread, the boards are there, too.
            place.channel_id if place.parent_id is not None else None,
        )
        most = self._limits.simuls_server if terms.is_simul else self._limits.tournaments_server
        try:
            with refusing_at_limits(who.id):
                return await self._store.create(new, most, MAX_OWN[terms.kind])
        except TooManyTournaments as error:
            too_many = refusals.ManySimuls if terms.is_simul else refusals.ManyTournaments
            raise too_many(error.maximum) from error

    async def identify(self, kind: EventKind, number: int) -> int:
        """Return the id of the event with the number in buttons."""
        event_id = await self._store.identify(kind, number)
        if event_id is None:
            raise refusals.UnknownEvent
        return event_id

    async def load(self, event_id: int, guild_id: int | None) -> TournamentRecord:
        """Return a tournament of a server. Refused for any other."""
        record = await self._store.find(event_id)
        if record is None or record.tournament.guild_id != guild_id:
            raise refusals.UnknownEvent
        return record

    async def names(self, record: TournamentRecord) -> dict[int, str]:
        guild_id, people = record.tournament.guild_id, self._storage[PeopleStore]
        return {
            entrant.number: str(await people.name(entrant.player_id, guild_id))
            for entrant in record.entrants
            if entrant.player_id is not None
        }

    async def listed(self, guild_id: int) -> tuple[Tournament, ...]:
        """Return a server's latest tournaments."""
        return await self._store.of_server(guild_id, LISTED)

    async def join(self, event_id: int, who: Person) -> None:
        """Take part, or take part again."""
        await remember(self._storage, who)

        async def attempt(record: TournamentRecord) -> None:
            await self._store.join(record, await self._entry(record, who))

        await self._change(event_id, who.guild_id, attempt)

    async def way_out(self, event_id: int, who: Person) -> WayOut:
        """Return how a person leaves now."""
        record = await self.load(event_id, who.guild_id)
        if record.tournament.state is not TournamentState.RUNNING:
            return WayOut()
        return self._director.course(record).way_out(record, record.entrant_of(who.id))

    async def leave(self, event_id: int, who: Person) -> None:
        """Leave; a game in progress continues. Refused to those who have to resign their board."""

        async def attempt(record: TournamentRecord) -> None:
            _require_not_over(record)
            entry = record.entrant_of(who.id)
            if entry is None or entry.left_round is not None:
                raise refusals.NotTakingPart
            left_round, course = first_round_without(record), self._director.course(record)
            if left_round is not None and course.way_out(record, entry).game_id is not None:
                raise refusals.EventBegun
            await self._store.leave(record, entry.number, left_round)

        await self._change(event_id, who.guild_id, attempt)

    async def confirm(self, event_id: int, who: Person) -> None:
        async def attempt(record: TournamentRecord) -> None:
            entry = record.entrant_of(who.id)
            pending = await self._store.games_of(record)
            games = [] if entry is None else games_of_entrant(record, entry.number, pending)
            if not games:
                raise refusals.NoGameThere
            for pairing, game in games:
                if not game.ply and waiting_in(record, pairing, game) != entry:
                    raise refusals.FirstMoveDue
                if not game.ply and not pairing.second_here:
                    await self._store.record_here(record, pairing)

        await self._change(event_id, who.guild_id, attempt)

    async def invite(self, event_id: int, who: Person, moderator: bool, other: Person) -> None:
        await remember(self._storage, other)

        async def attempt(record: TournamentRecord) -> None:
            _require_entry(record)
            _require_opponent(record, other)
            if other.id not in record.invited or other.id in record.removed:
                await self._store.invite(record, other.id)

        await self._manage(event_id, who, moderator, attempt)

    async def choose_computers(
        self,
        event_id: int,
        who: Person,
        moderator: bool,
        change: Callable[[TournamentTerms], TournamentTerms],
    ) -> TournamentRecord:
        """Change the computer player for empty places, or what becomes of games between computers, before the
        start; return the tournament after it."""

        async def attempt(record: TournamentRecord) -> None:
            _require_open(record)
            terms = change(record.tournament.terms)
            if terms.filler is not None:
                require_player(GAMES[terms.game], terms.filler)
            await self._store.choose_computers(record, terms.filler, terms.computer_games)

        await self._manage(event_id, who, moderator, attempt)
        return await self.load(event_id, who.guild_id)

    async def start(self, event_id: int, who: Person, moderator: bool) -> None:
        _require_open(await self.require_held(event_id, who, moderator))
        await self._director.begin(event_id)

    async def pause(self, event_id: int, who: Person, moderator: bool, *, paused: bool) -> None:
        """Begin no further games until the tournament is resumed, or resume it."""

        async def attempt(record: TournamentRecord) -> None:
            if record.tournament.state is not TournamentState.RUNNING:
                raise refusals.TournamentNotBegun
            if paused != (record.tournament.paused_at is not None):
                await self._store.pause(record, paused=paused)

        await self._manage(event_id, who, moderator, attempt)

    async def cancel(self, event_id: int, who: Person, moderator: bool) -> None:
        """End a tournament without a winner. Games in progress continue, boards of an exhibition do not."""
        course = self._director.course
        await self._manage(event_id, who, moderator, lambda record: course(record).cancel(record))

    async def require_held(self, event_id: int, who: Person, moderator: bool) -> TournamentRecord:
        """Return a tournament that is not over, for its organiser or a moderator."""
        record = await self.load(event_id, who.guild_id)
        _require_held(record, who, moderator)
        return record

    async def require_removable(
        self, event_id: int, who: Person, moderator: bool, number: int
    ) -> tuple[Tournament, TournamentEntrant]:
        record = await self.require_held(event_id, who, moderator)
        return record.tournament, _removable(record, number)

    async def remove(
        self, event_id: int, who: Person, moderator: bool, number: int, player_id: int | None
    ) -> None:
        """Remove an entrant, who can return by invitation only; their game ends."""

        async def attempt(record: TournamentRecord) -> None:
            if _removable(record, number).player_id != player_id:
                # Before the start, the number of a player who leaves is given to the next one.
                raise refusals.NotAnEntrant
            await self._director.course(record).remove(record, number)

        await self._manage(event_id, who, moderator, attempt)

    async def correct(
        self, event_id: int, who: Person, moderator: bool, pairing_id: int, outcome: PairingOutcome
    ) -> None:
        """Correct a result, for a day after the end, too."""

        async def attempt(record: TournamentRecord) -> None:
            _require_organiser(record, who, moderator)
            games = await self._store.games_of(record)
            pairings = correctable(record, games, self._now())
            pairing = next((pairing for pairing in pairings if pairing.id == pairing_id), None)
            if pairing is None or outcome not in possible_outcomes(record, pairing):
                raise refusals.NothingToCorrect
            if record.tournament.is_over:
                winners = winners_of(with_outcome(record, pairing, outcome))
                await self._store.correct_finished(record, pairing, outcome, who.id, winners, CUP)
                return
            void = following(record, pairing) if outcome != pairing.outcome else []
            undone = {voided.id: games.get(voided.game_id or 0) for voided in void}
            await self._store.correct(record, pairing, outcome, who.id, undone)

        await remember(self._storage, who)
        await self._change(event_id, who.guild_id, attempt)

    async def manageable(
        self, event_id: int, who: Person, moderator: bool
    ) -> tuple[TournamentRecord, list[StoredPairing]]:
        """Return a tournament that the person may manage, and the pairings whose results can be corrected."""
        record = await self.load(event_id, who.guild_id)
        _require_organiser(record, who, moderator)
        if record.tournament.is_over:
            # Once its results are final, its message loses the button that was tapped.
            self._director.follow_up(event_id)
        results = await self._director.course(record).correctable(record)
        if not results:
            _require_not_over(record)
        return record, results

    async def _manage(
        self,
        event_id: int,
        who: Person,
        moderator: bool,
        attempt: Callable[[TournamentRecord], Awaitable[None]],
    ) -> None:
        """Change an event that is not over, for its organiser or a moderator."""

        async def held(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            await attempt(record)

        await self._change(event_id, who.guild_id, held)

    async def _change(
        self, event_id: int, guild_id: int | None, attempt: Callable[[TournamentRecord], Awaitable[None]]
    ) -> None:
        # Changes at once would undo each other: of 50 people who join, one would get in at a time.
        async with self._changing.hold(event_id):
            while True:
                try:
                    record = await self.load(event_id, guild_id)
                    await attempt(record)
                    break
                except (TournamentChanged, GameChanged):
                    continue
        # What follows takes longer than an answer may: boards begin one after the other.
        self._director.follow_up(event_id)

    async def _entry(self, record: TournamentRecord, who: Person) -> TournamentEntrant:
        _require_not_over(record)
        _require_opponent(record, who)
        tournament, terms, entry = record.tournament, record.tournament.terms, record.entrant_of(who.id)
        if who.id in record.removed:
            raise refusals.RemovedFromEvent
        if entry is not None and entry.left_round is None:
            raise refusals.InAlready
        is_invited = who.id in record.invited or who.id == tournament.organiser_id or entry is not None
        if terms.invited_only and not is_invited:
            raise refusals.NotInvited(tournament.organiser_id)
        _require_entry(record, entry)
        if sum(entrant.left_round is None for entrant in record.entrants) >= terms.places:
            raise refusals.EventFull(terms.places)
        if entry is not None:
            return replace(entry, waiting_since=self._now())
        if tournament.exhibitor_id is not None:
            await require_no_block(self._storage, who, tournament.exhibitor_id, terms.game)
        number = max((entrant.number for entrant in record.entrants), default=0) + 1
        pool = RatingList(terms.game, Pool.PEOPLE, "")
        rated = await self._storage[StandingStore].rating(who.id, pool)
        rating = START.value if rated is None else rated.rating.value
        joined_round, now = last_round(record.pairings) + 1, self._now()
        return TournamentEntrant(
            number, rating, joined_round, player_id=who.id, computer=None, waiting_since=now
        )


def _require_entry(record: TournamentRecord, back: TournamentEntrant | None = None) -> None:
    """Refuse unless newcomers, or one who has left, may join now."""
    if record.tournament.state is not TournamentState.OPEN and not admits_later(record, back):
        raise refusals.EventBegun


def _removable(record: TournamentRecord, number: int) -> TournamentEntrant:
    for entrant in removable(record):
        if entrant.number == number:
            return entrant
    raise refusals.NotAnEntrant


def _require_not_over(record: TournamentRecord) -> None:
    if record.tournament.is_over:
        raise refusals.EventOver


def _require_open(record: TournamentRecord) -> None:
    _require_not_over(record)
    if record.tournament.state is not TournamentState.OPEN:
        raise refusals.EventBegun


def _require_opponent(record: TournamentRecord, who: Person) -> None:
    if who.id == record.tournament.exhibitor_id:
        raise refusals.OwnSimul


def _require_held(record: TournamentRecord, who: Person, moderator: bool) -> None:
    """Refuse unless the person is the organiser or a moderator, and the tournament is not over."""
    _require_organiser(record, who, moderator)
    _require_not_over(record)


def _require_organiser(record: TournamentRecord, who: Person, moderator: bool) -> None:
    if record.tournament.organiser_id != who.id and not moderator:
        raise refusals.OnlyOrganiser(record.tournament.organiser_id)
