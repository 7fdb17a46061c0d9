"""Lists of games that are over, of a person or of a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import exists, func, or_, select

from data.games.records import Ending, GameState
from data.people.players import name_in
from data.tables import games, results, threads

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.games.records import Verdict


@dataclass(frozen=True, slots=True)
class PastGames:
    """Which games are meant: those of a person or (None) of everybody, of one kind or all.

    `opponent_id` is whom they played, `against_computer` asks for games with a computer player in a seat,
    `result` is how they ended for the person, and `rated` whether they changed a rating.
    """

    player_id: int | None
    game: str | None = None
    opponent_id: int | None = None
    against_computer: bool = False
    result: Verdict | None = None
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks, where, and at which channels of that server: they see what was played in these, or in the
    threads of these that were made for games, and whatever they have played themselves."""

    id: int
    guild_id: int | None
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that is over. A side has a computer player's text or the name of a person."""

    id: int
    game: str
    options: str
    first_name: str | None
    second_name: str | None
    first_computer: str | None
    second_computer: str | None
    winner: int | None
    score: int | None
    ending: Ending
    finished_at: datetime


def past_games(
    connection: Connection, wanted: PastGames, viewer: Viewer, offset: int, limit: int
) -> tuple[tuple[PastGame, ...], int]:
    """A part of the games that are meant and that the viewer sees, latest first; and how many there are."""
    where = _conditions(wanted, viewer)
    total = connection.scalar(select(func.count()).select_from(games).where(*where))
    rows = connection.execute(
        select(
            *(games.c[name] for name in ("id", "game", "options", "first_computer", "second_computer")),
            *(games.c[name] for name in ("winner", "score", "ending", "finished_at")),
            name_in(games.c.first_player_id, viewer.guild_id).label("first_name"),
            name_in(games.c.second_player_id, viewer.guild_id).label("second_name"),
        )
        .where(*where)
        .order_by(games.c.finished_at.desc(), games.c.id.desc())
        .offset(offset)
        .limit(limit)
    )
    listed = tuple(PastGame(**{**row, "ending": Ending(row["ending"])}) for row in rows.mappings())
    return listed, int(total or 0)


def _conditions(wanted: PastGames, viewer: Viewer) -> list[ColumnElement[bool]]:
    conditions = [_seen_by(wanted, viewer)]
    if wanted.player_id is None:
        conditions.append(games.c.state == GameState.FINISHED)
    else:
        # Only games that are over have results, and their state would send SQLite to all that are.
        theirs = select(results.c.game_id).where(results.c.player_id == wanted.player_id)
        if wanted.result is not None:
            theirs = theirs.where(results.c.outcome == wanted.result)
        conditions.append(games.c.id.in_(theirs))
    if wanted.game is not None:
        conditions.append(games.c.game == wanted.game)
    if wanted.opponent_id is not None:
        conditions.append(_plays(wanted.opponent_id))
    if wanted.against_computer:
        conditions.append(or_(games.c.first_computer.is_not(None), games.c.second_computer.is_not(None)))
    if wanted.rated is not None:
        counted = exists().where(results.c.game_id == games.c.id, results.c.rated.is_(True))
        conditions.append(counted if wanted.rated else ~counted)
    return conditions


def _seen_by(wanted: PastGames, viewer: Viewer) -> ColumnElement[bool]:
    made_for_games = select(threads.c.id).where(threads.c.channel_id.in_(viewer.channels))
    channel = games.c.channel_id
    # An index is found for equal ids only.
    guild = games.c.guild_id.is_(None) if viewer.guild_id is None else games.c.guild_id == viewer.guild_id
    here = guild & (channel.in_(viewer.channels) | channel.in_(made_for_games))
    # Those of a server are those of that server alone.
    return here if wanted.player_id is None else or_(here, _plays(viewer.id))


def _plays(player_id: int) -> ColumnElement[bool]:
    return or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id)
