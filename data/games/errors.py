"""What can go wrong with a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from data.games.fair_use import Request
    from data.games.records import Game, Question


class GameNotFound(LookupError):  # noqa: N818 - named for what is so
    """There is no game with this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


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
