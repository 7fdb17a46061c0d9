"""The bot: its parts put together, started, kept going, and shut down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands, tasks

from bot.assist.handover import HandOvers
from bot.assist.hints import ADVICE_SECONDS, Hints
from bot.catalog import GAMES
from bot.computer.computer import Computer, ComputerStatus
from bot.computer.pool import Run, SearchPool, Wait
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.matches.exhibitions import ExhibitionRunner, Rest
from bot.matches.strength import Strength
from bot.opponents.choices import OpponentChoices
from bot.opponents.saved import SavedOpponents
from bot.settings import Settings
from bot.sync import sync_commands
from bot.ui import components
from bot.ui.assist.components import HELP_ACTIONS
from bot.ui.commands import add_commands
from bot.ui.games.boards import Boards
from bot.ui.games.components import ACTIONS
from bot.ui.matches.components import MATCH_ACTIONS
from bot.ui.matches.strength_posts import StrengthPosts
from bot.ui.opponents.components import OPPONENT_ACTIONS
from bot.ui.publisher import Click, MessagePublisher
from bot.ui.replies import answer_error
from data import Game, Storage

log = structlog.get_logger(__name__)

INTENTS = discord.Intents(guilds=True)
PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
"""The least the bot can do its work with."""

CARE_SECONDS = 60.0
"""How often boards that did not reach Discord, computers that stumbled and old offers are looked after."""

OTHER_THREADS = 4
"""Threads for pictures and files, beside those for searches, so that neither ever waits for the other."""

CLOSING_SECONDS = 5.0
"""How long a bot that is told to stop waits for answers on their way to the people."""


class Flipfour(commands.Bot):
    """Flipfour on Discord."""

    def __init__(
        self,
        settings: Settings,
        *,
        run_search: Run = asyncio.to_thread,
        wait: Wait | None = None,
        rest: Rest = asyncio.sleep,
        say: Callable[[str], None] = log.info,
    ) -> None:
        """`run_search` runs a blocking search off the event loop; `wait` waits until a worker is free, `rest`
        between the moves of matches; `say` tells the host what is going on."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=_Tree,
        )
        self.settings = settings
        self.say = say
        self.actions = {**ACTIONS, **MATCH_ACTIONS, **HELP_ACTIONS, **OPPONENT_ACTIONS}
        self.storage: Storage
        self.referee: Referee
        self.boards: Boards
        self.computer: Computer
        self.exhibitions: ExhibitionRunner
        self.opponent_choices: OpponentChoices
        self.saved_opponents: SavedOpponents
        self.delegates: HandOvers
        self.hints: Hints
        self.strength: Strength
        self._publisher = MessagePublisher(self)
        self.strength_posts = StrengthPosts(self._publisher)
        self.pool = SearchPool(settings.workers, settings.move_seconds, run=run_search, wait=wait)
        self._rest = rest
        self._resumed = False
        self._closing = False
        self._in_hand: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Open the storage, compile the engine, register commands and buttons: once, before connecting."""
        # One search aside of those that people wait for: `SearchPool.work_aside`.
        threads = self.settings.workers + 1 + OTHER_THREADS
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(threads, "flipfour"))
        self.storage = await Storage.open(self.settings.database_url)
        self.referee = Referee(self.storage, offer_lifetime=timedelta(hours=self.settings.offer_hours))
        self.computer = Computer(self.referee, self.pool, self._tell_progress, self.settings.ponder_seconds)
        self.boards = Boards(self._publisher, self.storage, self.computer)
        self.exhibitions = ExhibitionRunner(self.storage, self.referee, self.computer, rest=self._rest)
        self.opponent_choices = OpponentChoices(self.storage)
        self.saved_opponents = SavedOpponents(self.storage)
        self.delegates = HandOvers(self.storage, self.referee)
        seconds = min(ADVICE_SECONDS, self.settings.move_seconds)
        self.hints = Hints(self.storage, self.referee, self.pool, seconds)
        self.strength = Strength(self.storage, self.pool, self.strength_posts.show, rest=self._rest)
        self.say("Preparing the search core (up to a minute the first time, then a second) …")
        for kind in GAMES.values():
            await asyncio.to_thread(kind.prepare)
        self.add_dynamic_items(components.ComponentItem)
        self.add_listener(components.dispatch_stale, "on_interaction")
        self.add_listener(components.dispatch_dialog, "on_interaction")
        add_commands(self.tree)
        await sync_commands(self)

    async def on_ready(self) -> None:
        """Take up the games where they stand: at the first connection, not at every new one."""
        if self._resumed:
            return
        self._resumed = True
        await self._begin(self._care())
        if not self._closing:
            self._care_loop.start()

    async def close(self) -> None:
        """Stop searching, store and show what was found, disconnect and close the storage."""
        self._closing = True
        self.pool.close()
        await self._finish(CLOSING_SECONDS)
        self._care_loop.cancel()
        if hasattr(self, "strength"):
            await self.exhibitions.close(CLOSING_SECONDS)
            await self.strength.close(CLOSING_SECONDS)
        if hasattr(self, "computer"):
            self.computer.close()
        await super().close()
        if hasattr(self, "storage"):
            await self.storage.close()

    async def go_on(self, snapshot: GameSnapshot, click: Click | None, asked_at: float | None = None) -> None:
        """Show `table` and, when the computer is to move, let it answer and show that too.

        Where computers play both sides they go on at a pace that can be followed.
        """
        await self._begin(self._go_on(snapshot, click, asked_at))

    async def _go_on(self, snapshot: GameSnapshot, click: Click | None, asked_at: float | None) -> None:
        if snapshot.by_itself:
            self.let_match_go_on(snapshot)
        elif snapshot.computer_to_move:
            answer = self.computer.answer(snapshot, asked_at)
            if not self.computer.answers_at_once(snapshot):
                await self.boards.show(snapshot.game.id, click)
            await answer
        elif not snapshot.going:
            self.computer.forget(snapshot.game.id)
        await self.boards.show(snapshot.game.id, click)

    def let_match_go_on(self, snapshot: GameSnapshot, *, at_once: bool = False) -> None:
        """Let a match of two computer players move by itself, at once or after a moment."""
        self.exhibitions.go_on(snapshot, partial(self.boards.show, snapshot.game.id), at_once=at_once)

    @tasks.loop(seconds=CARE_SECONDS)
    async def _care_loop(self) -> None:
        await self._begin(self._care())

    async def _care(self) -> None:
        """Whatever stands still and should not: set it going again."""
        try:
            for snapshot in await self.referee.expire_offers():
                await self.boards.show(snapshot.game.id)
            await self.boards.refresh()
            for game in await self.storage.playing_games():
                if self._closing:
                    return
                await self._look_after(game)
            if not self._closing:
                await self.strength.look_after()
        except Exception:
            log.exception("looking after the games failed; it is tried again")

    async def _look_after(self, game: Game) -> None:
        """Let the computer go on in `game` if it is to move there and does nothing."""
        try:
            snapshot = GameSnapshot.of(game)
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a game could not be read", game=game.id)
            return
        if snapshot.by_itself:
            await self.exhibitions.look_after(snapshot, partial(self.boards.show, game.id))
        elif snapshot.computer_to_move and self.computer.status(game.id) is not ComputerStatus.THINKING:
            self._in_background(self.go_on(snapshot, None))

    def _tell_progress(self, game_id: int) -> None:
        self._in_background(self.boards.show(game_id))

    def _in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        self._begin(work).add_done_callback(_log_failure)

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin work that needs the storage: a bot that is told to stop waits for its end."""
        task = asyncio.create_task(work)
        self._in_hand.add(task)
        task.add_done_callback(self._in_hand.discard)
        return task

    async def _finish(self, seconds: float) -> None:
        """Let what is in hand come to its end, and what that begins; after so many seconds cut it off."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._in_hand:
            _, late = await asyncio.wait(self._in_hand, timeout=max(0.0, until - loop.time()))
            if late:
                for task in late:
                    task.cancel()
                await asyncio.wait(late)


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("work in the background failed", exc_info=error)


class _Tree(app_commands.CommandTree[Flipfour]):
    """The command tree, with the same end for every error as the buttons have."""

    async def on_error(
        self, interaction: discord.Interaction[Flipfour], error: app_commands.AppCommandError
    ) -> None:
        """Answer the person and log what was our fault."""
        cause = error.__cause__ if isinstance(error, app_commands.CommandInvokeError) else None
        await answer_error(interaction, cause if isinstance(cause, Exception) else error)


def create_bot(
    settings: Settings,
    *,
    run_search: Run = asyncio.to_thread,
    wait: Wait | None = None,
    rest: Rest = asyncio.sleep,
    say: Callable[[str], None] = log.info,
) -> Flipfour:
    """Build the bot without connecting it; the parameters are those of `Flipfour`."""
    return Flipfour(settings, run_search=run_search, wait=wait, rest=rest, say=say)
