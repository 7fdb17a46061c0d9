"""A match in pieces equals an uninterrupted one, and contains no hurried move."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import EngineError, Position, SearchResult, StopFlag, reversi
from engine.players.computer import ComputerPlayer
from engine.players.matches import MatchScore, ResumableMatch, play_game, random_openings, tally

WEAK, STRONG = ComputerPlayer("positional", 1), ComputerPlayer("positional", 3)
GAMES = 5


def openings() -> Iterator[Position]:
    """Return the same openings each time."""
    return random_openings(reversi.start(), 8, random.Random(7))


def played_whole() -> tuple[float, ...]:
    """Return the outcomes of games played without interruption."""
    drawn = list(itertools.islice(openings(), 3))
    return tuple(
        play_game((STRONG, WEAK), drawn[game // 2], 60.0, a_side=game % 2).outcome for game in range(GAMES)
    )


class Interrupted(ComputerPlayer):
    """A player whose stop flag is set during every fifth search."""

    searches = 0

    def choose(self, *arguments: Any, **options: Any) -> SearchResult:
        """The usual move, in a hurry or not."""
        _, _, stop = arguments
        Interrupted.searches += 1
        if Interrupted.searches % 5 == 0:
            stop.set()
        return super().choose(*arguments, **options)


@pytest.mark.long
def test_stopped_again_and_again_it_is_the_same_match() -> None:
    match = ResumableMatch((Interrupted("positional", 3), WEAK), openings(), GAMES)
    pieces = 0
    while not match.over:
        before = len(match.outcomes)
        match.play_on(3600.0, 60.0, StopFlag())
        assert len(match.outcomes) - before <= 1
        pieces += 1
    assert pieces > GAMES
    assert match.outcomes == played_whole()


def test_no_time_no_move() -> None:
    match = ResumableMatch((STRONG, WEAK), openings(), GAMES)
    match.play_on(0.0, 1.0, StopFlag())
    assert match.outcomes == ()


def test_a_resumed_match_continues_where_it_was() -> None:
    """Each opening is played twice with the sides exchanged."""
    whole = played_whole()
    for done in (0, 2, 3, GAMES):
        match = ResumableMatch((STRONG, WEAK), openings(), GAMES, whole[:done])
        assert match.over == (done == GAMES)
        match.play_on(3600.0, 60.0, StopFlag())
        assert match.over
        assert match.outcomes == whole


def test_an_opening_that_is_over_is_refused() -> None:
    match = ResumableMatch((WEAK, WEAK), [reversi.parse("X" * 64 + " O")], 2)
    with pytest.raises(EngineError, match="nothing to play"):
        match.play_on(1.0, 1.0, StopFlag())


def test_outcomes_are_counted() -> None:
    assert tally((1, 0, 0.5, 0, 0)) == MatchScore(1, 1, 3, pairs=(0, 1, 1, 0, 0))
    assert tally(()) == MatchScore()
