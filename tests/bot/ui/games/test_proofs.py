"""What was proved is told when it may be, and from whose point of view."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.ui.games.proofs import proof_line
from tests.bot.helpers import ANN, BLACK_PASSES_AFTER, PLACE, REVERSI, put_down


async def played(referee: Referee, *moves: str) -> GameSnapshot:
    begun = await referee.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    return await put_down(referee, begun, moves)


async def test_nothing_is_told_of_a_game_in_which_nobody_asked(referee: Referee) -> None:
    snapshot = await played(referee, "d3", "c3")
    proved = replace(snapshot, game=replace(snapshot.game, proved=(None, 4)))
    assert proof_line(proved) is None
    asked = replace(proved, game=replace(proved.game, asked=True))
    assert proof_line(asked) == "-# 🔒 Proved: with best play of both sides, a win by exactly 4 for ⚫ Black."


async def test_a_move_of_a_person_ends_what_was_proved(referee: Referee) -> None:
    snapshot = await played(referee, "d3", "c3", "c4")
    asked = replace(snapshot, game=replace(snapshot.game, asked=True, proved=(None, 4, None)))
    assert proof_line(asked) is None


async def test_a_pass_changes_nothing(referee: Referee) -> None:
    snapshot = await played(referee, *BLACK_PASSES_AFTER)
    assert snapshot.game.moves[-1] == "pass"
    proved = (*([None] * 7), 6, None)
    asked = replace(snapshot, game=replace(snapshot.game, asked=True, proved=proved))
    assert proof_line(asked) == (
        "-# 🔒 Proved: with best play of both sides, a loss by exactly 6 for ⚪ White."
    )


@pytest.mark.parametrize(
    ("proved", "told"),
    [
        ((None, None, None), None),
        (
            (None, -8, None),
            "move 2: with best play of both sides, a win by exactly 8 for ⚪ White.",
        ),
        ((0, None, 2), "move 1: with best play of both sides, a draw for ⚫ Black."),
    ],
)
async def test_the_end_tells_when_it_was_proved_first(
    referee: Referee, proved: tuple[int | None, ...], told: str | None
) -> None:
    snapshot = await played(referee, "d3", "c3", "c4")
    await referee.resign(snapshot.game.id, ANN)
    over = await referee.snapshot(snapshot.game.id)
    line = proof_line(replace(over, game=replace(over.game, proved=proved)))
    assert line == (None if told is None else f"-# 🔒 Proved at {told}")
