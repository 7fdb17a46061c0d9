"""The computer player: its state in every game, and the searches for its moves."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import ClassVar

import structlog

from bot.catalog import GameKind
from bot.computer.lane import Priority
from bot.computer.opponents.choices import Opponent, opponent
from bot.computer.ponder import Ponderer, far_enough
from bot.computer.pool import SearchAbandoned, SearchPool
from bot.computer.search_core import SearchCore
from bot.core.compiler import CompileProgress
from bot.core.masking import described
from bot.core.refusals import NothingToStop
from bot.core.snapshot import GameSnapshot
from data.db.chores import Chore
from data.db.registry import Signal
from engine import IllegalMove, Position, Progress, SearchResult, StopFlag
from engine.players.computer import RANDOM, ComputerPlayer, style_named
from executors.executor import LOCAL, NAMED_TABLES, Interpreter, InterpreterError, can_interpret
from executors.tasks import ChooseMove

VARIED_PLIES = 10
"""Plies from the start of a game within which a level varies its play."""


def varies(level: Opponent, position: Position) -> bool:
    """Return whether the player varies here: a level does early in the game, custom players do not."""
    return level.rating is not None and position.moves_played < VARIED_PLIES


def near_equal(level: Opponent, kind: GameKind, position: Position) -> float:
    """Return by how many points a move that `vary` chooses may be worse than the best one.

    It is 0 where the level does not vary, or chooses from a book itself.
    """
    if not varies(level, position):
        return 0.0
    phase = level.player.phase(position)
    book = style_named(position.game, phase.style).book_for(position) if phase.depth is None else None
    return 0.0 if book is not None and book.choices(position) else kind.near_equal(phase.style)


def vary(found: SearchResult, apart: float, rng: random.Random) -> SearchResult:
    """Return the result with a random move at most `apart` points worse than the best one.

    Proved results are kept, and so is a mistake that the player has chosen at random.
    """
    apart = 0 if found.exact else apart
    behind = found.points_behind()
    if behind.get(found.move, 0.0) > apart:
        return found
    near = [
        candidate
        for candidate in found.candidates
        if candidate.bound == "exact"
        and behind[candidate.move] <= apart
        # Never trade a win for an estimate, nor an estimate for a loss.
        and candidate.winner == found.candidates[0].winner
    ]
    return found.with_choice(rng.choice(near)) if near else found


QUICK_DEPTH = 10
"""Maximum depth of a quick search: at most 15 ms on every level of both games."""

QUICK_DEPTH_OF_ALL = 9
"""Maximum depth of a quick search with an exact value for every move."""

FEW_MOVES = 12
"""Maximum moves left that are solved in that time, too."""


def is_quick(player: ComputerPlayer, position: Position) -> bool:
    """Return whether the player's answer needs only milliseconds, regardless of its time limit."""
    # The compiled core is loaded by the first search.
    from engine.search import rules

    if len(position.legal_moves()) == 1 or int(rules.moves_left(position.state())) <= FEW_MOVES:
        return True
    phase = player.phase(position)
    style = style_named(position.game, phase.style)
    if style is RANDOM:
        return True
    deepest = QUICK_DEPTH_OF_ALL if player.is_random or style.random_ties else QUICK_DEPTH
    return phase.depth is not None and phase.depth <= deepest


log = structlog.get_logger(__name__)

IDLE_SECONDS = 300.0
"""Seconds without a search after which their tables are freed, 32 MB each by default."""

MAX_ATTEMPTS = 2
"""Maximum attempts at a search that fails; after the last one the game reports the failure and waits."""

SHOW_MOVE_AFTER = 0.2
"""Seconds after which people see their own move if the answer is not there yet."""

HURRIED_SECONDS = 0.1
"""Minimum time of a search told to play now, in seconds, so that its move is not a blind one."""

REPORT_AFTER = 1.0
"""Seconds of thinking before progress is shown."""

REPORT_EVERY = 2.5
"""Seconds between two progress reports; a channel takes about five edits in five seconds."""

