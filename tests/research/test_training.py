"""The training pipeline on tiny data: repeatable, restartable, and it learns."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import EngineError, reversi, search
from engine.jit.compiling import compiled
from engine.reversi.boards import Board
from engine.reversi.eval.pattern_sums import pattern_value
from engine.reversi.eval.patterns import STAGES, folded
from engine.reversi.eval.tables import read_weights, search_tables, weights_file
from engine.reversi.pruning import features
from engine.reversi.states import STATES, Reversi8, square_set
from engine.reversi.styles import PATTERNS
from executors.batch import in_threads
from research.training import blocks
from research.training.__main__ import main
from research.training.duels import duel
from research.training.evaluations import Evaluation, read_evaluation
from research.training.fit import Fit, errors_by_stage, fit
from research.training.games import Recipe, labelled, played, untaught
from research.training.samples import samples, size
from research.training.search_errors import fitted, values_by_depth
from research.training.selfplay import BEST_MOVE, RANDOM_MOVE, SOLVED, UNIT
from tests.cases import for_each

Array = Any
"""An array; mypy takes seconds for each sum of two whose types it is told."""

NOTHING = np.zeros(0, blocks.ROW)
TINY = Recipe(games=12, seed=5, depth=2, solve_at=8, blunder_rate=60, block=5)


@pytest.fixture(scope="module")
def rows() -> Array:
    return np.concatenate([played(TINY, untaught(), block) for block in range(TINY.blocks)])


def read_folders(*folders: Path) -> Array:
    return np.concatenate(list(blocks.each_block(list(folders))))


@compiled
def estimates(own: Any, opp: Any, tables: Any, out: Any) -> None:
    for position in range(len(own)):
        out[position] = pattern_value(Reversi8(own[position], opp[position]), tables)


def estimated(rows: Array, weights: Array) -> Array:
    """Return the engine's own evaluations of positions."""
    tables, out = search_tables(weights), np.zeros(len(rows), np.int64)
    own, opp = np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["opp"])
    estimates(own, opp, np.int64(tables.ctypes.data), out)
    return out


def of_weights(weights: Array) -> Evaluation:
    return Evaluation(PATTERNS, search_tables(weights), {})


def position_of(row: Any) -> reversi.Position:
    return reversi.Position(int(row["own"]), int(row["opp"]))


@pytest.mark.long
def test_rows_are_positions_of_games_in_order_that_depend_on_the_seed(rows: Array) -> None:
    assert np.array_equal(played(TINY, untaught(), 1), rows[(rows["game"] >= 5) & (rows["game"] < 10)])
    assert not np.array_equal(played(replace(TINY, seed=6), untaught(), 0)["own"][:20], rows["own"][:20])
    assert set(rows["game"]) == set(range(12))
    for game in range(12):
        discs = np.bitwise_count(rows["own"] | rows["opp"])[rows["game"] == game]
        assert list(discs) == list(range(discs[0], discs[-1] + 1))
    assert not (rows["own"] & rows["opp"]).any()


@pytest.mark.long
def test_late_positions_have_exact_scores_and_others_follow_the_game(rows: Array) -> None:
    late = rows[rows["source"] == SOLVED]
    assert (np.bitwise_count(late["own"] | late["opp"]) >= 64 - TINY.solve_at).all()
    for row in late[::7]:
        assert row["target"] == row["value"] == UNIT * search(position_of(row)).score
    # Until a move is drawn by lot.
    assert {int(BEST_MOVE), int(RANDOM_MOVE), int(SOLVED)} == set(rows["source"])
    left = rows[rows["source"] == RANDOM_MOVE]
    assert np.array_equal(left["value"], left["target"])
    pairs = [(a, b) for a, b in itertools.pairwise(rows) if a["game"] == b["game"]]
    followed = [(a, b) for a, b in pairs if a["source"] == BEST_MOVE]
    assert followed
    for row, after in followed:
        # The side to move changes, but for a pass.
        assert abs(int(row["target"])) == abs(int(after["target"]))


@pytest.mark.long
def test_generation_resumes_where_it_stopped(tmp_path: Path, rows: Array) -> None:
    made: list[int] = []

    def make(block: int) -> Array:
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(block)
        return played(TINY, untaught(), block)

    with pytest.raises(KeyboardInterrupt), in_threads(1) as crew:
        blocks.write_blocks(tmp_path, {"seed": 5}, TINY.blocks, lambda block: partial(make, block), crew)
    assert len(blocks.block_files(tmp_path)) == 2
    made.clear()
    with in_threads(2) as crew:
        blocks.write_blocks(tmp_path, {"seed": 5}, TINY.blocks, lambda block: partial(make, block), crew)
    assert made == [2]
    assert np.array_equal(read_folders(tmp_path), rows)


def write_same(folder: Path, recipe: dict[str, Any], count: int, rows: Array = NOTHING) -> None:
    """Write blocks with the same rows."""
    with in_threads(1) as crew:
        blocks.write_blocks(folder, recipe, count, lambda block: lambda: rows, crew)


