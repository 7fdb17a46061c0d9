"""A position under analysis with the moves that led to it, and its analysis in ever longer searches.

Nothing about a position is stored, so it has to fit into a custom_id: the squares as a number in base 3, each
move as its index among the legal ones. Searches run in the background and cost no game any time, one position
at a time per person. A search cut short by a player's move is repeated.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from threading import Lock
from typing import Self, TypeAlias

from cachetools import LRUCache, cached

from bot.catalog import GAMES, NO_MOVES, GameKind, RecentMoves
from bot.catalog.kind import EMPTY, SYMBOLS, ByColumn, square_count, squares_of
from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.core.fields import Frozen
from bot.core.people import Person
from bot.core.refusals import Refusal, TakesTooLong, refusal
from bot.core.snapshot import is_solved
from bot.features import Kit
from bot.study.records.recognition import read_games
from engine import Position, SearchResult, StopFlag
from engine.search.opening_book import OpeningBook
from engine.search.position import PASS
from engine.search.registry import registered
from executors.tasks import ListMoves
from languages import gettext_noop, ngettext_noop


class OtherKindOfGame(Refusal):
    """The typed text is a game of `title`, not of the chosen `wanted`."""

    # Translators: {title} and {wanted} are games, such as “Reversi”.
    text = gettext_noop("I read that as {title}, not as {wanted}.")
    title: str
    wanted: str


class SeveralGames(Refusal):
    """The text has `games` games instead of one position."""

    text = ngettext_noop(
        "That's {number} game. This command takes one position or one game; for several: `/import`.",
        "That's {number} games. This command takes one position or one game; for several: `/import`.",
    )
    counted = "games"
    games: int


PositionOver = refusal("The game is over in that position: neither side has a move.")
AnalysisOver = refusal("This analysis has ended. Press Analyse again to restart it.")


MAX_BACK = 30
"""Maximum moves that can be taken back; earlier ones are forgotten."""

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Digits that encode a move's index; no board has more than 64 legal moves."""

_SIGNS = EMPTY + SYMBOLS


class StudyError(ValueError):
    """A text that encodes no study."""


@dataclass(frozen=True, slots=True)
class Study:
    """A position and the moves that led to it from `root`; forced passes are played but not listed.

    `value` is the position's value as written in the text it was read from; buttons don't keep it.
    """

    kind: GameKind
    root: Position
    moves: tuple[str, ...]
    position: Position
    recent: RecentMoves
    value: str = field(default="", compare=False)

    @classmethod
    def of(cls, kind: GameKind, root: Position, moves: Sequence[str] = ()) -> Self:
        """Return the study after moves from a position, leaving out passes.

        Raises IllegalMove.
        """
        played = tuple(move for move in moves if move != PASS)
        for move in played[: max(0, len(played) - MAX_BACK)]:
            root = _after_pass(root)[0].play(move)
        study = cls(kind, root, (), *_after_pass(root))
        for move in played[-MAX_BACK:]:
            study = study._played(move)
        return study

    @property
    def over(self) -> bool:
        return self.position.result() is not None

    @property
    def opening(self) -> str | None:
        """English name of the last named position on the way here; None without one."""
        position, name = self.root, self.kind.opening_name(self.root)
        for move in self.moves:
            position = _after_pass(position)[0].play(move)
            name = self.kind.opening_name(position) or name
        return name

    def play(self, move: str) -> Self:
        """Return the study after a move. Raises IllegalMove."""
        return type(self).of(self.kind, self.root, (*self.moves, move))

    def back(self) -> Self:
        """Return the study before the last move."""
        return type(self).of(self.kind, self.root, self.moves[:-1])

    def _played(self, move: str) -> Self:
        recent = self.recent.then(move, self.position)
        position, recent = _after_pass(self.position.play(move), recent)
        return replace(self, moves=(*self.moves, move), position=position, recent=recent)

    # --- as a text ---------------------------------------------------------------------------------------

    @property
    def board(self) -> str:
        """Stored name of the board."""
        return self.kind.board_of(self.root)

    @property
    def packed_root(self) -> str:
        """Squares of the root and the side to move there, as a text without colons."""
        squares = squares_of(self.kind, self.root)
        number = 0
        for sign in reversed(squares):
            number = 3 * number + _SIGNS.index(sign)
        size = (3 ** len(squares)).bit_length() // 8 + 1
        return base64.urlsafe_b64encode(number.to_bytes(size, "little")).decode().rstrip("=")

    @property
    def packed_moves(self) -> str:
        text, position = "", _after_pass(self.root)[0]
        for move in self.moves:
            text += _DIGITS[position.legal_moves().index(move)]
            position = _after_pass(position.play(move))[0]
        return text

    @classmethod
    def unpacked(cls, game: str, board: str, root: str, moves: str) -> Self:
        """Decode a study. Raises StudyError."""
        try:
            kind = GAMES[game]
            position = kind.set_up(board, _unpacked_squares(root, square_count(kind, board) + 1))
            study = cls.of(kind, position)
            for letter in moves:
                study = study._played(study.position.legal_moves()[_DIGITS.index(letter)])
        except (LookupError, ValueError) as error:
            raise StudyError(f"{game} {board}: {root} {moves}") from error
        return study


