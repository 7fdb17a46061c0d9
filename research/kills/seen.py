"""Compare what messages showed players with what is stored."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from data.db.backup import opened
from data.games.moves import PLIES
from tests.e2e.seen import Seen
from tests.loopback.model import Message

PICTURE = re.compile(r"[a-z0-9]+-(\d+)-(\d+)\.png")
STRENGTH = "Which is stronger"
TO_MOVE = re.compile(r"\*\*<@(\d+)> to move\.\*\*")
PLAYED = re.compile(r"\*\*(\d+) of (\d+)\*\* games")
REVIEW = re.compile(r"Review of game #(\d+)")
REVIEWED = re.compile(r"\*\*(\d+) of \d+\*\* positions")


@dataclass
class Board:
    """A game as its message shows it."""

    message: Message
    ply: int
    over: bool
    match: bool
    """True if both players are computers."""


@dataclass
class StrengthTest:
    """A strength test as its message shows it."""

    played: int = 0
    over: bool = False


@dataclass
class Review:
    """A review as its message shows it."""

    done: int = 0
    over: bool = False


@dataclass
class Shown:
    """The latest content of all messages; call `note` for each."""

    boards: dict[int, Board] = field(default_factory=dict)
    plies: dict[int, int] = field(default_factory=dict)
    """Highest ply on any board, by game."""
    strength_tests: dict[int, StrengthTest] = field(default_factory=dict)
    """Strength tests by message."""
    reviews: dict[int, Review] = field(default_factory=dict)
    """Reviews by game."""
    changed_at: float = 0.0

    def note(self, message: Message) -> None:
        """Note a message that was sent or edited."""
        self.changed_at = time.monotonic()
        seen = Seen(message.payload())
        shown = [match for file in message.files if (match := PICTURE.fullmatch(file.filename))]
        if STRENGTH in seen.text:
            played = PLAYED.search(seen.text)
            test = self.strength_tests.setdefault(message.id, StrengthTest())
            if played is not None:
                test.played = max(test.played, int(played[1]))
            test.over = "Cancel" not in seen.labels
        elif review := REVIEW.search(seen.text):
            done = REVIEWED.search(seen.text)
            this = self.reviews.setdefault(int(review[1]), Review())
            if done is not None:
                this.done = max(this.done, int(done[1]))
            this.over = "Cancel" not in seen.labels
        elif shown:
            number, ply = map(int, shown[0].groups())
            over = bool({"Rematch", "Again, sides swapped"} & set(seen.labels))
            self.boards[number] = Board(message, ply, over, " a match, started by " in seen.text)
            self.plies[number] = max(ply, self.plies.get(number, 0))

    def lost(self, path: Path) -> Iterator[str]:
        """Return a line for everything shown but not stored in the database at `path`."""
        with closing(opened(path)) as connection:
            plies = dict(connection.execute(PLIES))
            states = dict(connection.execute("SELECT id, state FROM games"))
            played = dict(connection.execute("SELECT message_id, length(results) FROM measurements"))
            reviewed = dict(
                connection.execute("SELECT game_id, count(*) FROM reviewed_plies GROUP BY game_id")
            )
        for number, ply in self.plies.items():
            if plies.get(number, 0) < ply:
                yield f"game {number}: ply {ply} was shown, {plies.get(number, 0)} are stored"
        for number, board in self.boards.items():
            if board.over and states.get(number) != "finished":
                yield f"game {number} was shown as over and is stored as {states.get(number)}"
        for message_id, test in self.strength_tests.items():
            # Progress is deleted once the final result was delivered.
            if not test.over and played.get(message_id, test.played) < test.played:
                yield f"a strength test: {test.played} games were shown, {played[message_id]} are stored"
        for number, review in self.reviews.items():
            # The end is stored after delivery; until then every start delivers it again.
            known, stored = plies.get(number, 0) if review.over else review.done, reviewed.get(number, 0)
            if stored < known:
                yield f"the review of game {number}: {known} plies were shown, {stored} are stored"

    def unlike(self, path: Path) -> Iterator[str]:
        """Return a line for each board that differs from the stored game once everything is idle."""
        with closing(opened(path)) as connection:
            stored = dict(connection.execute(PLIES))
        for number, ply in stored.items():
            board = self.boards.get(number)
            if board is None:
                yield f"game {number} has no board"
            elif board.ply != ply:
                yield f"game {number} shows ply {board.ply}, {ply} are stored"
