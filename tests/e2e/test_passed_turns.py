"""Turns that a person has to pass against the computer stay to be seen until they move."""

from __future__ import annotations

from typing import Any

from bot.core.snapshot import GameSnapshot
from bot.play.games.referee import Referee
from engine import SearchResult
from engine.search.position import PASS
from tests.bot.helpers import BLACK_PASSES_TWICE
from tests.e2e.world import World

DISCS = [move for move in BLACK_PASSES_TWICE if move != PASS]
LAST_OWN = DISCS.index("h7")


async def test_passed_turns_are_marked_until_the_person_moves(world: World) -> None:
    ann, services = world.ann, world.bot.services
    await ann.types("reversi start", bot="easy", colour="first")
    snapshot = await world.snapshot()
    for move in DISCS[:LAST_OWN]:
        snapshot = await services[Referee].play(snapshot, move)
    await ann.types("game board")
    replies = iter(DISCS[LAST_OWN + 1 :])

    def reply(*_: Any) -> SearchResult:
        move = next(replies, None) or _position(snapshot, DISCS).legal_moves()[0]
        return SearchResult(move, 0.0, 1, 1, 0.0, False, (move,), ())

    world.searches.instead = reply
    await ann.taps("h7")
    made = (await world.snapshot()).game.moves
    third = made[-1]
    assert [move for move in made[LAST_OWN:] if move != PASS] == [*DISCS[LAST_OWN:], third]
    said = f"Black played **h7**. Black had no move: White played **h6**, then **c7**, then **{third}**."
    board = world.board()
    assert said in board.text
    assert f"**{ann.mention} to move.**" in board.text
    assert f"The last moves were h7 and, in answer, h6, then c7, then {third}." in board.alt
    await world.kill()
    await ann.types("game board")
    assert said in world.board().text
    world.searches.instead = None
    await ann.taps(world.board().moves[0])
    assert "had no move: White played **h6**" not in world.board().text


def _position(snapshot: GameSnapshot, discs: list[str]) -> Any:
    """The position after these discs, with the passes between them."""
    position = snapshot.kind.start("")
    for move in discs:
        if position.legal_moves() == (PASS,):
            position = position.play(PASS)
        position = position.play(move)
    return position.play(PASS) if position.legal_moves() == (PASS,) else position
