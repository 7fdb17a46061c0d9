"""Build the book of Reversi openings by searches with the program's own weights.

    python -m research.training.reversi_book make STATE [FILE] [--positions 2000] [--depth 22] [--plies 10]
    python -m research.training.reversi_book check [FILE] [--positions 100] [--depth 26] [--seed 1]
    both: [--threads N] or [--cluster dask://HOST:8786]

`make` opens one position after the other: it searches all moves to a small depth, and those close to the best
to `--depth`, or one ply more so that all searches end with the same side to move. Negamax backs the values up
to the start. Next comes the position that is cheapest to reach, where a move costs its loss by these values,
plus PLY_COST: drop-out expansion. Nothing is random: the same weights give the same book. STATE is a text
file, one opened position a line, written at once, so `make` resumes after an interruption; it belongs to the
weights it was begun with. At the end the book is written.

Several positions are searched at a time, in threads or by the workers of a cluster: the likely next ones. A
position is added in its turn, so the book does not depend on the number of workers.

`check` searches random positions of a book deeper and prints the loss of its moves by these searches.
"""

from __future__ import annotations

import argparse
import hashlib
import heapq
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.progress import Progress

from engine import reversi
from engine.errors import EngineError
from engine.players.computer import style_named
from engine.reversi.book import SHIPPED, UNIT, Key, ReversiBook, SearchedBook, key_of, packed, unpacked
from engine.reversi.eval.tables import NETWORK_FILE
from engine.reversi.position import Position
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.tables import TranspositionTable
from executors.batch import AHEAD, Crew, done_before, hired_threads, in_order
from research.training.crews import add_crew, carried_out
from research.training.interrupts import until_interrupted

#: The small depth, and the margin below the best move beyond which moves are left out.
SHALLOW, FAR_BELOW = 8, 5 * UNIT
#: In the first plies all moves are kept and none costs more than this: people play all the usual openings.
USUAL_PLIES, USUAL_COST = 2, 2 * UNIT
#: Cost of each ply, so that early positions come before late ones.
PLY_COST = 20
#: Moves up to this many discs below the best are in the book even if their successors are not.
MARGIN = 1.5

START = key_of(reversi.start())

#: Values of moves for the side that makes them, in 1/64 disc.
Values: TypeAlias = dict[str, int]


def position_of(key: Key) -> Position:
    """Return the position with this key, black to move."""
    return Position(key[0], key[1])


class Opened:
    """The positions opened so far, with the searched values of their moves (1/64 disc, for the mover)."""

    def __init__(self, plies: int) -> None:
        self._plies = plies
        self._after: dict[Key, list[Key]] = {}
        #: Searched values of positions, for the side to move, valid until the positions are opened.
        self._searched: dict[Key, int] = {}

    def __len__(self) -> int:
        return len(self._after)

    def add(self, key: Key, values: Values) -> None:
        """Add the moves of a position."""
        position, after = position_of(key), []
        for move, value in values.items():
            after.append(key_of(position.play(move)))
            self._searched.setdefault(after[-1], -value)
        self._after[key] = after

    def values(self) -> dict[Key, int]:
        """Return the values of all known positions, backed up from the leaves by negamax."""
        found: dict[Key, int] = {}

        def value(key: Key) -> int:
            if key not in self._after:
                return self._searched[key]
            if key not in found:
                found[key] = max(-value(after) for after in self._after[key])
            return found[key]

        if self._after:
            value(START)
        return self._searched | found

    def next(self, count: int = 1) -> list[Key]:
        """Return the positions to open next, at most `count`; none when all within the plies are opened."""
        values, seen, wanted = self.values(), set[Key](), list[Key]()
        reached = [(0, START)]
        while reached and len(wanted) < count:
            cost, key = heapq.heappop(reached)
            if key in seen:
                continue
            seen.add(key)
            position = position_of(key)
            if key not in self._after:
                if position.moves_played < self._plies and position.legal_moves():
                    wanted.append(key)
                continue
            most = USUAL_COST if position.moves_played < USUAL_PLIES else 64 * UNIT
            for after in self._after[key]:
                lost = min(values[key] + values[after], most)
                heapq.heappush(reached, (cost + lost + PLY_COST, after))
        return wanted

    def entries(self, margin: int) -> dict[Key, int]:
        """Return the book's entries: opened positions, and those after moves close to the best."""
        values = self.values()
        pooled = {key: values[key] for key in self._after}
        for key, following in self._after.items():
            pooled |= {after: values[after] for after in following if -values[after] >= values[key] - margin}
        return pooled


def searched(key: Key, depth: int, made_with: str, stop: StopFlag | None = None) -> Values:
    """Return the values of the moves close to the best; they are meaningless when `stop` was set.

    Raises EngineError where the program has other weights.
    """
    if made_with != header(depth):
        raise EngineError("other weights are installed there than here: the book would be of both")
    style, table, position = style_named("reversi", "network"), TranspositionTable(), position_of(key)

    def value(after: Position, depth: int) -> int:
        if (result := after.result()) is not None:
            return -result.score * UNIT
        # Evaluations with different sides to move differ by about a disc.
        depth += (after.moves_played + depth) % 2
        return -round(search(after, Limits(None, depth), stop, style=style, table=table).score * UNIT)

    following = {move: position.play(move) for move in position.legal_moves()}
    first = {move: value(after, min(depth, SHALLOW)) for move, after in following.items()}
    least = max(first.values()) - FAR_BELOW
    usual = position.moves_played < USUAL_PLIES
    return {move: value(after, depth) for move, after in following.items() if usual or first[move] >= least}


