"""People who play on a Discord of this machine and remember every move they made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.e2e.seen import Seen
from tests.loopback.model import Interaction
from tests.loopback.people import Person
from tests.loopback.server import LoopbackDiscord

PATIENCE = 3.0
"""Seconds after which a person repeats what got no answer."""
REFRESH_SECONDS = 60.0
"""Seconds after which a board that shows lost moves must be right again."""
PAUSE = 1.0
"""Seconds between two taps; the bot ignores a second one that is too quick for a person."""
GIVE_UP = 240.0
"""Seconds after which an answer will not come any more."""


class TrialFailed(Exception):  # noqa: N818 - the result of a trial
    """The product did not do what docs/updating.md promises."""


@dataclass
class Table:
    """A game in progress: who sits there, its message, and the moves its people made, by ply."""

    people: tuple[Person, ...]
    game: str
    number: int = 0
    message_id: int = 0
    taps: dict[int, str] = field(default_factory=dict)
    stored: list[str] = field(default_factory=list)
    """The moves as they were stored when last compared."""

    @property
    def board(self) -> Seen:
        """Return the newest message that shows the game."""
        (*_, board) = [seen for seen in self.people[0].sees() if self._shows(seen)]
        return board

    def _shows(self, seen: Seen) -> bool:
        picture = seen.picture or ""
        return picture.startswith(f"{self.game}-{self.number}-") if self.number else bool(picture)

    @property
    def ply(self) -> int:
        """Return the ply that the board shows."""
        return int((self.board.picture or "").removesuffix(".png").split("-")[2])

    def shows(self, plies: int) -> bool:
        """True if the board shows this number of plies."""
        return self.ply == plies

    async def begin(self, **options: str) -> None:
        """Start the game: against the computer, or the second person, who accepts."""
        first = self.people[0]
        opponent = {"opponent": self.people[1]} if len(self.people) > 1 else {}
        await first.types(f"{self.game} start", colour="first", **options, **opponent)
        if len(self.people) > 1:
            await self.people[1].taps("Accept")
        await until(lambda: any(self._shows(seen) for seen in first.sees()), "a board")
        self.number = int((self.board.picture or "").split("-")[1])
        self.message_id = self.board.id

    async def play(self, taps: int) -> float:
        """Make this number of moves; return the seconds until the first one was answered."""
        begun, first = time.monotonic(), 0.0
        for tap in range(taps):
            await until(lambda: self._mover() is not None, f"a turn in game {self.number}")
            mover, board, ply = self._mover(), self.board, self.ply
            assert mover is not None
            # In Connect 4, every other column: discs that never connect, so the game lasts.
            move = board.moves[2 * len(self.taps) % len(board.moves)]
            await self._until_moved(mover, move, ply)
            self.taps[ply] = move
            first = first if tap else time.monotonic() - begun
            await asyncio.sleep(PAUSE)
        await until(lambda: self._mover() is not None, f"the answer in game {self.number}")
        return first

    async def _until_moved(self, mover: Person, move: str, ply: int) -> None:
        """Tap until the board shows the move: a bot that is away answers nothing."""
        begun = time.monotonic()
        while self.ply <= ply:
            if time.monotonic() - begun > GIVE_UP:
                raise TrialFailed(f"{move} in game {self.number} was never played")
            if move in self.board.moves:
                excuse(mover.presses(move, self.board))
            deadline = time.monotonic() + PATIENCE
            while self.ply <= ply and time.monotonic() < deadline:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def refresh(self, plies: int) -> None:
        """Tap a board that shows lost moves; the bot must bring it back to the stored ones."""
        begun = time.monotonic()
        while not self.shows(plies):
            if time.monotonic() - begun > REFRESH_SECONDS:
                raise TrialFailed(f"game {self.number} still shows ply {self.ply} of {plies}")
            mover, board = self._mover(), self.board
            if mover is not None:
                excuse(mover.presses(board.moves[0], board))
            await asyncio.sleep(PATIENCE)
        self.message_id = self.board.id

    def _mover(self) -> Person | None:
        board = self.board
        return next(
            (one for one in self.people if f"**{one.mention} to move.**" in board.text and board.moves), None
        )

    def compare(self, stored: list[str]) -> None:
        """Raise TrialFailed unless the stored moves continue those known and the board is up to date."""
        before = self.stored
        if stored[: len(before)] != before:
            raise TrialFailed(f"game {self.number} had the moves {before}, now {stored}")
        wrong = {ply: move for ply, move in self.taps.items() if stored[ply : ply + 1] != [move]}
        if wrong:
            raise TrialFailed(f"game {self.number} lacks {wrong}: {stored}")
        if self.board.id != self.message_id:
            raise TrialFailed(f"game {self.number} is on another message")
        if self.ply != len(stored):
            raise TrialFailed(f"the board of game {self.number} shows ply {self.ply} of {len(stored)}")
        self.stored = stored

    def rewind(self, stored: list[str]) -> int:
        """Forget the moves after an older copy; returns how many there were."""
        if self.stored[: len(stored)] != stored:
            raise TrialFailed(f"game {self.number} had the moves {self.stored}, the copy {stored}")
        lost = len(self.stored) - len(stored)
        self.stored = stored
        self.taps = {ply: move for ply, move in self.taps.items() if ply < len(stored)}
        return lost


def excuse(interaction: Interaction) -> None:
    """Note that nothing may answer: the bot may be away."""
    interaction.excused = True


async def until(condition: Callable[[], object], what: str, seconds: float = GIVE_UP) -> None:
    """Wait for a condition; raises TrialFailed if it does not come true."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TrialFailed(f"{what}: it does not come")
        await asyncio.sleep(0.02)


async def seat(discord: LoopbackDiscord, shards: int) -> list[Table]:
    """Return two tables in servers of the first and the last shard: two people; one against the computer."""
    tables: list[Table] = []
    for shard, names in ((0, ("Ann", "Ben")), (shards - 1, ("Cleo",))):
        guild = discord.create_guild(f"Server {shard}")
        while (guild.id >> 22) % shards != shard:
            discord.delete_guild(guild)
            await asyncio.sleep(0.003)
            guild = discord.create_guild(f"Server {shard}")
        channel = discord.create_channel(guild, "games")
        people = tuple(Person(discord, discord.create_user(name), channel) for name in names)
        tables.append(Table(people, "connect4" if len(people) == 1 else "reversi"))
    return tables
