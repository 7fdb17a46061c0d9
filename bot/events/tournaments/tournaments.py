"""People's actions in tournaments and exhibitions: create, join, leave, invite, and what organisers may.

Each use-case checks who asks and whether it is possible now, and stores the change in one transaction. A
`Refusal` means that nothing was changed. `bot.events.tournaments.director` runs the tournaments.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bot.catalog import GAMES
from bot.computer.opponents.choices import require_player
from bot.core.background import KeyedLock
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember, require_no_block
from bot.core.refusals import TooMany
from bot.events import refusals
from bot.events.tournaments.corrections import (
    are_results_final,
    correctable,
    following,
    possible_outcomes,
    with_outcome,
)
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms import Form, allows_late_entry
from bot.events.tournaments.forms.round_robin import MAX_ENTRANTS
from bot.events.tournaments.host_settings import TournamentSettings
from bot.events.tournaments.rules import (
    ends_at,
    field,
    last_round,
    removable,
    swiss_rounds,
    waiting_in,
    winners_of,
)
from bot.events.tournaments.simul_rules import board_of
from bot.features import Kit
from bot.preferences.preferences import HouseRules
from bot.ranks.achievements.kinds import CUP
from data.games.records import Ending, EventKind, Game, GameChanged, GameState, Outcome
from data.people.players import PeopleStore
from data.ratings.glicko2 import START
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, RatingList
from data.tournaments.pairings import PairingOutcome
from data.tournaments.records import (
    NewTournament,
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

_TOO_MANY: Mapping[EventKind, type[TooMany]] = {
    "tournament": refusals.ManyTournaments,
    "simul": refusals.ManySimuls,
}

LISTED = 10
"""Tournaments in a server's list."""


