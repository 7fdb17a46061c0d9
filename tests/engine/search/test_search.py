"""The search: right at the end of games, repeatable, and ended by every one of its bounds."""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine import EngineError, Limits, Progress, StopFlag, reversi, search
from engine.players.computer import style_named
from engine.search.progress import share_done
from engine.search.root import Iteration
from engine.search.scores import ALL_TECHNIQUES, SELECTIVE
from engine.search.time_management import iterations
from tests.cases import for_each, there
from tests.engine import oracle
from tests.engine.positions import WHITE_PASSES, WIPED_OUT, after, random_endgame, root_of

ENDGAMES = [
    random_endgame(seed, empties, size, anti=anti)
    for seed, (size, anti, empties) in enumerate(
        [(8, False, 4), (8, False, 6), (6, False, 6), (6, True, 6), (8, True, 5), (10, False, 5)] * 2
    )
]


@pytest.mark.first(6)
@pytest.mark.parametrize("position", ENDGAMES, ids=str)
def test_endgames_are_solved_as_by_plain_minimax(position: reversi.Position) -> None:
    found = search(position)
    assert found.exact
    values = oracle.values(str(position))
    assert (found.score, found.candidates[0].move) == (max(values.values()), found.move)
    assert {candidate.move for candidate in found.candidates} == {*values}
    for candidate in found.candidates:
        value = values[candidate.move]
        assert value == candidate.score if candidate.bound == "exact" else value <= candidate.score
    end = position
    for move in found.line:
        end = end.play(move)
    result = there(end.result())
    assert result.score == (found.score if end.turn == position.turn else -found.score)


def test_scores_grow_more_certain_until_they_are_proved() -> None:
    reports: list[Progress] = []
    found = search(random_endgame(3, 17), Limits(seconds=None), progress=reports.append)
    certainties = [report.certainty for report in reports]
    assert certainties[0] is None
    known = [certainty for certainty in certainties if certainty is not None]
    assert known == sorted(known)
    assert len(set(known)) > 2
    assert 0.5 < known[0] < 1
    assert found.exact
    assert found.certainty == known[-1] == 1
    assert search(reversi.start(), Limits(depth=5)).certainty is None


def test_each_candidate_has_its_own_value_on_request() -> None:
    position = random_endgame(8, 8)
    found = search(position, within=math.inf)
    for candidate in found.candidates:
        assert candidate.bound == "exact"
        assert candidate.score == -search(position.play(candidate.move)).score
    estimates = search(reversi.start().play("d3"), Limits(depth=4), within=math.inf).candidates
    assert [candidate.bound for candidate in estimates] == ["exact"] * 3
    assert all(candidate.answer is not None for candidate in estimates)


@pytest.mark.first(1)
@pytest.mark.parametrize("within", [2.0, 7.5])
@pytest.mark.parametrize("limits", [Limits(), Limits(None, depth=6)], ids=["proved", "estimated"])
def test_candidates_near_the_best_one_have_their_own_values(limits: Limits, within: float) -> None:
    # Selective searches find other values in another window.
    techniques = int(ALL_TECHNIQUES) & ~int(SELECTIVE)
    for seed in range(20, 24):
        position = random_endgame(seed, 9 if limits.depth is None else 30)
        found = search(position, limits, within=math.inf, techniques=techniques)
        every = {each.move: each.score for each in found.candidates}
        best = max(every.values())
        for candidate in search(position, limits, within=within, techniques=techniques).candidates:
            if every[candidate.move] >= best - within:
                assert (candidate.score, candidate.bound) == (every[candidate.move], "exact")
            else:
                assert every[candidate.move] <= candidate.score < best - within


@for_each("depth", [1, 2, 5, 8])
def test_a_depth_is_kept_and_the_result_repeats(depth: int) -> None:
    position = reversi.start().play("d3").play("c3")
    first, second = (search(position, Limits(seconds=None, depth=depth)) for _ in range(2))
    assert (first.depth, first.exact) == (depth, False)
    assert first.move in position.legal_moves()
    assert replace(first, seconds=0) == replace(second, seconds=0)


def test_a_depth_beyond_the_end_is_exact() -> None:
    position = random_endgame(3, 6)
    assert search(position, Limits(seconds=None, depth=60)).exact
    assert not search(position, Limits(depth=3)).exact


