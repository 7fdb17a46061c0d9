"""Solving puzzles: choosing one, trying moves, hints, and the solution.

Only the first attempt is rated. The progress of an attempt is stored, so it continues after a restart and in
any message.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache, partial

from bot.catalog import GAMES, GameKind, positions_along
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.attempts import AttemptEvent, AttemptStep, tapped
from bot.core.fields import Frozen
from bot.core.people import Person, Place, remember
from bot.core.refusals import Refusal, refusal
from bot.features import Kit
from bot.preferences.preferences import HouseRules
from data.games.records import Seat
from data.puzzles.puzzle_posts import PuzzlePostStore
from data.puzzles.puzzles import AskedPuzzle, Attempt, Deed, OwnPuzzle, OwnPuzzleStore, PuzzleStore
from data.puzzles.runs import PuzzleRunStore
from data.ratings.glicko2 import START
from data.ratings.leaderboard import StandingStore
from data.ratings.ratings import Pool, Rated, RatingList
from engine import Position, SearchResult, StopFlag, puzzles
from engine.puzzles import GOALS, PUZZLE_GAMES, Puzzle
from executors.tasks import ListMoves
from languages import gettext_noop

MISTAKE_PREFIX = "m"
"""First letter of the ids of players' own mistakes; other ids begin with letters of games."""

DRAW_SIZE = 12
"""Number of puzzles nearest to the wanted rating among which one is drawn."""

HINT_MOVES = 3
"""Number of moves named in a hint."""

VALUES_SECONDS = 5.0
"""Time limit of the search for the values of a position's moves."""


class NoPuzzles(Refusal):
    text = gettext_noop("I have no {title} puzzles. Choose another game with `/puzzle`.")
    title: str


class NoPuzzlesLeft(Refusal):
    text = gettext_noop(
        "Congratulations, you've seen every {title} puzzle that matches! Try another theme or game: "
        "`/puzzle`."
    )
    title: str


NoMistakes = refusal(
    "You have no mistakes to practise yet. They appear a few minutes after a game is reviewed: `/review`."
)


class NoMistakesYet(Refusal):
    """The user's puzzles from mistakes are due later, the first one at `due_at`."""

    # Translators: {wait} is Discord's text such as “in 3 hours”.
    text = gettext_noop("You have no mistakes to practise right now. The next one comes back {wait}.")
    due_at: datetime


NotYourMistake = refusal("This puzzle is from someone else's game. For one of yours: `/puzzle mine:True`.")
PuzzleGone = refusal("This puzzle is no longer available. For another one: `/puzzle`.")
PuzzleGoesOn = refusal("You haven't finished this puzzle yet. Find the moves, or press Show solution.")
NoSuchMistakes = refusal(
    "None of your mistakes of this kind is due as a puzzle right now. `/puzzle` has others for you."
)


class Difficulty(StrEnum):
    EASIEST = "easiest"
    EASIER = "easier"
    USUAL = "usual"
    HARDER = "harder"


APART: Mapping[Difficulty, float] = {
    Difficulty.EASIEST: -600.0,
    Difficulty.EASIER: -250.0,
    Difficulty.USUAL: 0.0,
    Difficulty.HARDER: 250.0,
}
"""Distance of a puzzle's rating from the player's, by difficulty."""


class PuzzleWish(Frozen):
    """The kind of puzzles a player wants; "" for any theme."""

    theme: str = ""
    difficulty: Difficulty = Difficulty.USUAL

    def suits(self, puzzle: Puzzle) -> bool:
        return not self.theme or self.theme in puzzle.themes


class Mistake(Frozen):
    """Source of a puzzle from a player's own game: the opponent and the move played.

    `due_at` is when it comes back; None once it is learned.
    """

    game_id: int
    opponent: Seat
    played: str
    due_at: datetime | None = None


