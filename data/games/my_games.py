"""Somebody's games everywhere: whom each waits for, and how much time there is.

Every list is one query, by the indices of the people in the seats; nothing is asked game by game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, bindparam, case, delete, func, literal, select, text, union_all

from data.people.players import dialect_insert, name_in
from data.tables import ADJOURNED, PLAYING, games, led_to

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Select, Subquery

    from data.db.database import Database


class Awaits(IntEnum):
    """Whom one of a person's games waits for, in the order of their list."""

    ME = 0
    OTHERS = 1
    NOBODY = 2
    """It was put aside."""


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game in the list of a person who plays it.

    Exactly one of `opponent_name` and `computer` is set. `mover` is the text of the computer player to move,
    if it is one; `flag_at` is when the time of the side to move is over.
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
    """A part of a person's list, and how many games of the list wait for whom."""

    games: tuple[MyGame, ...]
    numbers: Mapping[Awaits, int]

    @property
    def total(self) -> int:
        """How many games the list has."""
        return sum(self.numbers.values())


@dataclass(frozen=True, slots=True)
class MyTurn:
    """A game that waits for a person since `moved_at`, and when they were last led to it."""

    id: int
    moved_at: datetime
    flag_at: datetime | None
    led_at: datetime | None


def _of_side(side: int, which: str) -> Select[Any]:
    """The games of one kind in which the person sits on one side."""
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
        own.c.id,
        own.c.game,
        literal(side).label("side"),
        awaits.label("awaits"),
        own.c.flag_at,
        own.c.moved_at,
    ).where(text(which), player == bindparam("player_id"))


_GOING = union_all(*(_of_side(side, PLAYING) for side in (0, 1))).subquery("mine")
_ALL = union_all(*(_of_side(side, which) for which in (PLAYING, ADJOURNED) for side in (0, 1))).subquery(
    "mine"
)


def _order(of: Subquery) -> tuple[Any, ...]:
    """Those that wait for the person first, the least time left before the rest, then the longest waiting."""
    return (of.c.awaits, of.c.flag_at.is_(None), of.c.flag_at, of.c.moved_at, of.c.id)


def _page(*where: Any) -> Select[Any]:
    # Names are looked up for the games of the page alone.
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
            games.c.id,
            games.c.game,
            games.c.options,
            games.c.guild_id,
            games.c.channel_id,
            games.c.message_id,
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
_LED = (led_to.c.player_id == bindparam("player_id"), led_to.c.game_id == _GOING.c.id)
_TURNS = (
    select(_GOING.c.id, _GOING.c.moved_at, _GOING.c.flag_at, led_to.c.led_at)
    .outerjoin_from(_GOING, led_to, and_(*_LED))
    .where(_GOING.c.awaits == int(Awaits.ME))
)
_LAST_LED = select(_GOING.c.id).join(led_to, and_(*_LED)).order_by(led_to.c.led_at.desc()).limit(1)
_FORGET_LED = delete(led_to).where(
    led_to.c.player_id == bindparam("player_id"), led_to.c.game_id.not_in(select(_GOING.c.id))
)


class MyGames:
    """The part of the storage that lists somebody's games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, player_id: int, guild_id: int | None, *, game: str | None = None, offset: int, limit: int
    ) -> MyGamesPage:
        """A part of somebody's games, of one kind or all, with the names people have in a server (None:
        outside of all)."""
        values = {
            "player_id": player_id,
            "guild_id": guild_id,
            "game": game,
            "offset": offset,
            "limit": limit,
        }
        return await self._database.read(lambda c: page(c, values))

    async def one(self, player_id: int, guild_id: int | None, game_id: int) -> MyGame | None:
        """One of somebody's games, as in their list; None when it is not there any more."""
        values = {
            "player_id": player_id,
            "guild_id": guild_id,
            "game_id": game_id,
            "offset": 0,
            "limit": 1,
        }
        found = await self._database.read(lambda c: _listed(c, _ONE, values))
        return found[0] if found else None

    async def turns(self, player_id: int) -> tuple[tuple[MyTurn, ...], int | None]:
        """The games that wait for somebody; and the one of all that go on to which they were led last."""
        return await self._database.read(lambda c: turns(c, player_id))

    async def note_led(self, player_id: int, game_id: int, moment: datetime) -> None:
        """Note that somebody is led to one of their games."""
        await self._database.write(lambda c: note_led(c, player_id, game_id, moment))


def page(connection: Connection, values: Mapping[str, Any]) -> MyGamesPage:
    """A part of somebody's list of games, and how long it is."""
    every = values["game"] is None
    listed = _listed(connection, _PAGE if every else _PAGE_OF_ONE_KIND, values)
    numbers = connection.execute(_NUMBERS if every else _NUMBERS_OF_ONE_KIND, values)
    return MyGamesPage(listed, {Awaits(awaits): number for awaits, number in numbers})


def turns(connection: Connection, player_id: int) -> tuple[tuple[MyTurn, ...], int | None]:
    """The games that wait for somebody; and the one of all that go on to which they were led last."""
    values = {"player_id": player_id}
    waiting = tuple(MyTurn(**row) for row in connection.execute(_TURNS, values).mappings())
    return waiting, connection.scalar(_LAST_LED, values)


def note_led(connection: Connection, player_id: int, game_id: int, moment: datetime) -> None:
    """Note that somebody is led to one of their games; what was noted of games that are over is forgotten."""
    playing = connection.scalars(select(_GOING.c.id).where(_GOING.c.id == game_id), {"player_id": player_id})
    if playing.first() is not None:
        connection.execute(
            dialect_insert(connection, led_to)
            .values(player_id=player_id, game_id=game_id, led_at=moment)
            .on_conflict_do_update(
                index_elements=[led_to.c.player_id, led_to.c.game_id], set_={"led_at": moment}
            )
        )
    connection.execute(_FORGET_LED, {"player_id": player_id})


def _listed(connection: Connection, query: Select[Any], values: Mapping[str, Any]) -> tuple[MyGame, ...]:
    rows = connection.execute(query, values).mappings()
    return tuple(MyGame(**{**row, "awaits": Awaits(row["awaits"])}) for row in rows)
