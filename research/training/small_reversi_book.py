"""Build the book of Reversi on 6 × 6, whose scores are all proved; an interrupted run resumes.

    python -m research.training.small_reversi_book solve STATE [--plies 6] [--minutes M] [--megabytes 512]
    python -m research.training.small_reversi_book write STATE [FILE] [--plies 6]    write a book
    python -m research.training.small_reversi_book verify [FILE] [--positions 20] [--seed 1]    solve again
    solve, verify: [--threads N] or [--cluster dask://HOST:8786]

STATE is a text file: "own opp score .", one solved position a line, written as soon as it is known. All
positions after --plies moves are solved, symmetric ones once; the scores of those before follow. All
positions in a process share a table of --megabytes, so most of them cost little.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from engine import reversi
from engine.errors import EngineError
from engine.reversi.book import SHIPPED_SMALL, Key, ProvedBook, ReversiBook, key_of, packed, unpacked
from engine.reversi.position import Position
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from executors.batch import Crew, hired_threads, in_order
from executors.executor import NAMED_TABLES, Memory
from research.training.crews import add_crew, carried_out
from research.training.interrupts import until_interrupted

START = reversi.start(6)


def positions_after(plies: int, start: Position = START) -> dict[Key, Position]:
    """Return the unfinished positions after this many moves from `start` by key, symmetric ones once.

    They are in the order of a walk through the tree, so neighbours have much in common.
    """
    now = {key_of(start): start}
    for _ in range(plies):
        later: dict[Key, Position] = {}
        for position in now.values():
            for after in _unfinished(position):
                later.setdefault(key_of(after), after)
        now = later
    return now


def _unfinished(position: Position) -> Iterator[Position]:
    for move in position.legal_moves():
        after = position.play(move)
        if after.result() is None:
            yield after


def negamax(later: Mapping[Key, int], position: Position) -> int:
    """Return the score of a position from those one move later; KeyError when one is missing."""
    scores = []
    for move in position.legal_moves():
        after = position.play(move)
        end = after.result()
        scores.append(-(later[key_of(after)] if end is None else end.score))
    return max(scores)


def read_state(path: Path) -> dict[Key, int]:
    """Return the positions solved so far."""
    solved: dict[Key, int] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            # A killed process may have left a partial line.
            if len(parts := line.split()) == 4 and parts[3] == ".":
                solved[int(parts[0]), int(parts[1])] = int(parts[2])
    return solved


def score_of(position: Position, memory: Memory, stop: StopFlag | None = None) -> int | None:
    """Return the proved score of a position; None when `stop` was set."""
    found = search(position, Limits(None, depth=36), stop, table=NAMED_TABLES.get(memory))
    return int(found.score) if found.exact else None


def solve(
    path: Path, plies: int, crew: Crew, stop: StopFlag, megabytes: float = 512, start: Position = START
) -> None:
    """Solve every position this many moves after the start, until `stop`."""
    solved, wanted = read_state(path), positions_after(plies, start)
    left = [key for key in wanted if key not in solved]
    asked = Memory.new(megabytes), crew.flag(stop)
    jobs = (partial(score_of, wanted[key], *asked) for key in left)
    with Progress(console=Console(stderr=True)) as bar, path.open("a") as state:
        task = bar.add_task("positions", total=len(wanted), completed=len(wanted) - len(left))
        for key, score in zip(left, in_order(crew, jobs, stop), strict=False):
            if score is not None:
                state.write(f"{key[0]} {key[1]} {score} .\n")
                state.flush()
                bar.advance(task)


def entries(solved: Mapping[Key, int], plies: int, start: Position) -> dict[Key, int]:
    """Return the scores of all positions up to this many moves. Raises EngineError if some are missing."""
    found: dict[Key, int] = {}
    for played in range(plies, -1, -1):
        for key, position in positions_after(played, start).items():
            try:
                found[key] = solved[key] if played == plies else negamax(found, position)
            except KeyError:
                raise EngineError(f"not all positions after {plies} moves are solved yet") from None
    return found


def write(path: Path, file: Path, plies: int, start: Position = START) -> ReversiBook:
    """Write a book of the solved positions. Raises EngineError when one is missing."""
    recipe = {
        "command": "python -m research.training.small_reversi_book",
        "size": start.size,
        "plies": start.moves_played + plies,
        "proved": True,
    }
    book = ProvedBook(entries(read_state(path), plies, start), recipe)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(packed(book))
    return book


def verify(book: ReversiBook, count: int, seed: int, crew: Crew, start: Position = START) -> tuple[int, int]:
    """Solve random entries again, each with an empty table; return how many, and how many were right."""
    deepest = positions_after(book.recipe["plies"] - start.moves_played, start)
    chosen = random.Random(seed).sample(sorted(deepest), min(count, len(deepest)))
    right = 0
    jobs = (partial(score_of, deepest[key], Memory.new(64)) for key in chosen)
    for key, score in zip(chosen, in_order(crew, jobs), strict=True):
        right += score == book.entries[key]
        sys.stderr.write(f"{key} {score}: {right} right\n")
    return len(chosen), right


def _solve(options: argparse.Namespace) -> None:
    stop = StopFlag()
    stop.set_after(60 * options.minutes)
    with hired_threads(options.cluster, options.threads) as crew:
        todo = partial(solve, options.state, options.plies, crew, stop, options.megabytes)
        until_interrupted(todo, stop)


def _write(options: argparse.Namespace) -> None:
    print(f"{len(write(options.state, options.file, options.plies)):,} positions in {options.file}")


def _verify(options: argparse.Namespace) -> None:
    book = unpacked(options.file.read_bytes(), options.file.name)
    with hired_threads(options.cluster, options.threads) as crew:
        tried, right = verify(book, options.positions, options.seed, crew)
    print(f"{right} of {tried} entries are right")
    if right < tried:
        raise EngineError(f"{options.file} is wrong")


def main(arguments: list[str] | None = None) -> int:
    """Run one of the steps; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("solve")
    step.add_argument("state", type=Path)
    step.add_argument("--plies", type=int, default=6)
    step.add_argument("--megabytes", type=float, default=512)
    step.add_argument("--minutes", type=float, default=float("inf"))
    step.set_defaults(run=_solve)
    add_crew(step)
    step = steps.add_parser("write")
    step.add_argument("state", type=Path)
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED_SMALL)
    step.add_argument("--plies", type=int, default=6)
    step.set_defaults(run=_write)
    step = steps.add_parser("verify")
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED_SMALL)
    step.add_argument("--positions", type=int, default=20)
    step.add_argument("--seed", type=int, default=1)
    step.set_defaults(run=_verify)
    add_crew(step)
    options = parser.parse_args(arguments)
    return carried_out(lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
