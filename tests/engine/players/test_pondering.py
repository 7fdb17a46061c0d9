"""Pondering prepares an answer to every reply, deeper and deeper, the opponent's best reply first."""

from __future__ import annotations

import threading

import pytest

from engine import IllegalMove, SearchResult, StopFlag, reversi, search
from engine.players.computer import ComputerPlayer
from engine.players.pondering import Pondering
from tests.cases import for_each, there
from tests.engine.positions import WHITE_PASSES, random_endgame


def test_near_the_end_every_answer_is_found_out() -> None:
    position = random_endgame(2, 8)
    pondering = Pondering(ComputerPlayer(), position)
    assert all(pondering.answer(move) is None for move in position.legal_moves())
    pondering.run(StopFlag())
    for move in position.legal_moves():
        after, answer = position.play(move), there(pondering.answer(move))
        assert answer.move in after.legal_moves()
        assert (answer.score, answer.exact) == (search(after).score, True)


class Rounds:
    """Notes of pondering, reply by reply, until a depth is reached."""

    def __init__(self, until: int) -> None:
        self.stop = StopFlag()
        self.noted: list[tuple[str, SearchResult]] = []
        self._until = until

    def note(self, move: str, found: SearchResult) -> None:
        self.noted.append((move, found))
        if found.depth >= self._until:
            self.stop.set()


@for_each("text", ["positional:2", "greedy:2", "positional:2 random-ties seed=3"])
def test_a_player_of_any_depth_ponders_one_ply_deeper_each_round(text: str) -> None:
    rounds = Rounds(until=5)
    player, start = ComputerPlayer.parse(text), reversi.start()
    pondering = Pondering(player, start, note=rounds.note)
    pondering.run(rounds.stop)
    replies = start.legal_moves()
    depths = [found.depth for _, found in rounds.noted]
    assert depths == [depth for depth in (1, 2, 3, 4) for _ in replies] + [5]
    # At its own depth it answers as it would play.
    for move, found in rounds.noted[len(replies) : 2 * len(replies)]:
        assert found.score == player.choose(start.play(move), None).score
    answers = pondering.answers()
    assert set(answers) == set(replies)
    # It has searched each answer from the first round on.
    for move in replies:
        nodes = [found.nodes for noted, found in rounds.noted if noted == move]
        assert nodes == sorted(set(nodes))
        assert answers[move].nodes == nodes[-1]


def test_the_last_round_is_searched_by_the_style_of_the_end() -> None:
    # The end begins later than here, yet its style decides once pondering has reached the end of the game.
    position = random_endgame(5, 7)
    pondering = Pondering(ComputerPlayer.parse("loser:1 end=greedy:1@1"), position)
    pondering.run(StopFlag())
    for move in position.legal_moves():
        answer = there(pondering.answer(move))
        assert (answer.exact, answer.score) == (True, search(position.play(move)).score)


def test_random_play_prepares_nothing_but_the_answers_after_an_opening_at_random() -> None:
    pondering = Pondering(ComputerPlayer("random", seed=5), reversi.start())
    pondering.run(StopFlag())
    assert not pondering.answers()
    rounds = Rounds(until=3)
    player, start = ComputerPlayer.parse("positional:1 opening=random:1@1"), reversi.start().play("d3")
    pondering = Pondering(player, start, note=rounds.note)
    pondering.run(rounds.stop)
    assert set(pondering.answers()) == set(start.legal_moves())


def test_pondering_stops_on_request_and_keeps_its_results() -> None:
    stop = StopFlag()
    pondering = Pondering(ComputerPlayer(), reversi.start())
    thread = threading.Thread(target=pondering.run, args=(stop,))
    thread.start()
    stop.set_after(0.2)
    thread.join(60)
    assert not thread.is_alive()
    assert all(there(pondering.answer(move)).depth > 1 for move in reversi.start().legal_moves())


def test_stopped_at_once_it_has_no_answers(stopped: StopFlag) -> None:
    pondering = Pondering(ComputerPlayer(), reversi.start())
    pondering.run(stopped)
    assert pondering.answer("d3") is None
    with pytest.raises(IllegalMove, match="a1"):
        pondering.answer("a1")


def test_a_pass_is_a_reply() -> None:
    pondering = Pondering(ComputerPlayer("positional", 2), reversi.parse(WHITE_PASSES))
    pondering.run(StopFlag())
    assert there(pondering.answer("pass")).move != "pass"