class Trial(Frozen):
    """A player's attempt at a puzzle; `mistake` if it is from their own game, be it a red herring or not."""

    puzzle: Puzzle
    attempt: Attempt
    mistake: Mistake | None = None

    @property
    def kind(self) -> GameKind:
        return GAMES[self.puzzle.game]

    @property
    def position(self) -> Position:
        return positions_of(self.puzzle)[self.attempt.ply]

    @property
    def answer(self) -> str | None:
        """Reply to the last move found, including passes; None before the first and at the end."""
        ply = self.attempt.ply
        return self.puzzle.line[ply - 1] if ply and ply % 2 == 0 else None

    @property
    def is_herring(self) -> bool:
        """True if the move played in the player's game was the right one."""
        return self.mistake is not None and self.mistake.played == self.puzzle.line[0]

    @property
    def number(self) -> int:
        """Number of the next move to find, from 1."""
        return self.attempt.ply // 2 + 1

    @property
    def moves(self) -> int:
        """Number of moves to find."""
        return len(self.puzzle.line) // 2 + 1

    @property
    def following(self) -> int:
        """The ply after the next move to find and its reply."""
        return min(self.attempt.ply + 2, len(self.puzzle.line))

    def judge(self, move: str) -> AttemptEvent:
        """Return what a move in the position is: RIGHT if there is another one to find after it."""
        if move != self.puzzle.line[self.attempt.ply]:
            return AttemptEvent.MISSED
        return AttemptEvent.SOLVED if self.following == len(self.puzzle.line) else AttemptEvent.RIGHT


@lru_cache(maxsize=256)
def positions_of(puzzle: Puzzle) -> tuple[Position, ...]:
    """Return the positions of a puzzle: before each move of its line, and the last one."""
    return tuple(positions_along(PUZZLE_GAMES[puzzle.game].parse(puzzle.position), puzzle.line))


def puzzle_of(own: OwnPuzzle) -> Puzzle:
    return Puzzle(
        id=f"{MISTAKE_PREFIX}{own.id}",
        game=own.new.game,
        board="",
        position=own.new.position,
        line=own.new.line,
        goal=next(goal for goal in GOALS if goal == own.new.goal),
        margin=own.new.margin,
        rating=own.new.rating,
        themes=own.new.themes,
    )


def mistake_number(puzzle_id: str) -> int | None:
    """Return the number of a player's own mistake from an id; None for other puzzles."""
    number = puzzle_id.removeprefix(MISTAKE_PREFIX)
    return int(number) if number != puzzle_id and number.isdecimal() else None


def to_asked(puzzle: Puzzle) -> AskedPuzzle:
    return AskedPuzzle(puzzle.id, puzzle.game, puzzle.rating)


def draw_near(
    puzzles: Sequence[Puzzle], ratings: Mapping[str, float], wanted: float, rng: random.Random
) -> Puzzle:
    """Draw one of the puzzles nearest to a rating; `ratings` holds those changed by attempts."""
    near = heapq.nsmallest(
        DRAW_SIZE, puzzles, key=lambda puzzle: abs(ratings.get(puzzle.id, puzzle.rating) - wanted)
    )
    return rng.choice(near)


def moves_of_hint(trial: Trial, refuted: Collection[str] = ()) -> tuple[str, ...]:
    """Return the right move among a few others, in the order players consider them.

    The same moves always give the same ones; `refuted` moves are not among them.
    """
    puzzle, ply, moves = trial.puzzle, trial.attempt.ply, trial.position.legal_moves()
    others = [move for move in moves if move != puzzle.line[ply] and move not in refuted]
    chosen = random.Random(f"{puzzle.id} {ply}").sample(others, min(HINT_MOVES - 1, len(others)))
    return tuple(move for move in moves if move == puzzle.line[ply] or move in chosen)


class PuzzleStep(AttemptStep):
    """A trial after something happened in it; `move` was made in `answered`, if it was not outdated."""

    trial: Trial
    answered: Trial | None = None
    move: str = ""

    @property
    def at(self) -> tuple[int, ...]:
        return () if self.trial.attempt.over else (self.trial.attempt.ply,)

    @property
    def position(self) -> Position:
        return self.trial.position


