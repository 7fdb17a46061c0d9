"""Solve FFO endgame problems and print a table: `python -m research.ffo [NUMBER …]`

The default is 40 to 49, each with an empty table of 128 MB. Problems from 50 on take minutes and get a table
of 1,024 MB.
"""

from __future__ import annotations

import sys

from bench.search_core import FFO, FFO_HARDER, measure_endgames
from engine.search.deepening import warm_up


def main() -> None:
    """Solve the problems named on the command line, or 40 to 49."""
    wanted = {int(number) for number in sys.argv[1:]}
    warm_up("reversi")
    nodes, seconds = 0, 0.0
    print("| no. | move | score | right | nodes | processor s | M nodes/s |")
    print("| ---: | --- | ---: | --- | ---: | ---: | ---: |")
    for problem in FFO + FFO_HARDER:
        harder = problem in FFO_HARDER
        if problem.number not in wanted and (wanted or harder):
            continue
        (row,) = measure_endgames([problem], megabytes=1024 if harder else 128)
        print(
            f"| {row['problem']} | {row['move']} | {int(row['score']):+d} "
            f"| {'yes' if row['right'] else 'NO'} | {row['nodes']:,} "
            f"| {row['seconds']:.2f} | {row['million_nodes_per_second']:.1f} |",
            flush=True,
        )
        nodes += row["nodes"]
        seconds += row["seconds"]
    print(f"| all | | | | {nodes:,} | {seconds:.1f} | {nodes / seconds / 1e6:.1f} |")


if __name__ == "__main__":
    main()
