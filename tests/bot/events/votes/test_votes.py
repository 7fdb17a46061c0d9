"""Votes: words, nobody there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.core.snapshot import GameSnapshot
from bot.events.votes.boards import VoteBoard, is_unattended
from bot.events.votes.words import status
from data import Storage
from data.games.votes import Ballot, NewVoteGame, VoteGame
from tests.bot.helpers import ANN, BOB, Clock
from tests.cases import for_each
from tests.data.helpers import between


@for_each(
    ("each", "empty", "unattended"),
    [
        (timedelta(minutes=1), 2, False),
        (timedelta(minutes=1), 3, True),
        (timedelta(days=1), 0, False),
        (timedelta(days=1), 1, True),
    ],
)
def test_a_vote_is_put_aside_after_3_countdowns_or_a_day(
    each: timedelta, empty: int, unattended: bool
) -> None:
    new = NewVoteGame("teams", int(each.total_seconds()), lot=0, side=0)
    assert is_unattended(VoteGame(1, new, 4, None, None, empty, "none")) is unattended


@pytest.mark.parametrize(
    ("running", "decided", "shown"), [(True, None, True), (True, "d3", False), (False, None, False)]
)
async def test_a_board_shows_the_countdown_only_while_it_runs(
    storage: Storage, clock: Clock, running: bool, decided: str | None, shown: bool
) -> None:
    game = await storage.create_game(between(ANN.id, BOB.id, rated=False))
    ends_at = clock() + timedelta(seconds=30) if running else None
    vote = VoteGame(game.id, NewVoteGame("teams", 60, 1, 0), game.ply, ends_at, decided, 0, "none")
    text = status(VoteBoard(GameSnapshot.of(game), vote, Ballot()))
    assert "votes.**" in text
    assert ("countdown ends <t:" in text) is shown
    assert "…" not in text
