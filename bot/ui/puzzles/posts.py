"""Puzzles in channels as messages on Discord."""

from __future__ import annotations

from bot.games.people import Place
from bot.preferences.preferences import Looks, Preferences
from bot.puzzles.posted import NotPosted, Posted
from bot.ui.plain_messages import PlainMessages
from bot.ui.posted import Subject
from bot.ui.publisher import Drawing, MessagePublisher, NotShown, Shown
from bot.ui.puzzles import words
from bot.ui.puzzles.view import draw_board, post_view
from bot.ui.request import QUIET, Request
from data import PostResults, PuzzlePost
from engine.puzzles import Puzzle

NOBODY = PostResults((), 0)


class PuzzlePosts:
    """Sends the messages, and edits them."""

    def __init__(
        self,
        publisher: MessagePublisher,
        plain_messages: PlainMessages,
        preferences: Preferences,
        looks: Looks,
    ) -> None:
        self._publisher = publisher
        self._plain_messages = plain_messages
        self._preferences = preferences
        self._looks = looks

    async def answer(self, post: PuzzlePost, puzzle: Puzzle, request: Request) -> int:
        """Answer a command with a puzzle for all."""
        drawing = await self._draw(post, puzzle, NOBODY, request.user_id)
        return (await self._publisher.answer(request, drawing)).id

    async def post(self, post: PuzzlePost, puzzle: Puzzle) -> Posted | NotPosted:
        """Send a message, unless one was sent before and not noted."""
        shown = await self._publisher.publish(
            lambda: self._draw(post, puzzle, NOBODY),
            _place(post),
            None,
            subject=Subject("puzzle", post.id),
            about={"puzzle": post.id},
        )
        return _outcome(shown)

    async def update(
        self, post: PuzzlePost, puzzle: Puzzle, results: PostResults, request: Request | None = None
    ) -> Posted | NotPosted:
        """Bring the message up to date, however old it is."""
        if request is not None:
            drawing = await self._draw(post, puzzle, results, request.user_id)
            await request.replace(drawing.view, drawing.files)
            assert request.message is not None
            return Posted(request.message.id)
        if post.message_id is None or post.new.by_clicks:
            return NotPosted(permanent=True)
        shown = await self._publisher.rewrite(
            lambda: self._draw(post, puzzle, results), _place(post), post.message_id, {"puzzle": post.id}
        )
        return _outcome(shown)

    async def tell_off(self, guild_id: int, channel_id: int | None) -> None:
        """Say that a server's daily puzzle is switched off."""
        announcements = (await self._preferences.for_server(guild_id)).announcements
        text = words.switched_off(channel_id)
        for channel in (channel_id, announcements):
            if channel is not None:
                place, about = Place(channel, guild_id), {"daily puzzle off": guild_id}
                sent = await self._plain_messages.send(text, place, QUIET, about)
                if isinstance(sent, Shown):
                    return

    async def _draw(
        self, post: PuzzlePost, puzzle: Puzzle, results: PostResults, reader_id: int = 0
    ) -> Drawing:
        """The message; once it is answered, with the position at the end of the line."""
        look = await self._looks.for_place(_place(post), reader_id)
        ply = len(puzzle.line) if post.answered else 0
        board, files = await draw_board(puzzle, ply, look, hints=not post.answered)
        return Drawing(post_view(post, puzzle, words.post_text(post, puzzle, results), board), files)


def _place(post: PuzzlePost) -> Place:
    return Place(post.new.channel_id, post.new.guild_id, post.new.by_clicks)


def _outcome(shown: Shown | NotShown) -> Posted | NotPosted:
    return Posted(shown.message_id) if isinstance(shown, Shown) else NotPosted(shown.permanent)
