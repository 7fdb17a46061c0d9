"""`python -m research.load`: a thousand games at once, with the connection cut repeatedly.

Flipfour runs in a separate process, alongside a bot that only acknowledges; both get the same clicks at the
same moments.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from data.games.moves import PLIES

if TYPE_CHECKING:
    from research.load.crowd import Crowd
    from research.load.process import Measured
    from tests.loopback.model import Interaction
    from tests.loopback.server import LoopbackDiscord

LEVELS = ["beginner", "easy"]
MEMORY_EVERY = 15.0
"""Seconds between memory readings."""

QUIET_SECONDS = 60.0
"""Maximum seconds the bot may take for pending work after the last tap."""


def main() -> int:
    """Parse the arguments and measure."""
    try:
        import tests.loopback.server  # noqa: F401
    except ModuleNotFoundError as missing:
        print(
            f"research.load needs a checkout with its development packages ({missing.name} is missing): its "
            "Discord is part of the tests. Try `uv run python -m research.load` in a checkout.",
            file=sys.stderr,
        )
        return 1
    parser = argparse.ArgumentParser(prog="python -m research.load", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="half of them against the computer")
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument(
        "--hard", type=int, default=100, help="more games, whose searches wait for each other"
    )
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--taps", type=float, default=10.0, help="a second")
    parser.add_argument("--cut-every", type=float, default=120.0, help="seconds")
    asyncio.run(measure(parser.parse_args()))
    return 0


async def measure(chosen: argparse.Namespace) -> None:
    """Run the load and print the results."""
    from research.load.crowd import Crowd
    from research.load.process import Measured
    from tests.loopback.rate_limits import RateLimits
    from tests.loopback.server import LoopbackDiscord

    discord = LoopbackDiscord(limits=RateLimits(per_route=(5, 5.0), per_second=50), keep_requests=False)
    plain = LoopbackDiscord(keep_requests=False)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        crowd = Crowd(discord, chosen.people, seed=1)
        other = Crowd(plain, 1, seed=1)
        await discord.open()
        await plain.open()
        bot = await Measured.start(
            discord,
            "-m",
            "tests.loopback.quick_taps",
            "run",
            DATABASE_URL=f"sqlite:///{database}",
            FLIPFOUR_LOG_LEVEL="error",
        )
        bare = await Measured.start(plain, "-m", "research.load.bare")
        try:
            half = chosen.games // 2
            await crowd.start_games(half, chosen.games - half, LEVELS)
            easy = set(crowd.boards)
            await crowd.start_games(chosen.hard, 0, ["master"])
            print(f"{len(crowd.boards)} games have begun; {bot.megabytes:.0f} MiB")
            await _play(chosen, crowd, other, bot, discord, plain, crowd.boards.keys() - easy)
            with suppress(TimeoutError):
                # The report includes what is still missing then.
                await asyncio.wait_for(_until_quiet(crowd), QUIET_SECONDS)
        finally:
            await bot.end()
            await bare.end()
        _report(crowd, discord, database, easy)
    await discord.close()
    await plain.close()


async def _play(
    chosen: argparse.Namespace,
    crowd: Crowd,
    other: Crowd,
    bot: Measured,
    discord: LoopbackDiscord,
    plain: LoopbackDiscord,
    at_once: Collection[int],
) -> None:
    """Have players tap, first in the games `at_once` all at once; cut the connection and print readings."""
    from tests.loopback.model import Message

    loop = asyncio.get_running_loop()
    began, cut, cuts = loop.time(), loop.time(), 0
    until, taps_before, used = began + chosen.minutes * 60, len(crowd.taps), bot.processor_seconds
    memory, beside = [(began, bot.megabytes)], []
    person = other.people[0]
    source = Message(plain.ids.new(), person.channel.id, plain.bot)
    person.channel.messages[source.id] = source
    data = {"custom_id": "bare", "component_type": 2}
    burst = [plain.interact(3, person.user, person.channel, data, source) for _ in at_once]
    for number in at_once:
        crowd.tap(crowd.boards[number])
    while (now := loop.time()) < until:
        if now - cut > chosen.cut_every:
            discord.gateway.cut()
            plain.gateway.cut()
            cut, cuts = now, cuts + 1
        crowd.tap_one()
        beside.append(plain.interact(3, person.user, person.channel, data, source))
        if now - memory[-1][0] >= MEMORY_EVERY:
            memory.append((now, bot.megabytes))
        await asyncio.sleep(1 / chosen.taps)
    one_by_one = crowd.taps[taps_before + len(burst) :]
    moves = len(crowd.taps) - taps_before
    print(f"{moves} taps in {chosen.minutes:g} min, the connection cut {cuts} times")
    for what, ours, theirs in (
        ("acknowledged, tap by tap", one_by_one, beside),
        (f"of {len(burst)} taps at the same moment", crowd.taps[taps_before:][: len(burst)], burst),
    ):
        if ours:
            ratio = _percentile(ours, 99) / _percentile(theirs, 99)
            print(
                f"{what}: {_spread(ours)}; a bot that does nothing else: {_spread(theirs)}; {ratio:.2f} to 1"
            )
    print(
        f"processor: {(bot.processor_seconds - used) / max(1, moves) * 1000:.1f} ms a tap, searches included"
    )
    print(f"memory every {MEMORY_EVERY:g} s, MiB:", *(f"{mebibytes:.0f}" for _, mebibytes in memory))


async def _until_quiet(crowd: Crowd) -> None:
    while crowd.at_work:  # noqa: ASYNC110 (no event marks the end of the three seconds)
        await asyncio.sleep(0.1)


def _report(crowd: Crowd, discord: LoopbackDiscord, database: Path, easy: set[int]) -> None:
    """Compare what is shown with what is stored."""
    with closing(sqlite3.connect(database)) as connection:
        stored = dict(connection.execute(PLIES))
    wrong = [number for number, board in crowd.boards.items() if board.ply != stored.get(number, 0)]
    unanswered = [tap for tap in crowd.taps if tap.callback is None]
    print(f"lost: {len(unanswered)} taps without an answer, {len(wrong)} boards unlike what is stored")
    slowest = {
        name: max((crowd.boards[n].answered_after for n in some), default=0.0)
        for name, some in (("easy games", easy), ("hard games", crowd.boards.keys() - easy))
    }
    print("; ".join(f"longest wait in {name}: {seconds:.2f} s" for name, seconds in slowest.items()))
    print(
        f"requests with the bot's token: at most {discord.limits.busiest} in a second, "
        f"{discord.limits.exceeded} refused; rules broken: {len(discord.broken_rules)}"
    )
    for line in discord.broken_rules[:5]:
        print(f"    {line}")


def _times(interactions: list[Interaction]) -> list[float]:
    return sorted(
        (one.acknowledged_at - one.sent_at) * 1000 for one in interactions if one.acknowledged_at is not None
    )


def _percentile(interactions: list[Interaction], percent: int) -> float:
    times = _times(interactions)
    return times[min(len(times) - 1, len(times) * percent // 100)]


def _spread(interactions: list[Interaction]) -> str:
    return f"p50 {_percentile(interactions, 50):.1f} ms, p99 {_percentile(interactions, 99):.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
