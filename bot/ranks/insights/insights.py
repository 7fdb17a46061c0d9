"""Insights of people: loaded and added up, and their own mistakes of one kind."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import ClassVar

import structlog

from bot.catalog import GAMES, GameKind
from bot.catalog.judging import Judging
from bot.core.background import PendingWork
from bot.core.fields import Frozen
from bot.core.people import Person
from bot.core.refusals import NotYours, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.preferences.preferences import Preferences
from bot.ranks.insights.rules import ErrorKind, Insights, costliest_kind, insights_of, kinds_of
from bot.ranks.stats.profiles import most_played
from bot.study.review.reviews import review_of
from bot.study.review.verdicts import ERRORS, JudgedMove, Review, explained
from data.db.chores import Chore
from data.games.records import Game
from data.games.time_control import Live
from data.jobs.judged import JudgedGame, JudgedPly, JudgedStore, PlayedGame, Timing, reviews_to_judge
from data.jobs.reviews import QUIET_REVIEWS, ReviewStore, StoredReview
from data.people.personal import DELETED_PLAYER
from data.puzzles.puzzles import OwnPuzzleStore
from engine import Position
from languages import gettext_noop

LATEST = (100, 500, 2000)
"""Numbers of latest reviewed games to choose from."""


class PersonInsights(Frozen):
    """A person's `last` reviewed games of one game, summed up; `counts` has their reviewed games by kind.

    `reviewing` is true if their games are reviewed in the background, `practisable` if a mistake of the
    costliest kind is due as a puzzle.
    """

    kind: GameKind
    last: int
    counts: Mapping[str, int]
    found: Insights
    reviewing: bool
    practisable: bool


class InsightCards:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._preferences = kit[Preferences]

    async def load(self, player_id: int, game: str | None, last: int = LATEST[0]) -> PersonInsights:
        """Return a person's insights into a game, or else into the one with most reviewed games.

        With 2,000 games it takes 0.2 s in threads: see docs/review.md.
        """
        counts = await self._storage[JudgedStore].counts(player_id)
        if game is None or game not in GAMES:
            game = next(iter(most_played(counts)), next(iter(GAMES)))
        kind, last = GAMES[game], last if last in LATEST else LATEST[0]
        played = await self._storage[JudgedStore].latest(player_id, game, last)
        insights = await asyncio.to_thread(insights_of, kind.judging.accuracy, played)
        settings = await self._preferences.for_person(player_id)
        costliest = costliest_kind(insights)
        errors = _errors(played, costliest) if costliest else ()
        due = await self._storage[OwnPuzzleStore].due_in(player_id, errors)
        return PersonInsights(kind, last, counts, insights, settings.background_reviews, due is not None)

    async def switch(self, who: Person, *, on: bool) -> None:
        """Have a person's games reviewed in the background, or no longer."""
        await self._preferences.change_person(who.id, QUIET_REVIEWS, "on" if on else None)

    async def errors_of(self, who: Person, game: str, kind: ErrorKind) -> frozenset[tuple[int, int]]:
        """Return the games and plies of a person's errors of one kind."""
        played = await self._storage[JudgedStore].latest(who.id, game, LATEST[-1])
        return frozenset(_errors(played, kind))

    async def line_to(self, who: Person, game_id: int, ply: int) -> GameSnapshot:
        """Return a game of a person's, of which `ply` moves are to be shown. Refused for another one."""
        game = await self._storage.game(game_id)
        if game is None:
            raise UnknownGame
        snapshot = GameSnapshot.of(game)
        if snapshot.side_of(who.id) is None or not 0 <= ply <= game.ply:
            raise UnknownGame
        return snapshot


def _errors(played: tuple[PlayedGame, ...], kind: ErrorKind) -> set[tuple[int, int]]:
    return {
        (game.judged.game_id, move.ply)
        for game in played
        for move in game.judged.moves
        if move.error and kind in move.kinds
    }


DIGITS = 4
"""Decimals stored of weights, losses and points."""

CLOCK_TOLERANCE = 0.01
"""How far the moves of a side and its clock may disagree, as a share of its time."""


