"""What a finished game means for its players: results for the record, and new ratings when it was rated."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import insert, or_, select, update

from data.db.locks import hold_players
from data.games.boards import chosen_board
from data.games.records import Ending, Game, Outcome, Verdict
from data.people.players import dialect_insert
from data.ratings import glicko2
from data.ratings.rating_records import Listing, Pool, Rated, Rating, RatingChange, RatingList
from data.tables import games, ratings, results, server_players

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping

COMPUTER_DEVIATION = glicko2.SETTLED_OPPONENT
"""How sure the fixed rating of a computer player is taken to be."""

_DAY = 86400.0
_COLUMNS: dict[Verdict, str] = {"win": "wins", "draw": "draws", "loss": "losses"}


def pool_of(game: Game) -> Pool:
    """PEOPLE when no computer plays."""
    return Pool.COMPUTER if any(seat.computer is not None for seat in game.seats) else Pool.PEOPLE


def list_of(game: Game) -> RatingList:
    """The list that a game counts for, if it is rated."""
    return RatingList(game.game, pool_of(game), chosen_board(game.options))


def verdict(outcome: Outcome, seat: int) -> Verdict:
    """How the game counts for the one in this seat."""
    if outcome.ending is Ending.CALLED_OFF:
        return "called off"
    if outcome.winner is None:
        return "draw"
    return "win" if outcome.winner == seat else "loss"


def current(row: RowMapping, now: datetime) -> Rating:
    """The rating in a row of `ratings`, its deviation grown by the time since it was set."""
    stored = Rating(row["value"], row["deviation"], row["volatility"])
    return glicko2.aged(stored, (now - row["rated_at"]).total_seconds() / _DAY)


def listing(row: RowMapping, now: datetime) -> Listing:
    """Where the rating in a row of `ratings` is on its list."""
    if row["listed_until"] is None:
        return Listing.PROVISIONAL
    return Listing.LISTED if now < row["listed_until"] else Listing.INACTIVE


def listed_until(rating: Rating, now: datetime) -> datetime | None:
    """Until when a rating keeps its rank without another game; None when it is provisional."""
    if rating.deviation >= glicko2.LISTED_BELOW:
        return None
    return now + timedelta(days=glicko2.days_below(rating, glicko2.LISTED_BELOW))


def conclude(
    connection: Connection, game: Game, outcome: Outcome, computer_rating: int | None, now: datetime
) -> None:
    """Write the results of `game` and, if it counts, the new ratings.

    A game counts when it was started as a rated one and was not called off, and two different people, or a
    person and a computer player of known rating, have played it. One that was rated as somebody's loss before
    its end has its results already.
    """
    people = {i: seat.player_id for i, seat in enumerate(game.seats) if seat.player_id is not None}
    if not people or (game.unrated is not None and game.unrated.lost):
        return
    rated_in = list_of(game)
    changes: dict[int, RatingChange] = {}
    if game.rated and outcome.ending is not Ending.CALLED_OFF and _have_opponents(people, computer_rating):
        changes = _rate(connection, rated_in, people, outcome, computer_rating, now)
    connection.execute(
        insert(results),
        [
            {
                "game_id": game.id,
                "seat": seat,
                "player_id": player_id,
                "game": game.game,
                "pool": rated_in.pool,
                "guild_id": game.guild_id,
                "outcome": verdict(outcome, seat),
                "rated": seat in changes,
                "finished_at": now,
                **_history_columns(changes.get(seat)),
            }
            for seat, player_id in people.items()
        ],
    )
    if changes and game.guild_id is not None and not game.by_clicks:
        list_in_server(connection, rated_in, game.guild_id, [people[seat] for seat in changes])


def list_in_server(
    connection: Connection, rated_in: RatingList, guild_id: int, player_ids: Iterable[int]
) -> None:
    """Put people on a list of a server."""
    place = {"guild_id": guild_id, **rated_in._asdict()}
    connection.execute(
        dialect_insert(connection, server_players).on_conflict_do_nothing(),
        [{**place, "player_id": player_id} for player_id in player_ids],
    )


def _have_opponents(people: dict[int, int], computer_rating: int | None) -> bool:
    if len(people) == 1:
        return computer_rating is not None
    return people[0] != people[1]


def _history_columns(change: RatingChange | None) -> dict[str, float | None]:
    if change is None:
        before = after = None
    else:
        before, after = change.before, change.after
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
    # Two games of one person may end at once: the second waits here, then reads what the first wrote.
    hold_players(connection, people.values())
    rows = rows_of(connection, rated_in, people.values())
    before = {
        seat: current(rows[player], now) if player in rows else glicko2.START
        for seat, player in people.items()
    }
    changes = {}
    for seat, player_id in people.items():
        opponent = before.get(1 - seat)
        if opponent is None:
            opponent = Rating(float(computer_rating or 0), COMPUTER_DEVIATION, glicko2.START.volatility)
        score = glicko2.SCORES[verdict(outcome, seat)]
        after = glicko2.rated(before[seat], [(opponent, score)], periods=0.0)
        changes[seat] = RatingChange(player_id, rated_in.pool, before[seat], after)
        store(connection, rated_in, changes[seat], verdict(outcome, seat), rows.get(player_id), now)
    return changes


def rows_of(
    connection: Connection, rated_in: RatingList, player_ids: Collection[int]
) -> dict[int, RowMapping]:
    """The rows of `ratings` of some people in one list, by person."""
    found = connection.execute(select(ratings).where(*in_list(rated_in), ratings.c.player_id.in_(player_ids)))
    return {row["player_id"]: row for row in found.mappings()}


def store(
    connection: Connection,
    rated_in: RatingList,
    change: RatingChange,
    how: Verdict,
    row: RowMapping | None,
    now: datetime,
) -> None:
    """Store a person's new rating in one list; `row` is the one there was before."""
    values: dict[str, Any] = {
        "value": change.after.value,
        "deviation": change.after.deviation,
        "volatility": change.after.volatility,
        "rated_at": now,
        "listed_until": listed_until(change.after, now),
    }
    counted = _COLUMNS[how]
    if row is None:
        counts = dict.fromkeys(_COLUMNS.values(), 0) | {counted: 1}
        key = {"player_id": change.player_id, **rated_in._asdict()}
        connection.execute(insert(ratings).values(**key, **counts, **values))
    else:
        values[counted] = row[counted] + 1
        connection.execute(
            update(ratings)
            .where(*in_list(rated_in), ratings.c.player_id == change.player_id)
            .values(**values)
        )


