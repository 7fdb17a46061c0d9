"""Tournaments as their rows in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import select

from data.db.rows import read_all, read_one, record_of
from data.people.players import name_in
from data.tables.playing import games
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from data.tournaments.records import (
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection


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
    """Return the places of the games of the latest pairings."""
    ids = [pairing.game_id for pairing in record.pairings[-100:] if pairing.game_id is not None]
    query = select(games.c.id, games.c.channel_id, games.c.message_id).where(games.c.id.in_(ids))
    return {row.id: (row.channel_id, row.message_id) for row in connection.execute(query)}


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
