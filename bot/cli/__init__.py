"""The command line, `flipfour`.

Each module declares commands with their options in `add`, and the function that runs one and may return its
exit code. Heavy imports are inside that function, so that `--help`, `--version` and a mistyped command answer
at once.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli import run, tools, upkeep
from bot.cli.parser import CommandParser
from bot.core.errors import HostError, SettingsError
from bot.core.masking import mask_standard_error, masked
from bot.settings.secrets import ENV_FILE
from executors.address import ClusterError, flipfour_version

if TYPE_CHECKING:
    from data import StorageError

BROKEN_PIPE = 141
"""Exit code when the reader of the output has gone, as shells report SIGPIPE."""

COMMANDS = (run, upkeep, tools)
WITH_LOG = ("run", "worker", "demo")
"""Commands whose standard error is a log."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. Mistakes of the host are reported in one line."""
    mask_standard_error()
    chosen = parser().parse_args(arguments)
    try:
        exit_code = chosen.carry_out(chosen) or 0
        # What is buffered may have no reader, either.
        sys.stdout.flush()
        return exit_code
    except BrokenPipeError:
        # `flipfour check | head`: Python would try to flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return 130
    except _host_errors() as error:
        _report(error, chosen)
        if error.exit_code == SettingsError.exit_code and "exit_delay" in chosen:
            # With structlog it would load rich, which `flipfour run` leaves out.
            from bot.hosting.shutdown import wait_before_exit

            wait_before_exit(chosen.exit_delay)
        return error.exit_code


def _host_errors() -> tuple[type[HostError | StorageError | ClusterError], ...]:
    """Return the errors that are reported in one line; loaded only when something has failed."""
    from data import StorageError

    return HostError, StorageError, ClusterError


def _report(error: Exception, chosen: argparse.Namespace) -> None:
    """Print one line on standard error: a JSON object where the log has those."""
    from bot.settings.settings import log_format

    line = masked(f"flipfour: {error}")
    # Once the log is set up, it takes over standard error, and this line gets its format there.
    direct = isinstance(sys.stderr, io.TextIOWrapper)
    if direct and chosen.command in WITH_LOG and log_format(chosen.env_file) == "json":
        at = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        facts = {"event": line, "level": "critical", "logger": "flipfour", "timestamp": at}
        line = json.dumps(facts, ensure_ascii=False)
    print(line, file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    flipfour = CommandParser(
        prog="flipfour", description="Reversi and Connect 4 on Discord, against friends or the computer."
    )
    flipfour.add_argument("--version", action="version", version=f"flipfour {flipfour_version()}")
    flipfour.add_argument(
        "--env-file", type=Path, default=ENV_FILE, help="file with settings (default: .env)"
    )
    commands = flipfour.add_commands("COMMAND", dest="command")
    for command in COMMANDS:
        command.add(commands)
    return flipfour
