"""Makes files of puzzles out of games (`flipfour puzzles make`).

Games are examined by many processes at once, and what was found is taken in the order of the games: the same
games give the same file, however many processes there are. A journal beside the file has a line for each game
that was examined. After a kill, making goes on behind its last whole line.
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

from bot.puzzles.source_games import Earlier, Examined, SourceGame, examine, refreshed
from engine.errors import EngineError
from engine.puzzles import Puzzle
from engine.puzzles.grading import EASIEST, HARDEST
from engine.puzzles.making import puzzle_game
from engine.puzzles.puzzle import read, written
from engine.puzzles.shipped import retired_beside

#: Puzzles are spread over bands of ratings: none gets more than the share in `SPREAD`.
BAND = 200.0
#: The most of all puzzles that ask for one move only, and of those for one that makes or stops a row at once.
MOST_ONE_MOVERS, MOST_OBVIOUS = 0.25, 0.1
#: Why a puzzle is left out although there is nothing wrong with it.
TWIN = "the same as another one, or a part of it"
ENOUGH_OF_BAND = "enough as difficult as this"
ENOUGH_ONE_MOVERS = "enough with a single move to find"
ENOUGH_OBVIOUS = "enough that make or stop a row at once"
ENOUGH_FOR_DISCS = "enough in which only discs are at stake"
ENOUGH_ALIKE = "enough about the same that are as difficult"
#: Games that wait for each process.
_AHEAD = 3

Key = tuple[int, int]


class Spread(NamedTuple):
    """How evenly the puzzles of a game are spread, in shares of all."""

    in_band: float
    """The most in one band of ratings."""
    alike: float = 1.0
    """The most in one band that are about the same."""
    for_discs: float = 1.0
    """The most in which only discs are at stake and no theme stands out."""


SPREAD = {"reversi": Spread(in_band=0.13, alike=0.025, for_discs=0.12), "connect4": Spread(in_band=0.2)}


@dataclass(slots=True)
class Collection:
    """The puzzles taken so far, of `wanted`, and how many positions were not taken, by reason."""

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
    """How many were taken of those that are limited, by the reason for leaving more out."""

    @property
    def full(self) -> bool:
        """Whether there are as many as wanted."""
        return len(self.puzzles) >= self.wanted

    def add(self, examined: Examined) -> None:
        """Take what was found in a game, as far as it is wanted."""
        self.games += 1
        self.rejected.update(examined.rejected)
        for puzzle in examined.puzzles:
            if self.full:
                break
            reason = self._take(puzzle)
            if reason is not None:
                self.rejected[reason] += 1

    def _take(self, puzzle: Puzzle) -> str | None:
        """Take a puzzle, or say why not."""
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
    """The limited kinds to which a puzzle belongs: the reason for leaving more out, and their share."""
    limits = {}
    if len(puzzle.line) == 1:
        limits[ENOUGH_ONE_MOVERS] = MOST_ONE_MOVERS
    if is_obvious(puzzle):
        limits[ENOUGH_OBVIOUS] = MOST_OBVIOUS
    if puzzle.aim == "best":
        limits[ENOUGH_FOR_DISCS] = SPREAD[puzzle.game].for_discs
    return limits


def asked_positions(puzzle: Puzzle) -> set[Key]:
    """What identifies the positions in which a puzzle asks for a move, turned in any way."""
    game = puzzle_game(puzzle.game)
    position, keys = game.parse(puzzle.position), set()
    for ply, move in enumerate(puzzle.line):
        if ply % 2 == 0:
            keys.add(game.twins_key(position))
        position = position.play(move)
    return keys


def band_of(puzzle: Puzzle) -> int:
    """The number of the band of ratings to which a puzzle belongs."""
    return int((min(puzzle.rating, HARDEST - 1) - EASIEST) // BAND)


def is_obvious(puzzle: Puzzle) -> bool:
    """Whether the first move makes or stops a row at once."""
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
    """Collect puzzles of a game until there are as many as wanted or no more games, and write their file.

    The `earlier` puzzles come first. Those that are not taken get a file of their own, so that their ids stay
    known. `progress` is called after each game. Raises EngineError when the journal is one of other puzzles.
    """
    collection, journal = Collection(game, wanted), journal_of(file)
    games = itertools.chain(map(Earlier, earlier), games)
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
        _write(retired_beside(file), written(retired, ["Not drawn any more, but known by their ids"]))
    return collection


def journal_of(file: Path) -> Path:
    """The journal beside a file of puzzles."""
    return file.with_name(f"{file.name}.journal")


def _in_order(games: Iterator[SourceGame], executor: Executor, ahead: int) -> Iterator[Examined]:
    """What is found in the games, in their order; some are examined ahead."""
    running: deque[Future[Examined]] = deque()
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


def _journal_line(examined: Examined, game: str) -> str:
    parts = {
        "game": game,
        "from": examined.key,
        "puzzles": written(examined.puzzles),
        "rejected": dict(examined.rejected),
    }
    return json.dumps(parts) + "\n"


def _read_journal(journal: Path, game: str) -> Iterator[Examined]:
    """The games of a journal; half a line at its end, left by a kill, is cut off."""
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
        yield Examined(key, list(read(puzzles, game, journal.name)), Counter(rejected))


def _write(file: Path, text: str) -> None:
    """Put the file into its place as a whole."""
    half_done = file.with_name(f"{file.name}.new")
    half_done.write_text(text, encoding="utf-8")
    half_done.replace(file)
