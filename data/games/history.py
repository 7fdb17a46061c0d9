"""Finished games: filtered lists of a person or a server, and all games a person has played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, exists, func, or_, select, text, union

from data.db.rows import read_all
from data.db.store import Store, reading
from data.games.queries import find_all
from data.games.records import Ending, GameState
from data.people.players import name_in
from data.tables.messages import threads
from data.tables.playing import ADJOURNED, PLAYING, games
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.games.records import Game, Verdict


@dataclass(frozen=True, slots=True)
class PastGames:
    """A filter of finished games: of a person or (None) of everyone, of one kind or all.

    `opponent_id` is the opponent, `against_computer` requires a computer player in a seat, `result` is the
    person's, and `rated` requires that a rating changed, or not.
    """

    player_id: int | None
    game: str | None = None
    opponent_id: int | None = None
    against_computer: bool = False
    result: Verdict | None = None
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person looking at a server's history: they see games in these channels and their threads for games,
    and all games they have played."""

    id: int
    guild_id: int | None
    channels: Collection[int]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game, with a computer player's text, or a person or team and their name, for each side."""

    id: int
    game: str
    options: str
    first_player_id: int | None
    second_player_id: int | None
    first_name: str | None
    second_name: str | None
    first_computer: str | None
    second_computer: str | None
    winner: int | None
    score: int | None
    ending: Ending
    finished_at: datetime


class HistoryPart(NamedTuple):
    """A part of a list of finished games, and the number of all of them."""

    games: tuple[PastGame, ...]
    total: int


_own = games.alias("own")
# Finished games are in `results`; the others are found by an index for each side.
_PLAYED = union(
    select(results.c.game_id.label("id")).where(results.c.player_id == bindparam("player_id")),
    *(
        select(_own.c.id).where(text(which), seat == bindparam("player_id"))
        for which in (PLAYING, ADJOURNED)
        for seat in (_own.c.first_player_id, _own.c.second_player_id)
    ),
).subquery("played")
GAMES_AT_ONCE = 50
"""Games read at once, to keep memory bounded."""

_LATEST = select(_PLAYED.c.id).order_by(_PLAYED.c.id.desc()).limit(bindparam("limit"))


class HistoryStore(Store):
    """Games of the past."""

    async def games_of(self, player_id: int, limit: int) -> AsyncIterator[tuple[Game, ...]]:
        """Yield the last `limit` games that a person plays or has played, oldest first, a few at once."""
        last = {"player_id": player_id, "limit": limit}
        found = await self._database.read(lambda c: sorted(c.scalars(_LATEST, last)))
        for start in range(0, len(found), GAMES_AT_ONCE):
            some = found[start : start + GAMES_AT_ONCE]
            yield await self._database.read(lambda c: find_all(c, some))  # noqa: B023

    @reading
    def past_games(
        self, connection: Connection, wanted: PastGames, viewer: Viewer, offset: int, limit: int
    ) -> HistoryPart:
        """Return a part of the wanted games that the viewer may see, latest first."""
        where = _conditions(wanted, viewer)
        total = connection.scalar(select(func.count()).select_from(games).where(*where))
        query = (
            select(
                *(games.c[name] for name in ("id", "game", "options", "first_computer", "second_computer")),
                *(games.c[name] for name in ("winner", "score", "ending", "finished_at")),
                games.c.first_player_id,
                games.c.second_player_id,
                name_in(games.c.first_player_id, viewer.guild_id).label("first_name"),
                name_in(games.c.second_player_id, viewer.guild_id).label("second_name"),
            )
            .where(*where)
            .order_by(games.c.finished_at.desc(), games.c.id.desc())
            .offset(offset)
            .limit(limit)
        )
        return HistoryPart(read_all(connection, PastGame, query), int(total or 0))


def _conditions(wanted: PastGames, viewer: Viewer) -> list[ColumnElement[bool]]:
    conditions = [_seen_by(wanted, viewer)]
    if wanted.player_id is None:
        conditions.append(games.c.state == GameState.FINISHED)
    else:
        # Results imply a finished game; a condition on the state would make SQLite scan all finished games.
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
    # Indices are used for equal ids only.
    guild = games.c.guild_id.is_(None) if viewer.guild_id is None else games.c.guild_id == viewer.guild_id
    here = guild & (channel.in_(viewer.channels) | channel.in_(made_for_games))
    # The list of a server has only games of that server.
    return here if wanted.player_id is None else or_(here, _plays(viewer.id))


def _plays(player_id: int) -> ColumnElement[bool]:
    return or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id)
