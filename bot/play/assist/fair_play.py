"""Fair play: games in progress get no help from the computer unless their players allow it.

The rule of `bot.play.assist.hints` holds for a game's position wherever it is analysed, and for positions a
few moves away, which would tell as much. Anyone who sees a channel may vote in its games: the very position
that is voted on is protected from them, wherever they ask, and no other, so that one vote keeps no server
from its openings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from bot.catalog import GameKind
from bot.core.people import Person, Place
from bot.core.refusals import Refusal, Sentence
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.features import Kit
from bot.play.games.changes import require_casual
from bot.play.games.handover import needs_consent
from data.games.votes import VotedGame, VoteStore
from engine import Position
from languages import gettext_noop

Whose = Literal["own", "voted", "other"]
"""Whose game has the position: the asker's own, one in which teams vote, or one of other people."""

POSITIONS_IN_PLAY: Mapping[Whose, str] = {
    "other": gettext_noop(
        "Game #{number} in progress has that position, or one close to it, so I won't comment on it "
        "before the game is over."
    ),
    "own": gettext_noop(
        "Your game #{number} has that position, or one close to it. Ask in that game, "
        "with `/game ask`: your opponent will know."
    ),
    "voted": gettext_noop(
        "Teams are voting on that position in game #{number}, so I won't comment on it until they have "
        "moved: {link}\nAll other positions are open. When your team votes, the Hint button below that board "
        "helps, and everyone sees who asked."
    ),
}


class PositionInPlay(Refusal):
    """Game `number` in progress has the position or one close to it, so the computer must not help.

    Where teams vote, `place` and `message_id` are those of the board.
    """

    number: int
    whose: Whose = "other"
    place: Place | None = None
    message_id: int | None = None

    def sentence(self) -> Sentence:
        return POSITIONS_IN_PLAY[self.whose]


class VotingRights(Protocol):
    async def may_vote(self, place: Place, user_id: int) -> bool:
        """Return whether a person sees a channel of a server, and so may vote there."""


Rows: TypeAlias = tuple[tuple[int | None, ...], ...]

MOVES_AHEAD = 3
MOVES_BEHIND = 1
"""Moves before or after a game's position within which a position is protected with it."""

BOOK_MOVES = 8
"""Moves within which a position is shared by many games: analysing a whole game with the same beginning is no
help then."""


