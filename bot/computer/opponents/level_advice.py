"""Advice on levels: the one that suits a player, and the next one after a game.

From `SETTLED` rated games on, advice follows the player's rating; before that, an estimate from all their
games against levels.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog import GameKind
from bot.core.snapshot import GameSnapshot
from bot.preferences.preferences import Preferences
from bot.preferences.settings import level_in
from data import Storage
from data.games.records import Ending, GameState
from data.ratings.glicko2 import START_AGAINST_COMPUTER, estimated
from data.ratings.ratings import Pool, Rated, RatingList

SETTLED = 5
"""Rated games from which a rating is reliable."""

USUAL_RATING = START_AGAINST_COMPUTER.value
"""Rating of the level for newcomers, whom beginners beat now and then."""

LOSSES_IN_A_ROW = 3
"""Losses in a row at a level before the next lower one is offered."""


@dataclass(frozen=True, slots=True)
class LevelStep:
    """The next level up or down."""

    level: str
    up: bool


def nearest_level(kind: GameKind, rating: float) -> str:
    """Return the level nearest to a rating."""
    return min(kind.levels, key=lambda name: abs(kind.levels[name].rating - rating))


def suiting_level(kind: GameKind, rated: Rated | None) -> str | None:
    """Return the level that suits a rating against the computer; None before it is reliable."""
    if rated is None or rated.games < SETTLED:
        return None
    return nearest_level(kind, rated.rating.value)


class LevelAdvice:
    """Suggests levels."""

    def __init__(self, storage: Storage, preferences: Preferences | None = None) -> None:
        self._storage = storage
        self._preferences = preferences or Preferences(storage)

    async def suggested(self, kind: GameKind, player_id: int, guild_id: int | None) -> str:
        """Return the server's level, or else the one that suits the player, or the one for newcomers."""
        level = (await self._preferences.for_server(guild_id)).level
        if level is not None:
            return level_in(kind, level)
        rated = await self._storage.standings.rating(player_id, RatingList(kind.key, Pool.COMPUTER))
        return suiting_level(kind, rated) or nearest_level(kind, await self._estimate(kind, player_id))

    async def _estimate(self, kind: GameKind, player_id: int) -> float:
        """Estimate the strength of a player with few rated games from results against levels."""
        tallies = await self._storage.statistics.tallies(player_id)
        results = [
            (float(kind.levels[tally.computer].rating), tally.outcome)
            for tally in tallies.get(kind.key, ())
            if tally.computer is not None and tally.computer in kind.levels
            for _ in range(tally.games)
        ]
        return estimated(USUAL_RATING, results)

    async def is_newcomer(self, player_id: int) -> bool:
        """Return whether the player has not finished a game yet."""
        return await self._storage.statistics.games_up_to(player_id, 1) == 0

    async def is_first_game(self, snapshot: GameSnapshot) -> bool:
        """Return whether a game against the computer was the first one its player finished."""
        side = _person_after(snapshot)
        if side is None:
            return False
        player_id = snapshot.game.seats[side].player_id
        assert player_id is not None
        return await self._storage.statistics.games_up_to(player_id, 2) == 1

    async def step(self, snapshot: GameSnapshot) -> LevelStep | None:
        """Return the level to offer after a game: one up after a win, one down after LOSSES_IN_A_ROW losses
        at it on the same board; None otherwise."""
        game, side = snapshot.game, _person_after(snapshot)
        if side is None:
            return None
        level = game.seats[1 - side].computer
        names = list(snapshot.kind.levels)
        if level not in names or game.winner is None:
            return None
        place = names.index(level)
        if game.winner == side:
            return LevelStep(names[place + 1], up=True) if place + 1 < len(names) else None
        if place == 0:
            return None
        latest = await self._storage.outcomes_until(game, side, LOSSES_IN_A_ROW)
        return LevelStep(names[place - 1], up=False) if latest == ("loss",) * LOSSES_IN_A_ROW else None


def _person_after(snapshot: GameSnapshot) -> int | None:
    """Return the side of the only person of a finished game; None otherwise, or if it was called off."""
    game = snapshot.game
    people = [side for side in (0, 1) if game.seats[side].player_id is not None]
    played = game.state is GameState.FINISHED and game.ending is not Ending.CALLED_OFF
    return people[0] if played and not snapshot.delegated and len(people) == 1 else None
