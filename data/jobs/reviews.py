"""Reviews of games, whose analyses are kept for good, and strength tests in progress."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, literal, select, text, update

from data.db.errors import Limit, LimitReached
from data.db.rows import insert_row, put_row, read_all, record_of, values_of
from data.db.store import CountLock, ShownStore, reading, take_turns, writing
from data.games.limits import FairUseBounds, count_request
from data.games.moves import has_moved
from data.tables.people import preferences
from data.tables.playing import games as playing
from data.tables.schema import UtcDateTime, require_storable
from data.tables.standings import results, reviewed_plies, reviews, strength_tests

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.db.chores import Pending
    from data.db.store import Stores


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """The analysis of the position before a ply, for the side to move.

    `best` is a best move, `score` its score, and `played` the score of the move made; None after the last
    move of an unfinished game. The scores are proved if `depth` is None, otherwise estimates of searches to
    that depth, in plies. `keepers` is the number of legal moves that keep the best one's result; None if not
    counted.
    """

    ply: int
    best: str
    score: float
    played: float | None
    depth: int | None
    keepers: int | None = None


@dataclass(frozen=True, slots=True)
class NewReview:
    """A review to be made: of which game, for whom, and where its progress is shown."""

    game_id: int
    asker_id: int
    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review with the plies analysed so far; the message is None until it was sent."""

    asked: NewReview
    message_id: int | None
    done: bool
    plies: tuple[ReviewedPly, ...]

    @property
    def id(self) -> int:
        """The id of the reviewed game, which has no other review."""
        return self.asked.game_id


def reviews_in_progress(pending: Pending) -> ColumnElement[bool]:
    return pending.here(reviews.c.guild_id, reviews.c.finished_at.is_(None))


@dataclass(frozen=True, slots=True)
class QuietReview:
    """A review in the background, without a message, for a person who plays in the game."""

    game_id: int
    player_id: int


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Before any game."""

QUIET_REVIEWS = "background_reviews"
"""Name of the setting of people who ask for such reviews."""


class ReviewStore(ShownStore):
    """The reviews: at most one per game, shared by everyone."""

    table = reviews

    @writing
    def begin(self, connection: Connection, new: NewReview, maximum: int) -> tuple[StoredReview, bool]:
        """Store a review to be made; if the game already has one, return that and False.

        Raises LimitReached when the person has `maximum` reviews in progress.
        """
        take_turns(connection, (CountLock.REVIEWS, new.asker_id))
        there = _find(connection, new.game_id)
        if there is not None:
            return there, False
        in_progress = select(func.count()).where(
            reviews.c.asker_id == new.asker_id, reviews.c.finished_at.is_(None)
        )
        if int(connection.scalar(in_progress) or 0) >= maximum:
            raise LimitReached(Limit.REVIEWS, "person", maximum, new.asker_id)
        connection.execute(insert(reviews).values(values_of(new, begun_at=self._clock())))
        return StoredReview(new, None, done=False, plies=_plies(connection, new.game_id)), True

    @reading
    def of(self, connection: Connection, game_id: int) -> StoredReview | None:
        """Return the review of a game, finished or in progress."""
        return _find(connection, game_id)

    @reading
    def in_progress(self, connection: Connection) -> tuple[StoredReview, ...]:
        """Return the unfinished reviews, oldest first."""
        unfinished = select(reviews).where(reviews.c.finished_at.is_(None))
        here = self._database.share.within(unfinished, reviews.c.guild_id)
        rows = connection.execute(here.order_by(reviews.c.begun_at, reviews.c.game_id))
        return tuple(_review(connection, row) for row in rows.mappings().all())

    @writing
    def add(self, connection: Connection, game_id: int, ply: ReviewedPly) -> bool:
        """Store the analysis of a ply; returns False if the game's review is no longer in progress."""
        unfinished = select(reviews.c.game_id).where(
            reviews.c.game_id == game_id, reviews.c.finished_at.is_(None)
        )
        if connection.scalar(unfinished) is None:
            return False
        put_row(connection, reviewed_plies, values_of(ply, game_id=game_id))
        return True

    @reading
    def plies_of(self, connection: Connection, game_id: int) -> tuple[ReviewedPly, ...]:
        """Return the plies of a game that are analysed, with or without a review."""
        return _plies(connection, game_id)

    @reading
    def wanted(
        self, connection: Connection, games: Iterable[str], latest: int, a_day: int, but: Iterable[int]
    ) -> QuietReview | None:
        """Return the next game to review in the background, the newest first; None without one.

        It is one of the `latest` games of a person who asks for such reviews, and who has had fewer than
        `a_day` of them within 24 hours; `but` are games to leave out.
        """
        own = results.alias()
        # A bound of the index: a list of games would be read again for each of thousands.
        oldest = (
            select(own.c.finished_at)
            .where(own.c.player_id == preferences.c.owner_id)
            .order_by(own.c.finished_at.desc())
            .offset(latest - 1)
            .limit(1)
            .correlate(preferences)
            .scalar_subquery()
        )
        made = (
            select(func.count())
            .where(
                reviews.c.asker_id == preferences.c.owner_id,
                # Word for word as in the partial index.
                text("quiet"),
                reviews.c.begun_at > self._clock() - timedelta(days=1),
            )
            .scalar_subquery()
        )
        query = (
            select(results.c.game_id, results.c.player_id)
            .join(preferences, preferences.c.owner_id == results.c.player_id)
            .where(
                preferences.c.owner_kind == "person",
                preferences.c.name == QUIET_REVIEWS,
                preferences.c.value == "on",
                results.c.finished_at >= func.coalesce(oldest, literal(EPOCH, UtcDateTime())),
                results.c.game_id.not_in(list(but)),
                results.c.game.in_(list(games)),
                results.c.outcome != "called off",
                ~select(reviews.c.game_id).where(reviews.c.game_id == results.c.game_id).exists(),
                has_moved(results.c.game_id, results.c.seat),
                made < a_day,
            )
            .order_by(results.c.finished_at.desc(), results.c.game_id)
            .limit(1)
        )
        row = connection.execute(self._database.share.within(query, results.c.guild_id)).first()
        return None if row is None else QuietReview(row.game_id, row.player_id)

    @writing
    def add_quietly(self, connection: Connection, game_id: int, ply: ReviewedPly) -> bool:
        """Store the analysis of a ply for a game without a review; False if it has one, or is gone."""
        if connection.scalar(select(reviews.c.game_id).where(reviews.c.game_id == game_id)) is not None:
            return False
        if connection.scalar(select(playing.c.id).where(playing.c.id == game_id)) is None:
            return False
        put_row(connection, reviewed_plies, values_of(ply, game_id=game_id))
        return True

    @writing
    def finish_quietly(self, connection: Connection, quiet: QuietReview) -> bool:
        """Store a review, done without a message; False if the game has one, or is gone."""
        if _find(connection, quiet.game_id) is not None:
            return False
        this = playing.c.id == quiet.game_id
        game = connection.execute(select(playing.c.guild_id, playing.c.channel_id).where(this)).first()
        if game is None:
            return False
        new = NewReview(quiet.game_id, quiet.player_id, game.guild_id, game.channel_id)
        now = self._clock()
        connection.execute(insert(reviews).values(values_of(new, begun_at=now, finished_at=now, quiet=True)))
        return True

    @writing
    def finish(self, connection: Connection, game_id: int) -> None:
        """Note that all plies are analysed."""
        this = reviews.c.game_id == game_id
        connection.execute(update(reviews).where(this).values(finished_at=self._clock()))

    @writing
    def drop(self, connection: Connection, game_id: int) -> None:
        """Delete a review in progress; the plies analysed so far stay for the next one."""
        unfinished = (reviews.c.game_id == game_id, reviews.c.finished_at.is_(None))
        connection.execute(delete(reviews).where(*unfinished))


