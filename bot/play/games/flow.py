"""The flow of a game, from a person's click to the board that shows the computer's answer.

A use-case checks and stores a change; the publisher shows the game; if the computer is to move, it searches,
the same use-case stores its move, and the publisher shows the game again. Everything is stored before it is
shown. Games may be set aside: in threads of their own, or adjourned until they are resumed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import ClassVar, Protocol

import structlog

from bot.computer.computer import Computer, ComputerStatus, Thinking, points_lost, proved_score
from bot.computer.pool import SearchAbandoned
from bot.computer.thoughts import to_text
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.publisher import Publisher, UserRequest
from bot.core.refusals import ComputerThinks, GameOver, NotAdjourned, Outdated
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games import refusals
from bot.play.games.changes import change, load, require_going, require_ply
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.preferences.preferences import Preferences
from data.db.chores import Chore
from data.db.registry import Signal
from data.games.records import Game, GameChanged
from data.games.waiting import WaitingStore, forgotten_games
from data.messages.channels import ThreadStore
from data.upkeep.servers import ServerStore
from engine import SearchResult


class OpensThreads(Protocol):
    async def open(self, snapshot: GameSnapshot, request: UserRequest) -> int | None:
        """Open a thread from a game's message for its players, and return its id.

        If that is impossible, tell the player who made the request why and return None.
        """


class GameThreads:
    """Moves games that have just begun to threads."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]
        self._publisher = kit[Publisher]
        self._open_thread = kit[OpensThreads].open

    async def move_to_thread(self, game_id: int, request: UserRequest) -> bool:
        """Move a game to its own thread if the server wants that; its message in the channel links it.

        False if the game stays where it is.
        """
        snapshot = await load(self._storage, game_id)
        game = snapshot.game
        if game.guild_id is None or game.by_clicks or game.message_id is None or not snapshot.going:
            return False
        if await self._storage[ThreadStore].parent_of(game.channel_id) is not None:
            # It is in a thread.
            return False
        if not (await self._preferences.for_server(game.guild_id)).threads:
            return False
        thread_id = await self._open_thread(snapshot, request)
        if thread_id is None:
            return False
        await self._storage[ThreadStore].record(thread_id, game.channel_id, game.guild_id)
        return await self._publisher.move(game_id, Place(thread_id, game.guild_id), request)


log = structlog.get_logger(__name__)


ADJOURNED_AFTER = timedelta(days=14)
"""Time without a move after which a game without a clock is adjourned."""


class Adjournments:
    chores: ClassVar[tuple[Chore, ...]] = (partial(forgotten_games, age=ADJOURNED_AFTER),)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._computer = kit[Computer]
        self._now = kit.now

    async def recover(self) -> None:
        """Adjourn games without a clock or a recent move.

        Handles a batch at a time, so that a first start with years of them delays nothing.
        """
        forgotten = await self._storage[WaitingStore].untouched_since(self._now() - ADJOURNED_AFTER)
        adjourned = await self._adjourn(forgotten)
        if adjourned:
            log.info("adjourned games without a recent move", games=adjourned)

    async def adjourn_in(self, guild_id: int) -> None:
        """Adjourn the games of a server that the bot has left."""
        await self._adjourn(await self._storage[ServerStore].playing_in(guild_id))

    async def _adjourn(self, game_ids: Iterable[int]) -> int:
        adjourned = 0
        for game_id in game_ids:
            game = await self._storage.game(game_id)
            if game is None:
                continue
            try:
                await self._storage.adjourn(game, quietly=True)
            except (GameChanged, ValueError):
                # A player has just moved, or ended it.
                continue
            self._computer.forget(game_id)
            adjourned += 1
        return adjourned

    async def resume(self, game_id: int, who: Person, ply: int | None = None) -> GameSnapshot:
        """Resume a game for one of its players, adjourned at `ply` if that is given."""

        async def attempt(snapshot: GameSnapshot) -> Game:
            if not snapshot.adjourned:
                require_going(snapshot)
                raise NotAdjourned
            if snapshot.side_of(who.id) is None:
                raise refusals.Spectator(snapshot.game.game)
            if ply not in (None, snapshot.game.ply):
                raise Outdated
            with refusing_at_limits(who.id):
                return await self._storage.take_up(snapshot.game)

        return await change(await load(self._storage, game_id), attempt)


