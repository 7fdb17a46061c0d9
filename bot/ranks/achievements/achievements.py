"""Awarding achievements, and announcing them where they were earned.

They follow from what is stored: finished games, reviews and solved puzzles, each of which is examined once.
Those from before there were achievements are examined like new ones, in batches, so the first passes after an
update do the rest of the past, and a stop loses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import ClassVar, NamedTuple

import structlog

from bot.catalog import GAMES
from bot.catalog.kind import square_count
from bot.core.background import PendingWork
from bot.core.fields import Frozen
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger
from bot.play.games.challenges import computer_rating
from bot.preferences.preferences import Preferences
from bot.preferences.settings import Told
from bot.study.review.reviews import review_of
from bot.study.review.verdicts import Review
from data.db.chores import Chore
from data.games.records import Ending
from data.jobs.reviews import ReviewStore
from data.people.achievements import (
    Achievement,
    AchievementStore,
    Examined,
    FreshReview,
    NewAchievement,
    Untold,
    achievements_due,
)
from data.people.personal import DELETED_PLAYER
from data.puzzles.puzzle_posts import PuzzlePostStore

WIN, PERFECT, COMEBACK, STREAK, CUP, SEASON = "win", "perfect", "comeback", "streak", "cup", "season"
"""Kinds, with which the stored keys begin: "win:reversi:easy", "perfect:connect4", "comeback",
"streak:30", "cup", "season"."""

STREAKS = (7, 30, 100)
"""Days of daily puzzles in a row."""

MIN_OPPONENT = 1500
"""Minimum rating of a computer player against whom a perfect game or a comeback counts."""

FULL_LENGTH = 0.5
"""Minimum share of the board's squares filled in a perfect game."""

PERFECT_ACCURACY = 99.5
"""Minimum accuracy that a review shows as 100 %."""

BEHIND = 20.0
"""Discs by which the winner was behind in a comeback, by the review's values."""

DISCS = "discs"
"""Unit of the values of games in which there are comebacks."""


class AchievementKey(NamedTuple):
    """A stored key, taken apart; `game` and `level` are "" where there are none."""

    kind: str
    game: str = ""
    level: str = ""
    days: int = 0

    @classmethod
    def parse(cls, key: str) -> AchievementKey | None:
        """Return the parts of a key; None for one of another version."""
        kind, _, rest = key.partition(":")
        game, _, level = rest.partition(":")
        if kind == WIN and game in GAMES and level in GAMES[game].levels:
            return cls(kind, game, level)
        if kind == PERFECT and game in GAMES and not level:
            return cls(kind, game)
        if kind == STREAK and rest in {str(days) for days in STREAKS}:
            return cls(kind, days=int(rest))
        return cls(kind) if key in (COMEBACK, CUP, SEASON) else None


def level_win(game: str, level: str) -> str:
    """Return the key of a first win against a level."""
    return f"{WIN}:{game}:{level}"


def perfect_game(game: str) -> str:
    return f"{PERFECT}:{game}"


def streak(days: int) -> str:
    """Return the key of a streak of daily puzzles."""
    return f"{STREAK}:{days}"


def has_comebacks(game: str) -> bool:
    return GAMES[game].judging.unit == DISCS


def levels(game: str) -> list[str]:
    """Return the keys of first wins against a game's levels, weakest level first."""
    return [level_win(game, level) for level in GAMES[game].levels]


def others() -> list[str]:
    """Return the keys of all other achievements."""
    comeback = [COMEBACK] if any(map(has_comebacks, GAMES)) else []
    return [*map(perfect_game, GAMES), *comeback, *map(streak, STREAKS), CUP, SEASON]


def all_keys() -> list[str]:
    """Return all keys as they are listed, the rarest kinds first."""
    won = [key for game in GAMES for key in levels(game)]
    return [*others()[::-1], *won[::-1]]


def streaks(best: int) -> list[str]:
    """Return the keys earned by a best streak of that length, in days."""
    return [streak(days) for days in STREAKS if best >= days]


def of_level(game: str, options: str, computer: str) -> str | None:
    """Return the key earned by a rated win against a computer player; None unless it is a level."""
    if options or game not in GAMES or computer not in GAMES[game].levels:
        return None
    return level_win(game, computer)


