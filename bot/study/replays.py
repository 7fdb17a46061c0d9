"""Finished games shown again: move by move, or as an animation.

Animations are drawn frame by frame on a background worker; moves of players pause them. Simultaneous
requests for the same animation share the work, and the latest animations are cached.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from cachetools import FIFOCache, LRUCache

from bot.catalog import Animated
from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool
from bot.core.people import Person
from bot.core.refusals import NotOver, Restarting, refusal
from bot.core.snapshot import GameSnapshot, can_be_replayed, diagram_at
from bot.features import Kit
from bot.play.games.changes import load_seen, require_begun
from data.games.records import GameState
from engine import StopFlag
from languages import current
from renderers.replay import Film, Projection, still_film
from renderers.themes import Look, Theme

NothingToReplay = refusal("No one made a move in this game, so I can't replay it.")
AlreadyPosted = refusal("The animation has already been posted, or is on its way.")


def film_of(snapshot: GameSnapshot, look: Look, names: tuple[str, str] | None = None) -> Film:
    """Return the film of a finished game: as its kind animates it, or else position by position."""
    kind, positions = snapshot.kind, snapshot.positions()
    if isinstance(kind, Animated):
        return kind.film(positions, snapshot.end, names, look)
    diagrams = [replace(diagram_at(snapshot, positions, ply), names=names) for ply in range(len(positions))]
    return still_film([partial(kind.draw, diagram, look) for diagram in diagrams], look.theme)


CACHE_BYTES = 16_000_000
"""Maximum size of all cached animations, bytes."""

SECONDS = 3.0
"""Approximate time to draw an animation."""

MAX_REMEMBERED_POSTS = 1000
"""Number of remembered posts, against double clicks."""

Names = tuple[str, str]
"""Names of both players in a picture."""

_Key = tuple[int, Theme, bool, Names | None, str]
"""Game, theme, turned board, names in the picture, and the code of the language."""


class Replays:
    """Loads games that can be shown again, and creates animations of them."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._background = kit.background
        self._in_progress: dict[_Key, asyncio.Task[bytes]] = {}
        self._cache: LRUCache[_Key, bytes] = LRUCache(CACHE_BYTES, getsizeof=len)
        self._posted: FIFOCache[int, None] = FIFOCache(MAX_REMEMBERED_POSTS)

    async def require(self, game_id: int, who: Person, *, sees_channel: bool) -> GameSnapshot:
        """Return a finished game with moves.

        Refused to users who are not its players unless `sees_channel`, the channel in which it was played.
        """
        snapshot = await load_seen(self._storage, game_id, who, sees_channel=sees_channel)
        require_begun(snapshot)
        if snapshot.game.state is not GameState.FINISHED:
            raise NotOver
        if not can_be_replayed(snapshot):
            raise NothingToReplay
        return snapshot

    async def animation(
        self, snapshot: GameSnapshot, who: Person, look: Look, names: Names | None = None
    ) -> bytes:
        """Return the animated picture of a finished game, a GIF; refused past its deadline."""
        key = (snapshot.game.id, look.theme, look.turned, names, current().code)
        if (gif := self._cache.get(key)) is not None:
            return gif
        if key not in self._in_progress:
            self._in_progress[key] = self._background.begin(self._create(key, snapshot, who, look, names))
        return await asyncio.shield(self._in_progress[key])

    @contextmanager
    def posting_once(self, offer: int) -> Iterator[None]:
        """Guard the post of the animation offered by the message `offer`; a second one is refused."""
        if offer in self._posted:
            raise AlreadyPosted
        self._posted[offer] = None
        try:
            yield
        except BaseException:
            self._posted.pop(offer, None)
            raise

    async def _create(
        self, key: _Key, snapshot: GameSnapshot, who: Person, look: Look, names: Names | None
    ) -> bytes:
        projection = Projection(partial(film_of, snapshot, look, names))

        def work(seconds: float, stop: StopFlag) -> bytes | None:
            return projection.resume(stop.is_set)

        ends = self._pool.now() + MAX_BACKGROUND_SECONDS
        try:
            gif = None
            while gif is None:
                if self._background.closing:
                    raise Restarting
                gif = await self._pool.run_for(who.id, work, SECONDS, within=ends - self._pool.now())
            if len(gif) <= CACHE_BYTES:
                self._cache[key] = gif
            return gif
        finally:
            del self._in_progress[key]
