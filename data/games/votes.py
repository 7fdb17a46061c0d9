"""Games in which teams vote for their moves: countdowns, members and votes.

The moves themselves are those of any game; here is what decides them. A countdown is closed in one
transaction, after which no vote for its move is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import delete, func, insert, select, text, update

from data.db.rows import add_row, put_row, read_one, values_of
from data.db.store import CountLock, Store, hold_game, reading, take_turns, writing
from data.games.changes import GameWriter, create
from data.games.history import find, find_all
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.records import GameState
from data.people.players import ensure_players
from data.tables.playing import IN_CHANNEL, PLAYING, games, vote_games, vote_hints, vote_members, votes

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.records import Game, NewGame

VoteForm: TypeAlias = Literal["computer", "teams", "servers"]
"""Who plays: a channel against the computer, or two teams of a channel.

Games of two servers are of earlier versions, and over.
"""

Record: TypeAlias = Literal["none", "asked", "done"]
"""Progress of the record of the best voters: not yet, its review was requested, finished."""


@dataclass(frozen=True, slots=True)
class NewVoteGame:
    """How teams vote in a new game; `side` is that of its channel against the computer."""

    form: VoteForm
    seconds: int
    lot: int
    side: int


@dataclass(frozen=True, slots=True)
class VoteGame:
    """How teams vote in a game.

    `ply` is the one voted on until `ends_at`, which is None while no countdown runs; `decided` is its move
    once the countdown is closed, and `empty` the number of countdowns in a row without a vote.
    """

    game_id: int
    new: NewVoteGame
    ply: int
    ends_at: datetime | None
    decided: str | None
    empty: int
    record: Record


@dataclass(frozen=True, slots=True)
class VotedGame:
    """A vote game in progress, and the people who have voted so far."""

    game: Game
    members: frozenset[int]


@dataclass(frozen=True, slots=True)
class PastVotes:
    """The votes for a move that is played."""

    ply: int
    votes: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Ballot:
    """The people of a game, and what was voted at its present ply.

    `previous` are the voters at the side's last move, `hinted` those who asked for a hint, and `last` the
    votes for the latest move that is played.
    """

    members: Mapping[int, int] = field(default_factory=dict)
    votes: Mapping[int, str] = field(default_factory=dict)
    previous: frozenset[int] = frozenset()
    hinted: tuple[int, ...] = ()
    last: PastVotes | None = None


@dataclass(frozen=True, slots=True)
class VoteState:
    """A vote game at one moment; `cast` are all votes (ply, person, move) of one that is over."""

    game: Game
    vote: VoteGame
    ballot: Ballot
    cast: tuple[tuple[int, int, str], ...] = ()


class VoteGameThere(ValueError):  # noqa: N818 - named for the state
    """Another vote game is in progress in the channel."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is voted on in the channel")
        self.game = game


class VoteRefused(ValueError):  # noqa: N818 - named for the state
    """A vote that was not stored: the countdown is over (`side` None), or the person is on the other side."""

    def __init__(self, side: int | None = None) -> None:
        super().__init__("the vote was not stored")
        self.side = side


Decide = Callable[[VoteGame, Ballot], str | None]
"""Returns the move that a countdown decides; None without votes."""


def votes_in_progress(pending: Pending) -> ColumnElement[bool]:
    """True while vote games are in progress or wait for their record."""
    return pending.in_games(vote_games.c.game_id, text("record <> 'done'"))


class VoteStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._writer = stores[GameWriter]
        self._self_play = stores[SelfPlayBounds]
        self._fair_use = stores[FairUseBounds]

    async def begin(self, new: NewGame, vote: NewVoteGame, ends_at: datetime | None) -> Game:
        """Store a vote game whose first countdown, unless the computer begins, ends at `ends_at`.

        Raises VoteGameThere if one is in progress in its channel, and LimitReached.
        """
        now = self._clock()
        return await self._writer.store(lambda c: self._begin(c, new, vote, ends_at, now))

    def _begin(
        self, connection: Connection, new: NewGame, vote: NewVoteGame, ends_at: datetime | None, now: datetime
    ) -> Game:
        take_turns(connection, (CountLock.VOTES, new.channel_id))
        there = _in_channel(connection, new.channel_id)
        if there is not None and (found := find(connection, there)) is not None:
            raise VoteGameThere(found)
        game = create(connection, new, self._self_play, self._fair_use, now)
        values = values_of(vote, game_id=game.id, ply=0, ends_at=ends_at, empty=0, record="none")
        connection.execute(insert(vote_games).values(values))
        return game

    @reading
    def in_progress(self, connection: Connection, channel_id: int) -> int | None:
        return _in_channel(connection, channel_id)

    @reading
    def state(self, connection: Connection, game_id: int) -> VoteState | None:
        """Return a vote game with its ballot; None for any other game."""
        vote, game = _find(connection, game_id), find(connection, game_id)
        if vote is None or game is None:
            return None
        cast = _all_votes(connection, game_id) if game.state is GameState.FINISHED else ()
        return VoteState(game, vote, _ballot(connection, game), cast)

    @reading
    def playing(self, connection: Connection, game: str) -> tuple[VotedGame, ...]:
        """Return the vote games of one kind in progress, in all servers."""
        ids = connection.scalars(
            select(games.c.id)
            .join(vote_games, vote_games.c.game_id == games.c.id)
            .where(text(PLAYING), text("record <> 'done'"), games.c.game == game)
        ).all()
        return tuple(
            VotedGame(voted, frozenset(_members(connection, voted.id))) for voted in find_all(connection, ids)
        )

    @reading
    def all_votes(self, connection: Connection, game_id: int) -> tuple[tuple[int, int, str], ...]:
        """Return every vote of a game: ply, person and move."""
        return _all_votes(connection, game_id)

    @reading
    def unfinished(self, connection: Connection) -> tuple[tuple[int, datetime | None], ...]:
        """Return the games for which there may be something to do, with the ends of their countdowns."""
        share = self._database.share
        query = select(vote_games.c.game_id, vote_games.c.ends_at).where(text("record <> 'done'"))
        rows = connection.execute(share.of_games(query, vote_games.c.game_id))
        return tuple((row.game_id, row.ends_at) for row in rows)

    @writing
    def join(self, connection: Connection, game_id: int, player_id: int, side: int) -> int:
        """Add a person to a side and return theirs, which is another one if they had joined that before.

        Before the first move they change sides, and their vote is withdrawn.
        """
        hold_game(connection, game_id)
        theirs = _join(connection, game_id, player_id, side)
        if theirs == side or not _leave(connection, game_id, player_id):
            return theirs
        return _join(connection, game_id, player_id, side)

    @writing
    def leave(self, connection: Connection, game_id: int, player_id: int) -> bool:
        """Take a person and their vote out of a game; False if its first move is decided."""
        hold_game(connection, game_id)
        return _leave(connection, game_id, player_id)

    @writing
    def vote(
        self, connection: Connection, game_id: int, ply: int, player_id: int, side: int, move: str
    ) -> None:
        """Store a person's vote, or change it. Raises VoteRefused."""
        hold_game(connection, game_id)
        vote = _find(connection, game_id)
        if vote is None or vote.ply != ply or vote.decided is not None or vote.ends_at is None:
            raise VoteRefused
        if (theirs := _join(connection, game_id, player_id, side)) != side:
            raise VoteRefused(theirs)
        put_row(connection, votes, {"game_id": game_id, "ply": ply, "player_id": player_id, "move": move})

    @writing
    def record_hint(self, connection: Connection, game_id: int, ply: int, player_id: int, side: int) -> None:
        """Note that a person asked for a hint at a ply, which puts them on its side. Raises VoteRefused."""
        if (theirs := _join(connection, game_id, player_id, side)) != side:
            raise VoteRefused(theirs)
        add_row(connection, vote_hints, {"game_id": game_id, "ply": ply, "player_id": player_id})

    @writing
    def begin_countdown(self, connection: Connection, game_id: int, ply: int) -> VoteGame | None:
        hold_game(connection, game_id)
        vote, game = _find(connection, game_id), find(connection, game_id)
        if vote is None or (vote.ply == ply and vote.ends_at is not None):
            return vote
        if game is None or game.ply != ply:
            # Another process has played on.
            return None
        ends_at = self._clock() + timedelta(seconds=vote.new.seconds)
        return _change(connection, game_id, ply=ply, ends_at=ends_at, decided=None)

    @writing
    def close_countdown(
        self, connection: Connection, game_id: int, ply: int, decide: Decide
    ) -> VoteGame | None:
        """Close the countdown of a ply with the move that was voted for; without any, restart it."""
        hold_game(connection, game_id)
        vote = _find(connection, game_id)
        if vote is None or vote.ply != ply or vote.decided is not None or vote.ends_at is None:
            return vote
        game = find(connection, game_id)
        if game is None or game.ply != ply:
            return None
        decided = decide(vote, _ballot(connection, game))
        if decided is not None:
            return _change(connection, game_id, decided=decided, empty=0)
        ends_at = self._clock() + timedelta(seconds=vote.new.seconds)
        return _change(connection, game_id, ends_at=ends_at, empty=vote.empty + 1)

    @writing
    def stop_countdown(self, connection: Connection, game_id: int, record: Record) -> None:
        """Note that no countdown runs: the computer is to move, or the game is adjourned or over."""
        _change(connection, game_id, ends_at=None, empty=0, record=record)


