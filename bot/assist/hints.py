"""The computer's thinking, shown to a person who is to move.

The game becomes unrated; where two people play, the other one has to agree, once for the game.
"""

from __future__ import annotations

from bot import refusals
from bot.computer.pool import SearchPool
from bot.games.referee import Person, Referee
from bot.games.snapshot import Table
from data import GameChanged, GameState, Storage
from engine import Limits, SearchResult, StopFlag, search
from engine.players.styles import style_names

ADVICE_SECONDS = 3.0
"""How long the computer thinks, at most, when a person asks what it thinks."""


class Advice:
    """Shows what the computer thinks of a person's moves."""

    def __init__(
        self, storage: Storage, referee: Referee, pool: SearchPool, seconds: float = ADVICE_SECONDS
    ) -> None:
        """`seconds` is how long the computer thinks."""
        self._storage = storage
        self._referee = referee
        self._pool = pool
        self._seconds = seconds

    async def askable(self, game_id: int, who: Person) -> Table:
        """The game, if `who` is to move in it himself, so that the thinking can be shown to him."""
        table = await self._referee.resignable(game_id, who)
        seat = table.seat_of(who.id)
        assert seat is not None
        if table.game.delegates[seat] is not None:
            raise refusals.HandedOver
        if table.position.turn != seat:
            raise refusals.NotYourTurn
        if not style_names(table.position.game):
            raise refusals.BadRequest(
                f"I play {table.kind.title} without thinking: there is nothing to show."
            )
        return table

    async def answerable(self, game_id: int, seat: int, who: Person) -> Table:
        """The game, if `who` has to say whether the thinking may be shown to the person in `seat`."""
        table = await self._referee.table(game_id)
        if table.game.seats[1 - seat].player_id != who.id:
            raise refusals.NotAskedForConsent(f"<@{table.game.seats[1 - seat].player_id}>")
        if not table.going:
            raise refusals.GameOver
        return table

    async def agree(self, game_id: int, seat: int, who: Person) -> Table:
        """`who` agrees that the thinking is shown in this game: it is unrated from now on."""
        return await self._note(await self.answerable(game_id, seat, who))

    async def ask(self, game_id: int, ply: int, who: Person) -> Table:
        """Note that `who` has asked at this ply: the game is unrated from now on, and says so.

        Raises ValueError where another person has to agree first.
        """
        table = await self.askable(game_id, who)
        if table.game.ply != ply:
            raise refusals.MovedSince
        if needs_consent(table):
            raise ValueError(f"the other person in game {game_id} has to agree first")
        return await self._note(table)

    async def think(self, table: Table) -> SearchResult:
        """Every move of the side to move with its value; beside the games' own searches, for which it ends.

        The candidates are empty when it had to end before it came to anything.
        """

        def work(seconds: float, stop: StopFlag) -> SearchResult:
            return search(table.position, Limits(seconds=seconds), stop, every_value=True)

        return await self._pool.work_aside(work, self._seconds, ahead=True)

    async def _note(self, table: Table) -> Table:
        if table.game.asked:
            return table
        try:
            return Table.of(await self._storage.note_asked(table.game.id, table.game.ply))
        except GameChanged as changed:
            if changed.game.state is not GameState.PLAYING:
                raise refusals.GameOver from changed
            raise refusals.MovedSince from changed


def needs_consent(table: Table) -> bool:
    """Whether another person has to agree before the thinking is shown."""
    return not table.game.asked and all(seat.player_id is not None for seat in table.game.seats)
