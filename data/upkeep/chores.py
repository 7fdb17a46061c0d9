"""Whether anything waits to be looked after: asked of everything in one query.

A bot that looks after its games every minute mostly finds that nothing waits; then this query is all that it
costs. What waits is read by the part of the storage that it belongs to. The conditions here are those of the
queries there: a test holds them against each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import bindparam, or_, select, text

from data.games.limits import HOUR
from data.games.records import GameState
from data.jobs.imports import KEPT
from data.people.personal import DELETED_PLAYER
from data.tables import (
    COMPUTER_TO_MOVE,
    NOT_SHOWN,
    OPENING_UNKNOWN,
    PAUSED,
    UNTOUCHED,
    daily_puzzles,
    games,
    imports,
    left_boards,
    notices,
    outdated_names,
    players,
    puzzle_posts,
    questions,
    requests,
    reviews,
    servers,
    strength_tests,
)

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import BindParameter, ColumnElement, Connection, Select, TextClause

    from data.db.database import Clock, Database
    from data.db.share import Share
    from data.games.waiting import WaitingGames

    Condition: TypeAlias = ColumnElement[bool] | TextClause


class Chore(StrEnum):
    """Something that may wait to be done."""

    OLD_OFFERS = "old_offers"
    BOARDS = "boards"
    QUESTIONS = "questions"
    LEFT_BOARDS = "left_boards"
    FORGOTTEN_EXHIBITIONS = "forgotten_exhibitions"
    FORGOTTEN_GAMES = "forgotten_games"
    NAMES = "names"
    COMPUTERS = "computers"
    NOTICES = "notices"
    DAILY_PUZZLES = "daily_puzzles"
    OLD_PUZZLES = "old_puzzles"
    STRENGTH_TESTS = "strength_tests"
    REVIEWS = "reviews"
    MISTAKES = "mistakes"
    OLD_REQUESTS = "old_requests"
    OLD_IMPORTS = "old_imports"
    LEFT_SERVERS = "left_servers"
    OLD_GAMES = "old_games"
    ABSENT_PEOPLE = "absent_people"
    OPENINGS = "openings"


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """After what time something is old, forgotten or absent; None: never."""

    offers: timedelta
    exhibitions: timedelta
    """Of two computer players, while they rest."""
    untouched_games: timedelta
    puzzles: timedelta
    """In channels, but for those of the day."""
    games: timedelta | None
    """Those that are over."""
    people: timedelta | None


class Chores:
    """What there is to do."""

    def __init__(self, database: Database, waiting_games: WaitingGames, clock: Clock) -> None:
        self._database = database
        self._waiting_games = waiting_games
        self._clock = clock

    async def waiting(self, lifetimes: Lifetimes) -> frozenset[Chore]:
        """What waits to be done now."""
        # Otherwise boards would seem to wait of which it is only not written yet that they are shown.
        await self._waiting_games.write_shown()
        now, share = self._clock(), self._database.share
        return await self._database.read(lambda c: waiting(c, lifetimes, now, share))


def waiting(connection: Connection, lifetimes: Lifetimes, now: datetime, share: Share) -> frozenset[Chore]:
    """What waits to be done."""
    first = share.first_of_all
    query = _query(
        share, games_go=first and bool(lifetimes.games), people_go=first and bool(lifetimes.people)
    )
    moments = {
        "now": now,
        # Notices keep seconds: a parameter has one type.
        "now_in_seconds": now,
        "old_offers": now - lifetimes.offers,
        "old_exhibitions": now - lifetimes.exhibitions,
        "old_moves": now - lifetimes.untouched_games,
        "old_puzzles": now - lifetimes.puzzles,
        "old_requests": now - HOUR,
        "old_imports": now - KEPT,
        "old_ends": now - (lifetimes.games or HOUR),
        "old_visits": now - (lifetimes.people or HOUR),
    }
    found = connection.execute(query, moments).mappings().one()
    return frozenset(Chore(name) for name, waits in found.items() if waits)


@cache
def _query(share: Share, *, games_go: bool, people_go: bool) -> Select[Any]:
    """One row with a column for each chore; made once, which takes longer than to run it."""

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
        # Whether the game has left it behind takes longer to find out, and there are never many.
        Chore.QUESTIONS: of_games(select(questions.c.id), questions.c.game_id),
        Chore.LEFT_BOARDS: of_games(select(left_boards.c.message_id), left_boards.c.game_id),
        Chore.FORGOTTEN_EXHIBITIONS: in_games(text(PAUSED), games.c.paused_at < bindparam("old_exhibitions")),
        Chore.FORGOTTEN_GAMES: in_games(text(UNTOUCHED), games.c.moved_at < bindparam("old_moves")),
        Chore.NAMES: of_games(select(outdated_names.c.game_id), outdated_names.c.game_id),
        Chore.COMPUTERS: in_games(text(COMPUTER_TO_MOVE)),
        Chore.NOTICES: of_games(
            select(notices.c.game_id).where(notices.c.due_at <= bindparam("now_in_seconds")),
            notices.c.game_id,
        ),
        Chore.DAILY_PUZZLES: or_(
            # They all need their answer, by which there is an index.
            in_posts(puzzle_posts.c.answer_at.is_not(None), puzzle_posts.c.message_id.is_(None)),
            in_posts(puzzle_posts.c.answer_at <= now),
            here(select(daily_puzzles).where(daily_puzzles.c.next_at <= now), daily_puzzles.c.guild_id),
        ),
        Chore.OLD_PUZZLES: _any(
            puzzle_posts.c.id,
            puzzle_posts.c.day.is_(None),
            puzzle_posts.c.posted_at < bindparam("old_puzzles"),
        ),
        Chore.STRENGTH_TESTS: here(select(strength_tests.c.id), strength_tests.c.guild_id),
        Chore.REVIEWS: here(
            select(reviews.c.game_id).where(reviews.c.finished_at.is_(None)), reviews.c.guild_id
        ),
        Chore.MISTAKES: _any(
            reviews.c.game_id, reviews.c.finished_at.is_not(None), reviews.c.mine_from.is_not(None)
        ),
        Chore.OLD_REQUESTS: _any(requests.c.asked_at, requests.c.asked_at <= bindparam("old_requests")),
        Chore.OLD_IMPORTS: _any(imports.c.id, imports.c.created_at <= bindparam("old_imports")),
        Chore.LEFT_SERVERS: here(
            select(servers.c.guild_id).where(servers.c.left_at.is_not(None)), servers.c.guild_id
        ),
        Chore.OPENINGS: _any(games.c.id, text(OPENING_UNKNOWN)),
    }
    if games_go:
        old: BindParameter[datetime] = bindparam("old_ends")
        # As in `data.upkeep.retention.over_before`, each state by its index.
        waits[Chore.OLD_GAMES] = or_(
            *(
                _any(games.c.id, games.c.state == state, games.c.moved_at < old, games.c.finished_at < old)
                for state in (GameState.FINISHED, GameState.CLOSED)
            )
        )
    if people_go:
        waits[Chore.ABSENT_PEOPLE] = or_(
            *(
                _any(players.c.id, players.c.id != DELETED_PLAYER, absent)
                for absent in (players.c.seen_at.is_(None), players.c.seen_at < bindparam("old_visits"))
            )
        )
    columns: list[ColumnElement[Any]] = [condition.label(chore) for chore, condition in waits.items()]
    return select(*columns)


def _any(column: ColumnElement[Any], *which: Condition) -> ColumnElement[bool]:
    """Whether there is such a row, in whatever share."""
    return select(column).where(*which).exists()
