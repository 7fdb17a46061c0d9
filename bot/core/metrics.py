"""Prometheus metrics of the running bot, all in one registry.

They contain nothing about a person or a server: labels are commands, levels, kinds of games and the like, of
which there are few. Every subsystem notes its own events; `deploy/` has a dashboard and alert rules that use
these metrics.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

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
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.catalog import GAMES
from data.upkeep.pending import Figures
from executors.address import flipfour_version

ACKNOWLEDGED = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Buckets in seconds; Discord gives up waiting after the last one."""

CARRIED_OUT = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
SEARCHED = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
LAGGED = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)

OTHER_PLAYER = "other"
"""Label of computer players that are no level, as their number is unlimited."""

_LEVELS = frozenset(level for kind in GAMES.values() for level in kind.levels)


class Readings(Collector):
    """Gauges that are absent until there is something to measure: a missing 0 raises no alert."""

    def __init__(self) -> None:
        self._gauges: dict[str, tuple[str, Callable[[], float | None]]] = {}

    def add(self, name: str, meaning: str) -> None:
        """Add a gauge without a value."""
        self._gauges[name] = (meaning, lambda: None)

    def set(self, name: str, value: float | None) -> None:
        """Set a gauge's value; None removes it."""
        self.read(name, lambda: value)

    def read(self, name: str, value: Callable[[], float | None]) -> None:
        """Call `value` whenever the metrics are read."""
        self._gauges[name] = (self._gauges[name][0], value)

    def collect(self) -> Iterator[Metric]:
        """Yield every gauge, those without a value without a sample."""
        for name, (meaning, read) in self._gauges.items():
            value = read()
            usable = value is not None and math.isfinite(value)
            yield GaugeMetricFamily(f"flipfour_{name}", meaning, value=value if usable else None)


