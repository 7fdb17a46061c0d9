"""Measurements at each recovery pass, and alerts for hosts, rare enough to be read."""

from __future__ import annotations

import shutil
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import structlog

from bot.catalog import GAMES
from bot.core.fields import Frozen
from bot.core.metrics import counter, gauge
from bot.features import Kit
from bot.hosting.health import Gateway
from bot.hosting.host_settings import AlertSettings
from bot.messages.delivery import Messenger, Undelivered
from data.db.chores import Chore
from data.upkeep.pending import Figures, FigureStore

log = structlog.get_logger(__name__)

REPEAT_AFTER = timedelta(hours=6)
"""Minimum time between two alerts about the same."""

MAX_ALERTS = 3
WITHIN = timedelta(hours=1)
"""Time in which at most MAX_ALERTS alerts of a kind are sent: no kind silences another."""


class AlertKind(StrEnum):
    """Kinds of faults that hosts are told of."""

    BACKUP_FAILED = "backup failed"
    DISK_NEARLY_FULL = "disk nearly full"
    MANY_ERRORS = "many errors"
    GATEWAY_FLAPPING = "gateway flapping"
    GAMES_STUCK = "games stuck"


class Alert(Frozen):
    """A message to the host; `detail` is technical."""

    kind: AlertKind
    detail: str


class Alerts:
    """Sends alerts to the users whom the settings name, if any."""

    def __init__(self, kit: Kit) -> None:
        self._people = kit.settings.of(AlertSettings).alert_people
        self._messenger = kit[Messenger]
        self._background = kit.background
        self._now = kit.now
        self._told: dict[tuple[AlertKind, str], datetime] = {}
        self._sent: dict[AlertKind, deque[datetime]] = {
            kind: deque([datetime.min.replace(tzinfo=UTC)] * MAX_ALERTS, MAX_ALERTS) for kind in AlertKind
        }

    def tell(self, kind: AlertKind, detail: str, about: str = "") -> None:
        """Send an alert, unless one of its kind `about` the same was sent recently, or several were."""
        now, sent = self._now(), self._sent[kind]
        last = self._told.get((kind, about))
        if now - sent[0] < WITHIN or (last is not None and now - last < REPEAT_AFTER):
            return
        self._told[kind, about] = now
        sent.append(now)
        log.warning("alert", kind=kind.value, detail=detail)
        if self._people and not self._background.closing:
            self._background.spawn(self._send(Alert(kind, detail)))

    async def _send(self, alert: Alert) -> None:
        for user_id in self._people:
            if isinstance(await self._messenger.send_direct(alert, user_id), Undelivered):
                log.warning("alert not delivered", kind=alert.kind.value, user=user_id)


STUCK_AFTER = timedelta(minutes=10)
"""Age of unanswered moves and unshown boards that means a fault: they take a minute or two."""

MIN_FREE_BYTES = 200 * 1024 * 1024
"""Minimum free disk space in bytes; a larger database needs as much as its own size, for a copy."""

COUNT_EVERY = timedelta(minutes=5)
"""Time between two counts of games, which take longer the more there are."""

MAX_KINDS, OTHERS = 200, "others"
"""Maximum kinds of errors that are told apart; all others are one."""

MANY_ERRORS = 20
ERRORS_WITHIN = timedelta(minutes=10)
MANY_LOSSES = 6
LOSSES_WITHIN = timedelta(hours=1)


ERRORS = counter("errors", "Errors in the log.")
GAMES_OPEN = gauge("games_open", "Games in progress.", "game")
CHALLENGES_OPEN = gauge("challenges_open", "Challenges not yet answered.")
STUCK = gauge("games_stuck", "Games in which the computer's move is overdue.")
BOARDS_BEHIND = gauge("boards_behind", "Boards that are overdue for an update.")
DATABASE_BYTES = gauge("database_bytes", "Size of the database.")
DISK_FREE = gauge("disk_free_bytes", "Free space on the database's disk.")


class ErrorCount:
    """Counts logged errors by their kinds, from any thread."""

    def __init__(self, note: Callable[[], None]) -> None:
        self._note = note
        self._counts: Counter[str] = Counter()

    def record(self, kind: str) -> None:
        self._counts[kind if kind in self._counts or len(self._counts) < MAX_KINDS else OTHERS] += 1
        self._note()

    @property
    def counts(self) -> Counter[str]:
        """Errors so far, by kind."""
        return Counter(self._counts)


class Monitor:
    """Measures the bot and raises alerts, at every pass of recovery."""

    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(
        self,
        kit: Kit,
        free_space: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        self._storage = kit.storage
        file = kit.settings.database_file
        self._folder = file and file.parent
        self._metrics = kit.metrics
        self._alerts = kit[Alerts]
        self._gateway = kit[Gateway]
        self._errors = kit[ErrorCount]
        self._now = kit.now
        self._free_space = free_space
        self._figures: Figures | None = None
        self._count_at = self._now()
        self._stuck_before = False
        """True if the count before the last one found stuck games: the first one after a start may."""
        self._counted: deque[tuple[datetime, Counter[str]]] = deque([(self._count_at, self._errors.counts)])

    async def recover(self) -> None:
        now = self._now()
        figures, free = await self._count(now), self._free()
        for game in GAMES:
            self._metrics.set(GAMES_OPEN, figures.playing.get(game, 0), game)
        self._metrics.set(CHALLENGES_OPEN, figures.offered)
        self._metrics.set(STUCK, figures.stuck)
        self._metrics.set(BOARDS_BEHIND, figures.not_shown)
        self._metrics.set(DATABASE_BYTES, figures.size)
        self._metrics.set(DISK_FREE, free)
        if free is not None and free < max(MIN_FREE_BYTES, figures.size):
            self._alerts.tell(AlertKind.DISK_NEARLY_FULL, f"{free // 2**20} MB free in {self._folder}")
        self._look_at_errors(now)
        losses = self._gateway.losses_within(LOSSES_WITHIN.total_seconds())
        # Discord may ask every shard once to reconnect.
        if losses >= MANY_LOSSES and losses > self._gateway.shards:
            self._alerts.tell(AlertKind.GATEWAY_FLAPPING, f"{losses} times within an hour")
        if self._stuck_before and (figures.stuck or figures.not_shown):
            self._alerts.tell(
                AlertKind.GAMES_STUCK,
                f"{figures.stuck} games wait for the computer, {figures.not_shown} boards are out of date",
            )

    async def _count(self, now: datetime) -> Figures:
        if self._figures is None or now >= self._count_at:
            known = self._figures
            self._stuck_before = known is not None and bool(known.stuck or known.not_shown)
            self._figures = await self._storage[FigureStore].figures(now - STUCK_AFTER)
            self._count_at = now + COUNT_EVERY
        return self._figures

    def _look_at_errors(self, now: datetime) -> None:
        while len(self._counted) > 1 and now - self._counted[1][0] >= ERRORS_WITHIN:
            self._counted.popleft()
        self._counted.append((now, self._errors.counts))
        lately, few = self._counted[-1][1] - self._counted[0][1], 0
        for kind, errors in lately.items():
            if errors >= MANY_ERRORS:
                detail = f"{errors} errors in the log within ten minutes: {kind}"
                self._alerts.tell(AlertKind.MANY_ERRORS, detail, kind)
            else:
                few += errors
        if few >= MANY_ERRORS:
            self._alerts.tell(AlertKind.MANY_ERRORS, f"{few} errors in the log within ten minutes")

    def _free(self) -> int | None:
        if self._folder is None:
            return None
        try:
            return self._free_space(self._folder)
        except OSError:
            return None