def test_a_folder_has_games_of_one_recipe(tmp_path: Path) -> None:
    write_same(tmp_path, {"seed": 1}, 0)
    with pytest.raises(EngineError, match="another recipe"):
        write_same(tmp_path, {"seed": 2}, 0)
    with pytest.raises(EngineError, match="no training games"):
        read_folders(tmp_path / "nowhere")


def test_blocks_and_recipes_with_the_names_of_older_versions_are_read(tmp_path: Path) -> None:
    rows = np.zeros(3, blocks.ROW)
    rows["own"], rows["source"] = (1, 2, 4), (BEST_MOVE, RANDOM_MOVE, SOLVED)
    write_same(tmp_path, {"blunder_rate": 20}, 1, rows)
    older = [(name if name != "source" else "kind", blocks.ROW[name]) for name in blocks.ROW.names or ()]
    np.save(blocks.block_path(tmp_path, 0), rows.view(older))
    (tmp_path / "recipe.json").write_text('{"slips": 20}')
    assert np.array_equal(read_folders(tmp_path), rows)
    assert blocks.read_recipe(tmp_path) == {"board": "8x8", "blunder_rate": 20}
    write_same(tmp_path, {"blunder_rate": 20}, 1, rows)


@for_each(
    "wrong",
    [{"games": 0}, {"least": 20}, {"wildest": 60}, {"blunder_rate": 2000}, {"seed": -1}, {"board": "7x7"}],
)
def test_impossible_recipes_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        replace(Recipe(), **wrong)


def random_weights(seed: int) -> Array:
    """Weights that are alike in neighbouring stages."""
    rng = np.random.default_rng(seed)
    change = np.linspace(0.5, 1.5, STAGES)[:, None]
    weights: Array = (change * rng.integers(-200, 200, folded()[1])).astype(np.int16)
    return weights


@pytest.fixture(scope="module")
def made(rows: Array) -> Array:
    """The positions with targets made by weights."""
    made = rows.copy()
    made["source"] = SOLVED
    made["target"] = estimated(made, random_weights(3))
    return made


@pytest.mark.long
def test_samples_hold_each_position_once_by_discs(rows: Array) -> None:
    seen, unseen = samples([rows[:100], rows[100:]], 0.25, 6)
    assert size(seen) + size(unseen) == len(rows)
    aside = rows["game"] % 6 == 5
    assert size(unseen) == aside.sum()
    for sample, chosen in ((seen, rows[~aside]), (unseen, rows[aside])):
        found = []
        for discs, positions in sample.items():
            assert (np.bitwise_count(positions.own | positions.opp) == discs).all()
            found += list(zip(*(column.tolist() for column in positions), strict=True))
        expected = [
            (row["own"], row["opp"], row["target"])
            if row["source"] == SOLVED
            else (row["own"], row["opp"], 0.25 * row["value"] + 0.75 * row["target"])
            for row in chosen
        ]
        assert sorted(found) == sorted(expected)


@pytest.mark.long
def test_the_fit_finds_what_made_the_targets(made: Array) -> None:
    heard: list[int] = []
    weights = fit(
        *samples([made], 0.5, 6), Fit(ridge=0.1, steps=6, patience=10), 2,
        done=lambda step, error: heard.append(step),
    )  # fmt: skip
    assert heard == list(range(1, 7))
    assert weights.dtype == np.int16
    found = estimated(made, weights)
    seen = made["game"] % 6 != 5
    assert np.abs(found - made["target"])[seen].mean() < 0.2 * np.abs(made["target"]).mean()
    assert np.corrcoef(found[~seen], made["target"][~seen])[0, 1] > 0.2


@pytest.mark.long
def test_a_fit_continues_from_weights_and_keeps_those_no_position_uses(made: Array) -> None:
    start = random_weights(3)
    both = samples([made], 0.5, 6)
    own_positions = Fit(steps=2, margin=0)
    assert np.abs(fit(*both, own_positions, start=start) - start).max() <= 1
    other = random_weights(4)
    went_on = fit(*both, own_positions, start=other)
    # The last stage is that of full boards.
    assert np.array_equal(went_on[-1], other[-1])
    assert (went_on[:-1] != other[:-1]).any()
    # Nor does the number of threads change it.
    assert np.array_equal(fit(*both, Fit(steps=1), 2), fit(*both, Fit(steps=1), 1))


@pytest.mark.long
def test_errors_are_those_of_the_engines_evaluation(made: Array) -> None:
    weights = random_weights(5)
    wrong = np.abs(estimated(made, weights) - made["target"]) / int(UNIT)
    stages = (np.bitwise_count(made["own"] | made["opp"]).astype(int) - 4) // 4
    aside = made["game"] % 6 == 5
    seen, unseen = samples([made], 0.5, 6)
    for report in errors_by_stage(weights, seen, unseen):
        here = stages == report.stage
        assert (report.positions, report.unseen) == ((here & ~aside).sum(), (here & aside).sum())
        # The engine cuts great sums off.
        assert report.error == pytest.approx(wrong[here & ~aside].mean(), abs=0.5)


