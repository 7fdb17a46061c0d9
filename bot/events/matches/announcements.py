"""News for a whole server: finished matches and strength tests, and new leaders of its lists.

Each is sent once, and not at all if the bot stops at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import structlog
from cachetools import FIFOCache

from bot.core.people import Place
from bot.core.snapshot import GameSnapshot, is_computer_match
from bot.features import Kit
from bot.messages.delivery import Messenger
from bot.preferences.preferences import Preferences
from data.games.changes import GameChanges
from data.games.explorer import chosen_board
from data.games.records import Ending, Game, GameState
from data.jobs.reviews import StrengthTest
from data.ratings.glicko2 import LISTED_BELOW
from data.ratings.leaderboard import Standing, StandingStore
from data.ratings.ratings import RatingList

log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=1)
"""Maximum age of news: later changes of a finished game are not announced."""

CACHE_SIZE = 10_000
"""More games than end in that time."""


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The news that a game between computer players is over."""

    snapshot: GameSnapshot


@dataclass(frozen=True, slots=True)
class StrengthMeasured:
    """The news that a strength test is done."""

    test: StrengthTest


@dataclass(frozen=True, slots=True)
class NewLeader:
    """The news that a rated game has put a new player first on a list of its server."""

    game: Game
    rated_in: RatingList
    leader: Standing


class Announcements:
    """Sends news to the channel that a server has chosen for it."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]
        self._messenger = kit[Messenger]
        self._background = kit.background
        self._now = kit.now
        self._told: FIFOCache[int, None] = FIFOCache(CACHE_SIZE)
        kit[GameChanges].listen(self._note)

    def strength_measured(self, test: StrengthTest) -> None:
        """Announce a strength test that is done."""
        self._background.spawn(self._tell_strength(test))

    def _note(self, game: Game) -> None:
        """Follow a change of a game; one that is over may still change."""
        if game.state is not GameState.FINISHED or game.guild_id is None or game.finished_at is None:
            return
        if not (game.rated or is_computer_match(game)) or self._now() - game.finished_at > FRESH:
            return
        if game.id not in self._told:
            self._told[game.id] = None
            self._background.spawn(self._tell_game(game))

    async def _tell_game(self, game: Game) -> None:
        try:
            channel_id = (await self._preferences.for_server(game.guild_id)).announcements
            if channel_id is None:
                return
            if is_computer_match(game):
                # Its own channel has seen it.
                if game.ending is Ending.PLAYED and game.event is None and game.channel_id != channel_id:
                    await self._send(MatchOver(GameSnapshot.of(game)), channel_id, game.guild_id)
                return
            changed = await self._new_leader(game)
            if changed is not None:
                await self._send(NewLeader(game, *changed), channel_id, game.guild_id)
        except Exception:
            log.exception("game not announced", game=game.id)

    async def _tell_strength(self, test: StrengthTest) -> None:
        try:
            channel_id = (await self._preferences.for_server(test.asked.guild_id)).announcements
            if channel_id is not None and channel_id != test.asked.channel_id:
                await self._send(StrengthMeasured(test), channel_id, test.asked.guild_id)
        except Exception:
            log.exception("strength test not announced", strength_test=test.id)

    async def _send(self, news: object, channel_id: int, guild_id: int | None) -> None:
        await self._messenger.send(news, Place(channel_id, guild_id))

    async def _new_leader(self, game: Game) -> tuple[RatingList, Standing] | None:
        """Return the player whom a rated game has put first on the list of its server, if it has."""
        changes = {change.player_id: change for change in await self._storage.rating_changes(game.id)}
        if not changes:
            return None
        pool = next(iter(changes.values())).pool
        rated_in = RatingList(game.game, pool, chosen_board(game.options))
        # The two players of the game, and the best of all others.
        page = await self._storage[StandingStore].leaderboard(
            rated_in, guild_id=game.guild_id, asker_id=None, limit=3
        )
        ranked = [row for row in page.rows if row.rank is not None]
        if not ranked:
            return None
        before = {row.player_id: row.rating.value for row in ranked if row.player_id not in changes}
        before |= {
            player_id: change.before.value
            for player_id, change in changes.items()
            if change.before.deviation < LISTED_BELOW
        }
        leader = ranked[0]
        if before and max(before, key=before.__getitem__) == leader.player_id:
            return None
        return rated_in, leader