def stronger(key: str, known: Sequence[str]) -> bool:
    """Return whether a won level is stronger than all that were won before; True for other achievements."""
    parsed = AchievementKey.parse(key)
    if parsed is None or parsed.kind != WIN:
        return True
    order = levels(parsed.game)
    return all(order.index(held) < order.index(key) for held in known if held in order)


def of_review(snapshot: GameSnapshot, review: Review) -> Iterator[tuple[int, str]]:
    """Yield the people and the keys that a rated, reviewed game has earned them."""
    game = snapshot.game
    if not game.rated or game.options or game.ending is Ending.CALLED_OFF:
        return
    for side, seat in enumerate(game.seats):
        if seat.player_id is None or snapshot.deserted or not _real_opponent(snapshot, 1 - side):
            continue
        if _is_perfect(snapshot, review, side):
            yield seat.player_id, perfect_game(game.game)
        if has_comebacks(game.game) and _is_comeback(snapshot, review, side):
            yield seat.player_id, COMEBACK


def _real_opponent(snapshot: GameSnapshot, side: int) -> bool:
    """Return whether a side is another person, or a computer player of some strength."""
    seat, other = snapshot.game.seats[side], snapshot.game.seats[1 - side]
    if seat.computer is None:
        return seat.player_id is not None and seat.player_id != other.player_id
    rating = computer_rating(snapshot)
    return rating is not None and rating >= MIN_OPPONENT


def _is_perfect(snapshot: GameSnapshot, review: Review, side: int) -> bool:
    """Return whether a side made no error in a game that was played to its end and not lost."""
    game, verdict = snapshot.game, review.sides[side]
    if game.ending is not Ending.PLAYED or game.winner == 1 - side:
        return False
    placed = sum(by >= 0 for by in snapshot.movers)
    if placed < FULL_LENGTH * square_count(snapshot.kind, ""):
        return False
    no_errors = not any(verdict.errors.values())
    return no_errors and verdict.accuracy is not None and verdict.accuracy >= PERFECT_ACCURACY


def _is_comeback(snapshot: GameSnapshot, review: Review, side: int) -> bool:
    """Return whether a side has won from far behind, by the values of the positions."""
    if snapshot.game.winner != side or snapshot.game.ending is not Ending.PLAYED:
        return False
    # Scores are the first side's.
    worst = min((point.score if side == 0 else -point.score for point in review.points), default=0.0)
    return worst <= -BEHIND


log = structlog.get_logger(__name__)

FRESH = timedelta(hours=1)
"""Maximum age of what an achievement was earned by, for it to be announced."""

BATCH = 200
"""Games, or streaks, examined in one transaction."""

REVIEWS_AT_ONCE = 20
"""Reviews examined in one transaction; judging one takes about 10 ms."""

BATCHES = 10
"""Maximum batches of each kind per periodic pass."""


class AchievementsEarned(Frozen):
    """The news that a person has earned achievements; `direct` if only they are told."""

    player_id: int
    keys: tuple[str, ...]
    direct: bool = False


