"""Insights against a model that computes every figure anew from the raw rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.formulas import disc_accuracy
from bot.catalog.phases import Phase
from bot.catalog.thresholds import DISCS_PER_MOVE, MIN_ACCURACY
from bot.ranks.insights.kinds import ErrorKind
from bot.ranks.insights.rules import (
    Figure,
    Insights,
    OpponentStrength,
    TimeLeft,
    focus_of,
    insights_of,
)
from data.jobs.judged import JudgedGame, JudgedPly, PlayedGame

START = datetime(2026, 1, 1, tzinfo=UTC)

Row = tuple[int, JudgedPly, PlayedGame]
"""A move with the number of its game."""

plies = st.builds(
    JudgedPly,
    ply=st.integers(0, 59),
    phase=st.sampled_from([0, 1, 2]),
    error=st.sampled_from([0, 0, 1, 2, 3]),
    weight=st.just(1.0),
    lost=st.floats(0, 20),
    points=st.floats(0, 100),
    left=st.none() | st.integers(0, 100),
    kinds=st.lists(st.sampled_from(ErrorKind), unique=True, max_size=2).map(tuple),
)
rating = st.none() | st.sampled_from([1400.0, 1450.0, 1500.0, 1600.0, 1700.0])


@st.composite
def histories(draw: st.DrawFn) -> list[PlayedGame]:
    """Games, the newest first; reasons belong to errors only."""
    found = []
    for number in range(draw(st.integers(0, 45))):
        moves = sorted(draw(st.lists(plies, max_size=4, unique_by=lambda one: one.ply)))
        moves = [move if move.error else move._replace(kinds=()) for move in moves]
        judged = JudgedGame(
            number, 0, 7, "reversi", START - timedelta(days=number), draw(rating), draw(rating), tuple(moves)
        )
        found.append(PlayedGame(judged, draw(st.sampled_from(["", "tiger", "cow"]))))
    return found


def figure(rows: list[Row]) -> Figure | None:
    games = {number for number, _, _ in rows}
    if len(games) < 10:
        return None
    loss = sum(move.lost for _, move, _ in rows) / len(rows)
    errors = sum(move.error > 0 for _, move, _ in rows)
    points = sum(move.points for _, move, _ in rows)
    accuracy = max(MIN_ACCURACY, 100 * math.exp(-loss / DISCS_PER_MOVE))
    return Figure(accuracy, errors / len(games), points / len(games), len(games))


def same(found: Figure | None, expected: Figure | None) -> bool:
    if found is None or expected is None:
        return found is expected
    return found.games == expected.games and [found.accuracy, found.errors, found.points] == pytest.approx(
        [expected.accuracy, expected.errors, expected.points]
    )


def is_strength(strength: OpponentStrength) -> Callable[[Row], bool]:
    def holds(row: Row) -> bool:
        own, other = row[2].judged.own_rating, row[2].judged.other_rating
        if own is None or other is None:
            return False
        apart = other - own
        return {
            OpponentStrength.WEAKER: apart <= -100,
            OpponentStrength.EQUAL: -100 < apart < 100,
            OpponentStrength.STRONGER: apart >= 100,
        }[strength]

    return holds


def is_time(time: TimeLeft) -> Callable[[Row], bool]:
    low, high = {TimeLeft.PLENTY: (50, 101), TimeLeft.SOME: (20, 50), TimeLeft.LITTLE: (0, 20)}[time]
    return lambda row: row[1].left is not None and low <= row[1].left < high


@settings(max_examples=60, deadline=None)
@given(histories())
def test_every_figure_equals_one_computed_from_the_raw_rows(games: list[PlayedGame]) -> None:
    found = insights_of(disc_accuracy, games)
    rows = [(number, move, game) for number, game in enumerate(games) for move in game.judged.moves]

    def only(holds: Callable[[Row], bool]) -> Figure | None:
        return figure([row for row in rows if holds(row)])

    assert found.games == sum(bool(game.judged.moves) for game in games)
    assert same(found.whole, figure(rows))
    for phase in Phase:
        assert same(found.phases.get(phase), only(lambda row, phase=phase: row[1].phase == phase))  # type: ignore[misc]
    for strength in OpponentStrength:
        assert same(found.strengths.get(strength), only(is_strength(strength)))
    for time in TimeLeft:
        assert same(found.times.get(time), only(is_time(time)))
    by_name = {one.opening: one for one in found.openings}
    for opening in ("tiger", "cow"):
        of_it = only(lambda row, opening=opening: row[2].opening == opening)  # type: ignore[misc]
        one = by_name.get(opening)
        assert same(None if one is None else one.figure, of_it)
        if one is not None:
            firsts = sorted(
                min(move.ply for move in game.judged.moves if move.error)
                for game in games
                if game.opening == opening and any(move.error for move in game.judged.moves)
            )
            assert (one.place is None) == (len(firsts) < 10)
            assert one.place is None or one.place.ply == firsts[(len(firsts) - 1) // 2]
            assert one.place is None or one.place.games == len(firsts)
    check_kinds(found, rows)
    check_trend(found, [game for game in games if game.judged.moves], rows)


def check_kinds(found: Insights, rows: list[Row]) -> None:
    lost = sum(move.points for _, move, _ in rows if move.error)
    for kind in ErrorKind:
        of_it = [(number, move) for number, move, _ in rows if kind in move.kinds]
        if len({number for number, _ in of_it}) < 10:
            assert kind not in found.kinds
            continue
        one = found.kinds[kind]
        assert (one.errors, one.games) == (len(of_it), len({number for number, _ in of_it}))
        assert one.share == pytest.approx(sum(move.points for _, move in of_it) / lost if lost else 0)


def check_trend(found: Insights, games: list[PlayedGame], rows: list[Row]) -> None:
    if len(games) < 20:
        assert not found.trend
        return
    assert sum(period.figure.games for period in found.trend) == len(games)
    assert 2 <= len(found.trend) <= 6
    assert found.trend[0].since == games[-1].judged.finished_at
    assert found.trend[-1].until == games[0].judged.finished_at
    for period in found.trend:
        within = [row for row in rows if period.since <= row[2].judged.finished_at <= period.until]
        assert same(period.figure, figure(within))


@settings(max_examples=60, deadline=None)
@given(histories())
def test_what_to_work_on_rests_on_a_figure_that_is_shown(games: list[PlayedGame]) -> None:
    found = insights_of(disc_accuracy, games)
    focus = focus_of(found)
    if found.whole is None:
        assert focus is None
    elif isinstance(focus, ErrorKind):
        assert found.kinds[focus].share >= 0.25
        assert found.kinds[focus].share == max(one.share for one in found.kinds.values())
    elif isinstance(focus, Phase):
        assert found.phases[focus].points == max(one.points for one in found.phases.values())
    elif focus is not None:
        assert focus in found.openings
        assert focus.place is not None
        assert focus.figure.accuracy <= found.whole.accuracy - 5


def test_fewer_than_ten_games_give_no_figure_at_all() -> None:
    move = JudgedPly(3, 0, 3, 1.0, 9.0, 40.0, 10, (ErrorKind.CORNERS,))

    def of(number: int) -> Insights:
        games = [
            PlayedGame(JudgedGame(n, 0, 7, "reversi", START, 1500.0, 1500.0, (move,)), "tiger")
            for n in range(number)
        ]
        return insights_of(disc_accuracy, games)

    few, enough = of(9), of(10)
    assert few == Insights(9, None, {}, (), {}, {}, {}, ())
    assert focus_of(few) is None
    assert enough.whole is not None
    assert enough.whole.games == 10
    assert focus_of(enough) is ErrorKind.CORNERS
