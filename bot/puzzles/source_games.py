"""Games to search for puzzles: played by levels with their usual errors, or read from elsewhere.

A generated game depends only on its seed and number.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine import Position
from engine.errors import EngineError
from engine.players.computer import ComputerPlayer
from engine.players.levels import thinking_levels
from engine.puzzles import GOALS, Aim, Puzzle, Reason, Rejected, from_position
from engine.puzzles.making import puzzle_game
from engine.puzzles.only_moves import Line, only_move, reaches
from engine.puzzles.puzzle_game import THEMES
from engine.puzzles.solving import BestTwo, PuzzleSolver
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


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A game to be generated."""

    game: str
    seed: int
    number: int

    @property
    def key(self) -> str:
        """Name in the journal."""
        return f"{self.seed}:{self.number}"

    def positions(self) -> list[Position]:
        """Return the positions of the game, in order."""
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


@dataclass(frozen=True, slots=True)
class SourceMove:
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


@dataclass(frozen=True, slots=True)
class EarlierPuzzle:
    """A puzzle of an earlier file, which keeps its line and its rating."""

    puzzle: Puzzle

    @property
    def key(self) -> str:
        """Name in the journal."""
        return f"earlier:{self.puzzle.id}"

    def examined(self) -> ExaminedGame:
        """Return the puzzle in its current form, unless it is rejected now."""
        puzzle, turn = refreshed(self.puzzle)
        if _is_worth_it(puzzle.aim, turn):
            return ExaminedGame(self.key, [puzzle])
        return ExaminedGame(self.key, rejected=Counter([Reason.UNWANTED.value]))


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
    """Search a game for puzzles, in an order of positions drawn from its key."""
    if isinstance(source, EarlierPuzzle):
        return source.examined()
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
        found = from_position(position, seconds=_SECONDS, wanted=lambda aim, turn: _is_wanted(aim, turn, rng))
        if isinstance(found, Rejected):
            examined.rejected[found.reason.value] += 1
            continue
        examined.puzzles.append(found)
        taken.append(ply)
        if len(taken) == PER_GAME:
            break
    return examined


def _is_wanted(aim: Aim, turn: BestTwo, rng: random.Random) -> bool:
    """Return whether to take a puzzle: few with nothing but discs at stake."""
    return _is_worth_it(aim, turn) and (aim != "best" or rng.random() < _PLAIN_SHARE)


def _is_worth_it(aim: Aim, turn: BestTwo) -> bool:
    """Return whether the result is at stake; discs alone are no fun in a lost game."""
    return aim in ("wipe-out", "win", "save") or turn.best > 0


def _is_tense(position: Position) -> bool:
    """Return whether some move is obvious."""
    obvious = puzzle_game(position.game).obvious
    return any(obvious(position, move) for move in position.legal_moves())
