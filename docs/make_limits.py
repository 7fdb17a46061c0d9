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

from bot.account.linked_roles import connections as visits  # noqa: E402
from bot.account.privacy import own_data as data_file  # noqa: E402
from bot.computer import pool  # noqa: E402
from bot.computer.opponents import choices as specs  # noqa: E402
from bot.core import heavy  # noqa: E402
from bot.events.host_settings import MatchSettings  # noqa: E402
from bot.events.matches import strength  # noqa: E402
from bot.events.tournaments import cards, simul_rules, tournaments  # noqa: E402
from bot.events.tournaments import rules as tournament_rules  # noqa: E402
from bot.hosting import web_server  # noqa: E402
from bot.play.games import conditionals  # noqa: E402
from bot.play.games.host_settings import GameSettings  # noqa: E402
from bot.settings.settings import Settings, names  # noqa: E402
from bot.study import analyses, replays  # noqa: E402
from bot.study import imports_ui as view  # noqa: E402
from bot.study.openings import repertoires  # noqa: E402
from bot.study.records import drawn_boards, line_texts, recognition, record  # noqa: E402
from bot.study.review import reviews  # noqa: E402
from bot.web import connection_ui, page_limits  # noqa: E402
from data.games import history  # noqa: E402
from data.jobs import imports  # noqa: E402
from data.people import players as blocks  # noqa: E402
from data.people import preferences as opponents  # noqa: E402
from data.people import web  # noqa: E402
from data.upkeep import export  # noqa: E402
from languages import count  # noqa: E402

PAGE = ROOT / "docs" / "limits.md"
BEGIN = "<!-- Made by docs/make_limits.py. -->\n"

DEFAULTS = Settings()
FAIR_USE, SELF_PLAY = DEFAULTS.of(GameSettings).fair_use, DEFAULTS.of(MatchSettings).self_play