def _after_pass(position: Position, recent: RecentMoves = NO_MOVES) -> tuple[Position, RecentMoves]:
    """Return the position after a forced pass, if there is one, and its recent moves."""
    if position.legal_moves() != (PASS,):
        return position, recent
    return position.play(PASS), recent.then(PASS, position)


def _unpacked_squares(text: str, length: int) -> str:
    """Decode `packed_root` to `length` signs."""
    number = int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "little")
    signs = []
    for _ in range(length):
        number, digit = divmod(number, 3)
        signs.append(_SIGNS[digit])
    return "".join(signs)


MAX_TYPED = 2000
"""Maximum characters of a typed position."""


def read_position(typed: str, kind: GameKind | None = None) -> Study:
    """Read a typed position, of one game or (None) of the most likely one.

    Refuses several games or another kind of game, and everything `read_games` refuses.
    """
    records = read_games(typed.encode(), kind=kind)
    if len(records) > 1:
        raise SeveralGames(len(records))
    (record,) = records
    if kind is not None and record.kind is not kind:
        raise OtherKindOfGame(record.kind.title, kind.title)
    study = Study.of(record.kind, record.kind.start(record.options), record.moves)
    return replace(study, value=record.value)


CACHE_SIZE = 2000
"""Maximum positions in the cache."""

_Key: TypeAlias = tuple[str, str, str]


class ProvedPositions:
    """An LRU cache of solved positions."""

    def __init__(self) -> None:
        self._found: LRUCache[_Key, SearchResult] = LRUCache(CACHE_SIZE)

    def known(self, kind: GameKind, position: Position) -> SearchResult | None:
        """Return the values of all moves, None if they are not known to be proved."""
        return self._found.get(_key(kind, position))

    def note(self, kind: GameKind, position: Position, found: SearchResult) -> None:
        if is_solved(found):
            self._found[_key(kind, position)] = found


def _key(kind: GameKind, position: Position) -> _Key:
    return kind.key, kind.board_of(position), squares_of(kind, position)


@cached(LRUCache(CACHE_SIZE), key=lambda kind, position: (kind.key, position), lock=Lock())
def in_book(kind: GameKind, position: Position) -> SearchResult | None:
    """Return the book's values of a position's moves; None without any, and in Connect 4, which is proved.

    It may read the book from its file.
    """
    book = None if isinstance(kind, ByColumn) else registered(kind.key).styles[0].book_for(position)
    # Beyond the plies in which the computer plays by the book, it has values of searches all the same.
    return None if book is None else OpeningBook.probe(book, position)


SHARES = (0.05, 0.15, 0.3, 0.5)
"""Share of each search in the time of an analysis."""

MAX_ATTEMPTS = 3
"""Maximum attempts at a search that is cut short."""

COMPLETE_SHARE = 0.8
"""Share of its time from which a search counts as complete."""


class AnalysisStatus(Enum):
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"


class AnalysisReport(Frozen):
    """State of an analysis with the result of its longest search; None before the first."""

    study: Study
    status: AnalysisStatus
    found: SearchResult | None = None
    book: SearchResult | None = None
    """Values of the opening book, if it has the position."""

    @property
    def by_book(self) -> bool:
        """True if the book, built from longer searches, has better values than the search has found."""
        return self.book is not None and not (self.found is not None and self.found.exact)

    @property
    def shown(self) -> SearchResult | None:
        """The best values known, which are those of the explorer where the book has the position."""
        return self.book if self.by_book else self.found


Show = Callable[[AnalysisReport], Awaitable[bool]]
"""Shows a report in the analysis' message; returns whether that is still possible."""


