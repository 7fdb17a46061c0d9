"""Puzzles posted in channels, kept up to date, and the cards of those who solved them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import partial
from typing import ClassVar

import structlog

from bot.core.background import Backoff
from bot.core.fields import Frozen
from bot.core.people import Person, Place
from bot.core.publisher import UserRequest
from bot.core.refusals import refusal
from bot.core.signals import PersonLeaving
from bot.features import Kit
from bot.messages.delivery import EDIT_AGE, Delivery, Messenger, Post, Posts, ServerPosts, Undelivered
from bot.preferences.settings import ServerSettings
from bot.puzzles.puzzles import PuzzleGone, Trial, draw_near
from data.db.chores import Chore
from data.puzzles.puzzle_posts import (
    NewPuzzlePost,
    PostResults,
    PuzzlePost,
    PuzzlePostStore,
    Streak,
    daily_puzzles_due,
    old_puzzle_posts,
)
from data.puzzles.puzzles import Attempt, Deed, PuzzleStore
from data.ratings.glicko2 import START
from engine import puzzles
from engine.puzzles import Puzzle

PuzzleNotTried = refusal("Try it yourself first: after your first move you see how the others did.")


class CardStep(Enum):
    """A player's way to one of a puzzle's moves."""

    AT_ONCE = auto()
    AFTER_MISSES = auto()
    WITH_HINT = auto()
    NOT_FOUND = auto()


class DailyCard(Frozen):
    """A player's attempt at a daily puzzle that is over; `seconds` is None unless they solved it."""

    game: str
    day: str
    steps: tuple[CardStep, ...]
    tries: int
    seconds: int | None
    streak: Streak


class SolverCard(Frozen):
    player_id: int
    steps: tuple[CardStep, ...]
    tries: int


class DailyResults(Frozen):
    """How people did at a daily puzzle: its solvers in order, the reader's own card, the server's streak."""

    post: PuzzlePost
    puzzle: Puzzle
    solvers: tuple[SolverCard, ...]
    tried: int
    own: DailyCard | None
    streak: Streak