class ComputerMoves:
    """Plays the computer's moves: search, store, and again until a person is to move."""

    def __init__(self, kit: Kit) -> None:
        self.referee = kit[Referee]
        self.computer = kit[Computer]
        self.publisher = kit[Publisher]
        self.background = kit.background
        self._answers: dict[int, asyncio.Task[GameSnapshot | None]] = {}

    def answer(
        self, snapshot: GameSnapshot, asked_at: float | None = None
    ) -> asyncio.Task[GameSnapshot | None]:
        """Start the computer's answer in a game where it is to move, or join the one in progress.

        `asked_at` is when the person clicked, by the search pool's clock. The task returns the game after the
        computer's last move in a row, or None if it failed. Between two computers it returns the game after
        one move, as people see each before the next.
        """
        game_id = snapshot.game.id
        running = self._answers.get(game_id)
        if running is not None:
            return running
        thinking = self.computer.begin(game_id)
        task = asyncio.create_task(
            self._answer(snapshot, asked_at, thinking), name=f"computer in game {game_id}"
        )
        self._answers[game_id] = task
        return task

    async def abandon(self, game_id: int) -> bool:
        """End the search in a game without an answer; returns whether there was one, once it has ended."""
        if not self.computer.abandon(game_id):
            return False
        await asyncio.wait({self._answers[game_id]})
        return True

    async def _answer(
        self, snapshot: GameSnapshot, asked_at: float | None, thinking: Thinking
    ) -> GameSnapshot | None:
        game_id, failed = snapshot.game.id, False
        try:
            while snapshot.computer_to_move:
                waited = await self.computer.wait_until_compiled(snapshot, thinking)
                if waited:
                    # The search's time begins now, whenever the person clicked.
                    asked_at = None
                if thinking.abandoned:
                    return snapshot
                result = await self.computer.search(snapshot, asked_at, thinking)
                if thinking.abandoned:
                    return snapshot
                # The time since the last move counts as the computer's, except the pace of a match and
                # the time of compiling.
                seconds = result.seconds if snapshot.is_self_play or waited else None
                snapshot = await self._play(snapshot, result, seconds)
                if snapshot.is_self_play or not snapshot.computer_to_move:
                    break
                # The person had to pass: they see this move while the next search has its own time limit.
                self.background.spawn(self.publisher.show(game_id, known=snapshot))
                asked_at, thinking = self.computer.now(), self.computer.begin(game_id)
        except SearchAbandoned:
            return None
        except Exception:
            log.exception(
                "the computer's move could not be made", game=game_id, position=str(snapshot.position)
            )
            failed = True
            return None
        finally:
            del self._answers[game_id]
            self.computer.end(game_id, failed=failed)
        if snapshot.going:
            self.computer.ponder(snapshot)
        else:
            self.computer.forget(game_id)
        return snapshot

    async def _play(
        self, snapshot: GameSnapshot, result: SearchResult, seconds: float | None
    ) -> GameSnapshot:
        """Store the computer's move; returns the stored game if another change came first."""
        try:
            return await self.referee.play(
                snapshot,
                result.move,
                seconds,
                proved_score(snapshot, result),
                points_lost(snapshot, result),
                to_text(result, listed=snapshot.is_computer_match),
            )
        except (GameOver, Outdated):
            return await self.referee.snapshot(snapshot.game.id)


class ComputersToMove(Signal[GameSnapshot, object]):
    """A game between computers waits for its next move."""


