"""Prometheus metrics of the running bot, each declared where it is measured.

They contain nothing about a person or a server: labels are commands, levels, kinds of games and the like, of
which there are few. `deploy/` has a dashboard and alert rules that use them.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from executors.address import flipfour_version

PREFIX = "flipfour_"


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A metric that every bot has; the functions below declare one."""

    kind: type[Counter | Histogram] | None
    """None for a gauge, which is absent until there is something to measure: a missing 0 raises no alert."""
    name: str
    meaning: str
    labels: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        _DECLARED.append(self)


_DECLARED: list[Measure] = []


def counter(name: str, meaning: str, *labels: str) -> Measure:
    """Declare a number of events."""
    return Measure(Counter, name, meaning, labels)


def histogram(name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Measure:
    """Declare a distribution over `buckets`."""
    return Measure(Histogram, name, meaning, labels, (("buckets", buckets),))


def gauge(name: str, meaning: str, *labels: str) -> Measure:
    """Declare a value that rises and falls, by at most one label."""
    return Measure(None, name, meaning, labels)


class Metrics(Collector):
    """The metrics of one bot: all that the imported modules have declared."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._gauges: dict[Measure, dict[tuple[str, ...], Callable[[], float | None]]] = {}
        self._made: dict[Measure, Any] = {}
        for measure in _DECLARED:
            if measure.kind is None:
                self._gauges[measure] = {}
            else:
                self._made[measure] = measure.kind(
                    PREFIX + measure.name,
                    measure.meaning,
                    measure.labels,
                    registry=self.registry,
                    **dict(measure.options),
                )
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        build = Info("flipfour", "The running version.", registry=self.registry)
        build.info({"version": flipfour_version(), "python": platform.python_version()})

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def count(self, measure: Measure, *labels: str) -> None:
        self._labelled(measure, labels).inc()

    def observe(self, measure: Measure, value: float, *labels: str) -> None:
        self._labelled(measure, labels).observe(value)

    def set(self, measure: Measure, value: float | None, *labels: str) -> None:
        """Set a gauge's value; None removes it."""
        self.read(measure, lambda: value, *labels)

    def read(self, measure: Measure, value: Callable[[], float | None], *labels: str) -> None:
        """Call `value` whenever a gauge is read."""
        self._gauges[measure][labels] = value

    def collect(self) -> Iterator[Metric]:
        """Yield every gauge, those without a value without a sample."""
        for measure, readers in self._gauges.items():
            family = GaugeMetricFamily(PREFIX + measure.name, measure.meaning, labels=measure.labels)
            for labels, read in readers.items():
                value = read()
                if value is not None and math.isfinite(value):
                    family.add_metric(labels, value)
            yield family

    def _labelled(self, measure: Measure, labels: tuple[str, ...]) -> Any:
        return self._made[measure].labels(*labels) if labels else self._made[measure]
