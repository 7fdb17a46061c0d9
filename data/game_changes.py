"""Changing games, inside a transaction that the caller holds.

Every change counts the version of its game up, in the same statement, and is made only to the version that
the caller has seen.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, select, update

from data.clock import GameClock
from data.clocks import clock_after, clock_columns, side_on_clock
from data.errors import ExhibitionThere, GameChanged, GameNotFound
from data.games import exhibition_in, find, rated_between
from data.players import ensure_players
from data.records import ClosedAs, Game, GameState, NewGame, NewMove, Outcome, Seat, SideChoice
from data.self_play import SelfPlayBounds, require_room
from data.tables import games, moves
from data.unrated import Unrated, WhyUnrated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from data.time_control import TimeControl

DAY = timedelta(days=1)


# Built once: building a statement takes longer than running it. What to set comes with the values.
_CHANGE = update(games).where(
    games.c.id == bindparam("seen_id"), games.c.version == bindparam("seen_version")
)
_ADD_MOVES = insert(moves)


def change(connection: Connection, game: Game, **columns: Any) -> None:
    """Set columns of a game that is still as the caller saw it, and count its version up.

    Raises GameChanged when it is not, GameNotFound when there is no such game.
    """
    seen = {"seen_id": game.id, "seen_version": game.version}
    changed = connection.execute(_CHANGE, {**seen, "version": game.version + 1, **columns})
    if changed.rowcount == 0:
        now = find(connection, game.id)
        if now is None:
            raise GameNotFound(game.id)
        raise GameChanged(now)


def create(connection: Connection, new: NewGame, bounds: SelfPlayBounds, now: datetime) -> Game:
    """Store a new game; people not seen before are added to the players, named by their ids for now.

    Raises ExhibitionThere for a second game of two computer players in a channel, and TooManySelfPlaying.
    """
    if new.is_exhibition:
        there = exhibition_in(connection, new.channel_id)
        if there is not None:
            raise ExhibitionThere(there)
        require_room(connection, bounds, [new.challenger_id], new.channel_id, new.guild_id)
    people = [new.challenger_id, new.opponent_id, *(seat.player_id for seat in new.seats)]
    ensure_players(connection, [person for person in people if person is not None])
    game_id = connection.scalar(
        insert(games)
        .values(
            game=new.game,
            options=new.options,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            state=new.state,
            challenger_id=new.challenger_id,
            opponent_id=new.opponent_id,
            colour=new.side_choice,
            rated=new.rated,
            unrated_why=new.why_unrated,
            rematch_of=new.rematch_of,
            created_at=now,
            started_at=now if new.state is GameState.PLAYING else None,
            moved_at=now,
            **_seats(*new.seats),
            **_first_clock(new, now),
        )
        .returning(games.c.id)
    )
    game = find(connection, int(game_id))
    if game is None:
        raise GameNotFound(int(game_id))
    return game


def create_rematch(
    connection: Connection, game_id: int, new: NewGame, bounds: SelfPlayBounds, now: datetime
) -> Game:
    """Store `new` as the one rematch of the game; raises GameChanged with the rematch there already is."""
    if connection.dialect.name != "sqlite":
        # In SQLite the transaction has the only write lock; PostgreSQL locks the row against a second call.
        connection.execute(select(games.c.id).where(games.c.id == game_id).with_for_update())
    played = find(connection, game_id)
    if played is None:
        raise GameNotFound(game_id)
    if played.rematch is not None:
        existing = find(connection, played.rematch)
        raise GameChanged(existing or played)
    return create(connection, replace(new, rematch_of=game_id), bounds, now)


def accept(
    connection: Connection,
    game: Game,
    opponent_id: int,
    seats: tuple[Seat, Seat],
    most_rated: int | None,
    now: datetime,
) -> Game:
    """Make an offer a game: OFFERED -> PLAYING. It is unrated when the two have begun `most_rated` rated
    games with each other within a day."""
    people = [opponent_id, *(seat.player_id for seat in seats)]
    ensure_players(connection, [person for person in people if person is not None])
    begun = {"state": GameState.PLAYING, "opponent_id": opponent_id, "started_at": now, "moved_at": now}
    pair = (game.challenger_id, opponent_id)
    unrated = game.unrated
    if game.rated and most_rated is not None and rated_between(connection, pair, now - DAY) >= most_rated:
        unrated = Unrated(WhyUnrated.OFTEN)
    after = _timed(game, _changed(game, unrated, **begun, seats=seats), now)
    columns = {**_seats(*seats), **_unrated(game, unrated), **clock_columns(after.clock)}
    change(connection, game, **begun, **columns)
    return after


def begin_with_computer(
    connection: Connection,
    game: Game,
    seats: tuple[Seat, Seat],
    why_unrated: WhyUnrated | None,
    now: datetime,
) -> Game:
    """Make an offer a game of its challenger against a computer player: OFFERED -> PLAYING."""
    begun = {"state": GameState.PLAYING, "started_at": now, "moved_at": now}
    unrated = None if why_unrated is None else Unrated(why_unrated)
    after = _timed(game, _changed(game, unrated, **begun, seats=seats), now)
    columns = {**_seats(*seats), **_unrated(game, unrated), **clock_columns(after.clock)}
    change(connection, game, **begun, **columns)
    return after


def invite(connection: Connection, game: Game, opponent_id: int, now: datetime) -> Game:
    """Make an offer to anybody one to a single person, who has as long to answer as after any other."""
    ensure_players(connection, [opponent_id])
    invited: dict[str, Any] = {"opponent_id": opponent_id, "moved_at": now}
    change(connection, game, **invited)
    return _changed(game, **invited)


def change_offer(
    connection: Connection,
    game: Game,
    side: SideChoice,
    options: str,
    time: TimeControl | None,
    why_unrated: WhyUnrated | None,
) -> Game:
    """Give an offer other sides, another board or time."""
    clock = None if time is None else GameClock.of(time)
    change(
        connection,
        game,
        colour=side,
        options=options,
        rated=why_unrated is None,
        unrated_why=why_unrated,
        time_control=None if time is None else str(time),
        **clock_columns(clock),
    )
    unrated = None if why_unrated is None else Unrated(why_unrated)
    changed = _changed(game, side_choice=side, options=options, clock=clock)
    return replace(changed, rated=unrated is None, unrated=unrated)


def close_offer(connection: Connection, game: Game, closed_as: ClosedAs, now: datetime) -> Game:
    """End an offer without a game: OFFERED -> CLOSED."""
    closed: dict[str, Any] = {"state": GameState.CLOSED, "closed_as": closed_as, "finished_at": now}
    change(connection, game, **closed)
    return _changed(game, **closed)


def advance(
    connection: Connection,
    game: Game,
    new: Sequence[NewMove],
    outcome: Outcome | None,
    now: datetime,
) -> Game:
    """Store moves after those the game has and, with `outcome`, end it; ratings are not touched.

    Raises TimeUp, and stores nothing, when they come too late.
    """
    changes: dict[str, Any] = {}
    if new:
        changes["moved_at"] = now
    if outcome is not None:
        changes |= {
            "state": GameState.FINISHED,
            "winner": outcome.winner,
            "score": outcome.score,
            "ending": outcome.ending,
            "finished_at": now,
        }
    turn = {"turn": 1 - new[-1].by} if new else {}
    seconds = list(game.seconds)
    for move in new:
        seconds[move.by] += move.seconds
    after = _changed(
        game,
        **changes,
        moves=game.moves + tuple(move.move for move in new),
        seconds=(seconds[0], seconds[1]),
        proved=game.proved + tuple(move.proved for move in new),
    )
    after = _timed(game, after, now)
    change(connection, game, **changes, **turn, **clock_columns(after.clock))
    if new:
        connection.execute(
            _ADD_MOVES,
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
    return after


def take_back(connection: Connection, game: Game, ply: int, unrated: Unrated, now: datetime) -> Game:
    """Remove the moves from `ply` on; the game is unrated from now on."""
    taken = (moves.c.game_id == game.id, moves.c.ply >= ply)
    turn = connection.scalar(select(moves.c.seat).where(*taken).order_by(moves.c.ply).limit(1))
    clock = clock_after(game, replace(game, moves=game.moves[:ply]), now)
    columns = {**_unrated(game, unrated), **clock_columns(clock)}
    change(connection, game, moved_at=now, turn=turn, **columns)
    connection.execute(delete(moves).where(*taken))
    left = find(connection, game.id)
    if left is None:
        raise GameNotFound(game.id)
    return left


def set_paused(connection: Connection, game: Game, paused: bool, now: datetime) -> Game:
    """Let a game rest from now on, or go on; its clock stands meanwhile."""
    paused_at = now if paused else None
    after = _timed(game, _changed(game, paused_at=paused_at), now)
    change(connection, game, paused_at=paused_at, **clock_columns(after.clock))
    return after


def adjourn(connection: Connection, game: Game, quietly: bool, now: datetime) -> Game:
    """Put a game aside; `quietly` its message counts as shown."""
    after = _timed(game, _changed(game, adjourned_at=now), now)
    shown = {"shown_version": after.version} if quietly else {}
    change(connection, game, adjourned_at=now, **shown, **clock_columns(after.clock))
    return after


def take_up(connection: Connection, game: Game, now: datetime) -> Game:
    """Let a game go on that was put aside: whoever is to move has the turn from now on."""
    going: dict[str, Any] = {"adjourned_at": None, "paused_at": None, "moved_at": now}
    after = _timed(game, _changed(game, **going), now)
    change(connection, game, **going, **clock_columns(after.clock))
    return after


def set_warned(connection: Connection, game: Game) -> Game:
    """Note that the side to move is reminded of its time."""
    assert game.clock is not None
    after = _changed(game, clock=replace(game.clock, warned=True))
    change(connection, game, **clock_columns(after.clock))
    return after


def swap_seats(connection: Connection, game: Game, now: datetime) -> Game:
    """Let the two of a game change places, with whatever belongs to the one or the other."""
    unrated, clock = game.unrated, game.clock
    if unrated is not None and unrated.by is not None:
        unrated = replace(unrated, by=1 - unrated.by)
    if clock is not None:
        clock = clock.stop(now)
        clock = replace(clock, left=clock.left[::-1])
    swapped = replace(
        _changed(game, seats=game.seats[::-1], delegates=game.delegates[::-1]), unrated=unrated, clock=clock
    )
    side = side_on_clock(swapped)
    if clock is not None and side is not None:
        swapped = replace(swapped, clock=clock.run_for(side, now))
    first, second = swapped.delegates
    columns = {
        **_seats(*swapped.seats),
        "first_delegate": first,
        "second_delegate": second,
        "unrated_by": None if unrated is None else unrated.by,
        **clock_columns(swapped.clock),
    }
    change(connection, game, **columns)
    return swapped


def set_delegate(
    connection: Connection,
    game: Game,
    side: int,
    delegate: str | None,
    unrated: Unrated,
    bounds: SelfPlayBounds,
    now: datetime,
) -> Game:
    """Let a computer player play for the person on a side, or the person again (None); the game is unrated
    from now on."""
    if delegate is not None and (game.seats[1 - side].computer or game.delegates[1 - side]):
        people = [seat.player_id for seat in game.seats if seat.player_id is not None]
        require_room(connection, bounds, people, game.channel_id, game.guild_id)
    column = "second_delegate" if side else "first_delegate"
    delegates = (game.delegates[0], delegate) if side else (delegate, game.delegates[1])
    after = _timed(game, _changed(game, unrated, delegates=delegates), now)
    columns = {**_unrated(game, unrated), **clock_columns(after.clock)}
    change(connection, game, **{column: delegate}, **columns)
    return after


def set_asked(connection: Connection, game: Game, unrated: Unrated) -> Game:
    """Note that a player has asked for the computer's thinking: the game is unrated from now on."""
    change(connection, game, asked=True, **_unrated(game, unrated))
    return _changed(game, unrated, asked=True)


