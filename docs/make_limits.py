"""Write the table of budgets in docs/limits.md from the code.

    python docs/make_limits.py

A test fails while it is out of date.
"""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.analysis import study  # noqa: E402
from bot.games import conditionals  # noqa: E402
from bot.openings import repertoires  # noqa: E402
from bot.opponents import specs  # noqa: E402
from bot.privacy import data_file  # noqa: E402
from bot.process import heavy  # noqa: E402
from bot.records import recognition, record  # noqa: E402
from bot.records.formats import drawn_boards, line_texts  # noqa: E402
from bot.replay import replays  # noqa: E402
from bot.review import reviews  # noqa: E402
from bot.ui.imports import view  # noqa: E402
from data.jobs import imports  # noqa: E402
from data.upkeep import export  # noqa: E402
from languages import count  # noqa: E402

PAGE = ROOT / "docs" / "limits.md"
BEGIN = "<!-- Made by docs/make_limits.py. -->\n"

BUDGETS: dict[str, int | float | timedelta] = {
    "Heavy work in progress (imports, exports, own data): pieces": heavy.MAX_PIECES,
    "… of one person: pieces": 1,
    "… waiting: pieces": heavy.MAX_QUEUED,
    "… time of a piece": timedelta(seconds=heavy.MAX_SECONDS),
    "Imported file: bytes": recognition.MAX_BYTES,
    "… games": line_texts.MAX_GAMES,
    "… characters in a line with a game": line_texts.MAX_LINE,
    "… characters searched for a drawn board": drawn_boards.MAX_SEARCHED,
    "… characters of a player's name": record.MAX_NAME,
    "… characters of a text in the dialog": view.MAX_TYPED,
    "… kept for": imports.FILE_LIFETIME,
    "Imported games kept for one person": imports.MAX_GAMES,
    "Exported games in a file": line_texts.MAX_GAMES,
    "Own data: bytes of the file": data_file.MAX_BYTES,
    "… games read at once": export.GAMES_AT_ONCE,
    "… other rows read at once": export.ROWS_AT_ONCE,
    "Animations in memory: bytes": replays.CACHE_BYTES,
    "Reviews in progress of one person": reviews.MAX_REVIEWS,
    "Position to analyse: characters": study.MAX_TYPED,
    "Moves in a repertoire": repertoires.MAX_MOVES,
    "Conditional lines of a game": conditionals.MAX_LINES,
    "Recipe of an opponent: characters": specs.MAX_DESCRIPTION,
}
"""What people may cause at most, besides the settings."""


def page(before: str) -> str:
    """Return docs/limits.md with the table of today's budgets."""
    rows = [f"| {name} | {_shown(value)} |" for name, value in BUDGETS.items()]
    table = "\n".join(["| budget | at most |", "| --- | ---: |", *rows])
    return f"{before.partition(BEGIN)[0]}{BEGIN}\n{table}\n"


def _shown(value: float | timedelta) -> str:
    if isinstance(value, timedelta):
        return f"{value.days} days" if value.days else f"{value.total_seconds():g} s"
    return count(int(value))


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
