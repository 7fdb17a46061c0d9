"""Puzzles for people: choosing one, trying moves, help, and the solution.

Only the first attempt is rated. How far an attempt is stands in the storage, so it goes on after a restart,
in whatever message it is shown.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot import refusals
from bot.catalog import GAMES, GameKind
from bot.computer.pool import SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.games.people import Person, Place, remember
from bot.preferences.preferences import HouseRules
from bot.puzzles.trials import (
    APART,
    Mistake,
    Trial,
    Wish,
    asked,
    draw_near,
    own_id,
    positions_of,
    puzzle_of,
)
from bot.runtime import Now, utc_now
from data import Attempt, AttemptChanged, Pool, Rated, RatingList, Storage
from data.ratings.glicko2 import START
from engine import SearchResult, StopFlag, puzzles
from engine.puzzles import Puzzle
from executors.tasks import ListMoves

VALUES_SECONDS = 5.0
"""How long the values of a position's moves are searched for, at most."""


class Verdict(Enum):
    """What became of a move."""

    RIGHT = auto()
    SOLVED = auto()
    """It was right, and the last one to be found."""
    WRONG = auto()
    MADE_BEFORE = auto()
    """It was found before: a second tap."""
    OUTDATED = auto()
    """It was for another position than the one the attempt has come to."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move, what became of it, and the attempt after it. `first`: it has ended the first attempt."""

    move: str
    verdict: Verdict
    trial: Trial
    first: bool = False


