"""Two processes of the bot share the servers of a Discord, on one PostgreSQL server, and are killed in turn.

    uv run python -m research.processes --games 200
    uv run python -m research.processes --games 200 --cluster 3

People in several servers play small games against the computer, over real sockets. Every so often the one
process or the other is killed, and started again at once, as a supervisor does. What players tap meanwhile
goes unanswered; they tap again. In the end everything is copied to a file, and every game is replayed by the
rules (`flipfour check`). Prints one JSON object. With `--spares 1` a third process is on
standby: it replaces the one that was killed, which is then on standby.

With `--cluster`, a Dask scheduler and so many workers of one thread search for the bots, and are killed in
turn with them. The games are on a larger board then, against a player that uses all its time.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from data import Storage
from data.db.copying import copy_everything
from tests.databases import server, url_without_tables
from tests.e2e.seen import Seen
from tests.loopback.people import Person
from tests.loopback.running import ply_of
from tests.loopback.server import LoopbackDiscord
from tests.ports import free_port

PROJECT = Path(__file__).parents[1]
PROCESSES = 2
CAP_SECONDS = 2.0
"""The most from a tap to the computer's answer, with a cluster."""
SHARDS = 4
GUILDS = 8
ON_DUTY = b"This process serves"
"""Printed by a process of the bot once it has its servers."""

PATIENCE = 4.0
"""Seconds after which a player taps again."""


@dataclass
class Part:
    """A process of the bot, of the scheduler or of a worker."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    log: Path
    process: asyncio.subprocess.Process | None = None
    started_at: int = 0
    """Offset of the log since the last start."""

    @property
    def stands_by(self) -> bool:
        """True for a standby process."""
        return self.name == "bot" and ON_DUTY not in self.log.read_bytes()[self.started_at :]

    async def start(self) -> None:
        """Start it, for the first time or again."""
        self.started_at = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", *self.command),
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )

    async def stop(self, number: signal.Signals) -> None:
        """Let it end."""
        assert self.process is not None
        self.process.send_signal(number)
        await self.process.wait()


@dataclass
class Run:
    """Counts of a run."""

    discord: LoopbackDiscord
    url: str
    parts: list[Part]
    """In the order in which they are killed."""
    wanted: int
    opponent: dict[str, str]
    begun: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    taps: int = 0
    unanswered: int = 0
    longest_gap: float = 0.0
    answered_in: list[float] = field(default_factory=list)
    shown: dict[int, int] = field(default_factory=dict)
    """By game, the last ply seen on a board."""

    async def play_everything(self, person: Person) -> None:
        """Play one game after the other as one person."""
        while self.begun < self.wanted:
            self.begun += 1
            seen = {board.id for board in boards(person)}
            await self.until_answered(
                lambda: person.sends("connect4 start", **self.opponent, colour="first"),
                lambda seen=seen: any(board.id not in seen for board in boards(person)),
            )
            board = next(board for board in boards(person) if board.id not in seen)
            await self.play(person, board.id)

    async def play(self, person: Person, message_id: int) -> None:
        """Play a game until it is over."""
        while (board := look(person, message_id)) is not None and "Rematch" not in board.labels:
            number, ply = int((board.picture or "").split("-")[1]), ply_of(board)
            self.shown[number] = max(ply, self.shown.get(number, 0))
            if not board.moves or f"**{person.mention} to move.**" not in board.text:
                await asyncio.sleep(0.02)
                continue

            def moved(ply: int = ply) -> bool:
                now = look(person, message_id)
                return now is None or ply_of(now) > ply

            await self.until_answered(lambda board=board: person.presses(board.moves[0], board), moved)

    async def until_answered(self, act: Any, done: Any) -> None:
        """Repeat an action until it has an effect."""
        begun = time.monotonic()
        while not done():
            self.taps += 1
            act()
            until = time.monotonic() + PATIENCE
            while not done() and time.monotonic() < until:  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(0.01)
            self.unanswered += not done()
        took = time.monotonic() - begun
        self.answered_in.append(took)
        self.longest_gap = max(self.longest_gap, took)

    async def kill_in_turn(self, every: float) -> None:
        """Kill the processes one after the other, and start them again at once."""
        for part in itertools.cycle(self.parts):
            if part.stands_by:
                await asyncio.sleep(1.0)
                continue
            await asyncio.sleep(every)
            await part.stop(signal.SIGKILL)
            self.kills[part.name] += 1
            await part.start()


def boards(person: Person) -> list[Seen]:
    """Return the boards of a person's games."""
    mine = [seen for seen in person.sees() if person.mention in seen.text]
    return [seen for seen in mine if (seen.picture or "").startswith("connect4-")]


def look(person: Person, message_id: int) -> Seen | None:
    """Return the current state of a board."""
    return next((board for board in boards(person) if board.id == message_id), None)