def test_a_corner_is_worth_taking() -> None:
    # Black can take a1 by turning b2 and c3, or play elsewhere in the centre.
    position = reversi.parse("---------O--------O--------XX------XO---" + "-" * 24 + " X")
    assert "a1" in position.legal_moves()
    assert search(position, Limits(depth=1), style=style_named("reversi", "positional")).move == "a1"


def test_a_pass_is_searched_and_a_finished_game_refused() -> None:
    with pytest.raises(EngineError, match="over"):
        search(reversi.parse(WIPED_OUT))
    position = reversi.parse(WHITE_PASSES)
    found = search(position)
    assert found.move == found.line[0] == "pass"
    assert (found.exact, found.score) == (True, oracle.minimax(oracle.board_of(WHITE_PASSES)))


def test_stopped_at_once_it_still_moves(stopped: StopFlag) -> None:
    found = search(reversi.start(), Limits(seconds=None), stopped)
    assert found.move in reversi.start().legal_moves()
    assert (found.depth, found.exact) == (0, False)


def test_a_flag_set_from_another_thread_ends_it() -> None:
    stop = StopFlag()
    results = []
    thread = threading.Thread(target=lambda: results.append(search(reversi.start(), Limits(None), stop)))
    thread.start()
    stop.set_after(0.05)
    thread.join(60)
    assert not thread.is_alive()
    assert results[0].move in reversi.start().legal_moves()
    assert not results[0].exact


def test_the_deadline_and_the_node_limit_end_it() -> None:
    found = search(reversi.start(), Limits(seconds=0.1))
    assert found.depth > 0
    assert not found.exact
    found = search(reversi.start(), Limits(seconds=None, nodes=5000))
    assert found.nodes <= 5000 + 60
    assert found.depth > 0
    assert search(reversi.start(), Limits(depth=2, nodes=10**30)).depth == 2


def test_progress_rises_to_the_whole_of_each_depth() -> None:
    reports: list[Progress] = []
    # Of the moves at the start one alone is searched: the others are its images.
    position = reversi.start().play("d3")
    search(position, Limits(depth=4), progress=reports.append)
    for depth in range(1, 5):
        shares = [report.fraction for report in reports if report.depth == depth]
        assert shares == sorted(shares)
        assert len(shares) >= 4
        assert 0 < shares[0] < shares[-1] == 1.0
    assert [report.nodes for report in reports] == sorted(report.nodes for report in reports)
    assert all(report.move in position.legal_moves() for report in reports)


def test_the_share_behind_grows_during_the_search_of_one_move() -> None:
    position = reversi.start().play("d3")
    shares: list[float] = []
    for nodes in (2_000, 4_000, 8_000, 12_000):
        root = root_of(position, "positional", nodes)
        assert not root.search(Iteration(10))
        shares.append(share_done(root.context.words))
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1 / 3
    assert len(set(shares)) > 2


@for_each("position", [reversi.start(), ENDGAMES[0], reversi.parse(WHITE_PASSES)])
def test_the_whole_tree_is_behind_at_the_end(position: reversi.Position) -> None:
    root = root_of(position, "mobility")
    for iteration in iterations(position, root.style, 9):
        assert root.search(iteration)
        assert share_done(root.context.words) == pytest.approx(1.0)


def test_progress_is_told_while_one_move_is_being_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(search.__globals__, "_REPORT_EVERY", 0.01)
    # White has one move: nothing else at the root ends before the depth is done.
    position = after("d3 c5 b6 f3 f5")
    assert len(position.legal_moves()) == 1
    stop = StopFlag()
    partial: list[Progress] = []

    def note(progress: Progress) -> None:
        if 0 < progress.fraction < 0.99:
            partial.append(progress)
            stop.set()

    search(position, Limits(seconds=60), stop, note)
    assert partial


def test_searches_at_once_do_not_disturb_each_other() -> None:
    positions = [random_endgame(seed, 12) for seed in range(4)]
    expected = [search(position).score for position in positions]
    with ThreadPoolExecutor(4) as threads:
        assert [found.score for found in threads.map(search, positions)] == expected
