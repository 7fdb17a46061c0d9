"""Insights against a model that computes every figure anew from the raw rows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog.judging import DISCS_PER_MOVE, MIN_ACCURACY, Phase, disc_accuracy
from bot.ranks.insights.rules import (
    ErrorKind,
    Figure,
    Insights,
    KindFigure,
    OpeningFigure,
    OpponentStrength,
    TimeLeft,
    WeakSpot,
    focus_of,
    insights_of,
)
from data.jobs.judged import JudgedGame, JudgedPly, PlayedGame
from tests.cases import for_each, there
from tests.extent import extent

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


@settings(max_examples=extent(8, 60), deadline=None)
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


@pytest.mark.long
@settings(max_examples=extent(8, 60), deadline=None)
@given(histories(), st.booleans())
def test_what_to_work_on_rests_on_a_figure_that_is_shown(games: list[PlayedGame], practisable: bool) -> None:
    found = insights_of(disc_accuracy, games)
    focus = focus_of(found, practisable=practisable)
    if found.whole is None:
        assert focus is None
    elif isinstance(focus, ErrorKind):
        assert practisable
        assert found.kinds[focus].share >= 0.25
        assert found.kinds[focus].share == max(one.share for one in found.kinds.values())
    elif isinstance(focus, Phase):
        lost = {
            phase: sum(
                move.points for game in games for move in game.judged.moves if move.phase == phase.value
            )
            for phase in found.phases
        }
        assert lost[focus] == pytest.approx(max(lost.values()))
    elif focus is not None:
        assert focus in found.openings
        assert focus.place is not None
        assert focus.figure.accuracy <= found.whole.accuracy - 5


def game(
    number: int,
    *moves: JudgedPly,
    opening: str = "",
    ratings: tuple[float | None, float | None] = (None, None),
    seat: int = 0,
) -> PlayedGame:
    """Return a game; those with smaller numbers are newer."""
    ended = START - timedelta(days=number)
    return PlayedGame(JudgedGame(number, seat, 7, "reversi", ended, *ratings, moves), opening)


def move(
    ply: int = 3, error: int = 0, *, lost: float = 0.0, points: float = 0.0, phase: int = 0, **fields: Any
) -> JudgedPly:
    usual: dict[str, Any] = {"weight": 1.0, "left": None, "kinds": ()}
    return JudgedPly(ply, phase, error, lost=lost, points=points, **usual | fields)


def test_time_left_and_weights_have_their_bounds() -> None:
    bounds = {50: TimeLeft.PLENTY, 49: TimeLeft.SOME, 20: TimeLeft.SOME, 19: TimeLeft.LITTLE}
    for left, time in bounds.items():
        games = [game(number, move(left=left)) for number in range(10)]
        assert list(insights_of(disc_accuracy, games).times) == [time]
    games = [game(number, move(lost=10.0, weight=4.0)) for number in range(10)]
    found = there(insights_of(disc_accuracy, games).whole)
    assert found.accuracy == pytest.approx(disc_accuracy.of(40.0, 100.0))
    assert found.accuracy != pytest.approx(disc_accuracy.of(10.0, 100.0))


def test_the_five_most_played_openings_are_shown_the_most_played_first() -> None:
    played = {"f": 10, "a": 12, "e": 11, "b": 12, "c": 11, "d": 11, "": 30}
    games = [
        game(100 * number + each, move(), opening=name)
        for number, (name, times) in enumerate(played.items())
        for each in range(times)
    ]
    shown = insights_of(disc_accuracy, games).openings
    assert [(one.opening, one.place) for one in shown] == [(name, None) for name in "abcde"]


def test_an_opening_goes_wrong_in_the_newest_game_at_the_middle_first_error() -> None:
    firsts = [9, 2, 5, 5, 2, 9, 2, 2, 9, 9, 5]
    games = [
        game(number, move(1), move(ply, 2), move(ply + 2, 3), opening="x", seat=1 - number % 2)
        for number, ply in enumerate(firsts)
    ]
    games.append(game(50, move(1), opening="x"))
    (shown,) = insights_of(disc_accuracy, games).openings
    assert (shown.place, shown.figure.games) == (WeakSpot(ply=5, games=11, game_id=2, seat=1), 12)
    # An even number has two middle ones; the first of them counts.
    (even,) = insights_of(disc_accuracy, [game(n, move(n, 1), opening="x") for n in range(10)]).openings
    assert even.place is not None
    assert even.place.ply == 4
    (few,) = insights_of(disc_accuracy, [*games[:9], games[-1]]).openings
    assert few.place is None


def test_kinds_are_shares_of_what_errors_lost_the_largest_first() -> None:
    games = [
        game(
            number,
            move(1, points=50.0),
            move(2, 1, points=10.0, lost=9.0, kinds=(ErrorKind.PARITY,)),
            move(4, 1, points=10.0, kinds=(ErrorKind.PARITY,)),
            move(6, 3, points=60.0, kinds=(ErrorKind.MOBILITY, ErrorKind.EDGES) if number < 9 else ()),
            move(8, 3, points=15.0, kinds=(ErrorKind.CORNERS,)),
            # Ten errors or more, but in nine games.
            move(9, 1, kinds=(ErrorKind.MOBILITY,) if number < 9 else ()),
        )
        for number in range(10)
    ]
    kinds = insights_of(disc_accuracy, games).kinds
    assert [(kind, one.errors, one.games) for kind, one in kinds.items()] == [
        (ErrorKind.PARITY, 20, 10),
        (ErrorKind.CORNERS, 10, 10),
    ]
    assert [one.share for one in kinds.values()] == pytest.approx([20 / 95, 15 / 95])


@for_each(
    ("games", "parts"),
    *((19, []), (20, [10, 10]), (29, [14, 15]), (60, [10] * 6), (75, [12, 13, 12, 13, 12, 13])),
)
def test_the_trend_has_up_to_six_parts_of_ten_games_or_more(games: int, parts: list[int]) -> None:
    played = [game(number, move(lost=number / 10)) for number in range(games)]
    found = insights_of(disc_accuracy, played).trend
    assert [part.figure.games for part in found] == parts
    assert all(part.since < part.until for part in found)
    accuracies = [part.figure.accuracy for part in found]
    assert accuracies == sorted(accuracies)


def weak(share: float, below: float, *, place: bool = True) -> Insights:
    """Return insights with a kind of that share, and an opening that much below the whole."""
    whole = Figure(80.0, 1.0, 10.0, 30)
    spot = WeakSpot(5, 10, 1, 0) if place else None
    openings = tuple(
        OpeningFigure(name, Figure(80.0 - by, 1.0, 10.0, 10), spot) for name, by in (("x", below), ("y", 1.0))
    )
    phases = {Phase.OPENING: Figure(99.0, 1, 2.0, 30), Phase.MIDDLE: Figure(90.0, 1, 9.0, 30)}
    kinds = {ErrorKind.EDGES: KindFigure(10, 10, share)}
    return Insights(30, whole, phases, openings, {}, {}, kinds, ())


def test_what_to_work_on_begins_at_its_bounds() -> None:
    for insights, practisable, expected in (
        (weak(0.25, 9.0), True, ErrorKind.EDGES),
        (weak(0.25, 4.9), False, Phase.MIDDLE),
        (weak(0.24, 4.9), True, Phase.MIDDLE),
        (weak(0.24, 9.0, place=False), True, Phase.MIDDLE),
        (first := weak(0.24, 5.0), True, first.openings[0]),
        (worse := weak(0.0, 9.0), True, worse.openings[0]),
    ):
        assert focus_of(insights, practisable=practisable) == expected
    other = OpeningFigure("z", Figure(60.0, 1.0, 10.0, 10), WeakSpot(5, 10, 1, 0))
    assert focus_of(replace(worse, openings=(*worse.openings, other)), practisable=True) == other
