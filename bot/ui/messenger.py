"""Messages drawn from what use-cases want to show: one `Kind` for each type of content."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, final

import discord
import structlog

from bot.core.people import Names, Place
from bot.core.publisher import UserRequest
from bot.features import Kit
from bot.messages.delivery import Delivered, Delivery, Messenger, Undelivered
from bot.preferences.preferences import Languages, Looks
from bot.ui.components import ComponentItem
from bot.ui.publisher import Drawing, MessagePublisher, Subject, too_old_to_edit
from bot.ui.request import QUIET, Request
from languages import speaking
from renderers.themes import Look

log = structlog.get_logger(__name__)

T = TypeVar("T")


class Note(NamedTuple):
    """A message of plain text, which notifies the users in `mentions`, with buttons in one row."""

    text: str
    mentions: discord.AllowedMentions = QUIET
    buttons: Sequence[ComponentItem] = ()


class Showing(NamedTuple):
    """The place of a message, its reader, and what drawing it may need."""

    place: Place
    reader_id: int
    """The user who is answered; 0: none."""
    looks: Looks
    names: Names
    on_web: bool = False
    """True if there are pages in the browser."""

    async def look(self, person_id: int | None = None) -> Look:
        """Return the look of the place; outside of servers that of a person, by default the one answered."""
        return await self.looks.for_place(self.place, self.reader_id if person_id is None else person_id)


Draw: TypeAlias = Callable[[T, Showing], Awaitable[Drawing | Note]]


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """The presentation of one type of content; `shows` declares it.

    `about` names the message in logs and tells repeated attempts from new messages. `subject` recognizes a
    message that a killed process has sent but not stored. `person` is the one it is for, whose language
    counts outside of servers (0: the one who is answered). `repost`: a message that was deleted is posted
    again.
    """

    draw: Draw[T]
    about: Callable[[T], Mapping[str, object]]
    subject: Callable[[T], Subject] | None = None
    person: Callable[[T], int] = lambda content: 0
    repost: bool = True


KINDS: dict[type, Kind[Any]] = {}
"""The kinds of all rooms by the type of their content, complete once `bot.rooms` is imported."""


def shows(
    content: type[T],
    about: Callable[[T], Mapping[str, object]],
    *,
    subject: Callable[[T], Subject] | None = None,
    person: Callable[[T], int] = lambda content: 0,
    repost: bool = True,
) -> Callable[[Draw[T]], Draw[T]]:
    """Declare how content that a use-case sends is drawn: on the function that draws it."""

    def declare(draw: Draw[T]) -> Draw[T]:
        if content in KINDS:
            raise ValueError(f"there are two ways to show {content.__name__}")
        KINDS[content] = Kind(draw, about, subject, person, repost)
        return draw

    return declare


# Final, so that mypy also reports a method of the protocol that is missing here.
@final
class DiscordMessenger(Messenger):
    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]
        self._publisher = kit[MessagePublisher]
        self._languages = kit[Languages]
        self._looks = kit[Looks]
        self._names = kit[Names]
        self._record_shown = kit.runtime.record_shown
        self._on_web = bool(kit.settings.web_url)

    async def answer(self, content: object, place: Place, request: UserRequest) -> Delivered:
        assert isinstance(request, Request)
        kind, drawing = KINDS[type(content)], await self._draw(content, place, request.user_id)
        digest = _digest(drawing)
        subject = kind.subject and kind.subject(content)
        sent = await self._publisher.answer(request, drawing, subject=subject)
        self._note(content, place, sent.id)
        return Delivered(sent.id, place.channel_id, digest=digest)

    async def show(
        self,
        content: object,
        place: Place,
        message_id: int | None = None,
        request: UserRequest | None = None,
        *,
        digest: str | None = None,
        repost: bool = False,
        in_place: bool = False,
    ) -> Delivery:
        assert isinstance(request, Request | None)
        kind, asker_id = KINDS[type(content)], 0 if request is None else request.user_id
        drawn: list[Drawing] = []
        if digest is not None:
            drawn.append(await self._draw(content, place, 0, asker_id))
            fresh = _digest(drawn[0])
            if fresh == digest and message_id is not None:
                return Delivered(message_id, place.channel_id, digest=digest)
            digest = fresh
        if in_place and message_id is not None and too_old_to_edit(message_id):
            rewritten = await self.rewrite(content, place, message_id, request)
            if isinstance(rewritten, Delivered):
                return replace(rewritten, digest=digest or "", slow=True)
            if not rewritten.permanent:
                return rewritten
            # It was deleted.
            message_id = None
        if request is not None:
            place = replace(place, by_clicks=not request.bot_is_member)

        async def draw() -> Drawing:
            return drawn.pop() if drawn else await self._draw(content, place, 0, asker_id)

        delivery = await self._publisher.publish(
            draw,
            place,
            message_id,
            request,
            post_if_deleted=kind.repost,
            repost=repost,
            subject=kind.subject and kind.subject(content),
            about=kind.about(content),
        )
        if isinstance(delivery, Undelivered):
            return delivery
        self._note(content, place, delivery.message_id)
        if message_id is not None and message_id != delivery.message_id:
            await self._publisher.remove(place, message_id, request)
        return replace(delivery, digest=digest or "")

    async def rewrite(
        self, content: object, place: Place, message_id: int, request: UserRequest | None = None
    ) -> Delivery:
        assert isinstance(request, Request | None)
        draw = partial(self._draw, content, place, 0 if request is None else request.user_id)
        about = KINDS[type(content)].about(content)
        self._note(content, place, message_id)
        return await self._publisher.rewrite(draw, place, message_id, about, request)

    def _note(self, content: object, place: Place, message_id: int) -> None:
        self._record_shown(message_id, content, partial(self._show_again, content, place, message_id))

    async def _show_again(self, content: object, place: Place, message_id: int) -> Delivery:
        """Edit a message, even one of plain text: the language of its place may have changed."""
        drawn = await self._spoken(content, place, 0)
        about = KINDS[type(content)].about(content)
        if isinstance(drawn, Note):
            return await self._publisher.edit_note(place, message_id, drawn.text, _view(drawn), about)

        async def draw() -> Drawing:
            return drawn

        return await self._publisher.rewrite(draw, place, message_id, about)

    async def conclude(self, content: object, place: Place, message_id: int) -> Delivery:
        drawing = await self._draw(content, place, 0)
        about = KINDS[type(content)].about(content)
        return await self._publisher.conclude(drawing.view, place, message_id, about)

    async def send(self, content: object, place: Place, reader_id: int = 0) -> Delivery:
        kind = KINDS[type(content)]
        note = await self._spoken(content, place, reader_id)
        assert isinstance(note, Note)
        sent = await self._publisher.send(place, note.text, _view(note), note.mentions, kind.about(content))
        if isinstance(sent, Delivered):
            self._note(content, place, sent.message_id)
        return sent

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        opening = self._publisher.in_time(self._client.create_dm(discord.Object(person_id)))
        opened = await self._publisher.attempt(opening, "no direct messages", {"user": person_id})
        if isinstance(opened, Undelivered):
            return opened
        return await self.send(content, Place(opened.id, None), person_id)

    async def remove(self, place: Place, message_id: int) -> bool:
        return await self._publisher.remove(place, message_id)

    async def _draw(self, content: object, place: Place, reader_id: int, asker_id: int = 0) -> Drawing:
        drawing = await self._spoken(content, place, reader_id, asker_id)
        assert isinstance(drawing, Drawing)
        return drawing

    async def _spoken(
        self, content: object, place: Place, reader_id: int, asker_id: int = 0
    ) -> Drawing | Note:
        """Draw in the language of the server, or outside of servers of the person it is for."""
        kind = KINDS[type(content)]
        person_id = kind.person(content) or reader_id or asker_id
        with speaking(await self._languages.for_place(place, person_id)):
            return await kind.draw(content, Showing(place, reader_id, self._looks, self._names, self._on_web))


class _Buttons(discord.ui.View):
    """The buttons below a plain text; like `bot.ui.layout.View`, discord.py need not store it."""

    def is_dispatchable(self) -> bool:
        return False


def _view(note: Note) -> discord.ui.View:
    if not note.buttons:
        missing: discord.ui.View = discord.utils.MISSING
        return missing
    view = _Buttons(timeout=None)
    for item in note.buttons:
        view.add_item(item)
    return view


def _digest(drawing: Drawing) -> str:
    components = repr([item.to_component_dict() for item in drawing.view.children])
    return hashlib.blake2b(components.encode(), digest_size=16).hexdigest()
