"""Edit, post, find and delete messages on Discord."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

import aiohttp
import discord
import structlog
from cachetools import LRUCache

from bot.core.discord_time import discord_now
from bot.core.fields import Frozen
from bot.core.masking import described
from bot.core.metrics import counter
from bot.core.people import Place
from bot.messages.delivery import EDIT_AGE, Delivered, Delivery, Undelivered
from bot.ui.component_ids import marked
from bot.ui.request import CONNECTION_LOST, INVALID_TOKEN, QUIET, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, Request

log = structlog.get_logger(__name__)

SEARCHED = 100
"""Latest messages of a channel that are searched: Discord's page size."""


class Subject(Frozen):
    """The subject of a message: its kind, such as "game", and its number."""

    kind: str
    id: int

    @property
    def mark(self) -> int:
        """The id of the first component of a message, by which even one without buttons is found.

        Discord numbers components without ids from 1.
        """
        named = hashlib.blake2b(f"{self.kind}:{self.id}".encode(), digest_size=4).digest()
        return 1 << 30 | int.from_bytes(named, "big") >> 2

    def is_of(self, message: discord.Message) -> bool:
        ids = (getattr(part, "id", None) for part in message.components)
        return self.mark in ids or subject_of(message) == self


def subject_of(message: discord.Message) -> Subject | None:
    """Return the subject of one of our messages; None for others."""
    subjects = marked(message.components)
    # The board of a match has buttons of its game, too.
    kind = min(subjects, key=lambda kind: kind == "game", default=None)
    return Subject(kind, subjects[kind]) if kind is not None else None


async def find_posted(
    client: discord.Client, place: Place, subject: Subject, after: int | None
) -> int | None:
    """Find the latest message with this subject that is newer than the message `after`."""
    assert client.user is not None
    channel = client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        async for message in channel.history(limit=SEARCHED):
            if message.id <= (after or 0):
                break
            if message.author.id == client.user.id and subject.is_of(message):
                return message.id
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        log.info("channel not searched", channel=place.channel_id, error=described(error))
    return None


EDITS_DROPPED = counter(
    "edits_dropped", "Messages that could not be shown: refused for good, or to be retried.", "reason"
)

TOO_OLD_TO_EDIT = 30046
FORBIDDEN = 403
UNKNOWN_CHANNEL = 10003
THREAD_CLOSED = {50083, 160005}
"""The thread is archived or locked."""
NOT_THIS_WAY = {UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, UNKNOWN_WEBHOOK, INVALID_TOKEN}
"""Errors after which another way of editing, or a new message, may work."""

REQUEST_SECONDS = 10.0
"""Time limit of a request, so that one that hangs does not block those behind it."""

MAX_IN_DOUBT = 1000
"""Maximum messages that are remembered as perhaps sent."""

UNACCEPTABLE = {400, 413}
"""Statuses with which Discord rejects the content of a message."""

TRANSIENT = {401, 408, 429}
"""Client errors that are not about the message: a token being reset, a time-out, a rate limit."""

T = TypeVar("T")


class Drawing(NamedTuple):
    """A message ready to be sent, once: its files can be read only one time."""

    view: discord.ui.LayoutView
    files: list[discord.File]


Draw = Callable[[], Awaitable[Drawing]]
"""Draws the message; called again for every attempt to send it."""


def _mark(drawing: Drawing, subject: Subject | None) -> Drawing:
    if subject is not None:
        drawing.view.children[0].id = subject.mark
    return drawing


Edit = Callable[..., Awaitable[discord.Message]]


class _Wanted(NamedTuple):
    """What `MessagePublisher.publish` was asked for; `old` is the message to edit or to replace."""

    draw: Draw
    place: Place
    old: int | None
    request: Request | None
    mentions: discord.AllowedMentions
    subject: Subject | None
    about: Mapping[str, object]

    async def drawing(self) -> Drawing:
        return _mark(await self.draw(), self.subject)


