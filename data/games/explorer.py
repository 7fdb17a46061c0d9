"""Boards and openings of games, and the moves people played in the first positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, case, func, or_, select, text, update

from data.db.store import Store, reading, upsert
from data.games.moves import read
from data.games.records import Ending
from data.tables.playing import INDEX_PENDING, OPENING_UNKNOWN, games, opening_moves
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.chores import Pending


DRAWN = ":"
"""Separates the part that was chosen at random for one game."""


SET_UP = "position"
"""Last word of a board with a position set up by a person."""


def chosen_board(options: str) -> str:
    """Return the board as people choose it and are rated on it: without the random part; "" for the usual
    one."""
    return options.partition(DRAWN)[0]


def is_set_up(options: str) -> bool:
    """Return whether a game begins from a position set up by a person."""
    return chosen_board(options).split(" ")[-1] == SET_UP


def set_up_on(board: str, position: str) -> str:
    """Return the text for a position on a board, "" for the usual one."""
    return f"{board} {SET_UP}{DRAWN}{position}".lstrip()


def board_set_up(options: str) -> tuple[str, str]:
    """Split a text into board and position, the inverse of `set_up_on`."""
    board, _, position = options.partition(DRAWN)
    return board.removesuffix(SET_UP).rstrip(), position


def same_board_again(options: str) -> str:
    """Return the board for another game like this one: with the position set up, without the random part."""
    return options if is_set_up(options) else chosen_board(options)


_KEEP = update(games).where(games.c.id == bindparam("played")).values(opening=bindparam("name"))


@dataclass(frozen=True, slots=True)
class Beginning:
    game_id: int
    game: str
    options: str
    moves: tuple[str, ...]


def unknown_openings(pending: Pending) -> ColumnElement[bool]:
    return pending.anywhere(games.c.id, text(OPENING_UNKNOWN))


class OpeningStore(Store):
    @reading
    def unknown(
        self, connection: Connection, plies: int, limit: int, player_id: int | None = None
    ) -> tuple[Beginning, ...]:
        """Return the first `plies` of the latest `limit` finished games without an opening: all, or a
        person's."""
        return _beginnings(connection, OPENING_UNKNOWN, plies, limit, player_id)

    async def keep(self, openings: Mapping[int, str]) -> None:
        """Store the openings of games by their ids; "" for a game without one."""
        rows = [{"played": game_id, "name": name} for game_id, name in openings.items()]
        if rows:
            await self._database.write(lambda c: c.execute(_KEEP, rows))


def first_moves(connection: Connection, wanted: Select[int, str, str], plies: int) -> tuple[Beginning, ...]:
    """Return the first `plies` of games selected by id, game and board."""
    rows = connection.execute(wanted).all()
    played = read(connection, [game_id for game_id, _, _ in rows])
    return tuple(
        Beginning(game_id, game, options, tuple(played[game_id].moves[:plies]))
        for game_id, game, options in rows
    )


def _beginnings(
    connection: Connection, condition: str, plies: int, limit: int, player_id: int | None
) -> tuple[Beginning, ...]:
    """Return the first `plies` of the latest `limit` games that fulfil a condition: all, or a person's."""
    wanted = select(games.c.id, games.c.game, games.c.options).where(text(condition))
    if player_id is not None:
        # Sums, so that SQLite reads the few games of the partial index, not all of the person's.
        seats = (games.c.first_player_id + 0, games.c.second_player_id + 0)
        wanted = wanted.where(or_(*(seat == player_id for seat in seats)))
    return first_moves(connection, wanted.order_by(games.c.id.desc()).limit(limit), plies)


_INDEXED = update(games).where(games.c.id == bindparam("played")).values(indexed=True)


