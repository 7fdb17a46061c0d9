"""Time of every card that adds up much, in a database of many games: the first look, and later ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import Connection, delete

from bench.moves import playing_bot
from bench.past import CHANNELS, GAMES_STORED, GUILDS, NOW, PEOPLE, PERSON, copied
from bench.silent_discord import SilentDiscord
from bot.app import Flipfour
from bot.core.errors import HostError
from bot.play.help.ids import OpenInsights
from bot.ranks.periods.boards import RankingPages
from data.tables.periods import added_days, period_points

LATER = 5
"""Later looks, whose median counts."""

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


def measure(number: int = GAMES_STORED, people: int = PEOPLE) -> list[dict[str, Any]]:
    """Return a row for each card: milliseconds until the answer is sent, by the clock and of the processor.

    The person asks who plays most, in the server with most games. Must not be called in a running event loop.
    Raises `HostError` when a card is not shown.
    """
    with copied(number, people) as file:
        return asyncio.run(_measure(f"sqlite:///{file}"))


async def _measure(database: str) -> list[dict[str, Any]]:
    async with playing_bot(database, lambda: NOW) as (bot, discord):
        discord.enter(bot, GUILDS[0], CHANNELS[:-1])
        insights = str(OpenInsights(PERSON, "reversi"))
        looks: dict[str, Callable[[], Awaitable[None]]] = {
            **{name: partial(discord.command, bot, *command) for name, command in COMMANDS.items()},
            "insights": lambda: discord.click(bot, insights),
        }
        # What every command needs is loaded.
        await discord.command(bot, "help", "", {})
        # As some time after a start: sums are added up.
        await bot.kit[RankingPages]._add_up_active(NOW)
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
