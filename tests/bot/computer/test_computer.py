"""The computer player at the board: moves, proofs, thoughts."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.computer.computer import MAX_ATTEMPTS, Computer, ComputerStatus
from bot.computer.lane import Priority
from bot.computer.pool import SearchPool
from bot.computer.thoughts import MAX_LISTED, Effort, efforts, last_thought, proof_of, to_text
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.words import proof_line
from data import Storage, StorageError
from data.games.records import Ending, GameState, Seat
from engine import Candidate, SearchResult
from engine.search.position import PASS
from engine.search.results import Estimate, Proved
from tests.bot.computer.hall import Answer, Hall, at_once, moves_of
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
    BLACK_WIPES_OUT,
    REVERSI,
    computer_game,
    game_after,
    stored,
    with_game,
)
from tests.cases import there


async def test_an_answer_is_stored_also_after_a_failure(hall: Hall, storage: Storage) -> None:
    hall.script("c3")
    answered = there(await hall.moves.answer(await hall.game()))
    assert answered.game.moves == ("d3", "c3")
    assert answered.game == await stored(storage, answered.game.id)
    assert hall.computer.status(answered.game.id) is None
    player = hall.script(ZeroDivisionError("broken"), "c3")
    snapshot = await hall.game()
    answered = there(await hall.moves.answer(snapshot))
    assert answered.game.moves == ("d3", "c3")
    assert player.asked == [snapshot.position] * 2
    assert hall.computer.status(snapshot.game.id) is None
    hall.script(RuntimeError("broken"))
    bad = await hall.game()
    await hall.moves.answer(bad)
    hall.script("c3")
    good = await hall.game()
    assert await hall.moves.answer(good) is not None
    assert hall.computer.status(good.game.id) is None
    assert hall.computer.status(bad.game.id) is ComputerStatus.FAILED


async def test_a_search_uses_all_free_cores(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.computer.pool.available_cores", lambda: 2)
    player = hall.script("c3")
    for workers in (1, 2, 3):
        moves = moves_of(Computer(SearchPool(workers, 10.0, run=at_once)), hall.referee)
        await moves.answer(await hall.game())
    assert player.threads == [1, 2, 2]


@pytest.mark.parametrize("answer", [RuntimeError("broken"), "a1", "d3", "pass", "", "z9"])
async def test_an_engine_that_always_fails_is_given_up(hall: Hall, storage: Storage, answer: Answer) -> None:
    player = hall.script(answer)
    snapshot = await hall.game()
    assert await hall.moves.answer(snapshot) is None
    assert len(player.asked) == MAX_ATTEMPTS
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED
    game = await stored(storage, snapshot.game.id)
    assert (game.moves, game.state) == (("d3",), GameState.PLAYING)


async def test_a_failing_storage_makes_the_computer_fail(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.script("c3")
    snapshot = await hall.game()
    with monkeypatch.context() as patch:
        patch.setattr(Storage, "add_moves", AsyncMock(side_effect=StorageError("the disk is full")))
        assert await hall.moves.answer(snapshot) is None
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED
    assert await hall.moves.answer(snapshot) is not None
    snapshot = await hall.game()
    await hall.referee.resign(snapshot.game.id, ANN)
    monkeypatch.setattr(Storage, "game", AsyncMock(side_effect=StorageError("the database is closed")))
    assert await hall.moves.answer(snapshot) is None
    assert hall.computer.status(snapshot.game.id) is ComputerStatus.FAILED


async def test_an_answer_after_the_person_resigned_is_dropped(hall: Hall, storage: Storage) -> None:
    snapshot = await hall.game(moves=("d3", "c5", "f6"))
    hall.script(snapshot.position.legal_moves()[0])
    held, computer, moves = hall.holding()
    answer = moves.answer(snapshot)
    await held.begun.wait()
    await hall.referee.resign(snapshot.game.id, ANN)
    held.go.set()
    answered = there(await answer)
    assert not answered.going
    assert computer.status(snapshot.game.id) is None
    game = await stored(storage, snapshot.game.id)
    assert (game.moves, game.ending, game.winner) == (("d3", "c5", "f6"), Ending.CALLED_OFF, None)


async def test_an_outdated_answer_is_dropped(hall: Hall) -> None:
    """If another process has moved meanwhile, the stored move counts."""
    hall.script("c3", "c3", "f6")
    snapshot = await hall.game()
    held, _, moves = hall.holding()
    answer = moves.answer(snapshot)
    await held.begun.wait()
    await hall.referee.play(await hall.referee.play(snapshot, "e3"), "f5")
    held.go.set()
    answered = there(await answer)
    assert answered.game.ply == 4
    assert answered.game.moves[:3] == ("d3", "e3", "f5")
    assert held.searches == 2 + (answered.game.moves[3] == "f6")


async def test_one_search_at_a_time_for_each_game(hall: Hall) -> None:
    hall.script("c3")
    snapshot, other = await hall.game(), await hall.game()
    held, computer, moves = hall.holding(2)
    asked = [moves.answer(snapshot) for _ in range(3)]
    assert asked[0] is asked[1] is asked[2]
    assert computer.status(snapshot.game.id) is ComputerStatus.THINKING
    assert computer.status(other.game.id) is None
    elsewhere = moves.answer(other)
    held.go.set()
    assert await asked[0] is not None
    assert await elsewhere is not None
    assert held.searches == 2
    assert computer.status(snapshot.game.id) is None


async def test_the_computer_moves_again_when_the_person_passes(hall: Hall, storage: Storage) -> None:
    """White is the computer; at the end of these moves black passes twice."""
    person_last = BLACK_PASSES_TWICE.index("h7")
    discs = BLACK_PASSES_TWICE[: person_last + 1]
    player = hall.script("h6", "c7", "f4")
    answered = there(await hall.moves.answer(await hall.game(moves=discs)))
    assert answered.game.moves[: len(BLACK_PASSES_TWICE) + 1] == (*BLACK_PASSES_TWICE, "f4")
    assert not answered.computer_to_move
    assert [position.turn for position in player.asked] == [1, 1, 1]
    assert PASS not in [position.legal_moves()[0] for position in player.asked]
    discs = BLACK_PASSES_TWICE[: BLACK_PASSES_TWICE.index("h6")]
    hall.script("h6", RuntimeError("broken"))
    snapshot = await hall.game(moves=discs)
    assert await hall.moves.answer(snapshot) is None
    assert (await stored(storage, snapshot.game.id)).moves == (*discs, "h6", "pass")


async def test_games_of_computers_rank_behind_people(hall: Hall) -> None:
    asked: list[dict[str, Any]] = []

    class Pool(SearchPool):
        async def think(self, *arguments: Any, **options: Any) -> Any:
            asked.append(options)
            return await super().think(*arguments, **options)

    moves = moves_of(Computer(Pool(1, 10.0, run=at_once)), hall.referee)
    await moves.answer(await hall.game())
    match = await computer_game(hall.challenges, level="scripted")
    seats = (Seat(None, "scripted"), Seat(None, "scripted"))
    match = with_game(match, seats=seats)
    await moves.answer(match)
    assert [options["priority"] for options in asked][:2] == [Priority.PERSON, Priority.SELF_PLAY]


async def test_the_computer_has_no_part_between_people(hall: Hall) -> None:
    snapshot = await game_after(hall.challenges, "d3")
    answered = await hall.moves.answer(snapshot)
    assert answered == snapshot


def with_proofs(snapshot: GameSnapshot, *proved: int | None, hints_asked_for: bool = True) -> GameSnapshot:
    return with_game(snapshot, proved=proved, asked=hints_asked_for)


def found(snapshot: GameSnapshot) -> tuple[int, int, int] | None:
    """Return the ply of the proof, the side it is seen from, and the score."""
    proof = proof_of(snapshot)
    return None if proof is None else (proof.ply, proof.position.turn, proof.score)


async def test_a_proof_is_shown_with_hints_until_the_person_moves(challenges: Challenges) -> None:
    snapshot = await computer_game(challenges, "d3", "c3")
    assert found(with_proofs(snapshot, None, 4, hints_asked_for=False)) is None
    assert found(with_proofs(snapshot, None, 4)) == (1, 0, 4)
    snapshot = await computer_game(challenges, "d3", "c3", "c4")
    assert found(with_proofs(snapshot, None, 4, None)) is None
    snapshot = await computer_game(challenges, *BLACK_PASSES_AFTER)
    assert snapshot.game.moves[-1] == "pass"
    assert found(with_proofs(snapshot, *([None] * 7), 6, None)) == (7, 1, -6)


async def test_the_end_tells_the_first_proof_and_none_by_the_last_moves(
    referee: Referee, challenges: Challenges
) -> None:
    snapshot = await computer_game(challenges, "d3", "c3", "c4")
    over = await referee.resign(snapshot.game.id, ANN)
    for proved, shown in (
        ((None, None, None), None),
        ((None, -8, None), (1, 1, 8)),
        ((0, None, 2), (0, 0, 0)),
    ):
        assert found(with_proofs(over, *proved, hints_asked_for=False)) == shown
    snapshot = await computer_game(challenges, *BLACK_WIPES_OUT)
    assert snapshot.game.ending is Ending.PLAYED
    for ply, first in ((8, None), (7, None), (6, (6, 0, 64))):
        proofs = [64 if number >= ply else None for number in range(len(BLACK_WIPES_OUT))]
        assert found(with_proofs(snapshot, *proofs)) == first


async def test_a_proof_is_told_with_result_side_and_move(referee: Referee, challenges: Challenges) -> None:
    snapshot = await computer_game(challenges, "d3", "c3", "c4")
    over = with_proofs(await referee.resign(snapshot.game.id, ANN), None, -8, None)
    proof = there(proof_of(over))
    line = proof_line(over, proof)
    assert "⚪ White" in line
    assert REVERSI.proved(proof.position, 8) in line
    assert "move 2" in line
    snapshot = await computer_game(challenges, *BLACK_PASSES_AFTER)
    snapshot = await referee.play(snapshot, snapshot.position.legal_moves()[0])
    assert snapshot.game.moves[8] == "pass"
    over = with_proofs(await referee.resign(snapshot.game.id, ANN), *([None] * 9), 6)
    assert "Proved at move 9:" in proof_line(over, there(proof_of(over)))


def found_thoughts(move: str, nodes: int, *candidates: Candidate, exact: bool = False) -> SearchResult:
    score = candidates[0].score if candidates else 0.0
    return SearchResult(move, score, 4, nodes, 0.25, exact=exact, line=(move,), candidates=candidates)


async def test_thoughts_are_stored_and_counted_until_taken_back(
    referee: Referee, challenges: Challenges
) -> None:
    game = await computer_game(challenges, level="positional:2", colour="second")
    assert last_thought(game) is None
    listed = (
        Candidate("d3", Estimate(1.5), "exact", "c3"),
        Candidate("c4", Estimate(0.5), "at most"),
        Candidate("f5", Proved(-2), "exact"),
    )
    text = to_text(found_thoughts("d3", 1234, *listed), listed=True)
    after = await referee.play(game, "d3", thought=text)
    thought = there(last_thought(after))
    assert (thought.ply, thought.position, thought.candidates) == (0, game.position, 3)
    assert (thought.found.move, thought.found.score, thought.found.depth) == ("d3", Estimate(1.5), 4)
    assert thought.found.candidates == listed
    assert [type(each.score) for each in thought.found.candidates] == [Estimate, Estimate, Proved]
    # A person's move has no thoughts.
    answered = await referee.move(after.game.id, ANN, 1, "c3")
    assert last_thought(answered) is None
    game = await computer_game(challenges, level="positional:2", colour="second")
    many = tuple(Candidate(f"a{number}", 1.0, "exact") for number in range(20))
    after = await referee.play(game, "d3", thought=to_text(found_thoughts("d3", 1, *many), listed=True))
    thought = there(last_thought(after))
    assert (len(thought.found.candidates), thought.candidates) == (MAX_LISTED, 20)
    game = await computer_game(challenges, level="positional:2")
    for move, answer, nodes in (("d3", "c3", 100), ("c4", "c5", 23)):
        game = await referee.move(game.game.id, ANN, game.game.ply, move)
        game = await referee.play(game, answer, thought=to_text(found_thoughts(answer, nodes), listed=False))
    assert efforts(game) == (Effort(), Effort(123, 0.5, 2))
    # Also when read again.
    assert efforts(await referee.snapshot(game.game.id)) == (Effort(), Effort(123, 0.5, 2))
    game = await referee.take_back(game.game.id, ANN, game.game.ply)
    assert efforts(game) == (Effort(), Effort(100, 0.25, 1))
