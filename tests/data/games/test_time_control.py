"""Times as people type them."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.games.clocks import (
    DAYS_A_MOVE,
    LIVE_INCREMENT,
    LIVE_MINUTES,
    Correspondence,
    Live,
    TimeControlError,
    read_time_control,
)
from tests.cases import for_each

controls = st.builds(Live, st.sampled_from(LIVE_MINUTES), st.sampled_from(LIVE_INCREMENT)) | st.builds(
    Correspondence, st.sampled_from(DAYS_A_MOVE)
)


@given(controls)
def test_what_is_written_is_read_again(control: Live | Correspondence) -> None:
    assert read_time_control(str(control)) == control


@for_each(
    ("typed", "meant"),
    [
        ("5+3", Live(5, 3)),
        (" 5 + 3 ", Live(5, 3)),
        ("10", Live(10, 0)),
        ("10 min", Live(10, 0)),
        ("3m+2s", Live(3, 2)),
        ("1 day", Correspondence(1)),
        ("7D", Correspondence(7)),
        ("2 days", Correspondence(2)),
        ("", None),
        ("None", None),
    ],
)
def test_people_type_it_in_many_ways(typed: str, meant: Live | Correspondence | None) -> None:
    assert read_time_control(typed) == meant


@for_each(
    "typed", ["0", "0+5", "181", "5+61", "0d", "8d", "9 days", "-5", "5+-3", "٥+٣", "5:30", "soon", "5+3+1"]
)
def test_other_texts_are_refused(typed: str) -> None:
    with pytest.raises(TimeControlError):
        read_time_control(typed)


def test_live_time_grows_by_the_increment_and_a_day_is_a_whole_day_again() -> None:
    assert Live(5, 3).after_move(timedelta(seconds=10)) == timedelta(seconds=13)
    assert Correspondence(2).after_move(timedelta(seconds=10)) == timedelta(days=2)