class MessagePublisher:
    """All access to messages that are not answers to a click."""

    def __init__(
        self,
        client: discord.Client,
        request_seconds: float = REQUEST_SECONDS,
        count_undelivered: Callable[[Undelivered], object] = lambda failure: None,
    ) -> None:
        """`count_undelivered` counts messages that did not arrive."""
        self._client = client
        self._seconds = request_seconds
        self._count_undelivered = count_undelivered
        self._in_doubt: LRUCache[Subject, bool] = LRUCache(MAX_IN_DOUBT)
        """Subjects whose last message may have arrived, though the connection was lost."""

    async def publish(
        self,
        draw: Draw,
        place: Place,
        message_id: int | None,
        request: Request | None = None,
        *,
        post_if_deleted: bool = True,
        repost: bool = False,
        mentions: discord.AllowedMentions = QUIET,
        subject: Subject | None = None,
        about: Mapping[str, object],
    ) -> Delivery:
        """Edit the message with `message_id`, or post a new one if it cannot be edited.

        With `repost` a new one is preferred; `mentions` are for a new one. A process that was killed may have
        sent the new one without storing its id: a newer message that shows `subject` is edited instead.

        The token of `request`, which caused the change, can edit the message even where the bot
        may not write, and where it is not a member nothing else can. Without `post_if_deleted` a message that
        was deleted is not posted again. `about` goes into the log.
        """
        wanted = _Wanted(draw, place, message_id, request, mentions, subject, about)
        publishing = self._publish(wanted, post_if_deleted, repost)
        delivery = await self.attempt(publishing, "message not delivered", about, warn=True)
        if isinstance(delivery, Undelivered):
            self._count_undelivered(delivery)
        return delivery

    async def rewrite(
        self,
        draw: Draw,
        place: Place,
        message_id: int,
        about: Mapping[str, object],
        request: Request | None = None,
    ) -> Delivery:
        """Edit a message however old it is; never post a new one."""
        edit = self._edit_by(place, message_id)
        if request is not None:
            edit = request.interaction.edit_original_response

        async def rewrite() -> Delivered:
            edited = await self._change(edit, *await draw())
            return Delivered(message_id, place.channel_id, tuple(edited.attachments))

        return await self.attempt(rewrite(), "old message not changed", about)

    async def send(
        self,
        place: Place,
        text: str,
        view: discord.ui.View,
        mentions: discord.AllowedMentions,
        about: Mapping[str, object],
    ) -> Delivery:
        sending = self._channel(place).send(
            text, view=view, allowed_mentions=mentions, nonce=nonce(about, None)
        )
        sent = await self.attempt(self.in_time(sending), "message not sent", about)
        return sent if isinstance(sent, Undelivered) else Delivered(sent.id, place.channel_id)

    async def edit_note(
        self, place: Place, message_id: int, text: str, view: discord.ui.View, about: Mapping[str, object]
    ) -> Delivery:
        editing = self._edit_by(place, message_id)(content=text, view=view, allowed_mentions=QUIET)
        edited = await self.attempt(self.in_time(editing), "old message not changed", about)
        return edited if isinstance(edited, Undelivered) else Delivered(message_id, place.channel_id)

    async def answer(
        self,
        request: Request,
        drawing: Drawing,
        mentions: discord.AllowedMentions = QUIET,
        subject: Subject | None = None,
    ) -> discord.Message:
        """Answer an interaction with a message that its token can edit. Raises errors of Discord."""
        return await self.in_time(request.post(*_mark(drawing, subject), mentions))

    async def edit_text(
        self, drawing: Drawing, place: Place, shown: Delivered, about: Mapping[str, object]
    ) -> None:
        """Edit the text of a message and leave its files; a failure is not retried."""
        editing = self._change(self._edit_by(place, shown.message_id), drawing.view, shown.attachments)
        await self.attempt(editing, "progress not shown", about)

    async def conclude(
        self,
        view: discord.ui.LayoutView,
        place: Place,
        message_id: int,
        about: Mapping[str, object],
        request: Request | None = None,
    ) -> Delivery:
        """Replace a message and its files by `view`, once; a deleted message does not count as a failure."""
        deleted, failure = False, Undelivered(permanent=False)
        for edit in self._ways_to_edit(place, message_id, request):
            try:
                await self._change(edit, view, [])
            except discord.HTTPException as error:
                deleted = error.code == UNKNOWN_MESSAGE
                note = log.debug if deleted else log.info
                note("message not closed", code=error.code, error=described(error), **about)
                failure = Undelivered(refused_for_good(error) or error.code == TOO_OLD_TO_EDIT)
            except CONNECTION_LOST as error:
                log.info("message not closed", error=described(error), **about)
                # Discord delays edits of old messages: a retry would only wait again.
                failure = Undelivered(
                    isinstance(error, aiohttp.ServerTimeoutError) and too_old_to_edit(message_id)
                )
            else:
                return Delivered(message_id, place.channel_id)
        if not deleted:
            self._count_undelivered(failure)
        return failure

    async def remove(self, place: Place, message_id: int, request: Request | None = None) -> bool:
        """Delete a message; False if that should be retried."""
        if not place.by_clicks:
            deleting: Awaitable[object] = self._channel(place).get_partial_message(message_id).delete()
        elif request is not None:
            deleting = request.delete(message_id)
        else:
            return True
        failure = await self.attempt(
            self.in_time(deleting), "old message not deleted", {"message": message_id}
        )
        return not isinstance(failure, Undelivered) or failure.permanent

    async def attempt(
        self, awaitable: Awaitable[T], event: str, about: Mapping[str, object], *, warn: bool = False
    ) -> T | Undelivered:
        """Await an answer; if Discord or the connection fails it, log the event and return why.

        The host need not know of messages that people deleted.
        """
        note = log.warning if warn else log.info
        try:
            return await awaitable
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                note = log.debug
            note(event, code=error.code, error=described(error), **about)
            return undelivered(error)
        except CONNECTION_LOST as error:
            note(event, error=described(error), **about)
            return Undelivered(permanent=False)

    async def in_time(self, awaitable: Awaitable[T]) -> T:
        """Await an answer; one that takes too long counts as a lost connection."""
        try:
            async with asyncio.timeout(self._seconds):
                return await awaitable
        except TimeoutError as error:
            raise aiohttp.ServerTimeoutError(f"no answer within {self._seconds:g} s") from error

    async def _publish(self, wanted: _Wanted, post_if_deleted: bool, repost: bool) -> Delivery:
        if wanted.place.by_clicks:
            return await self._show_by_click(wanted)
        if repost:
            try:
                return await self._post_once(wanted)
            except discord.HTTPException as error:
                if not refused_for_good(error):
                    raise
        edited = await self._edit(wanted, wanted.old, post_if_deleted)
        return await self._post_once(wanted) if edited is None else edited

    async def _show_by_click(self, wanted: _Wanted) -> Delivery:
        """Show a message where the bot is not a member."""
        request, place = wanted.request, wanted.place
        if request is None or request.expired:
            return Undelivered(permanent=True)
        target = request.reachable(wanted.old)
        if target is not None and not too_old_to_edit(target):
            try:
                await self.in_time(request.edit(target, *await wanted.drawing()))
            except discord.HTTPException as error:
                if error.code not in NOT_THIS_WAY:
                    raise
            else:
                return Delivered(target, place.channel_id)
        sent = await self.in_time(request.post(*await wanted.drawing()))
        return Delivered(sent.id, place.channel_id)

    async def _edit(
        self, wanted: _Wanted, message_id: int | None, post_if_deleted: bool = True
    ) -> Delivered | None:
        """Edit the message, the surest way first; None if it cannot be edited."""
        if message_id is None or too_old_to_edit(message_id):
            return None
        ways = self._ways_to_edit(wanted.place, message_id, wanted.request)
        for edit in ways:
            drawing = await wanted.drawing()
            try:
                edited = await self._change(edit, *drawing)
                return Delivered(message_id, wanted.place.channel_id, tuple(edited.attachments))
            except discord.HTTPException as error:
                may_answer = wanted.request is not None and error.status == FORBIDDEN
                unwanted = error.code == UNKNOWN_MESSAGE and not post_if_deleted
                another_way = error.code in NOT_THIS_WAY or may_answer
                passes = edit is not ways[-1] and not refused_for_good(error)
                if unwanted or not (another_way or passes):
                    raise
            except CONNECTION_LOST:
                if edit is ways[-1]:
                    raise
        return None

    async def _post_once(self, wanted: _Wanted) -> Delivered:
        """Post a new message, unless it was sent already: by a killed process, or by a request whose answer
        was lost."""
        request, subject = wanted.request, wanted.subject
        if subject is None:
            return await self._post(wanted)
        if request is None or subject in self._in_doubt:
            sent = await self.in_time(find_posted(self._client, wanted.place, subject, wanted.old))
        else:
            sent = _tapped(request, subject, wanted.old)
        delivery = await self._edit(wanted, sent)
        if delivery is None:
            try:
                delivery = await self._post(wanted)
            except CONNECTION_LOST:
                self._in_doubt[subject] = True
                raise
        self._in_doubt.pop(subject, None)
        return delivery

    async def _post(self, wanted: _Wanted) -> Delivered:
        """Post a new message in place of the old; as an answer to the request where the bot may not write."""
        channel, mentions = self._channel(wanted.place), wanted.mentions
        view, files = await wanted.drawing()
        same = nonce(wanted.about, wanted.old)
        sending = channel.send(view=view, files=files, allowed_mentions=mentions, nonce=same)
        try:
            sent = await self.in_time(sending)
        except discord.Forbidden:
            if wanted.request is None:
                raise
            answering = wanted.request.send(await wanted.drawing(), private=False, mentions=mentions)
            sent = await self.in_time(answering)
        return Delivered(sent.id, wanted.place.channel_id, tuple(sent.attachments))

    async def _change(
        self, edit: Edit, view: discord.ui.LayoutView, files: Sequence[discord.File | discord.Attachment]
    ) -> discord.Message:
        return await self.in_time(edit(view=view, attachments=files, allowed_mentions=QUIET))

    def _ways_to_edit(self, place: Place, message_id: int, request: Request | None) -> list[Edit]:
        """Return the ways to edit a message: through a request that can, then the bot's own."""
        own = self._edit_by(place, message_id)
        if request is not None and message_id == request.posted_id:
            return [partial(request.interaction.followup.edit_message, message_id), own]
        if request is not None and message_id == clicked(request):
            return [request.interaction.edit_original_response, own]
        return [own]

    def _edit_by(self, place: Place, message_id: int) -> Edit:
        return self._channel(place).get_partial_message(message_id).edit

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)


