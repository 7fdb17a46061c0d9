"""Tournaments as their rows in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import select

from data.games.clocks import read_time_control
from data.people.players import name_in
from data.tables.playing import games
from data.tables.tournaments import tournament_entrants, tournament_pairings, tournaments
from data.tournaments.records import (
    StoredPairing,
    Tournament,
    TournamentEntrant,
    TournamentRecord,
    TournamentState,
    TournamentTerms,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping


GamePlaces: TypeAlias = dict[int, tuple[int, int | None]]
"""The channel and the message of games, by game."""


def find_record(connection: Connection, tournament_id: int) -> TournamentRecord | None:
    """Return a tournament with everything that belongs to it."""
    query = select(tournaments).where(tournaments.c.id == tournament_id)
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    this = tournament_entrants.c.tournament_id == tournament_id
    entrants = connection.execute(
        select(tournament_entrants).where(this).order_by(tournament_entrants.c.number)
    ).all()
    pairings = connection.execute(
        select(tournament_pairings)
        .where(tournament_pairings.c.tournament_id == tournament_id)
        .order_by(tournament_pairings.c.id)
    ).all()
    return TournamentRecord(
        tournament_of(row),
        tuple(
            TournamentEntrant(
                one.number,
                one.player_id,
                one.computer,
                one.rating,
                one.joined_round,
                one.left_round,
                one.waiting_since,
                one.exit,
            )
            for one in entrants
            if one.number is not None
        ),
        frozenset(one.player_id for one in entrants if one.number is None and one.exit is None),
        tuple(
            StoredPairing(
                one.id,
                one.round,
                one.first,
                one.second,
                one.replay,
                one.slot,
                one.game_id,
                one.told,
                one.outcome,
                one.forfeit,
                one.corrected_by,
                one.second_asked,
                one.second_here,
            )
            for one in pairings
        ),
        frozenset(one.player_id for one in entrants if one.exit == "removed" and one.player_id is not None),
    )


def tournament_of(row: RowMapping) -> Tournament:
    """Return a tournament from its row."""
    time = read_time_control(row["time_control"])
    assert time is not None
    return Tournament(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        boards_id=row["boards_id"],
        digest=row["digest"],
        organiser_id=row["organiser_id"],
        terms=TournamentTerms(
            game=row["game"],
            options=row["options"],
            form=row["form"],
            time=time,
            places=row["places"],
            rounds=row["rounds"],
            minutes=row["minutes"],
            invited_only=row["invited_only"],
            when_full=row["when_full"],
            filler=row["filler"],
        ),
        seed=row["seed"],
        state=TournamentState(row["state"]),
        created_at=row["created_at"],
        starts_at=row["starts_at"],
        started_at=row["started_at"],
        ends_at=row["ends_at"],
        paused_at=row["paused_at"],
        finished_at=row["finished_at"],
        reason=row["reason"],
        announced=row["announced"],
        version=row["version"],
        corrected_at=row["corrected_at"],
    )


def latest_places(connection: Connection, record: TournamentRecord) -> GamePlaces:
    """Return the places of the games of the latest pairings."""
    ids = [one.game_id for one in record.pairings[-100:] if one.game_id is not None]
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