BUDGETS: list[tuple[str, int | float | timedelta | str]] = [
    ("Heavy work in progress (imports, exports, own data): pieces", heavy.MAX_PIECES),
    ("… of one person: pieces", 1),
    ("… waiting: pieces", heavy.MAX_QUEUED),
    ("… time of a piece", timedelta(seconds=heavy.MAX_SECONDS)),
    ("Background work (move values, analyses, animations) of one person: pieces", pool.MAX_OWN_PIECES),
    ("… of all people: pieces", pool.MAX_PEOPLES_PIECES),
    ("… time from the request", timedelta(seconds=pool.MAX_BACKGROUND_SECONDS)),
    ("Analyses in progress of one person", 1),
    ("… search time, half of `FLIPFOUR_BACKGROUND_SECONDS`", timedelta(seconds=DEFAULTS.analysis_seconds)),
    ("Animations in memory: bytes", replays.CACHE_BYTES),
    ("Reviews in progress of one person", reviews.MAX_REVIEWS),
    ("… of all people", reviews.MAX_ALL_REVIEWS),
    ("… search time, `FLIPFOUR_BACKGROUND_SECONDS`", timedelta(seconds=DEFAULTS.review_seconds)),
    ("… time from the turn in the queue", timedelta(seconds=reviews.MAX_SECONDS)),
    ("Imported file: bytes", recognition.MAX_BYTES),
    ("… games", line_texts.MAX_GAMES),
    ("… characters in a line with a game", line_texts.MAX_LINE),
    ("… characters searched for a drawn board", drawn_boards.MAX_SEARCHED),
    ("… characters of a player's name", record.MAX_NAME),
    ("… characters of a text in the dialog", view.MAX_TYPED),
    ("… kept for", imports.FILE_LIFETIME),
    ("Imported games kept for one person", imports.MAX_GAMES),
    ("Exported games in a file", line_texts.MAX_GAMES),
    ("… games read at once", history.GAMES_AT_ONCE),
    ("Own data: bytes of the file", data_file.MAX_BYTES),
    ("… games read at once", export.GAMES_AT_ONCE),
    ("… other rows read at once", export.ROWS_AT_ONCE),
    ("Position to analyse: characters", analyses.MAX_TYPED),
    ("Moves in a repertoire", repertoires.MAX_MOVES),
    ("Conditional lines of a game", conditionals.MAX_LINES),
    ("Recipe of an opponent: characters", specs.MAX_DESCRIPTION),
    ("Own opponents of a server", opponents.MAX_OPPONENTS),
    ("… by one person", opponents.MAX_BY_PERSON),
    ("People blocked by one person", blocks.MAX_BLOCKED),
    ("Games in progress of one person", "games_person"),
    ("… of a server", "games_server"),
    ("… of one person against the computer, without a move of theirs", FAIR_USE.unplayed_person),
    ("Games between computers in progress, of one person", SELF_PLAY.person),
    ("… of a channel", SELF_PLAY.channel),
    ("… of a server", "self_play_server"),
    ("Challenges of one person an hour", "challenges_person"),
    ("… of a server an hour", "challenges_server"),
    ("Questions to opponents of one person an hour", FAIR_USE.questions_person),
    ("… of a server an hour", FAIR_USE.questions_server),
    ("Rated games of two people a day", "rated_a_day"),
    ("Strength tests in progress of a server", 1),
    ("… begun by one person an hour", FAIR_USE.strength_tests_person),
    ("… games", strength.MAX_GAMES),
    ("Tournaments of a server that aren't over", "tournaments_server"),
    ("… of one person there", tournaments.MAX_OWN["tournament"]),
    ("… places", tournament_rules.MAX_PLACES),
    ("… time until the start", tournaments.MAX_DELAY),
    ("Simultaneous exhibitions of a server that aren't over", "simuls_server"),
    ("… of one person there", tournaments.MAX_OWN["simul"]),
    ("… boards", simul_rules.MAX_PLACES),
    ("… time until the start", tournaments.MAX_DELAY),
    ("Codes exchanged for Linked Roles, per household and minute", visits.MAX_CLIENT),
    ("… for all", visits.MAX_ALL),
    ("Boards open in browsers, of a process", page_limits.MAX_PAGES),
    ("… of one household", page_limits.MAX_PAGES_CLIENT),
    ("… of one person", page_limits.MAX_PAGES_PERSON),
    ("… bytes of a message", page_limits.MAX_MESSAGE),
    ("… messages in 10 seconds", page_limits.BURST),
    ("… actions of a page in progress", connection_ui.MAX_ACTIONS),
    ("… actions of a person in 10 seconds", page_limits.PERSON_BURST),
    ("… time for a message to arrive", timedelta(seconds=connection_ui.SEND_SECONDS)),
    ("… time without a word from a page", timedelta(seconds=connection_ui.SILENT_SECONDS)),
    ("Boards on the page of a tournament", cards.MAX_BOARDS),
    ("Browsers in which one person is signed in", web.MAX_SESSIONS),
    ("Connections to the health page", web_server.MAX_CONNECTIONS),
    ("… time for a request", timedelta(seconds=web_server.READ_SECONDS)),
    ("… time for an answer", timedelta(seconds=web_server.ANSWER_SECONDS)),
]
"""Maximum work that people may cause; the name of a setting means its default."""


def page(before: str) -> str:
    """Return docs/limits.md with the table of today's budgets."""
    rows = [_row(name, value) for name, value in BUDGETS]
    table = "\n".join(["| budget | at most |", "| --- | ---: |", *rows])
    return f"{before.partition(BEGIN)[0]}{BEGIN}\n{table}\n"


def _row(name: str, value: float | timedelta | str) -> str:
    if isinstance(value, str):
        return f"| {name} (`{names()[value]}`) | {_shown(getattr(DEFAULTS, value))} |"
    return f"| {name} | {_shown(value)} |"


def _shown(value: float | timedelta) -> str:
    if isinstance(value, timedelta):
        return f"{value.days} days" if value.days else f"{count(int(value.total_seconds()))} s"
    return count(int(value))


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
