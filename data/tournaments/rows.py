"""Tournaments as their rows in the database, read and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import delete, insert, select, update

from data.db.rows import read_all, read_one, record_of, values_of
from data.games.history import find_all
from data.people.achievements import take_back
from data.people.players import ensure_players, name_in
from data.tables.playing import games
from data.tables.tournaments import cups, tournament_entrants, tournament_pairings, tournaments
from data.tournaments.records import (
    Cup,
    PairingOutcome,
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
)

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.games.records import Game
    from data.tournaments.records import Exit, Pairing


GamePlaces: TypeAlias = dict[int, tuple[int, int | None]]
"""The channel and the message of games, by game."""


def find_record(connection: Connection, tournament_id: int) -> TournamentRecord | None:
    """Return a tournament with everything that belongs to it."""
    this = select(tournaments).where(tournaments.c.id == tournament_id)
    tournament = read_one(connection, Tournament, this)
    if tournament is None:
        return None
    of_this = select(tournament_entrants).where(tournament_entrants.c.tournament_id == tournament_id)
    entrants = connection.execute(of_this.order_by(tournament_entrants.c.number)).mappings().all()
    pairings = select(tournament_pairings).where(tournament_pairings.c.tournament_id == tournament_id)
    return TournamentRecord(
        tournament,
        tuple(record_of(TournamentEntrant, row) for row in entrants if row["number"] is not None),
        frozenset(row["player_id"] for row in entrants if row["number"] is None and row["exit"] is None),
        read_all(connection, StoredPairing, pairings.order_by(tournament_pairings.c.id)),
        frozenset(
            row["player_id"] for row in entrants if row["exit"] == "removed" and row["player_id"] is not None
        ),
    )


def latest_places(connection: Connection, record: TournamentRecord) -> GamePlaces:
    ids = [pairing.game_id for pairing in record.pairings[-100:] if pairing.game_id is not None]
    query = select(games.c.id, games.c.channel_id, games.c.message_id).where(games.c.id.in_(ids))
    return {row.id: (row.channel_id, row.message_id) for row in connection.execute(query)}


def boards_of(connection: Connection, record: TournamentRecord) -> dict[int, Game]:
    """Return all games of an event by id; those deleted by retention are missing."""
    ids = [pairing.game_id for pairing in record.pairings if pairing.game_id is not None]
    return {game.id: game for game in find_all(connection, ids)}


def names_in(connection: Connection, record: TournamentRecord) -> dict[int, str]:
    """Return the names of a tournament's people; those who are unknown are left out."""
    entrant = tournament_entrants.c
    query = select(
        entrant.number,
        entrant.player_id,
        name_in(entrant.player_id, record.tournament.guild_id).label("name"),
    ).where(
        entrant.tournament_id == record.tournament.id,
        entrant.number.is_not(None),
        entrant.player_id.is_not(None),
    )
    return {
        row.number: row.name
        for row in connection.execute(query)
        if row.name is not None and row.name != str(row.player_id)
    }


def this_entrant(record: TournamentRecord, number: int) -> tuple[Any, ...]:
    return (
        tournament_entrants.c.tournament_id == record.tournament.id,
        tournament_entrants.c.number == number,
    )


def update_entrant(record: TournamentRecord, number: int) -> Any:
    return update(tournament_entrants).where(*this_entrant(record, number))


def insert_pairings(connection: Connection, record: TournamentRecord, pairings: Sequence[Pairing]) -> None:
    start = {"tournament_id": record.tournament.id, "told": False}
    if pairings:
        connection.execute(insert(tournament_pairings), [values_of(pairing, **start) for pairing in pairings])


def settle_result(
    connection: Connection,
    record: TournamentRecord,
    pairing: StoredPairing,
    outcome: PairingOutcome,
    forfeit: bool,
    now: datetime,
    *,
    to_tell: bool,
) -> None:
    """Store the result of a pairing, whose players are free from now on; an absence is `to_tell`."""
    connection.execute(
        update(tournament_pairings)
        .where(tournament_pairings.c.id == pairing.id)
        .values(outcome=outcome, forfeit=forfeit, **({"told": False} if to_tell else {}))
    )
    for number in pairing.numbers:
        connection.execute(update_entrant(record, number).values(waiting_since=now))


def correct_result(connection: Connection, pairing: StoredPairing, outcome: PairingOutcome, by: int) -> None:
    ensure_players(connection, [by])
    this = tournament_pairings.c.id == pairing.id
    corrected = {"outcome": outcome, "forfeit": False, "corrected_by": by}
    connection.execute(update(tournament_pairings).where(this).values(**corrected))


def award_cups(
    connection: Connection, record: TournamentRecord, winners: Sequence[int], won_at: datetime
) -> None:
    tournament = record.tournament
    cup = Cup(tournament.terms.game, tournament.terms.form, len(record.entrants), won_at)
    rows = [values_of(cup, player_id=player_id, tournament_id=tournament.id) for player_id in winners]
    if rows:
        connection.execute(insert(cups), rows)


def reassign_cups(
    connection: Connection, record: TournamentRecord, winners: Sequence[int], achievement: str, now: datetime
) -> None:
    """Give the cup of a finished tournament to these people alone; who loses their last one loses the
    `achievement` for it."""
    this = cups.c.tournament_id == record.tournament.id
    before = set(connection.scalars(select(cups.c.player_id).where(this)))
    lost = before - set(winners)
    connection.execute(delete(cups).where(this, cups.c.player_id.in_(lost)))
    still = set(connection.scalars(select(cups.c.player_id).where(cups.c.player_id.in_(lost))))
    take_back(connection, lost - still, achievement, now)
    assert record.tournament.finished_at is not None
    gained = [winner for winner in winners if winner not in before]
    award_cups(connection, record, gained, record.tournament.finished_at)


def record_exits(
    connection: Connection, record: TournamentRecord, leaving: Mapping[int, int], how: Exit
) -> None:
    """Note from which rounds on entrants are not paired any more, and why."""
    for number, left_round in leaving.items():
        connection.execute(update_entrant(record, number).values(left_round=left_round, exit=how))
