"""What is stored of people and of servers, table by table: the one description of it.

The privacy text, the export, the deletion of somebody's data and of what belonged to a server go by it, and a
test compares it with the tables. So whoever adds a column says here what it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, Table, and_, or_, select, true

from data import tables

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

DELETED_PLAYER = 0
"""Stands for everybody who has deleted their data, in the games of those they played: nothing tells two of
them apart. No person on Discord has this id."""

DELETED_NAME = "deleted player"


class Subject(StrEnum):
    """What is stored, as people are told of it."""

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
    IMPORTS = "imports"
    SERVERS = "servers"
    COMMANDS = "commands"


class Fate(Enum):
    """What becomes of a row when a person's data are deleted, or their server's."""

    GOES = "the row is deleted"
    STAYS_WITHOUT = "the row stays, and names nobody, or no place, in this column"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a table holds of people and servers.

    `people` are its columns with ids of people, `server` the one with the id of a server, each with what
    becomes of a row when that person, or that server's data, are deleted. `texts` hold names, or what people
    typed; `places` ids of servers, channels and messages that tell where something was; `words` the
    program's own words, and `ids` its own numbers. `only` says which rows belong to people or servers, where
    that depends.
    """

    subject: Subject
    people: Mapping[str, Fate] = field(default_factory=dict)
    server: tuple[str, Fate] | None = None
    texts: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    ids: frozenset[str] = frozenset()
    not_told: frozenset[str] = frozenset()
    person_only: Mapping[str, str] = field(default_factory=dict)
    server_only: Mapping[str, str] = field(default_factory=dict)


