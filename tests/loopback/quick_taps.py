"""`flipfour` without protection from double taps: simulated players tap faster than people."""

from __future__ import annotations

import sys
from functools import partial
from unittest.mock import patch

import bot.run
from bot.__main__ import main
from bot.core.runtime import Runtime

if __name__ == "__main__":
    quick = partial(Runtime, double_tap_seconds=0.0)
    with patch.object(bot.run, "Runtime", quick):
        exit_code = main()
    sys.exit(exit_code)
