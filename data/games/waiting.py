"""Games that wait to be looked after, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, literal, select, text, tuple_, update

from data.db.share import EVERYTHING, Share
from data.games.errors import GameNotFound
from data.games.left_boards import leave
from data.tables import COMPUTER_TO_MOVE, NOT_SHOWN, PAUSED, REFUSED, UNTOUCHED, games
from data.tables.column_types import UtcDateTime

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Database
    from data.games.changes import GameChanges
    from data.games.records import Game

# Built once: building a statement takes longer than running it. What to set comes with the values.
_SHOW = update(games).where(games.c.id == bindparam("game_id"))
_SHOW_NEWER = _SHOW.where(games.c.shown_version < bindparam("shown"))
_SHOWN_VERSION = select(games.c.shown_version).where(games.c.id == bindparam("game_id"))

PAGE = 100
"""How many games are read at once."""


class Waiting(NamedTuple):
    """A game that waits, and when it was moved in last."""

    moved_at: datetime
    id: int


class WaitingGames:
    """The games that wait to be shown, for a computer player, or for somebody to let them go on."""

    def __init__(self, database: Database, changes: GameChanges) -> None:
        self._database = database
        self._changes = changes
        self._shown: dict[int, int] = {}

    async def mark_shown(self, game: Game, channel_id: int, message_id: int | None) -> None:
        """Note which message shows `game`, a state read earlier (None: none can, its channel is gone).

        Where the message is the same as before, it is written with the next ones of its kind: at the latest
        by `not_shown` or `write_shown`. If that does not come to pass, the game is shown once more.
        """
        if (channel_id, message_id) == (game.channel_id, game.message_id):
            self._shown[game.id] = max(game.version, self._shown.get(game.id, 0))
        else:
            await self._database.write(lambda c: mark_shown(c, game, channel_id, message_id))
            self._changes.note(replace(game, channel_id=channel_id, message_id=message_id))

    async def is_shown(self, game: Game) -> bool:
        """Whether a message shows `game`, or Discord has refused to show it."""
        if self._shown.get(game.id, 0) >= game.version:
            return True
        return await self._database.read(lambda c: shown_version(c, game.id)) >= game.version

    async def mark_refused(self, game: Game, message_id: int | None) -> None:
        """Note that Discord has refused to show `game`, a state read earlier, and would refuse it again.

        It counts as shown until it changes. `message_id` is the message that is there (None: no channel).
        """
        await self._database.write(lambda c: mark_shown(c, game, game.channel_id, message_id, refused=True))

    async def write_shown(self) -> None:
        """Write which versions of games were shown since the last time."""
        shown = dict(self._shown)
        if shown:
            await self._database.write(lambda c: mark_versions_shown(c, shown))
        # Not before: meanwhile somebody may ask whether a game is shown.
        for game_id, version in shown.items():
            if self._shown.get(game_id) == version:
                del self._shown[game_id]

    async def not_shown(self) -> AsyncIterator[int]:
        """The games whose present version no message shows: sending it failed, or never came to it. The
        longest untouched come first; they are read page by page, so that their number does not matter."""
        await self.write_shown()
        async for game_id in self._ids(not_shown):
            yield game_id

    async def for_computers(self) -> AsyncIterator[int]:
        """The games in which a computer player is to move and nothing is paused, in the same way."""
        async for game_id in self._ids(computer_to_move):
            yield game_id

    async def with_days(self) -> AsyncIterator[int]:
        """The games with days for a move whose clocks run, read in the same way."""
        async for game_id in self._ids(with_days):
            yield game_id

    async def paused_before(self, moment: datetime) -> tuple[int, ...]:
        """Games of two computers that have rested since before a time, longest first; a page at most."""
        share = self._database.share
        return await self._database.read(lambda c: paused_before(c, moment, share))

    async def untouched_since(self, moment: datetime) -> tuple[int, ...]:
        """Games that no clock will end, and nobody has moved in since a time, longest first; a page of them
        at most."""
        share = self._database.share
        return await self._database.read(lambda c: untouched_since(c, moment, share))

    async def refused_in(self, channel_id: int) -> tuple[int, ...]:
        """The games of a channel whose messages Discord has refused, as `mark_refused` notes it."""
        return await self._database.read(lambda c: refused_in(c, channel_id))

    async def _ids(
        self, read: Callable[[Connection, Waiting | None, Share], tuple[Waiting, ...]]
    ) -> AsyncIterator[int]:
        last: Waiting | None = None
        while True:
            after = last
            page = await self._database.read(lambda c: read(c, after, self._database.share))  # noqa: B023
            for last in page:
                yield last.id
            if len(page) < PAGE:
                return


def not_shown(
    connection: Connection, after: Waiting | None, share: Share = EVERYTHING
) -> tuple[Waiting, ...]:
    """The games whose present version no message shows, longest untouched first, from one of them on."""
    return _page(connection, NOT_SHOWN, after, share)


def computer_to_move(
    connection: Connection, after: Waiting | None, share: Share = EVERYTHING
) -> tuple[Waiting, ...]:
    """The games that wait for a computer player, longest untouched first, from one of them on."""
    return _page(connection, COMPUTER_TO_MOVE, after, share)


def with_days(
    connection: Connection, after: Waiting | None, share: Share = EVERYTHING
) -> tuple[Waiting, ...]:
    """The games with days for a move whose clocks run, longest untouched first, from one of them on."""
    # As `Correspondence` writes itself: 3d.
    return _page(connection, "flag_at IS NOT NULL AND time_control LIKE '%d'", after, share)


def paused_before(connection: Connection, moment: datetime, share: Share = EVERYTHING) -> tuple[int, ...]:
    """Games of two computer players that have rested since before a moment, longest first."""
    paused = select(games.c.id).where(text(PAUSED), games.c.paused_at < moment)
    longest = share.within(paused, games.c.guild_id).order_by(games.c.paused_at, games.c.id)
    return tuple(connection.scalars(longest.limit(PAGE)))


def untouched_since(connection: Connection, moment: datetime, share: Share = EVERYTHING) -> tuple[int, ...]:
    """Games that no clock will end, and nobody has moved in since a moment, longest first."""
    untouched = select(games.c.id).where(text(UNTOUCHED), games.c.moved_at < moment)
    longest = share.within(untouched, games.c.guild_id).order_by(games.c.moved_at, games.c.id)
    return tuple(connection.scalars(longest.limit(PAGE)))


def refused_in(connection: Connection, channel_id: int) -> tuple[int, ...]:
    """The games of a channel whose messages Discord has refused for good."""
    rows = connection.scalars(
        select(games.c.id).where(text(REFUSED), games.c.channel_id == channel_id).order_by(games.c.id)
    )
    return tuple(rows)


def shown_version(connection: Connection, game_id: int) -> int:
    """The version of a game that its message shows."""
    version: int | None = connection.scalar(_SHOWN_VERSION, {"game_id": game_id})
    return version or 0


def mark_shown(
    connection: Connection, game: Game, channel_id: int, message_id: int | None, *, refused: bool = False
) -> None:
    """Note that the message shows this version of `game`, or that Discord has refused it for good."""
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
    leave(connection, game, message_id)


def mark_versions_shown(connection: Connection, versions: Mapping[int, int]) -> None:
    """Note for the ids of games which version of each is shown, in the message that is noted already."""
    connection.execute(
        _SHOW_NEWER,
        [
            {"game_id": game_id, "shown": version, "shown_version": version, "refused": False}
            for game_id, version in versions.items()
        ],
    )


def _page(connection: Connection, which: str, after: Waiting | None, share: Share) -> tuple[Waiting, ...]:
    query = share.within(select(games.c.moved_at, games.c.id).where(text(which)), games.c.guild_id)
    if after is not None:
        last = tuple_(literal(after.moved_at, UtcDateTime), literal(after.id))
        query = query.where(tuple_(games.c.moved_at, games.c.id) > last)
    rows = connection.execute(query.order_by(games.c.moved_at, games.c.id).limit(PAGE))
    return tuple(Waiting(*row) for row in rows)