SELF_PLAY_SECONDS = 2.5
"""Maximum time for a move in a game between two computers, in seconds."""


class ComputerStatus(Enum):
    THINKING = "thinking"
    FAILED = "failed"


ThinkingProgress = Progress | CompileProgress
"""Progress of an answer: of its search, or of the compiling that the search waits for."""


@dataclass(slots=True)
class Thinking:
    """An answer in progress, and the means to end it early."""

    stop: StopFlag | None = None
    progress: ThinkingProgress | None = None
    news: asyncio.Event | None = None
    hurried: bool = False
    abandoned: bool = False
    begun: float = field(default_factory=time.perf_counter)
    reported: float = field(default_factory=lambda: time.perf_counter() + REPORT_AFTER - REPORT_EVERY)

    def hurry(self) -> None:
        """End the search as soon as it has a move."""
        self.hurried = True
        if self.stop is not None:
            self.stop.set_after(HURRIED_SECONDS)

    def abandon(self) -> None:
        """End the search, or the wait for it, and drop its answer."""
        self.abandoned = True
        if self.stop is not None:
            self.stop.set()
        if self.news is not None:
            self.news.set()


class SearchProgressed(Signal[int, object]):
    """The search in a game has got further."""


class Computer:
    """Searches for the computer's moves in every game, and tracks its state there.

    `report` is called in the event loop with a game's id whenever a long search has news; `free_tables` frees
    the tables kept between searches.
    """

    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(
        self,
        pool: SearchPool,
        report: Callable[[int], object] = lambda game_id: None,
        ponder_seconds: float = 0.0,
        search_core: SearchCore | None = None,
        rng: random.Random | None = None,
        free_tables: Callable[[], object] = lambda: None,
    ) -> None:
        self._pool = pool
        self.now = pool.now
        self._free_tables = free_tables
        self._rng = rng or random.Random()
        self._search_core = search_core or SearchCore()
        self._report = report
        self._thinking: dict[int, Thinking] = {}
        self._failed: set[int] = set()
        self._ponderer = Ponderer(pool, ponder_seconds)
        self._interpreter = Interpreter()
        self._depths: dict[int, int] = {}
        self._search_ended: dict[int, float] = {}

    # --- what it is doing --------------------------------------------------------------------------------

    def status(self, game_id: int) -> ComputerStatus | None:
        """Return the computer's state in a game; None when it is idle."""
        if game_id in self._thinking:
            return ComputerStatus.THINKING
        return ComputerStatus.FAILED if game_id in self._failed else None

    def progress(self, game_id: int) -> ThinkingProgress | None:
        """Return the progress of an answer that takes a while; None for a quick one."""
        thinking = self._thinking.get(game_id)
        if thinking is not None and isinstance(thinking.progress, CompileProgress):
            return thinking.progress
        if thinking is None or time.perf_counter() - thinking.begun < REPORT_AFTER:
            return None
        return thinking.progress

    async def answers_at_once(
        self, snapshot: GameSnapshot, answer: asyncio.Task[GameSnapshot | None]
    ) -> bool:
        """Return whether the answer comes so fast that showing the person's move first would only flicker.

        Returns as soon as that is known.
        """
        if self._search_core.progress(snapshot.game.game) is not None:
            return False
        if not is_quick(_level(snapshot).player, snapshot.position):
            return False
        return await self._pool.done_within(answer, SHOW_MOVE_AFTER)

    def record_shown(self, game_id: int) -> None:
        """Note that the computer's move has been shown; later searches reserve the time that took."""
        if (ended := self._search_ended.pop(game_id, None)) is not None:
            self._pool.reserve.observe_delivery(self._pool.now() - ended)

    # --- its answers -------------------------------------------------------------------------------------

    def begin(self, game_id: int) -> Thinking:
        """Note that an answer is in progress in a game, or the next of several in a row."""
        self._failed.discard(game_id)
        thinking = self._thinking[game_id] = Thinking()
        return thinking

    def end(self, game_id: int, *, failed: bool = False) -> None:
        """Note that no answer is in progress in a game any more."""
        del self._thinking[game_id]
        if failed:
            self._failed.add(game_id)

    async def wait_until_compiled(self, snapshot: GameSnapshot, thinking: Thinking) -> bool:
        """Wait until the game's search is compiled, and report the progress.

        Returns whether there was anything to wait for. Closing the bot abandons the answer.
        """
        core, reported = self._search_core, -math.inf
        if self._interprets(snapshot):
            return False
        with core.news() as thinking.news:
            while (progress := core.progress(snapshot.game.game)) and not thinking.abandoned:
                if core.closed:
                    thinking.abandoned = True
                    break
                thinking.progress = progress
                if time.perf_counter() - reported >= REPORT_EVERY:
                    reported = time.perf_counter()
                    self._report(snapshot.game.id)
                await core.next(thinking.news)
        thinking.news = thinking.progress = None
        if reported == -math.inf:
            return False
        thinking.begun = time.perf_counter()
        if not thinking.abandoned:
            self._report(snapshot.game.id)
        return True

    async def search(
        self, snapshot: GameSnapshot, asked_at: float | None, thinking: Thinking
    ) -> SearchResult:
        """Return the computer's move, prepared already or searched for now.

        `asked_at` is when the person clicked, by the pool's clock; None when that was long ago. A failed
        search is repeated. Raises the last failure, and `SearchAbandoned` when the bot stops.
        """
        game_id = snapshot.game.id
        prepared, level = self._ponderer.prepared(snapshot), _level(snapshot)
        if (
            prepared
            and far_enough(prepared, level.player, snapshot.position, self._depths.get(game_id, 1))
            and not varies(level, snapshot.position)
        ):
            return prepared
        interprets = self._interprets(snapshot)
        if self._search_core.is_compiled:
            # Moves of other games may still be in progress there.
            self._interpreter.release()
        quick = interprets or is_quick(level.player, snapshot.position)
        think = partial(
            self._pool.think,
            self._thought(level, snapshot, thinking, quick=quick, interprets=interprets),
            asked_at,
            SELF_PLAY_SECONDS if snapshot.is_self_play else math.inf,
            priority=Priority.SELF_PLAY if snapshot.is_self_play else Priority.PERSON,
            quick=quick,
            owner=snapshot.waits_for(snapshot.position.turn),
            player=snapshot.player_to_move or "",
        )
        for attempt in range(1, MAX_ATTEMPTS):
            try:
                result = await think()
                break
            except SearchAbandoned:
                raise
            except Exception:
                log.exception(
                    "a search failed", game=game_id, attempt=attempt, position=str(snapshot.position)
                )
        else:
            result = await think()
        self._search_ended[game_id] = self._pool.now()
        return result

    def play_now(self, game_id: int) -> None:
        """End the search, which answers with the best move found so far. Refused when there is none."""
        thinking = self._thinking.get(game_id)
        if thinking is None:
            raise NothingToStop
        thinking.hurry()

    def abandon(self, game_id: int) -> bool:
        """End the search and drop its answer; returns whether there was one."""
        thinking = self._thinking.get(game_id)
        if thinking is not None:
            thinking.abandon()
        return thinking is not None

    def ponder(self, snapshot: GameSnapshot) -> None:
        """Prepare answers while a person thinks, if this computer player ponders."""
        waiting = snapshot.player_of(1 - snapshot.position.turn)
        compiled = self._search_core.progress(snapshot.game.game) is None
        if waiting is not None and compiled and not snapshot.is_self_play:
            self._ponderer.begin(snapshot, opponent(snapshot.kind, waiting))

    def prepared_answers(self, snapshot: GameSnapshot) -> Mapping[str, SearchResult]:
        """Return the computer's answers prepared so far, by the moves of the person to move."""
        return self._ponderer.answers(snapshot)

    def forget(self, game_id: int) -> None:
        """Drop prepared answers and failures of a game that is over or has moved on."""
        self._ponderer.end(game_id)
        self._depths.pop(game_id, None)
        self._search_ended.pop(game_id, None)
        self._failed.discard(game_id)

    def recover(self) -> None:
        """Give the memory of searches back once there were none for some minutes."""
        if self._pool.idle_seconds >= IDLE_SECONDS:
            self._ponderer.free_tables()
            self._free_tables()

    def close(self) -> None:
        self._ponderer.close()
        self._interpreter.close()

    def _interprets(self, snapshot: GameSnapshot) -> bool:
        """Return whether the interpreter must answer because the core is not compiled yet."""
        if not self._search_core.is_compiling(snapshot.game.game):
            return False
        return can_interpret(_level(snapshot).player, snapshot.position)

    def _thought(
        self, level: Opponent, snapshot: GameSnapshot, thinking: Thinking, *, quick: bool, interprets: bool
    ) -> Callable[[float, StopFlag], SearchResult]:
        """Return a search of the position, which raises `IllegalMove` when its answer breaks the rules.

        It reports its progress unless it is `quick`.
        """
        loop, player, game_id = asyncio.get_running_loop(), level.player, snapshot.game.id

        def note(progress: Progress) -> None:
            thinking.progress = progress
            now = time.perf_counter()
            if now - thinking.reported >= REPORT_EVERY and not snapshot.is_self_play:
                thinking.reported = now
                loop.call_soon_threadsafe(self._report, game_id)

        def think(seconds: float, stop: StopFlag) -> SearchResult:
            thinking.stop = stop
            if thinking.abandoned:
                stop.set()
            elif thinking.hurried:
                stop.set_after(HURRIED_SECONDS)
            apart = near_equal(level, snapshot.kind, snapshot.position)
            memory = self._ponderer.take_memory(game_id)
            phase = player.phase(snapshot.position)
            if phase.depth is not None and memory is not None:
                # Deeper entries of the table would change the values of a search to a fixed depth.
                NAMED_TABLES.take(memory)
                memory = None
            # Transit would take longer than the search.
            executor = LOCAL if quick else self._pool.executor
            threads = self._pool.threads if executor is LOCAL and not quick else 1
            given_away = snapshot.game.given_away[snapshot.position.turn]
            # The interpreter would take too long over a value for every move.
            shallow = phase.depth is not None and phase.depth <= QUICK_DEPTH_OF_ALL
            watched = snapshot.is_computer_match and not interprets and shallow
            within = math.inf if watched else apart
            task = ChooseMove(player, snapshot.position, memory, threads, given_away, within)
            if interprets:
                try:
                    result = self._interpreter.run(task, seconds)
                except InterpreterError as failure:
                    if self._search_core.closed:
                        raise SearchAbandoned from failure
                    log.warning("the interpreter failed; searching here", reason=described(failure))
                    result = LOCAL.run(task, seconds, stop)
            else:
                result = executor.run(task, seconds, stop, None if quick else note, waited_for=True)
            if apart:
                result = vary(result, min(apart, player.left_to_give_away(given_away)), self._rng)
            if result.depth == 0 and phase.depth is None:
                # The search ended before it had seen every move once, which takes next to no time.
                result = ComputerPlayer(phase.style, depth=1).choose(snapshot.position, seconds)
            if result.move not in snapshot.position.legal_moves():
                raise IllegalMove(f"{player} answered {result.move!r}, which is not legal here")
            # A prepared answer may replace a search that looks no further.
            self._depths[game_id] = result.depth
            return result

        return think


def _level(snapshot: GameSnapshot) -> Opponent:
    player = snapshot.player_to_move
    assert player is not None
    return opponent(snapshot.kind, player)


def proved_score(snapshot: GameSnapshot, result: SearchResult) -> int | None:
    """Return the final score for the first player if the search has proved it."""
    if not result.exact:
        return None
    return round(result.score if snapshot.position.turn == 0 else -result.score)


def points_lost(snapshot: GameSnapshot, result: SearchResult) -> float:
    return _level(snapshot).player.gave_away(result)