def _review(connection: Connection, row: RowMapping) -> StoredReview:
    plies = _plies(connection, row["game_id"])
    return record_of(StoredReview, row, done=row["finished_at"] is not None, plies=plies)


def _plies(connection: Connection, game_id: int) -> tuple[ReviewedPly, ...]:
    this = select(reviewed_plies).where(reviewed_plies.c.game_id == game_id)
    return read_all(connection, ReviewedPly, this.order_by(reviewed_plies.c.ply))


def _find(connection: Connection, game_id: int) -> StoredReview | None:
    row = connection.execute(select(reviews).where(reviews.c.game_id == game_id)).mappings().one_or_none()
    return None if row is None else _review(connection, row)


@dataclass(frozen=True, slots=True)
class NewStrengthTest:
    """A strength test to be played: `games` games of `game` on the board `options`.

    `first` and `second` are the computer players' texts, as in seats. The openings follow from `seed`.
    """

    guild_id: int | None
    channel_id: int
    asker_id: int
    game: str
    options: str
    first: str
    second: str
    games: int
    seed: int

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"a strength test needs at least one game, not {self.games}")


@dataclass(frozen=True, slots=True)
class StrengthTest:
    """A strength test in progress.

    `results` has one letter per finished game, in order, for the first player: w won, d drawn, l lost.
    `nodes` and `moves` are the nodes each player has searched and the number of moves it searched for.
    """

    id: int
    message_id: int | None
    asked: NewStrengthTest
    results: str
    nodes: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)


def strength_tests_in_progress(pending: Pending) -> ColumnElement[bool]:
    return pending.here(strength_tests.c.guild_id)


class StrengthTestStore(ShownStore):
    """The strength tests in progress: at most one per server, or per channel outside of servers."""

    table = strength_tests

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._bounds = stores[FairUseBounds]

    @writing
    def begin(self, connection: Connection, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
        """Store a strength test; if the place already has one, return that and False.

        Raises LimitReached if the person has begun too many within an hour.
        """
        require_storable(new.first)
        require_storable(new.second)
        place_id = new.channel_id if new.guild_id is None else new.guild_id
        there = connection.execute(select(strength_tests).where(strength_tests.c.place_id == place_id))
        running = there.mappings().one_or_none()
        if running is not None:
            return _test(running), False
        asked = (new.asker_id, new.guild_id, self._clock())
        count_request(connection, self._bounds, Limit.STRENGTH_TESTS, *asked)
        values = values_of(new, place_id=place_id, results="")
        return StrengthTest(insert_row(connection, strength_tests, values), None, new, ""), True

    @reading
    def in_progress(self, connection: Connection) -> tuple[StrengthTest, ...]:
        """Return all strength tests, oldest first."""
        here = self._database.share.within(select(strength_tests), strength_tests.c.guild_id)
        rows = connection.execute(here.order_by(strength_tests.c.id))
        return tuple(_test(row) for row in rows.mappings())

    @writing
    def record_results(self, connection: Connection, test: StrengthTest) -> None:
        efforts = " ".join(f"{nodes} {moves}" for nodes, moves in zip(test.nodes, test.moves, strict=True))
        this = strength_tests.c.id == test.id
        connection.execute(update(strength_tests).where(this).values(results=test.results, efforts=efforts))


def _test(row: RowMapping) -> StrengthTest:
    nodes, moves, other_nodes, other_moves = map(int, (row["efforts"] or "0 0 0 0").split())
    return record_of(StrengthTest, row, nodes=(nodes, other_nodes), moves=(moves, other_moves))
