"""Putting games aside that people have forgotten or want to leave for a while, and taking them up again.

A game that is put aside is in no list and waits for nothing; so the games that are looked after stay as few
as those that people play.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import structlog

from bot import refusals
from bot.computer.computer import Computer
from bot.games.changes import change, load, require_going
from bot.games.people import Person
from bot.games.snapshot import GameSnapshot
from bot.runtime import Now, utc_now
from data import Game, GameChanged, Storage

log = structlog.get_logger(__name__)


class Adjournments:
    """Puts games aside."""

    def __init__(
        self, storage: Storage, computer: Computer, *, untouched: timedelta, now: Now = utc_now
    ) -> None:
        """A game is put aside when nobody has moved in it for the time `untouched`."""
        self._storage = storage
        self._computer = computer
        self._untouched = untouched
        self._now = now

    async def adjourn_forgotten(self) -> int:
        """Put those games aside that no clock will end, and that nobody has moved in for long; returns how
        many. So many at a time that a first start with years of them holds nothing up."""
        forgotten = await self._storage.waiting.untouched_since(self._now() - self._untouched)
        adjourned = await self._adjourn(forgotten)
        if adjourned:
            log.info("games were put aside: nobody had moved in them for long", games=adjourned)
        return adjourned

    async def adjourn_in(self, guild_id: int) -> None:
        """Put the games of a server aside in which nobody can move, since the bot has left it."""
        await self._adjourn(await self._storage.servers.playing_in(guild_id))

    async def _adjourn(self, game_ids: Iterable[int]) -> int:
        adjourned = 0
        for game_id in game_ids:
            game = await self._storage.game(game_id)
            if game is None:
                continue
            try:
                await self._storage.adjourn(game, quietly=True)
            except (GameChanged, ValueError):
                # Somebody has moved at the last moment, or ended it.
                continue
            self._computer.forget(game_id)
            adjourned += 1
        return adjourned

    async def take_up(self, game_id: int, who: Person) -> GameSnapshot:
        """Let a game go on that was put aside, for one of its players."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            if not snapshot.adjourned:
                require_going(snapshot)
                raise refusals.NotAdjourned
            if snapshot.side_of(who.id) is None:
                raise refusals.Spectator(snapshot.game.game)
            with refusals.refusing_at_limits(who.id):
                return await self._storage.take_up(snapshot.game)

        return await change(await load(self._storage, game_id), attempt)
