"""Positions too close to that of a game in progress."""

from __future__ import annotations

import threading

import pytest

from bot.catalog import GAMES
from bot.core.people import Person
from bot.play.assist import fair_play
from bot.play.assist.fair_play import FairPlay, in_reach
from bot.study.analysis.study import read_position
from data import Storage
from data.games.votes import VoteChannel
from tests.cases import for_each
from tests.data.helpers import ANN, against_computer

PLAYED = "f5d6c3d3c4"


@for_each(
    "text",
    [
        PLAYED,
        PLAYED + "f4",
        PLAYED + "f4c5",
        PLAYED + "f4c5b3",
        PLAYED[:-2],
        "e6f4c3c4d3",  # mirrored
        "c4e3f6e6f5",  # turned
        "f5d6c4d3c3",  # in another order
    ],
)
def test_the_position_itself_and_what_is_near(text: str) -> None:
    kind = GAMES["reversi"]
    assert in_reach(kind, read_position(text).position, read_position(PLAYED).position)


@for_each("text", [PLAYED + "f4c5b3c2", PLAYED[:-4], "f5d6c3d3c5", "f5f6e6f4g5", "6x6:c2d2", "f5f6e6f4e3c5"])
def test_other_positions(text: str) -> None:
    kind = GAMES["reversi"]
    assert not in_reach(kind, read_position(text).position, read_position(PLAYED).position)


def test_grids_are_mirrored_only() -> None:
    kind = GAMES["connect4"]
    played = read_position("4455").position
    assert in_reach(kind, read_position("4433").position, played)
    assert in_reach(kind, read_position("44556").position, played)
    assert not in_reach(kind, read_position("4466").position, played)


def test_a_pass_in_between_is_no_move() -> None:
    kind = GAMES["reversi"]
    stuck = "O-XXXXXOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXX"
    before, after = kind.set_up("", f"{stuck}X"), kind.set_up("", f"{stuck}O")
    assert in_reach(kind, after, before)
    assert in_reach(kind, after.play("b1"), before)


async def in_no_server(_board: VoteChannel, _person_id: int) -> bool:
    return False


async def test_games_are_compared_off_the_event_loop(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game on a large grid takes milliseconds."""
    threads: list[threading.Thread] = []

    def seen(*_: object) -> bool:
        threads.append(threading.current_thread())
        return False

    monkeypatch.setattr(fair_play, "in_reach", seen)
    monkeypatch.setattr(fair_play, "is_same", seen)
    monkeypatch.setattr(fair_play, "is_protected", lambda snapshot: True)
    monkeypatch.setattr(fair_play, "BOOK_MOVES", 0)
    await storage.create_game(against_computer(ANN))
    kind, checks, who = GAMES["reversi"], FairPlay(storage, in_no_server), Person(ANN, "Ann")
    position = read_position(PLAYED).position
    await checks.require_fair(kind, position, who, 0)
    await checks.require_fair_game(kind, [position], who, 0)
    assert len(threads) == 2
    assert threading.main_thread() not in threads