KEPT: Mapping[str, Kept] = {
    "players": Kept(Subject.NAMES, {"id": Fate.GOES}, texts=frozenset({"name"})),
    "nicknames": Kept(
        Subject.NAMES, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), texts=frozenset({"name"})
    ),
    "games": Kept(
        Subject.GAMES,
        dict.fromkeys(
            ("challenger_id", "opponent_id", "first_player_id", "second_player_id"), Fate.STAYS_WITHOUT
        ),
        ("guild_id", Fate.STAYS_WITHOUT),
        # Computer players, which people describe.
        texts=frozenset(
            {
                *("first_computer", "second_computer", "first_delegate", "second_delegate"),
                # The players of imported games.
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
    "moves": Kept(Subject.GAMES, words=frozenset({"move", "thought"}), ids=frozenset({"game_id"})),
    "ratings": Kept(Subject.RATINGS, {"player_id": Fate.GOES}, words=frozenset({"game", "pool", "board"})),
    "results": Kept(
        Subject.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        words=frozenset({"game", "pool", "outcome"}),
        ids=frozenset({"game_id"}),
    ),
    "server_players": Kept(
        Subject.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"game", "pool", "board"}),
    ),
    "questions": Kept(
        Subject.QUESTIONS,
        texts=frozenset({"player"}),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"kind"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "past_questions": Kept(
        Subject.QUESTIONS,
        words=frozenset({"kind", "position"}),
        ids=frozenset({"question_id", "game_id"}),
    ),
    "conditional_moves": Kept(
        Subject.GAMES,
        {"player_id": Fate.GOES},
        words=frozenset({"line"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "blocks": Kept(
        Subject.BLOCKS,
        {"blocker_id": Fate.GOES, "blocked_id": Fate.GOES},
        not_told=frozenset({"blocked_id"}),
    ),
    "opponents": Kept(
        Subject.OPPONENTS,
        {"creator_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        texts=frozenset({"name", "key", "player"}),
        ids=frozenset({"id"}),
    ),
    "measurements": Kept(
        Subject.STRENGTH_TESTS,
        {"asker_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts=frozenset({"first", "second"}),
        places=frozenset({"place_id", "channel_id", "message_id"}),
        words=frozenset({"game", "options", "results", "efforts"}),
        ids=frozenset({"id", "seed"}),
    ),
    "preferences": Kept(
        Subject.SETTINGS,
        {"owner_id": Fate.GOES},
        ("owner_id", Fate.GOES),
        texts=frozenset({"value"}),
        words=frozenset({"owner_kind", "name"}),
        person_only={"owner_kind": "person"},
        server_only={"owner_kind": "server"},
    ),
    "imports": Kept(
        Subject.IMPORTS, {"player_id": Fate.GOES}, texts=frozenset({"content"}), ids=frozenset({"id"})
    ),
    "unanswered": Kept(
        Subject.COMMANDS,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id"}),
        words=frozenset({"token"}),
        ids=frozenset({"id"}),
    ),
    "led_to": Kept(Subject.GAMES, {"player_id": Fate.GOES}, ids=frozenset({"game_id"})),
    "left_boards": Kept(
        Subject.GAMES, places=frozenset({"channel_id", "message_id"}), ids=frozenset({"game_id"})
    ),
    "notices": Kept(
        Subject.GAMES,
        {"player_id": Fate.GOES},
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"refused"}),
        ids=frozenset({"game_id"}),
    ),
    "threads": Kept(Subject.GAMES, server=("guild_id", Fate.GOES), places=frozenset({"id", "channel_id"})),
    "channel_lists": Kept(
        Subject.GAMES,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"digest"}),
    ),
    "requests": Kept(
        Subject.REQUESTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words=frozenset({"kind"}),
        ids=frozenset({"id"}),
    ),
    "reviews": Kept(
        Subject.GAMES,
        {"asker_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        ids=frozenset({"game_id"}),
    ),
    "reviewed_plies": Kept(Subject.GAMES, words=frozenset({"best"}), ids=frozenset({"game_id"})),
    "puzzle_attempts": Kept(
        Subject.PUZZLES, {"player_id": Fate.GOES}, words=frozenset({"puzzle", "game", "result"})
    ),
    "puzzle_posts": Kept(
        Subject.PUZZLES,
        server=("guild_id", Fate.GOES),
        places=frozenset({"channel_id", "message_id"}),
        words=frozenset({"puzzle", "day"}),
        ids=frozenset({"id"}),
    ),
    "puzzle_tries": Kept(Subject.PUZZLES, {"player_id": Fate.GOES}, ids=frozenset({"post_id"})),
    "daily_puzzles": Kept(Subject.PUZZLES, server=("guild_id", Fate.GOES)),
    "own_puzzles": Kept(
        Subject.PUZZLES,
        {"player_id": Fate.GOES},
        words=frozenset({"played", "game", "position", "line", "goal", "themes", "result"}),
        ids=frozenset({"id", "game_id"}),
    ),
    "puzzle_ratings": Kept(Subject.PUZZLES, words=frozenset({"puzzle"})),
    "servers": Kept(Subject.SERVERS, server=("guild_id", Fate.GOES)),
    "outdated_names": Kept(Subject.GAMES, ids=frozenset({"game_id"})),
}
"""By the names of the tables. What is not named here is neither an id nor a text."""


def described() -> tuple[tuple[Table, Kept], ...]:
    """Every table that is described, those that others refer to last."""
    known = reversed(tables.metadata.sorted_tables)
    return tuple((table, KEPT[table.name]) for table in known if table.name in KEPT)


def of_person(table: Table, kept: Kept, column: str, player_id: int) -> ColumnElement[bool]:
    """The rows of a table that name somebody in a column."""
    only = [table.c[name] == value for name, value in kept.person_only.items()]
    return and_(true(), table.c[column] == player_id, *only)


def rows_of(table: Table, kept: Kept, player_id: int) -> Select[Any]:
    """All rows of a table that are about somebody, and that they may know of, in a lasting order."""
    known = [column for column in kept.people if column not in kept.not_told]
    named = or_(*(of_person(table, kept, column, player_id) for column in known))
    return select(table).where(named).order_by(*table.primary_key.columns)
