"""Measures what the certainty of a score is worth: `python -m bench.reversi_certainty [POSITIONS] [EMPTIES]`

Searches to the end of the game that trust shallow ones come before the proof. For each of them the table says
how often it had the score that was proved afterwards, and the right winner, on positions from quick games
(three plies a move) out of balanced openings, and when it was done.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import islice

from bench.reversi_evaluation import openings
from engine import Limits, Progress, reversi, search, warm_up
from engine.players.computer import ComputerPlayer
from engine.search.transposition import TranspositionTable

_QUICK = "patterns:3 misjudges=1.0@4.0"


def positions(empties: int) -> list[reversi.Position]:
    """A position with so many empty squares from each opening whose game gets so far."""
    player, found = ComputerPlayer.parse(f"{_QUICK} seed=1"), []
    for position in openings():
        while position.result() is None and 64 - sum(position.counts()) > empties:
            position = position.play(player.choose(position, 10.0).move)
        if position.result() is None:
            found.append(position)
    return found


def sign(score: float) -> int:
    """Who wins: 1 the side to move, -1 the other, 0 nobody."""
    return (score > 0) - (score < 0)


def main() -> None:
    """Search the positions one by one, in one thread."""
    count, empties = (int(argument) for argument in [*sys.argv[1:], "100", "22"][:2])
    warm_up("reversi")
    right: dict[float, int] = defaultdict(int)
    winner: dict[float, int] = defaultdict(int)
    seconds: dict[float, float] = defaultdict(float)
    searched = 0
    for position in islice(positions(empties), count):
        reported: dict[float, tuple[float, float]] = {}

        def note(progress: Progress, into: dict[float, tuple[float, float]] = reported) -> None:
            if progress.fraction == 1 and progress.certainty is not None:
                into.setdefault(progress.certainty, (progress.score, progress.seconds))

        found = search(position, Limits(None, depth=60), progress=note, table=TranspositionTable(64))
        assert found.exact, position
        searched += 1
        for certainty, (score, after) in reported.items():
            right[certainty] += score == found.score
            winner[certainty] += sign(score) == sign(found.score)
            seconds[certainty] += after
    print(f"{searched} positions with {empties} empty squares")
    print("| certainty | right score | right winner | mean s |")
    print("| ---: | ---: | ---: | ---: |")
    for certainty in sorted(right):
        shares = f"{right[certainty] / searched:.0%} | {winner[certainty] / searched:.0%}"
        print(f"| {certainty:.0%} | {shares} | {seconds[certainty] / searched:.2f} |")


if __name__ == "__main__":
    main()