class PlayedMove(NamedTuple):
    position: int
    square: int
    side: int


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """Number of games with a move, by their result for the side that made it."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class UsualMove:
    """A move that a person played most often in a position; `game` is one in which they did.

    They reached the position in `reached` games.
    """

    position: int
    square: int
    reached: int
    game: Beginning


def unindexed_games(pending: Pending) -> ColumnElement[bool]:
    return pending.anywhere(games.c.id, text(INDEX_PENDING))


class ExplorerStore(Store):
    @reading
    def unindexed(
        self, connection: Connection, plies: int, limit: int, player_id: int | None = None
    ) -> tuple[Beginning, ...]:
        """Return the first `plies` of the latest `limit` finished games that are not indexed: all, or a
        person's."""
        return _beginnings(connection, INDEX_PENDING, plies, limit, player_id)

    async def index(self, played: Mapping[int, Sequence[PlayedMove]]) -> None:
        """Store the first moves of games by their ids, and that these are indexed."""
        marks = [{"played": game_id} for game_id in played]
        if marks:
            await self._database.write(lambda c: _index(c, played, marks))

    @reading
    def of_server(self, connection: Connection, position: int, guild_id: int) -> dict[int, MoveRecord]:
        # Counted in the query: adding up results in words outside it took a quarter more time.
        won = case((games.c.winner == opening_moves.c.side, 1))
        counted = (
            select(
                opening_moves.c.square,
                func.count().label("games"),
                func.count(games.c.winner).label("decided"),
                func.count(won).label("won"),
            )
            .join(games, games.c.id == opening_moves.c.game_id)
            .where(
                opening_moves.c.position == position,
                games.c.guild_id == guild_id,
                games.c.ending != Ending.CALLED_OFF,
                # Two computer players learn nothing from each other.
                or_(games.c.first_player_id.is_not(None), games.c.second_player_id.is_not(None)),
            )
            .group_by(opening_moves.c.square)
        )
        return {
            row.square: MoveRecord(row.won, row.games - row.decided, row.decided - row.won)
            for row in connection.execute(counted)
        }

    @reading
    def of_person(self, connection: Connection, position: int, player_id: int) -> dict[int, MoveRecord]:
        # Materialized, or SQLite would look up everyone's games in the position, not the person's.
        mine = (
            select(results.c.game_id, results.c.seat, results.c.outcome)
            .where(results.c.player_id == player_id, results.c.outcome != "called off")
            .cte("mine")
            .prefix_with("MATERIALIZED")
        )
        same = and_(mine.c.game_id == opening_moves.c.game_id, mine.c.seat == opening_moves.c.side)
        counted = (
            select(
                opening_moves.c.square,
                *(
                    func.count(case((mine.c.outcome == each, 1))).label(each)
                    for each in ("win", "draw", "loss")
                ),
            )
            .join(mine, same)
            .where(opening_moves.c.position == position)
            .group_by(opening_moves.c.square)
        )
        rows = connection.execute(counted)
        return {row.square: MoveRecord(row.win, row.draw, row.loss) for row in rows}

    @reading
    def usual_moves(
        self, connection: Connection, player_id: int, game: str, side: int, at_least: int, plies: int
    ) -> tuple[UsualMove, ...]:
        """Return the moves a person played most often with a side of a game's usual board, in positions that
        they reached in `at_least` games or more; those with the most games first.

        The games have their first `plies`.
        """
        times = func.count().label("times")
        rows = connection.execute(
            select(
                *opening_moves.c["position", "square"],
                times,
                func.max(opening_moves.c.game_id).label("latest"),
            )
            .join(
                results,
                and_(results.c.game_id == opening_moves.c.game_id, results.c.seat == opening_moves.c.side),
            )
            .join(games, games.c.id == opening_moves.c.game_id)
            .where(
                results.c.player_id == player_id,
                results.c.game == game,
                results.c.outcome != "called off",
                opening_moves.c.side == side,
                games.c.options == "",
            )
            .group_by(opening_moves.c.position, opening_moves.c.square)
            .order_by(times.desc(), text("latest DESC"))
        ).all()
        reached: dict[int, int] = {}
        usual: dict[int, Any] = {}
        for row in rows:
            reached[row.position] = reached.get(row.position, 0) + row.times
            usual.setdefault(row.position, row)
        chosen = [row for row in usual.values() if reached[row.position] >= at_least]
        wanted = select(games.c.id, games.c.game, games.c.options)
        first = first_moves(connection, wanted.where(games.c.id.in_({row.latest for row in chosen})), plies)
        there = {beginning.game_id: beginning for beginning in first}
        return tuple(
            UsualMove(row.position, row.square, reached[row.position], there[row.latest])
            for row in chosen
            if row.latest in there
        )


def _index(
    connection: Connection, played: Mapping[int, Sequence[PlayedMove]], marks: list[dict[str, int]]
) -> None:
    # A game may have been deleted meanwhile.
    there = set(connection.scalars(select(games.c.id).where(games.c.id.in_(list(played)))))
    rows = [
        {"game_id": game_id, **move._asdict()}
        for game_id, moves in played.items()
        if game_id in there
        for move in moves
    ]
    if rows:
        connection.execute(upsert(connection, opening_moves).on_conflict_do_nothing(), rows)
    connection.execute(_INDEXED, marks)
