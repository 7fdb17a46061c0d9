"""`flipfour puzzles`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli import main, puzzle_files
from data import Storage
from data.games.records import Ending, NewMove, Outcome
from engine import puzzles
from engine.puzzles.puzzle import read, written
from executors.batch import in_threads
from tests.data.helpers import between


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_files, "hired", lambda cluster, processes: in_threads(processes))


def test_puzzles_are_created_and_proved_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "make", "2", "--game", "connect4", "--processes", "1", "--seed", "4"]) == 0
    said = capsys.readouterr().out
    assert "2 puzzles of " in said
    assert "Rejected positions:" in said
    assert "no move that alone keeps the result" in said
    file = Path("connect4.puzzles")
    found = read(file.read_text("utf-8"), "connect4", "file")
    assert len(found) == 2
    assert main(["puzzles", "check", "--game", "connect4", str(file)]) == 0
    assert "2 puzzles, 0 of them wrong" in capsys.readouterr().out
    wrong = replace(found[0], margin=found[0].margin + 1)
    file.write_text(written([wrong, found[1]]), encoding="utf-8")
    assert main(["puzzles", "check", "--game", "connect4", str(file)]) == 1
    said = capsys.readouterr().out
    assert f"{wrong.id}: the margin is" in said
    assert "2 puzzles, 1 of them wrong" in said


def test_puzzles_of_an_earlier_file_are_first(capsys: pytest.CaptureFixture[str]) -> None:
    earlier = [puzzle for puzzle in puzzles.shipped("connect4") if len(puzzle.line) > 1][:3]
    Path("earlier").write_text(written(earlier), encoding="utf-8")
    arguments = ["make", "2", "--game", "connect4", "--processes", "1", "--earlier", "earlier"]
    assert main(["puzzles", *arguments]) == 0
    assert "2 puzzles of 2 games" in capsys.readouterr().out
    made = read(Path("connect4.puzzles").read_text("utf-8"), "connect4", "file")
    left_out = read(Path("connect4-retired.puzzles").read_text("utf-8"), "connect4", "file")
    assert {*made, *left_out} == {*earlier}


def test_stored_games_are_a_source(capsys: pytest.CaptureFixture[str]) -> None:
    there = next(puzzle for puzzle in puzzles.shipped("connect4") if len(puzzle.line) > 1)

    async def store() -> None:
        storage = await Storage.open("sqlite:///flipfour.db")
        over, moves = Outcome(None, 0, Ending.DRAWN), [*there.position, *there.line]
        for options, state in (("", over), ("5x4", over), ("", None)):
            game = await storage.create_game(between(game="connect4", options=options, rated=False))
            await storage.add_moves(
                game, [NewMove(one, ply % 2, 1.0) for ply, one in enumerate(moves)], state
            )
        await storage.close()

    asyncio.run(store())
    assert main(["puzzles", "make", "5", "--game", "connect4", "--stored", "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert "puzzles of 1 games in connect4.puzzles" in said
    assert "The games ran out before there were 5 puzzles." in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make", "3", "--game", "chess"], "there are no puzzles of chess, only of reversi, connect4"),
        (["make", "0"], "at least one puzzle"),
        (["make", "1", "--earlier", "nowhere.puzzles"], "nowhere.puzzles"),
        (["check", "--game", "chess"], "there are no puzzles of chess"),
        (["check", "nowhere.puzzles"], "nowhere.puzzles"),
        (["make", "1", "--out", "file/a.puzzles", "--processes", "1"], "cannot be written"),
    ],
)
def test_an_impossible_request_is_reported_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").touch()
    assert main(["puzzles", *arguments]) == 1
    assert said in capsys.readouterr().err
