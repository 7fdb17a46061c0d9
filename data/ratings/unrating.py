"""Actions that make a game unrated.

Each names the side `by` which it is done. With `as_loss`, the game is rated as that side's loss in the same
transaction, with a `computer_rating` as for `Storage.add_moves`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from data.db.store import Store
from data.games import moves
from data.games.changes import GameWriter, change, forget_plans
from data.games.history import require
from data.games.limits import SelfPlayBounds, require_self_play_room
from data.games.records import (
    Ending,
    Game,
    GameChanged,
    GameState,
    Outcome,
    Unrated,
    WhyUnrated,
    require_state,
)
from data.ratings import ratings
from data.tables.schema import require_storable

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.store import Stores


class UnratingStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._writer = stores[GameWriter]
        self._self_play = stores[SelfPlayBounds]

    async def take_back(
        self,
        game: Game,
        to_ply: int,
        by: int | None = None,
        *,
        as_loss: bool = False,
        computer_rating: int | None = None,
        answers: int | None = None,
    ) -> Game:
        """Remove the moves from `to_ply` on, and make the game unrated.

        Raises errors like `add_moves`, and ValueError when `to_ply` is not one of the game's moves.
        """
        require_state(game, GameState.PLAYING)
        if not 0 <= to_ply < game.ply:
            raise ValueError(f"game {game.id} has no move {to_ply} to take back")
        unrated = Unrated(WhyUnrated.TAKEN_BACK, by, as_loss)

        def work(connection: Connection, now: datetime) -> Game:
            turn = moves.side_at(connection, game.id, to_ply)
            if turn is None:
                # Another request has just taken them back.
                raise GameChanged(require(connection, game.id))
            left: dict[str, Any] = {"moves": game.moves[:to_ply], "turn": turn, "conditional_from": None}
            change(connection, game, now, unrated, moved_at=now, **left)
            moves.take_back(connection, game.id, to_ply)
            forget_plans(connection, game)
            return require(connection, game.id)

        return await self._unrate(game, unrated, work, computer_rating, answers)

    async def set_delegate(
        self,
        game: Game,
        side: int,
        delegate: str | None,
        *,
        as_loss: bool = False,
        computer_rating: int | None = None,
        answers: int | None = None,
    ) -> Game:
        """Hand a person's side over to the computer player `delegate`, or back (None), and make the game
        unrated.

        Raises errors like `add_moves`, LimitReached like `create_game`, and ValueError if no person sits
        there.
        """
        require_state(game, GameState.PLAYING)
        if game.seats[side].player_id is None:
            raise ValueError(f"no person sits on side {side} of game {game.id}")
        require_storable(delegate)
        unrated = Unrated(WhyUnrated.HANDED_OVER, side, as_loss)

        def work(connection: Connection, now: datetime) -> Game:
            if delegate is not None and (game.seats[1 - side].computer or game.delegates[1 - side]):
                people = [seat.player_id for seat in game.seats if seat.player_id is not None]
                require_self_play_room(connection, self._self_play, people, game.channel_id, game.guild_id)
            delegates = (game.delegates[0], delegate) if side else (delegate, game.delegates[1])
            return change(connection, game, now, unrated, delegates=delegates)

        return await self._unrate(game, unrated, work, computer_rating, answers)

    async def record_asked(
        self,
        game: Game,
        by: int | None = None,
        *,
        as_loss: bool = False,
        computer_rating: int | None = None,
        answers: int | None = None,
    ) -> Game:
        """Note that a player has seen the computer's thinking, and make the game unrated.

        Raises errors like `add_moves`.
        """
        require_state(game, GameState.PLAYING)
        unrated = Unrated(WhyUnrated.THINKING, by, as_loss)
        return await self._unrate(
            game, unrated, lambda c, _: change(c, game, why=unrated, asked=True), computer_rating, answers
        )

    async def _unrate(
        self,
        game: Game,
        unrated: Unrated,
        work: Callable[[Connection, datetime], Game],
        computer_rating: int | None,
        answers: int | None,
    ) -> Game:
        """Run a change that makes a game unrated, and rate it as a loss if requested."""
        now = self._clock()

        def run(connection: Connection) -> Game:
            changed = work(connection, now)
            if unrated.lost and unrated.by is not None and game.rated:
                lost = Outcome(winner=1 - unrated.by, score=None, ending=Ending.RESIGNED)
                ratings.conclude(connection, game, lost, computer_rating, now)
            return changed

        return await self._writer.store(run, answers)
