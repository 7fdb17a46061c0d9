"""Players are values: they print and parse, refuse nonsense, and keep to what they describe."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import EngineError, Progress, SearchResult, StopFlag, connect4, errors, reversi, search, warm_up
from engine.players import computer
from engine.players.computer import LEVELS, ComputerPlayer, Phase, levels_of, thinking_levels
from engine.reversi.registration import hard_to_see
from engine.search.position import Position
from engine.search.registry import registered_games
from tests.cases import for_each
from tests.engine.positions import after, random_endgame


@for_each("game", [game.key for game in registered_games()])
def test_levels_print_and_parse_and_grow_in_rating(game: str) -> None:
    for level in levels_of(game).values():
        assert ComputerPlayer.parse(str(level.player)) == level.player
    ratings = [level.rating for level in levels_of(game).values()]
    assert ratings == sorted(ratings)


def test_every_level_below_the_strongest_errs_like_a_person_to_the_last_square() -> None:
    *levels, strongest = (level.player for level in thinking_levels("reversi"))
    assert all(0 < player.misjudges < player.gives_away and player.end is None for player in levels)
    in_all = [player.gives_away_in_all or 0.0 for player in levels]
    assert all(bound > player.gives_away for bound, player in zip(in_all, levels, strict=True))
    assert in_all == sorted(in_all, reverse=True)
    expert = levels_of("reversi")["expert"].player
    # The levels above expert look at least three moves further ahead; they may misjudge a little more.
    errors = [player.misjudges for player in levels if player != expert]
    assert errors == sorted(errors, reverse=True)
    assert expert.misjudges < levels_of("reversi")["national"].player.misjudges
    assert not strongest.is_random


@for_each(("name", "depth"), [("easy", 2), ("medium", 4), ("hard", 5)])
def test_a_level_looks_as_far_as_it_says(name: str, depth: int) -> None:
    player = levels_of("reversi")[name].player
    found = player.choose(reversi.start(), seconds=60)
    assert found.depth == player.depth == depth


def test_master_uses_its_time_and_obeys_the_flag() -> None:
    stop = StopFlag()

    def note(progress: Progress) -> None:
        if progress.depth == 7:
            stop.set()

    position = random_endgame(1, 40)
    found = levels_of("reversi")["master"].player.choose(position, 60, stop, note)
    assert found.move in position.legal_moves()
    assert found.depth in (6, 7)


FULL = (
    "positional:4 opening=random:1@6 end=win-or-lose:12@12 cap=2.5 random-ties blunders=0.1@3.0 "
    "misjudges=2.0@9.5/40.0 misses=0.25 seed=7"
)


def test_a_full_description_round_trips() -> None:
    player = ComputerPlayer.parse(FULL)
    assert str(player) == FULL
    assert player == ComputerPlayer(
        "positional", 4, opening=Phase("random", 1), opening_moves=6, end=Phase("win-or-lose", 12),
        end_moves=12, cap=2.5, random_ties=True, blunder_rate=0.1, blunder_cost=3.0, misjudges=2.0,
        gives_away=9.5, gives_away_in_all=40.0, misses=0.25, seed=7,
    )  # fmt: skip
    assert ComputerPlayer.parse(str(ComputerPlayer())) == ComputerPlayer()


def test_without_a_bound_for_a_game_losses_are_unlimited() -> None:
    older = ComputerPlayer.parse("patterns:5 misjudges=2.5@10.0 misses=0.25")
    assert older.gives_away_in_all is None
    assert str(older) == "patterns:5 misjudges=2.5@10.0 misses=0.25"
    bounded = ComputerPlayer.parse("patterns:5 misjudges=2.5@10/60")
    assert str(bounded) == "patterns:5 misjudges=2.5@10.0/60.0"


@for_each("text", ["", "positional", ":3", "positional:", "positional:x", "positional:-1", "p:²", "P!:2"])
def test_bad_descriptions_are_refused(text: str) -> None:
    with pytest.raises(EngineError):
        ComputerPlayer.parse(text)


@for_each("part", [
    "opening=random:1", "opening=random@3", "opening=random:1@0", "end=@3", "cap=0", "cap=nan", "cap=soon",
    "random-ties=1", "lots", "slips=0.3@99.0", "blunders=2@1", "blunders=0.5@-1", "blunders=0.5@inf",
    "blunders=x@1", "misjudges=2", "misjudges=2@0", "misjudges=-1@3", "misjudges=nan@3", "misjudges=2@3/",
    "misjudges=2@3/-1", "misjudges=2@3/nan", "misjudges=0@0/5", "misses=0.5", "misses=2", "seed=-3",
    "colour=red",
])  # fmt: skip
def test_bad_parts_are_refused(part: str) -> None:
    with pytest.raises(EngineError):
        ComputerPlayer.parse(f"positional:4 {part}")


def test_phases_follow_the_moves_played_and_left() -> None:
    player = ComputerPlayer.parse("positional:4 opening=greedy:1@6 end=win-or-lose:12@12")
    phases = {empties: str(player.phase(random_endgame(1, empties))) for empties in (54, 53, 13, 12)}
    assert random_endgame(1, 54).moves_played == 6
    assert phases == {54: "greedy:1", 53: "positional:4", 13: "positional:4", 12: "win-or-lose:12"}
    # The opening goes before the end.
    overlapping = replace(player, opening_moves=50)
    assert str(overlapping.phase(random_endgame(1, 10))) == "greedy:1"
    assert str(overlapping.phase(random_endgame(1, 9))) == "win-or-lose:12"


def test_random_play_is_even_and_repeats_with_a_seed() -> None:
    position = reversi.start().play("d3")
    player = ComputerPlayer("random", seed=3)
    assert player.choose(position, 1).move == player.choose(position, 1).move
    moves = Counter(ComputerPlayer("random", seed=seed).choose(position, 1).move for seed in range(120))
    assert set(moves) == set(position.legal_moves())
    assert min(moves.values()) > 20
    assert ComputerPlayer("random").choose(position, 1).move in position.legal_moves()


def test_ties_are_broken_among_equals_only_and_blunders_cost_what_they_may() -> None:
    # All four first moves are the same by symmetry.
    player = ComputerPlayer("positional", 3, random_ties=True)
    moves = {replace(player, seed=seed).choose(reversi.start(), 9).move for seed in range(40)}
    assert moves == set(reversi.start().legal_moves())
    position = after("d3 c5")
    best = ComputerPlayer("positional", 3).choose(position, 9)
    assert replace(player, seed=1).choose(position, 9).score == best.score
    slipped = ComputerPlayer("positional", 3, blunder_rate=1.0, blunder_cost=50.0).choose(position, 9)
    assert slipped.move != best.move
    assert best.score - 50 <= slipped.score <= best.score
    careful = ComputerPlayer("positional", 3, blunder_rate=1.0, blunder_cost=0.0).choose(position, 9)
    assert careful.score == best.score


def test_misjudged_moves_vary_and_give_away_what_they_may_and_no_more() -> None:
    position = after("d3 c5 f6 f5")
    best = ComputerPlayer("patterns", 3).choose(position, 9)
    chosen = [
        ComputerPlayer("patterns", 3, misjudges=3.0, gives_away=4.0, seed=seed).choose(position, 9)
        for seed in range(60)
    ]
    assert len({found.move for found in chosen}) > 1
    assert best.score - 4 <= min(found.score for found in chosen) < best.score


def test_moves_that_are_hard_to_see_are_missed() -> None:
    blind = ComputerPlayer("patterns", 3, gives_away=99.0, misses=1.0)
    for empties in range(40, 30, -1):
        position = random_endgame(2, empties)
        seen = [move for move in position.legal_moves() if not hard_to_see(position, move)]
        found = blind.choose(position, 9)
        values = {candidate.move: candidate.score for candidate in found.candidates}
        assert found.score == max(values[move] for move in seen or values)


def test_every_style_of_the_seeds_finishes_a_game() -> None:
    for style in ("random", "greedy", "narrow", "win-or-lose", "loser", "positional", "mobility"):
        position = random_endgame(4, 10)
        while position.legal_moves():
            found = ComputerPlayer(style, 2, seed=1).choose(position, 9)
            position = position.play(found.move)
        assert position.result() is not None


def test_greedy_takes_the_most_discs_and_loser_the_fewest() -> None:
    position = random_endgame(11, 30)
    discs = {move: len(position.flips(move)) for move in position.legal_moves()}
    assert discs[ComputerPlayer("greedy", 1).choose(position, 9).move] == max(discs.values())
    assert discs[ComputerPlayer("loser", 1).choose(position, 9).move] == min(discs.values())


@for_each("seed", range(4))
def test_win_or_lose_and_narrow_prove_the_sign_of_the_result(seed: int) -> None:
    position = random_endgame(seed, 9)
    exact = search(position).score
    for style in ("win-or-lose", "narrow"):
        found = ComputerPlayer(style).choose(position, 60)
        reached = -search(position.play(found.move)).score if len(position.legal_moves()) > 1 else exact
        assert (reached > 0, reached < 0) == (exact > 0, exact < 0)


def test_unknown_styles_games_and_depths_are_refused() -> None:
    with pytest.raises(errors.UnknownStyle, match=r"no style “clever”; it has .*positional"):
        ComputerPlayer("clever").choose(reversi.start(), 1)
    with pytest.raises(EngineError, match="depth"):
        ComputerPlayer(depth=0)
    with pytest.raises(EngineError, match="chess"):
        warm_up("chess")


@for_each(
    ("text", "threads"), [("patterns:time", 2), ("patterns:3", 1), ("patterns:time end=positional:2@60", 1)]
)
def test_only_searches_by_time_have_threads(text: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    begun: list[int] = []

    def search_once(*arguments: Any, threads: int, **options: Any) -> SearchResult:
        begun.append(threads)
        return search(*arguments, threads=threads, **options)

    monkeypatch.setattr(computer, "search", search_once)
    position = random_endgame(1, 40)
    assert ComputerPlayer.parse(text).choose(position, 0.1, threads=2).move in position.legal_moves()
    assert begun == [threads]


@for_each("start", [reversi.start(), connect4.start()])
def test_a_program_outside_lets_every_level_play(start: Position) -> None:
    """As the scripts do that play matches against other engines."""
    for level in LEVELS[start.game].values():
        assert level.player.choose(start, 0.02).move in start.legal_moves()


def test_both_games_have_master_as_their_strongest_level() -> None:
    strongest = {game: [*levels][-1] for game, levels in LEVELS.items()}
    assert strongest == {"reversi": "master", "connect4": "master"}
