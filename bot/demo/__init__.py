"""`flipfour demo`: the same bot, unmodified, in a page of the browser. No token, no network.

`simcord` plays Discord: a server with a channel and three people to switch between. The bot thinks outside
of the simulation: simcord's clock is virtual and it waits for everything the bot does, so a search is run
where it does not see it, and the bot's task is declared to wait for something external. So a click returns
at once, the board shows that the computer thinks, and its answer appears when it is there.
"""

from __future__ import annotations

import asyncio
import contextvars
import signal
import tempfile
import webbrowser
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discord.app_commands import AppCommandError

from bot.app import Flipfour, create_bot
from bot.errors import HostError
from bot.logs import configure
from bot.runtime import Runtime
from bot.settings import Settings

if TYPE_CHECKING:
    import simcord
    from simcord.types import HttpLogEntry

NAME = "Flipfour"
SERVER = "Flipfour Café"
CHANNEL = "games"
PEOPLE = {"ann": "Ann", "ben": "Ben", "chloe": "Chloé"}

GREETING = (
    "Welcome! Type `/` below and choose **/reversi start** or **/connect4 start**: with a `bot` level to "
    "play the computer, with an `opponent` to challenge one of us. *Viewing as*, above, makes you another "
    "one of us."
)

SETTLE_SECONDS = 30.0
"""How long simcord may wait for the bot to finish with one click: storing and drawing, never a search."""

AUTOCOMPLETE_RESULT = 8
"""Discord's number for the choices offered while somebody types."""

LOOK_SECONDS = 0.1
"""How often the page is compared with what the bot has done meanwhile."""


def demo(settings: Settings, *, database: Path | None, port: int, browser: bool) -> None:
    """Serve the demo until Ctrl-C; the database is a temporary file unless one is named."""
    try:
        import simcord.preview  # noqa: F401 - an optional part, needed here only
    except ImportError as error:
        raise HostError(
            "the demo needs simcord: install Flipfour with it, `pip install 'flipfour[demo]'`, "
            "or start it with `uv run flipfour demo`"
        ) from error
    configure(settings)
    with tempfile.TemporaryDirectory(prefix="flipfour-demo-") as folder:
        path = database.absolute() if database else Path(folder) / "demo.db"
        chosen = settings.model_copy(update={"database_url": f"sqlite+aiosqlite:///{path}"})
        asyncio.run(_serve(chosen, port, browser))


async def _serve(settings: Settings, port: int, browser: bool) -> None:
    import simcord

    searches = DetachedSearches()
    bot = create_bot(
        settings,
        Runtime(
            run_search=searches,
            wait=searches.wait,
            rest=searches.rest,
            say=lambda text: print(text, flush=True),
        ),
    )
    env = demo_env(bot)
    searches.env = env
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    bot_user = env.backend.bot_user
    bot_user.name = bot_user.global_name = NAME
    guild = env.create_guild(SERVER)
    channel = guild.create_text_channel(CHANNEL, topic="Reversi and Connect 4: type /reversi start")
    people = [guild.add_member(env.create_user(name, global_name=shown)) for name, shown in PEOPLE.items()]
    await env.start()
    try:
        await people[-1].send(channel, GREETING)
        async with env.preview(channel, viewers=people, layout="channel", port=port or None) as preview:
            print(f"\n  Flipfour plays at {preview.url}\n  Stop it with Ctrl-C.\n", flush=True)
            if browser:
                await asyncio.to_thread(webbrowser.open, preview.url)
            await _keep_fresh(env, preview, stopping)
    except simcord.SetupError as error:
        raise HostError(
            f"the page cannot be served: {error}. Choose another number for --port, or leave it out"
        ) from error
    finally:
        bot.services.pool.close()
        await env.shutdown()
        await bot.close()
    print("The demo has ended.", flush=True)


def demo_env(bot: Flipfour) -> simcord.Env:
    """A Discord whose page takes a command that is refused, and answered so, for one that worked."""
    import simcord

    class Env(simcord.Env):
        def errors_since(self, cursor: int) -> tuple[BaseException, ...]:
            errors = super().errors_since(cursor)
            return tuple(error for error in errors if not isinstance(error, AppCommandError))

    return Env(bot, settle_timeout=SETTLE_SECONDS, check_errors=False)


async def _keep_fresh(env: simcord.Env, preview: simcord.Preview, stopping: asyncio.Event) -> None:
    """Show on the page what the bot did without being clicked, until told to stop or closed from the page."""
    import simcord

    closed = asyncio.create_task(preview.wait_closed())
    stopped = asyncio.create_task(stopping.wait())
    seen = 0
    while True:
        done, _ = await asyncio.wait(
            {closed, stopped}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        if done:
            break
        now = len(env.http_requests)
        if any(_shows_something(request) for request in env.http_requests[seen:now]):
            try:
                await preview.refresh()
            except (simcord.SetupError, TimeoutError):
                # A click is being carried out just now, which refreshes the page itself; look again later.
                continue
        seen = now
    for task in (closed, stopped):
        task.cancel()


def _shows_something(request: HttpLogEntry) -> bool:
    """Whether the page looks another way after it; a page refreshed for nothing refuses the next click."""
    answer = request.json if isinstance(request.json, dict) else {}
    return answer.get("type") != AUTOCOMPLETE_RESULT


class DetachedSearches:
    """Runs searches in threads, and lets real time pass, where simcord does not wait for it."""

    def __init__(self) -> None:
        self.env: simcord.Env

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `asyncio.to_thread`."""
        # simcord knows its work by a context variable: the thread is started without it, and the function,
        # which may call back into the bot, runs with it.
        outside, inside = contextvars.Context(), contextvars.copy_context()
        search = outside.run(asyncio.ensure_future, _in_thread(inside.run, function, *arguments))
        return await self.env.external_wait(search, reason="the computer is thinking")

    async def wait(self, turn: Coroutine[Any, Any, Any]) -> None:
        """Waits until a worker is free."""
        waiting = contextvars.Context().run(asyncio.ensure_future, turn)
        await self.env.external_wait(waiting, reason="other games are thought about first")

    async def rest(self, seconds: float) -> None:
        """Like `asyncio.sleep`."""
        sleep = contextvars.Context().run(asyncio.ensure_future, asyncio.sleep(seconds))
        await self.env.external_wait(sleep, reason="a match is to be followed by people")


async def _in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)
