"""Games that wait: to be shown, for a computer player, or for people; and messages that games have left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, literal, select, text, tuple_, update

from data.db.rows import add_row, read_all, values_of
from data.db.store import PAGE, Store, reading, writing
from data.games.changes import GameChanges
from data.games.records import GameNotFound
from data.tables.messages import left_boards
from data.tables.playing import COMPUTER_TO_MOVE, NOT_SHOWN, PAUSED, REFUSED, UNTOUCHED, games
from data.tables.schema import UtcDateTime

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from datetime import datetime, timedelta

    from sqlalchemy import Column, ColumnElement, Connection, Select

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.records import Game

# Built once: building a statement takes longer than running it. The columns to set come with the values.
_SHOW = update(games).where(games.c.id == bindparam("game_id"))
_SHOW_NEWER = _SHOW.where(games.c.shown_version < bindparam("shown"))
_SHOWN_VERSION = select(games.c.shown_version).where(games.c.id == bindparam("game_id"))

# As `Correspondence` is stored: 3d.
_WITH_DAYS = "flag_at IS NOT NULL AND time_control LIKE '%d'"


def boards_not_shown(pending: Pending) -> ColumnElement[bool]:
    return pending.here(games.c.guild_id, text(NOT_SHOWN))


def boards_left(pending: Pending) -> ColumnElement[bool]:
    """True while old boards wait for a link to the new one."""
    return pending.in_games(left_boards.c.game_id)


def computers_to_move(pending: Pending) -> ColumnElement[bool]:
    return pending.here(games.c.guild_id, text(COMPUTER_TO_MOVE))


def forgotten_matches(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while matches have been paused for longer than `age`."""
    return pending.here(games.c.guild_id, text(PAUSED), games.c.paused_at < pending.ago(age))


