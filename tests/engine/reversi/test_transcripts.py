"""Games as one word, in and out."""

from __future__ import annotations

import random

import pytest

from engine import IllegalMove, reversi
from engine.reversi import transcripts
from tests.cases import for_each


@for_each("size", [6, 8, 10])
def test_whole_games_round_trip_with_their_passes(size: int) -> None:
    passes = 0
    for seed in range(10):
        draw, position, played = random.Random(seed), reversi.start(size), []
        while moves := position.legal_moves():
            played.append(draw.choice(moves))
            position = position.play(played[-1])
        while played[-1] == "pass":
            played.pop()
        passes += played.count("pass")
        word = transcripts.transcript(played)
        assert transcripts.moves(word, reversi.start(size)) == tuple(played)
    assert passes > 0


def test_blanks_and_capitals_are_read() -> None:
    assert transcripts.moves(" F5 d6\nC3 ") == ("f5", "d6", "c3")
    assert transcripts.moves("") == ()


@for_each(
    ("text", "complaint"),
    [
        ("f5f5", "move 2 of the transcript: f5 is not legal"),
        ("f5d6x9", "move 3 of the transcript is not a square: 'x9'"),
        ("f5d", "move 2 of the transcript is not a square: 'd'"),
        ("a1", "move 1 of the transcript: a1 is not legal"),
        ("f5d66", "move 2 of the transcript: 'd66' is not a square"),
    ],
)
def test_faults_are_named_with_the_number_of_the_move(text: str, complaint: str) -> None:
    with pytest.raises(IllegalMove, match=complaint):
        transcripts.moves(text)
