"""`flipfour bench`: measures every part of the program on this machine."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import connect4_book, features, heavy, moves, pictures, search_core, starts, web
from bench.search_core import FFO, measure_starts
from bot.core.errors import HostError, did_you_mean

CONNECT4_POSITIONS = Path(__file__).with_name("connect4-positions.txt")
"""Positions with their scores."""

DEPTH = 12
"""Depth of the searches from the start with each technique switched off in turn."""

QUICK_PROBLEMS = 3
"""Endgame problems solved without `--full`; the first ones are easy."""

QUICK_POSITIONS = 20
"""Connect 4 positions of each class solved without `--full`."""

BEHIND_BOOK = 10
"""Connect 4 positions of each ply searched behind the book without `--full`."""

Section = tuple[str, Callable[[], list[dict[str, Any]]]]
"""A title, and the function that returns its rows of figures, all with the same names."""


def search_sections(*, full: bool) -> Iterator[Section]:
    """Yield the measurements of the search core; `full` takes two minutes, otherwise about one."""
    yield "perft", partial(search_core.measure_perft, 11 if full else 10)
    for game in ("reversi", "connect4"):
        yield f"depth {DEPTH}, {game}", partial(search_core.measure_techniques, game, DEPTH)
    problems = FFO if full else FFO[:QUICK_PROBLEMS]
    yield "Reversi endgames", partial(search_core.measure_endgames, problems)
    lines = CONNECT4_POSITIONS.read_text(encoding="utf-8").splitlines()
    most = None if full else QUICK_POSITIONS
    yield "Connect 4 solved", partial(search_core.measure_connect4, lines, most, start=full)
    count = 100 if full else BEHIND_BOOK
    yield "Connect 4 right behind its book", partial(connect4_book.measure_behind_book, count)
    yield "stopping a search", search_core.measure_stops
    for game in ("reversi", "connect4"):
        yield f"starts, {game}", partial(measure_starts, game)


SECTIONS: Mapping[str, Sequence[Section]] = {
    "start": [("the bot's start to the gateway, and at rest", starts.measure)],
    "moves": [
        ("a click, and the computer's answer", moves.measure),
        ("a tap of two people among 100 games", moves.measure_taps),
    ],
    "reviews": [("a game reviewed", features.measure_reviews)],
    "puzzles": [("a puzzle made", features.measure_puzzles)],
    "renderers": [("pictures", pictures.measure), ("a game replayed", features.measure_replays)],
    "storage": [("moves stored", features.measure_storage)],
    "heavy": [
        ("a game and a tap while others import", heavy.measure),
        ("own data of a person with many games", heavy.measure_export),
    ],
    "explorer": [("the openings explorer among 100,000 games", heavy.measure_explorer)],
    "languages": [("a text translated", features.measure_languages)],
    "cards": [
        ("cards among 100,000 games of 5,000 people: the first look, and later ones", pictures.measure_cards)
    ],
    "tournaments": [("a Swiss round", features.measure_tournaments)],
    "web": [
        ("a tap with spectators in browsers", web.measure),
        ("taps in Discord while moves reach spectators, on one core", web.measure_taps),
        ("the first view of a board in a browser", web.measure_first_view),
    ],
}
"""What is measured of each part but the search."""

SEARCH = "search"


def bench(wanted: Sequence[str], *, full: bool = False, as_json: bool) -> None:
    """Measure the wanted parts, or all, and print tables as they are done, or one JSON object at the end.

    Raises `HostError` for an unknown part.
    """
    parts = [SEARCH, *SECTIONS]
    unknown = [name for name in wanted if name not in parts]
    if unknown:
        hint = did_you_mean(unknown[0], parts, f"there is {', '.join(parts)}")
        raise HostError(f"there is nothing to measure called {unknown[0]}; {hint}")
    console = Console(stderr=as_json)
    figures: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for part in wanted or parts:
        figures[part] = {}
        for name, measure in search_sections(full=full) if part == SEARCH else SECTIONS[part]:
            with console.status(f"measuring: {name} …"):
                rows = figures[part][name] = measure()
            if not as_json:
                console.print(_table(name, rows))
    if as_json:
        print(json.dumps({"machine": platform.processor() or platform.machine(), **figures}, indent=2))


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return rows of figures as a table; a single row is printed vertically."""
    if len(rows) == 1:
        table = Table(title=name, title_justify="left", show_header=False)
        for what, value in rows[0].items():
            table.add_row(_title(what), _figure(value))
        return table
    table = Table(title=name, title_justify="left")
    for what, value in rows[0].items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        table.add_column(_title(what), justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(_figure, row.values()))
    return table


def _title(name: str) -> str:
    short = {"million": "M", "per_second": "/s", "real_seconds": "real s", "seconds": "s"}
    for long, shorter in short.items():
        name = name.replace(long, shorter)
    return name.replace("_/s", "/s").replace("_", " ")


def _figure(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) >= 1 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
