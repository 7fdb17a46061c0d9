"""Votes that nobody attends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.events.votes.rules import is_unattended
from data.games.votes import NewVoteGame, VoteGame


@pytest.mark.parametrize(
    ("each", "empty", "unattended"),
    [
        (timedelta(minutes=1), 2, False),
        (timedelta(minutes=1), 3, True),
        (timedelta(days=1), 0, False),
        (timedelta(days=1), 1, True),
    ],
)
def test_a_vote_is_put_aside_after_three_countdowns_or_a_day(
    each: timedelta, empty: int, unattended: bool
) -> None:
    new = NewVoteGame("teams", int(each.total_seconds()), lot=0, side=0)
    assert is_unattended(VoteGame(1, new, 4, None, None, empty, "none")) is unattended