def _unrated(game: Game, unrated: Unrated | None) -> dict[str, Any]:
    """The columns of a game that is unrated from now on; the first reason stays."""
    if unrated is None or not game.rated:
        return {}
    return {
        "rated": False,
        "unrated_why": unrated.why,
        "unrated_by": unrated.by,
        "unrated_lost": unrated.lost,
    }


def _changed(game: Game, unrated: Unrated | None = None, **fields: Any) -> Game:
    """The game after a change, unrated from then on if there is a reason."""
    if unrated is not None and game.rated:
        fields |= {"rated": False, "unrated": unrated}
    return replace(game, version=game.version + 1, **fields)


def _first_clock(new: NewGame, now: datetime) -> dict[str, Any]:
    """The columns of the clock of a new game; it runs if a person is to move."""
    if new.time is None:
        return {}
    clock = GameClock.of(new.time)
    if new.state is GameState.PLAYING and new.seats[0].computer is None:
        clock = clock.run_for(0, now)
    return {"time_control": str(new.time), **clock_columns(clock)}


def _timed(before: Game, after: Game, now: datetime) -> Game:
    """The game after a change, with the clock that it then has."""
    return replace(after, clock=clock_after(before, after, now))


def _seats(first: Seat, second: Seat) -> dict[str, Any]:
    return {
        "first_player_id": first.player_id,
        "first_computer": first.computer,
        "second_player_id": second.player_id,
        "second_computer": second.computer,
    }
