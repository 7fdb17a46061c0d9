"""Pending work and figures: one query tells which kinds of work wait; hosts watch counts and size.

The periodic pass mostly finds nothing to do, and then this query is all it costs. The conditions are those of
the stores that read the work itself: a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import bindparam, func, or_, select, text

from data.db.store import Store, reading
from data.games.invitations import INVITATION_LIFETIME
from data.games.limits import HOUR
from data.games.records import GameState
from data.jobs.imports import FILE_LIFETIME
from data.people.personal import DELETED_PLAYER
from data.puzzles.runs import RECENT, is_old
from data.tables.achievements import role_grants, untold_achievements
from data.tables.jobs import reviews, strength_tests
from data.tables.messages import left_boards, notices, outdated_names
from data.tables.people import imports, players, requests, servers
from data.tables.periods import BOARD_NOT_SENT, board_posts, next_boards
from data.tables.playing import (
    COMPUTER_TO_MOVE,
    INDEX_PENDING,
    NOT_SHOWN,
    OPENING_UNKNOWN,
    PAUSED,
    PLAYING,
    UNTOUCHED,
    games,
    questions,
)
from data.tables.puzzles import daily_puzzles, puzzle_posts, puzzle_run_attempts, puzzle_runs, puzzle_tries
from data.tables.role_links import role_links, role_unlinks
from data.tables.standings import UNEXAMINED_WIN, results
from data.tables.tournaments import TO_ANNOUNCE, TOURNAMENT_ACTIVE, tournaments
from data.tables.votes import vote_games, vote_invitations

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import BindParameter, ColumnElement, Connection, Select, TextClause

    from data.db.database import Clock, Database
    from data.db.share import Share
    from data.games.waiting import WaitingStore

    Condition: TypeAlias = ColumnElement[bool] | TextClause


class Chore(StrEnum):
    """A kind of pending work."""

    OLD_OFFERS = "old_offers"
    BOARDS = "boards"
    QUESTIONS = "questions"
    LEFT_BOARDS = "left_boards"
    FORGOTTEN_EXHIBITIONS = "forgotten_exhibitions"
    FORGOTTEN_GAMES = "forgotten_games"
    NAMES = "names"
    COMPUTERS = "computers"
    VOTES = "votes"
    NOTICES = "notices"
    DAILY_PUZZLES = "daily_puzzles"
    OLD_PUZZLES = "old_puzzles"
    OLD_RUNS = "old_runs"
    PERIOD_BOARDS = "period_boards"
    STRENGTH_TESTS = "strength_tests"
    REVIEWS = "reviews"
    MISTAKES = "mistakes"
    TOURNAMENTS = "tournaments"
    OLD_REQUESTS = "old_requests"
    OLD_IMPORTS = "old_imports"
    LEFT_SERVERS = "left_servers"
    OLD_GAMES = "old_games"
    ABSENT_PEOPLE = "absent_people"
    OPENINGS = "openings"
    OPENING_INDEX = "opening index"
    ACHIEVEMENTS = "achievements"
    ROLES = "roles"
    LINKED_ROLES = "linked_roles"


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """Ages at which things expire; None: never."""

    offers: timedelta
    exhibitions: timedelta
    """Paused ones."""
    untouched_games: timedelta
    puzzles: timedelta
    """Posted ones, except daily puzzles."""
    games: timedelta | None
    """Finished ones."""
    people: timedelta | None


class PendingStore(Store):
    """Tells which kinds of work are pending."""

    def __init__(self, database: Database, waiting_games: WaitingStore, clock: Clock) -> None:
        super().__init__(database, clock)
        self._waiting_games = waiting_games

    async def waiting(self, lifetimes: Lifetimes) -> frozenset[Chore]:
        """Return the kinds of work that wait now."""
        # Otherwise boards would seem pending whose shown versions are not stored yet.
        await self._waiting_games.write_shown()
        return await self._database.read(lambda c: self._waiting(c, lifetimes))

    def _waiting(self, connection: Connection, lifetimes: Lifetimes) -> frozenset[Chore]:
        now, share = self._clock(), self._database.share
        query = _query(
            share,
            games_go=share.first_of_all and bool(lifetimes.games),
            people_go=share.first_of_all and bool(lifetimes.people),
            links_go=share.first_of_all,
        )
        moments = {
            "now": now,
            # Notices store seconds, and a parameter has one type.
            "now_in_seconds": now,
            "old_offers": now - lifetimes.offers,
            "old_exhibitions": now - lifetimes.exhibitions,
            "old_moves": now - lifetimes.untouched_games,
            "old_puzzles": now - lifetimes.puzzles,
            "old_runs": now - RECENT,
            # Deadlines are seconds, and a parameter has one type.
            "old_deadlines": now - RECENT,
            "old_requests": now - HOUR,
            "old_invitations": now - INVITATION_LIFETIME,
            "old_imports": now - FILE_LIFETIME,
            "old_ends": now - (lifetimes.games or HOUR),
            "old_visits": now - (lifetimes.people or HOUR),
        }
        found = connection.execute(query, moments).mappings().one()
        return frozenset(Chore(name) for name, waits in found.items() if waits)


@cache
def _query(share: Share, *, games_go: bool, people_go: bool, links_go: bool) -> Select[Any]:
    """Return a query for one row with a column per chore; building it takes longer than running it."""

    def in_games(*which: Condition) -> ColumnElement[bool]:
        return share.within(select(games.c.id).where(*which), games.c.guild_id).exists()

    def in_posts(*which: Condition) -> ColumnElement[bool]:
        return share.within(select(puzzle_posts.c.id).where(*which), puzzle_posts.c.guild_id).exists()

    def of_games(query: Select[Any], game_id: ColumnElement[int]) -> ColumnElement[bool]:
        return share.of_games(query, game_id).exists()

    def here(query: Select[Any], guild_id: ColumnElement[int]) -> ColumnElement[bool]:
        return share.within(query, guild_id).exists()

    now: BindParameter[datetime] = bindparam("now")
    waits: dict[Chore, ColumnElement[bool]] = {
        Chore.OLD_OFFERS: in_games(
            games.c.state == GameState.OFFERED, games.c.moved_at < bindparam("old_offers")
        ),
        Chore.BOARDS: in_games(text(NOT_SHOWN)),
        # Checking whether the game has left it behind takes longer, and there are never many.
        Chore.QUESTIONS: of_games(select(questions.c.id), questions.c.game_id),
        Chore.LEFT_BOARDS: of_games(select(left_boards.c.message_id), left_boards.c.game_id),
        Chore.FORGOTTEN_EXHIBITIONS: in_games(text(PAUSED), games.c.paused_at < bindparam("old_exhibitions")),
        Chore.FORGOTTEN_GAMES: in_games(text(UNTOUCHED), games.c.moved_at < bindparam("old_moves")),
        Chore.NAMES: of_games(select(outdated_names.c.game_id), outdated_names.c.game_id),
        Chore.COMPUTERS: in_games(text(COMPUTER_TO_MOVE)),
        Chore.VOTES: or_(
            of_games(select(vote_games.c.game_id).where(text("record <> 'done'")), vote_games.c.game_id),
            _any(vote_invitations.c.id, vote_invitations.c.created_at <= bindparam("old_invitations")),
        ),
        Chore.NOTICES: of_games(
            select(notices.c.game_id).where(notices.c.due_at <= bindparam("now_in_seconds")),
            notices.c.game_id,
        ),
        Chore.DAILY_PUZZLES: or_(
            # Those all need their answer, for which there is an index.
            in_posts(puzzle_posts.c.answer_at.is_not(None), puzzle_posts.c.message_id.is_(None)),
            in_posts(puzzle_posts.c.answer_at <= now),
            here(select(daily_puzzles).where(daily_puzzles.c.next_at <= now), daily_puzzles.c.guild_id),
        ),
        Chore.OLD_PUZZLES: _any(
            puzzle_posts.c.id,
            puzzle_posts.c.day.is_(None),
            puzzle_posts.c.posted_at < bindparam("old_puzzles"),
        ),
        Chore.OLD_RUNS: or_(
            _any(puzzle_run_attempts.c.run_id, is_old(bindparam("old_runs"))),
            _any(
                puzzle_runs.c.id,
                puzzle_runs.c.ended_at.is_(None),
                puzzle_runs.c.deadline < bindparam("old_deadlines"),
            ),
        ),
        Chore.PERIOD_BOARDS: or_(
            here(select(board_posts.c.id).where(text(BOARD_NOT_SENT)), board_posts.c.guild_id),
            here(select(next_boards.c.guild_id).where(next_boards.c.due_at <= now), next_boards.c.guild_id),
        ),
        Chore.STRENGTH_TESTS: here(select(strength_tests.c.id), strength_tests.c.guild_id),
        Chore.REVIEWS: here(
            select(reviews.c.game_id).where(reviews.c.finished_at.is_(None)), reviews.c.guild_id
        ),
        Chore.MISTAKES: _any(
            reviews.c.game_id, reviews.c.finished_at.is_not(None), reviews.c.mine_from.is_not(None)
        ),
        Chore.TOURNAMENTS: or_(
            *(
                here(select(tournaments.c.id).where(text(which)), tournaments.c.guild_id)
                for which in (TOURNAMENT_ACTIVE, TO_ANNOUNCE)
            )
        ),
        Chore.OLD_REQUESTS: _any(requests.c.asked_at, requests.c.asked_at <= bindparam("old_requests")),
        Chore.OLD_IMPORTS: _any(imports.c.id, imports.c.created_at <= bindparam("old_imports")),
        Chore.LEFT_SERVERS: here(
            select(servers.c.guild_id).where(servers.c.left_at.is_not(None)), servers.c.guild_id
        ),
        Chore.OPENINGS: _any(games.c.id, text(OPENING_UNKNOWN)),
        Chore.OPENING_INDEX: _any(games.c.id, text(INDEX_PENDING)),
        Chore.ACHIEVEMENTS: or_(
            here(select(results.c.game_id).where(text(UNEXAMINED_WIN)), results.c.guild_id),
            here(
                select(reviews.c.game_id).where(
                    reviews.c.examined.is_(None), reviews.c.finished_at.is_not(None)
                ),
                reviews.c.guild_id,
            ),
            here(
                select(puzzle_tries.c.post_id)
                .join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
                .where(
                    puzzle_tries.c.examined.is_(None),
                    puzzle_tries.c.solved_at.is_not(None),
                    puzzle_posts.c.day.is_not(None),
                ),
                puzzle_posts.c.guild_id,
            ),
            here(select(untold_achievements.c.player_id), untold_achievements.c.guild_id),
        ),
        Chore.ROLES: here(
            select(role_grants.c.guild_id).where(role_grants.c.due_at <= now), role_grants.c.guild_id
        ),
    }
    if games_go:
        old: BindParameter[datetime] = bindparam("old_ends")
        # Each state by its index, as in `data.upkeep.forgetting`.
        waits[Chore.OLD_GAMES] = or_(
            *(
                _any(games.c.id, games.c.state == state, games.c.moved_at < old, games.c.finished_at < old)
                for state in (GameState.FINISHED, GameState.CLOSED)
            )
        )
    if people_go:
        waits[Chore.ABSENT_PEOPLE] = or_(
            *(
                _any(players.c.id, players.c.id > DELETED_PLAYER, absent)
                for absent in (players.c.seen_at.is_(None), players.c.seen_at < bindparam("old_visits"))
            )
        )
    if links_go:
        waits[Chore.LINKED_ROLES] = or_(
            _any(role_links.c.player_id, role_links.c.due_at <= now),
            _any(role_unlinks.c.id, role_unlinks.c.due_at <= now),
        )
    columns: list[ColumnElement[Any]] = [condition.label(chore) for chore, condition in waits.items()]
    return select(*columns)


def _any(column: ColumnElement[Any], *which: Condition) -> ColumnElement[bool]:
    """Return a condition that such a row exists, in any share."""
    return select(column).where(*which).exists()


_BY_GAME = select(games.c.game, func.count().label("open")).where(text(PLAYING)).group_by(games.c.game)
_OFFERED = select(func.count()).select_from(games).where(games.c.state == GameState.OFFERED)


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of games, and the size of the database in bytes.

    `playing` counts games in progress by kind. Since before some moment, a computer player has been to move
    in `stuck` games, and the board of `not_shown` games has been out of date.
    """

    playing: Mapping[str, int]
    offered: int
    stuck: int
    not_shown: int
    size: int