class Tournaments:
    """Creates and changes tournaments and exhibitions."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
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
        game, now, kind = GAMES[terms.game], self._now(), terms.kind
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
            # In a thread, the boards of an exhibition are there, too.
            place.channel_id if terms.is_simul and place.parent_id is not None else None,
        )
        maximum = self._limits.simuls_server if terms.is_simul else self._limits.tournaments_server
        try:
            with refusing_at_limits(who.id):
                return await self._storage[TournamentStore].create(new, maximum, MAX_OWN[kind])
        except TooManyTournaments as error:
            raise _TOO_MANY[kind](error.maximum) from error

    async def simul(self, number: int) -> int:
        """Return the id of the exhibition with the number in buttons."""
        found = await self._storage[TournamentStore].simul(number)
        if found is None:
            raise refusals.UnknownEvent
        return found

    async def load(self, tournament_id: int, guild_id: int | None) -> TournamentRecord:
        """Return a tournament of a server. Refused for any other."""
        record = await self._storage[TournamentStore].find(tournament_id)
        if record is None or record.tournament.guild_id != guild_id:
            raise refusals.UnknownEvent
        return record

    async def names(self, record: TournamentRecord) -> dict[int, str]:
        """Return the names of the people in a tournament, by number."""
        guild_id, people = record.tournament.guild_id, self._storage[PeopleStore]
        return {
            entrant.number: str(await people.name(entrant.player_id, guild_id))
            for entrant in record.entrants
            if entrant.player_id is not None
        }

    async def listed(self, guild_id: int) -> tuple[Tournament, ...]:
        """Return a server's latest tournaments."""
        return await self._storage[TournamentStore].of_server(guild_id, LISTED)

    async def join(self, tournament_id: int, who: Person) -> None:
        """Take part, or take part again."""
        await remember(self._storage, who)

        async def attempt(record: TournamentRecord) -> None:
            await self._storage[TournamentStore].join(record, await self._entry(record, who))

        await self._change(tournament_id, who.guild_id, attempt)

    async def leaves_for_good(self, tournament_id: int, who: Person) -> bool:
        """Return whether a person who leaves now can't come back."""
        record = await self.load(tournament_id, who.guild_id)
        entry = record.entrant_of(who.id)
        running = record.tournament.state is TournamentState.RUNNING
        takes_part = entry is not None and entry.left_round is None
        return running and takes_part and record.tournament.terms.form != Form.ARENA

    async def game_to_resign(self, tournament_id: int, who: Person) -> int | None:
        """Return a person's game in an exhibition in progress, None before it begins."""
        record = await self.load(tournament_id, who.guild_id)
        if record.tournament.state is not TournamentState.RUNNING:
            return None
        board = board_of(record, who.id)
        if board is None or board.game_id is None or board.outcome is not None:
            raise refusals.NoBoardToLeave
        return board.game_id

    async def leave(self, tournament_id: int, who: Person) -> None:
        """Take part no more; a game in progress continues."""

        async def attempt(record: TournamentRecord) -> None:
            _require_not_over(record)
            if record.tournament.terms.is_simul:
                # Once it has begun, they resign their board.
                _require_open(record)
            entry = record.entrant_of(who.id)
            if entry is None or entry.left_round is not None:
                raise refusals.NotTakingPart
            await self._storage[TournamentStore].leave(record, entry.number, _left_round(record))

        await self._change(tournament_id, who.guild_id, attempt)

    async def confirm(self, tournament_id: int, who: Person) -> None:
        """Note that a person who waits for the first move of their game is there."""

        async def attempt(record: TournamentRecord) -> None:
            entry = record.entrant_of(who.id)
            games = [] if entry is None else await self._games(record, entry.number)
            if not games:
                raise refusals.NoGameThere
            for pairing, game in games:
                if not game.ply and waiting_in(record, pairing, game) != entry:
                    raise refusals.FirstMoveDue
                if not game.ply and not pairing.second_here:
                    await self._storage[TournamentStore].record_here(record, pairing)

        await self._change(tournament_id, who.guild_id, attempt)

    async def invite(self, tournament_id: int, who: Person, other: Person, *, moderator: bool) -> None:
        """Invite a person."""
        await remember(self._storage, other)

        async def attempt(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            if record.tournament.terms.is_simul:
                _require_open(record)
                _require_opponent(record, other)
            if other.id not in record.invited or other.id in record.removed:
                await self._storage[TournamentStore].invite(record, other.id)

        await self._change(tournament_id, who.guild_id, attempt)

    async def choose_computers(
        self,
        tournament_id: int,
        who: Person,
        change: Callable[[TournamentTerms], TournamentTerms],
        *,
        moderator: bool,
    ) -> TournamentRecord:
        """Change the computer player for empty places, or what becomes of games between computers, before the
        start; return the tournament after it."""

        async def attempt(record: TournamentRecord) -> None:
            if record.tournament.terms.is_simul:
                raise refusals.UnknownEvent
            _require_held(record, who, moderator)
            _require_open(record)
            terms = change(record.tournament.terms)
            if terms.filler is not None:
                require_player(GAMES[terms.game], terms.filler)
            await self._storage[TournamentStore].choose_computers(record, terms.filler, terms.computer_games)

        await self._change(tournament_id, who.guild_id, attempt)
        return await self.load(tournament_id, who.guild_id)

    async def start(self, tournament_id: int, who: Person, *, moderator: bool) -> None:
        """Begin now with those who are there."""
        record = await self.require_held(tournament_id, who, moderator=moderator)
        if record.tournament.terms.is_simul:
            _require_open(record)
            await self._director.begin(tournament_id)
            return

        async def attempt(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            _require_open(record)
            entrants = field(record)
            if not entrants and record.tournament.terms.filler is not None:
                raise refusals.NobodyForComputers
            if len(entrants) < 2:
                raise refusals.TooFewEntrants
            await self._storage[TournamentStore].start(record, entrants, ends_at(record, self._now()))

        await self._change(tournament_id, who.guild_id, attempt)

    async def pause(self, tournament_id: int, who: Person, *, paused: bool, moderator: bool) -> None:
        """Begin no further games until the tournament is resumed, or resume it."""

        async def attempt(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            if record.tournament.state is not TournamentState.RUNNING or record.tournament.terms.is_simul:
                raise refusals.TournamentNotBegun
            if paused != (record.tournament.paused_at is not None):
                await self._storage[TournamentStore].pause(record, paused=paused)

        await self._change(tournament_id, who.guild_id, attempt)

    async def cancel(self, tournament_id: int, who: Person, *, moderator: bool) -> None:
        """End a tournament without a winner. Games in progress continue, boards of an exhibition do not."""

        async def attempt(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            if record.tournament.terms.is_simul and record.tournament.state is TournamentState.RUNNING:
                await self._storage[TournamentStore].finish(record, [], "organiser")
            else:
                await self._storage[TournamentStore].cancel(record, "organiser")

        await self._change(tournament_id, who.guild_id, attempt)

    async def require_held(self, tournament_id: int, who: Person, *, moderator: bool) -> TournamentRecord:
        """Return a tournament that is not over, for its organiser or a moderator."""
        record = await self.load(tournament_id, who.guild_id)
        _require_held(record, who, moderator)
        return record

    async def require_removable(
        self, tournament_id: int, who: Person, number: int, *, moderator: bool
    ) -> TournamentEntrant:
        """Return an entrant whom the person can remove."""
        record = await self.require_held(tournament_id, who, moderator=moderator)
        return _removable(record, number)

    async def remove(self, tournament_id: int, who: Person, number: int, *, moderator: bool) -> None:
        """Remove an entrant, who loses a game in progress and can return by invitation only.

        A board of an exhibition is called off.
        """

        async def attempt(record: TournamentRecord) -> None:
            _require_held(record, who, moderator)
            _removable(record, number)
            boards = [pairing for pairing in record.pairings if pairing.second == number]
            if record.tournament.terms.is_simul and boards:
                await self._storage[TournamentStore].settle(
                    record, [(boards[0], PairingOutcome.DOUBLE_LOSS, True)], {}
                )
                return
            for pairing, game in await self._games(record, number):
                # The seats don't tell: two computer players of a level are equal there.
                side = int(pairing.first != number)
                outcome = PairingOutcome.won(by_first=pairing.first != number)
                lost = Outcome(1 - side, None, Ending.RESIGNED)
                leaving = {number: last_round(record) + 1}
                await self._storage[TournamentStore].forfeit(
                    record, pairing, game, outcome, leaving, lost, "removed"
                )
                return
            left_round = record.entrant(number).left_round or _left_round(record)
            await self._storage[TournamentStore].remove(record, number, left_round)

        await self._change(tournament_id, who.guild_id, attempt)

    async def correct(
        self, tournament_id: int, who: Person, pairing_id: int, outcome: PairingOutcome, *, moderator: bool
    ) -> None:
        """Correct a result, for a day after the end, too."""

        async def attempt(record: TournamentRecord) -> None:
            _require_organiser(record, who, moderator)
            store = self._storage[TournamentStore]
            games = await store.games_of(record)
            found = correctable(record, games, self._now())
            pairing = next((pairing for pairing in found if pairing.id == pairing_id), None)
            if pairing is None or outcome not in possible_outcomes(record, pairing):
                raise refusals.NothingToCorrect
            if record.tournament.is_over:
                winners = winners_of(with_outcome(record, pairing, outcome))
                await store.correct_finished(record, pairing, outcome, who.id, winners, CUP)
                return
            void = following(record, pairing) if outcome != pairing.outcome else []
            undone = {voided.id: games.get(voided.game_id or 0) for voided in void}
            await store.correct(record, pairing, outcome, who.id, undone)

        await remember(self._storage, who)
        await self._change(tournament_id, who.guild_id, attempt)

    async def manageable(
        self, tournament_id: int, who: Person, *, moderator: bool
    ) -> tuple[TournamentRecord, list[StoredPairing]]:
        """Return a tournament that the person may manage, and the pairings whose results can be corrected."""
        record = await self.load(tournament_id, who.guild_id)
        _require_organiser(record, who, moderator)
        if record.tournament.terms.is_simul:
            _require_not_over(record)
            return record, []
        if are_results_final(record.tournament, self._now()):
            # Its message loses the button that was tapped.
            await self._director.advance(tournament_id)
            raise refusals.ResultsFinal
        results = correctable(record, await self._storage[TournamentStore].games_of(record), self._now())
        if not results:
            _require_not_over(record)
        return record, results

    async def _change(
        self, tournament_id: int, guild_id: int | None, attempt: Callable[[TournamentRecord], Awaitable[None]]
    ) -> None:
        # Changes at once would undo each other: of 50 people who join, one would get in at a time.
        async with self._changing.hold(tournament_id):
            while True:
                try:
                    record = await self.load(tournament_id, guild_id)
                    await attempt(record)
                    break
                except (TournamentChanged, GameChanged):
                    continue
        if record.tournament.terms.is_simul:
            # Its boards begin one after the other, which takes longer than an answer may.
            self._director.note(tournament_id)
        else:
            await self._director.advance(tournament_id)

    async def _entry(self, record: TournamentRecord, who: Person) -> TournamentEntrant:
        """Return the entry of a person who joins."""
        _require_not_over(record)
        tournament, terms = record.tournament, record.tournament.terms
        if terms.is_simul:
            _require_open(record)
            _require_opponent(record, who)
        entry = record.entrant_of(who.id)
        running = tournament.state is TournamentState.RUNNING
        if who.id in record.removed:
            raise refusals.RemovedFromEvent
        if entry is not None:
            if entry.left_round is None:
                raise refusals.InAlready
            if Form(terms.form) is not Form.ARENA:
                raise refusals.EventBegun
            _require_place(record)
            return self._entrant(entry.number, who, entry.rating)
        if terms.invited_only and who.id not in record.invited and who.id != tournament.organiser_id:
            raise refusals.NotInvited(tournament.organiser_id)
        if running and not allows_late_entry(Form(terms.form), record.entrants, swiss_rounds(record)):
            raise refusals.EventBegun
        _require_place(record)
        if tournament.exhibitor_id is not None:
            await require_no_block(self._storage, who, tournament.exhibitor_id, terms.game)
        number = max((entrant.number for entrant in record.entrants), default=0) + 1
        rating = 0.0 if terms.is_simul else await self._rating(terms, who.id)
        return self._entrant(number, who, rating, last_round(record) + 1)

    def _entrant(self, number: int, who: Person, rating: float, joined_round: int = 1) -> TournamentEntrant:
        return TournamentEntrant(
            number, rating, joined_round, player_id=who.id, computer=None, waiting_since=self._now()
        )

    async def _rating(self, terms: TournamentTerms, player_id: int) -> float:
        rated = await self._storage[StandingStore].rating(player_id, RatingList(terms.game, Pool.PEOPLE, ""))
        return START.value if rated is None else rated.rating.value

    async def _games(self, record: TournamentRecord, number: int) -> list[tuple[StoredPairing, Game]]:
        """Return an entrant's game in progress, if there is one."""
        games = await self._storage[TournamentStore].games_of(record)
        return [
            (pairing, games[pairing.game_id])
            for pairing in record.pairings
            if pairing.game_id in games
            and number in pairing.numbers
            and games[pairing.game_id].state is GameState.PLAYING
        ]


def _removable(record: TournamentRecord, number: int) -> TournamentEntrant:
    for entrant in removable(record):
        if entrant.number == number:
            return entrant
    raise refusals.NotAnEntrant


def _left_round(record: TournamentRecord) -> int | None:
    """Return the first round in which an entrant who leaves now is not paired; None before the start."""
    return None if record.tournament.state is TournamentState.OPEN else last_round(record) + 1


def _require_place(record: TournamentRecord) -> None:
    places = record.tournament.terms.places
    if sum(entrant.left_round is None for entrant in record.entrants) >= places:
        raise refusals.EventFull(places)


def _require_not_over(record: TournamentRecord) -> None:
    if record.tournament.is_over:
        raise refusals.EventOver


def _require_open(record: TournamentRecord) -> None:
    _require_not_over(record)
    if record.tournament.state is not TournamentState.OPEN:
        raise refusals.EventBegun


def _require_opponent(record: TournamentRecord, who: Person) -> None:
    """Refuse the exhibitor."""
    if who.id == record.tournament.exhibitor_id:
        raise refusals.OwnSimul


def _require_held(record: TournamentRecord, who: Person, moderator: bool) -> None:
    """Refuse unless the person is the organiser or a moderator, and the tournament is not over."""
    _require_organiser(record, who, moderator)
    _require_not_over(record)


def _require_organiser(record: TournamentRecord, who: Person, moderator: bool) -> None:
    if record.tournament.organiser_id != who.id and not moderator:
        raise refusals.OnlyOrganiser(record.tournament.organiser_id)