class GameFlow:
    """The actions of players in a game, with all consequences."""

    def __init__(self, kit: Kit) -> None:
        self._referee = kit[Referee]
        self._computer = kit[Computer]
        self._publisher = kit[Publisher]
        self._background = kit.background
        self._computer_moves = kit[ComputerMoves]
        self._computers_to_move = kit[ComputersToMove]
        self._handovers = kit[HandOvers]
        self._threads = kit[GameThreads]

    # Each takes the click that requested it, through which the game is shown, None for one on a page in the
    # browser, and `asked_at`, its time by the search pool's clock.

    async def move(
        self, game_id: int, who: Person, ply: int, move: str, request: UserRequest | None, asked_at: float
    ) -> None:
        """Play a person's `move`, meant for the position at `ply`, and let the computer answer."""
        try:
            snapshot = await self._referee.move(game_id, who, ply, move)
        except ComputerThinks:
            if self._computer.status(game_id) is ComputerStatus.FAILED:
                raise refusals.ComputerFailed from None
            raise
        await self.proceed(snapshot, request, asked_at)

    async def proceed(
        self, snapshot: GameSnapshot, request: UserRequest | None = None, asked_at: float | None = None
    ) -> None:
        """Show a game that has changed and, when the computer is to move, let it answer and show that too.

        Games between computers continue at a pace that people can follow.
        """
        await self._background.begin(self._proceed(snapshot, request, asked_at))

    async def _proceed(
        self, snapshot: GameSnapshot, request: UserRequest | None, asked_at: float | None
    ) -> None:
        game_id = snapshot.game.id
        if snapshot.is_self_play:
            self._computers_to_move.tell(snapshot)
        elif snapshot.computer_to_move:
            answer = self._computer_moves.answer(snapshot, asked_at)
            if not await self._computer.answers_at_once(snapshot, answer):
                await self._publisher.show(game_id, request, known=snapshot)
            snapshot = await answer or snapshot
        elif not snapshot.going:
            self._computer.forget(game_id)
        await self._publisher.show(game_id, request, known=snapshot)
        self._computer.record_shown(game_id)
        if not snapshot.going:
            # The computer's move may have ended it.
            self._computer.forget(game_id)

    async def open(self, snapshot: GameSnapshot, request: UserRequest, asked_at: float) -> None:
        """Answer a command with a new game, and start the computer's move if it begins."""
        await self._publisher.post(snapshot.game.id, request)
        # In a thread, the message of the click is not the game's any more.
        shown_by = None if await self._threads.move_to_thread(snapshot.game.id, request) else request
        if snapshot.computer_to_move:
            await self.proceed(snapshot, shown_by, asked_at)

    async def begin(self, snapshot: GameSnapshot, request: UserRequest, asked_at: float) -> None:
        """Show a game that has just begun in place of its offer, and start the computer's move if it
        begins."""
        if not await self._threads.move_to_thread(snapshot.game.id, request):
            await self.proceed(snapshot, request, asked_at)
        elif snapshot.computer_to_move:
            await self.proceed(snapshot, None, asked_at)

    async def retry(
        self,
        game_id: int,
        who: Person,
        request: UserRequest | None,
        asked_at: float,
        ply: int | None = None,
    ) -> None:
        """Let the computer try again after a failed search, at `ply` if that is given, for a player."""
        snapshot = await self._referee.require_playing(game_id, who)
        if ply not in (None, snapshot.game.ply):
            raise Outdated
        if self._computer.status(game_id) is None:
            # Another retry may have finished while the game was read.
            snapshot = await self._referee.snapshot(game_id)
        await self.proceed(snapshot, request, asked_at)

    async def catch_up(self, game_id: int, request: UserRequest, asked_at: float) -> None:
        """Show the current game, and start the computer's move if it is to move and idle."""
        await self.proceed(await self._referee.snapshot(game_id), request, asked_at)

    async def play_now(self, game_id: int, who: Person, ply: int | None = None) -> None:
        """Let the computer answer at once with the best move found so far, at `ply` if that is given."""
        snapshot = await self._referee.require_stoppable(game_id, who)
        if ply not in (None, snapshot.game.ply):
            raise Outdated
        self._computer.play_now(game_id)

    async def take_back(self, game_id: int, who: Person, ply: int, request: UserRequest | None) -> None:
        """Take back a person's last move at `ply`, and end the computer's search for an answer to it."""
        require_ply(await self._referee.require_take_back(game_id, who), ply)
        await self._computer_moves.abandon(game_id)
        snapshot = await self._referee.take_back(game_id, who, ply)
        # Its prepared answers belong to moves that were not played.
        self._computer.forget(game_id)
        await self._publisher.show(game_id, request, known=snapshot)

    async def resign(self, game_id: int, who: Person, *, as_loss: bool) -> GameSnapshot:
        """Resign the game, or only call it off; the caller shows it."""
        snapshot = await self._referee.resign(game_id, who, as_loss=as_loss)
        self._computer.forget(game_id)
        return snapshot

    async def take_over(self, game_id: int, who: Person) -> GameSnapshot:
        """Return a person's side to them, and end the search for it; `proceed` shows it."""
        snapshot = await self._handovers.take_over(game_id, who)
        if snapshot.position.turn == snapshot.side_of(who.id):
            await self._computer_moves.abandon(game_id)
        # Its prepared answers are for the computer's moves, not the person's.
        self._computer.forget(game_id)
        return await self._referee.snapshot(game_id)
