"""What is worth telling a whole server: matches and strength measures that are over, and new leaders of its
lists. Each is told once, and not at all if the bot is stopped at that moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

import structlog

from bot.games.snapshot import GameSnapshot, is_exhibition
from bot.preferences.preferences import Preferences
from bot.process.background import BackgroundTasks
from bot.runtime import Now, utc_now
from data import (
    LISTED_BELOW,
    Ending,
    Game,
    GameState,
    RatingList,
    Standing,
    Storage,
    StrengthTest,
    chosen_board,
)

log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=1)
"""A game that ended longer ago has been told, or will not be."""


MOST_IN_MIND = 10_000
"""More games than end in that time."""


class AnnouncementPosts(Protocol):
    """Brings announcements to a channel. Never raises for what the connection does."""

    async def match_over(self, channel_id: int, snapshot: GameSnapshot) -> None:
        """Two computer players have played a game to its end."""

    async def strength_measured(self, channel_id: int, test: StrengthTest) -> None:
        """All games between two computer players are played."""

    async def new_leader(self, channel_id: int, game: Game, rated_in: RatingList, leader: Standing) -> None:
        """Somebody is the first on a list of the server, who was not before the game."""


class Announcements:
    """Watches the games that are stored."""

    def __init__(
        self,
        storage: Storage,
        preferences: Preferences,
        posts: AnnouncementPosts,
        background: BackgroundTasks,
        *,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._preferences = preferences
        self._posts = posts
        self._background = background
        self._now = now
        self._told: dict[int, None] = {}
        storage.changes.listen(self._note)

    def strength_measured(self, test: StrengthTest) -> None:
        """All games of a strength test are played."""
        self._background.spawn(self._tell_strength(test))

    def _note(self, game: Game) -> None:
        """A game was stored; one that is over may be so for other reasons, more than once."""
        if game.state is not GameState.FINISHED or game.guild_id is None or game.finished_at is None:
            return
        if not (game.rated or is_exhibition(game)) or self._now() - game.finished_at > FRESH:
            return
        if game.id not in self._told:
            self._told[game.id] = None
            if len(self._told) > MOST_IN_MIND:
                del self._told[next(iter(self._told))]
            self._background.spawn(self._tell_game(game))

    async def _tell_game(self, game: Game) -> None:
        try:
            channel_id = (await self._preferences.for_server(game.guild_id)).announcements
            if channel_id is None:
                return
            if is_exhibition(game):
                # Those in its channel have seen it.
                if game.ending is Ending.PLAYED and game.channel_id != channel_id:
                    await self._posts.match_over(channel_id, GameSnapshot.of(game))
                return
            changed = await self._new_leader(game)
            if changed is not None:
                await self._posts.new_leader(channel_id, game, *changed)
        except Exception:
            log.exception("a game could not be announced", game=game.id)

    async def _tell_strength(self, test: StrengthTest) -> None:
        try:
            channel_id = (await self._preferences.for_server(test.asked.guild_id)).announcements
            if channel_id is not None and channel_id != test.asked.channel_id:
                await self._posts.strength_measured(channel_id, test)
        except Exception:
            log.exception("a strength test could not be announced", strength_test=test.id)

    async def _new_leader(self, game: Game) -> tuple[RatingList, Standing] | None:
        """Who leads the list of a rated game in its server since then, and did not before."""
        changes = {change.player_id: change for change in await self._storage.rating_changes(game.id)}
        if not changes:
            return None
        pool = next(iter(changes.values())).pool
        rated_in = RatingList(game.game, pool, chosen_board(game.options))
        # The two of the game, and the best of all others.
        page = await self._storage.standings.leaderboard(
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
