"""Sends the messages of reviews, and keeps them up to date."""

from __future__ import annotations

from functools import partial

from bot.games.people import Names, Place
from bot.games.snapshot import GameSnapshot
from bot.preferences.preferences import Looks
from bot.review.reports import Report, Unseen, done_report
from bot.ui.publisher import Drawing, MessagePublisher, Shown
from bot.ui.request import Request
from bot.ui.review.view import draw_review
from data import Storage


class ReviewPosts:
    """One message for each review that is made."""

    def __init__(self, publisher: MessagePublisher, storage: Storage, looks: Looks) -> None:
        self._publisher = publisher
        self._storage = storage
        self._names = Names(storage)
        self._looks = looks

    async def post(self, report: Report, request: Request) -> int:
        """Answer an acknowledged interaction with the message; returns its id."""
        return (await self._publisher.answer(request, await self._draw(report))).id

    async def show(self, report: Report, request: Request | None = None) -> int | None:
        """Bring the message up to date, or post a new one when it is too old for that.

        Returns its id, or None when it did not arrive. Raises Unseen when nobody can see it any more.
        """
        place, old = _place(report, request), report.stored.message_id
        shown = await self._publisher.publish(
            partial(self._draw, report),
            place,
            old,
            request,
            # Whoever deletes the message wants it gone.
            post_if_deleted=False,
            about={"review": report.snapshot.game.id, "done": report.done},
        )
        if isinstance(shown, Shown):
            if old not in (None, shown.message_id):
                assert old is not None
                await self._publisher.remove(place, old, request)
            return shown.message_id
        if shown.permanent:
            raise Unseen
        return None

    async def update_names(self, game_id: int) -> bool:
        """Change the message of a game's review, where it stands, to the names of today; returns whether
        nothing is left to do about it."""
        stored, game = await self._storage.reviews.of(game_id), await self._storage.game(game_id)
        if stored is None or game is None:
            return True
        if not stored.done:
            # Its end may be on the way with the names of before.
            return False
        if stored.message_id is None:
            return True
        report = done_report(stored, GameSnapshot.of(game))
        shown = await self._publisher.rewrite(
            partial(self._draw, report), _place(report, None), stored.message_id, {"review": game_id}
        )
        return isinstance(shown, Shown) or shown.permanent

    async def _draw(self, report: Report) -> Drawing:
        asked = report.stored.asked
        look = await self._looks.for_place(Place(asked.channel_id, asked.guild_id), asked.asker_id)
        return await draw_review(self._names, report, look, asked.guild_id)


def _place(report: Report, request: Request | None) -> Place:
    """Where the message is; the bot may be no member there."""
    asked, game = report.stored.asked, report.snapshot.game
    by_clicks = game.by_clicks and game.channel_id == asked.channel_id
    if request is not None:
        by_clicks = not request.bot_is_member
    return Place(asked.channel_id, asked.guild_id, by_clicks)
