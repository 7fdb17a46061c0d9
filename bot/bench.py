"""`flipfour bench`: every part measured on this machine."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

import data.bench
import engine.bench
import renderers.bench
from bot.errors import HostError

PARTS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "engine": engine.bench.measure,
    "renderers": renderers.bench.measure,
    "storage": data.bench.measure,
}


def bench(wanted: Sequence[str], *, as_json: bool) -> None:
    """Measure the wanted parts, or all, and print a table or one JSON object."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        raise HostError(f"there is nothing to measure called {unknown[0]}; there is {', '.join(PARTS)}")
    console = Console(stderr=as_json)
    figures: dict[str, Mapping[str, Any]] = {}
    for name in wanted or PARTS:
        with console.status(f"measuring: {name} …"):
            figures[name] = PARTS[name]()
    if as_json:
        print(json.dumps({"machine": platform.processor() or platform.machine(), **figures}, indent=2))
        return
    for name, measured in figures.items():
        table = Table(title=name, title_justify="left", show_header=False)
        for what, value in measured.items():
            table.add_row(
                what.replace("_", " "), f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
            )
        console.print(table)
