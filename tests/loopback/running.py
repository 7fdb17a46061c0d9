"""The bot on the Discord of this machine, in the test's own event loop; it can be stopped and killed."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app import RECOVERY_SECONDS, Flipfour
from bot.core.runtime import Runtime
from bot.settings.settings import Settings
from bot.sharded import create_bot
from tests.cases import there
from tests.compilers import NothingToCompile
from tests.e2e.seen import Seen
from tests.loopback.model import Channel, Guild
from tests.loopback.people import Person
from tests.loopback.server import LoopbackDiscord
from tests.loopback.state import DEADLINE

READY_SECONDS = 0.05
"""Seconds that discord.py waits for one more server before it is ready."""

FASTER = 20.0
"""Factor by which the bot's own pauses, such as back-off, are shorter."""


@dataclass
class Scene:
    """A server with a channel, and people in it; the bot comes and goes."""

    discord: LoopbackDiscord
    database: Path
    settings: dict[str, Any] = field(default_factory=dict)
    heartbeat_timeout: float = 60.0
    """Seconds of silence after which discord.py gives a connection up."""
    passes: bool = True
    """False if only the test does what is due, and no pass of the bot comes between on a busy machine."""

    def __post_init__(self) -> None:
        self.guild: Guild = self.discord.create_guild("A server")
        self.channel: Channel = self.discord.create_channel(self.guild, "games")
        self.ann, self.ben = self.newcomer("Ann"), self.newcomer("Ben")
        self._bot: Flipfour | None = None
        self._running: asyncio.Task[None] | None = None

    def newcomer(self, name: str, channel: Channel | None = None) -> Person:
        """Create a person in a channel, by default the usual one."""
        return Person(self.discord, self.discord.create_user(name), channel or self.channel)

    @property
    def bot(self) -> Flipfour:
        assert self._bot is not None
        return self._bot

    # --- reading messages ---------------------------------------------------------------------------------

    def boards(self, game: int = 1) -> list[Seen]:
        """The messages that show a board of the game, oldest first."""
        picture = re.compile(rf"[a-z0-9]+-{game}-\d+\.png")
        messages = [one for channel in self.discord.channels.values() for one in channel.messages.values()]
        shown = [one for one in messages if any(picture.fullmatch(file.filename) for file in one.files)]
        return [Seen(message.payload()) for message in sorted(shown, key=lambda one: one.id)]

    def board(self, game: int = 1) -> Seen:
        """The message of the game; there is one only."""
        (board,) = self.boards(game)
        return board

    async def turn(self, *people: Person, game: int = 1, after: int = -1) -> tuple[Person | None, Seen]:
        """Wait for a board with more plies than `after`; return the player to move (None: game over)."""

        def look() -> tuple[Person | None, Seen] | None:
            for board in reversed(self.boards(game)):
                if ply_of(board) > after:
                    for person in people:
                        if f"**{person.mention} to move.**" in board.text:
                            return person, board
                    if "Rematch" in board.labels:
                        return None, board
            return None

        found: tuple[Person | None, Seen] = await self.discord.until(look, f"a turn in game {game}")
        return found

    async def play(self, *people: Person, game: int = 1, plies: int = 1000) -> Seen:
        """Have the side to move tap its first move, until the game is over or for `plies` taps."""
        mover, board = await self.turn(*people, game=game)
        for _ in range(plies):
            if mover is None:
                break
            await mover.taps(board.moves[0], board)
            mover, board = await self.turn(*people, game=game, after=ply_of(board))
        return board

    async def continues(self, *people: Person, game: int = 1) -> None:
        """Check that the game continues for two taps, and that one message alone shows what is stored."""
        await self.play(*people, game=game, plies=2)
        async with asyncio.timeout(DEADLINE):
            # The storage announces nothing.
            while not await self._is_in_order(game):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def _is_in_order(self, game: int) -> bool:
        stored, shown = await self.bot.kit.storage.game(game), self.boards(game)
        assert stored is not None
        return [(stored.message_id, stored.ply)] == [(board.id, ply_of(board)) for board in shown]

    # --- the life of the bot -------------------------------------------------------------------------------

    def made(self) -> Flipfour:
        """A bot that is led here, not yet started."""
        settings = Settings(
            database_url=f"sqlite:///{self.database}",
            discord_api=self.discord.api,
            **{"move_seconds": 0.2, "search_workers": 2, "background_seconds": 0, **self.settings},
        )
        bot = create_bot(
            settings,
            Runtime(
                rest=self._rest,
                double_tap_seconds=0.0,
                rng=random.Random(5),
                compiler=NothingToCompile(),
                freeze=lambda: None,
            ),
        )
        # Options of discord.py's that the bot has no reason to change.
        bot._connection.guild_ready_timeout = READY_SECONDS
        bot._connection.heartbeat_timeout = self.heartbeat_timeout
        return bot

    async def _rest(self, seconds: float) -> None:
        if seconds == RECOVERY_SECONDS and not self.passes:
            await asyncio.Event().wait()
        await asyncio.sleep(seconds / FASTER)

    async def start(self) -> None:
        """Start the bot, and wait until it is ready and its first recovery is done."""
        self._bot = self.made()
        self._running = asyncio.create_task(self._bot.start(self.discord.token))
        await self.until(self._bot._recovery_loop.is_running, "the bot is ready")
        await asyncio.sleep(0.01)
        at_work = self._bot.kit.background._running
        await self.until(lambda: not at_work, "the first recovery is done")

    async def stop(self) -> None:
        await self.bot.close()
        await self.ended()

    async def ended(self) -> BaseException | None:
        """Wait until the bot has ended, and return what ended it."""
        assert self._running is not None
        (result,) = await asyncio.gather(self._running, return_exceptions=True)
        return result

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def begin(self, first: Person, second: Person, game: str = "reversi") -> int:
        await first.types(f"{game} start", opponent=second, colour="first")
        await second.taps("Accept")

        def look() -> int:
            return max(
                (int((board.picture or "").split("-")[1]) for board in second.sees() if board.picture),
                default=0,
            )

        number: int = await self.discord.until(look, "a board")
        return number

    async def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Wait for something that Discord does not notice."""
        running = there(self._running)

        async def poll() -> Any:
            while not (found := condition()):
                if running.done():
                    running.result()
                await asyncio.sleep(0.01)
            return found

        try:
            return await asyncio.wait_for(poll(), DEADLINE)
        except TimeoutError:
            raise AssertionError(f"{what}: it does not come") from None


def ply_of(board: Seen) -> int:
    """The ply that the picture of a board shows."""
    assert board.picture is not None
    return int(board.picture.removesuffix(".png").split("-")[2])
