"""People's moves in reviewed games, judged: what insights add up without another search or review.

A review stores values, and verdicts are made from them when it is shown. For thousands of games that takes
too long, so the verdicts on each person's moves are stored once in a compact form.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, delete, func, insert, select, update

from data.db.rows import column, read_all, values_of
from data.db.store import Store, reading, writing
from data.games.moves import read
from data.tables.playing import games
from data.tables.standings import judged_games, ratings, results, reviews

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


class JudgedPly(NamedTuple):
    """A move of a person.

    `phase` is the number of the game's phase, `error` 0 for none, 1 for an inaccuracy, 2 for a mistake, 3
    for a blunder. `weight` and `lost` are its parts in the accuracy, `points` the points it lost, as in a
    review. `left` is the percentage of the clock's time left before it, None without a clock; `kinds` are the
    names of the reasons of an error.
    """

    ply: int
    phase: int
    error: int
    weight: float
    lost: float
    points: float
    left: int | None
    kinds: tuple[str, ...]


_USUAL = (1.0, 0.0, 0.0, None, ())
"""The last values of most moves: whole weight, nothing lost, no clock."""

_OWN = len(JudgedPly._fields) - len(_USUAL)
"""Values that each move has."""


def reviews_to_judge(pending: Pending) -> ColumnElement[bool]:
    return pending.anywhere(reviews.c.game_id, reviews.c.finished_at.is_not(None), reviews.c.judged.is_(None))


def read_plies(text: str) -> tuple[JudgedPly, ...]:
    """Return the stored verdicts of a game; raises ValueError or TypeError for another text."""
    rows: list[list[Any]] = json.loads(text)
    whole = ((*row, *_USUAL[len(row) - _OWN :]) for row in rows)
    return tuple(JudgedPly._make((*row[:-1], tuple(row[-1]))) for row in whole)


def write_plies(plies: Sequence[JudgedPly]) -> str:
    """Return the text for the verdicts of a game.

    SQLite stores a row of this table above some 1,000 bytes in a page of 4 KiB of its own, so each move ends
    with the last value that is not the usual one.
    """
    return json.dumps([_without_usual(ply) for ply in plies], separators=(",", ":"))


def _without_usual(ply: JudgedPly) -> Sequence[Any]:
    size = len(ply)
    while size > _OWN and ply[size - 1] == _USUAL[size - 1 - _OWN]:
        size -= 1
    return ply[:size]


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """A person's moves in a reviewed game; ratings of both sides before it are None if unknown.

    `accuracy` is that of the whole side in percent, with moves that a computer made for the person; None if
    no move was judged.
    """

    game_id: int
    seat: int
    player_id: int
    game: str
    finished_at: datetime
    own_rating: float | None
    other_rating: float | None
    moves: tuple[JudgedPly, ...] = field(metadata=column("moves", read_plies, write_plies))
    accuracy: float | None = None


class PlayedGame(NamedTuple):
    judged: JudgedGame
    opening: str


class Timing(NamedTuple):
    """The seconds that each move of a game took, and both people's ratings before it."""

    seconds: tuple[float, ...]
    ratings: tuple[float | None, float | None]


class JudgedStore(Store):
    @reading
    def next_game(self, connection: Connection) -> int | None:
        """Return the game of a finished review whose moves are not stored here yet."""
        unjudged = (reviews.c.judged.is_(None), reviews.c.finished_at.is_not(None))
        query = select(reviews.c.game_id).where(*unjudged).order_by(reviews.c.finished_at.desc()).limit(1)
        return connection.scalar(query)

    @reading
    def timing(self, connection: Connection, game_id: int) -> Timing:
        current = (
            select(ratings.c.value)
            .where(
                ratings.c.player_id == results.c.player_id,
                ratings.c.game == results.c.game,
                ratings.c.pool == results.c.pool,
                ratings.c.board == "",
            )
            .scalar_subquery()
        )
        of_sides = select(results.c.seat, func.coalesce(results.c.value_before, current)).where(
            results.c.game_id == game_id
        )
        by_seat = {row.seat: row[1] for row in connection.execute(of_sides)}
        seconds = tuple(read(connection, [game_id])[game_id].seconds)
        return Timing(seconds, (by_seat.get(0), by_seat.get(1)))

    @writing
    def store(self, connection: Connection, game_id: int, judged: Sequence[JudgedGame]) -> None:
        """Store the moves of a game's people, in place of earlier ones."""
        this = reviews.c.game_id == game_id
        if not connection.execute(update(reviews).where(this).values(judged=True)).rowcount:
            return
        connection.execute(delete(judged_games).where(judged_games.c.game_id == game_id))
        # A person may have deleted their data since.
        playing = set(connection.scalars(select(results.c.player_id).where(results.c.game_id == game_id)))
        for one in judged:
            if one.player_id in playing:
                connection.execute(insert(judged_games).values(values_of(one)))

    @reading
    def accuracies(
        self, connection: Connection, player_id: int, game: str, limit: int
    ) -> dict[int, float | None]:
        """Return the accuracies of a person's latest games of one kind with finished reviews, by game.

        None if it is not stored: the game is not judged yet, or no move could be.
        """
        theirs = (judged_games.c.game_id == results.c.game_id, judged_games.c.seat == results.c.seat)
        rows = connection.execute(
            select(results.c.game_id, judged_games.c.accuracy)
            .join(reviews, reviews.c.game_id == results.c.game_id)
            .outerjoin(judged_games, and_(*theirs))
            .where(
                results.c.player_id == player_id, results.c.game == game, reviews.c.finished_at.is_not(None)
            )
            # With another term, SQLite would read all games of the person before it sorts.
            .order_by(results.c.finished_at.desc())
            .limit(limit)
        )
        return {row.game_id: row.accuracy for row in rows}

    @reading
    def counts(self, connection: Connection, player_id: int) -> dict[str, int]:
        """Return the number of a person's judged games of each kind."""
        counted = (
            select(judged_games.c.game, func.count())
            .where(judged_games.c.player_id == player_id)
            .group_by(judged_games.c.game)
        )
        return {row.game: row[1] for row in connection.execute(counted)}

    @reading
    def latest(self, connection: Connection, player_id: int, game: str, limit: int) -> tuple[PlayedGame, ...]:
        """Return a person's latest judged games of one kind, the newest first."""
        query = (
            select(judged_games, func.coalesce(games.c.opening, "").label("opening"))
            .join(games, games.c.id == judged_games.c.game_id)
            .where(judged_games.c.player_id == player_id, judged_games.c.game == game)
            .order_by(judged_games.c.finished_at.desc(), judged_games.c.game_id.desc())
            .limit(limit)
        )
        return read_all(connection, PlayedGame, query)
