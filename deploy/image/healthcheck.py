"""Exit with 0 if the bot in this container is healthy, for HEALTHCHECK.

Docker doesn't restart a container that is unhealthy. So after several minutes in which the page accepts
connections and answers none, the bot is ended, and the container's restart policy starts it again. A page
that says what is wrong ends nothing: a restart doesn't help while Discord is away.
"""

import os
import signal
import sys
import urllib.error
import urllib.request
from pathlib import Path

TIMEOUT_SECONDS = 8
MAX_SILENT = 8
"""Unanswered checks, one every 30 seconds, after which the bot is ended; usually it ends itself earlier."""

SILENT = Path("/tmp/flipfour-silent")  # noqa: S108 - the container's own
PROCESSES = Path("/proc")
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""HTTP_PROXY in the environment is for requests to others."""


def main() -> int:
    """Ask the page; return the exit code."""
    port = os.environ.get("FLIPFOUR_HEALTH_PORT") or "8080"
    try:
        with DIRECTLY.open(f"http://127.0.0.1:{port}/healthz", timeout=TIMEOUT_SECONDS) as answer:
            print(answer.read().decode())
        healthy = True
    except urllib.error.HTTPError as error:
        print(error.read().decode())
        healthy = False
    except OSError as error:
        print(f"the health page does not respond: {error}")
        if isinstance(getattr(error, "reason", error), TimeoutError):
            record_silence()
        return 1
    SILENT.unlink(missing_ok=True)
    return 0 if healthy else 1


def record_silence() -> None:
    """Count a check without an answer, and end the bot after too many."""
    silent = 1 + (len(SILENT.read_text()) if SILENT.exists() else 0)
    SILENT.write_text("." * silent)
    if silent >= MAX_SILENT:
        # The first time with its stacks in the log, then by force.
        end_bot(signal.SIGABRT if silent == MAX_SILENT else signal.SIGKILL)


def end_bot(number: signal.Signals) -> None:
    """Send a signal to `flipfour run`."""
    for process in PROCESSES.glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if any(word.endswith(b"/flipfour") for word in words) and b"run" in words:
                print(f"ending process {process.name}")
                os.kill(int(process.name), number)
        except OSError:
            continue


if __name__ == "__main__":
    sys.exit(main())
