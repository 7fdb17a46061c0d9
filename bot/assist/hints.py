"""The computer's thinking, shown to a person who is to move.

The game becomes unrated, later on at the price of a loss; where two people play, the other one has to agree
once.
"""

from __future__ import annotations

import math

from bot import refusals
from bot.computer.pool import SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.games.changes import change, load, require_ply, require_side
from bot.games.people import Person
from bot.games.rating import computer_rating, unrating_loses
from bot.games.snapshot import GameSnapshot
from data import Game, Storage
from engine import Limits, SearchResult, StopFlag
from engine.players.styles import style_names
from executors.tasks import SearchPosition

ADVICE_SECONDS = 3.0
"""How long the computer thinks, at most, when a person asks what it thinks."""


REMEMBERED = 256
"""Of so many positions it is remembered what was found."""


class Hints:
    """Shows what the computer thinks of a person's moves."""

    def __init__(
        self,
        storage: Storage,
        pool: SearchPool,
        seconds: float = ADVICE_SECONDS,
        search_core: SearchCore | None = None,
    ) -> None:
        """`seconds` is how long the computer thinks."""
        self._storage = storage
        self._pool = pool
        self._search_core = search_core or SearchCore()
        self._seconds = seconds
        self._found: dict[tuple[int, tuple[str, ...]], SearchResult] = {}

    async def require_hintable(self, game_id: int, who: Person) -> GameSnapshot:
        """The game, if `who` is to move in it themselves, so that the thinking can be shown to them."""
        snapshot = await load(self._storage, game_id)
        require_hintable(snapshot, require_side(snapshot, who))
        return snapshot

    async def ask(self, game_id: int, ply: int, who: Person) -> GameSnapshot:
        """Note that `who` has asked at this ply: the game is unrated from now on, and says so.

        Raises ValueError where another person has to agree first.
        """

        async def attempt(snapshot: GameSnapshot) -> Game:
            require_hintable(snapshot, require_side(snapshot, who))
            require_ply(snapshot, ply)
            if needs_consent(snapshot):
                raise ValueError(f"the other person in game {game_id} has to agree first")
            return await note_asked(self._storage, snapshot, snapshot.position.turn)

        return await change(await load(self._storage, game_id), attempt)

    async def think(self, snapshot: GameSnapshot) -> SearchResult:
        """Every move of the side to move with its value; beside the games' own searches, for which it ends.

        The candidates are empty when it had to end before it came to anything. What was found of the last
        positions that somebody asked about is kept.
        """
        key = (snapshot.game.id, snapshot.game.moves)
        if key not in self._found:
            found = await self._search(snapshot)
            if not found.candidates:
                return found
            self._found[key] = found
            if len(self._found) > REMEMBERED:
                del self._found[next(iter(self._found))]
        return self._found[key]

    async def _search(self, snapshot: GameSnapshot) -> SearchResult:

        def work(seconds: float, stop: StopFlag) -> SearchResult:
            task = SearchPosition(snapshot.position, Limits(seconds=seconds), within=math.inf)
            return self._pool.executor.run(task, seconds, stop)

        await self._search_core.ready(snapshot.game.game)
        return await self._pool.work_aside(work, self._seconds, urgency=Urgency.AT_ONCE)


async def note_asked(storage: Storage, snapshot: GameSnapshot, side: int, answers: int | None = None) -> Game:
    """Store that the person on `side` asked for the thinking, which `answers` a question or was not asked."""
    if snapshot.game.asked and answers is None:
        return snapshot.game
    return await storage.unrating.note_asked(
        snapshot.game,
        side,
        as_loss=unrating_loses(snapshot),
        computer_rating=computer_rating(snapshot),
        answers=answers,
    )


def needs_consent(snapshot: GameSnapshot) -> bool:
    """Whether another person has to agree before the thinking is shown."""
    return not snapshot.game.asked and all(seat.player_id is not None for seat in snapshot.game.seats)


def require_hintable(snapshot: GameSnapshot, side: int) -> None:
    """Refuse to show the thinking to a person who is not to move themselves."""
    if snapshot.game.delegates[side] is not None:
        raise refusals.HandedOver
    if snapshot.position.turn != side:
        raise refusals.NotYourTurn
    if not style_names(snapshot.position.game):
        raise refusals.NoHints(snapshot.kind.title)