def judged_games(snapshot: GameSnapshot, review: Review, timing: Timing) -> tuple[JudgedGame, ...]:
    """Return the judged moves of each person in a game; moves that a computer made for them don't count."""
    game, positions = snapshot.game, snapshot.positions()
    left = time_left(snapshot, timing.seconds)
    judged = []
    for side, seat in enumerate(game.seats):
        # Teams that vote have negative ids.
        if seat.player_id is None or seat.player_id <= DELETED_PLAYER or game.finished_at is None:
            continue
        moves = tuple(
            ply
            for move in review.moves
            if move.side == side and game.thoughts[move.ply] is None
            for ply in [_ply(snapshot.kind.judging, review, positions[move.ply], move, left[move.ply])]
            if ply is not None
        )
        judged.append(
            JudgedGame(
                game.id,
                side,
                seat.player_id,
                game.game,
                game.finished_at,
                timing.ratings[side],
                _rating(snapshot, 1 - side, timing),
                moves,
                review.sides[side].accuracy,
            )
        )
    return tuple(judged)


def time_left(snapshot: GameSnapshot, seconds: Sequence[float]) -> list[int | None]:
    """Return the percentage of its time that each move's side had left before it; None if that is not known.

    It follows from the seconds that the moves took and from the clock at the end, which must agree: they
    don't if a move was taken back or an absence of the bot was not charged, and without a clock.
    """
    game = snapshot.game
    clock = game.clock
    percentages: list[int | None] = [None] * len(snapshot.movers)
    if clock is None or not isinstance(clock.control, Live):
        return percentages
    first, increment = clock.control.first.total_seconds(), clock.control.increment
    for side in (0, 1):
        # A computer's moves take no time of a clock.
        own = [ply for ply, by in enumerate(snapshot.movers) if by == side and game.thoughts[ply] is None]
        gained = [increment - seconds[ply] for ply in own]
        began = clock.left[side].total_seconds() - sum(gained) + _waited(snapshot, side)
        # An exhibitor has the minutes once for every board.
        whole = first * (max(1, round(began / first)) if game.in_simul else 1)
        if abs(began - whole) > whole * CLOCK_TOLERANCE:
            continue
        for ply, have in zip(own, accumulate(gained, initial=whole), strict=False):
            percentages[ply] = round(100 * max(0.0, min(1.0, have / whole)))
    return percentages


def _waited(snapshot: GameSnapshot, side: int) -> float:
    """Return for how many seconds a side had the clock at the end, without a move."""
    game = snapshot.game
    if game.finished_at is None or game.turn != side or game.delegates[side] is not None:
        return 0.0
    return (game.finished_at - game.moved_at).total_seconds()


def _ply(
    judging: Judging, review: Review, position: Position, move: JudgedMove, left: int | None
) -> JudgedPly | None:
    choice = move.choice
    if choice is None:
        return None
    part = judging.accuracy.weigh(choice)
    explanation = explained(review, position, move)
    return JudgedPly(
        ply=move.ply,
        phase=int(move.phase),
        error=ERRORS.index(move.verdict) + 1 if move.verdict.is_error else 0,
        weight=round(part.weight, DIGITS),
        lost=round(part.lost, DIGITS),
        points=round(choice.points, DIGITS),
        left=left,
        kinds=() if explanation is None else kinds_of(explanation.flaws),
    )


def _rating(snapshot: GameSnapshot, side: int, timing: Timing) -> float | None:
    """Return a side's rating: a person's before the game, or that of a computer's level."""
    computer = snapshot.game.seats[side].computer
    if computer is None:
        return timing.ratings[side]
    level = snapshot.kind.levels.get(computer)
    return None if level is None else float(level.rating)


log = structlog.get_logger(__name__)


class InsightsDirector(PendingWork):
    """Judges one review after the other; a restart resumes with the next one."""

    chores: ClassVar[tuple[Chore, ...]] = (reviews_to_judge,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage

    async def do_pending(self) -> None:
        """Judge all finished reviews that are not judged yet."""
        judged = self._storage[JudgedStore]
        while (game_id := await judged.next_game()) is not None:
            game, stored = await self._storage.game(game_id), await self._storage[ReviewStore].of(game_id)
            if game is None or stored is None:
                # Deleted in this moment.
                continue
            games: tuple[JudgedGame, ...] = ()
            try:
                timing = await judged.timing(game_id)
                games = await asyncio.to_thread(_judged, game, stored, timing)
            except Exception:
                log.exception("review not judged for insights", game=game_id)
            await judged.store(game_id, games)


def _judged(game: Game, stored: StoredReview, timing: Timing) -> tuple[JudgedGame, ...]:
    snapshot = GameSnapshot.of(game)
    return judged_games(snapshot, review_of(stored, snapshot), timing)


class NotYourInsights(NotYours):
    text = gettext_noop("Only {person} can see these insights. Yours are on your own `/profile`.")