async def run(games: int, every: float, searchers: int, spares: int) -> dict[str, Any]:
    """Play games with workers of a cluster and standby processes; return the outcome."""
    folder = Path(tempfile.mkdtemp(prefix="flipfour-processes-"))
    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    url = url_without_tables(folder / "games.db")
    people = []
    for number in range(GUILDS):
        guild = discord.create_guild(f"Server {number}")
        channel = discord.create_channel(guild, "games")
        people += [Person(discord, discord.create_user(f"P{number}{one}"), channel) for one in "ab"]
        await asyncio.sleep(0.003)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("FLIPFOUR_")},
        "DATABASE_URL": url,
        "DISCORD_API": discord.api,
        "DISCORD_TOKEN": discord.token,
        "FLIPFOUR_SEARCH_WORKERS": "1",
        "FLIPFOUR_BACKGROUND_SECONDS": "0",
        "FLIPFOUR_CHALLENGES_PERSON": "10000",
        "PYTHONPATH": str(PROJECT),
    }
    cluster: list[Part] = []
    opponent = {"bot": "beginner", "board": "4x4c3"}
    if searchers:
        opponent = {"bot": "alignments:time", "board": "6x4c4"}
        port = free_port()
        environment |= {
            "SEARCH_BACKEND": f"dask://127.0.0.1:{port}",
            "FLIPFOUR_MOVE_SECONDS": f"{CAP_SECONDS}",
        }
        cluster = _cluster(searchers, port, environment, folder)
    shards = ("--shards", f"any {SHARDS // PROCESSES}/{SHARDS}")
    bots = [
        Part("bot", ("tests.loopback.quick_taps", "run", *shards), environment, folder / f"bot-{number}.log")
        for number in range(PROCESSES + spares)
    ]
    # One of each in turn.
    parts = [part for turn in itertools.zip_longest(bots, cluster) for part in turn if part is not None]
    this = Run(discord, url, parts, games, opponent)
    for part in (*cluster, *bots):
        await part.start()
    while discord.gateway.present < SHARDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    begun = time.monotonic()
    killing = asyncio.create_task(this.kill_in_turn(every))
    await asyncio.gather(*(this.play_everything(person) for person in people))
    took = time.monotonic() - begun
    killing.cancel()
    await asyncio.gather(killing, return_exceptions=True)
    for part in (*bots, *cluster):
        await part.stop(signal.SIGTERM)
    await discord.close()
    searched = {name: logged(cluster, f"task={name}") for name in ("ChooseMove",) if cluster}
    return {
        **await judged(this, folder),
        "searched on the cluster": searched,
        "taken back": logged(bots, "a task is carried out here"),
        "seconds": round(took, 1),
        "logs": str(folder),
    }


def _cluster(searchers: int, port: int, environment: dict[str, str], folder: Path) -> list[Part]:
    """A scheduler with this many workers."""
    scheduler = (
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        f"{port}",
        "--no-dashboard",
    )
    worker = ("bot", "worker", "--threads", "1")
    noting = environment | {"FLIPFOUR_LOG_LEVEL": "debug"}
    return [
        *(Part("worker", worker, noting, folder / f"worker-{number}.log") for number in range(searchers)),
        Part("scheduler", scheduler, environment, folder / "scheduler.log"),
    ]


def logged(parts: list[Part], words: str) -> int:
    """Count the occurrences of a text in their logs."""
    return sum(part.log.read_text(errors="replace").count(words) for part in parts)


async def judged(this: Run, folder: Path) -> dict[str, Any]:
    """True if a move was lost or played twice."""
    storage = await Storage.open(this.url)
    stored = [await storage.game(number) for number in sorted(this.shown)]
    await storage.close()
    lost = [game_id for game_id, game in zip(sorted(this.shown), stored, strict=True) if game is None]
    behind = [game.id for game in stored if game is not None and game.ply < this.shown[game.id]]
    file = folder / "copy.db"
    copied = await copy_everything(this.url, f"sqlite:///{file}")
    check = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "check", str(file)), cwd=PROJECT, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await check.communicate()
    answered = sorted(this.answered_in)
    return {
        "games": len(stored),
        "over": Counter(str(game.state) for game in stored if game is not None),
        "kills": this.kills,
        "taps": this.taps,
        "taps unanswered": this.unanswered,
        "answered in, median ms": round(1000 * statistics.median(answered)),
        "answered in, 95 % ms": round(1000 * answered[int(0.95 * len(answered))]),
        "longest until an answer, s": round(this.longest_gap, 1),
        "games lost": lost,
        "games behind what was shown": behind,
        "rows copied": copied.rows,
        "check": said.decode().strip().splitlines()[-1:],
        "check's exit code": check.returncode,
    }


def main() -> None:
    """Print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kill-every", type=float, default=40.0, metavar="SECONDS")
    parser.add_argument("--cluster", type=int, default=0, metavar="WORKERS")
    parser.add_argument("--spares", type=int, default=0, help="standby processes of the bot")
    chosen = parser.parse_args()
    with server():
        came_of_it = run(chosen.games, chosen.kill_every, chosen.cluster, chosen.spares)
        print(json.dumps(asyncio.run(came_of_it), indent=2))


if __name__ == "__main__":
    main()
