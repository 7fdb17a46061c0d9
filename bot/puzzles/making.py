"""Creating files of puzzles from games (`flipfour puzzles make`).

Games are examined by several processes, and results are collected in the order of the games, so the same
games give the same file however many processes there are. A journal next to the file has a line for each
examined game; after a kill, the work resumes behind its last complete line.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bot.core.fields import Frozen
from engine import Position
from engine.errors import EngineError
from engine.players.computer import ComputerPlayer, thinking_levels
from engine.puzzles import GOALS, Aim, Puzzle, Reason, from_position, puzzle_game, retired_file_of
from engine.puzzles.puzzle import read, written
from engine.puzzles.solving import EASIEST, HARDEST, THEMES, BestTwo, Line, PuzzleSolver, only_move, reaches
from engine.search.registry import registered

#: Maximum puzzles of a game, and minimum plies between their first positions.
PER_GAME, PLIES_APART = 3, 4
#: Range of moves left: with fewer there is hardly a choice, with more a position takes too long.
_LEAST_LEFT, _MOST_LEFT = 4, {"reversi": 16, "connect4": 30}
#: Random plies at the beginning.
_RANDOM_PLIES = (4, 10)
#: Maximum depth of the levels; deeper ones would only cost time.
_DEEPEST = {"reversi": 4, "connect4": 9}
#: Share of Reversi games against a player that moves at random, which lead to wipe-outs.
_UNEVEN_SHARE, _UNEVEN_DEPTHS = 0.3, range(3, 7)
#: Share of the many positions with only discs at stake and no notable theme that are taken.
_PLAIN_SHARE = 0.1
#: Share of the many positions with an obvious row that are examined.
_OBVIOUS_SHARE = 0.1
OBVIOUS = "something can be won or has to be stopped at once"
#: Time limit of a position in seconds, far above what most take; slower ones are rejected.
_SECONDS = 20.0


class SelfPlay(Frozen):
    game: str
    seed: int
    number: int

    @property
    def key(self) -> str:
        """Name in the journal."""
        return f"{self.seed}:{self.number}"

    def positions(self) -> list[Position]:
        rng = random.Random(f"{self.game} {self.key}")
        players = self._players(rng)
        position = registered(self.game).starts[0]
        random_plies = rng.randint(*_RANDOM_PLIES)
        positions = [position]
        while position.result() is None:
            player = players[position.turn]
            if player is None or len(positions) <= random_plies:
                move = rng.choice(position.legal_moves())
            else:
                move = player.choose(position, _SECONDS).move
            position = position.play(move)
            positions.append(position)
        return positions

    def _players(self, rng: random.Random) -> list[ComputerPlayer | None]:
        """Draw the two players; None moves at random."""
        levels = [level.player for level in thinking_levels(self.game)]
        if self.game == "reversi" and rng.random() < _UNEVEN_SHARE:
            strong = rng.choice([level for level in levels if level.depth in _UNEVEN_DEPTHS])
            players = [replace(strong, seed=rng.randrange(10**9)), None]
            rng.shuffle(players)
            return players
        quick = [level for level in levels if level.depth and level.depth <= _DEEPEST[self.game]]
        return [replace(rng.choice(quick), seed=rng.randrange(10**9)) for _ in range(2)]


class SourceMove(Frozen):
    """A game played elsewhere: its start and its moves."""

    key: str
    start: Position
    moves: tuple[str, ...]

    def positions(self) -> list[Position]:
        """Return the positions of the game in order, as far as its moves are legal."""
        positions = [self.start]
        for move in self.moves:
            try:
                positions.append(positions[-1].play(move))
            except EngineError:
                break
        return positions


@dataclass(slots=True)
class ExaminedGame:
    """Results of a game: puzzles, and the number of rejected positions by reason."""

    key: str
    puzzles: list[Puzzle] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


class EarlierPuzzle(Frozen):
    """A puzzle of an earlier file, which keeps its line and its rating."""

    puzzle: Puzzle

    @property
    def key(self) -> str:
        """Name in the journal."""
        return f"earlier:{self.puzzle.id}"


def refreshed(puzzle: Puzzle) -> tuple[Puzzle, BestTwo]:
    """Return a puzzle with current goal and themes, and the values of its first move.

    Raises EngineError when a move is not the only one.
    """
    game = puzzle_game(puzzle.game)
    start = position = game.parse(puzzle.position)
    turns = []
    with PuzzleSolver(start) as solver:
        for ply, move in enumerate(puzzle.line):
            if ply % 2 == 0:
                turn = only_move(position, game, solver)
                if turn is None or turn.move != move:
                    raise EngineError(f"{puzzle.id}: {move} is not the only move after {ply} plies")
                turns.append(turn)
            position = position.play(move)
        goal = next(goal for goal in GOALS if all(reaches(turn, goal, game) for turn in turns))
        themes = set(game.themes(start, Line(puzzle.line, tuple(turns)), goal, solver))
    named = tuple(name for name in THEMES[game.key] if name in themes)
    return replace(puzzle, goal=goal, themes=named), turns[0]


SourceGame = SelfPlay | SourceMove | EarlierPuzzle


def self_play(game: str, seed: int) -> Iterator[SelfPlay]:
    """Yield the games of a seed, without end."""
    return (SelfPlay(game, seed, number) for number in itertools.count())


def examine(source: SourceGame) -> ExaminedGame:
    """Search a game for puzzles, in an order of positions drawn from its key.

    An earlier puzzle is returned in its current form, unless it is rejected now.
    """
    if isinstance(source, EarlierPuzzle):
        puzzle, turn = refreshed(source.puzzle)
        if _is_worth_it(puzzle.aim, turn):
            return ExaminedGame(source.key, [puzzle])
        return ExaminedGame(source.key, rejected=Counter([Reason.UNWANTED.value]))
    # The compiled core is loaded by the first search.
    from engine.search import rules

    examined = ExaminedGame(source.key)
    positions = [
        (ply, position)
        for ply, position in enumerate(source.positions())
        if position.result() is None
        and _LEAST_LEFT <= int(rules.moves_left(position.state())) <= _MOST_LEFT[position.game]
    ]
    rng = random.Random(source.key)
    rng.shuffle(positions)
    taken: list[int] = []
    for ply, position in positions:
        if any(abs(ply - other) < PLIES_APART for other in taken):
            continue
        if _is_tense(position) and rng.random() >= _OBVIOUS_SHARE:
            examined.rejected[OBVIOUS] += 1
            continue
        outcome = from_position(position, seconds=_SECONDS, wanted=partial(_is_wanted, rng))
        if isinstance(outcome, Reason):
            examined.rejected[outcome.value] += 1
            continue
        examined.puzzles.append(outcome)
        taken.append(ply)
        if len(taken) == PER_GAME:
            break
    return examined


def _is_wanted(rng: random.Random, aim: Aim, turn: BestTwo) -> bool:
    """Return whether to take a puzzle: few with nothing but discs at stake."""
    return _is_worth_it(aim, turn) and (aim != "best" or rng.random() < _PLAIN_SHARE)


def _is_worth_it(aim: Aim, turn: BestTwo) -> bool:
    """Return whether the result is at stake; discs alone are no fun in a lost game."""
    return aim in ("wipe-out", "win", "save") or turn.best > 0


def _is_tense(position: Position) -> bool:
    obvious = puzzle_game(position.game).obvious
    return any(obvious(position, move) for move in position.legal_moves())


#: Puzzles are spread over bands of ratings; none gets more than the share in `SPREAD`.
BAND = 200.0
#: Maximum shares of puzzles that ask for a single move, and of those that make or stop a row at once.
MAX_ONE_MOVERS, MAX_OBVIOUS = 0.25, 0.1
#: Reason for leaving out a sound puzzle.
TWIN = "the same as another one, or a part of it"
ENOUGH_OF_BAND = "enough as difficult as this"
ENOUGH_ONE_MOVERS = "enough with a single move to find"
ENOUGH_OBVIOUS = "enough that make or stop a row at once"
ENOUGH_FOR_DISCS = "enough in which only discs are at stake"
ENOUGH_ALIKE = "enough about the same that are as difficult"
#: Games queued for each process.
_AHEAD = 3

Key = tuple[int, int]


class Spread(NamedTuple):
    """Limits on the kinds of a game's puzzles, as shares of all."""

    in_band: float
    """Maximum share in one band of ratings."""
    alike: float = 1.0
    """Maximum share in one band of puzzles that are about the same."""
    for_discs: float = 1.0
    """Maximum share with only discs at stake and no notable theme."""


