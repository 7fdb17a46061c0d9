"""Players who keep the bot busy, running or not: they play, watch matches, measure and review."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial

from research.kills.seen import TO_MOVE, Shown
from tests.e2e.seen import Seen
from tests.loopback.people import Person
from tests.loopback.rules import BUTTON
from tests.loopback.server import LoopbackDiscord

PATIENCE = 3.0
"""Seconds after which a player retries an action that had no effect."""

BOARD = "5x4c4"


class Town:
    """A server with its players."""

    def __init__(self, discord: LoopbackDiscord, shown: Shown, rng: random.Random) -> None:
        self._discord = discord
        self._shown = shown
        self._random = rng
        self.closing = False
        """True once no new games and analyses are started."""
        guild = discord.create_guild("A server")
        channels = [discord.create_channel(guild, name) for name in ("friends", "computer", "matches")]
        friends, computer, matches = channels
        self.ann = Person(discord, discord.create_user("Ann"), friends)
        self.ben = Person(discord, discord.create_user("Ben"), friends)
        self.chloe = Person(discord, discord.create_user("Chloé"), computer)
        self.dan = Person(discord, discord.create_user("Dan"), matches)
        self._by_id = {person.id: person for person in (self.ann, self.ben, self.chloe)}
        self.taps = self.unanswered = 0

    def doings(self) -> list[asyncio.Task[None]]:
        """Start every player's activities; they end after `closing` is set."""
        doings = (
            self._friends,
            self._against_computer,
            self._matches,
            self._measures,
            self._reviews,
        )
        return [asyncio.create_task(doing(), name=doing.__name__) for doing in doings]

    # --- work in progress ---------------------------------------------------------------------------------

    def plies_of(self, match: bool) -> dict[int, int]:
        """Return the plies of unfinished games, either of computers or of players, by number."""
        boards = self._shown.boards.items()
        return {number: board.ply for number, board in boards if board.match == match and not board.over}

    # --- what they do --------------------------------------------------------------------------------------

    async def _friends(self) -> None:
        while not self.closing:
            board = await self._new_board(self.ann, self._challenge)
            await self._play(board)

    async def _challenge(self) -> None:
        offer = self.ann.finds("Accept")
        if offer is None:
            self.ann.sends("connect4 start", opponent=self.ben, board=BOARD, colour="first")
            await self._until(lambda: self.ann.finds("Accept") is not None)
            offer = self.ann.finds("Accept")
        if offer is not None:
            self.ben.presses("Accept", offer)

    async def _against_computer(self) -> None:
        while not self.closing:

            async def begin() -> None:
                self.chloe.sends("connect4 start", bot="beginner", board=BOARD, colour="first")

            await self._play(await self._new_board(self.chloe, begin))

    async def _new_board(self, person: Person, begin: Callable[[], Awaitable[None]]) -> int:
        """Start a game, retrying if necessary; return its number."""
        while not (going := self._games_of(person)):
            self.taps += 1
            await begin()
            await self._until(lambda: bool(self._games_of(person)))
        return max(going)

    async def _play(self, number: int) -> None:
        """Finish a game."""
        while not (board := self._shown.boards[number]).over:
            seen = Seen(board.message.payload())
            turn = TO_MOVE.search(seen.text)
            person = self._by_id.get(int(turn[1])) if turn else None
            if person is None or not seen.moves or board.message.id not in person.channel.messages:
                await asyncio.sleep(0.05)
                continue
            self.taps += 1
            tapped = person.uses(seen, seen.custom_id(self._random.choice(seen.moves)), BUTTON)
            await self._until(partial(self._has_gone_on, number, board.ply))
            self.unanswered += tapped.callback is None

    async def finish_games(self) -> None:
        """Finish abandoned games: a player whose answer was late requested a second one."""
        for number in self.plies_of(match=False):
            await self._play(number)

    async def _matches(self) -> None:
        while not self.closing:
            if not self.plies_of(match=True):
                self.dan.sends("match", first="beginner", second="beginner", game="connect4", board=BOARD)
            await asyncio.sleep(PATIENCE)

    async def _measures(self) -> None:
        while not self.closing:
            if all(test.over for test in self._shown.strength_tests.values()):
                self.dan.sends("match", first="beginner", second="easy", game="connect4", games=40)
            await asyncio.sleep(PATIENCE)

    async def _reviews(self) -> None:
        while not self.closing:
            reviews, boards = self._shown.reviews, self._shown.boards
            if all(review.over for review in reviews.values()):
                left = [n for n, board in boards.items() if board.over and board.ply and n not in reviews]
                if left:
                    self.dan.sends("review", game=str(self._random.choice(left)))
            await asyncio.sleep(PATIENCE)

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition, at most `PATIENCE` seconds."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while not condition() and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    def _has_gone_on(self, number: int, ply: int) -> bool:
        board = self._shown.boards[number]
        return board.over or board.ply > ply

    def _games_of(self, person: Person) -> list[int]:
        """Return the unfinished games in a player's current channel."""
        boards = self._shown.boards
        here = person.channel.id
        return [n for n in self.plies_of(match=False) if boards[n].message.channel_id == here]