def header(depth: int) -> str:
    """Return the first line of a state: what its values depend on."""
    weights = hashlib.blake2b(NETWORK_FILE.read_bytes(), digest_size=8).hexdigest()
    return f"weights {weights} depth {depth} ."


def read_state(path: Path, depth: int) -> Iterator[tuple[Key, Values]]:
    """Return the opened positions. Raises EngineError if the state has other weights or depths."""
    if not path.exists():
        return
    first, *lines = path.read_text().splitlines() or [""]
    if first != header(depth):
        raise EngineError(f"{path} was made with other weights or another depth; begin a new one")
    for line in lines:
        own, opp, *moves = line.split()
        # A killed process may have left a partial line.
        if moves[-1:] == ["."]:
            pairs = (move.split(":") for move in moves[:-1])
            yield (int(own), int(opp)), {move: int(value) for move, value in pairs}


class Ahead:
    """Searches of the likely next positions, which keep the whole crew busy."""

    def __init__(self, crew: Crew, depth: int, stop: StopFlag) -> None:
        self._crew = crew
        self._stop = stop
        self._search = partial(searched, depth=depth, made_with=header(depth), stop=crew.flag(stop))
        self._jobs: dict[Key, Future[Values]] = {}
        self.most = AHEAD * crew.size
        """Maximum positions queued or being searched."""

    def values(self, keys: Sequence[Key]) -> Values | None:
        """Return the values of the first of some positions, while others are searched; None when stopped."""
        waiting = sum(not job.done() for job in self._jobs.values())
        for key in keys:
            if key not in self._jobs and (key == keys[0] or waiting < self.most):
                self._jobs[key] = self._crew.executor.submit(self._search, key)
                waiting += 1
        job = self._jobs[keys[0]]
        if not done_before(job, self._stop):
            return None
        del self._jobs[keys[0]]
        return job.result()

    def cancel(self) -> None:
        """Cancel all searches."""
        for job in self._jobs.values():
            job.cancel()


def make(
    path: Path, file: Path, positions: int, depth: int, plies: int, crew: Crew, stop: StopFlag
) -> ReversiBook:
    """Open positions until there are enough, or `stop`, and write the book of them."""
    opened, ahead = Opened(plies), Ahead(crew, depth, stop)
    for known, values in read_state(path, depth):
        opened.add(known, values)
    if not path.exists():
        path.write_text(header(depth) + "\n")
    with Progress(console=Console(stderr=True)) as bar, path.open("a") as state:
        task = bar.add_task("positions", total=positions, completed=len(opened))
        try:
            while keys := opened.next(min(ahead.most, positions - len(opened))):
                found = ahead.values(keys)
                if found is None:
                    break
                opened.add(keys[0], found)
                moves = " ".join(f"{move}:{value}" for move, value in found.items())
                state.write(f"{keys[0][0]} {keys[0][1]} {moves} .\n")
                state.flush()
                bar.advance(task)
        finally:
            ahead.cancel()
    recipe = {
        "command": "python -m research.training.reversi_book make",
        "made_with": header(depth),
        "opened": len(opened),
        "depth": depth,
        "plies": plies,
        "margin": MARGIN,
    }
    book = SearchedBook(opened.entries(int(MARGIN * UNIT)), recipe)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(packed(book))
    return book


def check(book: ReversiBook, count: int, depth: int, seed: int, crew: Crew) -> list[tuple[Position, float]]:
    """Return the losses of book moves in random positions by a deeper search, in discs."""
    known = [position for key in sorted(book.entries) if book.values(position := position_of(key))]
    chosen = random.Random(seed).sample(known, min(count, len(known)))
    jobs = (partial(searched, key_of(position), depth, header(depth)) for position in chosen)
    lost = []
    for position, values in zip(chosen, in_order(crew, jobs), strict=True):
        move = next(iter(book.values(position)))
        lost.append((position, (max(values.values()) - values.get(move, -64 * UNIT)) / UNIT))
        sys.stderr.write(f"{position} {move} {lost[-1][1]:.2f}\n")
    return lost


def _make(options: argparse.Namespace) -> None:
    stop = StopFlag()
    with hired_threads(options.cluster, options.threads) as crew:
        todo = (options.positions, options.depth, options.plies)
        book = until_interrupted(lambda: make(options.state, options.file, *todo, crew, stop), stop)
    print(f"{len(book):,} positions in {options.file}")


def _check(options: argparse.Namespace) -> None:
    book = unpacked(options.file.read_bytes(), options.file.name)
    with hired_threads(options.cluster, options.threads) as crew:
        lost = [one for _, one in check(book, options.positions, options.depth, options.seed, crew)]
    print(
        f"{len(lost)} positions: {sum(one == 0 for one in lost)} with the best move of "
        f"depth {options.depth}, {sum(lost) / len(lost):.2f} discs given away on average, "
        f"{max(lost):.2f} at most"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run one of the steps; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("make")
    step.add_argument("state", type=Path)
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.add_argument("--positions", type=int, default=2000)
    step.add_argument("--depth", type=int, default=22)
    step.add_argument("--plies", type=int, default=10)
    step.set_defaults(run=_make)
    add_crew(step)
    step = steps.add_parser("check")
    step.add_argument("file", type=Path, nargs="?", default=SHIPPED)
    step.add_argument("--positions", type=int, default=100)
    step.add_argument("--depth", type=int, default=26)
    step.add_argument("--seed", type=int, default=1)
    step.set_defaults(run=_check)
    add_crew(step)
    options = parser.parse_args(arguments)
    return carried_out(lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
