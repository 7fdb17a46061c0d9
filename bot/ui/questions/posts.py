"""Closes the messages of questions that the game has left behind."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.ui.publisher import Closed, MessagePublisher
from bot.ui.questions.view import question_view
from bot.ui.questions.words import Ending
from data import Question, Storage


class QuestionPosts:
    """Takes the buttons from questions that nobody can answer any more."""

    def __init__(self, publisher: MessagePublisher, storage: Storage) -> None:
        self._publisher = publisher
        self._storage = storage

    async def close_lapsed(self, snapshot: GameSnapshot) -> None:
        """Close the question of a game, if the game has moved on since it was asked."""
        question = snapshot.game.question
        if question is None or snapshot.game.open_question is not None:
            return
        if await self.close(snapshot, question, "void"):
            await self._storage.questions.close(question.id)

    async def close_all_lapsed(self) -> None:
        """Close every such question whose message could not be closed in time."""
        for game_id in await self._storage.questions.lapsed():
            game = await self._storage.game(game_id)
            if game is not None:
                await self.close_lapsed(GameSnapshot.of(game))

    async def close(self, snapshot: GameSnapshot, question: Question, ending: Ending) -> bool:
        """Show how a question ended; returns whether that need not be tried again."""
        if question.channel_id is None or question.message_id is None or snapshot.game.by_clicks:
            # Where the bot is no member, whoever presses one of its buttons closes it.
            return True
        view = question_view(snapshot, question, ending)
        about = {"game": snapshot.game.id, "question": question.id}
        closed = await self._publisher.close(view, question.channel_id, question.message_id, about)
        return closed is not Closed.NOT_YET
