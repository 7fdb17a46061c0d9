"""Measure how Reversi searches use their time: `python -m research.reversi_time_use PART …`

    make [POSITIONS]            plays games, solves their late positions and writes reversi-ends.txt
    endgames [SECONDS …]        searches those positions: how many discs do the chosen moves lose?
    early-stops [GAMES] [SECONDS]
                                would searches that players end early have found another move?
    early-stop-match [GAMES] [SECONDS] [SHARE]
                                a player that ends searches early against one that uses all its time, or
                                a share of it: with about 0.4 both use as much on average
    book-match [GAMES] [SECONDS]
                                from the start, the strongest player with its book against itself without
    book-value [GAMES] [SECONDS]
                                the value of the positions at the end of the book for the player using it

`make` starts its games from random balanced openings, 25 for each number of empty squares, and plays them
with 0.02 s a move up to there. It takes some minutes and resumes after an interruption. If a search chooses
a move without a value in the file, the move is solved and its value added.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from engine import Limits, StopFlag, reversi, search, warm_up
from engine.players.computer import ComputerPlayer
from engine.players.matches import MatchScore, PlayedGame, balanced_openings
from engine.reversi.book import PLAYED, key_of
from engine.search.context import SearchContext
from engine.search.position import PASS
from engine.search.registry import default_style
from engine.search.root import Root
from engine.search.tables import TranspositionTable
from engine.search.time_management import TimeManager, iterations

FILE = Path(__file__).with_name("reversi-ends.txt")
EMPTIES = (18, 20, 22, 24, 26)
SEED = 11
#: Depth of the searches that value openings.
VALUE_DEPTH = 16


def late_position(opening: reversi.Position, empties: int) -> reversi.Position:
    """Return the position of a quick game at this many empties, or later, that offers a choice of moves."""
    position = opening
    while moves := position.legal_moves():
        if 64 - sum(position.counts()) <= empties and len(moves) > 1:
            return position
        position = position.play(search(position, Limits(0.02), table=TranspositionTable()).move)
    raise ValueError("the game was over before")


def openings() -> list[reversi.Position]:
    """Return the balanced openings in a fixed random order."""
    shuffled = balanced_openings(reversi.start())
    random.Random(SEED).shuffle(shuffled)
    return shuffled


def make(count: int) -> None:
    """Find the score of each position."""
    table, solved = TranspositionTable(256), read()
    for number, opening in enumerate(openings()[: count * len(EMPTIES)]):
        if number >= len(solved):
            position = late_position(opening, EMPTIES[number // count])
            table.clear()
            found = search(position, Limits(None), table=table)
            with FILE.open("a") as file:
                file.write(f"{position} {found.move}:{found.score}\n")


def read() -> list[tuple[reversi.Position, dict[str, int]]]:
    """Return the positions with the exact values of some moves, including a best one."""
    solved = []
    for line in FILE.read_text().splitlines() if FILE.exists() else []:
        squares, side, *values = line.split()
        pairs = (value.split(":") for value in values)
        solved.append((reversi.parse(f"{squares} {side}"), {move: int(score) for move, score in pairs}))
    return solved


def discs_lost(
    position: reversi.Position, values: dict[str, int], move: str, table: TranspositionTable
) -> int:
    """Return the loss of a move; add its value to `values`."""
    if move not in values:
        table.clear()
        values[move] = -round(search(position.play(move), Limits(None), table=table).score)
    return max(values.values()) - values[move]


def endgames(seconds: float) -> None:
    """Print a line for each number of empties."""
    rows: dict[int, list[tuple[int, bool, float]]] = {}
    solved, table = read(), TranspositionTable(256)
    for position, values in solved:
        found = search(position, Limits(seconds), table=TranspositionTable())
        empties = 64 - sum(position.counts())
        rows.setdefault(empties, []).append(
            (discs_lost(position, values, found.move, table), found.exact, found.seconds)
        )
    FILE.write_text(
        "".join(
            f"{position} {' '.join(f'{move}:{value}' for move, value in values.items())}\n"
            for position, values in solved
        )
    )
    print(f"{seconds} s a move")
    print("| empty | positions | best move | discs lost a move | proved | mean s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for empties, row in [*sorted(rows.items()), (0, [one for some in rows.values() for one in some])]:
        right = sum(given == 0 for given, _, _ in row) / len(row)
        mean = sum(given for given, _, _ in row) / len(row)
        proved = sum(exact for _, exact, _ in row) / len(row)
        used = sum(spent for _, _, spent in row) / len(row)
        print(
            f"| {empties or 'all'} | {len(row)} | {right:.0%} | {mean:.2f} | {proved:.0%} | {used:.2f} |",
            flush=True,
        )


class Course(NamedTuple):
    """A search run to its end: move and time, and those with which a player would have ended it."""

    move: str
    seconds: float
    early_move: str
    early_seconds: float


def course(position: reversi.Position, seconds: float) -> Course:
    """Search a position."""
    table, deadline = TranspositionTable(), StopFlag()
    context = SearchContext(table, None, position.search_table())
    root = Root(position, default_style("reversi"), context)
    deadline.attach(context.words)
    deadline.set_after(seconds)
    begun, time_manager, early = time.perf_counter(), TimeManager(seconds), None
    for iteration in iterations(position, root.style, None, seconds):
        if root.proved:
            break
        if early is None and time_manager.enough(root, iteration):
            early = (root.move, time.perf_counter() - begun)
        if not root.search(iteration):
            break
    deadline.cancel()
    end = (root.move, time.perf_counter() - begun)
    return Course(*end, *(early or end))


def early_stops(games: int, seconds: float) -> None:
    """Search every position of some games that offers a choice of moves."""
    found = []
    for opening in openings()[:games]:
        position = opening
        while moves := position.legal_moves():
            if len(moves) > 1:
                found.append(course(position, seconds))
            position = position.play(found[-1].move if len(moves) > 1 else moves[0])
    early = [one for one in found if one.early_seconds < one.seconds]
    other = sum(one.early_move != one.move for one in early)
    share = sum(one.early_seconds for one in found) / sum(one.seconds for one in found)
    print(
        f"{len(found)} searches of {seconds} s: {len(early)} ended early, {other} of them with another move; "
        f"{1 - share:.1%} of the time saved"
    )


#: Finds a move within a number of seconds, with its own table.
Chooser = Callable[[reversi.Position, float, TranspositionTable], str]
NO_BOOK = replace(default_style("reversi"), book=None)


def _early_stop(position: reversi.Position, seconds: float, table: TranspositionTable) -> str:
    return search(position, Limits(seconds, early_stop=True), style=NO_BOOK, table=table).move


def _full_time(position: reversi.Position, seconds: float, table: TranspositionTable) -> str:
    return search(position, Limits(seconds), style=NO_BOOK, table=table).move


def _with_book(position: reversi.Position, seconds: float, table: TranspositionTable) -> str:
    return ComputerPlayer("patterns").choose(position, seconds, table=table).move


#: Both sides of a match.
MATCHES: dict[str, tuple[Chooser, Chooser]] = {
    "early-stop-match": (_early_stop, _full_time),
    "book-match": (_with_book, _early_stop),
}


def play(match: str, opening: reversi.Position, seconds: tuple[float, float], side: int) -> PlayedGame:
    """Play one game, with `side` for the first player and at most this many seconds a move each."""
    position, spent, moves = opening, [0.0, 0.0], [0, 0]
    tables = TranspositionTable(), TranspositionTable()
    while (result := position.result()) is None:
        if position.legal_moves() == (PASS,):
            position = position.play(PASS)
        player = 0 if position.turn == side else 1
        begun = time.perf_counter()
        move = MATCHES[match][player](position, seconds[player], tables[player])
        spent[player] += time.perf_counter() - begun
        moves[player] += 1
        position = position.play(move)
    outcome = 0.5 if result.winner is None else float(result.winner == side)
    return PlayedGame(outcome, (spent[0], spent[1]), (moves[0], moves[1]))


def book_value(games: int, seconds: float) -> None:
    """Play the first moves, exchanging sides every time, and search the resulting positions."""
    values, met = [], set()
    for number in range(games):
        position, tables = reversi.start(), (TranspositionTable(), TranspositionTable())
        while position.moves_played < PLAYED:
            player = 0 if position.turn == number % 2 else 1
            position = position.play(MATCHES["book-match"][player](position, seconds, tables[player]))
        value = search(position, Limits(None, depth=VALUE_DEPTH)).score
        values.append(value if position.turn == number % 2 else -value)
        met.add(key_of(position))
    mean, error = statistics.mean(values), 1.96 * statistics.stdev(values) / len(values) ** 0.5
    print(
        f"{games} openings against {seconds} s a move without book: value {mean:+.2f} ± {error:.2f} discs by "
        f"searches of depth {VALUE_DEPTH}, {min(values):+.2f} at worst; {len(met)} different positions"
    )


def jobs(match: str, games: int) -> list[tuple[reversi.Position, int]]:
    """Return openings and sides: balanced ones, each with the sides exchanged, or the start repeatedly."""
    starts = openings() if match == "early-stop-match" else [reversi.start()] * games
    return [(opening, side) for opening in starts[: games // 2] for side in (0, 1)]


def result_line(match: str, seconds: tuple[float, float], tally: MatchScore) -> str:
    """Format a result in one line."""
    low, high = tally.elo_interval
    return (
        f"{match}, at most {seconds[0]:g} s a move against {seconds[1]:g}: "
        f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost, "
        f"{100 * tally.score:.1f} ± {100 * tally.error:.1f} %, "
        f"Elo {tally.elo:+.0f} ({low:+.0f} to {high:+.0f}); "
        f"{1000 * tally.seconds_per_move(0):.1f} ms a move against {1000 * tally.seconds_per_move(1):.1f}"
    )


def matched(match: str, games: int, seconds: tuple[float, float]) -> None:
    """Play on all cores."""
    tally, context = MatchScore(), multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context, warm_up) as pool:
        played = [pool.submit(play, match, opening, seconds, side) for opening, side in jobs(match, games)]
        for game in played:
            tally = tally.plus(game.result())
    print(result_line(match, seconds, tally))


def main() -> None:
    """Run the part that the command line names."""
    part, *rest = sys.argv[1:] or ["endgames"]
    warm_up("reversi")
    if part == "make":
        make(int(rest[0]) if rest else 25)
    elif part == "endgames":
        for seconds in rest or ["0.1", "1"]:
            endgames(float(seconds))
    elif part in ("early-stops", "book-value"):
        games, seconds = rest + ["20", "0.1"][len(rest) :]
        {"early-stops": early_stops, "book-value": book_value}[part](int(games), float(seconds))
    elif part in MATCHES:
        games, seconds, share = rest + ["200", "0.05", "1"][len(rest) :]
        matched(part, int(games), (float(seconds), float(share) * float(seconds)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
