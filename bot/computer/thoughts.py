"""What a computer player's search found, stored as a text with the move: depth, nodes, values, candidates.

The node counter of a game adds these up, so it survives restarts, and moves taken back no longer count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bot.games.snapshot import GameSnapshot
from data import Ending, GameState
from engine import Candidate, Position, SearchResult
from engine.search.position import PASS
from engine.search.score_types import Estimate, Final, Proved, Score

MOST_LISTED = 8
"""Candidates that are stored of a move; how many there were is stored as well."""

_KINDS: dict[str, type[Score]] = {"estimate": Estimate, "final": Final, "proved": Proved}
_NAMES = {kind: name for name, kind in _KINDS.items()}


@dataclass(frozen=True, slots=True)
class Thought:
    """What was found in `position` by the search for the move at `ply`.

    The candidates of `found` are the best ones, `candidates` counts all of them.
    """

    ply: int
    position: Position
    found: SearchResult
    candidates: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a side has searched: nodes and seconds in the given number of moves of a computer player."""

    nodes: int = 0
    seconds: float = 0.0
    moves: int = 0


def written(found: SearchResult, *, listed: bool) -> str:
    """The text that is stored of a search; `listed` keeps its candidates, for people who watch."""
    document: dict[str, Any] = {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "score": _written(found.score),
        "candidates": len(found.candidates),
    }
    if listed:
        document["listed"] = [
            [each.move, each.answer, *_written(each.score), each.bound]
            for each in found.candidates[:MOST_LISTED]
        ]
    return json.dumps(document, separators=(",", ":"))


def last_thought(snapshot: GameSnapshot) -> Thought | None:
    """What the search for the last move of a computer player found, unless a person has moved since."""
    game = snapshot.game
    for ply in reversed(range(game.ply)):
        if game.moves[ply] != PASS:
            text = game.thoughts[ply] if ply < len(game.thoughts) else None
            return None if text is None or snapshot.recent.latest is None else _read(snapshot, ply, text)
    return None


def efforts(snapshot: GameSnapshot) -> tuple[Effort, Effort]:
    """How much the computer players of both sides have searched in a game."""
    sums = [Effort(), Effort()]
    for side, text in zip(snapshot.movers, snapshot.game.thoughts, strict=False):
        if text is not None:
            document, before = json.loads(text), sums[side]
            sums[side] = Effort(
                before.nodes + document["nodes"], before.seconds + document["seconds"], before.moves + 1
            )
    return sums[0], sums[1]


def _written(score: float) -> list[Any]:
    return [float(score), _NAMES.get(type(score) if isinstance(score, Score) else Estimate, "estimate")]


def _read(snapshot: GameSnapshot, ply: int, text: str) -> Thought:
    assert snapshot.recent.latest is not None
    document = json.loads(text)
    points, kind = document["score"]
    candidates = tuple(
        Candidate(move, _KINDS[name](value, bound), bound, answer)
        for move, answer, value, name, bound in document.get("listed", ())
    )
    found = SearchResult(
        move=snapshot.game.moves[ply],
        score=_KINDS[kind](points),
        depth=document["depth"],
        nodes=document["nodes"],
        seconds=document["seconds"],
        exact=kind == "proved",
        line=(snapshot.game.moves[ply],),
        candidates=candidates,
    )
    return Thought(ply, snapshot.recent.latest.before, found, document["candidates"])


OBVIOUS_MOVES = 2
"""A proof found by one of so many last moves of a game that was played out tells nothing new."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A final score, for the side to move in `position`, that the search for the move at `ply` has proved."""

    ply: int
    position: Position
    score: int


def proof_of(snapshot: GameSnapshot) -> Proof | None:
    """The result that is proved, if there is one and it may be shown.

    While the game goes on it is shown only when a player has asked for hints, for the position on the board.
    When the game is over, it is the first proof that was found, unless that was just before its end.
    """
    game = snapshot.game
    if game.state is GameState.FINISHED:
        first = next((ply for ply, score in enumerate(game.proved) if score is not None), None)
        return None if first is None or _is_obvious(snapshot, first) else _proof(snapshot, first, first)
    if not game.asked:
        return None
    # What was proved before a person moved need not hold after that move.
    last = max((ply for ply, move in enumerate(game.moves) if move != PASS), default=None)
    return None if last is None or game.proved[last] is None else _proof(snapshot, last, game.ply)


def _is_obvious(snapshot: GameSnapshot, ply: int) -> bool:
    """Whether the game was played to an end that came right after the move at `ply`."""
    game = snapshot.game
    moves_left = sum(move != PASS for move in game.moves[ply:])
    return game.ending is Ending.PLAYED and moves_left <= OBVIOUS_MOVES


def _proof(snapshot: GameSnapshot, ply: int, seen_at: int) -> Proof:
    """The proof found at `ply`, from the point of view of the side to move at `seen_at`."""
    position = snapshot.kind.start(snapshot.game.options)
    for move in snapshot.game.moves[:seen_at]:
        position = position.play(move)
    proved = snapshot.game.proved[ply]
    assert proved is not None
    return Proof(ply, position, proved if position.turn == 0 else -proved)
