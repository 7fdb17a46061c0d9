"""`flipfour match`: invalid options, and the result as text and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.match_games import MatchOptions, match, report, summary
from bot.core.errors import HostError
from engine.players.matches import MatchScore
from engine.players.pairs import SequentialTest
from tests.cases import for_each

REQUEST = MatchOptions(
    game="reversi", players=("easy", "hard"), games=2, seconds=1.0, openings=None, seed=1, processes=1
)


@for_each(
    ("wrong", "named"),
    [
        ({"game": "chess"}, "reversi"),
        ({"games": 0}, "at least one game"),
        ({"seconds": 0}, "some time"),
        ({"players": ("easy", "grandmaster")}, "did you mean master"),
        ({"players": ("positional:0", "easy")}, "depth"),
        ({"players": ("easy", "vectors:2")}, "no style “vectors”.*positional"),
        ({"board": "9x6"}, "'9x6' is no board of reversi"),
        ({"openings": Path("no-such-file.txt")}, "no-such-file.txt"),
    ],
)
def test_invalid_options_are_named(wrong: dict[str, object], named: str) -> None:
    with pytest.raises(HostError, match=named):
        match(replace(REQUEST, **wrong), as_json=False)  # type: ignore[arg-type]


def test_a_match_plays_each_opening_from_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    match(replace(REQUEST, players=("positional:2", "positional:2")), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["games"] == 2
    # The same deterministic player against itself, sides exchanged: what one wins the other does.
    assert printed["score"] == 0.5
    assert printed["elo"] == 0
    assert printed["nodes"][0] == printed["nodes"][1] > 0


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
    match(replace(REQUEST, game=game, board=board, players=players), as_json=True)
    printed = json.loads(capsys.readouterr().out)
    assert (printed["games"], printed["board"]) == (2, board)
    text = summary(replace(REQUEST, game=game, board=board), MatchScore(wins=1))
    assert f"games of {game} on {board}:" in text


def test_the_summary_has_the_result_and_its_uncertainty() -> None:
    text = summary(REQUEST, MatchScore(30, 0, 10, (4.0, 8.0), (40, 40), (4000, 80000)))
    assert "30 won, 0 drawn, 10 lost" in text
    assert "75.0%" in text
    assert "+191" in text
    assert "100.0 ms and 200.0 ms" in text
    assert "nodes per move: 100 and 2,000" in text
    assert report(REQUEST, MatchScore(wins=30, losses=10))["elo"] == pytest.approx(190.8)


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
