"""Personal data: which columns of which tables hold data of people and servers.

The privacy text, the export and the deletion of a person's or a server's data follow from it, and a test
compares it with the tables: every new column is described here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, Table, and_, or_, select, true

from data.tables.schema import metadata

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

DELETED_PLAYER = 0
"""Id of all people who have deleted their data, in the games of their opponents; no person on Discord has it.
"""

DELETED_NAME = "deleted player"

TEAM_PLAYERS = (-1, -2)
"""Ids in the seats of teams that vote for their moves, by side; no people on Discord have them."""


class DataKind(StrEnum):
    """Kind of stored data, as named to people."""

    NAMES = "names"
    GAMES = "games"
    RATINGS = "ratings"
    QUESTIONS = "questions"
    REQUESTS = "requests"
    BLOCKS = "blocks"
    SETTINGS = "settings"
    OPPONENTS = "opponents"
    STRENGTH_TESTS = "strength tests"
    PUZZLES = "puzzles"
    REPERTOIRES = "repertoires"
    IMPORTS = "imports"
    TOURNAMENTS = "tournaments"
    SIMULS = "simultaneous exhibitions"
    SERVERS = "servers"
    COMMANDS = "commands"
    ACHIEVEMENTS = "achievements"
    LINKED_ROLES = "linked roles"


class Fate(Enum):
    """Effect on a row when the data of its person or server are deleted."""

    GOES = "the row is deleted"
    STAYS_WITHOUT = "the row stays, with a placeholder in this column"


@dataclass(frozen=True, slots=True)
class TableData:
    """The data of people and servers in a table.

    `people` are columns with ids of people and `server` is the one with the id of a server, each with the
    fate of a row when their data are deleted. `texts` hold names or texts that people typed; `places` ids of
    servers, channels and messages; `words` the program's own words and `ids` its own numbers; `secrets` are
    encrypted and not exported. The export omits rows by `not_told` columns. `person_only` and `server_only`
    restrict the rows that belong to people or servers.
    """

    kind: DataKind
    people: Mapping[str, Fate] = field(default_factory=dict)
    server: tuple[str, Fate] | None = None
    texts: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    not_told: frozenset[str] = frozenset()
    person_only: Mapping[str, str] = field(default_factory=dict)
    server_only: Mapping[str, str] = field(default_factory=dict)


PERSONAL_DATA: Mapping[str, TableData] = {
    "players": TableData(DataKind.NAMES, {"id": Fate.GOES}, texts=frozenset({"name"})),
    "nicknames": TableData(
        DataKind.NAMES, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), texts=frozenset({"name"})
    ),
    "games": TableData(
        DataKind.GAMES,
        dict.fromkeys(
            ("challenger_id", "opponent_id", "first_player_id", "second_player_id"), Fate.STAYS_WITHOUT
        ),
        ("guild_id", Fate.STAYS_WITHOUT),
        # Computer players, which people describe, and the players of imported games.
        texts=frozenset(
            {
                *("first_computer", "second_computer", "first_delegate", "second_delegate"),
                *("first_name", "second_name"),
            }
        ),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset(
            {
                "game",
                "options",
                "state",
                "colour",
                "unrated_why",
                "ending",
                "closed_as",
                "time_control",
                "opening",
            }
        ),
        ids=frozenset({"id", "rematch_of"}),
    ),
    "opening_moves": TableData(DataKind.GAMES, ids=frozenset({"position", "game_id"})),
    "moves": TableData(DataKind.GAMES, words=frozenset({"move", "thought"}), ids=frozenset({"game_id"})),
    "ratings": TableData(
        DataKind.RATINGS, {"player_id": Fate.GOES}, words=frozenset({"game", "pool", "board"})
    ),
    "results": TableData(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        words=frozenset({"game", "pool", "outcome"}),
        ids=frozenset({"game_id", "former_opponent"}),
    ),
    "server_players": TableData(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"game", "pool", "board"}),
    ),
    "questions": TableData(
        DataKind.QUESTIONS,
        texts=frozenset({"player"}),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"kind"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "past_questions": TableData(
        DataKind.QUESTIONS,
        words=frozenset({"kind", "position"}),
        ids=frozenset({"question_id", "game_id"}),
    ),
    "vote_games": TableData(
        DataKind.GAMES,
        server=("guild_id", Fate.STAYS_WITHOUT),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"form", "decided", "record"}),
        ids=frozenset({"game_id"}),
    ),
    "vote_members": TableData(DataKind.GAMES, {"player_id": Fate.GOES}, ids=frozenset({"game_id"})),
    "votes": TableData(
        DataKind.GAMES, {"player_id": Fate.GOES}, words=frozenset({"move"}), ids=frozenset({"game_id"})
    ),
    "vote_hints": TableData(DataKind.GAMES, {"player_id": Fate.GOES}, ids=frozenset({"game_id"})),
    "vote_invitations": TableData(
        DataKind.GAMES,
        {"inviter_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places=frozenset({"channel_id"}),
        words=frozenset({"code", "game", "options"}),
        ids=frozenset({"id"}),
    ),
    "conditional_moves": TableData(
        DataKind.GAMES,
        {"player_id": Fate.GOES},
        words=frozenset({"line"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "blocks": TableData(
        DataKind.BLOCKS,
        {"blocker_id": Fate.GOES, "blocked_id": Fate.GOES},
        not_told=frozenset({"blocked_id"}),
    ),
    "opponents": TableData(
        DataKind.OPPONENTS,
        {"creator_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        texts=frozenset({"name", "key", "player"}),
        ids=frozenset({"id"}),
    ),
    "measurements": TableData(
        DataKind.STRENGTH_TESTS,
        {"asker_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts=frozenset({"first", "second"}),
        places=frozenset({"place_id", "channel_id", "message_id"}),
        words=frozenset({"game", "options", "results", "efforts"}),
        ids=frozenset({"id", "seed"}),
    ),
    "preferences": TableData(
        DataKind.SETTINGS,
        {"owner_id": Fate.GOES},
        ("owner_id", Fate.GOES),
        texts=frozenset({"value"}),
        words=frozenset({"owner_kind", "name"}),
        person_only={"owner_kind": "person"},
        server_only={"owner_kind": "server"},
    ),
    "imports": TableData(
        DataKind.IMPORTS, {"player_id": Fate.GOES}, texts=frozenset({"content"}), ids=frozenset({"id"})
    ),
    "unanswered": TableData(
        DataKind.COMMANDS,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id"}),
        words=frozenset({"token"}),
        ids=frozenset({"id"}),
    ),
    "led_to": TableData(DataKind.GAMES, {"player_id": Fate.GOES}, ids=frozenset({"game_id"})),
    "left_boards": TableData(
        DataKind.GAMES, places=frozenset({"channel_id", "message_id"}), ids=frozenset({"game_id"})
    ),
    "notices": TableData(
        DataKind.GAMES,
        {"player_id": Fate.GOES},
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"refused"}),
        ids=frozenset({"game_id"}),
    ),
    "threads": TableData(
        DataKind.GAMES, server=("guild_id", Fate.GOES), places=frozenset({"id", "channel_id"})
    ),
    "channel_lists": TableData(
        DataKind.GAMES,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"digest"}),
    ),
    "requests": TableData(
        DataKind.REQUESTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"kind"}),
        ids=frozenset({"id"}),
    ),
    "reviews": TableData(
        DataKind.GAMES,
        {"asker_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        ids=frozenset({"game_id"}),
    ),
    "reviewed_plies": TableData(DataKind.GAMES, words=frozenset({"best"}), ids=frozenset({"game_id"})),
    "puzzle_attempts": TableData(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        words=frozenset({"puzzle", "game", "result", "trace"}),
    ),
    "puzzle_posts": TableData(
        DataKind.PUZZLES,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"puzzle", "day"}),
        ids=frozenset({"id"}),
    ),
    "puzzle_tries": TableData(DataKind.PUZZLES, {"player_id": Fate.GOES}, ids=frozenset({"post_id"})),
    "puzzle_runs": TableData(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        words=frozenset({"kind", "game", "ending"}),
        ids=frozenset({"id"}),
    ),
    "puzzle_run_attempts": TableData(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        words=frozenset({"puzzle", "result"}),
        ids=frozenset({"run_id"}),
    ),
    "daily_puzzles": TableData(DataKind.PUZZLES, server=("guild_id", Fate.GOES)),
    "own_puzzles": TableData(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        words=frozenset({"played", "game", "position", "line", "goal", "themes", "result"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "repertoire_moves": TableData(
        DataKind.REPERTOIRES,
        {"player_id": Fate.GOES},
        words=frozenset({"game", "line", "move"}),
        ids=frozenset({"id", "position"}),
    ),
    "training_sessions": TableData(
        DataKind.REPERTOIRES, {"player_id": Fate.GOES}, words=frozenset({"game"}), ids=frozenset({"id"})
    ),
    "training_questions": TableData(
        DataKind.REPERTOIRES, words=frozenset({"answer"}), ids=frozenset({"session_id", "move_id"})
    ),
    "puzzle_ratings": TableData(DataKind.PUZZLES, words=frozenset({"puzzle"})),
    "achievements": TableData(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        words=frozenset({"achievement"}),
        ids=frozenset({"game_id"}),
    ),
    "untold_achievements": TableData(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places=frozenset({"channel_id"}),
        words=frozenset({"achievement"}),
    ),
    "role_grants": TableData(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places=frozenset({"role_id"}),
        words=frozenset({"achievement"}),
    ),
    "next_boards": TableData(
        DataKind.RATINGS, server=("guild_id", Fate.GOES), words=frozenset({"span", "first_day"})
    ),
    "board_posts": TableData(
        DataKind.RATINGS,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"span", "first_day"}),
        ids=frozenset({"id"}),
    ),
    "period_points": TableData(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"span", "first_day"}),
    ),
    "added_days": TableData(
        DataKind.RATINGS, server=("guild_id", Fate.GOES), words=frozenset({"span", "first_day"})
    ),
    "server_zones": TableData(DataKind.SETTINGS, server=("guild_id", Fate.GOES), words=frozenset({"zone"})),
    "season_badges": TableData(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"first_day"}),
    ),
    "role_links": TableData(
        DataKind.LINKED_ROLES,
        {"player_id": Fate.GOES},
        secrets=frozenset({"tokens"}),
    ),
    # No one can tell whose they are without the key, and they are gone after a day.
    "role_unlinks": TableData(DataKind.LINKED_ROLES, secrets=frozenset({"tokens"}), ids=frozenset({"id"})),
    # Of a browser's visit, not of a person.
    "used_states": TableData(DataKind.LINKED_ROLES, secrets=frozenset({"hash"})),
    "tournaments": TableData(
        DataKind.TOURNAMENTS,
        {"organiser_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts=frozenset({"filler"}),
        places=frozenset({"channel_id", "message_id", "boards_id"}),
        words=frozenset({"game", "options", "form", "time_control", "state", "reason", "digest"}),
        ids=frozenset({"id", "seed"}),
    ),
    "tournament_entrants": TableData(
        DataKind.TOURNAMENTS,
        {"player_id": Fate.STAYS_WITHOUT},
        texts=frozenset({"computer"}),
        words=frozenset({"exit"}),
        ids=frozenset({"id", "tournament_id"}),
    ),
    "tournament_pairings": TableData(
        DataKind.TOURNAMENTS,
        {"corrected_by": Fate.STAYS_WITHOUT},
        words=frozenset({"outcome"}),
        ids=frozenset({"id", "tournament_id", "game_id"}),
    ),
    "cups": TableData(
        DataKind.TOURNAMENTS,
        {"player_id": Fate.GOES},
        words=frozenset({"game", "form"}),
        ids=frozenset({"id", "tournament_id"}),
    ),
    "simuls": TableData(
        DataKind.SIMULS,
        {"organiser_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts=frozenset({"computer"}),
        places=frozenset({"channel_id", "message_id", "thread_id"}),
        words=frozenset({"game", "options", "time_control", "side", "state", "reason", "digest"}),
        ids=frozenset({"id"}),
    ),
    "simul_opponents": TableData(
        DataKind.SIMULS,
        {"player_id": Fate.STAYS_WITHOUT},
        words=frozenset({"outcome"}),
        ids=frozenset({"id", "simul_id", "game_id"}),
    ),
    "servers": TableData(DataKind.SERVERS, server=("guild_id", Fate.GOES)),
    "outdated_names": TableData(DataKind.GAMES, ids=frozenset({"game_id"})),
}
"""By table. A column that is not listed is neither an id nor a text."""


def described() -> tuple[tuple[Table, TableData], ...]:
    """Return all described tables, those that others refer to last."""
    known = reversed(metadata.sorted_tables)
    return tuple((table, PERSONAL_DATA[table.name]) for table in known if table.name in PERSONAL_DATA)


def of_person(table: Table, kept: TableData, column: str, player_id: int) -> ColumnElement[bool]:
    """Return a condition for the rows of a table that name a person in a column."""
    only = [table.c[name] == value for name, value in kept.person_only.items()]
    return and_(true(), table.c[column] == player_id, *only)


def rows_of(table: Table, kept: TableData, player_id: int) -> Select[Any]:
    """Return a query for the rows of a table that a person may know of, in a stable order."""
    known = [column for column in kept.people if column not in kept.not_told]
    named = or_(*(of_person(table, kept, column, player_id) for column in known))
    return select(table).where(named).order_by(*table.primary_key.columns)