class Achievements(PendingWork):
    """Awards achievements, each once per person."""

    chores: ClassVar[tuple[Chore, ...]] = (achievements_due,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage
        self._store = kit[AchievementStore]
        self._preferences = kit[Preferences]
        self._messenger = kit[Messenger]
        self._now = kit.now

    async def of(self, player_id: int) -> tuple[Achievement, ...]:
        """Return a person's achievements, oldest first."""
        return await self._store.of(player_id)

    async def award(
        self, player_id: int, key: str, place: Place | None = None, game_id: int | None = None
    ) -> bool:
        """Award an achievement, such as CUP; False if the person has it already.

        It is announced in `place`. Raises ValueError for an unknown key.
        """
        if AchievementKey.parse(key) is None:
            raise ValueError(f"{key!r} is no achievement")
        new = self._new(player_id, key, self._now(), place, game_id)
        return bool(await self._store.award([new]))

    async def do_pending(self) -> None:
        for examine in (self._examine_wins, self._examine_reviews, self._examine_solves):
            for _ in range(BATCHES):
                if self._background.closing or not await examine():
                    break
        await self._tell()

    async def _examine_wins(self) -> bool:
        """Award first wins against levels; False if no more are left."""
        wins = await self._store.wins(BATCH)
        new: list[NewAchievement] = []
        beaten: dict[int, list[str]] = {}
        for win in wins:
            key = of_level(win.game, win.options, win.computer)
            if key is None:
                continue
            if win.player_id not in beaten:
                beaten[win.player_id] = [achievement.key for achievement in await self.of(win.player_id)]
            known = beaten[win.player_id]
            if key in known:
                continue
            # Who beats a strong level first need not be congratulated on the weaker ones.
            is_first = stronger(key, known)
            place = Place(win.channel_id, win.guild_id, win.by_clicks) if is_first else None
            new.append(self._new(win.player_id, key, win.finished_at, place, win.game_id))
            known.append(key)
        if wins:
            await self._store.award(new, Examined(wins=wins))
        return len(wins) == BATCH

    async def _examine_reviews(self) -> bool:
        """Award perfect games and comebacks; False if no more reviews are left."""
        reviews = await self._store.reviews(REVIEWS_AT_ONCE)
        new: list[NewAchievement] = []
        for review in reviews:
            try:
                new += await self._of_review(review)
            except Exception:
                # A fault in one review must not delay the others.
                log.exception("review could not be examined for achievements", game=review.game_id)
        if reviews:
            await self._store.award(new, Examined(reviews=reviews))
        return len(reviews) == REVIEWS_AT_ONCE

    async def _of_review(self, review: FreshReview) -> list[NewAchievement]:
        game = await self._storage.game(review.game_id)
        stored = await self._storage[ReviewStore].of(review.game_id)
        if game is None or stored is None or not game.rated:
            return []

        def judged() -> list[tuple[int, str]]:
            assert game is not None
            assert stored is not None
            snapshot = GameSnapshot.of(game)
            return [*of_review(snapshot, review_of(stored, snapshot))]

        by_clicks = game.by_clicks and game.channel_id == review.channel_id
        place = Place(review.channel_id, review.guild_id, by_clicks)
        earned = await asyncio.to_thread(judged)
        return [self._new(person, key, review.finished_at, place, game.id) for person, key in earned]

    async def _examine_solves(self) -> bool:
        """Award streaks of daily puzzles; False if no more are left."""
        solves = await self._store.solves(BATCH)
        new: list[NewAchievement] = []
        for solve in solves:
            best = (await self._storage[PuzzlePostStore].streak(solve.guild_id, solve.player_id)).best
            place = Place(solve.channel_id, solve.guild_id)
            new += [self._new(solve.player_id, key, solve.solved_at, place, None) for key in streaks(best)]
        if solves:
            await self._store.award(new, Examined(solves=solves))
        return len(solves) == BATCH

    def _new(
        self, player_id: int, key: str, earned_at: datetime, place: Place | None, game_id: int | None
    ) -> NewAchievement:
        fresh = self._now() - earned_at <= FRESH
        if place is None or place.by_clicks or not fresh or player_id == DELETED_PLAYER:
            return NewAchievement(player_id, key, earned_at, game_id)
        return NewAchievement(
            player_id, key, earned_at, game_id, place.guild_id, place.channel_id, earned_at + FRESH
        )

    async def _tell(self) -> None:
        """Announce what is not announced yet, where each person likes it."""
        for untold in await self._store.untold():
            if self._background.closing:
                return
            try:
                if self._now() > untold.tell_by or await self._announce(untold):
                    await self._store.record_told(untold.player_id, untold.keys)
            except Exception:
                log.exception("achievement not announced", player=untold.player_id)

    async def _announce(self, untold: Untold) -> bool:
        """Send one announcement; False if that should be retried."""
        setting = (await self._preferences.for_person(untold.player_id)).achievements
        if setting == Told.NOWHERE:
            return True
        news = AchievementsEarned(untold.player_id, _in_order(untold.keys), direct=setting == Told.DIRECT)
        if news.direct:
            sent = await self._messenger.send_direct(news, untold.player_id)
        else:
            sent = await self._messenger.send(news, Place(untold.channel_id, untold.guild_id))
        return isinstance(sent, Delivered) or sent.permanent


def _in_order(keys: Sequence[str]) -> tuple[str, ...]:
    order = {key: number for number, key in enumerate(all_keys())}
    return tuple(sorted(keys, key=lambda key: order.get(key, len(order))))
