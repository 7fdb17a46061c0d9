"""What can be done in a game that is being played: move, take a move back, resign, run out of time.

Each use-case checks who asks and whether it is possible now, stores the change in one transaction, and
returns the game as it then stands. A `Refusal` means that nothing was changed.
"""

from __future__ import annotations

from contextlib import suppress

from bot import refusals
from bot.clocks.presence import ABSENCE
from bot.games.changes import change, load, plies, require_going, require_ply, require_side
from bot.games.conditionals import can_be_planned, respond
from bot.games.people import Person
from bot.games.snapshot import GameSnapshot
from bot.games.terms import computer_rating, unrating_loses
from bot.refusals import Refusal
from bot.runtime import Now, utc_now
from data import Ending, Game, GameNotFound, Outcome, Storage, TimeUp
from engine import IllegalMove

CALLED_OFF_BEFORE = 4
"""A game given up before so many plies, two moves of each side, has no winner and is not rated."""

BOTH_HAVE_MOVED = 2
"""Plies before which nobody loses when time is over: somebody has not come to play."""

CALLED_OFF = Outcome(winner=None, score=None, ending=Ending.CALLED_OFF)


class Referee:
    """Lets people and the computer do what the rules allow."""

    def __init__(self, storage: Storage, *, now: Now = utc_now) -> None:
        self._storage = storage
        self._now = now

    async def snapshot(self, game_id: int) -> GameSnapshot:
        """The game as it stands."""
        return await load(self._storage, game_id)

    async def move(self, game_id: int, who: Person, ply: int, move: str) -> GameSnapshot:
        """Play a person's `move`, meant for the position at `ply`."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            _require_turn(snapshot, who, ply)
            return await self._store(snapshot, move)

        seen = self._storage.seen(game_id)
        if seen is not None:
            # Mostly nothing has happened since: then the game need not be read. A refusal may be out of date.
            with suppress(Refusal, TimeUp, GameNotFound):
                return await change(GameSnapshot.of(seen), attempt)
        while True:
            try:
                return await change(await self.snapshot(game_id), attempt)
            except TimeUp:
                if (await self.call_time(game_id)).out_of_time is not None:
                    raise refusals.TimeIsUp from None

    async def call_time(self, game_id: int) -> GameSnapshot:
        """End a game whose side to move is out of time; another one comes back as it is.

        Time in which the bot was away does not count. When the two have not made a move each, the game is
        called off, and nobody has lost.
        """
        await self._storage.clocks.note_presence(ABSENCE)

        async def attempt(snapshot: GameSnapshot) -> Game:
            clock, side = snapshot.game.clock, snapshot.position.turn
            if clock is None or clock.flag_at is None or self._now() < clock.flag_at:
                return snapshot.game
            lost = Outcome(winner=1 - side, score=None, ending=Ending.TIME)
            outcome = lost if snapshot.game.ply >= BOTH_HAVE_MOVED else CALLED_OFF
            return await self._storage.finish(
                snapshot.game, outcome, computer_rating=computer_rating(snapshot)
            )

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

        `seconds` is the thinking time; the time since the side got its turn when left out. `proved` is the
        final score, from the first player's point of view, if the search for the move proved one, and
        `given_away` by how many points the move is worse than the best one that the player saw, and `thought`
        what its search found. Refused when there is another position now, or another player has the side.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            require_going(snapshot)
            if snapshot.game.moves != seen.game.moves or snapshot.player_to_move != seen.player_to_move:
                raise refusals.Outdated
            return await self._store(snapshot, move, seconds, proved, given_away, thought)

        return await change(seen, attempt)

    async def require_stoppable(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if `who` plays in it and may end the computer's search."""
        snapshot = await self.snapshot(game_id)
        _require_stoppable(snapshot, who)
        return snapshot

    async def require_take_back(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if `who` can take their last move back now: against a computer, which is not asked."""
        snapshot = await self.snapshot(game_id)
        _last_move(snapshot, who)
        return snapshot

    async def take_back(self, game_id: int, who: Person, ply: int) -> GameSnapshot:
        """Take back a person's last move at `ply`, and the computer's answer to it if that is made.

        The game is unrated then, and lost where that counts as a loss.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            last = _last_move(snapshot, who)
            require_ply(snapshot, ply)
            return await self._storage.unrating.take_back(
                snapshot.game,
                last,
                snapshot.side_of(who.id),
                as_loss=unrating_loses(snapshot),
                computer_rating=computer_rating(snapshot),
            )

        return await change(await self.snapshot(game_id), attempt)

    async def require_playing(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if it is being played and `who` plays in it."""
        snapshot = await self.snapshot(game_id)
        require_side(snapshot, who)
        return snapshot

    async def resign(self, game_id: int, who: Person, *, as_loss: bool = True) -> GameSnapshot:
        """Give the game up; when it has hardly begun it is called off instead, and nobody has lost.

        With `as_loss` false it is only called off, and a game that has gone on is left as it is.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            side = require_side(snapshot, who)
            if not as_loss and not resigning_calls_off(snapshot):
                raise refusals.WouldLose
            outcome = leaving(snapshot, side)
            return await self._storage.finish(
                snapshot.game, outcome, computer_rating=computer_rating(snapshot)
            )

        return await change(await self.snapshot(game_id), attempt)

    async def _store(
        self,
        snapshot: GameSnapshot,
        move: str,
        seconds: float | None = None,
        proved: int | None = None,
        given_away: float = 0.0,
        thought: str | None = None,
    ) -> Game:
        """Store `move` for the side to move, with the passes and the ending it brings, and what people have
        planned to answer, in one transaction."""
        if seconds is None:
            seconds = max(0.0, (self._now() - snapshot.game.moved_at).total_seconds())
        try:
            made, outcome = plies(snapshot.position, move, seconds, proved, given_away, thought)
        except IllegalMove as error:
            raise refusals.IllegalHere(move) from error
        return await self._storage.add_moves(
            snapshot.game,
            made,
            outcome,
            computer_rating=computer_rating(snapshot),
            respond=respond if can_be_planned(snapshot.game) else None,
        )


def resigning_calls_off(snapshot: GameSnapshot) -> bool:
    """Whether giving up now ends the game without a loser."""
    return snapshot.game.ply < CALLED_OFF_BEFORE


def leaving(snapshot: GameSnapshot, side: int) -> Outcome:
    """How a game ends that the person on `side` gives up."""
    if resigning_calls_off(snapshot):
        return CALLED_OFF
    return Outcome(winner=1 - side, score=None, ending=Ending.RESIGNED)


def _require_turn(snapshot: GameSnapshot, who: Person, ply: int) -> None:
    """Refuse a move of `who` that was meant for the position at `ply`, when it is not their turn there."""
    side = require_side(snapshot, who)
    if side != snapshot.position.turn:
        if snapshot.player_to_move is not None:
            raise refusals.ComputerThinks
        other = snapshot.to_move.player_id
        assert other is not None
        if ply != snapshot.game.ply:
            # The board they clicked on was not brought up to date after their own move.
            raise refusals.MovedAlready(other)
        raise refusals.WaitingForOther(other)
    if snapshot.player_to_move is not None:
        raise refusals.HandedOver
    if ply != snapshot.game.ply:
        raise refusals.Outdated


def _require_stoppable(snapshot: GameSnapshot, who: Person) -> int:
    """The side of `who`, if they may end the computer's search."""
    side = require_side(snapshot, who)
    if not snapshot.computer_to_move:
        raise refusals.NothingToStop
    other = snapshot.to_move.player_id
    if other is not None and other != who.id:
        raise refusals.PlaysForAnother(other)
    return side


def _last_move(snapshot: GameSnapshot, who: Person) -> int:
    """The ply of the last move of `who`, if they may take it back now without asking anybody."""
    side = require_side(snapshot, who)
    if snapshot.delegated:
        raise refusals.HandedOver
    if snapshot.game.seats[1 - side].player_id is not None:
        raise refusals.OtherHasToAgree
    ply = snapshot.last_ply_of(side)
    if ply is None:
        raise refusals.NothingToTakeBack
    return ply
