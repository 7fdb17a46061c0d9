"""The text of a vote's board."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.core.snapshot import GameSnapshot
from bot.events.votes.boards import VoteBoard
from bot.events.votes.words import status
from data.games.records import GameState, NewGame, Seat
from data.games.votes import Ballot, NewVoteGame, VoteGame

if TYPE_CHECKING:
    from data import Storage
    from tests.data.helpers import Clock


@pytest.mark.parametrize(
    ("running", "decided", "shown"), [(True, None, True), (True, "d3", False), (False, None, False)]
)
async def test_a_board_shows_the_countdown_only_while_it_runs(
    storage: Storage, clock: Clock, running: bool, decided: str | None, shown: bool
) -> None:
    game = await storage.create_game(
        NewGame(
            game="reversi",
            options="",
            guild_id=7001,
            channel_id=8001,
            challenger_id=1001,
            opponent_id=None,
            side_choice="first",
            seats=(Seat(1001), Seat(1002)),
            state=GameState.PLAYING,
            rated=False,
        )
    )
    ends_at = clock() + timedelta(seconds=30) if running else None
    vote = VoteGame(game.id, NewVoteGame("teams", 60, 1, 0), game.ply, ends_at, decided, 0, "none")
    text = status(VoteBoard(GameSnapshot.of(game), vote, Ballot(), 0))
    assert "votes.**" in text
    assert ("countdown ends <t:" in text) is shown
    assert "…" not in text