def steps_of(attempt: Attempt, moves: int) -> tuple[CardStep, ...]:
    """Return how each of a puzzle's moves was found, in order.

    Moves found before traces were stored count as found at once if the first attempt succeeded.
    """
    steps: list[CardStep] = []
    step = CardStep.AT_ONCE
    for deed in attempt.trace:
        if deed == Deed.RIGHT:
            steps.append(step)
            step = CardStep.AT_ONCE
        elif deed == Deed.HINT:
            step = CardStep.WITH_HINT
        elif deed == Deed.WRONG and step is CardStep.AT_ONCE:
            step = CardStep.AFTER_MISSES
    found = moves if attempt.solved_at is not None else min(attempt.ply // 2, moves)
    untold = CardStep.AFTER_MISSES if attempt.result == "failed" and not attempt.trace else CardStep.AT_ONCE
    known = [*[untold] * (found - len(steps)), *steps][:found]
    return (*known, *[CardStep.NOT_FOUND] * (moves - found))


def tries_of(attempt: Attempt) -> int:
    """Return how many moves were tried, right or wrong; 0 if they were not noted."""
    return sum(deed in {Deed.RIGHT, Deed.WRONG} for deed in attempt.trace)


def seconds_of(attempt: Attempt) -> int | None:
    """Return the time from the first sight of a puzzle to its solution, in seconds."""
    if attempt.begun_at is None or attempt.solved_at is None:
        return None
    return max(0, int((attempt.solved_at - attempt.begun_at).total_seconds()))


def has_begun(attempt: Attempt) -> bool:
    return bool(attempt.trace) or attempt.over or attempt.result is not None or attempt.ply > 0


DEBOUNCE = timedelta(seconds=3)
SLOW_DEBOUNCE = timedelta(minutes=15)
"""Debounce of messages too old to edit, whose edits Discord throttles."""

BACKOFF = Backoff(SLOW_DEBOUNCE, SLOW_DEBOUNCE)

RETENTION = timedelta(days=90)
"""Time for which the solvers of a player's posted puzzle are stored."""


UNSOLVED = PostResults((), 0)


class PuzzleMessage(Frozen):
    post: PuzzlePost
    puzzle: Puzzle
    results: PostResults


class PostedPuzzles:
    chores: ClassVar[tuple[Chore, ...]] = (partial(old_puzzle_posts, age=RETENTION),)

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._messenger = kit[Messenger]
        self._now = kit.now
        self._posts = Posts(
            "posted puzzle",
            self._load,
            self._record_shown,
            kit,
            backoff=BACKOFF,
            refused=self._record_shown,
        )
        kit[PersonLeaving].listen(self._leave_out)

    async def post(self, puzzle: Puzzle, place: Place, request: UserRequest) -> None:
        """Answer a command with a puzzle for everyone in the channel."""
        new = NewPuzzlePost(puzzle.id, place.guild_id, place.channel_id, place.by_clicks)
        post = await self._storage[PuzzlePostStore].add(new)
        sent = await self._messenger.answer(PuzzleMessage(post, puzzle, UNSOLVED), place, request)
        await self._storage[PuzzlePostStore].record_message(post.id, sent.message_id)

    async def send(self, post: PuzzlePost, puzzle: Puzzle) -> Delivery:
        """Send the message of a stored post, unless a killed process has sent it."""
        return await self._messenger.show(PuzzleMessage(post, puzzle, UNSOLVED), _place(post))

    async def take_part(self, post_id: int, who: Person, message_id: int | None) -> PuzzlePost:
        """Store that a player tries the puzzle in a message. Refused if it is no longer known."""
        post = await self._storage[PuzzlePostStore].find(post_id)
        if post is None:
            raise PuzzleGone
        if post.message_id is None and message_id is not None:
            # The process that sent it was killed before it could store the id.
            await self._storage[PuzzlePostStore].record_message(post_id, message_id)
            post = replace(post, message_id=message_id)
        await self._storage[PuzzlePostStore].record_try(post_id, who.id)
        return post

    async def record_solved(self, who: Person, trial: Trial) -> None:
        """Store that a player has solved a puzzle, and update the messages that show it."""
        first = trial.attempt.result == "solved"
        await self.update_all(
            await self._storage[PuzzlePostStore].record_solved(who.id, trial.puzzle.id, first=first)
        )

    async def update_all(self, post_ids: Iterable[int]) -> None:
        """Update messages soon."""
        for post_id in post_ids:
            post = await self._storage[PuzzlePostStore].find(post_id)
            if post is not None and not post.new.by_clicks:
                young = self._now() - post.posted_at < EDIT_AGE
                self._posts.update(post_id, DEBOUNCE if young else SLOW_DEBOUNCE)

    async def _leave_out(self, player_id: int) -> Callable[[], Awaitable[None]]:
        """Prepare to update the messages that name a person, whose data are being deleted."""
        return partial(self.update_all, await self._storage[PuzzlePostStore].solved_by(player_id))

    async def card(self, trial: Trial, guild_id: int | None) -> DailyCard | None:
        """Return the card of an attempt that is over, if it was at the latest daily puzzle of a server and
        was tried there."""
        if guild_id is None or not trial.attempt.over:
            return None
        post = await self._storage[PuzzlePostStore].last_daily(guild_id)
        if post is None or post.new.puzzle != trial.puzzle.id:
            return None
        return await self._card(post, trial.puzzle, trial.attempt)

    async def results(self, who: Person, post_id: int) -> DailyResults:
        """Return how people did at a daily puzzle. Refused to a player who has not tried it, until its answer
        is public."""
        post = await self._storage[PuzzlePostStore].find(post_id)
        puzzle = None if post is None else puzzles.find(post.new.puzzle)
        if post is None or puzzle is None or post.new.day is None:
            raise PuzzleGone
        attempts = await self._storage[PuzzlePostStore].attempts(post_id)
        own = next((one.attempt for one in attempts if one.attempt.player_id == who.id), None)
        if not post.answered and (own is None or not has_begun(own)):
            raise PuzzleNotTried
        moves = len(puzzle.own_moves)
        return DailyResults(
            post=post,
            puzzle=puzzle,
            solvers=tuple(
                SolverCard(one.attempt.player_id, steps_of(one.attempt, moves), tries_of(one.attempt))
                for one in attempts
                if one.counted
            ),
            tried=len(attempts),
            own=None if own is None or not own.over else await self._card(post, puzzle, own),
            streak=await self._streak(post, None),
        )

    async def _card(self, post: PuzzlePost, puzzle: Puzzle, attempt: Attempt) -> DailyCard:
        assert post.new.day is not None
        return DailyCard(
            game=puzzle.game,
            day=post.new.day,
            steps=steps_of(attempt, len(puzzle.own_moves)),
            tries=tries_of(attempt),
            seconds=seconds_of(attempt),
            streak=await self._streak(post, attempt.player_id),
        )

    async def _streak(self, post: PuzzlePost, player_id: int | None) -> Streak:
        assert post.new.guild_id is not None
        return await self._storage[PuzzlePostStore].streak(post.new.guild_id, player_id)

    async def update(self, post_id: int, request: UserRequest | None = None) -> Delivery | None:
        """Update the message of a puzzle, by a click on one of its buttons if there was one."""
        return await self._posts.show(post_id, request)

    async def update_if_outdated(self, post: PuzzlePost, request: UserRequest) -> None:
        """Update the message by a click on one of its buttons, if it misses solvers."""
        results = await self._storage[PuzzlePostStore].results(post.id)
        if len(results.solvers) != post.shown:
            await self.update(post.id, request)

    async def on_start(self) -> None:
        await self.update_all(await self._storage[PuzzlePostStore].out_of_date())

    async def recover(self) -> None:
        await self._storage[PuzzlePostStore].forget_old(self._now() - RETENTION)

    def close(self) -> None:
        """Update nothing more; the next start does."""
        self._posts.close()

    async def _load(self, post_id: int) -> Post[PuzzleMessage] | None:
        post = await self._storage[PuzzlePostStore].find(post_id)
        puzzle = None if post is None else puzzles.find(post.new.puzzle)
        if post is None or post.message_id is None or puzzle is None:
            return None
        results = await self._storage[PuzzlePostStore].results(post_id)
        return Post(PuzzleMessage(post, puzzle, results), _place(post), post.message_id, rewrite=True)

    async def _record_shown(self, post_id: int, content: PuzzleMessage, _: Delivery) -> None:
        await self._storage[PuzzlePostStore].record_shown(post_id, len(content.results.solvers))


def _place(post: PuzzlePost) -> Place:
    return Place(post.new.channel_id, post.new.guild_id, post.new.by_clicks)


log = structlog.get_logger(__name__)

DAY = timedelta(days=1)
"""Time until the answer is added."""

TOO_LATE = timedelta(hours=12)
"""Maximum delay of a puzzle that could not be posted; then it is skipped."""

SPREAD = 250.0
"""Standard deviation of the daily puzzles' ratings around an average player's."""


class DailyPuzzleOff(Frozen):
    """The news that a server's daily puzzle is off because its channel refused it, or (None) was deleted."""

    guild_id: int
    channel_id: int | None


class DailyPuzzles(ServerPosts):
    name = "daily puzzle"
    setting = "daily_channel"
    off = DailyPuzzleOff
    chores: ClassVar[tuple[Chore, ...]] = (daily_puzzles_due,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit[PuzzlePostStore], kit)
        self._storage = kit.storage
        self._posted = kit[PostedPuzzles]
        self._rng = kit.runtime.rng

    async def _do_due(self) -> list[datetime]:
        for post in await self._storage[PuzzlePostStore].not_posted():
            await self._guarded(post.id, partial(self._send, post))
        for guild_id, moment in (await self._storage[PuzzlePostStore].scheduled()).items():
            if moment <= self._now():
                await self._post(guild_id, moment)
        for post in await self._storage[PuzzlePostStore].to_answer():
            if post.message_id is not None and post.answer_at is not None and post.answer_at <= self._now():
                await self._guarded(post.id, partial(self._answer, post))
        moments = [*(await self._storage[PuzzlePostStore].scheduled()).values()]
        waiting = await self._storage[PuzzlePostStore].to_answer()
        moments += [post.answer_at for post in waiting if post.answer_at and post.id not in self._not_before]
        return moments

    async def _follow(self, guild_id: int) -> datetime | None:
        settings = await self._preferences.for_server(guild_id)
        following = None if settings.daily_channel is None else await self._next(guild_id, settings)
        await self._storage[PuzzlePostStore].schedule(guild_id, following)
        return following

    async def _unschedule(self, guild_id: int) -> None:
        await self._storage[PuzzlePostStore].schedule(guild_id, None)

    async def _next(self, guild_id: int, settings: ServerSettings) -> datetime:
        """Return when a server gets its next puzzle: one a day."""
        last = await self._storage[PuzzlePostStore].last_daily(guild_id)
        last_day = None if last is None else last.new.day
        moment = (
            self._now().astimezone(UTC).replace(hour=settings.daily_hour, minute=0, second=0, microsecond=0)
        )
        while moment <= self._now() or (last_day is not None and moment.date().isoformat() <= last_day):
            moment += DAY
        return moment

    async def _post(self, guild_id: int, moment: datetime) -> None:
        """Post the puzzle that was due at a moment, unless it is too late."""
        settings = await self._preferences.for_server(guild_id)
        if settings.daily_channel is None:
            await self._switch_off(guild_id, None)
            return
        following = await self._next(guild_id, settings)
        puzzle = None
        if self._now() - moment < TOO_LATE:
            puzzle = await self._choose(guild_id, settings.daily_game)
        if puzzle is None:
            log.info("daily puzzle skipped", guild=guild_id, due=moment.isoformat())
            await self._storage[PuzzlePostStore].schedule(guild_id, following)
            return
        day = moment.date().isoformat()
        new = NewPuzzlePost(puzzle.id, guild_id, settings.daily_channel, day=day, answer_at=self._now() + DAY)
        post = await self._storage[PuzzlePostStore].add_daily(new, max(following, moment + DAY))
        if post is not None:
            await self._guarded(post.id, partial(self._send, post))

    async def _choose(self, guild_id: int, game: str | None) -> Puzzle | None:
        """Choose a puzzle that was never posted in the server; None if none is left."""
        used = await self._storage[PuzzlePostStore].used_in(guild_id)
        left = [puzzle for puzzle in puzzles.shipped(game) if puzzle.id not in used]
        if not left:
            return None
        ratings = await self._storage[PuzzleStore].ratings()
        return draw_near(left, ratings, self._rng.gauss(START.value, SPREAD), self._rng)

    async def _send(self, post: PuzzlePost) -> None:
        puzzle = puzzles.find(post.new.puzzle)
        if puzzle is None or self._now() - post.posted_at > TOO_LATE:
            await self._storage[PuzzlePostStore].drop(post.id)
            return
        sent = await self._posted.send(post, puzzle)
        await self._record(post.id, _place(post), sent)

    async def _answer(self, post: PuzzlePost) -> None:
        """Add the answer; solving it no longer counts for the streak."""
        if not post.answered:
            await self._storage[PuzzlePostStore].record_answered(post.id)
        shown = await self._posted.update(post.id)
        if isinstance(shown, Undelivered) and not shown.permanent:
            self._retry(post.id)
        else:
            await self._storage[PuzzlePostStore].record_answer_shown(post.id)
