"""Thinking while the opponent thinks: an answer to each reply, deeper and deeper (see docs/origins.md)."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine.errors import IllegalMove
from engine.players.computer import ComputerPlayer
from engine.players.styles import RANDOM, style_named
from engine.search import rules
from engine.search.deepening import search
from engine.search.limits import Limits, StopFlag
from engine.search.position import Position
from engine.search.results import SearchResult
from engine.search.transposition import TranspositionTable

#: Seconds that a player who chooses at random may think about one reply.
_SECONDS_PER_REPLY = 10.0


class Pondering:
    """The player's answers to each reply of the opponent, prepared while the opponent is to move.

    `run` works in the calling thread until it is stopped or everything is proved; meanwhile the other
    methods may be called from any thread.
    """

    def __init__(
        self,
        player: ComputerPlayer,
        position: Position,
        table: TranspositionTable | None = None,
        note: Callable[[str, SearchResult], None] | None = None,
        given_away: float = 0.0,
    ) -> None:
        """`note` is told of every reply with a new answer, by the thread that runs; `given_away` as in
        `ComputerPlayer.choose`."""
        self._player = player
        self._given_away = given_away
        self._note = note
        self._replies = {move: position.play(move) for move in position.legal_moves()}
        self._order = list(self._replies)
        self._table = table or TranspositionTable()
        self._lock = threading.Lock()
        self._answers: dict[str, SearchResult] = {}

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
        if style is RANDOM or self._player.is_random:
            # A random choice is made once.
            if depth == 1:
                found = self._player.choose(
                    position, _SECONDS_PER_REPLY, stop, given_away=self._given_away, table=self._table
                )
                self._store(move, found)
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
        if self._note is not None:
            self._note(move, found)
