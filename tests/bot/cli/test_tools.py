"""Doctor, matches and puzzles of the command line."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli import BROKEN_PIPE, batches
from bot.cli.batches import MatchOptions, match, report, summary
from bot.core.errors import HostError
from data import Storage
from data.games.records import Ending, NewMove, Outcome
from engine import puzzles
from engine.players.matches import MatchScore, SequentialTest
from engine.puzzles.puzzle import read, written
from executors.address import flipfour_version
from executors.batch import in_threads
from tests.bot.cli.conftest import Run
from tests.cases import for_each
from tests.data.playing import between

pytestmark = pytest.mark.usefixtures("bare_environment")


def test_doctor_without_a_network_and_in_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "1")
    lines = run("doctor", "--offline").splitlines()
    assert {line[0] for line in lines} <= {"✓", "!"}
    assert any(line.startswith("! database") and "the first start creates it" in line for line in lines)
    for text, code, said in (("", 1, "✗ token"), ("not.a.token", 0, "✓ token"), ("aB-_" * 8, 1, "✗ token")):
        monkeypatch.setenv("DISCORD_TOKEN", text)
        out = run("doctor", "--offline", code=code)
        assert out.startswith(said)
        assert not text or text not in out
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "262144")
    monkeypatch.setenv("FLIPFOUR_SEARCH_WORKERS", "256")
    found = json.loads(run("doctor", "--json", code=1))
    bad = {row["subject"] for row in found["findings"] if row["grade"] == "bad"}
    assert (found["healthy"], bad) == (False, {"token", "memory"})


@pytest.mark.long
def test_a_reader_that_leaves_early_sees_no_traceback() -> None:
    """As in `flipfour doctor | head -1`; `doctor` can be what a process imports first."""
    program = (
        "import sys, bot.hosting.doctor; from bot.cli import main; sys.exit(main(['doctor', '--offline']))"
    )
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [sys.executable, "-c", program], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert "Traceback" not in ended.stderr
    assert "BrokenPipe" not in ended.stderr
    assert ended.returncode == BROKEN_PIPE


def test_diagnostics_are_written_to_a_file(run: Run, tmp_path: Path) -> None:
    assert "ready to be attached" in run("diagnostics", str(tmp_path / "report.json"))
    found = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert found["versions"]["flipfour"] == flipfour_version()
    run("diagnostics", str(tmp_path / "missing" / "report.json"), code=1)


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play and examine in threads; child processes are tested in tests/executors."""
    monkeypatch.setattr(batches, "hired", lambda cluster, processes: in_threads(processes))


REQUEST = MatchOptions(
    game="reversi", players=("easy", "hard"), games=2, seconds=1.0, openings=None, seed=1, processes=1
)


@for_each(
    ("wrong", "named"),
    ({"game": "chess"}, "reversi"),
    ({"games": 0}, "at least one game"),
    ({"seconds": 0}, "some time"),
    ({"players": ("easy", "grandmaster")}, "did you mean master"),
    ({"players": ("positional:0", "easy")}, "depth"),
    ({"players": ("easy", "vectors:2")}, "no style “vectors”.*positional"),
    ({"board": "9x6"}, "'9x6' is no board of reversi"),
    ({"openings": Path("no-such-file.txt")}, "no-such-file.txt"),
)
def test_invalid_options_are_named(wrong: dict[str, object], named: str) -> None:
    with pytest.raises(HostError, match=named):
        match(replace(REQUEST, **wrong), as_json=False)  # type: ignore[arg-type]


