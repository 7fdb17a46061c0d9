"""Finished games: filtered lists of a person or a server, and all games a person has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, text, union, update

from data.db.rows import read_all, record_of
from data.db.store import Store, hold_game, reading
from data.games.clocks import read_clock
from data.games.moves import AT_ONCE, read
from data.games.records import (
    Ending,
    EventRef,
    Game,
    GameChanged,
    GameNotFound,
    GameState,
    Question,
    Seat,
    Unrated,
    WhyUnrated,
)
from data.people.players import name_in
from data.tables.messages import threads
from data.tables.playing import ADJOURNED, PLAYING, games, questions
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Executable, FromClause, RowMapping

    from data.games.packing import Played
    from data.games.records import Verdict


_rematch = games.alias("rematch")
GAME = select(
    games,
    select(_rematch.c.id).where(_rematch.c.rematch_of == games.c.id).scalar_subquery().label("rematch"),
    *(column.label(f"question_{column.name}") for column in questions.c),
).outerjoin_from(games, questions, questions.c.game_id == games.c.id)

_FIND = GAME.where(games.c.id == bindparam("game_id"))


_TOLD = ("moves", "seconds", "given_away", "proved", "thoughts")


def _told(played: Played) -> dict[str, Any]:
    """Return the fields of a game that its moves tell; numbers by side."""
    seconds, given_away = [0.0, 0.0], [0.0, 0.0]
    for seat, used, lost in zip(played.seats, played.seconds, played.given_away, strict=True):
        seconds[seat] += used
        given_away[seat] += lost
    return {
        "moves": tuple(played.moves),
        "seconds": (seconds[0], seconds[1]),
        "given_away": (given_away[0], given_away[1]),
        "proved": tuple(played.proved),
        "thoughts": tuple(played.thoughts),
    }


def _game(row: RowMapping, told: dict[str, Any]) -> Game:
    return record_of(
        Game,
        row,
        **told,
        side_choice=row["colour"],
        seats=(
            Seat(row["first_player_id"], row["first_computer"], row["first_name"] or ""),
            Seat(row["second_player_id"], row["second_computer"], row["second_name"] or ""),
        ),
        unrated=_unrated(row),
        delegates=(row["first_delegate"], row["second_delegate"]),
        clock=read_clock(row),
        question=_question(row),
        event=None if row["event_id"] is None else EventRef(row["event_kind"], row["event_id"]),
    )


def _unrated(row: RowMapping) -> Unrated | None:
    why = row["unrated_why"]
    return None if why is None else Unrated(WhyUnrated(why), row["unrated_by"], row["unrated_lost"])


def _question(row: RowMapping) -> Question | None:
    if row["question_id"] is None:
        return None
    return record_of(Question, {column.name: row[f"question_{column.name}"] for column in questions.c})


def _with_moves(connection: Connection, rows: Sequence[RowMapping]) -> tuple[Game, ...]:
    packed = {row["id"] for row in rows if row["plies"] is not None}
    played = read(connection, [row["id"] for row in rows], packed)
    return tuple(_game(row, _told(played[row["id"]])) for row in rows)


def find(connection: Connection, game_id: int, known: Game | None = None) -> Game | None:
    """Return the game with this id, or None.

    `known` is the game as read or stored before; its moves are used if the version is still the same.
    """
    row = connection.execute(_FIND, {"game_id": game_id}).mappings().one_or_none()
    if row is None:
        return None
    if known is not None and known.version == row["version"]:
        return _game(row, {name: getattr(known, name) for name in _TOLD})
    return _with_moves(connection, [row])[0]


def require(connection: Connection, game_id: int) -> Game:
    """Return the game with this id; raises GameNotFound."""
    game = find(connection, game_id)
    if game is None:
        raise GameNotFound(game_id)
    return game


def hold_seen(connection: Connection, game: Game) -> Game:
    """Keep others from changing a game until the end of the transaction, and return it as it is stored.

    Raises GameChanged if that is not as the caller saw it, and GameNotFound.
    """
    hold_game(connection, game.id)
    stored = require(connection, game.id)
    if stored.version != game.version:
        raise GameChanged(stored)
    return stored


def read_games(connection: Connection, query: Executable) -> tuple[Game, ...]:
    """Return the games of a query, which is `GAME` with conditions."""
    return _with_moves(connection, connection.execute(query).mappings().all())


def find_all(connection: Connection, ids: Sequence[int]) -> tuple[Game, ...]:
    all_games: list[Game] = []
    for start in range(0, len(ids), AT_ONCE):
        all_games += read_games(connection, GAME.where(games.c.id.in_(ids[start : start + AT_ONCE])))
    return tuple(sorted(all_games, key=lambda game: game.id))


def rated_between(connection: Connection, people: tuple[int, int], since: datetime) -> int:
    """Return how many rated games two people have begun with each other since a time."""
    counted = connection.scalar(
        select(func.count())
        .select_from(games)
        .where(
            _plays(*people),
            games.c.started_at > since,
            or_(games.c.rated, games.c.unrated_lost),
            or_(games.c.ending.is_(None), games.c.ending != Ending.CALLED_OFF),
        )
    )
    return counted or 0


def delete_games(connection: Connection, game_ids: tuple[int, ...]) -> None:
    connection.execute(update(games).where(games.c.rematch_of.in_(game_ids)).values(rematch_of=None))
    connection.execute(delete(games).where(games.c.id.in_(game_ids)))


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


_own, _rated = games.alias("own"), results.alias("rated")
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
    async def games_of(self, player_id: int, limit: int) -> AsyncIterator[tuple[Game, ...]]:
        """Yield the last `limit` games that a person plays or has played, oldest first, a few at once."""
        last = {"player_id": player_id, "limit": limit}
        ids = await self._database.read(lambda c: sorted(c.scalars(_LATEST, last)))
        for start in range(0, len(ids), GAMES_AT_ONCE):
            some = ids[start : start + GAMES_AT_ONCE]
            yield await self._database.read(lambda c: find_all(c, some))  # noqa: B023

    @reading
    def past_games(
        self, connection: Connection, wanted: PastGames, viewer: Viewer, offset: int, limit: int
    ) -> HistoryPart:
        """Return a part of the wanted games that the viewer may see, latest first."""
        listing = _found(wanted, viewer)
        query = (
            select(
                *games.c["id", "game", "options", "winner", "score", "ending", "finished_at"],
                *games.c["first_player_id", "second_player_id", "first_computer", "second_computer"],
                name_in(games.c.first_player_id, viewer.guild_id).label("first_name"),
                name_in(games.c.second_player_id, viewer.guild_id).label("second_name"),
            )
            .select_from(listing.shown)
            .where(*listing.where)
            .order_by(listing.finished_at.desc(), listing.id.desc())
            .offset(offset)
            .limit(limit)
        )
        total = connection.scalar(select(func.count()).select_from(listing.counted).where(*listing.where))
        return HistoryPart(read_all(connection, PastGame, query), int(total or 0))


class _Found(NamedTuple):
    """Where games are found: the tables that show them, those that count them, and their conditions."""

    shown: FromClause
    counted: FromClause
    finished_at: ColumnElement[datetime]
    id: ColumnElement[int]
    where: Sequence[ColumnElement[bool]]


def _found(wanted: PastGames, viewer: Viewer) -> _Found:
    of_games = _conditions(wanted, viewer)
    if wanted.player_id is None:
        of_games.append(games.c.state == GameState.FINISHED)
        return _Found(games, games, games.c.finished_at, games.c.id, of_games)
    # Results imply a finished game; a condition on the state would make SQLite scan all finished games.
    theirs = [results.c.player_id == wanted.player_id]
    if wanted.result is not None:
        theirs.append(results.c.outcome == wanted.result)
    if wanted.opponent_id is not None:
        # The few games of both have an index: the person may have thousands of others.
        of_games.append(exists().where(results.c.game_id == games.c.id, *theirs))
        return _Found(games, games, games.c.finished_at, games.c.id, of_games)
    both = results.join(games, games.c.id == results.c.game_id)
    counted = both if of_games else results
    return _Found(both, counted, results.c.finished_at, results.c.game_id, [*theirs, *of_games])


def _conditions(wanted: PastGames, viewer: Viewer) -> list[ColumnElement[bool]]:
    conditions = []
    if wanted.player_id != viewer.id:
        conditions.append(_seen_by(wanted, viewer))
    if wanted.game is not None:
        conditions.append(games.c.game == wanted.game)
    if wanted.opponent_id is not None:
        conditions.append(_plays(wanted.opponent_id, wanted.player_id))
    if wanted.against_computer:
        conditions.append(or_(games.c.first_computer.is_not(None), games.c.second_computer.is_not(None)))
    if wanted.rated is not None:
        counted = exists().where(_rated.c.game_id == games.c.id, _rated.c.rated.is_(True))
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


def _plays(player_id: int, other_id: int | None = None) -> ColumnElement[bool]:
    """Return whether a person plays, with another one if given."""
    seats = (games.c.first_player_id, games.c.second_player_id)
    if other_id is None:
        return or_(*(seat == player_id for seat in seats))
    pairs = ((player_id, other_id), (other_id, player_id))
    return or_(*(and_(*(seat == one for seat, one in zip(seats, pair, strict=True))) for pair in pairs))
