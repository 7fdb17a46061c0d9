"""Errors of storage as a whole, and the limit error of all its parts."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from data.db.share import Share


class StorageError(Exception):
    """The database cannot be used. The message is one readable line: the fault, the path, the remedy."""

    exit_code = 1
    """Of a process that ends because of this."""


class UnusableDatabase(StorageError):  # noqa: N818 - named for the state
    """The database in DATABASE_URL cannot be used by this version; another start would fail, too."""

    exit_code = 78


class LeaseLost(StorageError):  # noqa: N818 - named for the state
    """The lease is lost to another process; this one may no longer store anything."""

    def __init__(self, share: Share) -> None:
        super().__init__(f"another process has taken {share}: this one stores nothing any more")


class NameTaken(ValueError):  # noqa: N818 - named for the state
    """The server already has an opponent of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is already an opponent called {name}")


class AttemptChanged(Exception):  # noqa: N818 - another click was faster, not an error
    """An attempt at a puzzle is no longer at the position the caller saw."""

    def __init__(self, player_id: int, puzzle: str) -> None:
        super().__init__(f"the attempt of {player_id} at puzzle {puzzle} has advanced")


class Limit(StrEnum):
    """A limit; those on requests are the stored kinds of requests, too."""

    GAMES = "games"
    UNPLAYED = "unplayed"
    CHALLENGES = "challenge"
    QUESTIONS = "question"
    SELF_PLAY = "self-play"
    STRENGTH_TESTS = "strength test"
    TOURNAMENTS = "tournaments"
    SIMULS = "simuls"
    REVIEWS = "reviews"
    OPPONENTS = "opponents"
    BLOCKS = "blocks"


LimitScope = Literal["person", "channel", "server"]


class LimitReached(Exception):  # noqa: N818 - an ordinary answer, not an error
    """A person (`player_id`), channel or server has the maximum already; nothing was stored.

    A limit on requests within an hour has room again at `again_at`.
    """

    def __init__(
        self,
        limit: Limit,
        scope: LimitScope,
        maximum: int,
        player_id: int | None = None,
        again_at: datetime | None = None,
    ) -> None:
        super().__init__(f"limit on {limit} reached: at most {maximum} for one {scope}")
        self.limit = limit
        self.scope = scope
        self.maximum = maximum
        self.player_id = player_id
        self.again_at = again_at
