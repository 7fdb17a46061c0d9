"""Times of drawing pictures, and of cards in a large database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import Connection, delete

from bench.moves import playing_bot
from bench.past import CHANNELS, GAMES_STORED, GUILDS, NOW, PEOPLE, PERSON, copied
from bench.silent_discord import SilentDiscord
from bot.app import Flipfour
from bot.core.errors import HostError
from bot.play.games.ids import OpenInsights
from bot.ranks.periods.rankings import RankingPages
from data.tables.standings import added_days, period_points
from engine import reversi as rules
from renderers import comparison, profile, reversi
from renderers.board import Situation
from renderers.charts import RatingPoint, Tick
from renderers.figures import ResultRow, Section

_NAMES = ("Alexandra", "Flipfour (hard)")
_POINTS = 240
"""Points in the chart of a rating after thousands of games."""
_TICKS = (Tick(0.0, "Mar 2025"), Tick(1 / 3, "Sep 2025"), Tick(2 / 3, "Mar 2026"), Tick(1.0, "now"))

Draw = Callable[[], bytes]


def _boards(games: int, seed: int) -> Iterator[Draw]:
    rng = Random(seed)
    yield partial(reversi.draw, rules.start(), names=_NAMES)
    for _ in range(games):
        position = rules.start()
        while moves := position.legal_moves():
            move = rng.choice(moves)
            flipped = () if move == "pass" else position.flips(move)
            position = position.play(move)
            yield partial(reversi.draw, position, Situation((move,), flipped=flipped), names=_NAMES)


def _course(rng: Random) -> list[RatingPoint]:
    points, rating = [], 1500.0
    for number in range(_POINTS):
        rating += rng.gauss(0.0, 12.0)
        points.append(RatingPoint(number / (_POINTS - 1), rating, max(50.0, 350.0 - 5 * number)))
    return points


def _sections(rng: Random) -> list[Section]:
    counts = partial(rng.randrange, 1, 300)
    return [
        Section(
            title, [ResultRow(f"{title} {number}", counts(), counts(), counts()) for number in range(rows)]
        )
        for title, rows in (("Side", 2), ("Opponent", 7), ("Opening", 5))
    ]


def _profiles(number: int, seed: int) -> Iterator[Draw]:
    rng = Random(seed)
    for _ in range(number):
        lines = []
        for title in ("between people", "against the computer"):
            points = _course(rng)
            lines.append(
                profile.RatingLine(title, round(points[-1].rating), 54, 12, False, points, points[99])
            )
        form = [rng.choice(("win", "draw", "loss")) for _ in range(profile.MAX_FORM)]
        card = profile.GameCard("Reversi", 4321, lines, _TICKS, form, _sections(rng), (78.4, 12))
        yield partial(profile.draw_profile, card)


def _comparisons(number: int, seed: int) -> Iterator[Draw]:
    """Yield pairs of people who have played each other a lot."""
    rng = Random(seed)
    facts = [comparison.Fact("Longest run", ("7 wins", "5 wins"))] * 3
    for _ in range(number):
        first, second = (
            profile.RatingLine("", round(points[-1].rating), 54, None, False, points, points[99])
            for points in (_course(rng), _course(rng))
        )
        shown = comparison.HeadToHead(
            "Reversi", (40, 3, 37), (first, second), _TICKS, _sections(rng)[1:], facts
        )
        yield partial(comparison.draw_comparison, shown)


def measure(games: int = 5, charts: int = 10, seed: int = 1) -> list[dict[str, Any]]:
    """Draw every position of `games` random Reversi games once, and `charts` profiles and comparisons.

    Returns a row for each kind of picture: pictures, their number; prepare_ms, the time of the first one in a
    process; median_ms and p95_ms, the time of one of the others; median_kb and largest_kb, its size in units
    of 1000 bytes. Times are wall-clock.
    """
    return [
        _measured("Reversi boards", _boards(games, seed)),
        _measured("profiles", _profiles(charts, seed)),
        _measured("comparisons", _comparisons(charts, seed)),
    ]


def _measured(kind: str, pictures: Iterator[Draw]) -> dict[str, Any]:
    times, sizes = [], []
    for draw in pictures:
        began = perf_counter()
        sizes.append(len(draw()))
        times.append(perf_counter() - began)
    prepare, *others = times
    return {
        "kind": kind,
        "pictures": len(times),
        "prepare_ms": prepare * 1e3,
        "median_ms": median(others) * 1e3,
        "p95_ms": quantiles(others, n=20)[-1] * 1e3,
        "median_kb": median(sizes) / 1000,
        "largest_kb": max(sizes) / 1000,
    }


LATER = 5
"""Later looks, whose median counts."""

SECONDS_BETWEEN = 0.05
"""Seconds between looks for the end of what the bot does after its start."""

POINTS = ("week", "season", "season everywhere")
"""Boards whose days are added up after the first look."""

COMMANDS: dict[str, tuple[str, str, dict[str, str | int]]] = {
    "history of the server": ("history", "", {"whose": "server"}),
    "history, own": ("history", "", {}),
    "profile": ("profile", "", {}),
    "comparison": ("compare", "", {"player": PERSON + 1}),
    "leaderboard": ("leaderboard", "", {}),
    "leaderboard everywhere": ("leaderboard", "", {"where": "everywhere"}),
    "week": ("leaderboard", "", {"period": "week"}),
    "season": ("leaderboard", "", {"period": "season"}),
    "season everywhere": ("leaderboard", "", {"period": "season", "where": "everywhere"}),
    "streaks": ("leaderboard", "", {"show": "streaks"}),
    "streaks everywhere": ("leaderboard", "", {"show": "streaks", "where": "everywhere"}),
    "explorer": ("opening", "explore", {}),
    "explorer after a move": ("opening", "explore", {"moves": "d3"}),
    "own games": ("games", "", {}),
    "records of puzzles": ("puzzle", "", {"run": "records"}),
}


def measure_cards(number: int = GAMES_STORED, people: int = PEOPLE) -> list[dict[str, Any]]:
    """Return a row for each card: milliseconds until the answer is sent, by the clock and of the processor.

    The person asks who plays most, in the server with most games. Must not be called in a running event loop.
    Raises `HostError` when a card is not shown.
    """
    with copied(number, people) as file:
        return asyncio.run(_measure_cards(f"sqlite:///{file}"))


async def _measure_cards(database: str) -> list[dict[str, Any]]:
    async with playing_bot(database, lambda: NOW) as (bot, discord):
        discord.enter(bot, GUILDS[0], CHANNELS[:-1])
        insights = str(OpenInsights(PERSON, "reversi"))
        looks: dict[str, Callable[[], Awaitable[None]]] = {
            **{name: partial(discord.command, bot, *command) for name, command in COMMANDS.items()},
            "insights": lambda: discord.click(bot, insights),
        }
        # What every command needs is loaded.
        await discord.command(bot, "help", "", {})
        # As some time after a start: sums are added up. The bot itself began that, too.
        await bot.kit[RankingPages]._add_up_active(NOW)
        while bot.kit[RankingPages]._adding:  # noqa: ASYNC110 (no event marks the end of it)
            await asyncio.sleep(SECONDS_BETWEEN)
        return [await _looked(bot, discord, name, look) for name, look in looks.items()]


async def _looked(
    bot: Flipfour, discord: SilentDiscord, name: str, look: Callable[[], Awaitable[None]]
) -> dict[str, Any]:
    if name in POINTS:
        await bot.kit[RankingPages]._storage._database.write(_forget_sums)
    spent = []
    for _ in range(LATER + 1):
        begun, worked = perf_counter(), process_time()
        await look()
        if discord.answered is None:
            raise HostError(f"{name} was not shown")
        answered, processor = discord.answered
        spent.append((1e3 * (answered - begun), 1e3 * (processor - worked)))
    (first_ms, first), later = spent[0], spent[1:]
    return {
        "card": name,
        "first_ms": first_ms,
        "first_processor_ms": first,
        "later_ms": median(ms for ms, _ in later),
        "later_processor_ms": median(ms for _, ms in later),
    }


def _forget_sums(connection: Connection) -> None:
    for table in (period_points, added_days):
        connection.execute(delete(table))
