"""What can go wrong in storage."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data.db.share import Share


class StorageError(Exception):
    """The database cannot be used. The message is one line for people: what, which path, what to do."""


class LeaseLost(StorageError):  # noqa: N818 - named for what is so
    """This process may store nothing any more: another one looks after its servers."""

    def __init__(self, share: Share) -> None:
        super().__init__(f"another process has taken {share}: nothing is stored by this one any more")


class NameTaken(ValueError):  # noqa: N818 - named for what is so
    """The server has an opponent of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is an opponent called {name} already")


class TooManyOpponents(ValueError):  # noqa: N818 - named for what is so
    """The server has as many opponents as it can have: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} opponents already")
        self.most = most


class TooManyByOne(ValueError):  # noqa: N818 - named for what is so
    """Somebody has made as many opponents of the server as one person can: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"they have made {most} opponents already")
        self.most = most


class TooManyBlocked(ValueError):  # noqa: N818 - named for what is so
    """Somebody blocks as many others as one person can: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"they block {most} people already")
        self.most = most


class TooManyReviews(ValueError):  # noqa: N818 - named for what is so
    """As many reviews are under way as one person can have asked for: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} reviews are under way already")
        self.most = most


class AttemptChanged(Exception):  # noqa: N818 - another click was faster, not an error
    """Somebody's attempt at a puzzle is not where it was taken to be."""

    def __init__(self, player_id: int, puzzle: str) -> None:
        super().__init__(f"the attempt of {player_id} at puzzle {puzzle} has gone on")
