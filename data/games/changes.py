"""Changes of games: the functions that make them, in the caller's transaction, and the writer that runs them.

Every change increments the version of its game in the same statement, and applies only to the version that
the caller has seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, update

from data.db.errors import Limit
from data.db.registry import Signal
from data.db.rows import insert_row, values_of
from data.db.store import hold_game
from data.games import moves, questions
from data.games.clocks import ClockStore, clock_after, clock_columns, side_on_clock
from data.games.history import computer_match_in, find
from data.games.limits import (
    FairUseBounds,
    SelfPlayBounds,
    await_self_play_turn,
    count_request,
    require_few_games,
    require_self_play_room,
)
from data.games.records import (
    ComputerMatchThere,
    Game,
    GameChanged,
    GameNotFound,
    GameState,
    NewGame,
    NewMove,
    Outcome,
    Seat,
    Unrated,
)
from data.games.time_control import GameClock
from data.people.players import ensure_players
from data.tables.playing import conditional_moves, games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.store import Stores


class GameChanges(Signal[Game, object]):
    """A game was stored: begun, moved in, shown elsewhere, over."""


class GameWriter:
    """Runs the transactions that change games, and tells the listeners."""

    def __init__(self, stores: Stores) -> None:
        self._database = stores.database
        self._clocks = stores[ClockStore]
        self._changes = stores[GameChanges]
        self._changes.listen(self._clocks.tell)

    async def store(self, work: Callable[[Connection], Game], answers: int | None = None) -> Game:
        """Run a transaction that changes a game, and may answer the question with the id `answers`."""

        def answering(connection: Connection) -> Game:
            questions.answer(connection, answers)
            changed = work(connection)
            return changed if answers is None else replace(changed, question=None)

        await self._clocks.follow()
        game = await self._database.write(answering)
        self._changes.tell(game)
        return game

    async def store_several(self, work: Callable[[Connection], tuple[Game, ...]]) -> tuple[Game, ...]:
        """Run a transaction that changes several games, or none."""
        await self._clocks.follow()
        changed = await self._database.write(work)
        for game in changed:
            self._changes.tell(game)
        return changed


# Built once: building a statement takes longer than running it. The columns to set come with the values.
_CHANGE = update(games).where(
    games.c.id == bindparam("seen_id"), games.c.version == bindparam("seen_version")
)
_FORGET_PLANS = delete(conditional_moves).where(conditional_moves.c.game_id == bindparam("planned_in"))


def change(connection: Connection, game: Game, **columns: Any) -> None:
    """Set columns of a game that is still as the caller saw it, and increment its version.

    Raises GameChanged if it is not, GameNotFound if there is no such game.
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
    """Store a new game, and its people where they are new.

    Raises ComputerMatchThere for a second match in a channel, and LimitReached.
    """
    if new.is_computer_match:
        await_self_play_turn(connection, [new.challenger_id], new.channel_id, new.guild_id)
        there = computer_match_in(connection, new.channel_id)
        if there is not None:
            raise ComputerMatchThere(there)
        require_self_play_room(connection, self_play, [new.challenger_id], new.channel_id, new.guild_id)
    if new.state is GameState.OFFERED:
        count_request(connection, fair_use, Limit.CHALLENGES, new.challenger_id, new.guild_id, now)
    people = [new.challenger_id, new.opponent_id, *(seat.player_id for seat in new.seats)]
    ensure_players(connection, [person for person in people if person is not None])
    game_id = insert_row(
        connection,
        games,
        dict(
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
            event_kind=None if new.event is None else new.event.kind,
            event_id=None if new.event is None else new.event.id,
            created_at=now,
            started_at=now if new.state is GameState.PLAYING else None,
            moved_at=now,
            **seat_columns(*new.seats),
            **_first_clock(new, now),
        ),
    )
    game = find(connection, game_id)
    if game is None:
        raise GameNotFound(game_id)
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
    """Store `new` as the only rematch of a game; raises GameChanged with the rematch that exists."""
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
    """Add moves to a game and, with `outcome`, end it, without rating it.

    `conditional_from` is the ply from which the moves up to these were planned. Raises TimeUp for late moves.
    """
    changes: dict[str, Any] = {}
    if new:
        changes["moved_at"] = now
        if conditional_from != game.conditional_from:
            changes["conditional_from"] = conditional_from
    if outcome is not None:
        changes |= values_of(outcome, state=GameState.FINISHED, finished_at=now)
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
    moves.add(connection, game.id, game.ply, new, now)
    return after


def forget_plans(connection: Connection, game: Game) -> None:
    """Delete the conditional moves of both people in a game."""
    connection.execute(_FORGET_PLANS, {"planned_in": game.id})


def set_paused(connection: Connection, game: Game, paused: bool, now: datetime) -> Game:
    paused_at = now if paused else None
    after = timed(game, changed(game, paused_at=paused_at), now)
    change(connection, game, paused_at=paused_at, **clock_columns(after.clock))
    return after


def adjourn(connection: Connection, game: Game, quietly: bool, now: datetime) -> Game:
    """Put a game aside; `quietly`, its message counts as up to date."""
    after = timed(game, changed(game, adjourned_at=now), now)
    shown = {"shown_version": after.version} if quietly else {}
    change(connection, game, adjourned_at=now, **shown, **clock_columns(after.clock))
    return after


def take_up(connection: Connection, game: Game, bounds: FairUseBounds, now: datetime) -> Game:
    """Resume a game that was put aside, with the turn beginning now; raises LimitReached."""
    resumed: dict[str, Any] = {"adjourned_at": None, "paused_at": None, "moved_at": now}
    after = timed(game, changed(game, **resumed), now)
    change(connection, game, **resumed, **clock_columns(after.clock))
    require_few_games(connection, bounds, after)
    return after


def set_warned(connection: Connection, game: Game) -> Game:
    """Note that the side to move was reminded of its time."""
    assert game.clock is not None
    return set_clock(connection, game, replace(game.clock, warned=True))


def set_clock(connection: Connection, game: Game, clock: GameClock) -> Game:
    after = changed(game, clock=clock)
    change(connection, game, **clock_columns(clock))
    return after


def swap_seats(connection: Connection, game: Game, now: datetime) -> Game:
    """Swap the seats of the two people, and what belongs to each."""
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
    """Return the columns that make a game unrated; the first reason stays."""
    if unrated is None or not game.rated:
        return {}
    return {
        "rated": False,
        "unrated_why": unrated.why,
        "unrated_by": unrated.by,
        "unrated_lost": unrated.lost,
    }


def changed(game: Game, unrated: Unrated | None = None, **fields: Any) -> Game:
    """Return the game after a change, unrated if there is a reason."""
    if unrated is not None and game.rated:
        fields |= {"rated": False, "unrated": unrated}
    return replace(game, version=game.version + 1, **fields)


def _first_clock(new: NewGame, now: datetime) -> dict[str, Any]:
    """Return the columns of a new game's clock, which runs if a person is to move."""
    if new.time is None:
        return {}
    clock = GameClock.of(new.time, new.shares)
    if new.state is GameState.PLAYING and new.seats[new.turn].computer is None:
        clock = clock.run_for(new.turn, now)
    return {"time_control": str(new.time), **clock_columns(clock)}


def timed(before: Game, after: Game, now: datetime) -> Game:
    return replace(after, clock=clock_after(before, after, now))


def seat_columns(first: Seat, second: Seat) -> dict[str, Any]:
    return {
        "first_player_id": first.player_id,
        "first_computer": first.computer,
        "second_player_id": second.player_id,
        "second_computer": second.computer,
    }
