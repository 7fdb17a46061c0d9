"""Ratings: lists, current values, and what a finished game changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sqlalchemy import insert, select

from data.db.rows import put_row, record_of, values_of
from data.db.store import hold_players, upsert
from data.games.changes import advance
from data.games.explorer import chosen_board
from data.games.records import Ending, Game, Outcome, Verdict
from data.people.role_links import record_figures
from data.ratings import glicko2
from data.ratings.glicko2 import Rating
from data.tables.playing import games
from data.tables.standings import ratings, results, server_players

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping


class Pool(StrEnum):
    """Separate kinds of rating lists: games between people, games against the computer, and puzzles."""

    PEOPLE = "people"
    COMPUTER = "computer"
    PUZZLES = "puzzles"
    """Solved puzzles count as wins, failed ones as losses."""


class RatingList(NamedTuple):
    """A list of ratings: of a game in one pool, on the usual board ("") or another one.

    Puzzles have one list for all boards.
    """

    game: str
    pool: Pool
    board: str = ""


class Listing(StrEnum):
    """Position of a rating relative to its list."""

    LISTED = "listed"  # sure enough to have a rank
    PROVISIONAL = "provisional"  # not sure enough yet; listed after those with a rank
    INACTIVE = "inactive"  # no longer sure enough, long after the last game; off the list


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating in one list, and the number of games behind it."""

    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Effect of a finished game on a person's rating."""

    player_id: int
    pool: Pool
    before: Rating
    after: Rating
    number: int = 0
    """The person's rated games in this list so far, this one included; 0 where that is not counted."""


START: Mapping[Pool, Rating] = {
    Pool.PEOPLE: glicko2.START,
    Pool.COMPUTER: glicko2.START_AGAINST_COMPUTER,
    Pool.PUZZLES: glicko2.START,
}
"""The rating of a new player, by pool."""

COMPUTER_DEVIATION = glicko2.SETTLED_OPPONENT
"""Deviation of the fixed rating of a computer player."""

_DAY = 86400.0
_COLUMNS: dict[Verdict, str] = {"win": "wins", "draw": "draws", "loss": "losses"}


def list_of(game: Game) -> RatingList:
    pool = Pool.COMPUTER if any(seat.computer is not None for seat in game.seats) else Pool.PEOPLE
    return RatingList(game.game, pool, chosen_board(game.options))


def verdict(outcome: Outcome, seat: int) -> Verdict:
    """Return how a game counts for the player in a seat."""
    if outcome.ending is Ending.CALLED_OFF:
        return "called off"
    if outcome.winner is None:
        return "draw"
    return "win" if outcome.winner == seat else "loss"


def current(row: RowMapping, now: datetime) -> Rating:
    """Return the rating in a row of `ratings`, aged to now."""
    return glicko2.aged(record_of(Rating, row), (now - row["rated_at"]).total_seconds() / _DAY)


def listing(row: RowMapping, now: datetime) -> Listing:
    """Return the listing of the rating in a row of `ratings`."""
    if row["listed_until"] is None:
        return Listing.PROVISIONAL
    return Listing.LISTED if now < row["listed_until"] else Listing.INACTIVE


def listed_until(rating: Rating, now: datetime) -> datetime | None:
    """Return until when a rating keeps its rank without another game; None if it is provisional."""
    if rating.deviation >= glicko2.LISTED_BELOW:
        return None
    return now + timedelta(days=glicko2.days_below(rating, glicko2.LISTED_BELOW))


def conclude(
    connection: Connection, game: Game, outcome: Outcome, computer_rating: int | None, now: datetime
) -> None:
    """Store the results of a finished game and, if it counts, the new ratings.

    It counts if it was rated and not called off, and was played by two different people, or by a person and a
    computer player of known rating. A game rated as a player's loss before its end already has its results.
    """
    people = {i: seat.player_id for i, seat in enumerate(game.seats) if seat.player_id is not None}
    if not people or (game.unrated is not None and game.unrated.lost):
        return
    rated_in = list_of(game)
    changes: dict[int, RatingChange] = {}
    if game.rated and outcome.ending is not Ending.CALLED_OFF and _have_opponents(people, computer_rating):
        changes = _rate(connection, rated_in, people, outcome, computer_rating, now)
    result = {"game_id": game.id, "game": game.game, "pool": rated_in.pool, "guild_id": game.guild_id}
    rows = [
        {
            **result,
            "seat": seat,
            "player_id": player_id,
            "outcome": verdict(outcome, seat),
            "rated": seat in changes,
            "finished_at": now,
            **_history_columns(changes.get(seat)),
        }
        for seat, player_id in people.items()
    ]
    connection.execute(insert(results), rows)
    if changes and game.guild_id is not None and not game.by_clicks:
        list_in_server(connection, rated_in, game.guild_id, [people[seat] for seat in changes])


def end_game(connection: Connection, game: Game, outcome: Outcome, now: datetime) -> Game:
    """End a game without a move, and store what it is worth; against a computer, it is not rated."""
    ended = advance(connection, game, (), outcome, now)
    conclude(connection, ended, outcome, None, now)
    return ended


def list_in_server(
    connection: Connection, rated_in: RatingList, guild_id: int, player_ids: Iterable[int]
) -> None:
    """Put people on a server's leaderboard."""
    place = {"guild_id": guild_id, **rated_in._asdict()}
    connection.execute(
        upsert(connection, server_players).on_conflict_do_nothing(),
        [{**place, "player_id": player_id} for player_id in player_ids],
    )