@dataclass(eq=False, slots=True)
class _Run:
    """An analysis in progress in a message; `ends` is its deadline by the pool's clock."""

    person_id: int
    message_id: int
    ends: float
    stopped: bool = False
    replaced: bool = False
    """True once its message shows another one."""
    stop_flag: StopFlag | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self) -> None:
        """End the current search and start no other."""
        self.stopped = True
        if self.stop_flag is not None:
            self.stop_flag.set()


class Analyses:
    def __init__(self, kit: Kit) -> None:
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._proved = kit[ProvedPositions]
        self._seconds = kit.settings.analysis_seconds
        self._wait = kit.runtime.wait
        self._runs: dict[int, _Run] = {}

    def first_report(self, study: Study) -> AnalysisReport:
        """Return what can be shown before any search: all of it where everything is proved already."""
        known = self._proved.known(study.kind, study.position)
        status = AnalysisStatus.RUNNING if known is None else AnalysisStatus.DONE
        return AnalysisReport(study, status, known)

    async def end(self, who: Person, message_id: int) -> None:
        """End the analysis in a message that is about to show another; returns after its last update."""
        run = self._runs.get(who.id)
        if run is not None and run.message_id == message_id:
            run.replaced = True
            run.stop()
            await self._wait(run.ended.wait())

    async def run(self, study: Study, who: Person, message_id: int, show: Show) -> None:
        """Analyse a position and show each result, until the analysis is done, stopped or replaced by another
        one of the same person. The game must not be over there."""
        run = _Run(who.id, message_id, self._pool.now() + MAX_BACKGROUND_SECONDS)
        while (other := self._runs.get(who.id)) is not None:
            other.stop()
            # Its last update comes first.
            await self._wait(other.ended.wait())
        self._runs[who.id] = run
        result: SearchResult | None = None
        try:
            await self._search_core.ready(study.kind.key)
            book = await asyncio.to_thread(in_book, study.kind, study.position)
            for share in SHARES:
                result = await self._search(study, share * self._seconds, run, result)
                if result is not None:
                    self._proved.note(study.kind, study.position, result)
                if run.stopped or (result is not None and result.all_proved):
                    break
                report = AnalysisReport(study, AnalysisStatus.RUNNING, result, book)
                if share != SHARES[-1] and not await show(report):
                    return
            if not run.replaced:
                status = AnalysisStatus.STOPPED if run.stopped else AnalysisStatus.DONE
                await show(AnalysisReport(study, status, result, book))
        finally:
            if self._runs.get(who.id) is run:
                del self._runs[who.id]
            run.ended.set()

    def stop(self, who: Person, message_id: int) -> None:
        """End the analysis in a message, which keeps its result. Refused when it is over."""
        run = self._runs.get(who.id)
        if run is None or run.message_id != message_id:
            raise AnalysisOver
        run.stop()

    def close(self) -> None:
        """End all analyses, which keep their results."""
        for run in self._runs.values():
            run.stop()

    async def _search(
        self, study: Study, seconds: float, run: _Run, before: SearchResult | None
    ) -> SearchResult | None:
        """Search every move for some seconds; returns the better of this result and the one before."""
        best = before
        for _ in range(MAX_ATTEMPTS):
            if run.stopped:
                break

            def work(seconds: float, stop: StopFlag) -> SearchResult:
                run.stop_flag = stop
                if run.stopped:
                    stop.set()
                task = ListMoves(study.position, seconds)
                return self._pool.executor.run(task, seconds, stop)

            # The person waits for the first search, and can think during the others.
            urgency = Urgency.AT_ONCE if before is None else Urgency.ASKED
            try:
                result = await self._pool.run_for(
                    run.person_id, work, seconds, urgency=urgency, within=run.ends - self._pool.now()
                )
            except TakesTooLong:
                run.stop()
                break
            if result.candidates and (best is None or _reach(result) >= _reach(best)):
                best = result
            if result.all_proved or result.seconds >= COMPLETE_SHARE * seconds:
                break
        return best


def _reach(result: SearchResult) -> tuple[bool, bool, float, int, int]:
    """Return how much a search has found: a score or winner, then certainty of the end, then proved moves,
    then depth."""
    moves = sum(candidate.proved for candidate in result.candidates)
    return result.exact, result.outcome is not None, result.certainty or 0.0, moves, result.depth
