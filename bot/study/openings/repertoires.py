"""Repertoires: which moves people want to play in openings, and where these come from.

A line is added from the explorer, by the name of an opening, or from one's own games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.catalog import GameKind
from bot.core.people import Person, remember
from bot.features import Kit
from bot.study.analysis.analyses import Study
from bot.study.openings import refusals
from bot.study.openings.explorer import INDEXED_PLIES, OpeningIndex
from bot.study.openings.lines import (
    MAX_PLIES,
    Addition,
    RepertoireLine,
    RepertoireTree,
    has_symmetries,
    is_from_start,
    key_after,
    side_of,
    study_of,
)
from data.games.explorer import ExplorerStore, UsualMove
from data.repertoires.repertoires import NewRepertoireMove, RepertoireMove, RepertoireSize, RepertoireStore
from engine.search.position import PASS

MAX_MOVES = 500
"""Maximum moves of a repertoire."""

TIMES = (3, 5, 10)
"""Numbers of games in which a position was reached, for one's own moves to be taken from them."""


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding a line: `done` unless it would replace moves, which has to be confirmed."""

    kind: GameKind
    side: int
    line: tuple[str, ...]
    addition: Addition
    done: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """The number of moves removed, or, unless `done`, to be removed once that is confirmed."""

    number: int
    done: bool


@dataclass(frozen=True, slots=True)
class RepertoireView:
    """A repertoire with its lines, and the sizes of all of a person's repertoires."""

    kind: GameKind
    side: int
    lines: tuple[RepertoireLine, ...]
    sizes: dict[tuple[str, int], RepertoireSize]

    @property
    def size(self) -> RepertoireSize | None:
        """The size of this one; None if it is empty."""
        return self.sizes.get((self.kind.key, self.side))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Moves from one's own games: new ones by the number of games from `TIMES`, and others.

    `known` are in the repertoire already, and `others` are not taken since it has another move there.
    """

    kind: GameKind
    side: int
    new: dict[int, int]
    known: int
    others: int


class Repertoires:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._index = kit[OpeningIndex]

    async def view(self, who: Person, kind: GameKind, side: int) -> RepertoireView:
        tree = await self._tree(who, kind, side)
        lines = await asyncio.to_thread(tree.lines)
        return RepertoireView(kind, side, lines, await self._storage[RepertoireStore].sizes(who.id))

    async def add(self, who: Person, study: Study, side: int | None = None, *, replace: bool) -> Added:
        """Add the moves of a side, by default that of the last move, that lead to a position.

        Moves of the repertoire that are others there are replaced only if asked to.
        """
        if not is_from_start(study):
            raise refusals.NotFromStart
        side = side_of(study) if side is None else side
        if side is None:
            raise refusals.NoMoveOfSide
        return await self._add(who, study.kind, side, study.moves, replace=replace)

    async def add_named(self, who: Person, kind: GameKind, side: int | None, name: str) -> Added:
        """Add a side's moves, by default that of the last one, of the opening with an English name."""
        line = kind.opening_lines().get(name)
        if line is None:
            raise refusals.UnknownOpening(name)
        return await self.add(who, study_of(kind, line), side, replace=False)

    async def remove_line(self, who: Person, kind: GameKind, side: int, last_id: int) -> int:
        """Remove the moves that are only in the line to a last move; returns how many."""
        tree = await self._tree(who, kind, side)
        line = next((line for line in tree.lines() if line.last.id == last_id), None)
        if line is None:
            return 0
        return await self._remove(who, kind, side, tree.only_in(line))

    async def remove(self, who: Person, study: Study, *, sure: bool) -> Removed:
        """Remove the move that leads to a position, and those that follow from it.

        If some do, only if the person is `sure`.
        """
        side = side_of(study)
        if side is None:
            return Removed(0, done=True)
        tree = await self._tree(who, study.kind, side)
        move = await asyncio.to_thread(tree.at, study.moves)
        if move is None:
            return Removed(0, done=True)
        gone = (move, *tree.following(move))
        if len(gone) > 1 and not sure:
            return Removed(len(gone), done=False)
        return Removed(await self._remove(who, study.kind, side, gone), done=True)

    async def suggest(self, who: Person, kind: GameKind, side: int) -> Suggestion:
        """Return how many moves could be taken from a person's own games."""
        taken = await self._from_games(who, kind, side)
        first = taken[TIMES[0]]
        new = {times: len(addition.new) for times, addition in taken.items()}
        return Suggestion(kind, side, new, first.known, len(first.replaced))

    async def add_suggested(self, who: Person, kind: GameKind, side: int, at_least: int) -> int:
        """Add moves from a person's own games; returns how many."""
        taken = (await self._from_games(who, kind, side))[at_least]
        tree = await self._tree(who, kind, side)
        await self._store(who, kind, side, len(tree.moves), taken.new)
        return len(taken.new)

    async def _from_games(self, who: Person, kind: GameKind, side: int) -> dict[int, Addition]:
        """Return what a person's games would add, by the number of games from `TIMES`."""
        tree = await self._tree(who, kind, side)
        await self._index.of(who.id)
        usual = await self._storage[ExplorerStore].usual_moves(
            who.id, kind.key, side, TIMES[0], INDEXED_PLIES
        )
        return await asyncio.to_thread(_taken, tree, kind, usual)

    async def _tree(self, who: Person, kind: GameKind, side: int) -> RepertoireTree:
        if not has_symmetries(kind):
            raise refusals.NotExplored(kind.title)
        return RepertoireTree(kind, side, await self._storage[RepertoireStore].of(who.id, kind.key, side))

    async def _add(
        self, who: Person, kind: GameKind, side: int, line: tuple[str, ...], *, replace: bool
    ) -> Added:
        if len(line) > MAX_PLIES:
            raise refusals.LineTooLong(MAX_PLIES)
        tree = await self._tree(who, kind, side)
        addition = await asyncio.to_thread(tree.addition, line)
        if not addition.new and not addition.known:
            raise refusals.NoMoveOfSide
        if addition.replaced and not replace:
            return Added(kind, side, line, addition, done=False)
        gone = (*addition.replaced, *addition.removed)
        await self._store(who, kind, side, len(tree.moves) - len(gone), addition.new, gone)
        return Added(kind, side, line, addition, done=True)

    async def _store(
        self,
        who: Person,
        kind: GameKind,
        side: int,
        left: int,
        new: tuple[NewRepertoireMove, ...],
        gone: Iterable[RepertoireMove] = (),
    ) -> None:
        if not new:
            return
        if left + len(new) > MAX_MOVES:
            raise refusals.RepertoireFull(MAX_MOVES)
        await remember(self._storage, who)
        remove = [move.id for move in gone]
        await self._storage[RepertoireStore].change(who.id, kind.key, side, add=new, remove=remove)

    async def _remove(self, who: Person, kind: GameKind, side: int, moves: tuple[RepertoireMove, ...]) -> int:
        remove = [move.id for move in moves]
        await self._storage[RepertoireStore].change(who.id, kind.key, side, remove=remove)
        return len(remove)


def _taken(tree: RepertoireTree, kind: GameKind, usual: Sequence[UsualMove]) -> dict[int, Addition]:
    """Return the moves of games to be added to a repertoire, by the number of games from `TIMES`."""
    lines = [(move.reached, _line_of(kind, move)) for move in usual]
    return {
        times: tree.take(line for reached, line in lines if line is not None and reached >= times)
        for times in TIMES
    }


def _line_of(kind: GameKind, usual: UsualMove) -> tuple[str, ...] | None:
    """Return the moves of a game to a position and the move there; None if it does not get there."""
    line: tuple[str, ...] = ()
    for move in usual.game.moves:
        if move == PASS:
            continue
        if key_after(kind, line) == usual.position:
            return (*line, move)
        line = (*line, move)
    return None
