"""Keeps one message on Discord up to date: edits it, or posts it again where it cannot be edited.

Boards, exhibitions and strength tests are shown through here. Nothing that Discord or the connection does
raises an error: the caller gets a `Shown` or a `NotShown`.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, TypeVar

import aiohttp
import discord
import structlog

from bot.games.people import Place
from bot.ui.click_messages import edit_by_click, post_by_click, remove_by_click, within_reach
from bot.ui.posted import Subject, find_posted, subject_of
from bot.ui.request import QUIET, Request

log = structlog.get_logger(__name__)

EDITABLE = timedelta(minutes=55)
"""Discord throttles edits of messages older than an hour: a new message is posted before that."""

TOO_OLD_TO_EDIT = 30046
FORBIDDEN = 403
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
INVALID_TOKEN = 50027
THREAD_CLOSED = {50083, 160005}
"""The thread is archived, or locked."""
NOT_THIS_WAY = {UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, UNKNOWN_WEBHOOK, INVALID_TOKEN}
"""Another way of editing, or a new message, may still do it."""

CONNECTION_LOST = (aiohttp.ClientError, asyncio.TimeoutError, OSError)

REQUEST_SECONDS = 10.0
"""A request that takes longer is given up: whatever it hangs on, everything behind it would wait, too."""

UNACCEPTABLE = {400, 413}
"""Discord does not take this message as it is; a smaller or simpler one it may."""

PASSING = {401, 408, 429}
"""Refusals that have nothing to do with the message: a token that is being changed, too slow, too many."""

T = TypeVar("T")


class Drawing(NamedTuple):
    """A message ready to be sent, once: files can be read one time only."""

    view: discord.ui.LayoutView
    files: list[discord.File]


Draw = Callable[[], Awaitable[Drawing]]
"""Draws the message; called again for every attempt to send it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The message was edited or posted; `attachments` are its files as Discord keeps them."""

    message_id: int
    attachments: tuple[discord.Attachment, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class NotShown:
    """The message did not arrive. When `permanent`, trying again would not help, and would be held against
    the bot; `channel_gone` tells that there is no such channel any more, `unacceptable` that another message
    might arrive."""

    permanent: bool
    channel_gone: bool = False
    thread_closed: bool = False
    unacceptable: bool = False


class Closed(Enum):
    """What became of a message that was to be closed."""

    DONE = auto()
    REFUSED = auto()
    """Discord will not have it, now or later."""
    NOT_YET = auto()


class MessagePublisher:
    """Edits, posts and removes messages."""

    def __init__(
        self,
        client: discord.Client,
        request_seconds: float = REQUEST_SECONDS,
        note_not_shown: Callable[[NotShown], object] = lambda failure: None,
    ) -> None:
        """`note_not_shown` is told of every message that could not be shown."""
        self._client = client
        self._seconds = request_seconds
        self._note_not_shown = note_not_shown

    async def publish(
        self,
        draw: Draw,
        place: Place,
        message_id: int | None,
        request: Request | None = None,
        *,
        post_if_deleted: bool = True,
        afresh: bool = False,
        mentions: discord.AllowedMentions = QUIET,
        subject: Subject | None = None,
        about: Mapping[str, object],
    ) -> Shown | NotShown:
        """Show a message: edit the one with `message_id`, or post a new one if that cannot be edited.

        With `afresh` a new one is posted if possible; `mentions` are for a new one. Where nobody's click led
        to it, the new one may have been sent by a process that was killed then: a newer message that shows
        `subject` is edited.

        `request` is the one that led to it, if there was one: its token can edit the message even where the
        bot itself may not write, and where it is no member that is the only way. With `post_if_deleted`
        false, a message that somebody has deleted is not posted again. `about` goes into the log.
        """
        try:
            if place.by_clicks:
                return await self._show_by_click(draw, message_id, request)
            if afresh:
                try:
                    return await self._post_once(draw, place, message_id, request, mentions, subject, about)
                except discord.HTTPException as error:
                    if not refused_for_good(error):
                        raise
            edited = await self._edit(draw, place, message_id, request, post_if_deleted)
            if edited is not None:
                return edited
            return await self._post_once(draw, place, message_id, request, mentions, subject, about)
        except discord.HTTPException as error:
            log.warning("a message could not be shown", code=error.code, error=error.text, **about)
            failure = not_shown(error)
        except CONNECTION_LOST as error:
            log.warning("a message could not be shown", error=repr(error), **about)
            failure = NotShown(permanent=False)
        self._note_not_shown(failure)
        return failure

    async def rewrite(
        self, draw: Draw, place: Place, message_id: int, about: Mapping[str, object]
    ) -> Shown | NotShown:
        """Edit a message however old it is: one that cannot be edited is not posted again."""
        message = self._message(place.channel_id, place.guild_id, message_id)
        try:
            drawing = await draw()
            edited = await self.in_time(
                message.edit(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)
            )
            return Shown(message_id, tuple(edited.attachments))
        except discord.HTTPException as error:
            log.info("an old message could not be changed", code=error.code, error=error.text, **about)
            # Discord takes few edits of old messages at a time.
            return NotShown(refused_for_good(error) and error.code != TOO_OLD_TO_EDIT)
        except CONNECTION_LOST as error:
            log.info("an old message could not be changed", error=repr(error), **about)
            return NotShown(permanent=False)

    async def answer(
        self, request: Request, drawing: Drawing, mentions: discord.AllowedMentions = QUIET
    ) -> discord.Message:
        """Answer an interaction with a message, which its token can edit from now on."""
        sent = await self.in_time(
            request.send(drawing.view, private=False, files=drawing.files, mentions=mentions)
        )
        request.posted_id = sent.id
        return sent

    async def edit_text(
        self, drawing: Drawing, place: Place, shown: Shown, about: Mapping[str, object]
    ) -> None:
        """Edit what a message says and leave its files as they are; it may fail, and is not tried again."""
        message = self._message(place.channel_id, place.guild_id, shown.message_id)
        try:
            await self.in_time(
                message.edit(view=drawing.view, attachments=shown.attachments, allowed_mentions=QUIET)
            )
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("progress could not be shown", error=repr(error), **about)

    async def close(
        self,
        view: discord.ui.LayoutView,
        channel_id: int,
        message_id: int,
        about: Mapping[str, object],
        request: Request | None = None,
    ) -> Closed:
        """Put `view` in the place of a message and its files, once.

        A message that somebody has deleted is not counted among those that could not be shown.
        """
        own = self._message(channel_id, None, message_id).edit
        ways: list[Callable[..., Awaitable[object]]] = [own]
        if request is not None and message_id == clicked(request):
            ways.insert(0, request.interaction.edit_original_response)
        deleted = False
        for edit in ways:
            try:
                await self.in_time(edit(view=view, attachments=[], allowed_mentions=QUIET))
            except discord.HTTPException as error:
                log.info("a message could not be closed", code=error.code, error=error.text, **about)
                deleted = error.code == UNKNOWN_MESSAGE
                refused = refused_for_good(error) or error.code == TOO_OLD_TO_EDIT
                closed = Closed.REFUSED if refused else Closed.NOT_YET
            except CONNECTION_LOST as error:
                log.info("a message could not be closed", error=repr(error), **about)
                # Discord lets edits of old messages wait: another try would only wait again.
                waits = isinstance(error, aiohttp.ServerTimeoutError) and too_old_to_edit(message_id)
                closed = Closed.REFUSED if waits else Closed.NOT_YET
            else:
                return Closed.DONE
        if not deleted:
            self._note_not_shown(NotShown(permanent=closed is Closed.REFUSED))
        return closed

    async def remove(self, place: Place, message_id: int, request: Request | None = None) -> bool:
        """Delete a message that is of no use any more; returns whether that is settled: done, or refused for
        good."""
        try:
            if not place.by_clicks:
                await self.in_time(self._message(place.channel_id, None, message_id).delete())
            elif request is not None:
                await self.in_time(remove_by_click(request, message_id))
        except discord.HTTPException as error:
            log.info("an old message stays", message=message_id, error=repr(error))
            return refused_for_good(error)
        except CONNECTION_LOST as error:
            log.info("an old message stays", message=message_id, error=repr(error))
            return False
        return True

    async def _show_by_click(
        self, draw: Draw, message_id: int | None, request: Request | None
    ) -> Shown | NotShown:
        """Show a message where the bot is no member."""
        if request is None or request.expired:
            return NotShown(permanent=True)
        target = within_reach(request, message_id)
        if target is not None and not too_old_to_edit(target):
            try:
                await self.in_time(edit_by_click(request, target, await draw()))
            except discord.HTTPException as error:
                if error.code not in NOT_THIS_WAY:
                    raise
            else:
                return Shown(target)
        return Shown(await self.in_time(post_by_click(request, await draw())))

    async def _edit(
        self, draw: Draw, place: Place, message_id: int | None, request: Request | None, post_if_deleted: bool
    ) -> Shown | None:
        """Edit the message, the surest way first; None when it cannot be edited."""
        if message_id is None or too_old_to_edit(message_id):
            return None
        own = self._message(place.channel_id, place.guild_id, message_id).edit
        ways: list[Callable[..., Awaitable[discord.Message]]] = [own]
        if request is not None and message_id == request.posted_id:
            ways.insert(0, partial(request.interaction.followup.edit_message, message_id))
        elif request is not None and message_id == clicked(request):
            ways.insert(0, request.interaction.edit_original_response)
        for edit in ways:
            drawing = await draw()
            try:
                edited = await self.in_time(
                    edit(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)
                )
                return Shown(message_id, tuple(edited.attachments))
            except discord.HTTPException as error:
                may_answer = request is not None and error.status == FORBIDDEN
                unwanted = error.code == UNKNOWN_MESSAGE and not post_if_deleted
                another_way = error.code in NOT_THIS_WAY or may_answer
                passes = edit is not own and not refused_for_good(error)
                if unwanted or not (another_way or passes):
                    raise
            except CONNECTION_LOST:
                if edit is own:
                    raise
        return None

    async def _post_once(
        self,
        draw: Draw,
        place: Place,
        old: int | None,
        request: Request | None,
        mentions: discord.AllowedMentions,
        subject: Subject | None,
        about: Mapping[str, object],
    ) -> Shown:
        """Send a new message, unless it was sent before and not noted."""
        if subject is not None:
            if request is None:
                sent = await self.in_time(find_posted(self._client, place, subject, old))
            else:
                sent = _tapped(request, subject, old)
            edited = await self._edit(draw, place, sent, request, True)
            if edited is not None:
                return edited
        return await self._post(draw, place, old, request, mentions, about)

    async def _post(
        self,
        draw: Draw,
        place: Place,
        old: int | None,
        request: Request | None,
        mentions: discord.AllowedMentions,
        about: Mapping[str, object],
    ) -> Shown:
        """Send a new message instead of the `old` one; in answer to the click where the bot may not write by
        itself."""
        view, files = await draw()
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        try:
            sent = await self.in_time(
                channel.send(view=view, files=files, allowed_mentions=mentions, nonce=nonce(about, old))
            )
        except discord.Forbidden:
            if request is None:
                raise
            view, files = await draw()
            sent = await self.in_time(request.send(view, private=False, files=files, mentions=mentions))
        return Shown(sent.id, tuple(sent.attachments))

    async def in_time(self, request: Awaitable[T]) -> T:
        """The answer to a request; one that takes too long counts as a lost connection."""
        try:
            async with asyncio.timeout(self._seconds):
                return await request
        except TimeoutError as error:
            raise aiohttp.ServerTimeoutError(f"no answer within {self._seconds:g} s") from error

    def _message(self, channel_id: int, guild_id: int | None, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        return channel.get_partial_message(message_id)


def clicked(request: Request | None) -> int | None:
    """The message whose button was clicked, if all can see it: the click's token can edit and delete it."""
    if request is None or request.message is None:
        return None
    return None if request.on_private_message or request.posted_id is not None else request.message.id


