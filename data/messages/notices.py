"""What people are told of their turns: a notice for each, as long as the turn lasts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, case, delete, func, or_, select, text, update

from data.db.share import EVERYTHING, Share
from data.games.records import GameState
from data.games.waiting import PAGE
from data.people.players import dialect_insert
from data.tables import PLAYING, games, notices, preferences

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.database import Clock, Database


@dataclass(frozen=True, slots=True)
class Notice:
    """What a person was told, and is to be told, of the turn that they have had since `turn_at`.

    `due_at` is when there is something to do; None when nothing is left. `told` and `reminded` are what is
    done already, or is not to be done. The message is the one that stands, if one does. `failures` counts the
    tries of what is due now. `refused` is where Discord does not take what this person is to be told in this
    game; `explained` says that they know.
    """

    game_id: int
    player_id: int
    turn_at: datetime
    due_at: datetime | None = None
    told: bool = False
    reminded: bool = False
    channel_id: int | None = None
    message_id: int | None = None
    failures: int = 0
    refused: str | None = None
    explained: bool = False


_FIND = select(notices).where(notices.c.game_id == bindparam("game_id"))
_DUE = (
    select(notices.c.game_id)
    .where(notices.c.due_at <= bindparam("now"))
    .order_by(notices.c.due_at)
    .limit(PAGE)
)
_NEXT = select(func.min(notices.c.due_at)).where(notices.c.due_at.is_not(None))
_MOVER = case((games.c.turn == 0, games.c.first_player_id), else_=games.c.second_player_id)

_OF_DAYS = "d"
"""The end of a `Correspondence` as it is stored."""


class Notices:
    """The notices that stand or are due."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of(self, game_id: int) -> tuple[Notice, ...]:
        """The notices of a game, one for each person at most."""
        return await self._database.read(lambda c: find(c, game_id))

    async def of_person(self, player_id: int) -> tuple[Notice, ...]:
        """The notices for one person."""
        return await self._database.read(lambda c: of_person(c, player_id))

    async def keep(self, notice: Notice) -> None:
        """Note how a notice stands."""
        await self._database.write(lambda c: keep(c, notice))

    async def forget(self, game_id: int, player_id: int) -> None:
        """Nothing is to be told a person in a game."""
        await self._database.write(lambda c: forget(c, game_id, player_id))

    async def take_down(self, game_id: int, player_id: int) -> None:
        """No message of a notice stands any more, and nothing is due; nothing happens if it is forgotten."""
        await self._database.write(
            lambda c: change(c, game_id, player_id, channel_id=None, message_id=None, due_at=None)
        )

    async def explain(self, game_id: int, player_id: int) -> None:
        """A person knows that what they are to be told in a game is refused."""
        await self._database.write(lambda c: change(c, game_id, player_id, explained=True))

    async def put_off(self, game_id: int, until: datetime) -> None:
        """Leave what is due in a game until a moment."""
        await self._database.write(lambda c: put_off(c, game_id, until))

    async def due(self) -> tuple[int, ...]:
        """The games in which something is due by now; a page of them at most."""
        now = self._clock()
        share = self._database.share
        return await self._database.read(lambda c: due(c, now, share))

    async def next_due(self) -> datetime | None:
        """When something is due next."""
        share = self._database.share
        return await self._database.read(lambda c: next_due(c, share))

    async def games(self) -> tuple[int, ...]:
        """All games that have a notice."""
        share = self._database.share
        return await self._database.read(lambda c: all_games(c, share))

    async def games_of(self, player_id: int) -> tuple[int, ...]:
        """The games in which somebody is to move, or has a notice."""
        return await self._database.read(lambda c: games_of(c, player_id))

    async def out_of_date(self, setting: str, off: str) -> tuple[int, ...]:
        """The games whose notice is of a turn that is over, and those without one in which the person to move
        may want one: their `setting` is not `off`, or in games of days they have none."""
        share = self._database.share
        return await self._database.read(lambda c: (*left_behind(c, share), *untold(c, setting, off, share)))

    async def unexplained(self) -> tuple[Notice, ...]:
        """The notices that were refused, and whose people do not know."""
        share = self._database.share
        return await self._database.read(lambda c: unexplained(c, share))


def find(connection: Connection, game_id: int) -> tuple[Notice, ...]:
    """The notices of a game."""
    return tuple(Notice(**row) for row in connection.execute(_FIND, {"game_id": game_id}).mappings())


def of_person(connection: Connection, player_id: int) -> tuple[Notice, ...]:
    """The notices for one person."""
    rows = connection.execute(select(notices).where(notices.c.player_id == player_id))
    return tuple(Notice(**row) for row in rows.mappings())


