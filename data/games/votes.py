"""Games in which teams vote for their moves: countdowns, members, votes, and invitations between servers.

The moves themselves are those of any game; here is what decides them. A countdown is closed in one
transaction, after which no vote for its move is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import delete, func, insert, or_, select, text, update

from data.db.rows import add_row, put_row, read_one, values_of
from data.db.store import CountLock, hold_game, reading, take_turns, writing
from data.games.changes import GameWriter, create
from data.games.invitations import INVITATION_LIFETIME, InvitationStore
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.queries import find, find_all
from data.games.records import GameState
from data.people.players import ensure_players
from data.tables.playing import PLAYING, games
from data.tables.votes import vote_games, vote_hints, vote_invitations, vote_members, votes

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.limits import FairUseBounds, SelfPlayBounds
    from data.games.records import Game, NewGame

VoteForm: TypeAlias = Literal["computer", "teams", "servers"]
"""Who plays: a channel against the computer, two teams of a channel, or the channels of two servers."""

Record: TypeAlias = Literal["none", "asked", "done"]
"""Progress of the record of the best voters: not yet, its review was requested, finished."""


@dataclass(frozen=True, slots=True)
class VoteChannel:
    """A channel with a board of a vote game, and its message there, if that is known."""

    guild_id: int
    channel_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class NewVoteGame:
    """How teams vote in a new game; `side` is that of its channel, `other` that of the second server."""

    form: VoteForm
    seconds: int
    lot: int
    side: int
    other: VoteChannel | None = None


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
    """A vote game in progress: the channels of its boards, and the people who have voted so far."""

    game: Game
    boards: tuple[VoteChannel, ...]
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
    """True while vote games are in progress or wait for their record, or invitations have expired."""
    old = vote_invitations.c.created_at <= pending.ago(INVITATION_LIFETIME)
    return or_(
        pending.in_games(vote_games.c.game_id, text("record <> 'done'")),
        pending.anywhere(vote_invitations.c.id, old),
    )


class VoteStore(InvitationStore):
    """The vote games."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._writer = stores[GameWriter]
        self._self_play = stores[SelfPlayBounds]
        self._fair_use = stores[FairUseBounds]

    async def begin(self, new: NewGame, vote: NewVoteGame, ends_at: datetime | None) -> Game:
        """Store a vote game whose first countdown, unless the computer begins, ends at `ends_at`.

        Raises VoteGameThere if one is in progress in its channel or the other one, and LimitReached.
        """
        now = self._clock()
        return await self._writer.store(lambda c: self._begin(c, new, vote, ends_at, now))

    async def accept(self, code: str, vote: NewVoteGame, new: NewGame, ends_at: datetime) -> Game | None:
        """Store the game of an invitation, which ends with it; None if another channel was faster.

        Raises errors like `begin`.
        """
        now = self._clock()

        def accept(connection: Connection) -> Game:
            gone = connection.execute(delete(vote_invitations).where(vote_invitations.c.code == code))
            if not gone.rowcount:
                raise _Gone
            return self._begin(connection, new, vote, ends_at, now)

        try:
            return await self._writer.store(accept)
        except _Gone:
            return None

    def _begin(
        self, connection: Connection, new: NewGame, vote: NewVoteGame, ends_at: datetime | None, now: datetime
    ) -> Game:
        channels = [new.channel_id, *([vote.other.channel_id] if vote.other else [])]
        take_turns(connection, *((CountLock.VOTES, channel) for channel in channels))
        there = _in_channels(connection, channels)
        if there is not None and (found := find(connection, there)) is not None:
            raise VoteGameThere(found)
        game = create(connection, new, self._self_play, self._fair_use, now)
        values = values_of(vote, game_id=game.id, ply=0, ends_at=ends_at, empty=0, record="none")
        connection.execute(insert(vote_games).values(values))
        return game

    @reading
    def find(self, connection: Connection, game_id: int) -> VoteGame | None:
        """Return how teams vote in a game; None in any other game."""
        return _find(connection, game_id)

    @reading
    def in_progress(self, connection: Connection, channels: Sequence[int]) -> int | None:
        """Return a vote game in progress in one of some channels."""
        return _in_channels(connection, channels)

    @reading
    def state(self, connection: Connection, game_id: int) -> VoteState | None:
        """Return a vote game with its ballot; None for any other game."""
        vote, game = _find(connection, game_id), find(connection, game_id)
        if vote is None or game is None:
            return None
        ballot = _ballot(connection, game)
        if game.state is GameState.FINISHED:
            return VoteState(game, vote, ballot, _all_votes(connection, game_id))
        return VoteState(game, vote, ballot)

    @reading
    def playing(self, connection: Connection, game: str) -> tuple[VotedGame, ...]:
        """Return the vote games of one kind in progress, in all servers."""
        playing = select(games.c.id, vote_games.c.guild_id, vote_games.c.channel_id, vote_games.c.message_id)
        rows = connection.execute(
            playing.join(vote_games, vote_games.c.game_id == games.c.id)
            .where(text(PLAYING), text("record <> 'done'"), games.c.game == game)
            .order_by(games.c.id)
        ).all()
        found = find_all(connection, [row.id for row in rows])
        return tuple(
            VotedGame(
                found_game,
                tuple(
                    VoteChannel(*board)
                    for board in (
                        (found_game.guild_id, found_game.channel_id, found_game.message_id),
                        (row.guild_id, row.channel_id, row.message_id),
                    )
                    if board[0] is not None
                ),
                frozenset(_members(connection, found_game.id)),
            )
            for found_game, row in zip(found, rows, strict=True)
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

    @reading
    def may_change_elsewhere(self, connection: Connection) -> bool:
        """Return whether another process may begin a countdown for this one: that of a second server."""
        share = self._database.share
        if share.whole:
            return False
        games_of_two = select(vote_games.c.game_id).where(
            text("record <> 'done'"), vote_games.c.form == "servers"
        )
        invited = select(vote_invitations.c.id).where(
            vote_invitations.c.created_at > self._clock() - INVITATION_LIFETIME
        )
        queries = (
            share.of_games(games_of_two, vote_games.c.game_id),
            share.within(invited, vote_invitations.c.guild_id),
        )
        return any(connection.scalar(query.limit(1)) is not None for query in queries)

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
        """Begin the countdown of a ply that has none yet."""
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

    @writing
    def record_message(self, connection: Connection, game_id: int, channel_id: int, message_id: int) -> None:
        """Record the message in the channel of the second server, if it is still in the game."""
        this = (vote_games.c.game_id == game_id, vote_games.c.channel_id == channel_id)
        connection.execute(update(vote_games).where(*this).values(message_id=message_id))


class _Gone(Exception):  # noqa: N818 - named for the state
    """An invitation was accepted or replaced meanwhile."""


def _in_channels(connection: Connection, channels: Sequence[int]) -> int | None:
    here = or_(games.c.channel_id.in_(channels), vote_games.c.channel_id.in_(channels))
    return connection.scalar(
        select(games.c.id)
        .join(vote_games, vote_games.c.game_id == games.c.id)
        .where(text(PLAYING), here)
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
