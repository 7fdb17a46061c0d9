"""Results of a computer player's search are stored with its move and counted over the game."""

from __future__ import annotations

from bot.computer.thoughts import MAX_LISTED, Effort, efforts, last_thought, to_text
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from engine import Candidate, SearchResult
from engine.search.results import Estimate, Proved
from tests.bot.helpers import ANN, PLACE, REVERSI


def found(move: str, nodes: int, *candidates: Candidate, exact: bool = False) -> SearchResult:
    score = candidates[0].score if candidates else 0.0
    return SearchResult(move, score, 4, nodes, 0.25, exact=exact, line=(move,), candidates=candidates)


async def test_a_thought_survives_storing(referee: Referee, challenges: Challenges) -> None:
    game = await challenges.play_computer(REVERSI, PLACE, ANN, "positional:2", "second")
    assert last_thought(game) is None
    listed = (
        Candidate("d3", Estimate(1.5), "exact", "c3"),
        Candidate("c4", Estimate(0.5), "at most"),
        Candidate("f5", Proved(-2), "exact"),
    )
    text = to_text(found("d3", 1234, *listed), listed=True)
    after = await referee.play(game, "d3", thought=text)
    thought = last_thought(after)
    assert thought is not None
    assert (thought.ply, thought.position, thought.candidates) == (0, game.position, 3)
    assert (thought.found.move, thought.found.score, thought.found.depth) == ("d3", Estimate(1.5), 4)
    assert thought.found.candidates == listed
    assert [type(each.score) for each in thought.found.candidates] == [Estimate, Estimate, Proved]
    # A person's move has no thoughts.
    answered = await referee.move(after.game.id, ANN, 1, "c3")
    assert last_thought(answered) is None


async def test_only_the_best_of_many_candidates_are_kept(referee: Referee, challenges: Challenges) -> None:
    game = await challenges.play_computer(REVERSI, PLACE, ANN, "positional:2", "second")
    many = tuple(Candidate(f"a{number}", 1.0, "exact") for number in range(20))
    after = await referee.play(game, "d3", thought=to_text(found("d3", 1, *many), listed=True))
    thought = last_thought(after)
    assert thought is not None
    assert (len(thought.found.candidates), thought.candidates) == (MAX_LISTED, 20)


async def test_nodes_and_seconds_are_counted_until_a_move_is_taken_back(
    referee: Referee, challenges: Challenges
) -> None:
    game = await challenges.play_computer(REVERSI, PLACE, ANN, "positional:2", "first")
    for move, answer, nodes in (("d3", "c3", 100), ("c4", "c5", 23)):
        game = await referee.move(game.game.id, ANN, game.game.ply, move)
        game = await referee.play(game, answer, thought=to_text(found(answer, nodes), listed=False))
    assert efforts(game) == (Effort(), Effort(123, 0.5, 2))
    # Also when read again.
    assert efforts(await referee.snapshot(game.game.id)) == (Effort(), Effort(123, 0.5, 2))
    game = await referee.take_back(game.game.id, ANN, game.game.ply)
    assert efforts(game) == (Effort(), Effort(100, 0.25, 1))
