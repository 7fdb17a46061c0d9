"""Train the learned Reversi evaluations, step by step.

    python -m research.training generate DATA/gen1 --weights gen0.patterns           play games
    python -m research.training label DATA/gen1 DATA/deep --weights W --depth 8      search positions deeper
    python -m research.training fit DATA/gen1 --out gen1.patterns  fit weights to them
    python -m research.training fit DATA/gen2 --start gen1.patterns --out gen2.patterns  continue from weights
    python -m research.training fit-network DATA/gen2 --out gen2.network             fit a network to them
    python -m research.training evaluate gen1.patterns --against gen0.patterns       games between two sets
    python -m research.training evaluate gen1.patterns --data DATA/gen1              errors by stage
    python -m research.training errors gen1.patterns DATA/gen1                       errors for ProbCut
    python -m research.training ship gen1.patterns                                   make it the program's own

`generate` without weights plays by the style "mobility": generation 0. Every step gives the same result for
the same seed; `generate` and `label` resume after an interruption. With `--cluster dask://HOST:8786` the
workers of a scheduler (`flipfour worker`) do the work of `generate` and `label`, and play the games of
`evaluate`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from engine.errors import EngineError
from engine.reversi.boards import Board
from engine.reversi.eval.tables import (
    NETWORK_FILE,
    PatternWeights,
    pack_network,
    pack_weights,
    read_network,
    read_weights,
    weights_file,
)
from executors.batch import hired_threads
from research.training.blocks import block_files, each_block, read_block, read_recipe, write_blocks
from research.training.crews import add_crew, add_threads, carried_out
from research.training.duels import long_duel
from research.training.evaluations import NETWORK_SUFFIX, EvaluationFile, evaluation_in, read_evaluation
from research.training.fit import Fit, StageReport, errors_by_stage, fit
from research.training.games import Recipe, labelled_by, played_by
from research.training.network import NetworkFit, NetworkStage, fit_network, network_errors
from research.training.samples import Sample, discs_of, joined, samples, size
from research.training.search_errors import deviations, fitted, values_by_depth


def _generate(options: argparse.Namespace) -> None:
    recipe = Recipe(**{field.name: getattr(options, field.name) for field in fields(Recipe)})
    file = None if options.weights is None else EvaluationFile.of(options.weights)
    made = None if file is None else evaluation_in(file).recipe
    note: dict[str, Any] = asdict(recipe) | {"weights": made or "mobility"}
    with hired_threads(options.cluster, options.threads) as crew, Progress() as bar:
        task = bar.add_task(f"{recipe.games} games", total=recipe.blocks)
        write_blocks(
            options.folder,
            note,
            recipe.blocks,
            lambda block: partial(played_by, recipe, file, block),
            crew,
            lambda: bar.advance(task),
        )


def _label(options: argparse.Namespace) -> None:
    file = EvaluationFile.of(options.weights)
    files = block_files(options.folder)
    note = {
        "positions": read_recipe(options.folder),
        "depth": options.depth,
        "every": options.every,
        "weights": evaluation_in(file).recipe,
    }
    with hired_threads(options.cluster, options.threads) as crew, Progress() as bar:
        task = bar.add_task("blocks", total=len(files))
        write_blocks(
            options.target,
            note,
            len(files),
            lambda block: partial(labelled_by, read_block(files[block]), file, options.depth, options.every),
            crew,
            lambda: bar.advance(task),
        )


def _fit(options: argparse.Namespace) -> None:
    settings = Fit(**{field.name: getattr(options, field.name) for field in fields(Fit)})
    start = None if options.start is None else read_weights(options.start).weights
    board = _board_of(options.folders)
    seen, unseen = samples(each_block(options.folders), settings.trust, settings.kept_aside)
    with Progress() as bar:
        task = bar.add_task(f"{size(seen) + size(unseen)} positions", total=settings.steps)

        def done(step: int, error: float) -> None:
            bar.update(task, completed=step, description=f"error {error:.4f}")

        weights = fit(seen, unseen, settings, options.threads, start, done, board)
    reports = errors_by_stage(weights, seen, unseen, options.threads, board)
    print("| discs | positions | error | not seen | error |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for report in reports:
        print(
            f"| {report.discs} | {report.positions:,} | {report.error:.2f} | {report.unseen:,} "
            f"| {report.unseen_error:.2f} |"
        )
    recipe = {
        "fit": asdict(settings),
        "start": None if options.start is None else options.start.name,
        "games": [read_recipe(folder) | {"blocks": len(block_files(folder))} for folder in options.folders],
        "positions": size(seen) + size(unseen),
        "stages": [asdict(report) for report in reports],
    }
    content = pack_weights(PatternWeights(weights, recipe, board))
    options.out.write_bytes(content)
    print(f"{options.out}: {len(content):,} bytes")


def _board_of(folders: Sequence[Path]) -> Board:
    """Return the board that the games of folders were played on."""
    names = {read_recipe(folder).get("positions", read_recipe(folder))["board"] for folder in folders}
    if len(names) > 1:
        raise EngineError(f"the games were played on several boards: {', '.join(sorted(names))}")
    return Board.named(names.pop())


def _fit_network(options: argparse.Namespace) -> None:
    settings = NetworkFit(**{field.name: getattr(options, field.name) for field in fields(NetworkFit)})
    start = None if options.start is None else read_network(options.start)[0]
    seen, unseen = (
        joined(sample) for sample in samples(each_block(options.folders), settings.trust, settings.kept_aside)
    )
    positions = len(seen.own) + len(unseen.own)
    with Progress() as bar:
        task = bar.add_task(f"{positions} positions", total=settings.epochs)

        def done(epoch: int, error: float) -> None:
            bar.update(task, completed=epoch + 1, description=f"error {error:.4f}")

        network = fit_network(seen, settings, options.threads, start, done)
    stages = network_errors(network, unseen, options.threads)
    print("| discs | not seen | mean absolute error | root of the mean square |")
    print("| ---: | ---: | ---: | ---: |")
    for stage in stages:
        print(
            f"| {stage.discs} | {stage.unseen:,} | {stage.unseen_error:.2f} | {stage.unseen_deviation:.2f} |"
        )
    recipe = {
        "fit": asdict(settings),
        "start": None if options.start is None else options.start.name,
        "games": [read_recipe(folder) | {"blocks": len(block_files(folder))} for folder in options.folders],
        "positions": positions,
        "stages": [asdict(stage) for stage in stages],
    }
    content = pack_network(network, recipe)
    options.out.write_bytes(content)
    print(f"{options.out}: {len(content):,} bytes")


def _evaluate(options: argparse.Namespace) -> None:
    if options.data:
        print("| discs | positions | mean absolute error in discs |")
        print("| ---: | ---: | ---: |")
        _, unseen = samples(each_block(options.data), options.trust, Fit().kept_aside)
        for report in _errors_unseen(options.weights, unseen, options.threads):
            print(f"| {report.discs} | {report.unseen:,} | {report.unseen_error:.2f} |")
    if options.against is not None:
        files = EvaluationFile.of(options.weights), EvaluationFile.of(options.against)
        with hired_threads(options.cluster, options.threads) as crew:
            scores = long_duel(*files, options.games, options.depth, options.other_depth, crew)
        points = (scores > 0) + 0.5 * (scores == 0)
        reach = 1.96 / len(scores) ** 0.5
        print(
            f"{len(scores)} games at depth {options.depth}: {100 * points.mean():.1f} ± "
            f"{100 * reach * points.std():.1f} % of the points, {scores.mean():+.1f} ± "
            f"{reach * scores.std():.1f} discs"
        )


def _errors_unseen(path: Path, unseen: Sample, threads: int) -> Sequence[StageReport | NetworkStage]:
    if path.suffix == NETWORK_SUFFIX:
        return network_errors(read_network(path)[0], joined(unseen), threads)
    file = read_weights(path)
    return errors_by_stage(file.weights, {}, unseen, threads, file.board)


def _errors(options: argparse.Namespace) -> None:
    evaluation = read_evaluation(options.weights)
    rows = np.concatenate(list(each_block(options.folders)))
    discs = discs_of(rows)
    rng = np.random.default_rng(1)
    chosen = np.concatenate(
        [
            rng.permutation(np.flatnonzero(discs == count))[: options.positions]
            for count in range(14, evaluation.board.squares - 11)
            if (discs == count).any()
        ]
    )
    values = values_by_depth(rows[chosen], evaluation, options.depth)
    coefficients, error = fitted(deviations(values, discs[chosen]))
    print(tuple(round(float(factor), 5) for factor in coefficients), f"error of the logarithm {error:.3f}")


def _ship(options: argparse.Namespace) -> None:
    board = read_evaluation(options.weights).board
    is_network = options.weights.suffix == NETWORK_SUFFIX
    own = NETWORK_FILE if is_network else weights_file(board.size, board.anti)
    own.write_bytes(options.weights.read_bytes())
    print(f"{options.weights} is now {own.name}")


def _settings(parser: argparse.ArgumentParser, dataclass: Any) -> None:
    """Add an option for each field of a dataclass."""
    for field in fields(dataclass):
        default = field.default
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(default), default=default)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m research.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    steps = parser.add_subparsers(dest="step", required=True)
    generate = steps.add_parser("generate", help="play training games")
    generate.add_argument("folder", type=Path)
    generate.add_argument("--weights", type=Path)
    _settings(generate, Recipe)
    generate.set_defaults(run=_generate)
    label = steps.add_parser("label", help="search the positions of games again")
    label.add_argument("folder", type=Path)
    label.add_argument("target", type=Path)
    label.add_argument("--weights", type=Path, required=True)
    label.add_argument("--depth", type=int, default=8)
    label.add_argument("--every", type=int, default=1, help="keep one unsolved position in this many")
    label.set_defaults(run=_label)
    fitting = steps.add_parser("fit", help="fit weights to positions")
    fitting.add_argument("folders", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, required=True)
    fitting.add_argument("--start", type=Path, help="weights to go on from")
    _settings(fitting, Fit)
    fitting.set_defaults(run=_fit)
    network = steps.add_parser("fit-network", help="fit a network to positions")
    network.add_argument("folders", type=Path, nargs="+")
    network.add_argument("--out", type=Path, required=True)
    network.add_argument("--start", type=Path, help="a network to go on from")
    _settings(network, NetworkFit)
    network.set_defaults(run=_fit_network)
    evaluate = steps.add_parser("evaluate", help="games against other weights, errors by stage")
    evaluate.add_argument("weights", type=Path)
    evaluate.add_argument("--against", type=Path)
    evaluate.add_argument("--games", type=int, default=400)
    evaluate.add_argument("--depth", type=int, default=4)
    evaluate.add_argument("--other-depth", type=int)
    evaluate.add_argument("--data", type=Path, nargs="*")
    evaluate.add_argument("--trust", type=float, default=Fit().trust, help="in the targets of the data")
    evaluate.set_defaults(run=_evaluate)
    for step in (generate, label, evaluate):
        add_crew(step)
    for step in (fitting, network):
        add_threads(step)
    errors = steps.add_parser("errors", help="how far shallow searches err")
    errors.add_argument("weights", type=Path)
    errors.add_argument("folders", type=Path, nargs="+")
    errors.add_argument("--positions", type=int, default=40, help="for each number of discs")
    errors.add_argument("--depth", type=int, default=10)
    errors.set_defaults(run=_errors)
    ship = steps.add_parser("ship", help="make weights the program's own")
    ship.add_argument("weights", type=Path)
    ship.set_defaults(run=_ship)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one step; returns the exit status."""
    options = _parser().parse_args(arguments)
    return carried_out(lambda: options.run(options))


if __name__ == "__main__":
    sys.exit(main())
