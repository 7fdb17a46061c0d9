"""Build the book of Connect 4 openings; an interrupted run resumes.

    python -m research.training.connect4_book read STATE [FILE]                 start from a book's entries
    python -m research.training.connect4_book solve STATE [--complete 9] [--plies 10] [--minutes M]
    python -m research.training.connect4_book write STATE [FILE]                write the solved positions
    python -m research.training.connect4_book verify [FILE] [--positions 100] [--seed 1]    solve some again

STATE is a text file: "ply key score .", one solved position a line, written as soon as it is known. First
come all positions with --complete discs and a best move in each, from which those with fewer follow, then, up
to --plies, those that matter to a side that plays perfectly. The positions of a ply are solved in parallel,
in threads or, with --cluster dask://HOST:8786, by the workers of a scheduler. All positions in a process
share a table of --megabytes, so most of them cost little; a worker frees it when it ends.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from rich.console import Console
from rich.progress import Progress

from engine import connect4
from engine.connect4.book import (
    SHIPPED,
    Book,
    BookPage,
    Solver,
    key_of,
    packed,
    position_of,
    preference,
    unpacked,
)
from engine.connect4.position import Position
from engine.errors import EngineError
from engine.search.alphabeta import prove_score
from engine.search.context import SearchContext
from engine.search.limits import StopFlag
from engine.search.scores import ALL_TECHNIQUES, ETC, TABLE_MOVES
from executors.batch import Crew, hired_threads, in_order
from executors.executor import NAMED_TABLES, Memory
from research.training.crews import add_crew, carried_out
from research.training.interrupts import until_interrupted

EMPTY = connect4.start()
_LEAST, _GREATEST, _ROOT = np.int64(-64), np.int64(64), np.int64(0)

#: Scores by key, for each ply.
Solved: TypeAlias = dict[int, dict[int, int]]
#: Counts one position as done.
Count: TypeAlias = Callable[[], None]


def plies_from(start: Position) -> Iterator[dict[int, Position]]:
    """Return, for each ply from `start` on, the unfinished positions by key, mirror images once.

    They are in the order of a walk through the tree, so neighbours have much in common.
    """
    now = {key_of(start): start}
    while now:
        yield now
        later: dict[int, Position] = {}
        for position in now.values():
            for after in _successors(position):
                later.setdefault(key_of(after), after)
        now = later


def positions_after(start: Position, plies: int) -> dict[int, Position]:
    """Return the unfinished positions after this many moves from `start`, in the order of `plies_from`."""
    return next(islice(plies_from(start), plies, None), {})


def _successors(position: Position) -> Iterator[Position]:
    """Return the unfinished positions one move later, in the order in which a player would choose them."""
    for move in sorted(position.legal_moves(), key=lambda column: preference(position, column)):
        after = position.play(move)
        if after.result() is None:
            yield after


def _wins_at_once(position: Position) -> bool:
    """True if the side to move can end the game with a line."""
    ends = (position.play(move).result() for move in position.legal_moves())
    return any(end is not None and end.score < 0 for end in ends)


def negamax(later: Mapping[int, int], position: Position) -> int:
    """Return the score of a position from those one ply later; KeyError when one is missing."""
    scores = []
    for move in position.legal_moves():
        after = position.play(move)
        end = after.result()
        scores.append(-(later[key_of(after)] if end is None else end.score))
    return max(scores)


def read_state(path: Path) -> Solved:
    """Return the positions solved so far."""
    solved: Solved = {}
    if path.exists():
        for line in path.read_text().splitlines():
            # A killed process may have left a partial line.
            if len(parts := line.split()) == 4 and parts[3] == ".":
                solved.setdefault(int(parts[0]), {})[int(parts[1])] = int(parts[2])
    return solved


def begin_state(path: Path, book: Book) -> int:
    """Create a state from a book; return its number of positions. Raises EngineError when a state exists."""
    try:
        with path.open("x") as state:
            for ply, page in book.pages.items():
                for key, score in zip(page.keys, page.scores, strict=True):
                    state.write(_line(ply, int(key), int(score)))
    except FileExistsError:
        raise EngineError(f"{path} is there already") from None
    return len(book)


def _line(ply: int, key: int, score: int) -> str:
    """Format a solved position for a state file."""
    return f"{ply} {key} {score} .\n"


def _proved(
    position: Position, low: int, high: int, memory: Memory, stop: StopFlag | None = None
) -> int | None:
    """Return the score of a position within two bounds; None when `stop` was set."""
    context, stop = SearchContext(NAMED_TABLES.get(memory)), stop or StopFlag()
    stop.attach(context.words)
    try:
        score = prove_score(position.state(), np.int64(low), np.int64(high), _ROOT, context.address)
        return None if context.stopped else int(score)
    finally:
        stop.detach(context.words)


def solve(key: int, least: int, memory: Memory, stop: StopFlag | None = None) -> int | None:
    """Return the score of a position given a lower bound; None when `stop` was set."""
    return _proved(position_of(key), least, int(_GREATEST), memory, stop)


def best_reply(
    key: int, least: int, known: Mapping[int, int], memory: Memory, stop: StopFlag | None = None
) -> dict[int, int] | None:
    """Return the scores of a position and of the position after a best move; None when `stop` was set.

    `known` has scores of both by key. A best move that ends the game adds none.
    """
    position = position_of(key)
    score = known.get(key)
    if score is None and (score := solve(key, least, memory, stop)) is None:
        return None
    if _wins_at_once(position):
        return {key: score}
    following = list(_successors(position))
    for after in following:
        if known.get(key_of(after)) == -score:
            return {key: score, key_of(after): -score}
    for after in following:
        if key_of(after) not in known:
            reached = _proved(after, -score, -score + 1, memory, stop)
            if reached is None:
                return None
            if reached == -score:
                return {key: score, key_of(after): -score}
    return {key: score}


class Work:
    """Positions being solved by a crew, into a state file, until `stop`."""

    def __init__(
        self, path: Path, crew: Crew, stop: StopFlag, start: Position = EMPTY, megabytes: float = 512
    ) -> None:
        self.path = path
        self.start = start
        self.solved = read_state(path)
        self._crew = crew
        self._stop = stop
        self._asked = Memory.new(megabytes), crew.flag(stop)

    @property
    def stopped(self) -> bool:
        """True if the work is to end."""
        return self._stop.is_set()

    def all(self, complete: int, plies: int) -> None:
        """Solve all positions for the book: the complete plies, then the lines of perfect play."""
        self.complete(complete)
        if not self.stopped:
            self.perfect(plies)

    def complete(self, plies: int) -> None:
        """Solve every position this many plies from the start, and find a best move in each.

        The positions in between follow from them.
        """
        least = self._least_scores(positions_after(self.start, plies - 1)) if plies else {}
        last = positions_after(self.start, plies)
        left = {key: position for key, position in last.items() if not self._has_reply(position)}
        jobs = (
            partial(best_reply, key, least.get(key, int(_LEAST)), self._own_score(position), *self._asked)
            for key, position in left.items()
        )
        with self._counted(f"ply {self.start.ply + plies}", len(last), len(last) - len(left)) as count:
            for key, scores in zip(left, in_order(self._crew, jobs, self._stop), strict=False):
                if scores is not None:
                    self._keep_reply(left[key].ply, key, scores)
                    count()
        for earlier in range(plies - 1, -1, -1):
            for key, position in positions_after(self.start, earlier).items():
                if key not in self.solved.get(position.ply, {}):
                    # An interrupted run lacks some of the later ones.
                    with suppress(KeyError):
                        later = self.solved.get(position.ply + 1, {})
                        self._keep(position.ply, key, negamax(later, position))

    def perfect(self, plies: int) -> None:
        """Solve the positions that a perfect player needs against every play of the other side.

        When the player is to move, one best move is found; when the other side is, all moves are answered.
        """
        for side in (0, 1):
            ours = positions_after(self.start, (self.start.ply + side) % 2)
            least: dict[int, int] = {}
            while ours and next(iter(ours.values())).ply < self.start.ply + plies:
                theirs = self._best_replies(ours, least, f"player {side + 1}")
                if self.stopped:
                    return
                least = self._least_scores(theirs)
                ours = {key_of(after): after for reply in theirs.values() for after in _successors(reply)}

    def _best_replies(
        self, ours: dict[int, Position], least: dict[int, int], who: str
    ) -> dict[int, Position]:
        """Return the positions after a best move in each of ours, by key; incomplete when stopped."""
        ply = next(iter(ours.values())).ply
        # Computed before any is solved, so the chosen moves do not depend on timing.
        known = [self._known(position) for position in ours.values()]
        jobs = (
            partial(best_reply, key, least.get(key, int(_LEAST)), scores, *self._asked)
            for key, scores in zip(ours, known, strict=True)
        )
        theirs: dict[int, Position] = {}
        with self._counted(f"{who} at ply {ply}", len(ours)) as count:
            for key, scores in zip(ours, in_order(self._crew, jobs, self._stop), strict=False):
                if scores is None:
                    break
                self._keep_reply(ply, key, scores)
                theirs |= {found: position_of(found) for found in scores if found != key}
                count()
        return theirs

    def _known(self, position: Position) -> dict[int, int]:
        """Return the known scores of a position and of those one move later, by key."""
        later = self.solved.get(position.ply + 1, {})
        keys = [key_of(after) for after in _successors(position)]
        return {key: later[key] for key in keys if key in later} | self._own_score(position)

    def _own_score(self, position: Position) -> dict[int, int]:
        """Return the score of a position by its key, if it is solved."""
        key, solved = key_of(position), self.solved.get(position.ply, {})
        return {key: solved[key]} if key in solved else {}

    def _has_reply(self, position: Position) -> bool:
        """True if the score of a position is known, and a move that reaches it."""
        known = self._known(position)
        score = known.pop(key_of(position), None)
        return score is not None and (-score in known.values() or _wins_at_once(position))

    def _least_scores(self, earlier: dict[int, Position]) -> dict[int, int]:
        """Return lower bounds for positions one ply later: minus the solved score before the move."""
        least: dict[int, int] = {}
        for key, position in earlier.items():
            if (score := self.solved.get(position.ply, {}).get(key)) is not None:
                for after in map(key_of, _successors(position)):
                    least[after] = max(least.get(after, -score), -score)
        return least

    def _keep_reply(self, ply: int, key: int, scores: dict[int, int]) -> None:
        """Store the result of `best_reply`, successor first, so that no position is stored without it."""
        for found, score in reversed(scores.items()):
            if found not in self.solved.get(ply + (found != key), {}):
                self._keep(ply + (found != key), found, score)

    def _keep(self, ply: int, key: int, score: int) -> None:
        self.solved.setdefault(ply, {})[key] = score
        with self.path.open("a") as state:
            state.write(_line(ply, key, score))

    @contextmanager
    def _counted(self, name: str, total: int, done: int = 0) -> Iterator[Count]:
        """Return a function that counts the positions of a part of the work, with a progress bar."""
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(name, total=total, completed=done)
            yield lambda: bar.advance(task)


def book_of(solved: Solved, recipe: dict[str, Any]) -> Book:
    """Build a book of the solved positions."""
    return Book({ply: BookPage.from_scores(scores) for ply, scores in solved.items() if scores}, recipe)


def write(path: Path, file: Path, start: Position = EMPTY) -> int:
    """Write a book of the solved positions; return its number of positions."""
    solved = read_state(path)
    complete = 0
    for ply, positions in enumerate(plies_from(start), start.ply):
        if len(solved.get(ply, ())) < len(positions):
            break
        complete += 1
    recipe = {"command": "python -m research.training.connect4_book", "complete_plies": complete}
    book = book_of(solved, recipe)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(packed(book.pages, recipe))
    return len(book)


def verify(book: Book, count: int, seed: int) -> tuple[int, int]:
    """Solve random entries again with other techniques and no book; return how many, and how many right."""
    entries = [(discs, int(key)) for discs, page in sorted(book.pages.items()) for key in page.keys]
    chosen = random.Random(seed).sample(entries, min(count, len(entries)))
    solver = Solver(128, int(ALL_TECHNIQUES) & ~int(ETC | TABLE_MOVES))
    right = 0
    for number, (discs, key) in enumerate(chosen, start=1):
        solver.clear()
        right += solver.score(position_of(key).mirrored()) == book.pages[discs].score(key)
        sys.stderr.write(f"{right} of {number} right\n")
    return len(chosen), right


def contradictions(book: Book) -> int:
    """Count entries that differ from the score by those one ply later, where all of these are in the book."""
    wrong = 0
    for discs, page in book.pages.items():
        later = book.pages.get(discs + 1, BookPage.from_scores({}))
        scores = dict(zip(map(int, later.keys), map(int, later.scores), strict=True))
        for key, score in zip(map(int, page.keys), map(int, page.scores), strict=True):
            with suppress(KeyError):
                wrong += negamax(scores, position_of(key)) != score
    return wrong


def _read(options: argparse.Namespace) -> None:
    book = unpacked(options.file.read_bytes(), options.file.name)
    print(f"{begin_state(options.state, book):,} positions in {options.state}")


def _solve(options: argparse.Namespace) -> None:
    stop = StopFlag()
    stop.set_after(60 * options.minutes)
    with hired_threads(options.cluster, options.threads) as crew:
        work = Work(options.state, crew, stop, megabytes=options.megabytes)
        until_interrupted(lambda: work.all(options.complete, options.plies), stop)


def _write(options: argparse.Namespace) -> None:
    print(f"{write(options.state, options.file):,} positions in {options.file}")


def _verify(options: argparse.Namespace) -> None:
    book = unpacked(options.file.read_bytes(), options.file.name)
    wrong = contradictions(book)
    print(f"{wrong} of {len(book):,} entries contradict those one ply later", flush=True)
    tried, right = verify(book, options.positions, options.seed)
    print(f"{right} of {tried} entries are right")
    if wrong or right < tried:
        raise EngineError(f"{options.file} is wrong")


def main(arguments: list[str] | None = None) -> int:
    """Run one of the steps; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("read")
    step.add_argument("state", type=Path)
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.set_defaults(run=_read)
    step = steps.add_parser("solve")
    step.add_argument("state", type=Path)
    step.add_argument("--complete", type=int, default=9)
    step.add_argument("--plies", type=int, default=10)
    step.add_argument("--megabytes", type=float, default=512)
    step.add_argument("--minutes", type=float, default=float("inf"))
    step.set_defaults(run=_solve)
    add_crew(step)
    step = steps.add_parser("write")
    step.add_argument("state", type=Path)
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.set_defaults(run=_write)
    step = steps.add_parser("verify")
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.add_argument("--positions", type=int, default=100)
    step.add_argument("--seed", type=int, default=1)
    step.set_defaults(run=_verify)
    options = parser.parse_args(arguments)
    return carried_out(lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
