"""`python -m research.kills`: SIGKILL at random moments, each followed by a new start.

People play each other and the computer, over sockets; two computers play a match, a strength test and
reviews are in progress, and scheduled backups run. The process is killed at a random moment. Other kills hit
`flipfour backup` while it copies, and a start while it migrates the tables of an earlier version. After each
kill, everything that was shown must be stored, every game must follow the rules (`flipfour check`), no
partial copy may pass for a whole one, and work in progress must continue.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.loopback.server import LoopbackDiscord

UNDER_WAY = ("play", "match", "strength test", "review")
KINDS = (*UNDER_WAY, "backup", "migration")
MOMENTS = 4.0
"""Range of the moment of a kill, in seconds after the work was seen in progress."""

GOES_ON_SECONDS = 180.0
"""Maximum seconds from a start until interrupted work continues."""

REST_SECONDS = 3.0
"""Seconds without a changed message after which all work counts as done."""

ROWS = 500
"""Games in the database that is migrated."""


class Run:
    """A series of kills, with the findings after each."""

    def __init__(self, discord: LoopbackDiscord, folder: Path, seed: int, rows: int) -> None:
        """Set up a database with `rows` games for the migrations."""
        from research.kills.files import Copies, Migrations
        from research.kills.people import Town
        from research.kills.process import Bot
        from research.kills.seen import Shown

        self._random = random.Random(seed)
        self._discord = discord
        self._database = folder / "games.db"
        self.shown = Shown()
        discord.on_change = self.shown.note
        self.bot = Bot(discord, self._database)
        self.town = Town(discord, self.shown, self._random)
        self.copies = Copies(self._database, self.bot.environment, self._random)
        self.migrations = Migrations(folder, self.bot.environment, self._random, rows)
        self.back_after: list[float] = []
        """Seconds from each start until interrupted work continued."""

    def plan(self, kills: int, kinds: Sequence[str]) -> list[str]:
        """Return the kinds of this many kills, in random order."""
        planned = [kinds[number % len(kinds)] for number in range(kills)]
        self._random.shuffle(planned)
        return planned

    async def kill(self, kind: str) -> list[str]:
        """Kill a process of this kind, start it again, and return what is wrong then."""
        if kind == "backup":
            return await self.copies.kill_one()
        if kind == "migration":
            return await self.migrations.kill_one()
        try:
            await _until(lambda: bool(self.progress_of(kind)), kind)
        except TimeoutError:
            return [f"no {kind} was in progress"]
        await asyncio.sleep(self._random.uniform(0.0, MOMENTS))
        await self.bot.kill()
        found = [*await self._lost(), *await self.copies.faults_of_backups()]
        begun, before = time.monotonic(), self.progress_of(kind)
        await self.bot.start()
        try:
            await _until(lambda: self._went_on(kind, before), kind)
            self.back_after.append(time.monotonic() - begun)
        except TimeoutError:
            found.append(f"a {kind} has not gone on: {before}, {self.progress_of(kind)}")
        return found

    async def end(self, doings: list[asyncio.Task[None]]) -> list[str]:
        """Finish all work, stop the bot, and return what is wrong then."""
        found = []
        self.town.closing = True
        try:
            await asyncio.wait_for(self._all_rest(doings), GOES_ON_SECONDS)
        except TimeoutError:
            busy = [doing.get_name() for doing in doings if not doing.done()]
            going = {kind: progress for kind in UNDER_WAY if (progress := self.progress_of(kind))}
            found.append(f"not everything has ended: {busy}, {going}")
        for doing in doings:
            doing.cancel()
        await asyncio.gather(*doings, return_exceptions=True)
        exit_code = await self.bot.stop()
        if exit_code:
            found.append(f"it stopped with exit code {exit_code}")
        return [*found, *await self._lost(), *self.shown.unlike(self._database), *self._discord.broken_rules]

    def progress_of(self, kind: str) -> dict[int, int]:
        """Progress of the work of a kind."""
        if kind == "strength test":
            tests = self.shown.strength_tests.items()
            return {number: one.played for number, one in tests if not one.over}
        if kind == "review":
            return {number: one.done for number, one in self.shown.reviews.items() if not one.over}
        return self.town.plies_of(match=kind == "match")

    def _went_on(self, kind: str, before: dict[int, int]) -> bool:
        """True if all earlier work has advanced or ended."""
        now = self.progress_of(kind)
        return all(number not in now or now[number] > done for number, done in before.items())

    async def _lost(self) -> list[str]:
        from research.kills.files import faults_in

        return [*self.shown.lost(self._database), *await faults_in(self._database)]

    async def _all_rest(self, doings: list[asyncio.Task[None]]) -> None:
        """Wait until all work is over and shown."""
        await asyncio.wait(doings)
        while any(self.progress_of(kind) for kind in UNDER_WAY):
            await self.town.finish_games()
            await asyncio.sleep(0.1)
        while time.monotonic() - self.shown.changed_at < REST_SECONDS:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def run(
    kills: int,
    seed: int,
    folder: Path,
    kinds: Sequence[str] = KINDS,
    rows: int = ROWS,
    minutes: float = math.inf,
) -> dict[str, Any]:
    """Kill this many times, or until the minutes are over; return the result, including the final check."""
    from tests.loopback.server import LoopbackDiscord

    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    this = Run(discord, folder, seed, rows)
    planned, done, faults = this.plan(kills, kinds), Counter[str](), []
    until = time.monotonic() + 60 * minutes
    await this.bot.start()
    doings = this.town.doings()
    for number, kind in enumerate(planned, 1):
        if time.monotonic() > until:
            break
        found = await this.kill(kind)
        done[kind] += 1
        faults += [f"kill {number} ({kind}): {fault}" for fault in found]
        print(f"{number}/{kills} {kind}: {found or 'nothing lost'}", file=sys.stderr, flush=True)
    faults += await this.end(doings)
    await discord.close()
    back_after = sorted(this.back_after) or [0.0]
    return {
        "kills": done,
        "faults": faults,
        "games": len(this.shown.plies),
        "plies shown": sum(this.shown.plies.values()),
        "strength tests": len(this.shown.strength_tests),
        "reviews": len(this.shown.reviews),
        "copies killed before they were there": this.copies.cut_off,
        "migrations killed before they were done": this.migrations.cut_off,
        "taps": this.town.taps,
        "of these unanswered": this.town.unanswered,
        "new start until the work has gone on, median s": round(back_after[len(back_after) // 2], 1),
        "longest s": round(back_after[-1], 1),
        "errors logged": this.bot.errors(),
    }


async def _until(condition: Callable[[], bool], what: str) -> None:
    """Wait for a condition; raise TimeoutError if it stays false."""
    until = time.monotonic() + GOES_ON_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(what)
        await asyncio.sleep(0.05)


def main() -> int:
    """Print the result as one JSON object; the exit code says whether anything was lost."""
    try:
        import tests.loopback.server  # noqa: F401
    except ModuleNotFoundError as missing:
        print(
            f"research.kills needs a checkout with its development packages ({missing.name} is missing): its "
            "Discord is part of the tests. Try `uv run python -m research.kills` in a checkout.",
            file=sys.stderr,
        )
        return 1
    parser = argparse.ArgumentParser(prog="python -m research.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--minutes",
        type=float,
        default=math.inf,
        help="no kill after that; work in progress is finished",
    )
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="flipfour-kills-"))
    came_of_it = asyncio.run(run(chosen.kills, chosen.seed, folder, minutes=chosen.minutes))
    print(json.dumps({**came_of_it, "folder": str(folder)}, indent=2))
    return 1 if came_of_it["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
