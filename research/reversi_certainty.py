"""Measure how certain scores are before they are proved: `python -m research.reversi_certainty …`

    [POSITIONS] [EMPTIES]       how often is each score before the proof right?
    POSITIONS EMPTIES SECONDS   how many winners, and how many scores, are proved in that time?

Selective searches to the end of the game precede the proof. The first table has, for each of them, when it
ended and how often its score and its winner were the proved ones, on positions from quick games (three plies
a move) out of balanced openings; the second has the same for quick searches, which skip those between the
first and the last. The third compares searches that prove the winner first, when time is short, with searches
that do not.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import defaultdict
from itertools import islice
from unittest.mock import patch

from engine import Limits, Progress, SearchResult, StopFlag, reversi, search, warm_up
from engine.players.computer import ComputerPlayer
from engine.search import deepening
from engine.search.results import outcome_of
from engine.search.tables import TranspositionTable
from engine.search.time_management import MiddleLevels, OutcomeFirst
from research.reversi_evaluation import openings

_QUICK = "patterns:3 misjudges=1.0@4.0"


def positions(empties: int) -> list[reversi.Position]:
    """Return a position with this many empties from each opening whose game gets that far."""
    player, found = ComputerPlayer.parse(f"{_QUICK} seed=1"), []
    for position in openings():
        while position.result() is None and 64 - sum(position.counts()) > empties:
            position = position.play(player.choose(position, 10.0).move)
        if position.result() is None:
            found.append(position)
    return found


def main() -> None:
    """Search the positions one by one, in one thread."""
    given = sys.argv[1:]
    count, empties = (int(argument) for argument in (*given[:2], *("100", "22")[len(given) :]))
    warm_up("reversi")
    if len(given) > 2:
        short_of_time(count, empties, float(given[2]))
    else:
        with patch.object(MiddleLevels, "left_out", lambda *_: False):
            up_to_the_proof(count, empties)
        up_to_the_proof(count, empties)


def short_of_time(count: int, empties: int, seconds: float) -> None:
    """Print what is proved in this many processor seconds; other work may run on the machine."""
    outcomes: dict[str, int] = defaultdict(int)
    scores: dict[str, int] = defaultdict(int)
    chosen = list(islice(positions(empties), count))
    for position in chosen:
        first, at_once = searched(position, seconds), searched(position, seconds, outcome_first=False)
        assert None in (first.outcome, at_once.outcome) or first.outcome == at_once.outcome, position
        for way, found in (("who wins first", first), ("the score at once", at_once)):
            outcomes[way] += found.outcome is not None
            scores[way] += found.exact
    print(f"{len(chosen)} positions with {empties} empty squares, {seconds:g} s")
    print("| proved is | who wins | the score |")
    print("| --- | ---: | ---: |")
    for way, known in scores.items():
        print(f"| {way} | {outcomes[way]} | {known} |")


def searched(position: reversi.Position, seconds: float, *, outcome_first: bool = True) -> SearchResult:
    """Return what one thread finds in this many processor seconds."""
    stop, over, begun = StopFlag(), threading.Event(), time.process_time()

    def watch() -> None:
        while time.process_time() - begun < seconds and not over.wait(0.005):
            pass
        stop.set()

    first = OutcomeFirst(seconds if outcome_first else math.inf, time.process_time)
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with patch.object(deepening, "OutcomeFirst", lambda _: first):
            return search(position, Limits(100 * seconds), stop, table=TranspositionTable(64))
    finally:
        over.set()
        watcher.join()


def up_to_the_proof(count: int, empties: int) -> None:
    """Return when each search before the proof ended, and how often it was right."""
    right: dict[float, int] = defaultdict(int)
    winner: dict[float, int] = defaultdict(int)
    seconds: dict[float, float] = defaultdict(float)
    number = 0
    for position in islice(positions(empties), count):
        reported: dict[float, tuple[float, float]] = {}

        def note(progress: Progress, into: dict[float, tuple[float, float]] = reported) -> None:
            if progress.fraction == 1 and progress.certainty is not None:
                into.setdefault(progress.certainty, (progress.score, progress.seconds))

        found = search(position, Limits(None, depth=60), progress=note, table=TranspositionTable(64))
        assert found.exact, position
        number += 1
        for certainty, (score, after) in reported.items():
            right[certainty] += round(score) == round(found.score)
            winner[certainty] += outcome_of(score) == outcome_of(found.score)
            seconds[certainty] += after
    print(f"{number} positions with {empties} empty squares, {len(right) - 1} searches before the proof")
    print("| certainty | right score | right winner | mean s |")
    print("| ---: | ---: | ---: | ---: |")
    for certainty in sorted(right):
        shares = f"{right[certainty] / number:.0%} | {winner[certainty] / number:.0%}"
        print(f"| {certainty:.0%} | {shares} | {seconds[certainty] / number:.2f} |")


if __name__ == "__main__":
    main()
