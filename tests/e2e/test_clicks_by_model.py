"""Three people click as they like, rightly and wrongly; a plain model says what must come of each click."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from structlog.typing import EventDict

from bot.core.snapshot import CALLED_OFF_BEFORE
from data.games.records import Ending
from tests.e2e.seen import Seen
from tests.e2e.world import Person, World
from tests.extent import extent

COLUMNS, ROWS, CONNECT = 4, 4, 3
BOARD = f"{COLUMNS}x{ROWS}c{CONNECT}"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

who = st.integers(0, 2)
column = st.integers(1, COLUMNS)


@dataclass
class Model:
    """A game of Connect 4 as plainly as possible: the discs of each column, bottom first."""

    seats: tuple[int, int]
    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(COLUMNS)])
    moves: list[str] = field(default_factory=list)
    ending: Ending | None = None
    winner: int | None = None

    @property
    def turn(self) -> int:
        """Whose seat it is: 0 or 1."""
        return len(self.moves) % 2

    def drop(self, number: int) -> None:
        """A disc of the side to move falls into a column, 1 the leftmost."""
        side = self.turn
        self.columns[number - 1].append(side)
        self.moves.append(str(number))
        if self._connected(number - 1, len(self.columns[number - 1]) - 1, side):
            self.ending, self.winner = Ending.PLAYED, side
        elif all(len(discs) == ROWS for discs in self.columns):
            self.ending = Ending.PLAYED

    def resign(self, seat: int) -> None:
        """Have one of the players resign."""
        if len(self.moves) < 4:
            self.ending = Ending.CALLED_OFF
        else:
            self.ending, self.winner = Ending.RESIGNED, 1 - seat

    def full(self, number: int) -> bool:
        """Return whether a column is full."""
        return len(self.columns[number - 1]) == ROWS

    def _connected(self, x: int, y: int, side: int) -> bool:
        return any(
            sum(self._run(x, y, sign * dx, sign * dy, side) for sign in (1, -1)) + 1 >= CONNECT
            for dx, dy in DIRECTIONS
        )

    def _run(self, x: int, y: int, dx: int, dy: int, side: int) -> int:
        length = 0
        while self._owner(x + dx * (length + 1), y + dy * (length + 1)) == side:
            length += 1
        return length

    def _owner(self, x: int, y: int) -> int | None:
        inside = 0 <= x < COLUMNS and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None


class Clicks(RuleBasedStateMachine):
    """Ann and Ben play, Chloé watches, and all three click on anything they see or have seen."""

    def __init__(self, runner: asyncio.Runner, world: World) -> None:
        super().__init__()
        self.runner, self.world = runner, world
        self.people: tuple[Person, ...] = (world.ann, world.ben, world.chloe)
        self.old: list[Seen] = []

    @initialize(first=st.integers(0, 1))
    def begin(self, first: int) -> None:
        self.runner.run(self._begin(first))

    @precondition(lambda self: self.model.ending is not None)
    @rule(first=st.integers(0, 1))
    def begin_another(self, first: int) -> None:
        self.runner.run(self._begin(first))

    @precondition(lambda self: self.model.ending is None)
    @rule(number=column)
    def the_right_one_moves(self, number: int) -> None:
        self._tap(self.model.seats[self.model.turn], number, self.board())

    @rule(who=who, number=column)
    def tap_the_board(self, who: int, number: int) -> None:
        self._tap(who, number, self.board())

    @rule(who=who, number=column, back=st.integers(0, 5))
    def tap_an_old_board(self, who: int, number: int, back: int) -> None:
        self._tap(who, number, self.old[max(0, len(self.old) - 1 - back)])

    @precondition(lambda self: self.model.ending is None)
    @rule(who=who, sure=st.sampled_from([False, False, True]))
    def try_to_resign(self, who: int, sure: bool) -> None:
        person = self.people[who]
        question = self.runner.run(person.taps("Resign", self.board()))
        if who not in self.model.seats:
            assert question.private.startswith("You're watching this game.")
            return
        loses = "won't count as a loss" if len(self.model.moves) < 4 else "counts as a loss"
        assert loses in question.private
        self.runner.run(person.taps("Resign" if sure else "Keep playing", question.messages[0]))
        if sure:
            self.model.resign(self.model.seats.index(who))

    @invariant()
    def the_storage_and_the_board_match_the_model(self) -> None:
        game = self.runner.run(self.world.snapshot(self.game)).game
        assert list(game.moves) == self.model.moves
        assert (game.ending, game.winner) == (self.model.ending, self.model.winner)
        board = self.board()
        if self.model.ending is not None:
            review = ["Review"] if len(game.moves) >= CALLED_OFF_BEFORE else []
            replay = ["Replay"] if game.moves else []
            assert board.labels == ["Rematch", *review, *replay]
            return
        assert board.moves == [str(number) for number in range(1, COLUMNS + 1) if not self.model.full(number)]
        mover = self.people[self.model.seats[self.model.turn]]
        assert f"**{mover.mention} to move.**" in board.text

    def board(self) -> Seen:
        """Return the game's current message."""
        return self.world.board(self.game)

    async def _begin(self, first: int) -> None:
        challenger, other = self.people[first], self.people[1 - first]
        # In an hour, nobody may send more challenges than a few examples do.
        self.world.skip(timedelta(hours=1))
        await challenger.types("connect4 start", opponent=other, colour="first", board=BOARD)
        await other.taps("Accept")
        named = re.fullmatch(r"connect4-(\d+)-0\.png", self.world.posts()[-1].picture or "")
        assert named is not None
        self.game = int(named[1])
        self.model = Model((first, 1 - first))
        self.old = [self.board()]

    def _tap(self, who: int, number: int, on: Seen) -> None:
        """Tap a column on a board, maybe an old one."""
        if str(number) not in on.moves:
            return
        refusal = self._refusal(who, on)
        answer = self.runner.run(self.people[who].taps_late(str(number), on, self.board()))
        assert answer.acknowledged
        if refusal is None:
            assert not answer.private
            self.model.drop(number)
            self.old.append(self.board())
        else:
            assert refusal in answer.private

    def _refusal(self, who: int, on: Seen) -> str | None:
        """Return the refusal of a move on that board; None if it is played."""
        if self.model.ending is not None:
            return "This game is over."
        if who not in self.model.seats:
            return "You're watching this game."
        if self.model.seats.index(who) != self.model.turn:
            return "You are next."
        if on.picture != self.board().picture:
            return "The board has changed since then."
        return None


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


def test_three_people_click_as_they_like(
    runner: asyncio.Runner, empty_database: Path, tmp_path: Path, log: list[EventDict]
) -> None:
    database = tmp_path / "games.db"
    shutil.copy(empty_database, database)

    async def start() -> World:
        made = World(database)
        await made.start()
        return made

    world = runner.run(start())

    class Here(Clicks):
        def __init__(self) -> None:
            super().__init__(runner, world)

    try:
        run_state_machine_as_test(Here, settings=settings(max_examples=extent(4, 10), stateful_step_count=30))
    finally:
        runner.run(world.end())
    errors: list[Any] = [entry for entry in log if entry["log_level"] in ("error", "critical")]
    assert not errors
