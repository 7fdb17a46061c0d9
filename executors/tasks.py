"""The tasks of the bot: moves, values of positions, prepared answers, puzzles, matches."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Limits, Position, SearchResult, puzzles, search
from engine.players.computer import ComputerPlayer, Phase, style_named
from engine.players.matches import MatchGame
from engine.players.pondering import Pondering
from engine.puzzles import Puzzle, Reason
from engine.search.listing import MoveComparison, compare, list_moves
from engine.search.tables import TranspositionTable
from executors.executor import NAMED_TABLES, Conditions, Memory, Task

_COMPARING_MEGABYTES = 16.0
"""Table of a comparison: fresh memory costs time, and half a million nodes fill no more."""


@dataclass(frozen=True)
class ChooseMove(Task[SearchResult]):
    """Choose a player's move within the allowed seconds; reports `Progress`.

    `memory` is the table in which the player has pondered, if it is kept there; `threads`, `given_away` and
    `within` as in `ComputerPlayer.choose`.
    """

    player: ComputerPlayer
    position: Position
    memory: Memory | None = None
    threads: int = 1
    given_away: float = 0.0
    within: float = 0.0

    def run(self, conditions: Conditions) -> SearchResult:
        known = NAMED_TABLES.take(self.memory) if self.memory is not None else None
        table = known or _small_table(conditions)
        return self.player.choose(
            self.position,
            conditions.seconds,
            conditions.stop,
            conditions.report,
            given_away=self.given_away,
            within=self.within,
            table=table,
            threads=self.threads,
        )


@dataclass(frozen=True)
class SearchPosition(Task[SearchResult]):
    """Search with the strongest style, within its own limits."""

    position: Position
    limits: Limits
    memory: Memory | None = None

    def run(self, conditions: Conditions) -> SearchResult:
        table = NAMED_TABLES.get(self.memory) if self.memory is not None else _small_table(conditions)
        return search(self.position, self.limits, conditions.stop, table=table)


@dataclass(frozen=True)
class ListMoves(Task[SearchResult]):
    """Every move of a position with its value, as `engine.search.listing` finds it.

    With a `phase`, in the style and to the depth of a computer player; otherwise by the strongest style.
    """

    position: Position
    seconds: float
    phase: Phase | None = None
    memory: Memory | None = None

    def run(self, conditions: Conditions) -> SearchResult:
        table = NAMED_TABLES.get(self.memory) if self.memory is not None else _small_table(conditions)
        if self.phase is None:
            return list_moves(self.position, Limits(seconds=self.seconds), conditions.stop, table=table)
        limits = Limits(seconds=self.seconds, depth=self.phase.depth)
        style = style_named(self.position.game, self.phase.style)
        return list_moves(self.position, limits, conditions.stop, style=style, table=table)


@dataclass(frozen=True)
class CompareMove(Task[MoveComparison]):
    """A move compared with the best one by the strongest style, in a table that knows nothing of either."""

    position: Position
    move: str
    limits: Limits

    def run(self, conditions: Conditions) -> MoveComparison:
        table = TranspositionTable(min(_COMPARING_MEGABYTES, conditions.megabytes or _COMPARING_MEGABYTES))
        return compare(self.position, self.move, self.limits, conditions.stop, table)


def _small_table(conditions: Conditions) -> TranspositionTable | None:
    """Return a table for this search alone, where there is no room for one of the usual size."""
    return None if conditions.megabytes is None else TranspositionTable(conditions.megabytes)


@dataclass(frozen=True)
class Ponder(Task[None]):
    """Answers prepared to each reply of the opponent, who is to move, for as many seconds as allowed.

    Reports all answers by the reply, whenever there is another one; `given_away` as in
    `ComputerPlayer.choose`.
    """

    player: ComputerPlayer
    position: Position
    memory: Memory
    given_away: float = 0.0

    def run(self, conditions: Conditions) -> None:
        """Ponder until it is stopped, or everything is proved."""
        answers: dict[str, SearchResult] = {}

        def note(reply: str, result: SearchResult) -> None:
            answers[reply] = result
            if conditions.report is not None:
                conditions.report(dict(answers))

        conditions.stop.set_after(conditions.seconds)
        table = NAMED_TABLES.get(self.memory)
        Pondering(self.player, self.position, table, note, self.given_away).run(conditions.stop)


@dataclass(frozen=True)
class FindPuzzle(Task[Puzzle | Reason]):
    position: Position

    def run(self, conditions: Conditions) -> Puzzle | Reason:
        return puzzles.from_position(self.position, seconds=conditions.seconds, stop=conditions.stop)


@dataclass(frozen=True)
class PlayOn(Task[MatchGame]):
    """Continue a game between two players for the allowed seconds; returns it as far as it got."""

    game: MatchGame
    seconds_per_move: float

    def run(self, conditions: Conditions) -> MatchGame:
        self.game.play_on(conditions.seconds, self.seconds_per_move, conditions.stop)
        return self.game
