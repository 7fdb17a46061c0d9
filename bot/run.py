"""`flipfour run`: the bot on Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

import aiohttp
import discord
import structlog

from bot.app import PERMISSIONS, Flipfour, create_bot
from bot.computer.worker_threads import leave_threads
from bot.errors import HostError
from bot.hosting.memory_limit import MEGABYTE, available_memory, wanted_memory
from bot.leaving import NOT_CLOSED, STOPPING_SECONDS, ForcedEnd
from bot.logs import configure
from bot.runtime import Runtime
from bot.settings import Settings
from bot.shards.lease import Ended
from bot.supervision import report_errors, watched_over
from data import StorageError

log = structlog.get_logger(__name__)

NOT_AUTHENTICATED = 4004
DISALLOWED_INTENTS = 4014


def run(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises `HostError` with one readable line."""
    token = settings.token
    configure(settings)
    report_errors(settings)
    _warn_of_memory(settings)
    # A bot for board games need not say at every start that it cannot speak.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    asyncio.run(_run(settings, token))


async def _run(settings: Settings, token: str) -> None:
    bot = create_bot(settings, Runtime(say=lambda text: print(text, flush=True)))
    _tell_when_ready(bot)
    forced_end = ForcedEnd()
    try:
        async with watched_over(bot, settings):
            running = asyncio.create_task(bot.start(token))

            def stop() -> None:
                forced_end.begin(STOPPING_SECONDS, NOT_CLOSED)
                running.cancel()

            when_told_to_stop(stop)
            await _until_given_up(running, bot, settings.gateway_minutes)
        if bot.ended is Ended.LOST:
            raise HostError(
                "another process may look after these servers now: ended, so that whatever watches over this "
                "process starts it again"
            )
        if bot.ended is Ended.ASKED:
            print("Another process has taken over.", flush=True)
    except asyncio.CancelledError:
        print("Stopping: everything is stored; the next start resumes the searches.", flush=True)
    except discord.LoginFailure as error:
        raise HostError(
            "DISCORD_TOKEN is not valid: Discord refused it. Reset it at discord.com/developers "
            "(your application, Bot, Reset Token) and put the new one into .env"
        ) from error
    except StorageError as error:
        raise HostError(str(error)) from error
    except (aiohttp.ClientError, OSError) as error:
        raise HostError(
            f"Discord cannot be reached: {error}. Is this machine connected to the internet?"
        ) from error
    except discord.GatewayNotFound as error:
        raise HostError(
            f"{settings.discord_api} does not say where Discord's gateway is: is that the address of its "
            "API, or of a proxy before it?"
        ) from error
    except discord.HTTPException as error:
        raise HostError(f"Discord refused to start the bot: {error}") from error
    except discord.ConnectionClosed as error:
        raise HostError(_closed_for_good(error.code)) from error
    except discord.PrivilegedIntentsRequired as error:
        # discord.py has an exception of its own for this one close code.
        raise HostError(_closed_for_good(DISALLOWED_INTENTS)) from error
    finally:
        forced_end.begin(STOPPING_SECONDS, NOT_CLOSED)
        try:
            await bot.close()
        finally:
            leave_threads()
            forced_end.call_off()


def _warn_of_memory(settings: Settings) -> None:
    """Say so where the settings may take more memory than there is: the system would end the process then."""
    available, wanted = available_memory(), wanted_memory(settings)
    if available is not None and wanted > available:
        log.warning(
            "the settings may take more memory than there is: see FLIPFOUR_SEARCH_MB",
            wanted=f"{wanted // MEGABYTE} MB",
            available=f"{available // MEGABYTE} MB",
        )


async def _until_given_up(running: asyncio.Task[None], bot: Flipfour, minutes: float) -> None:
    """Wait for the end; raises `HostError` when there was no connection to Discord for so many minutes."""
    if not minutes:
        await running
        return
    given_up = asyncio.create_task(bot.gateway.away_for(minutes * 60, asyncio.sleep))
    try:
        await asyncio.wait({running, given_up}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise HostError(
                f"Discord could not be reached for {minutes:g} min (FLIPFOUR_GATEWAY_MINUTES): ended, so "
                "that "
                "whatever watches over this process starts it again"
            )
        await running
    finally:
        given_up.cancel()
        if not running.done():
            running.cancel()


def when_told_to_stop(stop: Callable[[], object]) -> None:
    """Call `stop` in the event loop on Ctrl-C, and when the system asks this process to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            # Windows has no such thing; there is a signal handler of the whole process.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _closed_for_good(code: int) -> str:
    """What a host has to know about a connection that Discord has closed and will not open again."""
    if code == NOT_AUTHENTICATED:
        return (
            "Discord has closed the connection: DISCORD_TOKEN is not valid any more. Was it reset? Put the "
            "new one into .env"
        )
    if code == DISALLOWED_INTENTS:
        return (
            "Discord has closed the connection: this application may not use the gateway intents it asked "
            "for (code 4014). Flipfour needs no privileged intents. If you added some, switch them on at "
            "discord.com/developers (your application, Bot, Privileged Gateway Intents)"
        )
    return f"Discord has closed the connection for good, with code {code}"


def _tell_when_ready(bot: Flipfour) -> None:
    """At the first connection, print who the bot is and how to invite it; everything is loaded then."""

    async def tell() -> None:
        bot.remove_listener(tell, "on_ready")
        assert bot.user is not None
        invite = discord.utils.oauth_url(
            bot.user.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )
        print(
            f"{bot.user} is ready in {len(bot.guilds)} servers. Invite it to another one: {invite}",
            flush=True,
        )

    bot.add_listener(tell, "on_ready")
