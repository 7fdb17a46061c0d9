"""Changing games, inside a transaction that the caller holds.

Every change counts the version of its game up, in the same statement, and is made only to the version that
the caller has seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, insert, update

from data.db.errors import Limit
from data.db.locks import hold_game
from data.games.clock import GameClock
from data.games.clocks import clock_after, clock_columns, side_on_clock
from data.games.errors import ExhibitionThere, GameChanged, GameNotFound
from data.games.games import exhibition_in, find
from data.games.limits import (
    FairUseBounds,
    SelfPlayBounds,
    await_self_play_turn,
    note_request,
    require_few_games,
    require_self_play_room,
)
from data.games.records import Game, GameState, NewGame, NewMove, Outcome, Seat
from data.games.unrated import Unrated
from data.people.players import ensure_players
from data.tables import conditional_moves, games, moves

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Connection

# Built once: building a statement takes longer than running it. What to set comes with the values.
_CHANGE = update(games).where(
    games.c.id == bindparam("seen_id"), games.c.version == bindparam("seen_version")
)
_ADD_MOVES = insert(moves)
_FORGET_PLANS = delete(conditional_moves).where(conditional_moves.c.game_id == bindparam("planned_in"))


def change(connection: Connection, game: Game, **columns: Any) -> None:
    """Set columns of a game that is still as the caller saw it, and count its version up.

    Raises GameChanged when it is not, GameNotFound when there is no such game.
    """
    seen = {"seen_id": game.id, "seen_version": game.version}
    done = connection.execute(_CHANGE, {**seen, "version": game.version + 1, **columns})
    if done.rowcount == 0:
        now = find(connection, game.id)
        if now is None:
            raise GameNotFound(game.id)
        raise GameChanged(now)


def create(
    connection: Connection,
    new: NewGame,
    self_play: SelfPlayBounds,
    fair_use: FairUseBounds,
    now: datetime,
) -> Game:
    """Store a new game; people not seen before are added to the players, named by their ids for now.

    Raises ExhibitionThere for a second game of two computer players in a channel, and LimitReached.
    """
    if new.is_exhibition:
        await_self_play_turn(connection, [new.challenger_id], new.channel_id, new.guild_id)
        there = exhibition_in(connection, new.channel_id)
        if there is not None:
            raise ExhibitionThere(there)
        require_self_play_room(connection, self_play, [new.challenger_id], new.channel_id, new.guild_id)
    if new.state is GameState.OFFERED:
        note_request(connection, fair_use, Limit.CHALLENGES, new.challenger_id, new.guild_id, now)
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
            by_clicks=new.by_clicks,
            turn=new.turn,
            created_at=now,
            started_at=now if new.state is GameState.PLAYING else None,
            moved_at=now,
            **seat_columns(*new.seats),
            **_first_clock(new, now),
        )
        .returning(games.c.id)
    )
    game = find(connection, int(game_id))
    if game is None:
        raise GameNotFound(int(game_id))
    if new.state is GameState.PLAYING:
        require_few_games(connection, fair_use, game)
    return game


def create_rematch(
    connection: Connection,
    game_id: int,
    new: NewGame,
    self_play: SelfPlayBounds,
    fair_use: FairUseBounds,
    now: datetime,
) -> Game:
    """Store `new` as the one rematch of the game; raises GameChanged with the rematch there already is."""
    hold_game(connection, game_id)
    played = find(connection, game_id)
    if played is None:
        raise GameNotFound(game_id)
    if played.rematch is not None:
        existing = find(connection, played.rematch)
        raise GameChanged(existing or played)
    return create(connection, replace(new, rematch_of=game_id), self_play, fair_use, now)


def advance(
    connection: Connection,
    game: Game,
    new: Sequence[NewMove],
    outcome: Outcome | None,
    now: datetime,
    *,
    conditional_from: int | None = None,
) -> Game:
    """Store moves after those the game has and, with `outcome`, end it; ratings are not touched.

    `conditional_from` is the ply from which on the moves up to these had been planned. Raises TimeUp, and
    stores nothing, when they come too late.
    """
    changes: dict[str, Any] = {}
    if new:
        changes["moved_at"] = now
        if conditional_from != game.conditional_from:
            changes["conditional_from"] = conditional_from
    if outcome is not None:
        changes |= {
            "state": GameState.FINISHED,
            "winner": outcome.winner,
            "score": outcome.score,
            "ending": outcome.ending,
            "finished_at": now,
        }
    if new:
        changes["turn"] = 1 - new[-1].by
    seconds, given_away = list(game.seconds), list(game.given_away)
    for move in new:
        seconds[move.by] += move.seconds
        given_away[move.by] += move.given_away
    after = changed(
        game,
        **changes,
        moves=game.moves + tuple(move.move for move in new),
        seconds=(seconds[0], seconds[1]),
        given_away=(given_away[0], given_away[1]),
        proved=game.proved + tuple(move.proved for move in new),
        thoughts=game.thoughts + tuple(move.thought for move in new),
    )
    after = timed(game, after, now)
    change(connection, game, **changes, **clock_columns(after.clock))
    if outcome is not None:
        forget_plans(connection, game)
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
                    "given_away": move.given_away,
                    "thought": move.thought,
                }
                for i, move in enumerate(new)
            ],
        )
    return after


def forget_plans(connection: Connection, game: Game) -> None:
    """Drop the conditional moves of both people in a game."""
    connection.execute(_FORGET_PLANS, {"planned_in": game.id})


def set_paused(connection: Connection, game: Game, paused: bool, now: datetime) -> Game:
    """Let a game rest from now on, or go on; its clock stands meanwhile."""
    paused_at = now if paused else None
    after = timed(game, changed(game, paused_at=paused_at), now)
    change(connection, game, paused_at=paused_at, **clock_columns(after.clock))
    return after


def adjourn(connection: Connection, game: Game, quietly: bool, now: datetime) -> Game:
    """Put a game aside; `quietly` its message counts as shown."""
    after = timed(game, changed(game, adjourned_at=now), now)
    shown = {"shown_version": after.version} if quietly else {}
    change(connection, game, adjourned_at=now, **shown, **clock_columns(after.clock))
    return after


def take_up(connection: Connection, game: Game, bounds: FairUseBounds, now: datetime) -> Game:
    """Let a game go on that was put aside: whoever is to move has the turn from now on.

    Raises LimitReached.
    """
    going: dict[str, Any] = {"adjourned_at": None, "paused_at": None, "moved_at": now}
    after = timed(game, changed(game, **going), now)
    change(connection, game, **going, **clock_columns(after.clock))
    require_few_games(connection, bounds, after)
    return after


def set_warned(connection: Connection, game: Game) -> Game:
    """Note that the side to move is reminded of its time."""
    assert game.clock is not None
    after = changed(game, clock=replace(game.clock, warned=True))
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
        changed(game, seats=game.seats[::-1], delegates=game.delegates[::-1]), unrated=unrated, clock=clock
    )
    side = side_on_clock(swapped)
    if clock is not None and side is not None:
        swapped = replace(swapped, clock=clock.run_for(side, now))
    first, second = swapped.delegates
    columns = {
        **seat_columns(*swapped.seats),
        "first_delegate": first,
        "second_delegate": second,
        "unrated_by": None if unrated is None else unrated.by,
        **clock_columns(swapped.clock),
    }
    change(connection, game, **columns)
    forget_plans(connection, game)
    return swapped


def unrated_columns(game: Game, unrated: Unrated | None) -> dict[str, Any]:
    """The columns of a game that is unrated from now on; the first reason stays."""
    if unrated is None or not game.rated:
        return {}
    return {
        "rated": False,
        "unrated_why": unrated.why,
        "unrated_by": unrated.by,
        "unrated_lost": unrated.lost,
    }


def changed(game: Game, unrated: Unrated | None = None, **fields: Any) -> Game:
    """The game after a change, unrated from then on if there is a reason."""
    if unrated is not None and game.rated:
        fields |= {"rated": False, "unrated": unrated}
    return replace(game, version=game.version + 1, **fields)


def _first_clock(new: NewGame, now: datetime) -> dict[str, Any]:
    """The columns of the clock of a new game; it runs if a person is to move."""
    if new.time is None:
        return {}
    clock = GameClock.of(new.time)
    if new.state is GameState.PLAYING and new.seats[new.turn].computer is None:
        clock = clock.run_for(new.turn, now)
    return {"time_control": str(new.time), **clock_columns(clock)}


def timed(before: Game, after: Game, now: datetime) -> Game:
    """The game after a change, with the clock that it then has."""
    return replace(after, clock=clock_after(before, after, now))


def seat_columns(first: Seat, second: Seat) -> dict[str, Any]:
    return {
        "first_player_id": first.player_id,
        "first_computer": first.computer,
        "second_player_id": second.player_id,
        "second_computer": second.computer,
    }
