"""A person's games in progress: the list of all of them, and choices for commands in a channel.

Every list is one query, by the indices of the people in the seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, case, delete, func, literal, select, text, union_all

from data.db.rows import put_row, read_all
from data.db.store import Store, reading, writing
from data.games.moves import number_of_moves
from data.people.players import name_in
from data.tables.people import led_to
from data.tables.playing import ADJOURNED, PLAYING, games
from data.tables.standings import results

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Select, Subquery


class Awaits(IntEnum):
    """Player for whom a game waits, in the order of the list."""

    ME = 0
    OTHERS = 1
    NOBODY = 2
    """The game was put aside."""


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game in the list of one of its players.

    Exactly one of `opponent_name` and `computer` is set. `mover` is the text of the computer player to move,
    if it is one's turn; `flag_at` is when the side to move runs out of time.
    """

    id: int
    game: str
    options: str
    guild_id: int | None
    channel_id: int
    message_id: int | None
    opponent_name: str | None
    computer: str | None
    mover: str | None
    awaits: Awaits
    flag_at: datetime | None


@dataclass(frozen=True, slots=True)
class MyGamesPage:
    """A part of a person's list, and the numbers of all its games by the player they wait for."""

    games: tuple[MyGame, ...]
    numbers: Mapping[Awaits, int]

    @property
    def total(self) -> int:
        return sum(self.numbers.values())


@dataclass(frozen=True, slots=True)
class MyTurn:
    """A game that has waited for a person since `moved_at`, and when they were last pointed to it."""

    id: int
    moved_at: datetime
    flag_at: datetime | None
    led_at: datetime | None
    channel_id: int = 0


def _of_side(side: int, which: str) -> Select[Any]:
    """Return a query for the games in one state in which the person sits on one side."""
    own = games.alias("own")
    player = (own.c.first_player_id, own.c.second_player_id)[side]
    delegate = (own.c.first_delegate, own.c.second_delegate)[side]
    mine = and_(own.c.turn == side, delegate.is_(None))
    awaits = (
        literal(int(Awaits.NOBODY))
        if which == ADJOURNED
        else case((mine, int(Awaits.ME)), else_=int(Awaits.OTHERS))
    )
    return select(
        *own.c["id", "game", "channel_id", "flag_at", "moved_at"],
        literal(side).label("side"),
        awaits.label("awaits"),
    ).where(text(which), player == bindparam("player_id"))


_IN_PROGRESS = union_all(*(_of_side(side, PLAYING) for side in (0, 1))).subquery("mine")
_ALL = union_all(*(_of_side(side, which) for which in (PLAYING, ADJOURNED) for side in (0, 1))).subquery(
    "mine"
)


def _order(of: Subquery) -> tuple[Any, ...]:
    """Order by player waited for, time left, then time waited."""
    return (of.c.awaits, of.c.flag_at.is_(None), of.c.flag_at, of.c.moved_at, of.c.id)


def _page(*where: Any) -> Select[Any]:
    # Names are looked up only for the games of the page.
    page = (
        select(_ALL)
        .where(*where)
        .order_by(*_order(_ALL))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
        .subquery("page")
    )
    first = page.c.side == 0
    opponent = case((first, games.c.second_player_id), else_=games.c.first_player_id)
    return (
        select(
            *games.c["id", "game", "options", "guild_id", "channel_id", "message_id"],
            name_in(opponent, bindparam("guild_id")).label("opponent_name"),
            case((first, games.c.second_computer), else_=games.c.first_computer).label("computer"),
            case(
                (games.c.turn == 0, func.coalesce(games.c.first_computer, games.c.first_delegate)),
                else_=func.coalesce(games.c.second_computer, games.c.second_delegate),
            ).label("mover"),
            page.c.awaits,
            games.c.flag_at,
        )
        .join(page, page.c.id == games.c.id)
        .order_by(*_order(page))
    )


def _numbers(*where: Any) -> Select[Any]:
    return select(_ALL.c.awaits, func.count()).where(*where).group_by(_ALL.c.awaits)


_OF_ONE_KIND = _ALL.c.game == bindparam("game")
_PAGE, _PAGE_OF_ONE_KIND = _page(), _page(_OF_ONE_KIND)
_NUMBERS, _NUMBERS_OF_ONE_KIND = _numbers(), _numbers(_OF_ONE_KIND)
_ONE = _page(_ALL.c.id == bindparam("game_id"))
_LED = (led_to.c.player_id == bindparam("player_id"), led_to.c.game_id == _IN_PROGRESS.c.id)
_TURNS = (
    select(*_IN_PROGRESS.c["id", "channel_id", "moved_at", "flag_at"], led_to.c.led_at)
    .outerjoin_from(_IN_PROGRESS, led_to, and_(*_LED))
    .where(_IN_PROGRESS.c.awaits == int(Awaits.ME))
)
_LAST_LED = select(_IN_PROGRESS.c.id).join(led_to, and_(*_LED)).order_by(led_to.c.led_at.desc()).limit(1)
_FORGET_LED = delete(led_to).where(
    led_to.c.player_id == bindparam("player_id"), led_to.c.game_id.not_in(select(_IN_PROGRESS.c.id))
)


