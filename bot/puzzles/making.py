"""Creating files of puzzles from games (`flipfour puzzles make`).

Games are examined by several processes, and results are collected in the order of the games, so the same
games give the same file however many processes there are. A journal next to the file has a line for each
examined game; after a kill, the work resumes behind its last complete line.
"""

from __future__ import annotations

import itertools
import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.puzzles.source_games import EarlierPuzzle, ExaminedGame, SourceGame, examine, refreshed
from engine.errors import EngineError
from engine.puzzles import Puzzle
from engine.puzzles.grading import EASIEST, HARDEST
from engine.puzzles.making import puzzle_game
from engine.puzzles.puzzle import read, written
from engine.puzzles.shipped import retired_file_of

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
        """True if there are as many puzzles as wanted."""
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
        spread, band, limits = SPREAD[self.game], band_of(puzzle), _limits(puzzle)
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


def band_of(puzzle: Puzzle) -> int:
    """Return the number of a puzzle's band of ratings."""
    return int((min(puzzle.rating, HARDEST - 1) - EASIEST) // BAND)


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
    """Return the path of the journal next to a file of puzzles."""
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
    """Replace the file atomically."""
    half_done = file.with_name(f"{file.name}.new")
    half_done.write_text(text, encoding="utf-8")
    half_done.replace(file)
