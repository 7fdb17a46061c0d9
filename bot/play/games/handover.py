"""Help from the computer in a game: who may have it, and handing a side over and back."""

from __future__ import annotations

from bot.computer.opponents.choices import require_player
from bot.core.limits import refusing_at_limits
from bot.core.people import Person
from bot.core.refusals import NotAMember
from bot.core.snapshot import GameSnapshot, unrating_loses
from bot.play.games import refusals
from bot.play.games.challenges import computer_rating
from bot.play.games.changes import change, load, require_casual, require_ply, require_side
from data import Storage
from data.db.registry import Registry
from data.games.records import Game
from data.ratings.unrating import UnratingStore
from engine.players.computer import style_names


class HandOvers:
    """Lets computer players play for people."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def require_own_side(self, game_id: int, who: Person) -> tuple[GameSnapshot, int]:
        """Return the game and the side of `who`. Refused unless they play it themselves."""
        snapshot = await load(self._storage, game_id)
        return snapshot, _own_side(snapshot, who)

    async def hand_over(self, game_id: int, who: Person, ply: int, spec: str) -> GameSnapshot:
        """Hand the side of `who` at `ply` to the computer player `spec`.

        Raises ValueError where an opponent has to agree first.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            side = _own_side(snapshot, who)
            if snapshot.game.seats[1 - side].player_id is not None:
                raise ValueError(f"the other person in game {game_id} has to agree first")
            require_ply(snapshot, ply)
            return await delegate(self._storage, snapshot, side, spec)

        return await change(await load(self._storage, game_id), attempt)

    async def take_over(self, game_id: int, who: Person) -> GameSnapshot:
        """Return a side to its person; a search for that side has to be ended afterwards."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            side = require_side(snapshot, who)
            require_handed_over(snapshot, side)
            return await self._storage[UnratingStore].set_delegate(snapshot.game, side, None)

        return await change(await load(self._storage, game_id), attempt)


def require_own_play(snapshot: GameSnapshot, side: int) -> None:
    """Refuse to hand over a side already played by a computer, or whose moves could not be shown."""
    require_casual(snapshot)
    if snapshot.game.delegates[side] is not None:
        raise refusals.HandedOver
    if snapshot.game.by_clicks and snapshot.player_of(1 - side) is not None:
        # Moves are shown through clicks only, and computers on both sides make none.
        raise NotAMember


def require_handed_over(snapshot: GameSnapshot, side: int) -> None:
    """Refuse to take back a side that the person plays themselves."""
    if snapshot.game.delegates[side] is None:
        raise refusals.NotHandedOver


async def delegate(
    storage: Storage, snapshot: GameSnapshot, side: int, spec: str, answers: int | None = None
) -> Game:
    """Store that the computer player `spec` plays a side; `answers` is the question that allowed it."""
    player = require_player(snapshot.kind, spec)
    with refusing_at_limits():
        return await storage[UnratingStore].set_delegate(
            snapshot.game,
            side,
            player.spec,
            as_loss=unrating_loses(snapshot),
            computer_rating=computer_rating(snapshot),
            answers=answers,
        )


def _own_side(snapshot: GameSnapshot, who: Person) -> int:
    side = require_side(snapshot, who)
    require_own_play(snapshot, side)
    return side


async def record_asked(
    storage: Storage, snapshot: GameSnapshot, side: int, answers: int | None = None
) -> Game:
    """Store that the person on `side` requested hints; `answers` is the question that allowed it."""
    if snapshot.game.asked and answers is None:
        return snapshot.game
    return await storage[UnratingStore].record_asked(
        snapshot.game,
        side,
        as_loss=unrating_loses(snapshot),
        computer_rating=computer_rating(snapshot),
        answers=answers,
    )


def needs_consent(snapshot: GameSnapshot) -> bool:
    """Return whether an opponent has to agree to hints first."""
    return not snapshot.game.asked and all(seat.player_id is not None for seat in snapshot.game.seats)


def require_hintable(snapshot: GameSnapshot, side: int) -> None:
    """Refuse hints to a player who is not to move themselves, and in tournaments and exhibitions."""
    require_casual(snapshot)
    if snapshot.game.delegates[side] is not None:
        raise refusals.HandedOver
    if snapshot.position.turn != side:
        raise refusals.NotYourTurn
    if not style_names(snapshot.position.game):
        raise refusals.NoHints(snapshot.kind.title)
