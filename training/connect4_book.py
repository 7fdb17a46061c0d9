"""Makes the book of Connect 4 openings, and goes on where it was stopped.

    python -m training.connect4_book solve STATE [--complete 7] [--plies 10] [--minutes M]
    python -m training.connect4_book write STATE [FILE]                make a book of what is solved
    python -m training.connect4_book verify [FILE] [--positions 100] [--seed 1]    solve some again

STATE is a text file: "ply key score .", one solved position a line, written as soon as it is known. First
come all positions with --complete discs, from which those with fewer follow, then, up to --plies, those that
matter to a side that plays perfectly. The table is kept between positions, so that most of them cost little.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from rich.console import Console
from rich.progress import Progress

from engine import connect4
from engine.connect4.book import SHIPPED, Book, Page, key_of, packed, position_of, preference, unpacked
from engine.connect4.position import Position
from engine.connect4.solver import Solver
from engine.search.context import SearchContext
from engine.search.context_words import ALL_TECHNIQUES, ETC, TABLE_MOVES
from engine.search.limits import StopFlag
from engine.search.proof import prove_score
from engine.search.transposition import TranspositionTable
from training.interrupts import until_interrupted

EMPTY = connect4.start()
_LEAST, _GREATEST, _ROOT = np.int64(-64), np.int64(64), np.int64(0)

#: Scores by key, for each ply.
Solved: TypeAlias = dict[int, dict[int, int]]
#: Counts one position as done.
Count: TypeAlias = Callable[[], None]


def positions_after(start: Position, plies: int) -> dict[int, Position]:
    """The unfinished positions so many moves after `start` by key, one of each pair of mirror images.

    They come as a walk through the tree meets them: neighbours have much in common.
    """
    now = {key_of(start): start}
    for _ in range(plies):
        later: dict[int, Position] = {}
        for position in now.values():
            for after in _successors(position):
                later.setdefault(key_of(after), after)
        now = later
    return now


def _successors(position: Position) -> Iterator[Position]:
    """The unfinished positions one move later, in the order in which a player would choose them."""
    for move in sorted(position.legal_moves(), key=lambda column: preference(position, column)):
        after = position.play(move)
        if after.result() is None:
            yield after


def negamax(later: Mapping[int, int], position: Position) -> int:
    """The score of a position by those one ply later; KeyError when one of them is not there."""
    scores = []
    for move in position.legal_moves():
        after = position.play(move)
        end = after.result()
        scores.append(-(later[key_of(after)] if end is None else end.score))
    return max(scores)


def read_state(path: Path) -> Solved:
    """What is solved already."""
    solved: Solved = {}
    if path.exists():
        for line in path.read_text().splitlines():
            # A process that was killed may have left half a line.
            if len(parts := line.split()) == 4 and parts[3] == ".":
                solved.setdefault(int(parts[0]), {})[int(parts[1])] = int(parts[2])
    return solved


class Work:
    """Positions being solved, into a state file, until `stop`."""

    def __init__(
        self, path: Path, table: TranspositionTable, stop: StopFlag, start: Position = EMPTY
    ) -> None:
        self.path = path
        self.start = start
        self.solved = read_state(path)
        self._context = SearchContext(table)
        book_of(self.solved, {}).fill(self._context, EMPTY)
        stop.attach(self._context.words)

    @property
    def stopped(self) -> bool:
        """True when the work is to end."""
        return self._context.stopped

    def all(self, complete: int, plies: int) -> None:
        """Everything the book wants: plies that are to be complete, then what perfect play needs."""
        self.complete(complete)
        if not self.stopped:
            self.perfect(plies)

    def complete(self, plies: int) -> None:
        """Solves every position so many plies from the start; those in between follow from them."""
        least = self._least_scores(positions_after(self.start, plies - 1)) if plies else {}
        last = positions_after(self.start, plies)
        with self._counted(f"ply {self.start.ply + plies}", len(last)) as count:
            for key, position in last.items():
                self._solve(position, least.get(key, int(_LEAST)), count)
                if self.stopped:
                    break
        for earlier in range(plies - 1, -1, -1):
            for key, position in positions_after(self.start, earlier).items():
                if key not in self.solved.get(position.ply, {}):
                    # Where the work was stopped some of the later ones are missing.
                    with suppress(KeyError):
                        self._keep(position, negamax(self.solved.get(position.ply + 1, {}), position))

    def perfect(self, plies: int) -> None:
        """Solves what a side needs that plays for the best score, against every play of the other side.

        Where it is to move one best move is found, where the other side is, all moves are answered.
        """
        for side in (0, 1):
            ours = positions_after(self.start, (self.start.ply + side) % 2)
            least: dict[int, int] = {}
            while ours and next(iter(ours.values())).ply < self.start.ply + plies:
                theirs: dict[int, Position] = {}
                ply = next(iter(ours.values())).ply
                with self._counted(f"player {side + 1} at ply {ply}", len(ours)) as count:
                    for key, position in ours.items():
                        best = self._best_move(position, least.get(key, int(_LEAST)), count)
                        if self.stopped:
                            return
                        if best is not None:
                            theirs.setdefault(key_of(best), best)
                least = self._least_scores(theirs)
                ours = {key_of(after): after for reply in theirs.values() for after in _successors(reply)}

    def _best_move(self, position: Position, least: int, count: Count) -> Position | None:
        """The position after a best move, None when that ends the game."""
        score = self._solve(position, least, count)
        for known in (True, False):
            for after in _successors(position):
                if known == (key_of(after) in self.solved.get(after.ply, ())):
                    if known and -self.solved[after.ply][key_of(after)] == score:
                        return after
                    if not known and self._proved(after, -score, -score + 1) == -score and not self.stopped:
                        self._keep(after, -score)
                        return after
        return None

    def _least_scores(self, earlier: dict[int, Position]) -> dict[int, int]:
        """Lower bounds from solved positions for those one ply later: minus their score."""
        least: dict[int, int] = {}
        for key, position in earlier.items():
            if (score := self.solved.get(position.ply, {}).get(key)) is not None:
                for after in map(key_of, _successors(position)):
                    least[after] = max(least.get(after, -score), -score)
        return least

    def _solve(self, position: Position, least: int, count: Count) -> int:
        """The score of a position; it means nothing when the work was stopped."""
        done = self.solved.setdefault(position.ply, {})
        key = key_of(position)
        if key not in done:
            score = self._proved(position, least, int(_GREATEST))
            if self.stopped:
                return 0
            self._keep(position, score)
        count()
        return done[key]

    def _proved(self, position: Position, low: int, high: int) -> int:
        return int(prove_score(position.state(), np.int64(low), np.int64(high), _ROOT, self._context.address))

    def _keep(self, position: Position, score: int) -> None:
        key = key_of(position)
        self.solved.setdefault(position.ply, {})[key] = score
        with self.path.open("a") as state:
            state.write(f"{position.ply} {key} {score} .\n")

    @contextmanager
    def _counted(self, name: str, total: int) -> Iterator[Count]:
        """A function that counts the positions of a part of the work, with a progress bar."""
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(name, total=total)
            yield lambda: bar.advance(task)


def book_of(solved: Solved, recipe: dict[str, Any]) -> Book:
    """A book of what is solved."""
    return Book({ply: Page.of(scores) for ply, scores in solved.items() if scores}, recipe)


def write(path: Path, file: Path, start: Position = EMPTY) -> int:
    """Makes a book of what is solved; its number of positions."""
    solved = read_state(path)
    complete = 0
    while len(solved.get(start.ply + complete, ())) == len(positions_after(start, complete)):
        complete += 1
    recipe = {"command": "python -m training.connect4_book", "complete_plies": complete}
    book = book_of(solved, recipe)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(packed(book.pages, recipe))
    return len(book)


def verify(book: Book, count: int, seed: int) -> tuple[int, int]:
    """Solve random entries again with other techniques and no book; how many, and how many were right."""
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
    """How many entries are not what those one ply later say of them, where all of these are in the book."""
    wrong = 0
    for discs, page in book.pages.items():
        later = book.pages.get(discs + 1, Page.of({}))
        scores = dict(zip(map(int, later.keys), map(int, later.scores), strict=True))
        for key, score in zip(map(int, page.keys), map(int, page.scores), strict=True):
            with suppress(KeyError):
                wrong += negamax(scores, position_of(key)) != score
    return wrong


def main(arguments: list[str] | None = None) -> None:
    """Runs one of the steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("solve")
    step.add_argument("state", type=Path)
    step.add_argument("--complete", type=int, default=7)
    step.add_argument("--plies", type=int, default=10)
    step.add_argument("--megabytes", type=float, default=512)
    step.add_argument("--minutes", type=float, default=float("inf"))
    step = steps.add_parser("write")
    step.add_argument("state", type=Path)
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step = steps.add_parser("verify")
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.add_argument("--positions", type=int, default=100)
    step.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.step == "solve":
        stop = StopFlag()
        stop.set_after(60 * options.minutes)
        work = Work(options.state, TranspositionTable(options.megabytes), stop)
        until_interrupted(lambda: work.all(options.complete, options.plies), stop)
    elif options.step == "write":
        print(f"{write(options.state, options.file):,} positions in {options.file}")
    else:
        book = unpacked(options.file.read_bytes(), options.file.name)
        wrong = contradictions(book)
        print(f"{wrong} of {len(book):,} entries contradict those one ply later", flush=True)
        tried, right = verify(book, options.positions, options.seed)
        print(f"{right} of {tried} entries are right")
        if wrong or right < tried:
            sys.exit(1)


if __name__ == "__main__":
    main()
