"""The games that are watched on pages: each change wakes the pages that show the game.

A page shows whole snapshots, so one that is slow misses those in between, and nothing queues up.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from bot.core.background import BackgroundTasks
from data.games.changes import GameChanges
from data.games.records import Game

BATCH = 25
"""Pages woken at once; then players' taps have their turn."""


class Watcher(Protocol):
    """A page that shows a game."""

    person_id: int | None
    """Who is signed in there."""

    def wake(self) -> None:
        """Show the newest state soon."""


class Watched:
    """A game that at least one page shows, with what was drawn of its present state, by language."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.drawn: dict[str, asyncio.Task[str]] = {}
        self.game: Game | None = None
        """The game as it was drawn last."""
        self.ended = False
        """True once the link was withdrawn."""
        self.changes = 0
        """Counts changes: what was drawn for a smaller count is outdated."""

    def redraw(self) -> None:
        """Forget what was drawn."""
        self.drawn.clear()
        self.changes += 1


class BoardStream:
    """Wakes pages when their game has changed."""

    def __init__(self, changes: GameChanges, background: BackgroundTasks) -> None:
        self._watched: dict[int, Watched] = {}
        self._background = background
        changes.listen(self._note)

    def join(self, game_id: int, watcher: Watcher) -> Watched:
        """Wake a page from now on."""
        watched = self._watched.setdefault(game_id, Watched())
        watched.watchers.add(watcher)
        return watched

    def leave(self, game_id: int, watcher: Watcher) -> None:
        """Do not wake a page any more."""
        watched = self._watched.get(game_id)
        if watched is not None:
            watched.watchers.discard(watcher)
            if not watched.watchers:
                del self._watched[game_id]

    def watching(self, game_id: int) -> int:
        """Return how many pages show a game."""
        watched = self._watched.get(game_id)
        return 0 if watched is None else len(watched.watchers)

    def wake(self, game_id: int) -> None:
        """Have the pages of a game draw it again."""
        watched = self._watched.get(game_id)
        if watched is not None:
            watched.redraw()
            self._background.spawn(_wake_all(watched, watched.changes))

    def end(self, game_id: int) -> None:
        """End the pages of a game whose link was withdrawn."""
        watched = self._watched.pop(game_id, None)
        if watched is not None:
            watched.ended = True
            for watcher in watched.watchers:
                watcher.wake()

    def wake_person(self, person_id: int) -> None:
        """Have the pages of a person find out whether they are still signed in."""
        for watched in self._watched.values():
            for watcher in watched.watchers:
                if watcher.person_id == person_id:
                    watcher.wake()

    def close(self) -> None:
        """Let all pages go; they come back to the next start."""
        for watched in self._watched.values():
            for watcher in watched.watchers:
                watcher.wake()

    def _note(self, game: Game) -> None:
        self.wake(game.id)


async def _wake_all(watched: Watched, change: int) -> None:
    for number, watcher in enumerate(tuple(watched.watchers), start=1):
        if watched.changes != change:
            # A newer change wakes them all.
            return
        watcher.wake()
        if number % BATCH == 0:
            await asyncio.sleep(0)
