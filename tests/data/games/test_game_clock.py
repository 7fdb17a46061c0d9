"""The clock of a game, against one that counts seconds one by one."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from data.games.clocks import Correspondence, GameClock, Live, TimeControl, TimeUp

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def test_each_side_pays_for_its_own_time() -> None:
    clock = GameClock.of(Live(1, 2)).run_for(0, at(0)).moved(at(10), 1).moved(at(25), 0)
    assert clock.left == (52 * SECOND, 47 * SECOND)
    assert clock.left_at(at(30), 0) == 47 * SECOND
    assert clock.left_at(at(30), 1) == 47 * SECOND
    assert clock.flag_at == at(25 + 52)


def test_a_side_whose_opponent_passes_pays_on() -> None:
    clock = GameClock.of(Live(1, 2)).run_for(0, at(0)).moved(at(10), 0)
    assert (clock.side, clock.flag_at) == (0, at(10 + 52))


def test_a_move_at_the_very_moment_is_too_late_and_one_before_is_not() -> None:
    clock = GameClock.of(Live(1, 0)).run_for(1, at(0))
    assert clock.moved(at(59.999), 0).side == 0
    with pytest.raises(TimeUp):
        clock.moved(at(60), 0)


def test_people_are_warned_when_a_third_is_left_and_not_when_they_began_with_less() -> None:
    clock = GameClock.of(Live(3, 0)).run_for(0, at(0))
    assert clock.warn_at == at(120)
    assert clock.moved(at(130), 1).moved(at(131), 0).warn_at is None


def test_a_day_a_move_is_a_new_day_for_every_move() -> None:
    clock = GameClock.of(Correspondence(1)).run_for(0, at(0)).moved(at(80_000), 1).moved(at(90_000), 0)
    assert clock.flag_at == at(90_000 + 86_400)


def test_a_stopped_clock_has_no_end() -> None:
    clock = GameClock.of(Live(5, 0)).run_for(0, at(0)).stop(at(20))
    assert (clock.flag_at, clock.warn_at) == (None, None)
    assert clock.run_for(0, at(10_000)).flag_at == at(10_280)
    assert clock.stop(at(99)) == clock
    assert clock.ran_out is None


def test_a_stopped_clock_knows_who_ran_out() -> None:
    clock = GameClock.of(Live(5, 0)).run_for(1, at(0))
    assert clock.ran_out is None
    assert clock.stop(at(300)).ran_out == 1


def test_a_clock_is_stopped_while_a_computer_is_to_move() -> None:
    clock = GameClock.of(Live(1, 2)).run_for(0, at(0)).moved(at(10), None)
    assert (clock.side, clock.left) == (None, (52 * SECOND, 60 * SECOND))
    assert clock.moved(at(500), 0).flag_at == at(552)


class Clocks(RuleBasedStateMachine):
    """A clock against a count of seconds for each side."""

    @initialize(control=st.sampled_from([Live(1, 0), Live(2, 5), Correspondence(1)]))
    def begin(self, control: TimeControl) -> None:
        self.now, self.side, self.stopped = 0, 0, False
        self.left = [int(control.first.total_seconds())] * 2
        self.control = control
        self.clock = GameClock.of(control).run_for(0, at(0))

    @rule(seconds=st.integers(0, 70))
    def wait(self, seconds: int) -> None:
        self.now += seconds
        if not self.stopped:
            self.left[self.side] -= seconds
        for side in (0, 1):
            assert self.clock.left_at(at(self.now), side).total_seconds() == max(0, self.left[side])

    @precondition(lambda self: not self.stopped)
    @rule(again=st.booleans())
    def move(self, again: bool) -> None:
        to_move = self.side if again else 1 - self.side
        if self.left[self.side] <= 0:
            with pytest.raises(TimeUp):
                self.clock.moved(at(self.now), to_move)
            return
        self.clock = self.clock.moved(at(self.now), to_move)
        if isinstance(self.control, Live):
            self.left[self.side] += self.control.increment
        else:
            self.left[self.side] = int(self.control.first.total_seconds())
        self.side = to_move

    @precondition(lambda self: not self.stopped)
    @rule()
    def pause(self) -> None:
        self.clock, self.stopped = self.clock.stop(at(self.now)), True
        self.left = [max(0, left) for left in self.left]

    @precondition(lambda self: self.stopped)
    @rule()
    def go_on(self) -> None:
        self.clock, self.stopped = self.clock.run_for(self.side, at(self.now)), False


TestClocks = Clocks.TestCase
