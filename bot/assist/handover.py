"""Handing a side to a computer player in the middle of a game, and taking it back.

The person keeps the seat, and with it the result. The game becomes unrated. Where another person sits on the
other side he has to agree.
"""

from __future__ import annotations

from bot import refusals
from bot.games.referee import Person, Referee
from bot.games.snapshot import Table
from data import GameChanged, GameState, Storage


class Delegates:
    """Lets computer players play for people."""

    def __init__(self, storage: Storage, referee: Referee) -> None:
        self._storage = storage
        self._referee = referee

    async def lendable(self, game_id: int, who: Person) -> tuple[Table, int]:
        """The game, and the side of `who` in it, if he plays it himself."""
        table = await self._referee.resignable(game_id, who)
        seat = table.seat_of(who.id)
        assert seat is not None
        if table.game.delegates[seat] is not None:
            raise refusals.HandedOver
        return table, seat

    async def lend(self, game_id: int, who: Person, player: str) -> Table:
        """Hand the side of `who` to the computer player with the text `player`; nobody has to be asked.

        Raises ValueError where somebody has to.
        """
        table, seat = await self.lendable(game_id, who)
        if consent_needed(table, seat) is not None:
            raise ValueError(f"the other person in game {game_id} has to agree first")
        return await self._set(table, seat, player)

    async def answerable(self, game_id: int, seat: int, who: Person) -> Table:
        """The game, if `who` has to say whether a computer may play for the person in `seat`."""
        table = await self._referee.table(game_id)
        other = consent_needed(table, seat)
        if other != who.id:
            raise refusals.NotAskedForConsent(f"<@{other}>")
        if not table.going:
            raise refusals.GameOver
        return table

    async def agree(self, game_id: int, seat: int, who: Person, player: str) -> Table:
        """`who`, on the other side, agrees that `player` plays for the person in `seat`."""
        table = await self.answerable(game_id, seat, who)
        if table.game.delegates[seat] is not None:
            raise refusals.BadRequest("A computer player plays that side already.")
        return await self._set(table, seat, player)

    async def delegated(self, game_id: int, who: Person) -> tuple[Table, int]:
        """The game, and the side of `who` in it, if a computer plays it for him."""
        table = await self._referee.resignable(game_id, who)
        seat = table.seat_of(who.id)
        assert seat is not None
        if table.game.delegates[seat] is None:
            raise refusals.NotHandedOver
        return table, seat

    async def take_over(self, game_id: int, who: Person) -> Table:
        """Let `who` play his side himself again; a search for his side has to be left now."""
        table, seat = await self.delegated(game_id, who)
        return await self._set(table, seat, None)

    async def _set(self, table: Table, seat: int, player: str | None) -> Table:
        before = table.game.delegates[seat]
        try:
            game = await self._storage.set_delegate(table.game.id, seat, player, instead_of=before)
        except GameChanged as changed:
            if changed.game.state is not GameState.PLAYING:
                raise refusals.GameOver from changed
            raise refusals.Outdated from changed
        return Table.of(game)


def consent_needed(table: Table, seat: int) -> int | None:
    """The id of the person who has to agree before a computer plays this side, if there is one."""
    return table.game.seats[1 - seat].player_id