class Puzzles:
    """Gives people puzzles, and judges what they try."""

    def __init__(
        self,
        storage: Storage,
        pool: SearchPool,
        search_core: SearchCore,
        house_rules: HouseRules,
        *,
        rng: random.Random,
        now: Now = utc_now,
    ) -> None:
        self._now = now
        self._storage = storage
        self._house_rules = house_rules
        self._pool = pool
        self._search_core = search_core
        self._rng = rng

    async def next(self, who: Person, kind: GameKind | None, wish: Wish) -> Trial:
        """A puzzle for a person: the one they have begun, if it suits; else one they have not seen, about as
        difficult as they are strong. Without a `kind` it is of the game of their last puzzle.

        Refused when there is none (left).
        """
        attempts = await self._storage.puzzles.attempts(who.id)
        kind = kind or _kind_of_last([*attempts.values()])
        begun = [attempt for attempt in attempts.values() if attempt.result is None]
        for attempt in reversed(begun):
            puzzle = puzzles.find(attempt.puzzle)
            if puzzle is not None and puzzle.game == kind.key and wish.suits(puzzle):
                return Trial(puzzle, attempt)
        return await self._begin(who, await self._draw(who, kind, wish, attempts.keys()))

    async def choose(self, who: Person, kind: GameKind | None, wish: Wish, place: Place) -> Puzzle:
        """A puzzle that a person posts for all, about as difficult as they are strong. Refused like `next`,
        and where the server wants no games."""
        await self._house_rules.require_games_here(place)
        attempts = await self._storage.puzzles.attempts(who.id)
        kind = kind or _kind_of_last([*attempts.values()])
        used: frozenset[str] = frozenset()
        if place.guild_id is not None:
            used = await self._storage.puzzle_posts.used_in(place.guild_id)
        return await self._draw(who, kind, wish, attempts.keys() | used)

    async def _draw(self, who: Person, kind: GameKind, wish: Wish, seen: Collection[str]) -> Puzzle:
        """A puzzle that is not among those seen."""
        there = puzzles.shipped(kind.key)
        if not there:
            raise refusals.NoPuzzles(kind.title)
        unseen = [puzzle for puzzle in there if puzzle.id not in seen and wish.suits(puzzle)]
        if not unseen:
            raise refusals.NoPuzzlesLeft(kind.title)
        rated = await self.rating(who, kind.key)
        wanted = (START.value if rated is None else rated.rating.value) + APART[wish.difficulty]
        return draw_near(unseen, await self._storage.puzzles.ratings(), wanted, self._rng)

    async def next_mistake(self, who: Person) -> Trial:
        """The mistake of a person that is to be solved now. Refused when there is none."""
        own = await self._storage.own_puzzles.next_due(who.id)
        if own is None:
            raise refusals.NoMistakes
        if own.due_at is not None and own.due_at > self._now():
            raise refusals.NoMistakesYet(own.due_at)
        return await self.open(who, puzzle_of(own).id)

    async def mistakes_due(self, who: Person) -> int:
        """How many mistakes of a person are to be solved now."""
        return await self._storage.own_puzzles.due(who.id)

    async def open(self, who: Person, puzzle_id: str) -> Trial:
        """How far a person is with a puzzle, which they may not have seen before; a mistake that is back
        begins again."""
        mistake_id = own_id(puzzle_id)
        if mistake_id is not None:
            return await self._open_mistake(who, mistake_id)
        puzzle = self._require(puzzle_id)
        attempt = await self._storage.puzzles.attempt(who.id, puzzle_id)
        return await self._begin(who, puzzle) if attempt is None else Trial(puzzle, attempt)

    async def move(self, who: Person, puzzle_id: str, ply: int, move: str, place: Place) -> Tried:
        """Try a move in the position after `ply` moves of a puzzle."""
        trial = await self.open(who, puzzle_id)
        puzzle, before = trial.puzzle, trial.attempt
        if before.over or before.ply != ply or move not in trial.position.legal_moves():
            return Tried(move, _belated(trial, ply, move), trial)
        is_right, guild_id = move == puzzle.line[ply], _listed_in(place)
        to = min(ply + 2, len(puzzle.line))
        over = to == len(puzzle.line)
        mistake_id = own_id(puzzle_id)
        try:
            if mistake_id is not None and is_right:
                after = await self._storage.own_puzzles.right(mistake_id, ply, to, over=over)
            elif mistake_id is not None:
                after = await self._storage.own_puzzles.wrong(mistake_id, ply, shown=False)
            elif is_right:
                after = await self._storage.puzzles.right(
                    who.id, asked(puzzle), ply, to, over=over, guild_id=guild_id
                )
            else:
                after = await self._storage.puzzles.wrong(who.id, asked(puzzle), ply, guild_id=guild_id)
        except AttemptChanged:
            trial = await self.open(who, puzzle_id)
            return Tried(move, _belated(trial, ply, move), trial)
        verdict = Verdict.WRONG if not is_right else Verdict.SOLVED if over else Verdict.RIGHT
        first = before.result is None and after.result is not None
        return Tried(move, verdict, replace(trial, attempt=after), first)

    async def hint(self, who: Person, puzzle_id: str, ply: int, place: Place) -> Trial:
        """Note that a person has a hint: their first attempt has failed. Nothing changes where the attempt is
        not after `ply` moves any more."""
        return await self._help(who, puzzle_id, ply, place, shown=False)

    async def show(self, who: Person, puzzle_id: str, ply: int, place: Place) -> Trial:
        """Note that a person has the solution shown, which ends the attempt; if it is where `hint` says."""
        return await self._help(who, puzzle_id, ply, place, shown=True)

    async def solution(self, who: Person, puzzle_id: str) -> Trial:
        """The attempt of a person who may see the solution: it is over, or the answer stands in a channel.
        Refused before that."""
        trial = await self.open(who, puzzle_id)
        if not trial.attempt.over and not await self._storage.puzzle_posts.is_answered(puzzle_id):
            raise refusals.PuzzleGoesOn
        return trial

    async def values(self, puzzle: Puzzle, ply: int) -> SearchResult:
        """The values of all moves in the position after `ply` moves of a puzzle."""
        position = positions_of(puzzle)[ply]

        def work(seconds: float, stop: StopFlag) -> SearchResult:
            task = ListMoves(position, seconds)
            return self._pool.executor.run(task, seconds, stop)

        await self._search_core.ready(puzzle.game)
        return await self._pool.run_in_background(work, VALUES_SECONDS, urgency=Urgency.AT_ONCE)

    async def rating(self, who: Person, game: str) -> Rated | None:
        """How good a person is at the puzzles of a game; None before their first."""
        return await self._storage.standings.rating(who.id, RatingList(game, Pool.PUZZLES))

    async def _help(self, who: Person, puzzle_id: str, ply: int, place: Place, *, shown: bool) -> Trial:
        trial = await self.open(who, puzzle_id)
        if trial.attempt.over or trial.attempt.ply != ply:
            return trial
        stored, mistake_id = self._storage.puzzles, own_id(puzzle_id)
        note = stored.show if shown else stored.wrong
        try:
            if mistake_id is not None:
                after = await self._storage.own_puzzles.wrong(mistake_id, ply, shown=shown)
            else:
                after = await note(who.id, asked(trial.puzzle), ply, guild_id=_listed_in(place))
        except AttemptChanged:
            return await self.open(who, puzzle_id)
        return replace(trial, attempt=after)

    async def _open_mistake(self, who: Person, mistake_id: int) -> Trial:
        own = await self._storage.own_puzzles.begin(mistake_id)
        game = None if own is None else await self._storage.game(own.new.game_id)
        if own is None or game is None:
            raise refusals.PuzzleGone
        if own.new.player_id != who.id:
            raise refusals.NotYourMistake
        puzzle = puzzle_of(own)
        opponent = game.seats[1 - positions_of(puzzle)[0].turn]
        return Trial(puzzle, own.attempt, Mistake(game.id, opponent, own.new.played))

    async def _begin(self, who: Person, puzzle: Puzzle) -> Trial:
        await remember(self._storage, who)
        return Trial(puzzle, await self._storage.puzzles.begin(who.id, asked(puzzle)))

    def _require(self, puzzle_id: str) -> Puzzle:
        puzzle = puzzles.find(puzzle_id)
        if puzzle is None or puzzle.game not in GAMES:
            raise refusals.PuzzleGone
        return puzzle


def _kind_of_last(attempts: list[Attempt]) -> GameKind:
    """The game of somebody's last puzzle; the usual one before it."""
    games = [attempt.game for attempt in reversed(attempts) if attempt.game in GAMES]
    return GAMES[games[0]] if games else next(iter(GAMES.values()))


def _listed_in(place: Place) -> int | None:
    """The server on whose lists people stand who solve puzzles there."""
    return None if place.by_clicks else place.guild_id


def _belated(trial: Trial, ply: int, move: str) -> Verdict:
    """What to say of a move that is not for the position that the attempt has come to."""
    line = trial.puzzle.line
    found = ply < trial.attempt.ply and ply < len(line) and line[ply] == move
    return Verdict.MADE_BEFORE if found else Verdict.OUTDATED