class Puzzles:
    def __init__(self, kit: Kit) -> None:
        self._now = kit.now
        self._storage = kit.storage
        self._house_rules = kit[HouseRules]
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._rng = kit.runtime.rng

    async def next(self, who: Person, kind: GameKind | None, wish: PuzzleWish) -> Trial:
        """Return a puzzle for a player: one in progress if it fits, else an unseen one about as difficult as
        they are strong. Without a `kind` it is of the game of their last puzzle.

        Refused when none is left.
        """
        attempts = await self._storage[PuzzleStore].attempts(who.id)
        kind = kind or kind_of_last(attempts)
        for attempt in reversed(attempts.values()):
            puzzle = puzzles.find(attempt.puzzle) if attempt.result is None else None
            if puzzle is not None and puzzle.game == kind.key and wish.suits(puzzle):
                return Trial(puzzle, attempt)
        used = attempts.keys() | await self._storage[PuzzleRunStore].seen(who.id)
        return await self._begin(who, await self._draw(who, kind, wish, used))

    async def choose(self, who: Person, kind: GameKind | None, wish: PuzzleWish, place: Place) -> Puzzle:
        """Return a puzzle for a player to post, about as difficult as they are strong.

        Refused like `next`, and where the server allows no games.
        """
        await self._house_rules.require_games_here(place)
        attempts = await self._storage[PuzzleStore].attempts(who.id)
        kind = kind or kind_of_last(attempts)
        used = await self._storage[PuzzleRunStore].seen(who.id)
        if place.guild_id is not None:
            used |= await self._storage[PuzzlePostStore].used_in(place.guild_id)
        return await self._draw(who, kind, wish, attempts.keys() | used)

    async def _draw(self, who: Person, kind: GameKind, wish: PuzzleWish, seen: Collection[str]) -> Puzzle:
        """Draw a puzzle that is not among those seen."""
        there = puzzles.shipped(kind.key)
        if not there:
            raise NoPuzzles(kind.title)
        unseen = [puzzle for puzzle in there if puzzle.id not in seen and wish.suits(puzzle)]
        if not unseen:
            raise NoPuzzlesLeft(kind.title)
        rated = await self.rating(who, kind.key)
        wanted = (START.value if rated is None else rated.rating.value) + APART[wish.difficulty]
        return draw_near(unseen, await self._storage[PuzzleStore].ratings(), wanted, self._rng)

    async def next_mistake(self, who: Person) -> Trial:
        """Return the player's own mistake, or red herring, due now. Refused when there is none."""
        own = await self._storage[OwnPuzzleStore].next_due(who.id)
        if own is None:
            raise NoMistakes
        if own.due_at is not None and own.due_at > self._now():
            raise NoMistakesYet(own.due_at)
        return await self.open(who, puzzle_of(own).id)

    async def mistake_among(self, who: Person, errors: Collection[tuple[int, int]]) -> Trial:
        """Return a mistake of the player's due now, one of these errors by game and ply. Refused without."""
        own = await self._storage[OwnPuzzleStore].due_in(who.id, errors)
        if own is None:
            raise NoSuchMistakes
        return await self.open(who, puzzle_of(own).id)

    async def mistakes_due(self, who: Person) -> int:
        return await self._storage[OwnPuzzleStore].due(who.id)

    async def open(self, who: Person, puzzle_id: str) -> Trial:
        """Return a player's attempt at a puzzle, begun now if necessary; a mistake that is due again starts
        anew."""
        mistake_id = mistake_number(puzzle_id)
        if mistake_id is not None:
            return await self._open_mistake(who, mistake_id)
        puzzle = self._require(puzzle_id)
        attempt = await self._storage[PuzzleStore].attempt(who.id, puzzle_id)
        return await self._begin(who, puzzle) if attempt is None else Trial(puzzle, attempt)

    async def move(self, who: Person, puzzle_id: str, ply: int, move: str, place: Place) -> PuzzleStep:
        """Try a move in the position after `ply` moves of a puzzle."""

        async def answer(step: PuzzleStep) -> PuzzleStep:
            event = step.trial.judge(move)
            deed = Deed.WRONG if event is AttemptEvent.MISSED else Deed.RIGHT
            return PuzzleStep(event, await self._do(who, step.trial, deed, place), step.trial, move)

        return await tapped(partial(self._load, who, puzzle_id), (ply,), answer, move)

    async def keep(self, who: Person, puzzle_id: str, ply: int, place: Place) -> PuzzleStep:
        """Answer that the move played in the player's own game was right."""
        trial = await self.open(who, puzzle_id)
        if trial.mistake is None:
            raise PuzzleGone
        return await self.move(who, puzzle_id, ply, trial.mistake.played, place)

    async def help(self, who: Person, puzzle_id: str, ply: int, place: Place, deed: Deed) -> PuzzleStep:
        """Note a hint, which fails the first attempt, or the solution, which ends the attempt, at `ply`."""

        async def give(step: PuzzleStep) -> PuzzleStep:
            return PuzzleStep(AttemptEvent.HELPED, await self._do(who, step.trial, deed, place))

        return await tapped(partial(self._load, who, puzzle_id), (ply,), give)

    async def solution(self, who: Person, puzzle_id: str) -> Trial:
        """Return an attempt whose solution may be shown: it is over, or the answer is public. Refused before
        that."""
        answered = await self._storage[PuzzleRunStore].answered(who.id, puzzle_id)
        if answered is not None:
            return Trial(self._require(puzzle_id), answered)
        trial = await self.open(who, puzzle_id)
        if not trial.attempt.over and not await self._storage[PuzzlePostStore].is_answered(puzzle_id):
            raise PuzzleGoesOn
        return trial

    async def values(self, puzzle: Puzzle, ply: int, who: Person) -> SearchResult | None:
        """Return the values of all moves in the position after `ply` moves of a puzzle, for a person; None
        where no move has to be found."""
        if ply % 2 or ply == len(puzzle.line):
            return None
        position = positions_of(puzzle)[ply]

        def work(seconds: float, stop: StopFlag) -> SearchResult:
            task = ListMoves(position, seconds)
            return self._pool.executor.run(task, seconds, stop)

        await self._search_core.ready(puzzle.game)
        return await self._pool.run_for(who.id, work, VALUES_SECONDS)

    async def rating(self, who: Person, game: str) -> Rated | None:
        """Return a player's rating for the puzzles of a game; None before the first."""
        return await self._storage[StandingStore].rating(who.id, RatingList(game, Pool.PUZZLES))

    async def _load(self, who: Person, puzzle_id: str) -> PuzzleStep:
        return PuzzleStep(AttemptEvent.OUTDATED, await self.open(who, puzzle_id))

    async def _do(self, who: Person, trial: Trial, deed: Deed, place: Place) -> Trial:
        """Store a deed, and return the trial after it; the first ones decide when a mistake comes back."""
        puzzle, ply, to = trial.puzzle, trial.attempt.ply, trial.following
        over, mistake_id = to == len(puzzle.line), mistake_number(puzzle.id)
        if mistake_id is not None:
            own = self._storage[OwnPuzzleStore]
            if deed is Deed.RIGHT:
                await own.right(mistake_id, ply, to, over=over)
            else:
                await own.wrong(mistake_id, ply, shown=deed is Deed.SHOWN)
            return await self.open(who, puzzle.id)
        stored, asked, guild_id = self._storage[PuzzleStore], to_asked(puzzle), listed_in(place)
        if deed is Deed.RIGHT:
            after = await stored.right(who.id, asked, ply, to, over=over, guild_id=guild_id)
        else:
            after = await stored.wrong(who.id, asked, ply, deed, guild_id=guild_id)
        return replace(trial, attempt=after)

    async def _open_mistake(self, who: Person, mistake_id: int) -> Trial:
        own = await self._storage[OwnPuzzleStore].begin(mistake_id)
        game = None if own is None else await self._storage.game(own.new.game_id)
        if own is None or game is None:
            raise PuzzleGone
        if own.new.player_id != who.id:
            raise NotYourMistake
        puzzle = puzzle_of(own)
        opponent = game.seats[1 - positions_of(puzzle)[0].turn]
        return Trial(puzzle, own.attempt, Mistake(game.id, opponent, own.new.played, own.due_at))

    async def _begin(self, who: Person, puzzle: Puzzle) -> Trial:
        await remember(self._storage, who)
        return Trial(puzzle, await self._storage[PuzzleStore].begin(who.id, to_asked(puzzle)))

    def _require(self, puzzle_id: str) -> Puzzle:
        puzzle = puzzles.find(puzzle_id)
        if puzzle is None or puzzle.game not in GAMES:
            raise PuzzleGone
        return puzzle


def kind_of_last(attempts: Mapping[str, Attempt]) -> GameKind:
    """Return the game of a player's last puzzle, or the default one."""
    games = [attempt.game for attempt in attempts.values() if attempt.game in GAMES]
    return GAMES[games[-1]] if games else next(iter(GAMES.values()))


def listed_in(place: Place) -> int | None:
    """Return the server whose leaderboards list puzzles solved in a place."""
    return None if place.by_clicks else place.guild_id