def _have_opponents(people: dict[int, int], computer_rating: int | None) -> bool:
    if len(people) == 1:
        return computer_rating is not None
    return people[0] != people[1]


def _history_columns(change: RatingChange | None) -> dict[str, float | None]:
    before, after = (None, None) if change is None else (change.before, change.after)
    return {
        f"{part}_{when}": None if rating is None else getattr(rating, part)
        for when, rating in (("before", before), ("after", after))
        for part in ("value", "deviation", "volatility")
    }


def _rate(
    connection: Connection,
    rated_in: RatingList,
    people: dict[int, int],
    outcome: Outcome,
    computer_rating: int | None,
    now: datetime,
) -> dict[int, RatingChange]:
    # Of two games of one person that end at once, the second waits here, then reads what the first wrote.
    hold_players(connection, people.values())
    rows = rows_of(connection, rated_in, people.values())
    before = {
        seat: current(rows[player], now) if player in rows else START[rated_in.pool]
        for seat, player in people.items()
    }
    changes = {}
    for seat, player_id in people.items():
        opponent = before.get(1 - seat)
        if opponent is None:
            opponent = Rating(float(computer_rating or 0), COMPUTER_DEVIATION, glicko2.START.volatility)
        score = glicko2.SCORES[verdict(outcome, seat)]
        after = glicko2.rated(before[seat], [(opponent, score)], periods=0.0)
        earlier = games_counted(rows[player_id]) if player_id in rows else 0
        changes[seat] = RatingChange(player_id, rated_in.pool, before[seat], after, earlier + 1)
        store(connection, rated_in, changes[seat], verdict(outcome, seat), rows.get(player_id), now)
    record_figures(connection, people.values(), now)
    return changes


def games_counted(row: RowMapping) -> int:
    """Return the games behind a rating, from its row of `ratings`."""
    return int(row["wins"] + row["draws"] + row["losses"])


def _number(connection: Connection, row: RowMapping) -> int:
    """Return which rated game of its list a result was for the person, from 1; 0 once their rating is gone.

    Games are counted by the rating, from which later ones are taken away: old games may have been deleted.
    """
    options = connection.scalar(select(games.c.options).where(games.c.id == row["game_id"]))
    rated_in = RatingList(row["game"], Pool(row["pool"]), chosen_board(options or ""))
    stored = rows_of(connection, rated_in, [row["player_id"]]).get(row["player_id"])
    if stored is None:
        return 0
    later = connection.scalars(
        select(games.c.options)
        .join(results, results.c.game_id == games.c.id)
        .where(
            results.c.player_id == row["player_id"],
            results.c.finished_at > row["finished_at"],
            results.c.rated.is_(True),
            results.c.game == rated_in.game,
            results.c.pool == rated_in.pool,
        )
    )
    return games_counted(stored) - sum(chosen_board(options) == rated_in.board for options in later)


def rows_of(
    connection: Connection, rated_in: RatingList, player_ids: Collection[int]
) -> dict[int, RowMapping]:
    """Return the rows of `ratings` of some people in one list, by person."""
    rows = connection.execute(select(ratings).where(*in_list(rated_in), ratings.c.player_id.in_(player_ids)))
    return {row["player_id"]: row for row in rows.mappings()}


def store(
    connection: Connection,
    rated_in: RatingList,
    change: RatingChange,
    verdict: Verdict,
    row: RowMapping | None,
    now: datetime,
) -> None:
    """Store a person's new rating in one list; `row` is the former one."""
    counted = _COLUMNS[verdict]
    changed: dict[str, Any] = {"rated_at": now, "listed_until": listed_until(change.after, now)}
    changed[counted] = 1 if row is None else row[counted] + 1
    values = values_of(change.after, player_id=change.player_id, **rated_in._asdict(), **changed)
    others = {column: 0 for column in _COLUMNS.values() if column != counted}
    put_row(connection, ratings, values, first=others)


def changes_of(connection: Connection, game_id: int) -> tuple[RatingChange, ...]:
    """Return the rating changes by a finished game, first player first; empty if it was not rated."""
    rows = connection.execute(
        select(results)
        .where(results.c.game_id == game_id, results.c.rated.is_(True))
        .order_by(results.c.seat)
    )
    return tuple(
        record_of(
            RatingChange,
            row,
            before=history(row, "before"),
            after=history(row, "after"),
            number=_number(connection, row),
        )
        for row in rows.mappings()
    )


def find(connection: Connection, player_id: int, rated_in: RatingList, now: datetime) -> Rated | None:
    """Return a person's rating in one list; None before their first rated game."""
    row = rows_of(connection, rated_in, [player_id]).get(player_id)
    return None if row is None else Rated(current(row, now), games_counted(row))


def history(row: RowMapping, when: Literal["before", "after"]) -> Rating:
    """Return the rating before or after a rated game from its row of `results`."""
    return Rating(row[f"value_{when}"], row[f"deviation_{when}"], row[f"volatility_{when}"])


def in_list(rated_in: RatingList) -> tuple[ColumnElement[bool], ...]:
    """Return conditions for the rows of `ratings` in a list."""
    return tuple(ratings.c[name] == value for name, value in rated_in._asdict().items())
