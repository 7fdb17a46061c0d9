"""Results of a computer player's search, stored as a text with the move, and what they prove.

A game's node counter adds these up, so it survives restarts, and moves taken back no longer count.
"""

from __future__ import annotations

import json
from typing import Any

from bot.core.fields import Frozen
from bot.core.snapshot import GameSnapshot
from data.games.records import Ending, GameState
from engine import Candidate, Position, SearchResult
from engine.search.position import PASS
from engine.search.results import Estimate, Final, Proved, Score

MAX_LISTED = 8
"""Maximum candidates stored with a move; their total number is stored as well."""

_KINDS: dict[str, type[Score]] = {"estimate": Estimate, "final": Final, "proved": Proved}
_NAMES = {kind: name for name, kind in _KINDS.items()}


class Thought(Frozen):
    """Result of the search in `position` for the move at `ply`.

    The candidates of `found` are the best ones; `candidates` counts all of them.
    """

    ply: int
    position: Position
    found: SearchResult
    candidates: int


class Effort(Frozen):
    """Total effort of a side: nodes and seconds over a number of a computer player's moves."""

    nodes: int = 0
    seconds: float = 0.0
    moves: int = 0


def to_text(found: SearchResult, *, listed: bool) -> str:
    """Return the text stored for a search; `listed` includes its candidates, for spectators."""
    document: dict[str, Any] = {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "score": _score_to_json(found.score),
        "candidates": len(found.candidates),
    }
    if listed:
        document["listed"] = [
            [candidate.move, candidate.answer, *_score_to_json(candidate.score), candidate.bound]
            for candidate in found.candidates[:MAX_LISTED]
        ]
    return json.dumps(document, separators=(",", ":"))


def last_thought(snapshot: GameSnapshot) -> Thought | None:
    """Return the search for a computer player's last move; None if a person has moved since."""
    game = snapshot.game
    for ply in reversed(range(game.ply)):
        if game.moves[ply] != PASS:
            text = game.thoughts[ply] if ply < len(game.thoughts) else None
            return None if text is None or snapshot.recent.latest is None else _read(snapshot, ply, text)
    return None


def read_thought(text: str) -> None:
    """Raise ValueError, LookupError or TypeError for a text that cannot be read."""
    document = json.loads(text)
    points, kind = document["score"]
    _KINDS[kind](points)
    sum((document["depth"], document["nodes"], document["seconds"], document["candidates"]))
    for move, _, value, name, bound in document.get("listed", ()):
        _KINDS[name](value, bound)
        move.strip()


def efforts(snapshot: GameSnapshot) -> tuple[Effort, Effort]:
    """Return the effort of the computer players on both sides."""
    sums = [Effort(), Effort()]
    for side, text in zip(snapshot.movers, snapshot.game.thoughts, strict=False):
        if text is not None:
            document, before = json.loads(text), sums[side]
            sums[side] = Effort(
                before.nodes + document["nodes"], before.seconds + document["seconds"], before.moves + 1
            )
    return sums[0], sums[1]


def _score_to_json(score: float) -> list[Any]:
    return [float(score), _NAMES.get(type(score) if isinstance(score, Score) else Estimate, "estimate")]


def _read(snapshot: GameSnapshot, ply: int, text: str) -> Thought:
    assert snapshot.recent.latest is not None
    document = json.loads(text)
    points, kind = document["score"]
    candidates = tuple(
        Candidate(move, _KINDS[name](value, bound), bound, answer)
        for move, answer, value, name, bound in document.get("listed", ())
    )
    result = SearchResult(
        move=snapshot.game.moves[ply],
        score=_KINDS[kind](points),
        depth=document["depth"],
        nodes=document["nodes"],
        seconds=document["seconds"],
        exact=kind == "proved",
        line=(snapshot.game.moves[ply],),
        candidates=candidates,
    )
    return Thought(ply, snapshot.recent.latest.before, result, document["candidates"])


OBVIOUS_MOVES = 2
"""Moves before the end of a game within which a proof is no news."""


class Proof(Frozen):
    """A final score for the side to move in `position`, proved by the search for the move at `ply`."""

    ply: int
    position: Position
    score: int


def proof_of(snapshot: GameSnapshot) -> Proof | None:
    """Return the proved result, if there is one and it may be shown.

    During a game it is shown only after a player has requested hints, for the position on the board. After
    the game it is the first proof found, unless that was just before the end.
    """
    game = snapshot.game
    if game.state is GameState.FINISHED:
        first = next((ply for ply, score in enumerate(game.proved) if score is not None), None)
        return None if first is None or _is_obvious(snapshot, first) else _proof(snapshot, first, first)
    if not game.asked:
        return None
    # A proof from before a person's move need not hold after it.
    last = max((ply for ply, move in enumerate(game.moves) if move != PASS), default=None)
    return None if last is None or game.proved[last] is None else _proof(snapshot, last, game.ply)


def _is_obvious(snapshot: GameSnapshot, ply: int) -> bool:
    """Return whether the game was played out right after the move at `ply`."""
    game = snapshot.game
    moves_left = sum(move != PASS for move in game.moves[ply:])
    return game.ending is Ending.PLAYED and moves_left <= OBVIOUS_MOVES


def _proof(snapshot: GameSnapshot, ply: int, seen_at: int) -> Proof:
    """Return the proof found at `ply`, for the side to move at `seen_at`."""
    position = snapshot.kind.start(snapshot.game.options)
    for move in snapshot.game.moves[:seen_at]:
        position = position.play(move)
    proved = snapshot.game.proved[ply]
    assert proved is not None
    return Proof(ply, position, proved if position.turn == 0 else -proved)
