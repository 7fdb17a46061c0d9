"""Studies of play, load and kills: a small one of each, from beginning to end."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import GAMES
from engine import Limits, SearchResult, connect4, reversi, search
from engine.errors import EngineError
from engine.players import computer
from engine.search.limits import StopFlag
from renderers.writing import characters_of
from research import ffo, recovery_pass
from research.demo_games import play
from research.east_asian_font import FACE, repertoire
from research.first_games import games_won
from research.kills.__main__ import Run, run
from research.kills.people import BOARD
from research.load.__main__ import main, measure
from research.load.imports import by_package
from research.soak import Sample, Soak, growth, soak
from research.threads import Problem, compare
from research.training.interrupts import until_interrupted
from tests.loopback.server import LoopbackDiscord


@pytest.mark.long
@pytest.mark.parametrize("game", ["reversi", "connect4"])
def test_people_of_strength_500_win_two_of_their_first_five_games(game: str) -> None:
    assert games_won(GAMES[game], 500, 2000) >= 1.95


@pytest.mark.long
def test_presses_are_acknowledged_during_recovery() -> None:
    rows = recovery_pass.measure(games=20, waiting=3)
    assert [row["pass"] for row in rows] == ["start", "later"]
    for row in rows:
        assert row["presses"] > 0
        assert 0 < row["median_ms"] <= row["worst_ms"]


def test_a_problem_has_its_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["ffo", "40"])
    ffo.main()
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| 40 ")]
    assert [row.split(" | ")[1:4] for row in rows] == [["a2", "+38", "yes"]]


@pytest.mark.long
def test_the_font_has_the_repertoire() -> None:
    had, wanted = set(characters_of(f"{FACE}.otf")), repertoire()
    # `subset` drops what Noto Sans CJK lacks: codes without a character, and a few signs.
    missing = {chr(point) for point in wanted - had if unicodedata.category(chr(point)) not in ("Cc", "Co")}
    assert missing <= set("\u031f\u0320⅔⅕≒⦅⦆")
    # It adds the mirror images of signs.
    assert all(unicodedata.mirrored(chr(point)) for point in had - wanted)


MEASURED = """import time: self [us] | cumulative | imported package
import time:       201 |        401 | numba
import time:       200 |        200 |   numba.core.types
import time:      1000 |       9000 | bot.run
something else on standard error
"""


def test_modules_are_added_up_by_package_most_first() -> None:
    found = by_package(MEASURED)
    assert list(found) == ["bot", "numba"]
    assert list(found.values()) == pytest.approx([0.001, 0.000401])


def test_every_position_has_a_row_and_all_together_another(capsys: pytest.CaptureFixture[str]) -> None:
    compare([Problem("late", connect4.parse("47223126374576515674271172145"), 42, 7)], megabytes=1)
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [row[0].strip() for row in rows[2:]] == ["late", "all"]
    assert int(rows[2][2].replace(",", "")) > 0
    with pytest.raises(AssertionError):
        compare([Problem("late", connect4.parse("47223126374576515674271172145"), 42, 6)], megabytes=1)


@pytest.mark.parametrize("game", ["reversi", "connect4"])
def test_no_search_is_bounded_by_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = list[float | None]()

    def noted(position: Any, limits: Any, *given: Any, **named: Any) -> SearchResult:
        seconds.append(limits.seconds)
        return search(position, limits, *given, **named)

    monkeypatch.setattr(computer, "search", noted)
    once = play(game, ("finn", "mona"), 5)
    assert set(seconds) == {None}
    assert play(game, ("finn", "mona"), 5) == once


@pytest.mark.long
async def test_a_few_people(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = argparse.Namespace(games=2, people=2, hard=1, minutes=0.02, taps=10.0, cut_every=0.5)
    await measure(chosen)
    printed = capsys.readouterr().out
    assert "lost: 0 taps without an answer, 0 boards unlike what is stored" in printed
    assert "rules broken: 0" in printed


def test_it_needs_a_checkout(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "tests.loopback.server", None)
    assert main() == 1
    assert "needs a checkout" in capsys.readouterr().err


@pytest.mark.long
async def test_killed_while_playing_copying_and_migrating(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play", "backup", "migration"), rows=50)
    assert (came_of_it["faults"], came_of_it["kills"]) == ([], {"play": 1, "backup": 1, "migration": 1})
    assert came_of_it["plies shown"] > 0
    assert came_of_it["errors logged"] == []


@pytest.mark.long
async def test_a_run_out_of_time_ends_and_reports(tmp_path: Path) -> None:
    came_of_it = await run(3, 1, tmp_path, ("play",), minutes=0.0)
    assert (came_of_it["kills"], came_of_it["faults"]) == ({}, [])


@pytest.mark.long
async def test_a_second_game_requested_twice_is_finished_too(tmp_path: Path) -> None:
    discord = LoopbackDiscord(keep_requests=False)
    await discord.open()
    this = Run(discord, tmp_path, seed=1, rows=1)
    await this.bot.start()
    for _ in range(2):
        this.town.chloe.sends("connect4 start", bot="beginner", board=BOARD, colour="first")
    await discord.until(lambda: len(this.progress_of("play")) == 2, "two games begin")
    this.town.closing = True
    faults = await this.end(this.town.doings())
    await discord.close()
    assert faults == []
    assert this.progress_of("play") == {}


@pytest.mark.long
async def test_games_continue_indefinitely_without_faults(tmp_path: Path) -> None:
    said: list[str] = []
    moves = 48
    samples, wrong = await soak(moves, 2, moves // 2, tmp_path, say=said.append)
    assert wrong == []
    assert samples[-1].moves >= moves
    assert samples[-1].games > 0
    assert samples[-1].hours > 0.02
    assert len(said) == len(samples) == 2
    # Each move was seen at least once, and each line says so.
    assert samples[0].compared >= moves // 2
    assert f"{samples[1].compared:,} boards compared, all games replayed, 0 wrong" in said[1]


@pytest.mark.long
async def test_faults_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Soak._look

    async def forgetful(self: Soak, game_id: int) -> None:
        await look(self, game_id)
        if self.moves > 10 and not self.wrong and game_id in self._going:
            # A board whose last edit went astray.
            game, board = self._going[game_id]
            message = self._world.env.backend.messages[game.channel_id].pop(board.id)
            await look(self, game_id)
            self._world.env.backend.messages[game.channel_id][board.id] = message
            self._going[game_id] = (game, board)

    monkeypatch.setattr(Soak, "_look", forgetful)
    _, wrong = await soak(20, 2, 20, tmp_path, say=lambda _: None)
    assert len(wrong) == 1
    assert "its board shows None" in wrong[0]


def sample(moves: int, mebibytes: float) -> Sample:
    return Sample(moves, games=0, hours=0.0, mebibytes=mebibytes, milliseconds=1.0, compared=0, wrong=0)


def test_growth_is_that_of_the_second_half() -> None:
    filling = [sample(1000, 100.0), sample(2000, 150.0)]
    assert growth([*filling, *(sample(moves, 200.0) for moves in (3000, 4000))]) == 0.0
    leaking = [sample(1000 * number, 200.0 + number) for number in range(3, 7)]
    assert growth([*filling, *leaking]) == pytest.approx(1.0)
    assert growth([sample(1000, 100.0)]) == 0.0


def test_the_result_or_the_error_of_work_is_passed_on() -> None:
    assert until_interrupted(lambda: 7, StopFlag()) == 7

    def fails() -> None:
        raise EngineError("made with other weights")

    with pytest.raises(EngineError, match="other weights"):
        until_interrupted(fails, StopFlag())


def test_ctrl_c_ends_compiled_work_by_its_stop_flag() -> None:
    stop = StopFlag()

    def works() -> SearchResult:
        os.kill(os.getpid(), signal.SIGINT)
        return search(reversi.start(), Limits(seconds=60.0), stop)

    found = until_interrupted(works, stop)
    assert stop.is_set()
    assert found.seconds < 60
    assert found.move in reversi.start().legal_moves()
