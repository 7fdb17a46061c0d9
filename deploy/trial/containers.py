"""Flipfour in containers, with the repository's Dockerfile and compose files."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from deploy.trial.host import Host, clean_environment, run
from deploy.trial.people import TrialFailed
from deploy.trial.stand_ins import POSTGRES, PYTHON

PROJECT = IMAGE = "flipfour-trial"
"""Not `flipfour`: this machine may be a host's."""
PASSWORD = "trial"  # noqa: S105 - of a database that the trial removes


@dataclass
class Containers(Host):
    """An image built in the checkout, and containers started from there."""

    sizes: tuple[int, ...] = (5,)
    shards: int = 16
    compose: tuple[str, ...] = ("docker", "compose")
    stand_ins: bool = False
    """True if images of `stand_ins.py` take the places of those in registries."""
    file: str = "compose.yaml"
    """The compose file in use, in the checkout."""
    is_up: bool = False

    @property
    def env(self) -> Path:
        """Return the file with the settings."""
        return self.source / ".env"

    @property
    def engine(self) -> str:
        """Return the command for images and containers."""
        return self.compose[0].removesuffix("-compose")

    async def install(self) -> list[tuple[str, str, str]]:
        """Build the image."""
        begun = time.monotonic()
        await self._compose("build")
        took = time.monotonic() - begun
        base = "of Debian's packages" if self.stand_ins else "as the Dockerfile names it"
        sizes = [int(await self._engine("image", "inspect", "-f", "{{.Size}}", IMAGE))]
        if self.stand_ins:
            sizes.append(int(await self._engine("image", "inspect", "-f", "{{.Size}}", PYTHON)))
        how = f"{sizes[-1] / 1e6:.0f} MB of it the base {base}" if self.stand_ins else f"base {base}"
        return [
            ("Image built", f"{took:.0f} s", "`docker compose build`, packages downloaded"),
            ("Image", f"{sizes[0] / 1e6:.0f} MB", how),
        ]

    async def start(self, processes: int = 1) -> int:
        """Start the bot: on PostgreSQL as many replicas as the file says, with what they need."""
        if processes > 1:
            await self._compose("up", "-d", "--build", "flipfour", "dumps")
        else:
            await self._compose("up", "-d")
        self.is_up = True
        return self.shards if processes > 1 else 1

    async def stop(self) -> None:
        """Stop all processes of the bot."""
        await self._compose("stop", "flipfour")
        self.is_up = False
        codes = await self._engine("inspect", "-f", "{{.State.ExitCode}}", *await self._processes())
        if set(codes.split()) != {"0"}:
            raise TrialFailed(f"the bot stopped with exit codes {codes.split()}")

    async def _processes(self) -> list[str]:
        labels = [f"label=com.docker.compose.{name}" for name in (f"project={PROJECT}", "service=flipfour")]
        return (await self._engine("ps", "-aq", "--filter", labels[0], "--filter", labels[1])).split()

    async def update(self) -> None:
        """Build while the bot runs, and start the new container in the place of the old one."""
        await self._compose("up", "-d", "--build")
        self.is_up = True

    async def replace(self) -> None:
        """Build while the bot runs, then stop it."""
        await self._compose("build")
        await self.stop()

    async def command(self, *arguments: str, fails: bool | None = False) -> str:
        """Run a command in the bot's container, or in one of its own while the bot is stopped."""
        if self.is_up:
            return await self._compose("exec", "-T", "flipfour", *arguments, fails=fails)
        if arguments[0] == "flipfour":
            return await self._compose("run", "--rm", "-T", *arguments, fails=fails)
        options = ("--rm", "-T", "--entrypoint", arguments[0])
        return await self._compose("run", *options, "flipfour", *arguments[1:], fails=fails)

    async def grow(self) -> str:
        """Go over to `deploy/many`."""
        self.file = "deploy/many/compose.yaml"
        passwords = f"POSTGRES_PASSWORD={PASSWORD}\nGRAFANA_PASSWORD={PASSWORD}\n"
        (self.source / "deploy/many/.env").write_text(passwords, "utf-8")
        await self._compose("up", "-d", "database")
        begun = time.monotonic()
        await self._compose("run", "--rm", "-T", "flipfour", "copy", "/data/flipfour.db")
        return f"{time.monotonic() - begun:.1f} s"

    async def kill(self) -> None:
        """Kill the bot in two containers: one of them may be the spare."""
        for index in ("1", "2"):
            options = ("-T", "--index", index)
            await self._compose("exec", *options, "flipfour", "sh", "-c", "kill -9 -1", fails=None)

    async def restart(self) -> None:
        """Do nothing: the restart policy does."""

    async def shrink(self) -> None:
        """Go back to one container and a file."""
        await self.stop()
        await self.command("flipfour", "copy", "-", "flipfour-new.db")
        await self._compose("down")
        self.file = "compose.yaml"
        self.set(DATABASE_URL="sqlite:////data/flipfour-new.db")

    async def remove(self) -> None:
        """Remove containers, networks, volumes and the image; the folder gets the logs."""
        for file in ("deploy/many/compose.yaml", "compose.yaml"):
            if file == self.file:
                logs = await self._compose("logs", "--no-color", fails=None)
                (self.folder / "containers.log").write_text(logs, "utf-8")
            self.file = file
            if (self.source / file).with_name(".env").exists():
                await self._compose("down", "-v", fails=None)
        await run((self.engine, "image", "rm", IMAGE), self.folder, clean_environment(), fails=None)

    async def _compose(self, *arguments: str, fails: bool | None = False) -> str:
        file = self.source / self.file
        changes = file.with_name("trial.yaml")
        changes.write_text(json.dumps({"services": self._changes()}), "utf-8")
        if arguments[0] == "up" and self.engine == "podman":
            # podman-compose does not notice that an image has changed.
            arguments = ("up", "--force-recreate", *arguments[1:])
        command = (*self.compose, "-p", PROJECT, "-f", str(file), "-f", str(changes), *arguments)
        return await run(command, self.source, clean_environment(), fails=fails)

    def _changes(self) -> dict[str, object]:
        """Return what the trial changes in the compose file: names of images."""
        if not self.stand_ins:
            return {"flipfour": {"image": IMAGE}}
        dockerfile = (self.source / "Dockerfile").read_text("utf-8")
        base = re.findall(r"^FROM (\S+) AS python$", dockerfile, re.MULTILINE)[0]
        build = {"additional_contexts": {base: f"docker-image://{PYTHON}"}}
        changes: dict[str, object] = {"flipfour": {"image": IMAGE, "build": build}}
        if self.file != "compose.yaml":
            changes |= {name: {"image": POSTGRES} for name in ("database", "dumps")}
        return changes

    async def _engine(self, *arguments: str) -> str:
        return await run((self.engine, *arguments), self.folder, clean_environment())


def find_compose() -> tuple[str, ...]:
    """Return the command for compose files: Docker's if its daemon responds, else podman-compose."""
    try:
        subprocess.run(["docker", "info"], check=True, capture_output=True)
        subprocess.run(["docker", "compose", "version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return ("podman-compose",)
    return ("docker", "compose")


def address() -> str:
    """Return this machine's own address, which containers can reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unsent:
        unsent.connect(("192.0.2.1", 9))
        found: str = unsent.getsockname()[0]
    return found
