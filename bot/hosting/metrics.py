"""What is measured while the bot runs, for Prometheus: every metric there is, in one registry.

Nothing here says anything about a person or a server: labels are commands, levels, kinds of games and the
like, of which there are few. The doors that everything comes through note what happens; `deploy/` has a
dashboard and rules for alerts that name these metrics.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Callable
from datetime import datetime

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.catalog import GAMES
from data import Figures
from executors.version import flipfour_version

ACKNOWLEDGED = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; after the last one Discord has given up waiting."""

CARRIED_OUT = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
SEARCHED = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
LAGGED = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

OTHER_PLAYER = "other"
"""Stands for computer players that are no level: there is no end of them."""

_LEVELS = frozenset(level for kind in GAMES.values() for level in kind.levels)


class Metrics:
    """The metrics of one bot."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        build = Info("flipfour", "The version that runs.", registry=self.registry)
        build.info({"version": flipfour_version(), "python": platform.python_version()})
        self._interactions = Counter(
            "flipfour_interactions",
            "Commands, buttons, menus and dialogs, by what came of them.",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._acknowledged = Histogram(
            "flipfour_acknowledge_seconds",
            "From an interaction's arrival until Discord was told that it had arrived.",
            buckets=ACKNOWLEDGED,
            registry=self.registry,
        )
        self._carried_out = Histogram(
            "flipfour_interaction_seconds",
            "From an interaction's arrival until everything was done about it.",
            buckets=CARRIED_OUT,
            registry=self.registry,
        )
        self._queued = Histogram(
            "flipfour_search_queue_seconds",
            "How long a search waited for a worker.",
            ("level",),
            buckets=SEARCHED,
            registry=self.registry,
        )
        self._searched = Histogram(
            "flipfour_search_seconds",
            "How long a search ran.",
            ("level",),
            buckets=SEARCHED,
            registry=self.registry,
        )
        self._cap = self._gauge("move_cap_seconds", "The longest that the computer may take for an answer.")
        self._workers = self._gauge("search_workers", "How many searches run at the same time.")
        self._taken_back = Counter(
            "flipfour_searches_taken_back",
            "Searches that the cluster did not carry out, so that they ran here.",
            registry=self.registry,
        )
        self._requests = Counter(
            "flipfour_discord_requests",
            "Requests to Discord, by the status of the answer; 429 is too many requests.",
            ("status",),
            registry=self.registry,
        )
        self._edits_dropped = Counter(
            "flipfour_edits_dropped",
            "Messages that could not be shown: refused for good, or to be tried again.",
            ("reason",),
            registry=self.registry,
        )
        self._errors = Counter("flipfour_errors", "Errors in the log.", registry=self.registry)
        self._lag = Histogram(
            "flipfour_loop_lag_seconds",
            "How late the event loop came to what was due.",
            buckets=LAGGED,
            registry=self.registry,
        )
        self._stalls = Counter(
            "flipfour_loop_stalls",
            "How often the event loop stood still for seconds.",
            registry=self.registry,
        )
        self._latency = self._gauge("gateway_latency_seconds", "The gateway's answer to the last heartbeat.")
        self._gateway = self._gauge("gateway_ready", "1 while the gateway is connected.")
        self._lost = Counter(
            "flipfour_gateway_disconnects", "How often the gateway was lost.", registry=self.registry
        )
        self._guilds = self._gauge("servers", "The servers that the bot is in.")
        self._games = Gauge("flipfour_games_open", "Games that go on.", ("game",), registry=self.registry)
        self._offers = self._gauge("challenges_open", "Challenges that nobody has answered yet.")
        self._stuck = self._gauge("games_stuck", "Games in which the computer has been to move for too long.")
        self._not_shown = self._gauge("boards_behind", "Boards that have been out of date for too long.")
        self._size = self._gauge("database_bytes", "The size of the database.")
        self._free = self._gauge("disk_free_bytes", "Free space where the database is.")
        self._care = self._gauge("care_pass_timestamp_seconds", "When the games were last looked after.")
        self._care_seconds = self._gauge("care_pass_seconds", "How long that took.")
        self._backup = self._gauge("backup_timestamp_seconds", "When the last backup was made.")
        self._backup_failures = Counter(
            "flipfour_backup_failures", "Backups that could not be made.", registry=self.registry
        )

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)

    def watch_gateway(self, latency: Callable[[], float], servers: Callable[[], int]) -> None:
        """Ask for these whenever the metrics are read."""

        def known_latency() -> float:
            seconds = latency()
            return seconds if math.isfinite(seconds) else 0.0

        self._latency.set_function(known_latency)
        self._guilds.set_function(servers)

    def note_limits(self, cap: float, workers: int) -> None:
        """The settings that other metrics are to be compared with."""
        self._cap.set(cap)
        self.note_workers(workers)

    def note_workers(self, workers: int) -> None:
        """So many searches run at the same time from now on."""
        self._workers.set(workers)

    def note_taken_back(self, why: str) -> None:
        """The cluster did not carry out a search."""
        self._taken_back.inc()

    def note_acknowledged(self, seconds: float) -> None:
        """An interaction was acknowledged so long after it had arrived."""
        self._acknowledged.observe(seconds)

    def note_interaction(self, command: str, outcome: str, seconds: float) -> None:
        """All that an interaction asked for is done, or refused."""
        self._interactions.labels(command, outcome).inc()
        self._carried_out.observe(seconds)

    def note_search(self, player: str, waited: float, seconds: float) -> None:
        """A computer player's search has waited for a worker and run for so long."""
        level = player if player in _LEVELS else OTHER_PLAYER
        self._queued.labels(level).observe(waited)
        self._searched.labels(level).observe(seconds)

    def note_request(self, status: int) -> None:
        """Discord has answered a request."""
        self._requests.labels(str(status)).inc()

    def note_not_shown(self, *, permanent: bool) -> None:
        """A message could not be shown."""
        self._edits_dropped.labels("refused" if permanent else "failed").inc()

    def note_error(self) -> None:
        """An error was logged."""
        self._errors.inc()

    def note_lag(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(seconds)

    def note_stall(self) -> None:
        """The event loop stands still."""
        self._stalls.inc()

    def note_gateway(self, *, ready: bool) -> None:
        """The connection to the gateway is made, or lost."""
        self._gateway.set(ready)
        if not ready:
            self._lost.inc()

    def note_care(self, at: datetime, seconds: float) -> None:
        """The games were looked after, which took so long."""
        self._care.set(at.timestamp())
        self._care_seconds.set(seconds)

    def note_figures(self, figures: Figures, free: int | None) -> None:
        """How many games there are, and how much room there is on the disk."""
        for game in GAMES:
            self._games.labels(game).set(figures.playing.get(game, 0))
        self._offers.set(figures.offered)
        self._stuck.set(figures.stuck)
        self._not_shown.set(figures.not_shown)
        self._size.set(figures.size)
        if free is not None:
            self._free.set(free)

    def note_backup(self, made_at: datetime | None) -> None:
        """A backup was made, or (None) could not be."""
        if made_at is None:
            self._backup_failures.inc()
        else:
            self._backup.set(made_at.timestamp())

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"flipfour_{name}", meaning, registry=self.registry)
