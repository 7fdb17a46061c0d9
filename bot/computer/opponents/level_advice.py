"""Advice on levels: the one that suits a player, and the next one after a game.

From `SETTLED` rated games on, advice follows the player's rating; before that, an estimate from all their
games against levels.
"""

from __future__ import annotations

from bot.catalog import GameKind
from bot.core.fields import Frozen
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.preferences.preferences import Preferences
from bot.preferences.settings import level_in
from data.games.records import Ending, GameState
from data.ratings.glicko2 import estimated
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, Rated, RatingList
from data.ratings.statistics import StatisticsStore

SETTLED = 5
"""Rated games from which a rating is reliable."""

NEWCOMER_RATING = 780.0
"""Expected strength of newcomers: people who hardly know the game lose to stronger levels every time."""


class LevelStep(Frozen):
    """A level to offer after a game, stronger (`up`) or weaker than that of the game."""

    level: str
    up: bool


def nearest_level(kind: GameKind, rating: float) -> str:
    return min(kind.levels, key=lambda name: abs(kind.levels[name].rating - rating))


def easier_level(kind: GameKind, level: str, suiting: str) -> str | None:
    """Return the level to offer after a loss: the one that suits, at least one down; None at the weakest."""
    names = list(kind.levels)
    place = names.index(level)
    return names[min(place - 1, names.index(suiting))] if place else None


def suiting_level(kind: GameKind, rated: Rated | None) -> str | None:
    """Return the level that suits a rating against the computer; None before it is reliable."""
    if rated is None or rated.games < SETTLED:
        return None
    return nearest_level(kind, rated.rating.value)


class LevelAdvice:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]

    async def suggested(self, kind: GameKind, player_id: int, guild_id: int | None) -> str:
        """Return the server's level, or else the one that suits the player, or the one for newcomers."""
        level = (await self._preferences.for_server(guild_id)).level
        if level is not None:
            return level_in(kind, level)
        return await self._suiting(kind, player_id)

    async def _suiting(self, kind: GameKind, player_id: int) -> str:
        rated = await self._storage[StandingStore].rating(player_id, RatingList(kind.key, Pool.COMPUTER))
        if (level := suiting_level(kind, rated)) is not None:
            return level
        tallies = await self._storage[StatisticsStore].tallies(player_id)
        results = [
            (float(kind.levels[tally.computer].rating), tally.outcome)
            for tally in tallies.get(kind.key, ())
            if tally.computer is not None and tally.computer in kind.levels
            for _ in range(tally.games)
        ]
        return nearest_level(kind, estimated(NEWCOMER_RATING, results))

    async def is_newcomer(self, player_id: int) -> bool:
        """Return whether the player has not finished a game yet."""
        return await self._storage[StatisticsStore].games_up_to(player_id, 1) == 0

    async def is_first_game(self, snapshot: GameSnapshot) -> bool:
        """Return whether a game against the computer was the first one its player finished."""
        person = _person_after(snapshot)
        return person is not None and await self._storage[StatisticsStore].games_up_to(person[1], 2) == 1

    async def step(self, snapshot: GameSnapshot) -> LevelStep | None:
        """Return the level to offer after a game; None if there is none to offer.

        After a win that is the next one up, after a loss the one that suits the player, at least one down.
        """
        game, person = snapshot.game, _person_after(snapshot)
        if person is None:
            return None
        side, player_id = person
        level = game.seats[1 - side].computer
        names = list(snapshot.kind.levels)
        if level not in names or game.winner is None:
            return None
        place = names.index(level)
        if game.winner == side:
            return LevelStep(names[place + 1], up=True) if place + 1 < len(names) else None
        easier = easier_level(snapshot.kind, level, await self._suiting(snapshot.kind, player_id))
        return None if easier is None else LevelStep(easier, up=False)


def lost_to_the_weakest(snapshot: GameSnapshot) -> bool:
    """Return whether a person lost to the weakest level, below which there is none to offer."""
    game, person = snapshot.game, _person_after(snapshot)
    if person is None:
        return False
    other, weakest = 1 - person[0], next(iter(snapshot.kind.levels), None)
    return game.winner == other and game.seats[other].computer == weakest


def _person_after(snapshot: GameSnapshot) -> tuple[int, int] | None:
    """Return the side and the id of the only person of a finished game; None otherwise, or if it was called
    off."""
    game = snapshot.game
    people = [(side, seat.player_id) for side, seat in enumerate(game.seats) if seat.player_id is not None]
    played = game.state is GameState.FINISHED and game.ending is not Ending.CALLED_OFF
    return people[0] if played and not snapshot.delegated and len(people) == 1 else None
