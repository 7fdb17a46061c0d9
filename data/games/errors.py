"""Errors of games and their questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data.games.records import Game, Question


class GameNotFound(LookupError):  # noqa: N818 - named for the state
    """There is no game with this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class ExhibitionThere(Exception):  # noqa: N818 - named for the state
    """The channel already has an exhibition: `game`."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is in progress in channel {game.channel_id}")
        self.game = game


class GameChanged(Exception):  # noqa: N818 - another change was faster, not an error
    """The game has changed since the caller read it; nothing was stored.

    `game` is its present state; for a second rematch, the rematch that already exists.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(f"game {game.id} is {game.state} at ply {game.ply}")
        self.game = game


class QuestionThere(Exception):  # noqa: N818 - named for the state
    """A question of the other player is still open: `question`."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"question {question.id} is still open")
        self.question = question


class QuestionGone(LookupError):  # noqa: N818 - named for the state
    """The question to be answered is no longer open; nothing was stored."""

    def __init__(self, question_id: int) -> None:
        super().__init__(f"question {question_id} is not open")
