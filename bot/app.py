"""The Discord client: its start, connection and end. The features of its `Kit` do the work."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import aiohttp
import discord
import structlog
from discord.ext import commands, tasks

from bot.account.linked_roles.links import LinkedRoles
from bot.account.privacy.own_data import Retention
from bot.catalog import GAMES
from bot.computer.search_core import SearchCore
from bot.core.discord_time import CLOCK_OFFSET, DiscordClock
from bot.core.discord_time import use as use_clock
from bot.core.metrics import Metrics, counter, gauge
from bot.core.publisher import Publisher
from bot.core.runtime import Runtime
from bot.core.signals import ChannelDeleted, ThreadDeleted
from bot.events.host_settings import MatchSettings
from bot.features import Kit
from bot.hosting.discord_api import (
    ALL_INSTALLS,
    ANYWHERE,
    INTENTS,
    CommandRegistration,
    find_gateway,
    register_role_records,
    use_api,
)
from bot.hosting.health import LOST, Gateway, Health
from bot.hosting.lease import Ended
from bot.hosting.monitor import ERRORS, ErrorCount
from bot.hosting.pending_commands import UnansweredCommands
from bot.hosting.workers import new_threads
from bot.play.games.host_settings import GameSettings
from bot.play.games.referee import ClockWatch
from bot.play.web_links import Activities
from bot.recovery import Recovery
from bot.rooms import add_commands, all_routes, close, compose
from bot.settings.machine import available_cores, freeze_gc
from bot.settings.settings import DISCORD_API, Settings
from bot.ui.door import CommandTree, Router
from bot.web.open_pages import OpenPages
from data import Storage
from data.db.numbers import NumberStore
from data.upkeep.pending import FigureStore, VersionStore
from engine.search.tables import TABLES
from executors.address import flipfour_version

log = structlog.get_logger(__name__)

REQUESTS = counter(
    "discord_requests", "Requests to Discord, by response status; 429 is too many requests.", "status"
)
LATENCY = gauge("gateway_latency_seconds", "The gateway's answer to the last heartbeat.")
READY = gauge("gateway_ready", "1 while the gateway is connected; absent while standing by.")
SERVERS = gauge("servers", "Servers the bot is in.")
SHARDS = gauge("shards", "Shards this process connects.")
STANDING_BY = gauge("standing_by", "1 while this process waits for the lease of another one.")
# Their names are those of 1.0.0: alerts and dashboards of hosts would lose others silently.
LAST_PASS = gauge("care_pass_timestamp_seconds", "Time of the last recovery pass.")
PASS_SECONDS = gauge("care_pass_seconds", "Duration of the last recovery pass.")

RECOVERY_SECONDS = 60.0
"""Seconds between recovery passes over unshown boards, failed searches and old offers."""

NOT_RECORDED = "could not record the bot's servers or version; the next start does"
CLOCKS_STAY = "watching the clocks failed; will retry"

HIDING_EVENTS = (
    "on_guild_channel_update",
    "on_guild_channel_delete",
    "on_guild_role_update",
    "on_raw_thread_update",
    "on_raw_thread_delete",
    "on_guild_remove",
)
"""Events after which not everyone may see a channel any more."""


class Flipfour(commands.Bot):
    recovery: Recovery
    """Recovery, after `setup_hook`."""
    unanswered: UnansweredCommands
    """Commands waiting for an answer, after `setup_hook`."""

    def __init__(self, settings: Settings, runtime: Runtime, **connection: Any) -> None:
        """`connection` selects the shards; by default there is a single one."""
        metrics = Metrics()
        clock = DiscordClock(lambda ahead: metrics.set(CLOCK_OFFSET, ahead.total_seconds()))
        use_clock(clock)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=ANYWHERE,
            allowed_installs=ALL_INSTALLS,
            tree_cls=CommandTree,
            http_trace=_count_responses(metrics, clock.trace),
            **connection,
        )
        self._settings = settings
        self._runtime = runtime
        self._storage: Storage | None = None
        self._kit: Kit | None = None
        self.router = Router(all_routes())
        self.metrics = metrics
        self.clock = clock
        self.errors = ErrorCount(partial(metrics.count, ERRORS))
        self.gateway = Gateway(runtime.monotonic, partial(metrics.count, LOST))
        self._registration = CommandRegistration(self, runtime.rest)
        self.health = Health(
            self.gateway,
            runtime.monotonic,
            warnings={"clock": lambda: clock.fault, "commands": lambda: self._registration.fault},
        )
        self._watch()
        self._resumed = False
        self._closing = False
        self.duty = asyncio.Event()
        """Set while the servers are this process's: interactions and recovery wait for it."""
        self.duty.set()
        self.ended: Ended | None = None
        """Why the bot has ended on its own, if it has."""

    @property
    def kit(self) -> Kit:
        """The features, after `setup_hook`."""
        assert self._kit is not None, "the bot has not been set up"
        return self._kit

    @property
    def kit_on_duty(self) -> Kit | None:
        """The features, once the servers are this process's."""
        return self._kit if self.duty.is_set() else None

    @property
    def linked_roles(self) -> LinkedRoles | None:
        """Linked roles, once the servers are this process's."""
        kit = self.kit_on_duty
        return None if kit is None else kit[LinkedRoles]

    async def login(self, token: str) -> None:
        use_api(self._settings.discord_api)
        await super().login(token)

    async def connect(self, *, reconnect: bool = True) -> None:
        if self._settings.discord_api != DISCORD_API:
            await find_gateway(self.http)
        await super().connect(reconnect=reconnect)

    async def setup_hook(self) -> None:
        """Open the storage and register commands and buttons, once before connecting."""
        new_threads(self._settings.search_threads)
        TABLES.resize(*self._settings.tables())
        storage = await Storage.open(
            self._settings.database_url,
            clock=self._runtime.now,
            self_play=self._settings.of(MatchSettings).self_play,
            fair_use=self._settings.of(GameSettings).fair_use,
        )
        self._storage = storage
        await _report_version(storage)
        skipped = await storage[NumberStore].skip_lost()
        if skipped:
            log.info("numbers skipped, in case an older copy was restored", numbers=skipped)
        await self._begin_share(storage)
        self.health.open(storage[FigureStore].probe)
        self._kit = compose(
            self, self._settings, self._runtime, storage, self.metrics, self.gateway, self.errors
        )
        self.recovery = Recovery(self._kit)
        self.unanswered = UnansweredCommands(self._kit)
        self._kit[SearchCore].start(
            GAMES,
            self._runtime.compiler,
            self._runtime.say,
            parallel=min(available_cores(), len(GAMES)),
            loaded=partial(freeze_gc, self._runtime.freeze),
        )
        self.add_listener(self.router.receive, "on_interaction")
        for event in HIDING_EVENTS:
            self.add_listener(self._check_pages, event)
        add_commands(self.tree)
        if self._kit[Activities].can_sign_in:
            self._kit.background.spawn(self._find_activity())
        if storage.share.first_of_all:
            await self._registration.start()
            if self._settings.linked_roles is not None:
                self._kit.background.spawn(register_role_records(self))

    async def on_ready(self) -> None:
        """Recover games at the first connection, and missed messages at every later one."""
        self.gateway.connected()
        await self.duty.wait()
        # All of them, including servers unavailable through an outage.
        servers = [guild.id for guild in self.guilds]
        await self._attempt(self.kit[Retention].record_servers(servers), NOT_RECORDED)
        if self._resumed:
            await self.on_resumed()
            return
        self._resumed = True
        assert self._storage is not None
        if self._storage.share.first_of_all:
            await self._attempt(self._storage[VersionStore].record(flipfour_version()), NOT_RECORDED)
        freeze_gc(self._runtime.freeze)
        self.kit[ClockWatch].come_back()
        await self._attempt(self.kit[ClockWatch].recover(), CLOCKS_STAY)
        await self._attempt(self.unanswered.recover(), "could not end interrupted commands")
        await self.kit.background.begin(self._recover())
        if not self._closing:
            self._recovery_loop.start()

    async def on_resumed(self) -> None:
        """Retry missed messages after a reconnection."""
        self.gateway.connected()
        if not self._closing:
            self.kit[ClockWatch].come_back()
            await self.kit.background.begin(self._recover(reconnected=True))

    async def on_disconnect(self) -> None:
        """Stop the clocks while the connection is lost."""
        self.gateway.lost()
        if self._kit is not None:
            self._kit[ClockWatch].go_away()

    async def _check_pages(self, *_: object) -> None:
        """Find the pages that show what not everyone sees any more."""
        self.kit[OpenPages].check_soon()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._attempt(self.kit[Retention].record_joined(guild.id), NOT_RECORDED)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note a server that removed the bot; outages are not reported here."""
        await self._attempt(self.kit[Retention].record_left(guild.id), NOT_RECORDED)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        if not self._closing:
            for reaction in self.kit[ChannelDeleted].tell(channel.id):
                await self.kit.background.begin(reaction)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        if not self._closing:
            for reaction in self.kit[ThreadDeleted].tell(payload.thread_id):
                await self.kit.background.begin(reaction)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry messages that a thread refused, now that it is open again."""
        state = payload.data["thread_metadata"]
        if not (self._closing or state["archived"] or state.get("locked")):
            await self.kit.background.begin(self.kit[Publisher].refresh_channel(payload.thread_id))

    async def close(self) -> None:
        """Stop accepting work, finish what was requested, and close everything.

        The storage is closed even if an earlier step fails.
        """
        self._closing = self.health.closing = True
        self._recovery_loop.cancel()
        self._registration.close()
        async with AsyncExitStack() as closing:
            # In reverse order.
            if self._storage is not None:
                closing.push_async_callback(self._storage.close)
            closing.push_async_callback(super().close)
            if self._kit is not None:
                closing.push_async_callback(close, self._kit)

    def _watch(self) -> None:
        """Let the metrics read the state of the connection and of recovery."""
        gateway, health = self.gateway, self.health

        def last_pass() -> float | None:
            # By this machine's present clock, as Prometheus compares it: no change makes a pass look old.
            age = health.recovery_age
            return None if age is None else time.time() - age

        read = self.metrics.read
        read(READY, lambda: None if gateway.standing_by else float(gateway.ready))
        read(STANDING_BY, lambda: float(gateway.standing_by))
        read(LATENCY, lambda: self.latency if gateway.ready else None)
        read(SERVERS, lambda: len(self.guilds) if gateway.ready else None)
        read(SHARDS, lambda: gateway.shards)
        read(LAST_PASS, last_pass)

    async def _begin_share(self, storage: Storage) -> None:
        """Claim a share of the servers; a single process has all of them."""

    @tasks.loop()
    async def _recovery_loop(self) -> None:
        # Not the loop's own interval, which would catch up on every pass missed in a suspension.
        await self._runtime.rest(RECOVERY_SECONDS)
        await self.kit.background.begin(self._recover())

    async def _attempt(self, work: Coroutine[Any, Any, None], failed: str) -> None:
        """Do work that a later pass or start repeats if it has `failed`, which is logged."""
        try:
            await self.kit.background.begin(work)
        except Exception:
            log.exception(failed)

    async def _find_activity(self) -> None:
        # Pages are loaded by hosts who have them.
        from bot.web.activity_ui import has_activity

        self.kit[Activities].found(exists=await has_activity(self))

    async def _recover(self, *, reconnected: bool = False) -> None:
        begun = self._runtime.monotonic()
        self.health.begin_recovery()
        await self._attempt(self.kit[ClockWatch].recover(), CLOCKS_STAY)
        try:
            await self.recovery.recover(reconnected=reconnected)
            self.health.record_recovery()
            self.metrics.set(PASS_SECONDS, self._runtime.monotonic() - begun)
        except Exception:
            log.exception("recovery failed; will retry")


async def _report_version(storage: Storage) -> None:
    """Log the running version and the revision of its tables, and the version that it replaces."""
    version, tables = flipfour_version(), storage[VersionStore].revision
    log.info("storage is open", version=version, tables=tables)
    last = (await storage[VersionStore].history())[-1:]
    if last and last[0].version != version:
        change = tables if last[0].revision == tables else f"{last[0].revision} → {tables}"
        moved = "updated" if _order(version) > _order(last[0].version) else "went back"
        log.info(f"{moved} from {last[0].version}, tables {change}")


def _order(version: str) -> tuple[list[int], bool, list[int]]:
    """Sort key of versions such as 1.2.0 and, before it, 1.2.0rc1."""
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    return numbers[:3], len(numbers) == 3, numbers[3:]


def _count_responses(metrics: Metrics, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Count every response from Discord, too."""

    async def note(_session: object, _context: object, answered: aiohttp.TraceRequestEndParams) -> None:
        metrics.count(REQUESTS, str(answered.response.status))

    trace.on_request_end.append(note)
    return trace
