"""Fair play: games in progress get no help from the computer unless their players allow it.

The rule of `bot.assist.hints` holds for a game's position wherever it is analysed, and for positions a few
moves away, which would tell as much.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TypeAlias

from bot.assist.hints import needs_consent
from bot.catalog import GameKind
from bot.games.people import Person
from bot.games.snapshot import GameSnapshot
from bot.refusals import PositionInPlay
from data import Storage
from engine import Position

Rows: TypeAlias = tuple[tuple[int | None, ...], ...]

MOVES_AHEAD = 3
MOVES_BEHIND = 1
"""Moves before or after a game's position within which a position is protected with it."""

BOOK_MOVES = 8
"""Moves within which a position is shared by many games: analysing a whole game with the same beginning is no
help then."""


class FairPlay:
    """Knows the positions that may not be analysed."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def require_fair(self, kind: GameKind, position: Position, who: Person, channel_id: int) -> None:
        """Refuse a position in reach of a game that the person plays, or that is played in their channel."""
        protected = await self._protected(kind, who, channel_id)
        await asyncio.to_thread(_require_out_of_reach, kind, position, protected)

    async def require_fair_game(
        self, kind: GameKind, positions: Iterable[Position], who: Person, channel_id: int
    ) -> None:
        """Refuse a whole game that passes through the position of such a game."""
        protected = await self._protected(kind, who, channel_id)
        await asyncio.to_thread(_require_others, kind, positions, protected)

    async def _protected(self, kind: GameKind, who: Person, channel_id: int) -> list[GameSnapshot]:
        own = await self._storage.playing_games(kind.key, player_id=who.id)
        here = await self._storage.playing_games(kind.key, channel_id=channel_id)
        return [snapshot for snapshot in map(GameSnapshot.of, (*own, *here)) if is_protected(snapshot)]


# Milliseconds for each game on a large grid, so both run in a thread.
def _require_out_of_reach(kind: GameKind, position: Position, protected: Iterable[GameSnapshot]) -> None:
    for snapshot in protected:
        if in_reach(kind, position, snapshot.position):
            raise PositionInPlay(snapshot.game.id)


def _require_others(kind: GameKind, positions: Iterable[Position], protected: Iterable[GameSnapshot]) -> None:
    known = [snapshot for snapshot in protected if snapshot.position.moves_played >= BOOK_MOVES]
    for position in positions if known else ():
        for snapshot in known:
            if is_same(kind, position, snapshot.position):
                raise PositionInPlay(snapshot.game.id)


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
