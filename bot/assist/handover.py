"""Handing a side to a computer player in the middle of a game, and taking it back.

The person keeps the seat, and with it the result. The game becomes unrated. Where another person sits on the
other side he has to agree.
"""

from __future__ import annotations

from bot import refusals
from bot.games.people import Person
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from data import GameChanged, GameState, Storage


class HandOvers:
    """Lets computer players play for people."""

    def __init__(self, storage: Storage, referee: Referee) -> None:
        self._storage = storage
        self._referee = referee

    async def require_own_side(self, game_id: int, who: Person) -> tuple[GameSnapshot, int]:
        """The game, and the side of `who` in it, if he plays it himself."""
        snapshot = await self._referee.require_playing(game_id, who)
        seat = snapshot.seat_of(who.id)
        assert seat is not None
        if snapshot.game.delegates[seat] is not None:
            raise refusals.HandedOver
        return snapshot, seat

    async def lend(self, game_id: int, who: Person, player: str) -> GameSnapshot:
        """Hand the side of `who` to the computer player with the text `player`; nobody has to be asked.

        Raises ValueError where somebody has to.
        """
        snapshot, seat = await self.require_own_side(game_id, who)
        if consent_needed(snapshot, seat) is not None:
            raise ValueError(f"the other person in game {game_id} has to agree first")
        return await self._set(snapshot, seat, player)

    async def require_answerer(self, game_id: int, seat: int, who: Person) -> GameSnapshot:
        """The game, if `who` has to say whether a computer may play for the person in `seat`."""
        snapshot = await self._referee.snapshot(game_id)
        other = consent_needed(snapshot, seat)
        if other != who.id:
            raise refusals.NotAskedForConsent(other)
        if not snapshot.going:
            raise refusals.GameOver
        return snapshot

    async def agree(self, game_id: int, seat: int, who: Person, player: str) -> GameSnapshot:
        """`who`, on the other side, agrees that `player` plays for the person in `seat`."""
        snapshot = await self.require_answerer(game_id, seat, who)
        if snapshot.game.delegates[seat] is not None:
            raise refusals.AlreadyHandedOver
        return await self._set(snapshot, seat, player)

    async def delegated(self, game_id: int, who: Person) -> tuple[GameSnapshot, int]:
        """The game, and the side of `who` in it, if a computer plays it for him."""
        snapshot = await self._referee.require_playing(game_id, who)
        seat = snapshot.seat_of(who.id)
        assert seat is not None
        if snapshot.game.delegates[seat] is None:
            raise refusals.NotHandedOver
        return snapshot, seat

    async def take_over(self, game_id: int, who: Person) -> GameSnapshot:
        """Let `who` play his side himself again; a search for his side has to be left now."""
        snapshot, seat = await self.delegated(game_id, who)
        return await self._set(snapshot, seat, None)

    async def _set(self, snapshot: GameSnapshot, seat: int, player: str | None) -> GameSnapshot:
        before = snapshot.game.delegates[seat]
        try:
            game = await self._storage.set_delegate(snapshot.game.id, seat, player, instead_of=before)
        except GameChanged as changed:
            if changed.game.state is not GameState.PLAYING:
                raise refusals.GameOver from changed
            raise refusals.Outdated from changed
        return GameSnapshot.of(game)


def consent_needed(snapshot: GameSnapshot, seat: int) -> int | None:
    """The id of the person who has to agree before a computer plays this side, if there is one."""
    return snapshot.game.seats[1 - seat].player_id
