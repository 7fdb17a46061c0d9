"""Games whose search is being compiled in the background, or loaded.

Rules and boards work at once, so people can play each other meanwhile. The first start on a machine compiles
for most of a minute. The result is loaded by the first game against the computer: it takes about a second and
145 MB, which people who play each other do not need.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import structlog

from bot.core.compiler import CompileProgress, Compiler
from bot.core.runtime import Wait, wait_here

log = structlog.get_logger(__name__)

SAY_EVERY = 2.0
"""Minimum seconds between two lines on the console."""


class SearchCore:
    """Tracks compiling, and wakes the tasks that wait for it."""

    def __init__(self, wait: Wait = wait_here) -> None:
        """Every game is ready until `start` is called."""
        self._wait = wait
        self._progress: dict[str, CompileProgress] = {}
        self._unloaded: set[str] = set()
        self._loading: set[str] = set()
        self._waiting: set[asyncio.Event] = set()
        self._compiler: Compiler | None = None
        self.closed = False
        """True if the bot is stopping and waiting is pointless."""

    def start(
        self,
        games: Iterable[str],
        compiler: Compiler,
        say: Callable[[str], None],
        *,
        parallel: int,
        loaded: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin to compile games in the background, at most `parallel` at once.

        `loaded` is called in the event loop after a game was loaded.
        """
        self._compiler, self._loaded = compiler, loaded
        self._progress = dict.fromkeys(games, CompileProgress(0, 0))
        self._unloaded = {*self._progress}
        console = _Console(say)
        queue, loop = deque(self._progress), asyncio.get_running_loop()
        for _ in range(min(parallel, len(queue))):
            # Not a thread of the pool: Python waits for those before it exits, and a compiler cannot be
            # stopped.
            threading.Thread(
                target=self._work, args=(loop, queue, compiler, console), name="search core", daemon=True
            ).start()

    def progress(self, game: str) -> CompileProgress | None:
        """Return the progress of a game; None when it can be searched. A compiled game begins to load."""
        if game in self._unloaded and game not in self._progress:
            self._begin_to_load(game)
            return CompileProgress(0, 0)
        return self._progress.get(game)

    def is_compiling(self, game: str) -> bool:
        """True if a game is not compiled yet, which takes far longer than to load it."""
        return game in self._progress

    @property
    def is_compiled(self) -> bool:
        return not self._progress

    async def ready(self, game: str) -> None:
        """Wait until a game can be searched, or until `close`."""
        with self.news() as news:
            while self.progress(game) is not None and not self.closed:
                await self.next(news)

    @contextmanager
    def news(self) -> Iterator[asyncio.Event]:
        """Yield an event that is set on progress and by `close`."""
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            yield event
        finally:
            self._waiting.remove(event)

    async def next(self, news: asyncio.Event) -> None:
        """Wait until the event is set again."""
        news.clear()
        await self._wait(news.wait())

    def close(self) -> None:
        """End compiling and wake everything that waits for it."""
        self.closed = True
        if self._compiler is not None:
            self._compiler.close()
        self._tell()

    def _work(
        self, loop: asyncio.AbstractEventLoop, queue: deque[str], compiler: Compiler, console: _Console
    ) -> None:
        """Compile one game after the other, in a thread."""
        while not self.closed:
            try:
                game = queue.popleft()
            except IndexError:
                return

            def report(progress: CompileProgress, game: str = game) -> None:
                console.say(game, progress)
                _post(loop, self._note, game, progress)

            try:
                compiler.compile(game, report)
            except Exception:
                log.exception("a search could not be compiled ahead; its first use tries again", game=game)
            _post(loop, self._finish, game, console)

    def _begin_to_load(self, game: str) -> None:
        """Load a game in a thread, once."""
        if game in self._loading:
            return
        self._loading.add(game)
        assert self._compiler is not None
        loop = asyncio.get_running_loop()
        threading.Thread(
            target=self._load, args=(loop, game, self._compiler), name="search core", daemon=True
        ).start()

    def _load(self, loop: asyncio.AbstractEventLoop, game: str, compiler: Compiler) -> None:
        try:
            compiler.load(game)
        except Exception:
            log.exception("a search could not be loaded ahead; its first use tries again", game=game)
        _post(loop, self._finish_loading, game)

    def _finish_loading(self, game: str) -> None:
        self._unloaded.discard(game)
        self._tell()
        self._loaded()

    def _note(self, game: str, progress: CompileProgress) -> None:
        self._progress[game] = progress
        self._tell()

    def _finish(self, game: str, console: _Console) -> None:
        del self._progress[game]
        if not self._progress and not self.closed:
            console.finish()
        self._tell()

    def _tell(self) -> None:
        for event in self._waiting:
            event.set()


class _Console:
    """Adds up the progress of all games for the host, one line at a time."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._lock = threading.Lock()
        self._games: dict[str, CompileProgress] = {}
        self._said: float | None = None
        """When a line was printed last."""

    def say(self, game: str, progress: CompileProgress) -> None:
        """Print the total progress, unless a line was printed just now."""
        with self._lock:
            self._games[game] = progress
            if not progress.done:
                return
            done = sum(state.done for state in self._games.values())
            total = sum(state.total for state in self._games.values())
            now = time.monotonic()
            if done < total and self._said is not None and now - self._said < SAY_EVERY:
                return
            self._said = now
            where = "for this processor (on the first start only)"
            self._say(f"Compiling the search core {where}: {done} of {total}")

    def finish(self) -> None:
        """Print that everything is ready, if progress was printed before."""
        if self._said is not None:
            self._say("The search core is compiled.")


def _post(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: object) -> None:
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)