class Metrics:
    """The metrics of one bot."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._readings = Readings()
        self.registry.register(self._readings)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        build = Info("flipfour", "The running version.", registry=self.registry)
        build.info({"version": flipfour_version(), "python": platform.python_version()})
        self._interactions = Counter(
            "flipfour_interactions",
            "Commands, buttons, menus and dialogs, by outcome.",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._acknowledged = Histogram(
            "flipfour_acknowledge_seconds",
            "From an interaction's arrival to its acknowledgement.",
            buckets=ACKNOWLEDGED,
            registry=self.registry,
        )
        self._carried_out = Histogram(
            "flipfour_interaction_seconds",
            "From an interaction's arrival to its end.",
            buckets=CARRIED_OUT,
            registry=self.registry,
        )
        self._queued = Histogram(
            "flipfour_search_queue_seconds",
            "Time a search waited for a worker.",
            ("level",),
            buckets=SEARCHED,
            registry=self.registry,
        )
        self._searched = Histogram(
            "flipfour_search_seconds",
            "Time a search ran.",
            ("level",),
            buckets=SEARCHED,
            registry=self.registry,
        )
        self._readings.add("move_cap_seconds", "Maximum time of the computer's answer.")
        self._readings.add("search_workers", "Maximum searches at the same time.")
        self._taken_back = Counter(
            "flipfour_searches_taken_back",
            "Searches players waited for that the cluster lost and that ran locally.",
            registry=self.registry,
        )
        self._requests = Counter(
            "flipfour_discord_requests",
            "Requests to Discord, by response status; 429 is too many requests.",
            ("status",),
            registry=self.registry,
        )
        self._edits_dropped = Counter(
            "flipfour_edits_dropped",
            "Messages that could not be shown: refused for good, or to be retried.",
            ("reason",),
            registry=self.registry,
        )
        self._linked_roles = Counter(
            "flipfour_linked_roles",
            "Linked roles: people who linked or unlinked, figures told to Discord or not, grants revoked.",
            ("outcome",),
            registry=self.registry,
        )
        self._errors = Counter("flipfour_errors", "Errors in the log.", registry=self.registry)
        self._lag = Histogram(
            "flipfour_loop_lag_seconds",
            "Delay of the event loop.",
            buckets=LAGGED,
            registry=self.registry,
        )
        self._stalls = Counter(
            "flipfour_loop_stalls",
            "Stalls of the event loop for seconds.",
            registry=self.registry,
        )
        self._readings.add("gateway_latency_seconds", "The gateway's answer to the last heartbeat.")
        self._readings.add("gateway_ready", "1 while the gateway is connected; absent while standing by.")
        self._lost = Counter(
            "flipfour_gateway_disconnects", "Losses of the gateway connection.", registry=self.registry
        )
        self._readings.add("servers", "Servers the bot is in.")
        self._readings.add("shards", "Shards this process connects.")
        self._readings.add("standing_by", "1 while this process waits for the lease of another one.")
        self._games = Gauge("flipfour_games_open", "Games in progress.", ("game",), registry=self.registry)
        self._readings.add("challenges_open", "Challenges not yet answered.")
        self._readings.add("games_stuck", "Games in which the computer's move is overdue.")
        self._readings.add("boards_behind", "Boards that are overdue for an update.")
        self._readings.add("memory_expected_bytes", "Memory the settings may take.")
        self._readings.add("database_bytes", "Size of the database.")
        self._readings.add("disk_free_bytes", "Free space on the database's disk.")
        self._readings.add("care_pass_timestamp_seconds", "Time of the last recovery pass.")
        self._readings.add("care_pass_seconds", "Duration of the last recovery pass.")
        self._readings.add("backup_timestamp_seconds", "Time of the last backup.")
        self._readings.add("backup_interval_seconds", "Time between two backups.")
        self._readings.add("clock_offset_seconds", "This machine's clock ahead of Discord's.")
        self._backup_failures = Counter("flipfour_backup_failures", "Failed backups.", registry=self.registry)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' format."""
        return generate_latest(self.registry)

    def watch(self, **readings: Callable[[], float | None]) -> None:
        """Read these gauges whenever the metrics are read."""
        for name, read in readings.items():
            self._readings.read(name, read)

    def observe_settings(self, cap: float, workers: int, memory: int, backup_interval: float | None) -> None:
        """Note the settings that other metrics are compared with; None where there are no backups."""
        self._readings.set("move_cap_seconds", cap)
        self._readings.set("memory_expected_bytes", memory)
        self._readings.set("backup_interval_seconds", backup_interval)
        self.observe_workers(workers)

    def observe_workers(self, workers: int) -> None:
        """Note the number of searches that may run at the same time."""
        self._readings.set("search_workers", workers)

    def count_reclaimed(self, why: str) -> None:
        """Note a search that the cluster did not carry out."""
        self._taken_back.inc()

    def observe_acknowledgement(self, seconds: float) -> None:
        """Note the seconds until an interaction was acknowledged."""
        self._acknowledged.observe(seconds)

    def count_interaction(self, command: str, outcome: str, seconds: float) -> None:
        """Note a finished or refused interaction."""
        self._interactions.labels(command, outcome).inc()
        self._carried_out.observe(seconds)

    def observe_search(self, player: str, waited: float, seconds: float) -> None:
        """Note the seconds a computer player's search has waited for a worker, and run."""
        level = player if player in _LEVELS else OTHER_PLAYER
        self._queued.labels(level).observe(waited)
        self._searched.labels(level).observe(seconds)

    def count_request(self, status: int) -> None:
        """Note a response from Discord."""
        self._requests.labels(str(status)).inc()

    def count_not_shown(self, *, permanent: bool) -> None:
        """Note a message that could not be shown."""
        self._edits_dropped.labels("refused" if permanent else "failed").inc()

    def count_linked_role(self, outcome: str) -> None:
        """Note an event of linked roles."""
        self._linked_roles.labels(outcome).inc()

    def count_error(self) -> None:
        """Note a logged error."""
        self._errors.inc()

    def observe_lag(self, seconds: float) -> None:
        """Note the event loop's delay in seconds."""
        self._lag.observe(seconds)

    def count_stall(self) -> None:
        """Note that the event loop has stalled."""
        self._stalls.inc()

    def count_loss(self) -> None:
        """Note a loss of the gateway connection."""
        self._lost.inc()

    def observe_clock(self, ahead: timedelta) -> None:
        """Note how far this machine's clock is ahead of Discord's."""
        self._readings.set("clock_offset_seconds", ahead.total_seconds())

    def observe_care(self, seconds: float) -> None:
        """Note the duration of a recovery pass in seconds."""
        self._readings.set("care_pass_seconds", seconds)

    def observe_figures(self, figures: Figures, free: int | None) -> None:
        """Note the number of games and the room on the disk."""
        for game in GAMES:
            self._games.labels(game).set(figures.playing.get(game, 0))
        self._readings.set("challenges_open", figures.offered)
        self._readings.set("games_stuck", figures.stuck)
        self._readings.set("boards_behind", figures.not_shown)
        self._readings.set("database_bytes", figures.size)
        self._readings.set("disk_free_bytes", free)

    def observe_backup(self, made_at: datetime | None) -> None:
        """Note the time of a backup, or (None) a failed one."""
        if made_at is None:
            self._backup_failures.inc()
        else:
            self._readings.set("backup_timestamp_seconds", made_at.timestamp())
