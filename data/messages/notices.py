"""Turn notices: what a person was told about their turn in a game, and what is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, case, delete, func, or_, select, text, update

from data.db.rows import put_row, read_all, values_of
from data.db.store import PAGE, Store, reading, writing
from data.games.records import GameState
from data.tables.messages import notices
from data.tables.people import preferences
from data.tables.playing import PLAYING, games

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.chores import Pending


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice for a person's turn in a game, which began at `turn_at`.

    `due_at` is when the next step is due (None: all done). `told` and `reminded` are the steps done or not
    wanted. The message is the posted one, if any. `failures` counts the tries of the step that is due.
    `refused` says where Discord rejects notices for this person in this game, and `explained` that they know.
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
"""End of a stored `Correspondence`."""


def notices_due(pending: Pending) -> ColumnElement[bool]:
    return pending.in_games(notices.c.game_id, notices.c.due_at <= pending.now)


class NoticeStore(Store):
    @reading
    def of(self, connection: Connection, game_id: int) -> tuple[Notice, ...]:
        """Return the notices of a game, at most one for each person."""
        return read_all(connection, Notice, _FIND, {"game_id": game_id})

    @reading
    def of_person(self, connection: Connection, player_id: int) -> tuple[Notice, ...]:
        return read_all(connection, Notice, select(notices).where(notices.c.player_id == player_id))

    @writing
    def keep(self, connection: Connection, notice: Notice) -> None:
        put_row(connection, notices, values_of(notice))

    @writing
    def forget(self, connection: Connection, game_id: int, player_id: int) -> None:
        connection.execute(delete(notices).where(*_of(game_id, player_id)))

    @writing
    def take_down(self, connection: Connection, game_id: int, player_id: int) -> None:
        """Note that the message of a notice is gone and no step is due, if there is still a notice."""
        changed = update(notices).where(*_of(game_id, player_id))
        connection.execute(changed.values(channel_id=None, message_id=None, due_at=None))

    @writing
    def explain(self, connection: Connection, game_id: int, player_id: int) -> None:
        """Note that a person knows that notices for them in a game are rejected."""
        connection.execute(update(notices).where(*_of(game_id, player_id)).values(explained=True))

    @writing
    def put_off(self, connection: Connection, game_id: int, until: datetime) -> None:
        connection.execute(update(notices).where(notices.c.game_id == game_id).values(due_at=until))

    @reading
    def due(self, connection: Connection) -> tuple[int, ...]:
        """Return the games with a step due by now, most overdue first; at most a page."""
        here = self._database.share.of_games(_DUE, notices.c.game_id)
        return tuple(connection.scalars(here, {"now": self._clock()}))

    @reading
    def next_due(self, connection: Connection) -> datetime | None:
        here = self._database.share.of_games(_NEXT, notices.c.game_id)
        moment: datetime | None = connection.scalar(here)
        return moment

    @reading
    def games(self, connection: Connection) -> tuple[int, ...]:
        noted = self._database.share.of_games(select(notices.c.game_id).distinct(), notices.c.game_id)
        return tuple(connection.scalars(noted.order_by(notices.c.game_id)))

    @reading
    def games_of(self, connection: Connection, player_id: int) -> tuple[int, ...]:
        noted = select(notices.c.game_id).where(notices.c.player_id == player_id)
        queries = (noted, *_to_move(lambda mover: mover == player_id))
        return tuple(sorted({game_id for query in queries for game_id in connection.scalars(query)}))

    @reading
    def out_of_date(self, connection: Connection, setting: str, off: str) -> tuple[int, ...]:
        """Return games whose notice is of a past turn, and games without one whose player to move may want
        it.

        They may if their `setting` is not `off`, or not set and the game is played by correspondence.
        """
        return (*self._left_behind(connection), *self._untold(connection, setting, off))

    @reading
    def unexplained(self, connection: Connection) -> tuple[Notice, ...]:
        """Return the rejected notices whose people do not know."""
        refused = select(notices).where(notices.c.refused.is_not(None), ~notices.c.explained)
        return read_all(connection, Notice, self._database.share.of_games(refused, notices.c.game_id))

    def _left_behind(self, connection: Connection) -> tuple[int, ...]:
        over = or_(
            games.c.state != GameState.PLAYING,
            games.c.adjourned_at.is_not(None),
            games.c.moved_at != notices.c.turn_at,
            _MOVER.is_distinct_from(notices.c.player_id),
        )
        joined = select(notices.c.game_id).distinct().join(games, games.c.id == notices.c.game_id)
        here = self._database.share.within(joined.where(over), games.c.guild_id)
        return tuple(connection.scalars(here.order_by(notices.c.game_id)))

    def _untold(self, connection: Connection, setting: str, off: str) -> tuple[int, ...]:
        have_set = select(preferences.c.owner_id).where(
            preferences.c.owner_kind == "person", preferences.c.name == setting
        )
        want = have_set.where(preferences.c.value != off)

        def may_want(player_id: ColumnElement[int]) -> ColumnElement[bool]:
            by_default = and_(games.c.time_control.endswith(_OF_DAYS), player_id.not_in(have_set))
            return or_(player_id.in_(want), by_default)

        noted = select(notices.c.game_id).where(notices.c.game_id == games.c.id)
        share = self._database.share
        game_ids = [
            game_id
            for query in _to_move(may_want)
            for game_id in connection.scalars(share.within(query.where(~noted.exists()), games.c.guild_id))
        ]
        return tuple(sorted(game_ids))


def _of(game_id: int, player_id: int) -> tuple[ColumnElement[bool], ...]:
    return notices.c.game_id == game_id, notices.c.player_id == player_id


def _to_move(condition: Callable[[ColumnElement[int]], ColumnElement[bool]]) -> tuple[Select[int], ...]:
    """Return queries for the games in which a person is to move, one per side, since each has an index."""
    first, second = (
        select(games.c.id).where(text(PLAYING), condition(column), games.c.turn == turn)
        for turn, column in enumerate((games.c.first_player_id, games.c.second_player_id))
    )
    return first, second
