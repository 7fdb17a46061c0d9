"""The flow of a game, from a person's click to the board that shows the computer's answer.

A use-case checks and stores a change; the publisher shows the game; if the computer is to move, it searches,
the same use-case stores its move, and the publisher shows the game again. Everything is stored before it is
shown.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.computer.computer import Computer, ComputerStatus, Thinking, points_lost, proved_score
from bot.computer.pool import SearchAbandoned
from bot.computer.thoughts import to_text
from bot.core.people import Person
from bot.core.publisher import Publisher, UserRequest
from bot.core.refusals import ComputerThinks, GameOver, Outdated
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games import refusals
from bot.play.games.changes import require_ply
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.play.games.threads import GameThreads
from data.db.registry import Signal
from engine import SearchResult

log = structlog.get_logger(__name__)


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
