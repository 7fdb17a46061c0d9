"""Players of many games at once, and what they see of them."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.e2e.seen import Seen
from tests.loopback.model import Channel, Interaction, Message
from tests.loopback.people import Person
from tests.loopback.rules import BUTTON
from tests.loopback.server import LoopbackDiscord

PICTURE = re.compile(r"[a-z0-9]+-(\d+)-(\d+)\.png")
TO_MOVE = re.compile(r"\*\*<@(\d+)> to move\.\*\*")
GAMES_IN_A_CHANNEL = 10
CHANNELS_IN_A_SERVER = 10
STARTED_AT_ONCE = 10


@dataclass
class Board:
    """A game as its message shows it."""

    message: Message
    ply: int
    mover: int | None
    """The player to move; None while the computer thinks, and when the game is over."""
    over: bool
    tap: Interaction | None = None
    """The last tap that has not had an effect yet."""
    answered_after: float = 0.0
    """Longest wait of a player for the next turn, in seconds."""


class Crowd:
    """The players of many games."""

    def __init__(self, discord: LoopbackDiscord, people: int, seed: int) -> None:
        self._discord = discord
        self._random = random.Random(seed)
        self.boards: dict[int, Board] = {}
        self.taps: list[Interaction] = []
        self._channels: list[Channel] = []
        self._started = 0
        first = self._next_channel()
        self.people = [Person(discord, discord.create_user(f"Person {n}"), first) for n in range(people)]
        self._by_id = {person.id: person for person in self.people}
        discord.on_change = self._look

    async def start_games(self, against_computer: int, between_people: int, levels: list[str]) -> None:
        """Start games, a limited number at a time, and wait for their boards."""

        async def computer(number: int) -> None:
            person = self.people[number % len(self.people)]
            person.channel = self._next_channel()
            await person.types("reversi start", bot=levels[number % len(levels)], colour="first")

        async def friends(number: int) -> None:
            first, second = (self.people[(number + n) % len(self.people)] for n in (0, 1))
            first.channel = second.channel = self._next_channel()
            answer = await first.types("connect4 start", opponent=second, colour="first")
            await second.taps("Accept", answer.messages[0])

        await self._some_at_a_time(computer, against_computer)
        await self._some_at_a_time(friends, between_people)
        wanted = against_computer + between_people
        await self._discord.until(lambda: len(self.boards) >= wanted, "boards of all games", 600.0)

    def tap_one(self) -> None:
        """Have one player whose turn it is play any move."""
        waiting = [board for board in self.boards.values() if board.mover is not None and board.tap is None]
        if waiting:
            self.tap(self._random.choice(waiting))

    def tap(self, board: Board) -> None:
        """Have the player whose turn it is play any move."""
        assert board.mover is not None
        seen = Seen(board.message.payload())
        if not seen.moves:
            # More moves than buttons: leave this game alone.
            board.mover = None
            return
        person = self._by_id[board.mover]
        board.tap = person.uses(seen, seen.custom_id(self._random.choice(seen.moves)), BUTTON)
        self.taps.append(board.tap)

    @property
    def at_work(self) -> bool:
        """True if the bot still owes a player an answer; taps that came too late do not count."""
        late = asyncio.get_running_loop().time() - self._discord.acknowledged_within
        taps = [board.tap for board in self.boards.values() if board.tap is not None]
        return any(tap.callback is not None or tap.sent_at > late for tap in taps)

    def _next_channel(self) -> Channel:
        """Return a channel with room for a game."""
        self._started += 1
        if (self._started - 1) % GAMES_IN_A_CHANNEL == 0:
            if len(self._channels) % CHANNELS_IN_A_SERVER == 0:
                self._guild = self._discord.create_guild(f"Server {len(self._channels)}")
            self._channels.append(self._discord.create_channel(self._guild, f"games-{len(self._channels)}"))
        return self._channels[-1]

    @staticmethod
    async def _some_at_a_time(start: Callable[[int], Awaitable[None]], number: int) -> None:
        for begun in range(0, number, STARTED_AT_ONCE):
            some = range(begun, min(begun + STARTED_AT_ONCE, number))
            await asyncio.gather(*(start(one) for one in some))

    def _look(self, message: Message) -> None:
        """Note a message that was sent or edited."""
        shown = [match for file in message.files if (match := PICTURE.fullmatch(file.filename))]
        if not shown:
            return
        number, ply = map(int, shown[0].groups())
        seen = Seen(message.payload())
        turn = TO_MOVE.search(seen.text)
        before = self.boards.get(number)
        board = Board(message, ply, int(turn[1]) if turn else None, "Rematch" in seen.labels)
        if before is not None:
            board.answered_after = before.answered_after
            if before.tap is not None:
                board.tap = before.tap
                if board.over or (board.mover is not None and ply > before.ply):
                    waited = asyncio.get_running_loop().time() - before.tap.sent_at
                    board.answered_after, board.tap = max(board.answered_after, waited), None
        self.boards[number] = board
