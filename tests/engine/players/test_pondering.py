"""Pondering prepares an answer to every reply, deeper and deeper, the opponent's best reply first."""

from __future__ import annotations

import threading

import pytest

from engine import IllegalMove, StopFlag, reversi, search
from engine.players.computer import ComputerPlayer
from engine.players.pondering import Pondering
from tests.engine.positions import WHITE_PASSES, WIPED_OUT, random_endgame


def test_near_the_end_every_answer_is_found_out() -> None:
    position = random_endgame(2, 8)
    pondering = Pondering(ComputerPlayer(), position)
    assert all(pondering.answer(move) is None for move in position.legal_moves())
    pondering.run(StopFlag())
    for move in position.legal_moves():
        after = position.play(move)
        answer = pondering.answer(move)
        assert answer is not None
        assert answer.move in after.legal_moves()
        assert answer.score == search(after).score
        assert answer.exact


def test_a_player_with_a_depth_ponders_no_deeper_and_answers_as_it_would_play() -> None:
    player = ComputerPlayer("positional", 3)
    pondering = Pondering(player, reversi.start())
    pondering.run(StopFlag())
    for move in reversi.start().legal_moves():
        answer = pondering.answer(move)
        assert answer is not None
        assert answer.depth == 3
        assert answer.score == player.choose(reversi.start().play(move), 60).score


def test_a_player_that_chooses_at_random_chooses_once() -> None:
    pondering = Pondering(ComputerPlayer("random", seed=5), reversi.start())
    pondering.run(StopFlag())
    assert all(pondering.answer(move) is not None for move in reversi.start().legal_moves())


def test_it_stops_when_told_and_keeps_what_it_has() -> None:
    stop = StopFlag()
    pondering = Pondering(ComputerPlayer(), reversi.start())
    thread = threading.Thread(target=pondering.run, args=(stop,))
    thread.start()
    stop.set_after(0.2)
    thread.join(60)
    assert not thread.is_alive()
    for move in reversi.start().legal_moves():
        answer = pondering.answer(move)
        assert answer is not None
        assert answer.depth > 1


def test_stopped_at_once_it_has_no_answers() -> None:
    stop = StopFlag()
    stop.set()
    pondering = Pondering(ComputerPlayer(), reversi.start())
    pondering.run(stop)
    assert pondering.answer("d3") is None


def test_a_reply_that_ends_the_game_needs_no_answer() -> None:
    position = reversi.parse(WIPED_OUT)
    pondering = Pondering(ComputerPlayer(), position)
    pondering.run(StopFlag())
    assert all(pondering.answer(move) is None for move in position.legal_moves())


def test_a_pass_is_a_reply() -> None:
    pondering = Pondering(ComputerPlayer("positional", 2), reversi.parse(WHITE_PASSES))
    pondering.run(StopFlag())
    answer = pondering.answer("pass")
    assert answer is not None
    assert answer.move != "pass"


def test_what_is_no_reply_is_refused() -> None:
    with pytest.raises(IllegalMove, match="a1"):
        Pondering(ComputerPlayer(), reversi.start()).answer("a1")
