"""Thinking while the opponent thinks: an answer to each reply, deeper and deeper (SEEDS S1)."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from engine.errors import IllegalMove
from engine.players.computer import ComputerPlayer
from engine.players.styles import RANDOM, style_named
from engine.search import rules
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.results import SearchResult
from engine.search.transposition import TranspositionTable

#: Seconds that a player who draws lots may think about one reply.
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Thought:
    """A line of the thinking list: the opponent's move, the answer, its value to the player."""

    move: str
    answer: str
    value: float
    depth: int


class Pondering:
    """Prepares the player's answers in a position where the opponent is to move.

    `run` works in the thread that calls it until it is stopped or nothing is left to find out; the
    other methods may be called from any thread meanwhile.
    """

    def __init__(
        self, player: ComputerPlayer, position: Position, table: TranspositionTable | None = None
    ) -> None:
        self._player = player
        self._replies = {move: position.play(move) for move in position.legal_moves()}
        self._order = list(self._replies)
        self._table = table or TranspositionTable()
        self._lock = threading.Lock()
        self._answers: dict[str, SearchResult] = {}
        self._depth = 0

    @property
    def candidates(self) -> int:
        """Number of replies that the opponent has."""
        return len(self._replies)

    @property
    def depth(self) -> int:
        """Plies that the answers being prepared look ahead; 0 before the first."""
        return self._depth

    def thinking(self) -> tuple[Thought, ...]:
        """The answers found so far, the opponent's best move first."""
        with self._lock:
            return tuple(
                Thought(move, found.move, found.score, found.depth)
                for move in self._order
                if (found := self._answers.get(move)) is not None
            )

    def answer(self, move: str) -> SearchResult | None:
        """The answer prepared to a reply of the opponent, None when there is none. Raises IllegalMove."""
        if move not in self._replies:
            raise IllegalMove(f"{move} is not among the replies; legal: {', '.join(self._order)}")
        with self._lock:
            return self._answers.get(move)

    def run(self, stop: StopFlag) -> None:
        """Answers every reply, sorts them, and starts again one ply deeper, until the end of the game."""
        going = [move for move in self._order if self._replies[move].result() is None]
        longest = max((int(rules.moves_left(self._replies[move].state())) for move in going), default=0)
        for depth in range(1, longest + 1):
            self._depth = depth
            for move in list(going):
                if not self._ponder(move, depth, stop):
                    return
            with self._lock:
                # What is worst for the player is what the opponent is expected to play.
                going.sort(key=lambda move: self._answers[move].score)
                self._order = going + [move for move in self._order if move not in going]

    def _ponder(self, move: str, depth: int, stop: StopFlag) -> bool:
        """Prepares the answer to one reply; False when stopped."""
        position = self._replies[move]
        phase = self._player.phase(position)
        style = style_named(position.game, phase.style)
        if style is RANDOM or self._player.draws:
            # What is drawn by lot is drawn once.
            if depth == 1:
                self._store(move, self._player.choose(position, _PATIENCE, stop, table=self._table))
            return not stop.is_set()
        if phase.depth is not None and depth > phase.depth:
            return not stop.is_set()
        found = search(position, Limits(seconds=None, depth=depth), stop, style=style, table=self._table)
        if stop.is_set():
            return False
        self._store(move, found)
        return True

    def _store(self, move: str, found: SearchResult) -> None:
        with self._lock:
            self._answers[move] = found
