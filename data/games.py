"""Reading and changing games, inside a transaction that the caller holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, func, insert, or_, select, update

from data.errors import GameChanged, GameNotFound
from data.players import ensure_players
from data.records import ClosedAs, Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from data.tables import games, moves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection

_rematch = games.alias("rematch")
_GAME = select(
    games,
    select(_rematch.c.id).where(_rematch.c.rematch_of == games.c.id).scalar_subquery().label("rematch"),
)

# SQLite takes at most 32766 values in one statement, PostgreSQL 32767; far fewer are as fast.
_AT_ONCE = 500


@dataclass(slots=True)
class _Record:
    """What the rows of `moves` say about one game."""

    moves: list[str]
    seconds: list[float]
    proved: list[int | None]


def _seats(first: Seat, second: Seat) -> dict[str, Any]:
    return {
        "first_player_id": first.player_id,
        "first_computer": first.computer,
        "second_player_id": second.player_id,
        "second_computer": second.computer,
    }


def _game(row: RowMapping, record: _Record) -> Game:
    return Game(
        id=row["id"],
        game=row["game"],
        options=row["options"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        message_id=row["message_id"],
        state=GameState(row["state"]),
        challenger_id=row["challenger_id"],
        opponent_id=row["opponent_id"],
        colour=row["colour"],
        seats=(
            Seat(row["first_player_id"], row["first_computer"]),
            Seat(row["second_player_id"], row["second_computer"]),
        ),
        rated=row["rated"],
        moves=tuple(record.moves),
        seconds=(record.seconds[0], record.seconds[1]),
        winner=row["winner"],
        score=row["score"],
        ending=None if row["ending"] is None else Ending(row["ending"]),
        closed_as=row["closed_as"],
        rematch_of=row["rematch_of"],
        rematch=row["rematch"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        moved_at=row["moved_at"],
        finished_at=row["finished_at"],
        paused_at=row["paused_at"],
        delegates=(row["first_delegate"], row["second_delegate"]),
        asked=row["asked"],
        proved=tuple(record.proved),
    )


async def _with_moves(connection: AsyncConnection, rows: Sequence[RowMapping]) -> tuple[Game, ...]:
    records = {row["id"]: _Record([], [0.0, 0.0], []) for row in rows}
    ids = list(records)
    for start in range(0, len(ids), _AT_ONCE):
        played = await connection.execute(
            select(moves.c.game_id, moves.c.move, moves.c.seat, moves.c.seconds, moves.c.proved)
            .where(moves.c.game_id.in_(ids[start : start + _AT_ONCE]))
            .order_by(moves.c.game_id, moves.c.ply)
        )
        for game_id, move, seat, seconds, proved in played:
            record = records[game_id]
            record.moves.append(move)
            record.seconds[seat] += seconds
            record.proved.append(proved)
    return tuple(_game(row, records[row["id"]]) for row in rows)


async def find(connection: AsyncConnection, game_id: int) -> Game | None:
    """The game with this id, or None."""
    row = (await connection.execute(_GAME.where(games.c.id == game_id))).mappings().one_or_none()
    return None if row is None else (await _with_moves(connection, [row]))[0]


async def _lock(connection: AsyncConnection, game_id: int) -> None:
    """Keep others from changing the game until the transaction ends.

    In SQLite the transaction holds the only write lock anyway; PostgreSQL locks the row. What is read after
    this has the changes of whoever held the lock before.
    """
    if connection.dialect.name != "sqlite":
        await connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())


async def claim(connection: AsyncConnection, game_id: int) -> Game:
    """The game with this id, which nobody else can change until the transaction ends; GameNotFound."""
    await _lock(connection, game_id)
    game = await find(connection, game_id)
    if game is None:
        raise GameNotFound(game_id)
    return game


async def create(connection: AsyncConnection, new: NewGame, now: datetime) -> Game:
    """Store a new game; people not seen before are added to the players, named by their ids for now."""
    people = [new.challenger_id, new.opponent_id, *(seat.player_id for seat in new.seats)]
    await ensure_players(connection, [person for person in people if person is not None])
    game_id = await connection.scalar(
        insert(games)
        .values(
            game=new.game,
            options=new.options,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            shown=False,
            state=new.state,
            challenger_id=new.challenger_id,
            opponent_id=new.opponent_id,
            colour=new.colour,
            rated=new.rated,
            rematch_of=new.rematch_of,
            created_at=now,
            started_at=now if new.state is GameState.PLAYING else None,
            moved_at=now,
            **_seats(*new.seats),
        )
        .returning(games.c.id)
    )
    game = await find(connection, int(game_id))
    if game is None:
        raise GameNotFound(int(game_id))
    return game


async def create_rematch(connection: AsyncConnection, game_id: int, new: NewGame, now: datetime) -> Game:
    """Store `new` as the one rematch of the game; raises GameChanged with the rematch there already is."""
    played = await claim(connection, game_id)
    if played.rematch is not None:
        existing = await find(connection, played.rematch)
        raise GameChanged(existing or played)
    return await create(connection, replace(new, rematch_of=game_id), now)


async def mark_shown(
    connection: AsyncConnection, game: Game, channel_id: int, message_id: int | None
) -> None:
    """Note that the message shows `game`; if the game has moved on since, it still counts as not shown."""
    await _lock(connection, game.id)
    plies = select(func.count()).select_from(moves).where(moves.c.game_id == game.id).scalar_subquery()
    changed = await connection.execute(
        update(games)
        .where(games.c.id == game.id)
        .values(
            channel_id=channel_id,
            message_id=message_id,
            shown=and_(
                games.c.state == game.state,
                plies == game.ply,
                games.c.paused_at.is_not_distinct_from(game.paused_at),
                games.c.first_delegate.is_not_distinct_from(game.delegates[0]),
                games.c.second_delegate.is_not_distinct_from(game.delegates[1]),
                games.c.asked == game.asked,
            ),
        )
    )
    if changed.rowcount == 0:
        raise GameNotFound(game.id)


async def not_shown(connection: AsyncConnection) -> tuple[Game, ...]:
    """The games whose present state no message shows, oldest change first."""
    rows = await connection.execute(
        _GAME.where(games.c.shown.is_(False)).order_by(games.c.moved_at, games.c.id)
    )
    return await _with_moves(connection, rows.mappings().all())


async def accept(
    connection: AsyncConnection, game_id: int, opponent_id: int, seats: tuple[Seat, Seat], now: datetime
) -> Game:
    """Make an offer a game: OFFERED -> PLAYING."""
    if any(seat.is_open for seat in seats):
        raise ValueError("a game starts with both seats filled")
    game = await claim(connection, game_id)
    if game.state is not GameState.OFFERED:
        raise GameChanged(game)
    people = [opponent_id, *(seat.player_id for seat in seats)]
    await ensure_players(connection, [person for person in people if person is not None])
    await connection.execute(
        update(games)
        .where(games.c.id == game_id)
        .values(
            state=GameState.PLAYING,
            shown=False,
            opponent_id=opponent_id,
            started_at=now,
            moved_at=now,
            **_seats(*seats),
        )
    )
    return replace(
        game, state=GameState.PLAYING, opponent_id=opponent_id, started_at=now, moved_at=now, seats=seats
    )


async def close_offer(connection: AsyncConnection, game_id: int, closed_as: ClosedAs, now: datetime) -> Game:
    """End an offer without a game: OFFERED -> CLOSED."""
    game = await claim(connection, game_id)
    if game.state is not GameState.OFFERED:
        raise GameChanged(game)
    await connection.execute(
        update(games)
        .where(games.c.id == game_id)
        .values(state=GameState.CLOSED, shown=False, closed_as=closed_as, finished_at=now)
    )
    return replace(game, state=GameState.CLOSED, closed_as=closed_as, finished_at=now)


async def claim_playing(connection: AsyncConnection, game_id: int, ply: int | None) -> Game:
    """The game, locked, if it is being played and has `ply` moves (None: any number); else GameChanged."""
    game = await claim(connection, game_id)
    if game.state is not GameState.PLAYING or (ply is not None and game.ply != ply):
        raise GameChanged(game)
    return game


async def append_moves(
    connection: AsyncConnection, game: Game, new: Sequence[NewMove], now: datetime
) -> Game:
    """Store moves after those the game has; it must have been claimed in this transaction."""
    await connection.execute(
        insert(moves),
        [
            {
                "game_id": game.id,
                "ply": game.ply + i,
                "move": move.move,
                "seat": move.by,
                "seconds": move.seconds,
                "played_at": now,
                "proved": move.proved,
            }
            for i, move in enumerate(new)
        ],
    )
    await connection.execute(update(games).where(games.c.id == game.id).values(moved_at=now, shown=False))
    seconds = list(game.seconds)
    for move in new:
        seconds[move.by] += move.seconds
    return replace(
        game,
        moves=game.moves + tuple(move.move for move in new),
        seconds=(seconds[0], seconds[1]),
        moved_at=now,
        proved=game.proved + tuple(move.proved for move in new),
    )


async def take_back(connection: AsyncConnection, game: Game, ply: int, now: datetime) -> None:
    """Remove the moves from `ply` on of a game claimed in this transaction; it is unrated from now on."""
    await connection.execute(delete(moves).where(moves.c.game_id == game.id, moves.c.ply >= ply))
    await connection.execute(
        update(games).where(games.c.id == game.id).values(rated=False, shown=False, moved_at=now)
    )


async def set_paused(connection: AsyncConnection, game: Game, paused_at: datetime | None) -> Game:
    """Let a game claimed in this transaction rest, or go on (None)."""
    await connection.execute(
        update(games).where(games.c.id == game.id).values(paused_at=paused_at, shown=False)
    )
    return replace(game, paused_at=paused_at)


async def set_delegate(connection: AsyncConnection, game: Game, seat: int, delegate: str | None) -> None:
    """Let a computer player play for the person in a seat of a game claimed in this transaction, or let him
    play himself again (None); the game is unrated from now on."""
    column = games.c.second_delegate if seat else games.c.first_delegate
    await connection.execute(
        update(games).where(games.c.id == game.id).values({column: delegate, "rated": False, "shown": False})
    )


async def set_asked(connection: AsyncConnection, game: Game) -> None:
    """Note that a player of a game claimed in this transaction asked for the thinking: it is unrated."""
    await connection.execute(
        update(games).where(games.c.id == game.id).values(asked=True, rated=False, shown=False)
    )


async def set_outcome(connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime) -> Game:
    """PLAYING -> FINISHED with this result; ratings are not touched."""
    values: dict[str, Any] = {
        "state": GameState.FINISHED,
        "winner": outcome.winner,
        "score": outcome.score,
        "ending": outcome.ending,
        "finished_at": now,
    }
    await connection.execute(update(games).where(games.c.id == game.id).values(**values, shown=False))
    return replace(game, **values)


async def playing(
    connection: AsyncConnection, game: str | None, channel_id: int | None, player_id: int | None
) -> tuple[Game, ...]:
    """The games being played, newest activity first."""
    wanted: list[ColumnElement[bool]] = [games.c.state == GameState.PLAYING]
    if game is not None:
        wanted.append(games.c.game == game)
    if channel_id is not None:
        wanted.append(games.c.channel_id == channel_id)
    if player_id is not None:
        wanted.append(or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id))
    rows = await connection.execute(_GAME.where(*wanted).order_by(games.c.moved_at.desc(), games.c.id.desc()))
    return await _with_moves(connection, rows.mappings().all())


async def offers_before(connection: AsyncConnection, created_before: datetime) -> tuple[Game, ...]:
    """The offers still open that were made before a time, oldest first."""
    rows = await connection.execute(
        _GAME.where(games.c.state == GameState.OFFERED, games.c.created_at < created_before).order_by(
            games.c.created_at, games.c.id
        )
    )
    return await _with_moves(connection, rows.mappings().all())