def forgotten_games(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while games without a clock have had no move for `age`."""
    return pending.here(games.c.guild_id, text(UNTOUCHED), games.c.moved_at < pending.ago(age))


class WaitingStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._changes = stores[GameChanges]
        self._shown: dict[int, int] = {}

    async def mark_shown(self, game: Game, channel_id: int, message_id: int | None) -> None:
        """Note the message that shows `game`, as read earlier (None: its channel is gone).

        If the message is the same as before, this is stored in a batch, by `not_shown` or `write_shown` at
        the latest. If that never happens, the game is redrawn once.
        """
        if (channel_id, message_id) == (game.channel_id, game.message_id):
            self._shown[game.id] = max(game.version, self._shown.get(game.id, 0))
        else:
            await self._database.write(lambda c: _mark_shown(c, game, channel_id, message_id))
            self._changes.tell(replace(game, channel_id=channel_id, message_id=message_id))

    async def is_shown(self, game: Game) -> bool:
        """Return whether a message shows `game`, or Discord has rejected it."""
        if self._shown.get(game.id, 0) >= game.version:
            return True
        shown = await self._database.read(lambda c: c.scalar(_SHOWN_VERSION, {"game_id": game.id}))
        return (shown or 0) >= game.version

    @writing
    def mark_refused(self, connection: Connection, game: Game, message_id: int | None) -> None:
        """Note that Discord rejects `game`, as read earlier, for good: it counts as shown until it changes.

        `message_id` is the present message (None: no channel).
        """
        _mark_shown(connection, game, game.channel_id, message_id, refused=True)

    async def write_shown(self) -> None:
        """Store the versions shown since the last time."""
        shown = dict(self._shown)
        if shown:
            rows = [
                {"game_id": game_id, "shown": version, "shown_version": version, "refused": False}
                for game_id, version in shown.items()
            ]
            await self._database.write(lambda c: c.execute(_SHOW_NEWER, rows))
        # Not before: `is_shown` needs them meanwhile.
        for game_id, version in shown.items():
            if self._shown.get(game_id) == version:
                del self._shown[game_id]

    async def not_shown(self) -> AsyncIterator[int]:
        """Yield the games whose present version no message shows, read page by page, longest untouched
        first."""
        await self.write_shown()
        async for game_id in self._ids(NOT_SHOWN):
            yield game_id

    def for_computers(self) -> AsyncIterator[int]:
        """Yield the games in progress in which a computer player is to move, in the same way."""
        return self._ids(COMPUTER_TO_MOVE)

    def with_days(self) -> AsyncIterator[int]:
        """Yield the correspondence games with running clocks, in the same way."""
        return self._ids(_WITH_DAYS)

    @reading
    def paused_before(self, connection: Connection, moment: datetime) -> tuple[int, ...]:
        """Return matches paused since before a time, longest first; at most a page."""
        return self._before(connection, PAUSED, games.c.paused_at, moment)

    @reading
    def untouched_since(self, connection: Connection, moment: datetime) -> tuple[int, ...]:
        """Return games without a running clock and without a move since a time, longest first; at most a
        page."""
        return self._before(connection, UNTOUCHED, games.c.moved_at, moment)

    def _before(
        self, connection: Connection, which: str, since: Column[Any], moment: datetime
    ) -> tuple[int, ...]:
        query = select(games.c.id).where(text(which), since < moment).order_by(since, games.c.id)
        return tuple(connection.scalars(self._database.share.within(query, games.c.guild_id).limit(PAGE)))

    @reading
    def refused_in(self, connection: Connection, channel_id: int) -> tuple[int, ...]:
        """Return the games of a channel that Discord has rejected; see `mark_refused`."""
        refused = select(games.c.id).where(text(REFUSED), games.c.channel_id == channel_id)
        return tuple(connection.scalars(refused.order_by(games.c.id)))

    async def _ids(self, which: str) -> AsyncIterator[int]:
        last: tuple[datetime, int] | None = None
        while True:
            page = self._page(which, last)
            rows = await self._database.read(lambda c: c.execute(page).all())  # noqa: B023
            for row in rows:
                yield row.id
            if len(rows) < PAGE:
                return
            last = (rows[-1].moved_at, rows[-1].id)

    def _page(self, which: str, last: tuple[datetime, int] | None) -> Select[datetime, int]:
        """Return a query for the times of the last moves and ids of the games after one, or the first."""
        waiting = select(games.c.moved_at, games.c.id).where(text(which))
        if last is not None:
            after = tuple_(literal(last[0], UtcDateTime), literal(last[1]))
            waiting = waiting.where(tuple_(games.c.moved_at, games.c.id) > after)
        here = self._database.share.within(waiting, games.c.guild_id)
        return here.order_by(games.c.moved_at, games.c.id).limit(PAGE)


def _mark_shown(
    connection: Connection, game: Game, channel_id: int, message_id: int | None, *, refused: bool = False
) -> None:
    changed = connection.execute(
        _SHOW,
        {
            "game_id": game.id,
            "channel_id": channel_id,
            "message_id": message_id,
            "shown_version": game.version,
            "refused": refused,
        },
    )
    if changed.rowcount == 0:
        raise GameNotFound(game.id)
    # The former message has to point to the new one; where the bot is not a member, it cannot.
    if not game.by_clicks and game.message_id is not None and message_id not in (None, game.message_id):
        add_row(connection, left_boards, values_of(LeftBoard(game.message_id, game.channel_id, game.id)))


@dataclass(frozen=True, slots=True)
class LeftBoard:
    message_id: int
    channel_id: int
    game_id: int


class LeftBoardStore(Store):
    """The messages that games have left and that do not point to the new one yet; a restart finds them."""

    @reading
    def all(self, connection: Connection) -> tuple[LeftBoard, ...]:
        """Return these messages, oldest first; at most a page."""
        here = self._database.share.of_games(select(left_boards), left_boards.c.game_id)
        return read_all(connection, LeftBoard, here.order_by(left_boards.c.message_id).limit(PAGE))

    @writing
    def forget(self, connection: Connection, message_id: int) -> None:
        """Note that a message points to the new one, or never will."""
        connection.execute(delete(left_boards).where(left_boards.c.message_id == message_id))
