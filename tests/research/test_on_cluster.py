"""Long training steps on a cluster: the same results as on one machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import StopFlag, connect4
from engine.reversi.eval.tables import weights_file
from executors.batch import hired_threads
from research.training import connect4_book, reversi_book
from research.training.__main__ import main
from research.training.duels import BLOCK, long_duel
from research.training.evaluations import EvaluationFile
from tests.executors.clusters import Cluster
from tests.ports import free_port

START = connect4.parse("621437355226522")
"""From here everything is quickly solved."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with a worker of two threads."""
    with Cluster.running(1) as cluster:
        yield cluster.address


@pytest.mark.long
def test_a_book_of_reversi(address: str, tmp_path: Path) -> None:
    for name, where in (("here", []), ("there", ["--cluster", address])):
        made = [str(tmp_path / f"{name}.txt"), str(tmp_path / f"{name}.book"), *where]
        sizes = ["--positions", "12", "--depth", "2", "--plies", "4"]
        assert reversi_book.main(["make", *made, *sizes]) == 0
    assert (tmp_path / "there.txt").read_text() == (tmp_path / "here.txt").read_text()
    assert (tmp_path / "there.book").read_bytes() == (tmp_path / "here.book").read_bytes()
    check = ["check", made[1], "--positions", "4", "--depth", "3"]
    assert reversi_book.main([*check, "--cluster", address]) == 0


@pytest.mark.long
def test_a_book_of_connect_4(address: str, tmp_path: Path) -> None:
    for name, cluster in (("here", None), ("there", address)):
        with hired_threads(cluster, 2) as crew:
            work = connect4_book.Work(tmp_path / name, crew, StopFlag(), START, megabytes=4)
            work.all(2, 5)
    assert connect4_book.read_state(tmp_path / "there") == connect4_book.read_state(tmp_path / "here")
    assert len(work.solved[START.ply + 5]) > 0


@pytest.mark.long
def test_games_between_evaluations(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    file, games = EvaluationFile.of(weights_file()), BLOCK + 4
    scores = []
    for cluster in (None, address):
        with hired_threads(cluster, 2) as crew:
            scores.append(long_duel(file, file, games, 1, 2, crew).tolist())
    assert scores[0] == scores[1]
    assert len(scores[0]) == games
    assert len(set(scores[0])) > 2
    weights = str(weights_file())
    command = ["evaluate", weights, "--against", weights, "--games", "4", "--depth", "1"]
    assert main([*command, "--cluster", address]) == 0
    assert "4 games at depth 1: 50.0" in capsys.readouterr().out


@pytest.mark.long
def test_without_a_cluster_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("executors.batch.CONNECT_SECONDS", 0.5)
    state, nowhere = str(tmp_path / "state.txt"), f"dask://127.0.0.1:{free_port()}"
    assert connect4_book.main(["solve", state, "--cluster", nowhere]) == 1
    assert "cannot be reached" in capsys.readouterr().err