MAX_CHOICES = 100
"""Maximum games offered as choices."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A person's game to choose from, after `moves` moves; one of `opponent_name` and `computer` is set."""

    id: int
    game: str
    moves: int
    opponent_name: str | None
    computer: str | None


_own = games.alias("own")
_HERE = _own.c.channel_id == bindparam("channel_id")
# A query for each side, since each has an index.
_OWN = union_all(
    *(
        select(_own.c.id).where(text(PLAYING), seat == bindparam("player_id"), _HERE)
        for seat in (_own.c.first_player_id, _own.c.second_player_id)
    )
)


def _choices(guild_id: Any) -> Select[Any]:
    first = games.c.first_player_id == bindparam("player_id")
    opponent = case((first, games.c.second_player_id), else_=games.c.first_player_id)
    return select(
        *games.c["id", "game"],
        number_of_moves(games.c.id).label("moves"),
        name_in(opponent, guild_id).label("opponent_name"),
        case((first, games.c.second_computer), else_=games.c.first_computer).label("computer"),
    )


_CHOICES = (
    _choices(games.c.guild_id)
    .where(games.c.id.in_(_OWN))
    .order_by(games.c.moved_at.desc(), games.c.id.desc())
    .limit(MAX_CHOICES)
)
_FINISHED = (
    _choices(bindparam("guild_id"))
    .join(results, results.c.game_id == games.c.id)
    .where(results.c.player_id == bindparam("player_id"))
    .order_by(results.c.finished_at.desc(), games.c.id.desc())
    .limit(bindparam("limit"))
)


class MyGamesStore(Store):
    @reading
    def page(
        self,
        connection: Connection,
        player_id: int,
        guild_id: int | None,
        *,
        game: str | None = None,
        offset: int,
        limit: int,
    ) -> MyGamesPage:
        """Return a part of a person's games, of one kind or all, with names as in a server (None: as
        outside)."""
        page = {"offset": offset, "limit": limit}
        values = {"player_id": player_id, "guild_id": guild_id, "game": game, **page}
        listed = read_all(connection, MyGame, _PAGE if game is None else _PAGE_OF_ONE_KIND, values)
        numbers = connection.execute(_NUMBERS if game is None else _NUMBERS_OF_ONE_KIND, values)
        return MyGamesPage(listed, {Awaits(awaits): number for awaits, number in numbers})

    @reading
    def one(
        self, connection: Connection, player_id: int, guild_id: int | None, game_id: int
    ) -> MyGame | None:
        """Return one of a person's games as in their list; None if it is not in it any more."""
        values = {"player_id": player_id, "guild_id": guild_id, "game_id": game_id, "offset": 0, "limit": 1}
        rows = read_all(connection, MyGame, _ONE, values)
        return rows[0] if rows else None

    @reading
    def turns(self, connection: Connection, player_id: int) -> tuple[tuple[MyTurn, ...], int | None]:
        """Return the games that wait for a person, and the game in progress to which they were last
        pointed."""
        values = {"player_id": player_id}
        return read_all(connection, MyTurn, _TURNS, values), connection.scalar(_LAST_LED, values)

    @writing
    def record_led(self, connection: Connection, player_id: int, game_id: int, moment: datetime) -> None:
        """Note that a person was pointed to one of their games; deletes such notes of finished games."""
        values = {"player_id": player_id}
        this = select(_IN_PROGRESS.c.id).where(_IN_PROGRESS.c.id == game_id)
        if connection.scalars(this, values).first() is not None:
            put_row(connection, led_to, {"player_id": player_id, "game_id": game_id, "led_at": moment})
        connection.execute(_FORGET_LED, values)

    @reading
    def is_playing(self, connection: Connection, player_id: int) -> bool:
        return connection.scalar(select(_IN_PROGRESS.c.id).limit(1), {"player_id": player_id}) is not None

    @reading
    def in_channel(self, connection: Connection, player_id: int, channel_id: int) -> tuple[GameChoice, ...]:
        """Return a person's games in progress in a channel, latest activity first."""
        values = {"player_id": player_id, "channel_id": channel_id}
        return read_all(connection, GameChoice, _CHOICES, values)

    @reading
    def finished(
        self, connection: Connection, player_id: int, guild_id: int | None, limit: int
    ) -> tuple[GameChoice, ...]:
        """Return a person's last finished games, latest first, with names as in a server (None: as
        outside)."""
        values = {"player_id": player_id, "guild_id": guild_id, "limit": limit}
        return read_all(connection, GameChoice, _FINISHED, values)
