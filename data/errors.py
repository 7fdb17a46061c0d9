"""What can go wrong in storage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from data.fair_use import Request
    from data.records import Game, Question
    from data.share import Share


class StorageError(Exception):
    """The database cannot be used. The message is one line for people: what, which path, what to do."""


class LeaseLost(StorageError):  # noqa: N818 - named for what is so
    """This process may store nothing any more: another one looks after its servers."""

    def __init__(self, share: Share) -> None:
        super().__init__(f"another process has taken {share}: nothing is stored by this one any more")


class GameNotFound(LookupError):  # noqa: N818 - named for what is so
    """There is no game with this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


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


class ExhibitionThere(Exception):  # noqa: N818 - named for what is so
    """Two computer players play each other in the channel already; `game` is that game."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} goes on in channel {game.channel_id}")
        self.game = game


class GameChanged(Exception):  # noqa: N818 - nothing is wrong, somebody else was faster
    """The game is no longer as the caller saw it; nothing was stored. `game` is how it stands now
    (for a second rematch: the rematch that already exists)."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is {game.state} at ply {game.ply}")
        self.game = game


class QuestionThere(Exception):  # noqa: N818 - named for what is so
    """The other person of the game has asked a question already, which is still open: `question`."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"question {question.id} is still open")
        self.question = question


class QuestionGone(LookupError):  # noqa: N818 - named for what is so
    """The question that a change was to answer is no longer open; nothing was stored."""

    def __init__(self, question_id: int) -> None:
        super().__init__(f"question {question_id} is not open")


class AttemptChanged(Exception):  # noqa: N818 - another click was faster, not an error
    """Somebody's attempt at a puzzle is not where it was taken to be."""

    def __init__(self, player_id: int, puzzle: str) -> None:
        super().__init__(f"the attempt of {player_id} at puzzle {puzzle} has gone on")


class TooManyGames(Exception):  # noqa: N818 - a limit reached, not an error
    """So many games go on already, of one person (`player_id`) or in the server."""

    def __init__(self, scope: Literal["person", "server"], most: int, player_id: int | None = None) -> None:
        super().__init__(f"{most} games go on already: the bound of a {scope}")
        self.scope = scope
        self.most = most
        self.player_id = player_id


class TooManyRequests(Exception):  # noqa: N818 - a limit reached, not an error
    """So many were made within an hour already, by the person or in the server; the next one can be made at
    `again_at`."""

    def __init__(
        self, request: Request, scope: Literal["person", "server"], most: int, again_at: datetime
    ) -> None:
        super().__init__(f"{most} times a {request} within an hour: the bound of a {scope}")
        self.request = request
        self.scope = scope
        self.most = most
        self.again_at = again_at


class TooManySelfPlaying(Exception):  # noqa: N818 - a limit reached, not an error
    """So many games in which computers play both sides go on already, for one person (`player_id`), in the
    channel or in the server."""

    def __init__(
        self, scope: Literal["person", "channel", "server"], most: int, player_id: int | None = None
    ) -> None:
        super().__init__(f"{most} games play by themselves already: the bound of a {scope}")
        self.scope = scope
        self.most = most
        self.player_id = player_id