def changes_of(connection: Connection, game_id: int) -> tuple[RatingChange, ...]:
    """The rating changes that a finished game brought, first player first."""
    rows = connection.execute(
        select(results)
        .where(results.c.game_id == game_id, results.c.rated.is_(True))
        .order_by(results.c.seat)
    )
    return tuple(
        RatingChange(row["player_id"], Pool(row["pool"]), history(row, "before"), history(row, "after"))
        for row in rows.mappings()
    )


def find(connection: Connection, player_id: int, rated_in: RatingList, now: datetime) -> Rated | None:
    """A person's rating in one list; see `Storage.rating`."""
    row = (
        connection.execute(select(ratings).where(*in_list(rated_in), ratings.c.player_id == player_id))
        .mappings()
        .one_or_none()
    )
    if row is None:
        return None
    return Rated(current(row, now), _games_of(row))


def outcomes_until(connection: Connection, game: Game, side: int, limit: int) -> tuple[Verdict, ...]:
    """The outcomes of a person's last games like this one; see `Storage.outcomes_until`."""
    computer = game.seats[1 - side].computer
    found = connection.scalars(
        select(results.c.outcome)
        .join(games, games.c.id == results.c.game_id)
        .where(
            results.c.player_id == game.seats[side].player_id,
            results.c.game == game.game,
            results.c.outcome != "called off",
            results.c.finished_at <= game.finished_at,
            games.c.options == game.options,
            or_(games.c.first_computer == computer, games.c.second_computer == computer),
        )
        .order_by(results.c.finished_at.desc(), results.c.game_id.desc())
        .limit(limit)
    )
    return tuple(found)


def _games_of(row: RowMapping) -> int:
    """The number of games that a row of `ratings` stands for."""
    return sum(row[column] for column in _COLUMNS.values())


def history(row: RowMapping, when: Literal["before", "after"]) -> Rating:
    """The rating before or after a rated game, in its row of `results`."""
    return Rating(row[f"value_{when}"], row[f"deviation_{when}"], row[f"volatility_{when}"])


def in_list(rated_in: RatingList) -> tuple[ColumnElement[bool], ...]:
    """The rows of `ratings` that belong to a list."""
    return tuple(ratings.c[name] == value for name, value in rated_in._asdict().items())
