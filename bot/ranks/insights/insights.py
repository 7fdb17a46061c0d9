"""Insights of people: loaded and added up, and their own mistakes of one kind."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.catalog import GAMES, GameKind
from bot.core.people import Person
from bot.core.refusals import UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.preferences.preferences import Preferences
from bot.ranks.insights.kinds import ErrorKind
from bot.ranks.insights.rules import Insights, costliest_kind, insights_of
from bot.ranks.stats.profiles import most_played
from data.jobs.judged import JudgedStore, PlayedGame
from data.jobs.reviews import QUIET_REVIEWS
from data.puzzles.own_puzzles import OwnPuzzleStore

LATEST = (100, 500, 2000)
"""Numbers of latest reviewed games to choose from."""


@dataclass(frozen=True, slots=True)
class PersonInsights:
    """A person's `last` reviewed games of one game, summed up; `counts` has their reviewed games by kind.

    `reviewing` is true if their games are reviewed in the background, `practisable` if a mistake of the
    costliest kind is due as a puzzle.
    """

    kind: GameKind
    last: int
    counts: Mapping[str, int]
    found: Insights
    reviewing: bool
    practisable: bool


class InsightCards:
    """Loads insights."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]

    async def load(self, player_id: int, game: str | None, last: int = LATEST[0]) -> PersonInsights:
        """Return a person's insights into a game, or else into the one with most reviewed games.

        With 2,000 games it takes 0.2 s in threads: see docs/review.md.
        """
        counts = await self._storage[JudgedStore].counts(player_id)
        if game is None or game not in GAMES:
            game = next(iter(most_played(counts)), next(iter(GAMES)))
        kind, last = GAMES[game], last if last in LATEST else LATEST[0]
        played = await self._storage[JudgedStore].latest(player_id, game, last)
        found = await asyncio.to_thread(insights_of, kind.judging.accuracy, played)
        settings = await self._preferences.for_person(player_id)
        costliest = costliest_kind(found)
        errors = _errors(played, costliest) if costliest else ()
        due = await self._storage[OwnPuzzleStore].due_in(player_id, errors)
        return PersonInsights(kind, last, counts, found, settings.background_reviews, due is not None)

    async def switch(self, who: Person, *, on: bool) -> None:
        """Have a person's games reviewed in the background, or no longer."""
        await self._preferences.change_person(who.id, QUIET_REVIEWS, "on" if on else None)

    async def errors_of(self, who: Person, game: str, kind: ErrorKind) -> frozenset[tuple[int, int]]:
        """Return the games and plies of a person's errors of one kind."""
        played = await self._storage[JudgedStore].latest(who.id, game, LATEST[-1])
        return frozenset(_errors(played, kind))

    async def line_to(self, who: Person, game_id: int, ply: int) -> GameSnapshot:
        """Return a game of a person's, of which `ply` moves are to be shown. Refused for another one."""
        game = await self._storage.game(game_id)
        if game is None:
            raise UnknownGame
        snapshot = GameSnapshot.of(game)
        if snapshot.side_of(who.id) is None or not 0 <= ply <= game.ply:
            raise UnknownGame
        return snapshot


def _errors(played: tuple[PlayedGame, ...], kind: ErrorKind) -> set[tuple[int, int]]:
    return {
        (game.judged.game_id, move.ply)
        for game in played
        for move in game.judged.moves
        if move.error and kind in move.kinds
    }
