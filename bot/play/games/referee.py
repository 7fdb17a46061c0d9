"""Actions in a game in progress: move, take back, resign, run out of time; and the watch over clocks.

Each use-case checks who asks and whether it is possible now, stores the change in one transaction, and
returns the changed game. A `Refusal` means that nothing was changed.

The watch warns players short of time, and ends games whose time is up. It sleeps until the next warning or
flag, but no longer than a beat, at which it stores that the bot is running: an absence can then be seen
afterwards, and its time is returned. Without a running clock it does nothing.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import structlog

from bot.computer.computer import Computer
from bot.core.background import Schedule, for_each
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.refusals import ComputerThinks, IllegalHere, NothingToStop, Outdated, Refusal
from bot.core.snapshot import CALLED_OFF_BEFORE, GameSnapshot, unrating_loses
from bot.features import Kit
from bot.play.games import refusals
from bot.play.games.challenges import computer_rating
from bot.play.games.changes import (
    change,
    load,
    plies,
    require_casual,
    require_going,
    require_ply,
    require_side,
)
from bot.play.games.conditionals import can_be_planned, respond
from data import Storage
from data.db.registry import Registry
from data.games.clocks import ClockStore
from data.games.records import Ending, Game, GameChanged, GameNotFound, NewMove, Outcome
from data.games.time_control import NOTHING, TimeUp
from data.ratings.unrating import UnratingStore
from engine import IllegalMove

BOTH_HAVE_MOVED = 2
"""Plies before which a game over time has no loser: one player never came."""

BEAT = timedelta(seconds=5)
"""Time between two notes that the bot is running, while a clock runs."""

ABSENCE = 2 * BEAT
"""Minimum gap between notes that counts as an absence of the bot and is charged to no player."""

CALLED_OFF = Outcome(winner=None, score=None, ending=Ending.CALLED_OFF)


class Referee:
    """Applies the rules to people's and the computer's actions."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]
        self._now = kit[Storage].clock

    async def snapshot(self, game_id: int) -> GameSnapshot:
        return await load(self._storage, game_id)

    async def move(self, game_id: int, who: Person, ply: int, move: str) -> GameSnapshot:
        """Play a person's `move`, meant for the position at `ply`."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_turn(snapshot, who, ply)
            return await self._store(snapshot, NewMove(move, snapshot.position.turn, self._spent(snapshot)))

        cached_game = self._storage.cached(game_id)
        if cached_game is not None:
            # Usually the cached game is current and need not be read again. Its refusals may be outdated.
            with suppress(Refusal, TimeUp, GameNotFound):
                return await change(GameSnapshot.of(cached_game), attempt)
        while True:
            try:
                return await change(await self.snapshot(game_id), attempt)
            except TimeUp:
                if (await self.call_time(game_id)).out_of_time is not None:
                    raise refusals.TimeIsUp from None

    async def call_time(self, game_id: int) -> GameSnapshot:
        """End a game whose side to move is out of time; any other game is returned unchanged.

        Time in which the bot was away does not count. Before each side has moved once, the game is called off
        without a loser.
        """
        await self._storage[ClockStore].record_presence(ABSENCE)

        async def attempt(snapshot: GameSnapshot) -> Game:
            clock, side = snapshot.game.clock, snapshot.position.turn
            if clock is None or clock.flag_at is None or self._now() < clock.flag_at:
                return snapshot.game
            lost = Outcome(winner=1 - side, score=None, ending=Ending.TIME)
            outcome = lost if snapshot.game.ply >= BOTH_HAVE_MOVED else CALLED_OFF
            rating = computer_rating(snapshot)
            return await self._storage.finish(snapshot.game, outcome, computer_rating=rating)

        return await change(await self.snapshot(game_id), attempt)

    async def play(
        self,
        seen: GameSnapshot,
        move: str,
        seconds: float | None = None,
        proved: int | None = None,
        given_away: float = 0.0,
        thought: str | None = None,
    ) -> GameSnapshot:
        """Play `move` for the side to move in `seen`, for a computer player.

        `seconds` is the thinking time (None: since the side's turn began). `proved` is the final score for
        the first player, if the search proved one, `given_away` the points the move loses against the best
        one that the player saw, and `thought` the text of its search. Refused when the position or the player
        of the side has changed.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            require_going(snapshot)
            if snapshot.game.moves != seen.game.moves or snapshot.player_to_move != seen.player_to_move:
                raise Outdated
            spent = self._spent(snapshot) if seconds is None else seconds
            turn = snapshot.position.turn
            return await self._store(snapshot, NewMove(move, turn, spent, proved, given_away, thought))

        return await change(seen, attempt)

    async def require_stoppable(self, game_id: int, who: Person) -> GameSnapshot:
        """Return the game if `who` plays in it and may end the computer's search."""
        snapshot = await self.snapshot(game_id)
        require_side(snapshot, who)
        if not snapshot.computer_to_move:
            raise NothingToStop
        other = snapshot.to_move.player_id
        if other is not None and other != who.id:
            raise refusals.PlaysForAnother(other)
        return snapshot

    async def require_take_back(self, game_id: int, who: Person, move: int | None = None) -> GameSnapshot:
        """Return the game if `who` may take back their last move now, at ply `move` if that is given, against
        a computer."""
        snapshot = await self.snapshot(game_id)
        last = _last_move(snapshot, who)
        if move not in (None, last):
            raise Outdated
        return snapshot

    async def take_back(self, game_id: int, who: Person, ply: int) -> GameSnapshot:
        """Take back a person's last move at `ply`, and the computer's answer to it.

        The game is unrated then, and lost where that counts as a loss.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            last = _last_move(snapshot, who)
            require_ply(snapshot, ply)
            return await self._storage[UnratingStore].take_back(
                snapshot.game,
                last,
                snapshot.side_of(who.id),
                as_loss=unrating_loses(snapshot),
                computer_rating=computer_rating(snapshot),
            )

        return await change(await self.snapshot(game_id), attempt)

    async def require_playing(self, game_id: int, who: Person) -> GameSnapshot:
        """Return the game if it is in progress and `who` plays in it."""
        snapshot = await self.snapshot(game_id)
        require_side(snapshot, who)
        return snapshot

    async def resign(self, game_id: int, who: Person, *, as_loss: bool = True) -> GameSnapshot:
        """Resign the game; if it has hardly begun it is called off without a loser.

        Unless `as_loss`, it is only called off; refused when it would be lost.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            side = require_side(snapshot, who)
            if not as_loss and not resigning_calls_off(snapshot):
                raise refusals.WouldLose
            rating = computer_rating(snapshot)
            return await self._storage.finish(snapshot.game, resigned(snapshot, side), computer_rating=rating)

        return await change(await self.snapshot(game_id), attempt)

    def _spent(self, snapshot: GameSnapshot) -> float:
        """Return the seconds since the side's turn began."""
        return max(0.0, (self._now() - snapshot.game.moved_at).total_seconds())

    async def _store(self, snapshot: GameSnapshot, move: NewMove) -> Game:
        """Store `move` with its passes and ending, and the planned answers, in one transaction."""
        try:
            made, outcome = plies(snapshot.position, move)
        except IllegalMove as error:
            raise IllegalHere(move.move) from error
        return await self._storage.add_moves(
            snapshot.game,
            made,
            outcome,
            computer_rating=computer_rating(snapshot),
            respond=respond if can_be_planned(snapshot.game) else None,
        )


def resigning_calls_off(snapshot: GameSnapshot) -> bool:
    """Return whether resigning now ends the game without a loser; in a tournament or exhibition it never
    does."""
    return snapshot.game.ply < CALLED_OFF_BEFORE and snapshot.game.event is None


def resigned(snapshot: GameSnapshot, side: int) -> Outcome:
    if resigning_calls_off(snapshot):
        return CALLED_OFF
    return Outcome(winner=1 - side, score=None, ending=Ending.RESIGNED)


def _require_turn(snapshot: GameSnapshot, who: Person, ply: int) -> None:
    """Refuse a move of `who` at `ply` when it is not their turn there."""
    side = require_side(snapshot, who)
    if side != snapshot.position.turn:
        if snapshot.player_to_move is not None:
            raise ComputerThinks
        other = snapshot.to_move.player_id
        assert other is not None
        if ply != snapshot.game.ply:
            # The board they clicked on was not updated after their own move.
            raise refusals.MovedAlready(other)
        raise refusals.WaitingForOther(other)
    if snapshot.player_to_move is not None:
        raise refusals.HandedOver
    if ply != snapshot.game.ply:
        raise Outdated


def _last_move(snapshot: GameSnapshot, who: Person) -> int:
    """Return the ply of the last move of `who` if they may take it back without consent."""
    side = require_side(snapshot, who)
    require_casual(snapshot)
    if snapshot.delegated:
        raise refusals.HandedOver
    if snapshot.game.seats[1 - side].player_id is not None:
        raise refusals.OtherHasToAgree
    ply = snapshot.last_ply_of(side)
    if ply is None:
        raise refusals.NothingToTakeBack
    return ply


log = structlog.get_logger(__name__)

AT_ONCE = 16
"""Maximum games whose clocks are handled at a time."""


class ClockWatch:
    """Watches the clocks of all games, while players can reach the bot."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._referee = kit[Referee]
        self._computer = kit[Computer]
        self._publisher = kit[Publisher]
        self._background = kit.background
        self._now = kit.now
        self._schedule = Schedule("clocks", self._do_due, kit, after_fault=BEAT, longest=BEAT)
        self._reachable = False
        self.watching = False
        """True while clocks run out: players can reach the bot, and its absence was returned."""
        kit[ClockStore].watch(self._wake_at)

    def come_back(self) -> None:
        """Note that players can reach the bot; `recover` starts the clocks."""
        self._reachable = True

    def go_away(self) -> None:
        """Stop watching while players cannot reach the bot."""
        self._reachable = self.watching = False
        self._schedule.stop()

    async def recover(self) -> None:
        """Return the time of the bot's absence and watch the clocks, if players can reach the bot."""
        if self.watching:
            # How old a restored copy is shows by this.
            await self._storage[ClockStore].record_presence(ABSENCE)
        if self.watching or not self._reachable:
            return
        returned = await self._storage[ClockStore].record_presence(NOTHING)
        if returned:
            log.info("time of the bot's absence returned", games=returned)
        self.watching = self._reachable
        await self._schedule.run()

    def close(self) -> None:
        self.go_away()

    def _wake_at(self, moment: datetime) -> None:
        if self.watching:
            self._schedule.wake_at(min(moment, self._now() + BEAT))

    async def _do_due(self) -> datetime | None:
        clocks = self._storage[ClockStore]
        await clocks.record_presence(ABSENCE)
        await for_each(await clocks.due(), self._handle, at_once=AT_ONCE)
        return await clocks.next_due()

    async def _handle(self, game_id: int) -> None:
        try:
            snapshot = await self._referee.snapshot(game_id)
            clock = snapshot.game.clock
            if clock is None or clock.flag_at is None:
                return
            if clock.flag_at <= self._now():
                snapshot = await self._referee.call_time(game_id)
            elif clock.warn_at is not None:
                snapshot = GameSnapshot.of(await self._storage.record_warned(snapshot.game))
        except GameChanged:
            # A move arrived at the last moment.
            return
        except Exception:
            # A bug in one game must not stop the rest.
            log.exception("clock not handled", game=game_id)
            return
        if not snapshot.going:
            self._computer.forget(game_id)
        self._background.spawn(self._publisher.show(game_id, known=snapshot))
