"""Solves the FFO endgame problems 40 to 49 and prints a table.

python -m bench.ffo [numbers]
"""

from __future__ import annotations

import sys

from bench.ffo_problems import FFO
from bench.search_core import measure_endgames
from engine.search.warm_up import warm_up


def main() -> None:
    """Solve the problems named on the command line, or all."""
    wanted = {int(number) for number in sys.argv[1:]}
    warm_up("reversi")
    nodes, seconds = 0, 0.0
    print("| no. | move | score | right | nodes | processor s | M nodes/s |")
    print("| ---: | --- | ---: | --- | ---: | ---: | ---: |")
    for problem in FFO:
        if wanted and problem.number not in wanted:
            continue
        (row,) = measure_endgames([problem])
        print(
            f"| {row['problem']} | {row['move']} | {row['score']:+d} | {'yes' if row['right'] else 'NO'} "
            f"| {row['nodes']:,} | {row['seconds']:.2f} | {row['million_nodes_per_second']:.1f} |",
            flush=True,
        )
        nodes += row["nodes"]
        seconds += row["seconds"]
    print(f"| all | | | | {nodes:,} | {seconds:.1f} | {nodes / seconds / 1e6:.1f} |")


if __name__ == "__main__":
    main()