class FairPlay:
    """Knows the positions that may not be analysed."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._may_vote = kit[VotingRights].may_vote

    async def require_fair(self, kind: GameKind, position: Position, who: Person, channel_id: int) -> None:
        """Refuse a position in reach of a game that the person plays or may vote in, or that is played in
        their channel."""
        await self.require_not_voted_on(kind, position, who)
        protected = await self._protected(kind, who, channel_id)
        for snapshot in await asyncio.to_thread(_reaching, kind, position, protected):
            raise _in_play(snapshot, who)

    async def require_not_voted_on(self, kind: GameKind, position: Position, who: Person) -> None:
        await self._require_none_voted_on(kind, [position], who)

    async def require_fair_game(
        self, kind: GameKind, positions: Iterable[Position], who: Person, channel_id: int
    ) -> None:
        """Refuse a whole game that passes through the position of such a game."""
        positions = list(positions)
        await self.require_game_not_voted_on(kind, positions, who)
        protected = await self._protected(kind, who, channel_id)
        for snapshot in await asyncio.to_thread(_passed, kind, positions, protected, BOOK_MOVES):
            raise _in_play(snapshot, who)

    async def require_game_not_voted_on(
        self, kind: GameKind, positions: Sequence[Position], who: Person | None
    ) -> None:
        """Refuse a whole game that passes through the position of a game that the person may vote in, which
        an unknown visitor (None) might in any."""
        await self._require_none_voted_on(kind, positions, who, after=BOOK_MOVES)

    async def _require_none_voted_on(
        self, kind: GameKind, positions: Sequence[Position], who: Person | None, after: int = 0
    ) -> None:
        """Refuse the positions of votes in which at least `after` moves were played."""
        voted = {vote.game.id: vote for vote in await self._storage[VoteStore].playing(kind.key)}
        games = [GameSnapshot.of(vote.game) for vote in voted.values()]
        for snapshot in await asyncio.to_thread(_passed, kind, positions, games, after):
            game = snapshot.game
            if who is None or await self._votes_in(voted[game.id], who):
                raise PositionInPlay(game.id, "voted", Place.of(game), game.message_id)

    async def _protected(self, kind: GameKind, who: Person, channel_id: int) -> list[GameSnapshot]:
        own = await self._storage.playing_games(kind.key, player_id=who.id)
        here = await self._storage.playing_games(kind.key, channel_id=channel_id)
        return [
            snapshot
            for snapshot in map(GameSnapshot.of, (*own, *here))
            if is_protected(snapshot) and not is_vote_game(snapshot.game)
        ]

    async def _votes_in(self, voted: VotedGame, who: Person) -> bool:
        return who.id in voted.members or await self._may_vote(Place.of(voted.game), who.id)


def _in_play(snapshot: GameSnapshot, who: Person) -> PositionInPlay:
    if snapshot.side_of(who.id) is None:
        return PositionInPlay(snapshot.game.id)
    try:
        require_casual(snapshot)
    except Refusal:
        return PositionInPlay(snapshot.game.id)
    return PositionInPlay(snapshot.game.id, "own")


# Milliseconds for each game on a large grid, so both run in a thread.
def _reaching(kind: GameKind, position: Position, games: Sequence[GameSnapshot]) -> list[GameSnapshot]:
    return [snapshot for snapshot in games if in_reach(kind, position, snapshot.position)]


def _passed(
    kind: GameKind, positions: Sequence[Position], games: Sequence[GameSnapshot], after: int
) -> list[GameSnapshot]:
    return [
        snapshot
        for snapshot in games
        if snapshot.position.moves_played >= after
        and any(is_same(kind, position, snapshot.position) for position in positions)
    ]


def is_protected(snapshot: GameSnapshot) -> bool:
    """Return whether engine help in this game needs consent."""
    return needs_consent(snapshot) or snapshot.game.rated


def is_same(kind: GameKind, position: Position, played: Position) -> bool:
    """Return whether a position is the game's, possibly turned or mirrored."""
    return _rows(kind, played) in _images(_rows(kind, position))


def in_reach(kind: GameKind, position: Position, played: Position) -> bool:
    """Return whether a position is the game's, possibly turned or mirrored, or within a few moves of it."""
    wanted, now = _rows(kind, position), _rows(kind, played)
    if (len(wanted), len(wanted[0])) != (len(now), len(now[0])):
        return False
    more = _discs(wanted) - _discs(now)
    if 0 <= more <= MOVES_AHEAD:
        return any(_leads_to(kind, played, image) for image in _images(wanted))
    if -MOVES_BEHIND <= more < 0:
        return any(_leads_to(kind, position, image) for image in _images(now))
    return False


def _rows(kind: GameKind, position: Position) -> Rows:
    return tuple(tuple(row) for row in kind.rows_of(position))


def _images(rows: Rows) -> set[Rows]:
    """Return the squares of a position in all symmetries of the board."""
    images = [rows]
    if len(rows) == len(rows[0]):
        images.append(tuple(zip(*rows, strict=True)))
    images += [tuple(row[::-1] for row in image) for image in images]
    images += [image[::-1] for image in images]
    return set(images)


def _leads_to(kind: GameKind, position: Position, target: Rows) -> bool:
    """Return whether moves lead from a position to these squares, whichever side is to move."""
    rows = _rows(kind, position)
    if rows == target:
        return True
    if _discs(rows) >= _discs(target) or not _within(rows, target):
        return False
    return any(_leads_to(kind, position.play(move), target) for move in position.legal_moves())


def _discs(rows: Rows) -> int:
    return sum(owner is not None for row in rows for owner in row)


def _within(rows: Rows, target: Rows) -> bool:
    """Return whether the target has discs wherever these squares have some."""
    pairs = (
        (one, other)
        for row, wanted in zip(rows, target, strict=True)
        for one, other in zip(row, wanted, strict=True)
    )
    return all(other is not None for one, other in pairs if one is not None)