class FigureStore(Store):
    """Probe and figures for hosts."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._probes = 0

    async def probe(self) -> None:
        """Run a transaction that reaches the disk and changes no data; raises StorageError if that fails."""
        self._probes += 1
        await self._database.write(lambda c: _probe(c, self._probes))

    @reading
    def figures(self, connection: Connection, before: datetime) -> Figures:
        """Count the games; stuck, or not shown, are those that have been so since `before`."""
        share = self._database.share

        def waiting(condition: str) -> int:
            counted = select(func.count()).select_from(games)
            old = counted.where(text(condition), games.c.moved_at < before)
            return connection.scalar(share.within(old, games.c.guild_id)) or 0

        by_game = connection.execute(share.within(_BY_GAME, games.c.guild_id))
        return Figures(
            playing={row.game: row.open for row in by_game},
            offered=connection.scalar(share.within(_OFFERED, games.c.guild_id)) or 0,
            stuck=waiting(COMPUTER_TO_MOVE),
            not_shown=waiting(NOT_SHOWN),
            size=_size(connection),
        )


def _probe(connection: Connection, number: int) -> None:
    if connection.dialect.name == "sqlite":
        # A number in the file's header for the use of applications.
        connection.exec_driver_sql(f"PRAGMA user_version = {number % 2**31}")
    else:
        # A transaction with an id is noted in the write-ahead log.
        connection.execute(text("SELECT pg_current_xact_id()"))


def _size(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pages, each = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in ("page_count", "page_size")
    )
    log = Path(f"{connection.engine.url.database}-wal")
    try:
        return pages * each + log.stat().st_size
    except OSError:
        return pages * each