def _tapped(request: Request, subject: Subject, after: int | None) -> int | None:
    """The message that was tapped, if it shows `subject` and is newer than the message `after`."""
    message_id = clicked(request)
    if message_id is None or message_id <= (after or 0):
        return None
    assert request.message is not None
    return message_id if subject_of(request.message) == subject else None


def too_old_to_edit(message_id: int) -> bool:
    """Whether a message is so old that Discord throttles its edits."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id) > EDITABLE


def refused_for_good(error: discord.HTTPException) -> bool:
    """Whether Discord would refuse the same message again, and would hold another try against the bot."""
    return 400 <= error.status < 500 and error.status not in PASSING


def unacceptable(error: discord.HTTPException) -> bool:
    """Whether Discord objects to what the message contains, as far as the status tells."""
    return error.status in UNACCEPTABLE and error.code not in NOT_THIS_WAY


def not_shown(error: discord.HTTPException) -> NotShown:
    """What Discord's refusal means for a message."""
    closed = error.code in THREAD_CLOSED
    return NotShown(
        refused_for_good(error),
        channel_gone=error.code == UNKNOWN_CHANNEL,
        thread_closed=closed,
        unacceptable=unacceptable(error) and not closed,
    )


def nonce(about: Mapping[str, object], old: int | None) -> str:
    """The same for every attempt to send a message: of several that arrive Discord keeps one."""
    return hashlib.blake2b(repr((sorted(about.items()), old)).encode(), digest_size=12).hexdigest()
