"""`flipfour demo`: the same bot, unmodified, in a page of the browser. No token, no network.

`simcord` plays Discord: a server with a channel and a few people to switch between. The bot thinks outside
of the simulation: simcord waits for everything the bot does, so a search is run where it does not see it, and
the bot's task is declared to wait for something external. So a click returns at once, the board shows that
the computer thinks, and its answer appears when it is there.

What simcord was not made for, being a tool for tests, is added here: a clock that goes (`clock`), a page that
several people play on at once (`preview`, `page`), a server that outlives the program (`cafe`).
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from bot.errors import HostError
from bot.process.logs import configure
from bot.settings import Settings


def demo(settings: Settings, *, database: Path | None, port: int, browser: bool) -> None:
    """Serve the demo until Ctrl-C; the database is a temporary file unless one is named."""
    try:
        import simcord.preview  # noqa: F401 - an optional part, needed here only
    except ImportError as error:
        raise HostError(
            "the demo needs simcord: install Flipfour with it, `pip install 'flipfour[demo]'`, "
            "or start it with `uv run flipfour demo`"
        ) from error
    from bot.demo.serve import serve

    configure(settings)
    with tempfile.TemporaryDirectory(prefix="flipfour-demo-") as folder:
        path = database.absolute() if database else Path(folder) / "demo.db"
        chosen = settings.model_copy(update={"database_url": f"sqlite:///{path}", "backup_hours": 0.0})
        asyncio.run(serve(chosen, port, browser))