@pytest.mark.long
def test_values_by_depth_are_those_of_the_search(rows: Array) -> None:
    weights = np.zeros((STAGES, folded()[1]), np.int16)
    weights[:, 0:64] = 64
    chosen = rows[20:24]
    evaluation = of_weights(weights)
    values = values_by_depth(chosen, evaluation, 3)
    # One disc for the side to move at the leaf nodes.
    assert values.tolist() == [[64, -64, 64, -64]] * 4
    again = labelled(chosen, evaluation, 3)
    assert again["value"].tolist() == [-64 if row["source"] != SOLVED else row["value"] for row in chosen]
    # Labels of every third unsolved position are those of all.
    few, third = rows[:90], np.arange(90) % 3 == 0
    kept = labelled(few, evaluation, 1, 3)
    solved = few["source"] == SOLVED
    assert (third & ~solved).any()
    assert (solved & ~third).any()
    assert np.array_equal(kept, labelled(few, evaluation, 1)[solved | third])


def test_deviations_that_follow_the_formula_are_found_again() -> None:
    coefficients = (4.0, 0.02, -0.01, 0.4, -0.4, 0.05)
    cases = [(discs, depth, depth - 2) for discs in range(14, 50, 4) for depth in range(2, 10)]
    cases += [(discs, depth, depth - 4) for discs in range(14, 50, 4) for depth in range(4, 10)]
    made = [(*case, float(np.exp(np.dot(coefficients, features(*case))))) for case in cases]
    assert fitted(made)[0] == pytest.approx(coefficients, abs=1e-6)


@pytest.mark.long
def test_equal_weights_tie_and_better_ones_win() -> None:
    none = of_weights(np.zeros((STAGES, folded()[1]), np.int16))
    even = duel(none, none, range(4), 1)
    assert list(even[::2]) == list(-even[1::2])
    shipped = read_evaluation(weights_file())
    scores = duel(shipped, none, range(4), 1)
    assert (scores > 0).sum() >= 3
    # A game comes out the same whichever others are played.
    assert list(duel(shipped, none, range(2, 4), 1)) == list(scores[2:])


@pytest.mark.long
def test_the_steps_from_games_to_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, deep, out = str(tmp_path / "games"), str(tmp_path / "deep"), str(tmp_path / "new.patterns")
    tiny = ["--games", "30", "--depth", "1", "--solve-at", "6", "--block", "10", "--threads", "2"]
    assert main(["generate", games, *tiny]) == 0
    assert main(["fit", games, "--out", out, "--threads", "2", "--steps", "1"]) == 0
    assert main(["label", games, deep, "--weights", out, "--depth", "2"]) == 0
    assert len(blocks.block_files(Path(deep))) == 3
    assert main(["evaluate", out, "--against", out, "--games", "4", "--depth", "1", "--data", games]) == 0
    printed = capsys.readouterr().out
    assert "50.0" in printed
    recipe = read_weights(Path(out)).recipe
    assert (recipe["games"][0]["games"], recipe["games"][0]["weights"]) == (30, "mobility")
    assert main(["generate", games, *tiny, "--seed", "9"]) == 1
    assert "another recipe" in capsys.readouterr().err


@pytest.mark.long
def test_other_boards_take_the_same_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, games, out = "10x10", str(tmp_path / "games"), str(tmp_path / "new.patterns")
    tiny = ["--games", "12", "--depth", "1", "--solve-at", "6", "--block", "6", "--threads", "1"]
    assert main(["generate", games, *tiny, "--board", name, "--wildest", "20"]) == 0
    assert main(["fit", games, "--out", out, "--threads", "1", "--steps", "3"]) == 0
    again = [*tiny, "--board", name, "--weights", out]
    assert main(["generate", str(tmp_path / "more"), *again]) == 0
    assert main(["label", games, str(tmp_path / "deep"), "--weights", out, "--depth", "2"]) == 0
    assert main(["evaluate", out, "--against", out, "--games", "4", "--depth", "1", "--data", games]) == 0
    assert "50.0" in capsys.readouterr().out
    board = Board.named(name)
    assert read_weights(Path(out)).board == board
    late = [row for row in read_folders(tmp_path / "games") if row["source"] == SOLVED]
    assert late
    for row in late[::20]:
        own, opp = (
            sum(int(word) << 64 * n for n, word in enumerate(np.atleast_1d(row[side])))
            for side in ("own", "opp")
        )
        state = STATES[board.size, board.anti](*(square_set(board.size, side) for side in (own, opp)))
        black, white = board.discs(state)
        position = reversi.Position(black, white, 0, board.size, board.anti)
        assert row["target"] == UNIT * search(position).score


def test_weights_of_a_board_play_on_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = ["generate", str(tmp_path), "--games", "1", "--threads", "1", "--board", "10x10"]
    assert main([*games, "--weights", str(weights_file())]) == 1
    assert "the weights are for 8x8" in capsys.readouterr().err
    with pytest.raises(EngineError, match="10x10"):
        duel(read_evaluation(weights_file()), read_evaluation(weights_file(10, False)), range(2), 1)
