"""The store of tournaments: every step is one transaction, based on the version that the caller saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, insert, or_, select, text, update

from data.db.errors import Limit, LimitReached
from data.db.registry import Signal
from data.db.rows import insert_row, read_all, values_of
from data.db.store import CountLock, EventStore, reading, take_turns, writing
from data.games.changes import GameWriter, change, create
from data.games.history import find, find_all, rated_between
from data.games.limits import UNBOUNDED, SelfPlayBounds
from data.games.offers import DAY
from data.games.records import Ending, Game, GameChanged, NewGame, Outcome, WhyUnrated
from data.people.players import ensure_players
from data.ratings.ratings import end_game
from data.tables.schema import require_storable
from data.tables.tournaments import (
    TO_ANNOUNCE,
    TOURNAMENT_ACTIVE,
    cups,
    tournament_entrants,
    tournament_pairings,
    tournaments,
)
from data.tournaments.records import (
    SIMUL,
    ComputerGames,
    Cup,
    Exit,
    NewTournament,
    PairingOutcome,
    Reason,
    StoredPairing,
    TooManyTournaments,
    Tournament,
    TournamentChanged,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
)
from data.tournaments.rows import (
    GamePlaces,
    award_cups,
    boards_of,
    correct_result,
    find_record,
    insert_pairings,
    latest_places,
    names_in,
    reassign_cups,
    record_exits,
    settle_result,
    this_entrant,
    update_entrant,
)

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.records import EventKind
    from data.tournaments.records import Pairing

_CALLED_OFF = Outcome(None, None, Ending.CALLED_OFF)

_LIMITS = {"tournament": Limit.TOURNAMENTS, "simul": Limit.SIMULS}
_LOCKS = {"tournament": CountLock.TOURNAMENTS, "simul": CountLock.SIMULS}


def tournaments_in_progress(pending: Pending) -> ColumnElement[bool]:
    """True while tournaments are in progress, or wait to be announced."""
    of = tournaments.c.guild_id
    return or_(*(pending.here(of, text(which)) for which in (TOURNAMENT_ACTIVE, TO_ANNOUNCE)))


class TournamentChanges(Signal[int, object]):
    """A tournament was changed, by its id; what changes a game, too, is told as a change of the game."""


class TournamentStore(EventStore):
    table = tournaments
    active_where = TOURNAMENT_ACTIVE
    to_announce_where = TO_ANNOUNCE
    changed = TournamentChanged

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._writer = stores[GameWriter]
        self._self_play = stores[SelfPlayBounds]
        self._changes = stores[TournamentChanges]

    # --- reading -----------------------------------------------------------------------------------------

    @reading
    def find(self, connection: Connection, tournament_id: int) -> TournamentRecord | None:
        """Return a tournament with everything that belongs to it."""
        return find_record(connection, tournament_id)

    @reading
    def of_server(self, connection: Connection, guild_id: int, limit: int) -> tuple[Tournament, ...]:
        """Return a server's tournaments, the latest first; no exhibitions."""
        query = select(tournaments).where(tournaments.c.guild_id == guild_id, tournaments.c.form != SIMUL)
        return read_all(connection, Tournament, query.order_by(tournaments.c.id.desc()).limit(limit))

    @reading
    def games_of(self, connection: Connection, record: TournamentRecord) -> dict[int, Game]:
        """Return the games of the pairings without a result."""
        ids = [
            pairing.game_id
            for pairing in record.pairings
            if pairing.is_pending and pairing.game_id is not None
        ]
        return {game.id: game for game in find_all(connection, ids)}

    @reading
    def identify(self, connection: Connection, kind: EventKind, number: int) -> int | None:
        """Return the id of the event with the number in buttons; exhibitions of earlier versions have numbers
        of their own."""
        of_kind = select(tournaments.c.id).where((tournaments.c.form == SIMUL) == (kind == "simul"))
        former = tournaments.c.former_number
        present = of_kind.where(tournaments.c.id == number, former.is_(None))
        return connection.scalar(of_kind.where(former == number)) or connection.scalar(present)

    @reading
    def simuls_in(self, connection: Connection, thread_id: int) -> tuple[int, ...]:
        """Return the exhibitions in progress whose boards are in a thread."""
        here = select(tournaments.c.id).where(tournaments.c.boards_id == thread_id)
        running = (tournaments.c.form == SIMUL, tournaments.c.state == TournamentState.RUNNING)
        return tuple(connection.scalars(here.where(*running)))

    @reading
    def boards_of(self, connection: Connection, record: TournamentRecord) -> dict[int, Game]:
        """Return all games of an exhibition by id; those deleted by retention are missing."""
        return boards_of(connection, record)

    @reading
    def shown(
        self, connection: Connection, tournament_id: int
    ) -> tuple[TournamentRecord, GamePlaces, dict[int, str], dict[int, Game]] | None:
        """Return a tournament, the places of its latest games, its people's names by number, and the games of
        an exhibition."""
        record = find_record(connection, tournament_id)
        if record is None:
            return None
        if record.tournament.terms.is_simul:
            return record, {}, {}, boards_of(connection, record)
        return record, latest_places(connection, record), names_in(connection, record), {}

    @reading
    def places_of(self, connection: Connection, record: TournamentRecord) -> GamePlaces:
        return latest_places(connection, record)

    @reading
    def cups_of(self, connection: Connection, player_id: int, limit: int) -> tuple[tuple[Cup, ...], int]:
        """Return the latest cups that a person has won, and how many there are."""
        mine = cups.c.player_id == player_id
        query = select(cups).where(mine).order_by(cups.c.won_at.desc(), cups.c.id.desc()).limit(limit)
        won = read_all(connection, Cup, query)
        return won, connection.scalar(select(func.count()).select_from(cups).where(mine)) or 0

    # --- before the start --------------------------------------------------------------------------------

    @writing
    def create(self, connection: Connection, new: NewTournament, maximum: int, own: int) -> Tournament:
        """Store a tournament; raises TooManyTournaments if the server has `maximum` that are not over,
        and LimitReached if the organiser has `own` of them."""
        terms = new.terms
        require_storable(terms.filler)
        require_storable(terms.exhibitor)
        ensure_players(connection, [new.organiser_id])
        take_turns(connection, (_LOCKS[terms.kind], new.guild_id))
        active = select(func.count()).where(
            text(TOURNAMENT_ACTIVE),
            tournaments.c.guild_id == new.guild_id,
            (tournaments.c.form == SIMUL) == terms.is_simul,
        )
        if connection.execute(active).scalar_one() >= maximum:
            raise TooManyTournaments(maximum)
        theirs = active.where(tournaments.c.organiser_id == new.organiser_id)
        if connection.execute(theirs).scalar_one() >= own:
            raise LimitReached(_LIMITS[terms.kind], "person", own, new.organiser_id)
        values = values_of(
            new, state=TournamentState.OPEN, created_at=self._clock(), announced=False, version=0
        )
        values["time_control"] = values["time_control"] or ""
        record = find_record(connection, insert_row(connection, tournaments, values))
        assert record is not None
        return record.tournament

    @writing
    def record_boards(self, connection: Connection, tournament_id: int, channel_id: int) -> None:
        """Note in which thread or channel the boards are from now on."""
        this = tournaments.c.id == tournament_id
        connection.execute(update(tournaments).where(this).values(boards_id=channel_id))

    async def join(self, record: TournamentRecord, entrant: TournamentEntrant) -> None:
        """Add an entrant, or take one back who has left. Raises TournamentChanged."""

        def work(connection: Connection) -> None:
            if entrant.player_id is not None:
                ensure_players(connection, [entrant.player_id])
            back = {"left_round": None, "exit": None}
            if any(member.number == entrant.number for member in record.entrants):
                waiting = {"waiting_since": entrant.waiting_since}
                connection.execute(update_entrant(record, entrant.number).values(**back, **waiting))
            else:
                values = values_of(entrant, tournament_id=record.tournament.id, **back)
                connection.execute(insert(tournament_entrants).values(values))

        await self._change(record, work)

    async def leave(
        self, record: TournamentRecord, number: int, left_round: int | None, *, removed: bool = False
    ) -> None:
        """Pair an entrant no more from a round on; before the start (None), they are an entrant no more.

        Those who were `removed` return by invitation only. Raises TournamentChanged.
        """

        def work(connection: Connection) -> None:
            if left_round is not None:
                record_exits(connection, record, {number: left_round}, "removed" if removed else "left")
            elif removed:
                connection.execute(update_entrant(record, number).values(number=None, exit="removed"))
            else:
                connection.execute(delete(tournament_entrants).where(*this_entrant(record, number)))

        await self._change(record, work)

    async def invite(self, record: TournamentRecord, player_id: int) -> None:
        """Note that a person is invited, though they were removed. Raises TournamentChanged."""

        def work(connection: Connection) -> None:
            ensure_players(connection, [player_id])
            entries = tournament_entrants.c
            theirs = (entries.tournament_id == record.tournament.id, entries.player_id == player_id)
            connection.execute(delete(tournament_entrants).where(*theirs, entries.number.is_(None)))
            back = update(tournament_entrants).where(*theirs, entries.exit == "removed")
            connection.execute(back.values(exit="left"))
            invited = {"tournament_id": record.tournament.id, "player_id": player_id}
            connection.execute(insert(tournament_entrants).values(**invited, rating=0.0, joined_round=0))

        await self._change(record, work)

    async def choose_computers(
        self, record: TournamentRecord, filler: str | None, computer_games: ComputerGames
    ) -> None:
        """Store what organisers choose about computer players. Raises TournamentChanged."""
        require_storable(filler)
        await self._change(record, lambda _: None, filler=filler, computer_games=computer_games)

    # --- the course --------------------------------------------------------------------------------------

    async def start(
        self,
        record: TournamentRecord,
        entrants: Sequence[TournamentEntrant],
        ends_at: datetime | None,
        pairings: Sequence[Pairing] = (),
        **columns: Any,
    ) -> None:
        """Begin a tournament with these entrants and pairings. Raises TournamentChanged."""
        now = self._clock()

        def work(connection: Connection) -> None:
            these = tournament_entrants.c.tournament_id == record.tournament.id
            connection.execute(
                delete(tournament_entrants).where(these, tournament_entrants.c.number.is_not(None))
            )
            start = {"tournament_id": record.tournament.id, "waiting_since": now}
            rows = [values_of(entrant, left_round=None, exit=None, **start) for entrant in entrants]
            connection.execute(insert(tournament_entrants), rows)
            insert_pairings(connection, record, pairings)

        started = {"state": TournamentState.RUNNING, "started_at": now, "ends_at": ends_at}
        await self._change(record, work, **started, **columns)

    async def pair(self, record: TournamentRecord, pairings: Sequence[Pairing]) -> None:
        """Store pairings. Raises TournamentChanged."""

        await self._change(record, lambda connection: insert_pairings(connection, record, pairings))

    async def begin_game(self, pairing: StoredPairing, new: NewGame, max_rated: int) -> Game:
        """Begin the game of a pairing; raises GameChanged with the one that it has already, TournamentChanged
        without the pairing.

        It is unrated if these two people have begun `max_rated` rated ones within a day.
        """
        now = self._clock()

        def work(connection: Connection) -> Game:
            this = tournament_pairings.c.id == pairing.id
            query = select(tournament_pairings).where(this).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None:
                # A correction has made the pairing void.
                raise TournamentChanged
            there = None if row.game_id is None else find(connection, row.game_id)
            if there is not None:
                raise GameChanged(there)
            made, people, since = new, (new.challenger_id, new.opponent_id or 0), now - DAY
            if new.rated and people[1] and rated_between(connection, people, since) >= max_rated:
                made = replace(made, rated=False, why_unrated=WhyUnrated.OFTEN)
            game = create(connection, made, self._self_play, UNBOUNDED, now)
            connection.execute(update(tournament_pairings).where(this).values(game_id=game.id))
            return game

        return await self._writer.store(work)

    async def settle(
        self,
        record: TournamentRecord,
        results: Sequence[tuple[StoredPairing, PairingOutcome, bool]],
        leaving: Mapping[int, int],
    ) -> None:
        """Store results, with whether each was a forfeit, and who is dropped from which round on.

        Raises TournamentChanged.
        """
        now = self._clock()

        def work(connection: Connection) -> None:
            for pairing, outcome, forfeit in results:
                absent = forfeit and pairing.game_id is not None and not record.tournament.terms.is_simul
                settle_result(connection, record, pairing, outcome, forfeit, now, to_tell=absent)
            record_exits(connection, record, leaving, "dropped")

        await self._change(record, work)

    async def forfeit(
        self,
        record: TournamentRecord,
        pairing: StoredPairing,
        game: Game,
        outcome: PairingOutcome,
        leaving: Mapping[int, int],
        ending: Outcome = _CALLED_OFF,
        how: Exit = "dropped",
    ) -> Game:
        """End the game of a pairing and store its result and who leaves, as one step.

        Raises TournamentChanged, and GameChanged if there was a move.
        """
        now = self._clock()

        def work(connection: Connection) -> Game:
            self._advance(connection, record.tournament)
            ended = end_game(connection, game, ending, now)
            settle_result(connection, record, pairing, outcome, True, now, to_tell=how == "dropped")
            record_exits(connection, record, leaving, how)
            return ended

        return await self._writer.store(work)

    async def correct(
        self,
        record: TournamentRecord,
        pairing: StoredPairing,
        outcome: PairingOutcome,
        by: int,
        undone: Mapping[int, Game | None],
    ) -> None:
        """Correct a result, and note who did; `undone` are the ids of pairings that it makes void, with their
        games, which are called off.

        Raises TournamentChanged, and GameChanged if there was a move in one of these games.
        """
        now = self._clock()

        def work(connection: Connection) -> tuple[Game, ...]:
            self._advance(connection, record.tournament)
            correct_result(connection, pairing, outcome, by)
            connection.execute(delete(tournament_pairings).where(tournament_pairings.c.id.in_(undone)))
            return tuple(
                end_game(connection, game, _CALLED_OFF, now) for game in undone.values() if game is not None
            )

        await self._writer.store_several(work)
        self._changes.tell(record.tournament.id)

    async def correct_finished(
        self,
        record: TournamentRecord,
        pairing: StoredPairing,
        outcome: PairingOutcome,
        by: int,
        winners: Sequence[int],
        achievement: str,
    ) -> None:
        """Correct a result after the end, so that these people have won: the others lose the cup, and with
        their last one the `achievement` for it. The results are announced again. Raises TournamentChanged."""

        def work(connection: Connection) -> None:
            correct_result(connection, pairing, outcome, by)
            reassign_cups(connection, record, winners, achievement, self._clock())

        await self._change(record, work, announced=False, corrected_at=self._clock())

    @writing
    def record_told(self, connection: Connection, pairing_ids: Sequence[int]) -> None:
        """Note that the people of these pairings know of their games, or of their absence."""
        these = tournament_pairings.c.id.in_(pairing_ids)
        connection.execute(update(tournament_pairings).where(these).values(told=True))

    @writing
    def record_asked(self, connection: Connection, pairing_id: int) -> None:
        """Note that the player who moves second was asked whether they are there."""
        this = tournament_pairings.c.id == pairing_id
        connection.execute(update(tournament_pairings).where(this).values(second_asked=True))

    async def record_here(self, record: TournamentRecord, pairing: StoredPairing) -> None:
        """Note that the player who moves second is there. Raises TournamentChanged."""

        def work(connection: Connection) -> None:
            this = tournament_pairings.c.id == pairing.id
            connection.execute(update(tournament_pairings).where(this).values(second_here=True))

        await self._change(record, work)

    async def pause(self, record: TournamentRecord, *, paused: bool) -> None:
        """Pause or resume a tournament; an arena ends later by the pause. Raises TournamentChanged."""
        now, tournament = self._clock(), record.tournament
        ends_at = tournament.ends_at
        if ends_at is not None and tournament.paused_at is not None:
            ends_at += now - tournament.paused_at
        await self._change(record, None, paused_at=now if paused else None, ends_at=ends_at)

    async def hold(self, record: TournamentRecord, pairing: StoredPairing, game: Game, *, held: bool) -> Game:
        """Stop the clock of a game in which a player's first move is due, or start it again: they have all
        the time for it, and are asked again whether they are there.

        Raises TournamentChanged, and GameChanged if there was a move.
        """
        now, clock = self._clock(), game.clock
        assert clock is not None
        after = clock.stop(now) if held else clock.run_for(game.turn, now)

        def work(connection: Connection) -> Game:
            self._advance(connection, record.tournament)
            this = tournament_pairings.c.id == pairing.id
            connection.execute(update(tournament_pairings).where(this).values(second_asked=False))
            return change(connection, game, clock=after)

        return await self._writer.store(work)

    async def cancel(self, record: TournamentRecord, reason: Reason) -> None:
        """End a tournament without a winner. Raises TournamentChanged."""
        await self._change(
            record, None, state=TournamentState.CANCELLED, reason=reason, finished_at=self._clock()
        )

    async def finish(
        self, record: TournamentRecord, winners: Sequence[int], reason: Reason | None = None
    ) -> None:
        """End a tournament; the people among the `winners` get its cup. Raises TournamentChanged.

        An exhibition can end for a `reason` before all boards are over, which are called off.
        """
        now = self._clock()

        def work(connection: Connection) -> None:
            pairings = tournament_pairings.c
            pending = (pairings.tournament_id == record.tournament.id, pairings.second.is_not(None))
            called_off = update(tournament_pairings).where(*pending, pairings.outcome.is_(None))
            connection.execute(called_off.values(outcome=PairingOutcome.DOUBLE_LOSS, forfeit=True))
            award_cups(connection, record, winners, now)

        over = {"state": TournamentState.FINISHED, "finished_at": now, "paused_at": None}
        await self._change(record, work, **over, reason=reason)

    async def _change(
        self, record: TournamentRecord, work: Callable[[Connection], None] | None, **columns: Any
    ) -> None:
        await self._change_event(record.tournament, work, **columns)
        self._changes.tell(record.tournament.id)
