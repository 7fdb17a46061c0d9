"""What `flipfour bench` measures, on little: every row has its figures."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from bench import features, heavy, moves, past, pictures, starts
from bot.catalog import GAMES
from bot.core.errors import HostError
from engine.search.registry import registered
from languages import LANGUAGES
from tests.cases import for_each
from tests.data.plans import faults


@pytest.mark.long
def test_a_row_for_each_game() -> None:
    rows = features.measure_puzzles(1)
    assert [row["game"] for row in rows] == ["Reversi", "Connect 4"]
    assert all(row["positions"] >= row["puzzles"] and row["seconds_a_puzzle_made"] > 0 for row in rows)


def test_storage_and_a_tournament_of_each_size_are_measured() -> None:
    (figures,) = features.measure_storage(moves=2, games=3)
    assert set(figures) == {"moves_per_second", "moves_per_second_3_games"}
    assert all(figure > 0 for figure in figures.values())
    (row,) = features.measure_tournaments((8,))
    assert (row["entrants"], row["rounds"]) == (8, 4)
    assert all(row[name] > 0 for name in ("pairing_ms", "own_pairing_ms", "standings_ms", "picture_ms"))


def test_a_move_is_stored_and_shown_and_answered() -> None:
    rows = moves.measure(moves=2)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    for row in rows:
        assert row["processor_ms"] > 0
        # The click's move and the computer's; Discord hears an acknowledgement and gets the new board.
        assert row["write_transactions"] >= 1
        assert row["game_loads"] >= 1
        assert row["requests"] >= 2


def test_a_tap_of_two_people_takes_one_transaction_and_two_requests() -> None:
    rows = moves.measure_taps(games=2, taps=4)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    for row in rows:
        assert row["processor_ms"] > row["discord_ms"] > 0
        # The move: its game and its row. One statement more reads the game for the board.
        assert (row["statements"], row["write_transactions"], row["requests"]) == (3, 1, 2)


@for_each(("game", "transcript"), features.GAMES_PLAYED)
def test_the_games_that_are_reviewed_are_whole(game: str, transcript: str) -> None:
    position = GAMES[game].start("")
    for move in registered(game).split_moves(transcript):
        position = position.play(move)
    assert position.result() is not None


def test_every_language_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(features, "CALLS", 1)
    monkeypatch.setattr(features, "REPEATS", 1)
    rows = features.measure_languages()
    assert [row["language"] for row in rows] == [language.name for language in LANGUAGES.values()]
    assert all(row[name] > 0 for row in rows for name in features.SENTENCES)
    # Only English has nothing to load.
    assert all(row["load_ms"] > 0.1 for row in rows[1:])


@pytest.mark.long
def test_cards_and_the_explorer_are_measured_with_one_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(pictures, "LATER", 1)
    with faults() as found:
        rows = pictures.measure_cards(number=20, people=10)
    assert found == []
    assert [row["card"] for row in rows] == [*pictures.COMMANDS, "insights"]
    assert all(min(value for name, value in row.items() if name != "card") > 0 for row in rows)
    explored = heavy.measure_explorer(20, 10)
    assert 20 > explored[0]["games"] == explored[1]["games"] > 0
    assert all(row["server_ms"] >= 0 and row["own_ms"] >= 0 for row in explored)
    (kept,) = tmp_path.rglob("past-*.db")
    filled = kept.stat().st_mtime_ns
    with past.copied(20, 10) as file:
        assert file.stat().st_size == kept.stat().st_size
    assert kept.stat().st_mtime_ns == filled


@pytest.mark.long
def test_imports_of_one_person_are_refused_but_one() -> None:
    quiet, one, many = heavy.measure(imports=3, number=10)
    assert [(row["sent"], row["read"]) for row in (quiet, one)] == [(0, 0), (3, 1)]
    assert many["sent"] == many["read"]
    for row in (quiet, one, many):
        assert min(row["new_game_ms"], row["tap_ms"]) > 0


@pytest.mark.long
def test_an_export_is_measured_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for row in heavy.measure_export(number=20):
        assert row["games"] == 20
        assert row["file_megabytes"] > 0
        assert row["process_mb_at_most"] >= row["process_mb_before"] > 0


@pytest.mark.long
def test_the_bot_starts_and_comes_to_rest() -> None:
    first, later = starts.measure(1)
    assert (first["start"], later["start"]) == ("first", "later, median of 1")
    for row in (first, later):
        assert all(row[name] > 0 for name in ("seconds", "real_seconds", "rest_mb"))


def test_a_start_that_fails_is_reported() -> None:
    with pytest.raises(HostError, match="the bot did not start"):
        starts.measure(1, python="false")
