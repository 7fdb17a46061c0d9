"""Pondering: an answer to each reply of the opponent, ever deeper (see docs/origins.md)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.errors import IllegalMove
from engine.players.computer import RANDOM, ComputerPlayer, Phase, style_named
from engine.search.limits import StopFlag
from engine.search.position import Position
from engine.search.results import SearchResult
from engine.search.tables import TranspositionTable


class Pondering:
    """The player's answers to each possible reply, prepared while the opponent is to move.

    A player of any depth ponders one ply deeper each round, beyond its own depth, up to the end of the game;
    the last round is searched in the style of its end. Random play prepares nothing. `run` works in the
    calling thread until it is stopped or everything is proved; meanwhile other threads may call the other
    methods.
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

    def answers(self) -> Mapping[str, SearchResult]:
        """The answers prepared so far by the opponent's reply, the opponent's best reply first."""
        with self._lock:
            return {move: self._answers[move] for move in self._order if move in self._answers}

    def run(self, stop: StopFlag) -> None:
        """Answer every reply, sort them, and start again one ply deeper, until the end of the game."""
        # The compiled core is loaded by the first search.
        from engine.search import rules

        going = [move for move in self._order if self._thinks_after(move)]
        longest = max((int(rules.moves_left(self._replies[move].state())) for move in going), default=0)
        for depth in range(1, longest + 1):
            for move in list(going):
                if not self._ponder(move, depth, stop, last=depth == longest):
                    return
            with self._lock:
                # The opponent is expected to play what is worst for the player.
                going.sort(key=lambda move: self._answers[move].score)
                self._order = going + [move for move in self._order if move not in going]

    def _thinks_after(self, move: str) -> bool:
        """Return whether the game continues after a reply, with a search by the player."""
        position = self._replies[move]
        if position.result() is not None:
            return False
        return style_named(position.game, self._player.phase(position).style) is not RANDOM

    def _ponder(self, move: str, depth: int, stop: StopFlag, *, last: bool) -> bool:
        """Prepare the answer to one reply; False when stopped."""
        if move in self._answers and self._answers[move].exact:
            return not stop.is_set()
        found = self._answering(self._replies[move], depth, last=last).choose(
            self._replies[move], None, stop, given_away=self._given_away, table=self._table
        )
        if stop.is_set():
            return False
        before = self._answers.get(move)
        if before is not None:
            # The whole search was for this answer.
            found = replace(found, nodes=before.nodes + found.nodes)
        with self._lock:
            self._answers[move] = found
        if self._note is not None:
            self._note(move, found)
        return True

    def _answering(self, position: Position, depth: int, *, last: bool) -> ComputerPlayer:
        """The player, looking `depth` plies ahead in the style of this part of the game, or of its end."""
        phase = self._player.phase(position)
        end = self._player.end
        if last and end is not None and style_named(position.game, end.style) is not RANDOM:
            phase = end
        return self._player.throughout(Phase(phase.style, depth))
