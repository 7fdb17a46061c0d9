"""Which opening a game began with: worked out by the rules, counted under one name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.catalog import GAMES, OPENING_PLIES
from bot.catalog.openings import NAMES
from bot.study.openings import passes
from bot.study.openings.passes import OpeningNames
from data import Storage
from data.games.records import NewMove
from tests.cases import for_each
from tests.data.helpers import ANN, BOB, FIRST_WINS, between


@for_each(
    ("game", "options", "moves", "opening"),
    [
        ("reversi", "", "f5 f6", "Diagonal Opening"),
        ("reversi", "", "d3 c3", "Diagonal Opening"),
        ("reversi", "", "f5 f6 e6 f4 e3 d6 c5 c4", "Chimney"),
        ("reversi", "", "f5", ""),
        ("reversi", "", "", ""),
        ("reversi", "10x10", "f5 f6", ""),
        ("reversi", "xot:f5f6", "e6", ""),
        ("connect4", "", "4 3 1", "4 3"),
        ("connect4", "", "4 5", "4 3"),
        ("connect4", "", "7 7", "1 1"),
        ("connect4", "", "5 2", "3 6"),
        ("connect4", "", "4", ""),
        ("connect4", "8x7", "4 4", ""),
    ],
)
def test_a_game_has_the_opening_of_its_last_named_position(
    game: str, options: str, moves: str, opening: str
) -> None:
    assert GAMES[game].opening_of(options, moves.split()) == opening


def test_every_name_can_be_kept() -> None:
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    names = [line.split("\t") for line in lines if not line.startswith("#")]
    assert max(len(name.replace("/", " / ")) for name, _ in names) <= 64
    assert max(len(moves) // 2 for _, moves in names) <= OPENING_PLIES


def test_openings_are_called_what_people_call_them() -> None:
    assert GAMES["connect4"].opening_label("4 3") == "Columns 4, 3"
    assert GAMES["reversi"].opening_label("Cow") == "Cow"


async def over(storage: Storage, moves: str, game: str = "reversi") -> int:
    stored = await storage.create_game(between(game=game))
    played = [NewMove(text, ply % 2, 1.0) for ply, text in enumerate(moves.split())]
    return (await storage.add_moves(stored, played, FIRST_WINS)).id


async def kept(storage: Storage) -> set[str]:
    return {tally.opening for tally in (await storage.statistics.tallies(ANN))["reversi"]}


async def test_care_works_everything_out_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "AT_ONCE", 2)
    storage = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}")
    for moves in ("f5 f6", "f5 d6", "f5 f4"):
        await over(storage, moves)
    names = OpeningNames(storage, in_a_round=1)
    await names.recover()
    assert await kept(storage) == {"", "Perpendicular Opening", "Parallel Opening"}
    await names.recover()
    await names.recover()
    assert await kept(storage) == {"Diagonal Opening", "Perpendicular Opening", "Parallel Opening"}
    await storage.close()


async def test_a_game_that_cannot_be_replayed_keeps_no_other_waiting(tmp_path: Path) -> None:
    storage = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}")
    for moves, game in (("a1 a1", "reversi"), ("f5 f6", "reversi"), ("4 4", "tic-tac-toe")):
        await over(storage, moves, game)
    await OpeningNames(storage).of(BOB)
    assert await storage.openings.unknown(9, 9) == ()
    assert await kept(storage) == {"", "Diagonal Opening"}
    await storage.close()