def _in_channel(connection: Connection, channel_id: int) -> int | None:
    return connection.scalar(
        select(games.c.id)
        .join(vote_games, vote_games.c.game_id == games.c.id)
        # The condition of an index, or SQLite might look for the latest one among all games.
        .where(text(IN_CHANNEL), games.c.channel_id == channel_id)
        .order_by(games.c.id.desc())
        .limit(1)
    )


def _find(connection: Connection, game_id: int) -> VoteGame | None:
    return read_one(connection, VoteGame, select(vote_games).where(vote_games.c.game_id == game_id))


def _change(connection: Connection, game_id: int, **columns: Any) -> VoteGame | None:
    connection.execute(update(vote_games).where(vote_games.c.game_id == game_id).values(**columns))
    return _find(connection, game_id)


def _join(connection: Connection, game_id: int, player_id: int, side: int) -> int:
    ensure_players(connection, [player_id])
    add_row(connection, vote_members, {"game_id": game_id, "player_id": player_id, "side": side})
    this = (vote_members.c.game_id == game_id, vote_members.c.player_id == player_id)
    return int(connection.execute(select(vote_members.c.side).where(*this)).scalar_one())


def _leave(connection: Connection, game_id: int, player_id: int) -> bool:
    vote, game = _find(connection, game_id), find(connection, game_id)
    if vote is None or game is None or game.ply or vote.decided is not None:
        return False
    for table in (votes, vote_members):
        connection.execute(delete(table).where(table.c.game_id == game_id, table.c.player_id == player_id))
    return True


def _ballot(connection: Connection, game: Game) -> Ballot:
    """Return the ballot of the present ply, which has no votes before its countdown begins."""
    members = _members(connection, game.id)
    last = connection.scalar(
        select(func.max(votes.c.ply)).where(votes.c.game_id == game.id, votes.c.ply < game.ply)
    )
    past = None if last is None else PastVotes(last, _votes_at(connection, game.id, last))
    if game.state is not GameState.PLAYING:
        return Ballot(members, last=past)
    now = _votes_at(connection, game.id, game.ply)
    side = game.turn
    earlier = connection.scalar(
        select(func.max(votes.c.ply))
        .join(
            vote_members,
            (vote_members.c.game_id == votes.c.game_id) & (vote_members.c.player_id == votes.c.player_id),
        )
        .where(votes.c.game_id == game.id, votes.c.ply < game.ply, vote_members.c.side == side)
    )
    previous = frozenset() if earlier is None else frozenset(_votes_at(connection, game.id, earlier))
    hinted = connection.scalars(
        select(vote_hints.c.player_id)
        .where(vote_hints.c.game_id == game.id, vote_hints.c.ply == game.ply)
        .order_by(vote_hints.c.player_id)
    )
    return Ballot(members, now, previous, tuple(hinted), past)


def _all_votes(connection: Connection, game_id: int) -> tuple[tuple[int, int, str], ...]:
    rows = connection.execute(
        select(votes.c.ply, votes.c.player_id, votes.c.move)
        .where(votes.c.game_id == game_id)
        .order_by(votes.c.ply, votes.c.player_id)
    )
    return tuple((row.ply, row.player_id, row.move) for row in rows)


def _members(connection: Connection, game_id: int) -> dict[int, int]:
    rows = connection.execute(select(vote_members).where(vote_members.c.game_id == game_id))
    return {row.player_id: row.side for row in rows}


def _votes_at(connection: Connection, game_id: int, ply: int) -> dict[int, str]:
    rows = connection.execute(
        select(votes.c.player_id, votes.c.move).where(votes.c.game_id == game_id, votes.c.ply == ply)
    )
    return {row.player_id: row.move for row in rows}