def test_a_match_plays_each_opening_from_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    match(replace(REQUEST, players=("positional:2", "positional:2")), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["games"] == 2
    # The same deterministic player against itself, sides exchanged: what one wins the other does.
    assert (printed["score"], printed["elo"]) == (0.5, 0)
    assert printed["nodes"][0] == printed["nodes"][1] > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "board", "players"),
    [
        ("reversi", "6x6 anti", ("loser", "random")),
        ("reversi", "xot", ("positional", "greedy:1 opening=random:1@2")),
        ("connect4", "5x4", ("alignments-0,0.50,1.5,4,inf:1", "vectors")),
    ],
)
def test_a_match_takes_the_boards_and_players_of_discord(
    capsys: pytest.CaptureFixture[str], game: str, board: str, players: tuple[str, str]
) -> None:
    request = replace(REQUEST, game=game, board=board, players=players, seconds=0.05)
    match(request, as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert (printed["games"], printed["board"]) == (2, board)
    assert f"games of {game} on {board}:" in summary(request, MatchScore(wins=1))


def test_the_summary_has_the_result_and_its_uncertainty() -> None:
    text = summary(REQUEST, MatchScore(30, 0, 10, (4.0, 8.0), (40, 40), (4000, 80000)))
    assert "30 won, 0 drawn, 10 lost" in text
    assert "75.0%" in text
    assert "+191" in text
    assert "100.0 ms and 200.0 ms" in text
    assert "nodes per move: 100 and 2,000" in text
    assert report(REQUEST, MatchScore(wins=30, losses=10))["elo"] == pytest.approx(190.8)


@pytest.mark.long
def test_a_sequential_test_ends_a_match_as_soon_as_it_decides(capsys: pytest.CaptureFixture[str]) -> None:
    players = ("positional:3", "random")
    test = SequentialTest(0, 200)
    match(replace(REQUEST, players=players, games=400, test=test), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["sequential_test"]["accepted"] == "elo1"
    assert printed["games"] == 2 * sum(printed["pairs"]) < 100
    assert printed["superiority"] > 0.95
    text = summary(replace(REQUEST, test=test), MatchScore(4, pairs=(0, 0, 0, 0, 2)))
    assert "sequential test of +0 against +200 Elo" in text
    assert "undecided" in text
    assert "0, 0, 0, 0, 2" in text


@pytest.mark.long
def test_puzzles_are_created_and_proved_again(run: Run) -> None:
    said = run("puzzles", "make", "2", "--game", "connect4", "--processes", "1", "--seed", "4")
    assert "2 puzzles of " in said
    assert "Rejected positions:" in said
    assert "no move that alone keeps the result" in said
    file = Path("connect4.puzzles")
    found = read(file.read_text("utf-8"), "connect4", "file")
    assert len(found) == 2
    assert "2 puzzles, 0 of them wrong" in run("puzzles", "check", "--game", "connect4", str(file))
    wrong = replace(found[0], margin=found[0].margin + 1)
    file.write_text(written([wrong, found[1]]), encoding="utf-8")
    said = run("puzzles", "check", "--game", "connect4", str(file), code=1)
    assert f"{wrong.id}: the margin is" in said
    assert "2 puzzles, 1 of them wrong" in said


def test_puzzles_of_an_earlier_file_are_first(run: Run) -> None:
    earlier = [puzzle for puzzle in puzzles.shipped("connect4") if len(puzzle.line) > 1][:3]
    Path("earlier").write_text(written(earlier), encoding="utf-8")
    arguments = ["make", "2", "--game", "connect4", "--processes", "1", "--earlier", "earlier"]
    assert "2 puzzles of 2 games" in run("puzzles", *arguments)
    made = read(Path("connect4.puzzles").read_text("utf-8"), "connect4", "file")
    left_out = read(Path("connect4-retired.puzzles").read_text("utf-8"), "connect4", "file")
    assert {*made, *left_out} == {*earlier}


def test_stored_games_are_a_source(run: Run) -> None:
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
    said = run("puzzles", "make", "5", "--game", "connect4", "--stored", "--processes", "1")
    assert "puzzles of 1 games in connect4.puzzles" in said
    assert "The games ran out before there were 5 puzzles." in said


@for_each(
    ("arguments", "said"),
    (["make", "3", "--game", "chess"], "there are no puzzles of chess, only of reversi, connect4"),
    (["make", "0"], "at least one puzzle"),
    (["make", "1", "--earlier", "nowhere.puzzles"], "nowhere.puzzles"),
    (["check", "--game", "chess"], "there are no puzzles of chess"),
    (["check", "nowhere.puzzles"], "nowhere.puzzles"),
    (["make", "1", "--out", "file/a.puzzles", "--processes", "1"], "cannot be written"),
)
def test_an_impossible_request_is_reported_in_one_line(run: Run, arguments: list[str], said: str) -> None:
    Path("file").touch()
    run("puzzles", *arguments, code=1)
    assert said in run.error