SPREAD = {"reversi": Spread(in_band=0.13, alike=0.025, for_discs=0.12), "connect4": Spread(in_band=0.2)}


@dataclass(slots=True)
class Collection:
    """The puzzles collected so far, out of `wanted`, and the number of rejected positions by reason."""

    game: str
    wanted: int
    puzzles: list[Puzzle] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    games: int = 0
    _ids: set[str] = field(default_factory=set)
    _asked: set[Key] = field(default_factory=set)
    _bands: Counter[int] = field(default_factory=Counter)
    _alike: Counter[tuple[str, int]] = field(default_factory=Counter)
    _taken: Counter[str] = field(default_factory=Counter)
    """Puzzles collected of the limited kinds, by the reason for leaving out more."""

    @property
    def full(self) -> bool:
        return len(self.puzzles) >= self.wanted

    def add(self, examined: ExaminedGame) -> None:
        """Add the puzzles found in a game, as far as they are wanted."""
        self.games += 1
        self.rejected.update(examined.rejected)
        for puzzle in examined.puzzles:
            if self.full:
                break
            reason = self._take(puzzle)
            if reason is not None:
                self.rejected[reason] += 1

    def _take(self, puzzle: Puzzle) -> str | None:
        """Add a puzzle, or return the reason against it."""
        asked = asked_positions(puzzle)
        if puzzle.id in self._ids or self._asked & asked:
            return TWIN
        spread, limits = SPREAD[self.game], _limits(puzzle)
        band = int((min(puzzle.rating, HARDEST - 1) - EASIEST) // BAND)
        if self._bands[band] >= self._most(spread.in_band):
            return ENOUGH_OF_BAND
        if self._alike[puzzle.aim, band] >= self._most(spread.alike):
            return ENOUGH_ALIKE
        for reason, share in limits.items():
            if self._taken[reason] >= self._most(share):
                return reason
        self.puzzles.append(puzzle)
        self._ids.add(puzzle.id)
        self._asked |= asked
        self._bands[band] += 1
        self._alike[puzzle.aim, band] += 1
        self._taken.update(limits.keys())
        return None

    def _most(self, share: float) -> int:
        return max(1, round(share * self.wanted))


def _limits(puzzle: Puzzle) -> dict[str, float]:
    """Return the limited kinds of a puzzle: the reason for leaving out more, and their share."""
    limits = {}
    if len(puzzle.line) == 1:
        limits[ENOUGH_ONE_MOVERS] = MAX_ONE_MOVERS
    if is_obvious(puzzle):
        limits[ENOUGH_OBVIOUS] = MAX_OBVIOUS
    if puzzle.aim == "best":
        limits[ENOUGH_FOR_DISCS] = SPREAD[puzzle.game].for_discs
    return limits


def asked_positions(puzzle: Puzzle) -> set[Key]:
    """Return keys of the positions in which a puzzle asks for a move, equal in all symmetries."""
    game = puzzle_game(puzzle.game)
    position, keys = game.parse(puzzle.position), set()
    for ply, move in enumerate(puzzle.line):
        if ply % 2 == 0:
            keys.add(game.twins_key(position))
        position = position.play(move)
    return keys


def is_obvious(puzzle: Puzzle) -> bool:
    """Return whether the first move makes or stops a row at once."""
    game = puzzle_game(puzzle.game)
    return game.obvious(game.parse(puzzle.position), puzzle.line[0])


def make(
    game: str,
    wanted: int,
    file: Path,
    games: Iterable[SourceGame],
    executor: Executor,
    processes: int,
    *,
    comments: Sequence[str] = (),
    earlier: Sequence[Puzzle] = (),
    progress: Callable[[Collection], None] | None = None,
) -> Collection:
    """Collect puzzles of a game until there are enough or no more games, and write their file.

    The `earlier` puzzles come first. Rejected ones get a separate file, so that their ids stay known.
    `progress` is called after each game. Raises EngineError when the journal belongs to other puzzles.
    """
    collection, journal = Collection(game, wanted), journal_of(file)
    games = itertools.chain(map(EarlierPuzzle, earlier), games)
    known = set[str]()
    for examined in _read_journal(journal, game):
        known.add(examined.key)
        collection.add(examined)
        if collection.full:
            break
    if not collection.full:
        file.parent.mkdir(parents=True, exist_ok=True)
        left = (source for source in games if source.key not in known)
        with journal.open("a", encoding="utf-8") as lines:
            for examined in _in_order(left, executor, _AHEAD * processes):
                lines.write(_journal_line(examined, game))
                lines.flush()
                collection.add(examined)
                if progress is not None:
                    progress(collection)
                if collection.full:
                    break
    _write(file, written(collection.puzzles, comments))
    taken = {puzzle.id for puzzle in collection.puzzles}
    retired = [refreshed(puzzle)[0] for puzzle in earlier if puzzle.id not in taken]
    if retired:
        _write(retired_file_of(file), written(retired, ["Not drawn any more, but known by their ids"]))
    return collection


def journal_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.journal")


def _in_order(games: Iterator[SourceGame], executor: Executor, ahead: int) -> Iterator[ExaminedGame]:
    """Yield the results of the games in order; some are examined ahead."""
    running: deque[Future[ExaminedGame]] = deque()
    try:
        while True:
            for source in itertools.islice(games, ahead - len(running)):
                running.append(executor.submit(examine, source))
            if not running:
                return
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()


def _journal_line(examined: ExaminedGame, game: str) -> str:
    parts = {
        "game": game,
        "from": examined.key,
        "puzzles": written(examined.puzzles),
        "rejected": dict(examined.rejected),
    }
    return json.dumps(parts) + "\n"


def _read_journal(journal: Path, game: str) -> Iterator[ExaminedGame]:
    """Read the games of a journal, cutting off an incomplete last line left by a kill."""
    if not journal.exists():
        return
    content = journal.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(journal, whole)
    for number, line in enumerate(content[:whole].decode().splitlines(), start=1):
        try:
            parts = json.loads(line)
            own, key, puzzles, rejected = (parts[name] for name in ("game", "from", "puzzles", "rejected"))
        except (ValueError, KeyError) as fault:
            raise EngineError(f"{journal}, line {number} is no line of a journal") from fault
        if own != game:
            raise EngineError(f"{journal} is of puzzles of {own}; take another file for those of {game}")
        yield ExaminedGame(key, list(read(puzzles, game, journal.name)), Counter(rejected))


def _write(file: Path, text: str) -> None:
    half_done = file.with_name(f"{file.name}.new")
    half_done.write_text(text, encoding="utf-8")
    half_done.replace(file)
