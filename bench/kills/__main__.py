"""`python -m bench.kills`: SIGKILL at random moments, each followed by a new start.

People play each other and the computer, over sockets; two computers play a match, a strength test and
reviews are under way, and copies are made by the clock. Somewhere in there the process is killed. Between
these kills others hit `flipfour backup` while it copies, and a start while it brings the tables of an earlier
version up to date. After each, everything that was shown has to be stored, every game has to follow the rules
(`flipfour check`), no half copy may be taken for a whole one, and what was under way has to go on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.kills.people import Town
    from bench.kills.seen import Shown

UNDER_WAY = ("play", "match", "strength test", "review")
KINDS = (*UNDER_WAY, "backup", "migration")
MOMENTS = 4.0
"""A moment is drawn from so many seconds after the work was seen to be under way."""

GOES_ON_SECONDS = 180.0
"""What was under way has to go on within so long of a new start."""

REST_SECONDS = 3.0
"""When no message has changed for so long, nothing more will."""

ROWS = 500
"""Games in the database that is brought up to date."""


async def run(
    kills: int, seed: int, folder: Path, kinds: tuple[str, ...] = KINDS, rows: int = ROWS
) -> dict[str, Any]:
    """Kill so often; what came of it. A database with `rows` games is brought up to date."""
    from bench.kills.files import Copies, Migrations, faults_in
    from bench.kills.people import Town
    from bench.kills.process import Bot
    from bench.kills.seen import Shown
    from tests.loopback.server import LoopbackDiscord

    rng = random.Random(seed)
    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    database = folder / "games.db"
    shown = Shown()
    discord.on_change = shown.note
    bot = Bot(discord, database)
    town = Town(discord, shown, rng)
    copies = Copies(database, bot.environment, rng)
    migrations = Migrations(folder, bot.environment, rng, rows)
    planned = [kinds[number % len(kinds)] for number in range(kills)]
    rng.shuffle(planned)
    faults: list[str] = []
    back_after: list[float] = []
    await bot.start()
    doings = town.doings()
    for number, kind in enumerate(planned, 1):
        if kind == "backup":
            found = await copies.kill_one()
        elif kind == "migration":
            found = await migrations.kill_one()
        else:
            await _until(lambda kind=kind: bool(progress_of(kind, shown, town)), f"a {kind} is under way")
            await asyncio.sleep(rng.uniform(0.0, MOMENTS))
            await bot.kill()
            found = [*shown.lost(database), *await faults_in(database), *await copies.faults_of_backups()]
            begun, before = time.monotonic(), progress_of(kind, shown, town)
            await bot.start()
            try:
                await _until(lambda kind=kind, before=before: _went_on(kind, before, shown, town), kind)
                back_after.append(time.monotonic() - begun)
            except TimeoutError:
                found.append(f"a {kind} has not gone on: {before}, {progress_of(kind, shown, town)}")
        faults += [f"kill {number} ({kind}): {fault}" for fault in found]
        print(f"{number}/{kills} {kind}: {found or 'nothing lost'}", file=sys.stderr, flush=True)
    town.closing = True
    try:
        await asyncio.wait_for(_until_all_rest(doings, shown, town), GOES_ON_SECONDS)
    except TimeoutError:
        faults.append("not everything has come to its end")
    for doing in doings:
        doing.cancel()
    await asyncio.gather(*doings, return_exceptions=True)
    exit_code = await bot.stop()
    faults += [*shown.lost(database), *shown.unlike(database), *await faults_in(database)]
    faults += [] if exit_code == 0 else [f"it stopped with exit code {exit_code}"]
    faults += discord.broken_rules
    await discord.close()
    back_after.sort()
    return {
        "kills": Counter(planned),
        "faults": faults,
        "games": len(shown.plies),
        "plies shown": sum(shown.plies.values()),
        "strength tests": len(shown.strength_tests),
        "reviews": len(shown.reviews),
        "copies killed before they were there": copies.cut_off,
        "migrations killed before they were done": migrations.cut_off,
        "taps": town.taps,
        "of these unanswered": town.unanswered,
        "new start until the work has gone on, median s": round(back_after[len(back_after) // 2], 1)
        if back_after
        else None,
        "longest s": round(back_after[-1], 1) if back_after else None,
        "errors logged": bot.errors(),
    }


def progress_of(kind: str, shown: Shown, town: Town) -> dict[int, int]:
    """How far what is under way of a kind is."""
    if kind == "strength test":
        return {number: one.played for number, one in shown.strength_tests.items() if not one.over}
    if kind == "review":
        return {number: one.done for number, one in shown.reviews.items() if not one.over}
    return town.plies_of(match=kind == "match")


def _went_on(kind: str, before: dict[int, int], shown: Shown, town: Town) -> bool:
    """Whether everything that was under way before is further, or over."""
    now = progress_of(kind, shown, town)
    return all(number not in now or now[number] > done for number, done in before.items())


async def _until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something; TimeoutError when it does not come."""
    until = time.monotonic() + GOES_ON_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(what)
        await asyncio.sleep(0.05)


async def _until_all_rest(doings: list[asyncio.Task[None]], shown: Shown, town: Town) -> None:
    """Wait until everything that was begun is over and shown."""
    await asyncio.wait(doings)
    while any(progress_of(kind, shown, town) for kind in UNDER_WAY):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    while time.monotonic() - shown.changed_at < REST_SECONDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


def main() -> int:
    """Print what came of it as one JSON object; the exit code says whether anything was lost."""
    try:
        import tests.loopback.server  # noqa: F401
    except ModuleNotFoundError as missing:
        print(
            f"bench.kills needs a checkout with its development packages ({missing.name} is not here): the "
            "Discord it plays on is a part of the tests. Try `uv run python -m bench.kills` in a checkout.",
            file=sys.stderr,
        )
        return 1
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="flipfour-kills-"))
    came_of_it = asyncio.run(run(chosen.kills, chosen.seed, folder))
    print(json.dumps({**came_of_it, "folder": str(folder)}, indent=2))
    return 1 if came_of_it["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