def clicked(request: Request | None) -> int | None:
    """Return the public message whose button was clicked: the request's token can edit and delete it."""
    if request is None or request.message is None:
        return None
    return None if request.on_private_message or request.posted_id is not None else request.message.id


def _tapped(request: Request, subject: Subject, after: int | None) -> int | None:
    """Return the message that was tapped, if it shows `subject` and is newer than the message `after`."""
    message_id = clicked(request)
    if message_id is None or message_id <= (after or 0):
        return None
    assert request.message is not None
    return message_id if subject.is_of(request.message) else None


def too_old_to_edit(message_id: int) -> bool:
    return discord_now() - discord.utils.snowflake_time(message_id) > EDIT_AGE


def refused_for_good(error: discord.HTTPException) -> bool:
    """Return whether Discord would refuse a retry, and count it against the bot."""
    return 400 <= error.status < 500 and error.status not in TRANSIENT


def unacceptable(error: discord.HTTPException) -> bool:
    """Return whether Discord rejects the content of a message, as far as the status tells."""
    return error.status in UNACCEPTABLE and error.code not in NOT_THIS_WAY


def undelivered(error: discord.HTTPException) -> Undelivered:
    """Return what Discord's refusal means for a message."""
    closed = error.code in THREAD_CLOSED
    return Undelivered(
        # Discord takes few edits of old messages at a time: a later one may succeed.
        refused_for_good(error) and error.code != TOO_OLD_TO_EDIT,
        channel_gone=error.code == UNKNOWN_CHANNEL,
        thread_closed=closed,
        unacceptable=unacceptable(error) and not closed,
        message_gone=error.code == UNKNOWN_MESSAGE,
    )


def nonce(about: Mapping[str, object], old: int | None) -> str:
    """Return a nonce that is equal for every attempt to send a message: Discord keeps only one of them."""
    return hashlib.blake2b(repr((sorted(about.items()), old)).encode(), digest_size=12).hexdigest()
