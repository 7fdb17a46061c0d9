"""The project's own hard positions: made in steps, and searched."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from engine import Limits, reversi, search
from engine.players.computer import LEVELS
from engine.search.tables import TranspositionTable
from research import reversi_hard, reversi_hard_set


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        reversi_hard_set, "PLAYERS", [level.player for level in list(LEVELS["reversi"].values())[:2]]
    )
    monkeypatch.setattr(reversi_hard_set, "SHALLOW", 1)
    monkeypatch.setattr(reversi_hard_set, "DEEP", 2)
    monkeypatch.setattr(reversi_hard_set, "FEWEST_MOVES", 3)


@pytest.mark.long
def test_a_killed_run_resumes_to_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    reversi_hard_set.make(whole, 3, range(9, 10), 1, 1)
    prove, proofs = reversi_hard_set.proved_score, 0

    def until_killed(position: reversi.Position, move: str, table: TranspositionTable) -> int:
        nonlocal proofs
        proofs += 1
        if proofs == 2:
            raise KeyboardInterrupt
        return prove(position, move, table)

    monkeypatch.setattr(reversi_hard_set, "proved_score", until_killed)
    with pytest.raises(KeyboardInterrupt):
        reversi_hard_set.make(killed, 3, range(9, 10), 1, 1)
    journal = killed.with_name("killed.moves")
    with journal.open("a", encoding="utf-8") as file:
        file.write("half a line; c3:+")
    reversi_hard_set.make(killed, 3, range(9, 10), 1, 1)
    assert killed.read_bytes() == whole.read_bytes()
    # The move proved before the kill was not proved again.
    problems = reversi_hard.read_problems(whole)
    assert proofs == 1 + sum(len(problem.scores) for problem in problems)
    assert not journal.exists()


@pytest.mark.long
def test_all_moves_of_a_position_have_their_exact_scores(tmp_path: Path) -> None:
    file = tmp_path / "set"
    reversi_hard_set.make(file, 2, range(8, 10), 2, 1)
    problems = reversi_hard.read_problems(file)
    assert len(problems) == 2
    for problem in problems:
        found = search(problem.position, Limits(None, depth=9), within=math.inf)
        assert found.exact
        assert {one.move: int(one.score) for one in found.candidates} == problem.scores
        assert reversi_hard_set.empties_of(problem.position) in range(8, 10)


def test_answers_are_compared_with_the_scores() -> None:
    position = reversi.start()
    problem = reversi_hard.Problem(position, {"d3": 0, "c4": 4, "f5": 2, "e6": 2})
    answer = reversi_hard.answer(problem, Limits(None, depth=1))
    score = problem.scores[search(position, Limits(None, depth=1)).move]
    assert (answer.loss, answer.rank, answer.depth) == (4 - score, {4: 1, 2: 2, 0: 4}[score], 1)
    answers = [answer._replace(rank=1, loss=0, error=-2.0), answer._replace(rank=4, loss=3, error=3.0)]
    summary = reversi_hard.summary(answers)
    # Columns deviate by 0.7071, 0.7071, 2.1213, 0.7071 and 3.5355; means of two by less.
    assert summary.startswith("| 50.0% ± 98.0% | 50.0% ± 98.0% | 1.50 ± 2.94 | 2.50 ± 0.98 | 0.50 ± 4.90 |")


def test_two_searches_are_compared_position_by_position() -> None:
    first = [reversi_hard.Answer(1, 0, 2.0, 10, 5), reversi_hard.Answer(1, 0, -9.0, 10, 5)]
    second = [reversi_hard.Answer(2, 3, 3.0, 10, 5), reversi_hard.Answer(2, 3, -10.0, 10, 5)]
    # The errors are far apart, their differences are not.
    row = reversi_hard.difference(first, second)
    assert row.startswith("| +100.0% ± 0.0% | +0.0% ± 0.0% | -3.00 ± 0.00 | -1.00 ± 0.00 | +0.00 ± 1.96 |")


def test_several_budgets_are_read_in_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set"
    moves = " ".join(f"{move}:+0;" for move in reversi.start().legal_moves())
    file.write_text(f"{reversi.start()}; {moves}\n" * 2, encoding="utf-8")
    reversi_hard.main([str(file), "--nodes", "200", "400", "--against", "256", "--processes", "1"])
    rows = [[cell.strip() for cell in row.split("|")] for row in capsys.readouterr().out.splitlines()]
    assert [row[1] for row in rows] == ["without", "---:", "0", "256", "difference"] * 2
    assert [200 <= int(row[7]) < 210 for row in rows[2:4]] == [True, True]
    assert [400 <= int(row[7]) < 410 for row in rows[7:9]] == [True, True]


def test_every_twentieth_position_is_kept_apart() -> None:
    problems = [reversi_hard.Problem(reversi.start(), {"d3": number}) for number in range(2000)]
    judge = reversi_hard.in_part(problems, "judge")
    tune = reversi_hard.in_part(problems, "tune")
    assert len(judge) == 100
    assert len(tune) == 1900
    assert not {problem.scores["d3"] for problem in judge} & {problem.scores["d3"] for problem in tune}
    assert reversi_hard.in_part(problems, "all") == problems
