"""`python -m bot`, equal to `flipfour`."""

from __future__ import annotations

import sys

from bot import cli
from bot.settings.machine import quick_loading


def main() -> int:
    """Run one command; the process exits soon after, even if threads hang."""
    exit_code = cli.main()
    with quick_loading():
        from bot.hosting.shutdown import LEAVING_SECONDS, ForcedEnd

    ForcedEnd().begin(LEAVING_SECONDS, exit_code)
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