def keep(connection: Connection, notice: Notice) -> None:
    """Note how a notice stands."""
    values = asdict(notice)
    connection.execute(
        dialect_insert(connection, notices)
        .values(values)
        .on_conflict_do_update(index_elements=[notices.c.game_id, notices.c.player_id], set_=values)
    )


def forget(connection: Connection, game_id: int, player_id: int) -> None:
    """Nothing is to be told a person in a game."""
    connection.execute(delete(notices).where(notices.c.game_id == game_id, notices.c.player_id == player_id))


def change(connection: Connection, game_id: int, player_id: int, **values: object) -> None:
    """Change a notice that is not forgotten."""
    theirs = notices.c.game_id == game_id, notices.c.player_id == player_id
    connection.execute(update(notices).where(*theirs).values(**values))


def put_off(connection: Connection, game_id: int, until: datetime) -> None:
    """Leave what is due in a game until a moment."""
    connection.execute(update(notices).where(notices.c.game_id == game_id).values(due_at=until))


def due(connection: Connection, now: datetime, share: Share = EVERYTHING) -> tuple[int, ...]:
    """The games in which something is due, longest first; some at a time."""
    return tuple(connection.scalars(share.of_games(_DUE, notices.c.game_id), {"now": now}))


def next_due(connection: Connection, share: Share = EVERYTHING) -> datetime | None:
    """When something is due next; None when nothing is."""
    moment: datetime | None = connection.scalar(share.of_games(_NEXT, notices.c.game_id))
    return moment


def all_games(connection: Connection, share: Share = EVERYTHING) -> tuple[int, ...]:
    """All games that have a notice."""
    noted = share.of_games(select(notices.c.game_id).distinct(), notices.c.game_id)
    return tuple(connection.scalars(noted.order_by(notices.c.game_id)))


def left_behind(connection: Connection, share: Share = EVERYTHING) -> tuple[int, ...]:
    """The games that were moved in, or have ended, since their notice was noted."""
    over = or_(
        games.c.state != GameState.PLAYING,
        games.c.adjourned_at.is_not(None),
        games.c.moved_at != notices.c.turn_at,
        _MOVER.is_distinct_from(notices.c.player_id),
    )
    joined = select(notices.c.game_id).distinct().join(games, games.c.id == notices.c.game_id)
    here = share.within(joined.where(over), games.c.guild_id)
    return tuple(connection.scalars(here.order_by(notices.c.game_id)))


def untold(connection: Connection, setting: str, off: str, share: Share = EVERYTHING) -> tuple[int, ...]:
    """Games without a notice whose player to move may want one."""
    have_set = select(preferences.c.owner_id).where(
        preferences.c.owner_kind == "person", preferences.c.name == setting
    )
    want = have_set.where(preferences.c.value != off)

    def may_want(player_id: ColumnElement[int]) -> ColumnElement[bool]:
        by_default = and_(games.c.time_control.endswith(_OF_DAYS), player_id.not_in(have_set))
        return or_(player_id.in_(want), by_default)

    noted = select(notices.c.game_id).where(notices.c.game_id == games.c.id)
    found = [
        game_id
        for query in _to_move(may_want)
        for game_id in connection.scalars(share.within(query.where(~noted.exists()), games.c.guild_id))
    ]
    return tuple(sorted(found))


def games_of(connection: Connection, player_id: int) -> tuple[int, ...]:
    """The games in which somebody is to move, or has a notice."""
    noted = select(notices.c.game_id).where(notices.c.player_id == player_id)
    queries = (noted, *_to_move(lambda mover: mover == player_id))
    return tuple(sorted({game_id for query in queries for game_id in connection.scalars(query)}))


def _to_move(condition: Callable[[ColumnElement[int]], ColumnElement[bool]]) -> tuple[Select[int], ...]:
    """Queries for the games in which a person is to move, one for each side, since each has an index."""
    first, second = (
        select(games.c.id).where(text(PLAYING), condition(column), games.c.turn == turn)
        for turn, column in enumerate((games.c.first_player_id, games.c.second_player_id))
    )
    return first, second


def unexplained(connection: Connection, share: Share = EVERYTHING) -> tuple[Notice, ...]:
    """The notices that were refused, and whose people do not know."""
    refused = select(notices).where(notices.c.refused.is_not(None), ~notices.c.explained)
    rows = connection.execute(share.of_games(refused, notices.c.game_id))
    return tuple(Notice(**row) for row in rows.mappings())
