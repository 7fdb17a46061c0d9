"""Changes of games: the functions that make them, in the caller's transaction, and the writer that runs them.

Every change increments the version of its game in the same statement, and applies only to the version that
the caller has seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, select, text, update

from data.db.errors import Limit
from data.db.registry import Signal
from data.db.rows import insert_row, values_of
from data.db.store import hold_game
from data.games import moves, questions
from data.games.clocks import ClockStore, clock_after, clock_columns
from data.games.history import find, require
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
    GameState,
    NewGame,
    NewMove,
    Outcome,
    Seat,
    Unrated,
)
from data.games.time_control import GameClock
from data.people.players import ensure_players
from data.tables.playing import EXHIBITION, conditional_moves, games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
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


# What a change can set: fields that are columns of their names, and the columns of others.
_PLAIN = frozenset(
    {
        *("state", "opponent_id", "options", "turn", "rated", "asked", "conditional_from"),
        *("winner", "score", "ending", "closed_as"),
        *("started_at", "moved_at", "finished_at", "paused_at", "adjourned_at"),
    }
)
_COLUMNS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "seats": lambda seats: _seat_columns(*seats),
    "delegates": lambda both: {"first_delegate": both[0], "second_delegate": both[1]},
    "side_choice": lambda side: {"colour": side},
    "unrated": lambda unrated: {
        "unrated_why": None if unrated is None else unrated.why,
        "unrated_by": None if unrated is None else unrated.by,
        "unrated_lost": unrated is not None and unrated.lost,
    },
    "clock": clock_columns,
}


def change(
    connection: Connection,
    game: Game,
    now: datetime | None = None,
    why: Unrated | None = None,
    *,
    quietly: bool = False,
    **fields: Any,
) -> Game:
    """Change a game that is still as the caller saw it, and increment its version; return it.

    With `now`, its clock is started or stopped as the change needs. With a reason, it is unrated; the first
    reason stays. `quietly`, its message counts as up to date. Raises GameChanged if the game is not as the
    caller saw it, GameNotFound if there is none, and TimeUp for late moves.
    """
    if why is not None and game.rated:
        fields |= {"rated": False, "unrated": why}
    after = replace(game, version=game.version + 1, **fields)
    if now is not None and (clock := clock_after(game, after, now)) is not game.clock:
        fields["clock"] = clock
        after = replace(after, clock=clock)
    columns: dict[str, Any] = {"shown_version": after.version} if quietly else {}
    for name, value in fields.items():
        if name in _PLAIN:
            columns[name] = value
        elif name in _COLUMNS:
            columns |= _COLUMNS[name](value)
    this = {"seen_id": game.id, "seen_version": game.version, "version": after.version}
    if connection.execute(_CHANGE, {**this, **columns}).rowcount == 0:
        raise GameChanged(require(connection, game.id))
    return after


def create(
    connection: Connection, new: NewGame, self_play: SelfPlayBounds, fair_use: FairUseBounds, now: datetime
) -> Game:
    """Store a new game, and its people where they are new.

    Raises ComputerMatchThere for a second match in a channel, GameChanged for a second rematch, and
    LimitReached.
    """
    if new.rematch_of is not None:
        hold_game(connection, new.rematch_of)
        played = require(connection, new.rematch_of)
        if played.rematch is not None:
            raise GameChanged(find(connection, played.rematch) or played)
    if new.is_computer_match:
        await_self_play_turn(connection, [new.challenger_id], new.channel_id, new.guild_id)
        match = select(games.c.id).where(text(EXHIBITION), games.c.channel_id == new.channel_id)
        if (there := connection.scalar(match)) is not None:
            raise ComputerMatchThere(require(connection, there))
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
            **_seat_columns(*new.seats),
            **clock_columns(_first_clock(new, now)),
        ),
    )
    game = require(connection, game_id)
    if new.state is GameState.PLAYING:
        require_few_games(connection, fair_use, game)
    return game


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
        changes |= {"moved_at": now, "turn": 1 - new[-1].by}
        if conditional_from != game.conditional_from:
            changes["conditional_from"] = conditional_from
    if outcome is not None:
        changes |= values_of(outcome, state=GameState.FINISHED, finished_at=now)
    seconds, given_away = list(game.seconds), list(game.given_away)
    for move in new:
        seconds[move.by] += move.seconds
        given_away[move.by] += move.given_away
    after = change(
        connection,
        game,
        now,
        **changes,
        moves=game.moves + tuple(move.move for move in new),
        seconds=(seconds[0], seconds[1]),
        given_away=(given_away[0], given_away[1]),
        proved=game.proved + tuple(move.proved for move in new),
        thoughts=game.thoughts + tuple(move.thought for move in new),
    )
    if outcome is not None:
        forget_plans(connection, game)
    moves.add(connection, game.id, game.ply, new, now)
    return after


def forget_plans(connection: Connection, game: Game) -> None:
    """Delete the conditional moves of both people in a game."""
    connection.execute(_FORGET_PLANS, {"planned_in": game.id})


def swap_seats(connection: Connection, game: Game, now: datetime) -> Game:
    """Swap the seats of the two people, and what belongs to each."""
    unrated, clock = game.unrated, game.clock
    if unrated is not None and unrated.by is not None:
        unrated = replace(unrated, by=1 - unrated.by)
    if clock is not None:
        stopped = clock.stop(now)
        clock = replace(stopped, left=stopped.left[::-1])
    swapped = replace(game, seats=game.seats[::-1], delegates=game.delegates[::-1], clock=clock)
    clock = clock_after(swapped, swapped, now)
    swapped = change(
        connection, game, seats=swapped.seats, delegates=swapped.delegates, unrated=unrated, clock=clock
    )
    forget_plans(connection, game)
    return swapped


def _first_clock(new: NewGame, now: datetime) -> GameClock | None:
    """Return the clock of a new game, which runs if a person is to move."""
    if new.time is None:
        return None
    clock = GameClock.of(new.time, new.shares)
    if new.state is GameState.PLAYING and new.seats[new.turn].computer is None:
        clock = clock.run_for(new.turn, now)
    return clock


def _seat_columns(first: Seat, second: Seat) -> dict[str, Any]:
    return {
        "first_player_id": first.player_id,
        "first_computer": first.computer,
        "second_player_id": second.player_id,
        "second_computer": second.computer,
    }
