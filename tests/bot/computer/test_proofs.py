"""Proved results: when they are shown, and from which side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.computer.thoughts import proof_of
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.words import proof_line
from data.games.records import Ending
from tests.bot.helpers import ANN, BLACK_PASSES_AFTER, BLACK_WIPES_OUT, PLACE, REVERSI, put_down


async def played(referee: Referee, challenges: Challenges, *moves: str) -> GameSnapshot:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    return await put_down(referee, begun, moves)


def with_proofs(snapshot: GameSnapshot, *proved: int | None, hints_asked_for: bool = True) -> GameSnapshot:
    return replace(snapshot, game=replace(snapshot.game, proved=proved, asked=hints_asked_for))


def found(snapshot: GameSnapshot) -> tuple[int, int, int] | None:
    """Return the ply of the proof, the side it is seen from, and the score."""
    proof = proof_of(snapshot)
    return None if proof is None else (proof.ply, proof.position.turn, proof.score)


async def test_nothing_is_shown_without_hints(referee: Referee, challenges: Challenges) -> None:
    snapshot = await played(referee, challenges, "d3", "c3")
    assert found(with_proofs(snapshot, None, 4, hints_asked_for=False)) is None
    assert found(with_proofs(snapshot, None, 4)) == (1, 0, 4)


async def test_a_persons_move_ends_a_proof(referee: Referee, challenges: Challenges) -> None:
    snapshot = await played(referee, challenges, "d3", "c3", "c4")
    assert found(with_proofs(snapshot, None, 4, None)) is None


async def test_a_pass_changes_nothing(referee: Referee, challenges: Challenges) -> None:
    snapshot = await played(referee, challenges, *BLACK_PASSES_AFTER)
    assert snapshot.game.moves[-1] == "pass"
    assert found(with_proofs(snapshot, *([None] * 7), 6, None)) == (7, 1, -6)


@pytest.mark.parametrize(
    ("proved", "shown"),
    [
        ((None, None, None), None),
        ((None, -8, None), (1, 1, 8)),
        ((0, None, 2), (0, 0, 0)),
    ],
)
async def test_the_end_tells_the_first_proof(
    referee: Referee,
    challenges: Challenges,
    proved: tuple[int | None, ...],
    shown: tuple[int, int, int] | None,
) -> None:
    snapshot = await played(referee, challenges, "d3", "c3", "c4")
    await referee.resign(snapshot.game.id, ANN)
    over = with_proofs(await referee.snapshot(snapshot.game.id), *proved, hints_asked_for=False)
    assert found(over) == shown


@pytest.mark.parametrize(("ply", "shown"), [(8, None), (7, None), (6, (6, 0, 64))])
async def test_a_proof_by_the_last_moves_is_not_told(
    referee: Referee, challenges: Challenges, ply: int, shown: tuple[int, int, int] | None
) -> None:
    snapshot = await played(referee, challenges, *BLACK_WIPES_OUT)
    assert snapshot.game.ending is Ending.PLAYED
    proved = [64 if number >= ply else None for number in range(len(BLACK_WIPES_OUT))]
    assert found(with_proofs(snapshot, *proved)) == shown


async def test_a_proof_is_told_with_its_result_its_side_and_when_it_was_found(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await played(referee, challenges, "d3", "c3", "c4")
    await referee.resign(snapshot.game.id, ANN)
    over = with_proofs(await referee.snapshot(snapshot.game.id), None, -8, None)
    proof = proof_of(over)
    assert proof is not None
    line = proof_line(over, proof)
    assert "⚪ White" in line
    assert REVERSI.proved(proof.position, 8) in line
    assert "move 2" in line


async def test_moves_are_counted_without_passes(referee: Referee, challenges: Challenges) -> None:
    snapshot = await played(referee, challenges, *BLACK_PASSES_AFTER)
    snapshot = await referee.play(snapshot, snapshot.position.legal_moves()[0])
    assert snapshot.game.moves[8] == "pass"
    await referee.resign(snapshot.game.id, ANN)
    over = with_proofs(await referee.snapshot(snapshot.game.id), *([None] * 9), 6)
    proof = proof_of(over)
    assert proof is not None
    assert "Proved at move 9:" in proof_line(over, proof)
