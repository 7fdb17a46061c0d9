"""`python -m bot` is the same as `flipfour`."""

from __future__ import annotations

import sys

from bot import cli
from bot.process.shutdown import LEAVING_SECONDS, ForcedEnd


def main() -> int:
    """Carry out one command; the process ends soon after that, whatever its threads do."""
    exit_code = cli.main()
    ForcedEnd().begin(LEAVING_SECONDS, exit_code)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
