"""simcord's preview, made playable.

Differences from simcord's own:

- A click means what the person saw and tapped, as on Discord, however often the page was updated since.
- Clicks and updates wait for each other instead of being refused.
- Markdown parsers are cached: compiling one, with all its link patterns, takes longer than its work.
- Pictures are measured in this process, in microseconds, before a page is told of them; a page that shows an
  older state still gets that state's pictures.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import simcord
from cachetools import FIFOCache, LRUCache, cached
from PIL import Image
from simcord.backend import serializers
from simcord.backend.access import can_access_channel
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType
from simcord.preview import _markdown
from simcord.results import ResponseMessage

from bot.core.runtime import utc_now
from bot.demo import page_words, typed
from bot.demo.page import ServedPreview
from bot.demo.typed import in_english, typed_by
from data.puzzles.puzzles import PuzzleStore
from languages import LANGUAGES, speaking

if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import ChannelHandle
    from simcord.preview._actions import _Action
    from simcord.preview._assets import _Asset
    from simcord.preview._pages import _Page

    from bot.demo.cafe import Cafe

MAX_PARSERS = 256
"""Markdown parsers cached: one per kind of text and set of names it can mention."""

PNG = b"\x89PNG\r\n\x1a\n"

MAX_STATES = 40
"""States cached per page, which requests two per second and gets at most ten."""

MAX_PICTURES = 400
"""Pictures cached, some ten megabytes."""

OWN_ACTIONS = frozenset({"click", "select", "modal_submit", "run_command", "send_message"})
"""What people do in the channel; pages do the rest by themselves."""

TAPS = frozenset({"click", "select"})

COMMANDS = {"run_command", "autocomplete_command"}
"""Actions of the page about a slash command."""

AUTOCOMPLETE_RESULT = 8
"""Discord's response type for the choices offered while a person types."""

Reason = Literal["initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"]


class DemoPreview(ServedPreview):
    """A page on which several people play while the bot keeps working."""

    def __init__(self, cafe: Cafe, port: int, key: str | None = None) -> None:
        """`port` 0 means any free one; `key` is the secret part of the address, a new one by default."""
        super().__init__(cafe, port, key)
        _cache_parsers()
        # It reads 32 MB of fonts to see whether they are damaged.
        simcord.preview._require_preview_runtime = tuple  # type: ignore[assignment]
        self.opened = asyncio.Event()
        """Set when a person has opened a page."""
        self.ended = asyncio.Event()
        """Set when a person ends the demo from its page."""
        self._has_acted = False
        self._turn = asyncio.Lock()
        self._looked_at = self._shown = 0
        self._published: dict[str, int] = {}
        self._seen: dict[str, FIFOCache[int, dict[str, Any]]] = {}
        self._pictures: FIFOCache[str, tuple[str, bytes, str]] = FIFOCache(MAX_PICTURES)

    async def catch_up(self, patience: float | None = None) -> None:
        """Wait until the bot is idle, at most `patience` seconds, and publish what it did to all pages."""
        async with self._turn:
            await self.env.settle(patience)
            news = self._cafe.env.take_requests()
            for number, request in enumerate(news, start=self._looked_at + 1):
                # Choices offered while a person types change nothing on the page.
                offered = isinstance(request.json, dict) and request.json.get("type") == AUTOCOMPLETE_RESULT
                if not offered:
                    self._shown = number
            self._looked_at += len(news)
            for page in tuple(self._pages.values()):
                # A page may be closed while others are published.
                if self._published.get(page.id, self._shown) < self._shown:
                    self._publish(page, reason="refresh")

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        """Open a page at the newest message as the person with this name, or else as the first one.

        `target_id` is a thread; by default the page shows the channel.
        """
        assert self._python is not None
        self._python.target_id = self._python.window_end_id = None
        named = [person for person in self.viewers if person.user.global_name == viewer_id]
        viewer = (named or [*self.viewers])[0]
        wanted = [place for place in self._places(viewer) if str(place.id) == str(target_id)]
        with self._looking_at((wanted or [self._cafe.channel])[0]):
            page = super()._open_page(viewer.id)
        self.opened.set()
        return page

    @contextmanager
    def _looking_at(self, place: ChannelHandle) -> Iterator[None]:
        """Let simcord, whose previews have one channel, read and act in this channel or thread."""
        before, self.channel = self.channel, place
        try:
            yield
        finally:
            self.channel = before

    def _places(self, viewer: MemberActor) -> list[ChannelHandle]:
        """Return the channel and those of its threads that a person sees."""
        channel = self._cafe.channel
        threads = [
            one for one in channel.threads if can_access_channel(self.env, one.id, viewer, history=True)
        ]
        return [channel, *threads]

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        """Return a page's state, with the channel and the threads beside it, and where to open it."""
        places = [*map(self._place, self._places(page.viewer))]
        card = None if self._has_acted else self._cafe.start_card
        opening = card and str(card.id)
        return {
            **super()._page_payload(page),
            "places": places,
            "opening": opening,
            "language": self.language.code,
        }

    def _place(self, place: ChannelHandle) -> dict[str, str | None]:
        messages = self.env.backend.messages.get(place.id, {}).values()
        newest = max((message.id for message in messages if message.visible_to(None)), default=0)
        return {"id": str(place.id), "name": place.name, "newest": str(newest)}

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a person's action once earlier ones are done."""
        async with self._turn:
            if isinstance(body, Mapping) and body.get("kind") == "language":
                return await self._speak(self._get_page(context_id), str(body.get("language")))
            seen = self._as_seen(context_id, body)
            page = self._pages.get(context_id or "")
            if page is None:
                return await super()._action(context_id, seen)
            since = utc_now()
            with self._looking_at(self._place_of(page)):
                is_command = typed.is_command(seen)
                receipt = await (
                    self._run_typed(page, seen) if is_command else super()._action(page.id, seen)
                )
            if body.get("kind") in TAPS and await self._has_solved(page.viewer.id, since):
                receipt = {**receipt, "solvedPuzzle": True}
            self._has_acted |= body.get("kind") in OWN_ACTIONS and not receipt["rejected"]
            return receipt

    async def _has_solved(self, person_id: int, since: datetime) -> bool:
        attempts = await self._cafe.bot.kit[PuzzleStore].attempts(person_id)
        return any(one.solved_at is not None and one.solved_at >= since for one in attempts.values())

    def _place_of(self, page: _Page) -> ChannelHandle:
        places = [self._cafe.channel, *self._cafe.channel.threads]
        return next((place for place in places if place.id == page.channel_id), self._cafe.channel)

    async def _run_typed(self, page: _Page, body: Mapping[str, Any]) -> dict[str, Any]:
        """Run a command typed as a message; the receipt has a note if that is not possible."""
        with speaking(self.language):
            catalogue = page.command_catalog
            local = self.localized(page.id, catalogue)
            try:
                command = typed.command_of(body, catalogue["entries"], local["entries"], self._ids())
            except typed.NotUnderstoodError as error:
                sent = {"request_id": body.get("request_id"), "sequence": body.get("sequence")}
                hidden = error.no_command and self._for_others(page, str(body["content"]))
                note = hidden or str(error)
                return {**self._reject(page, "validation-failed", **sent), "note": note}
            receipt = await super()._action(page.id, command)
            receipt = {**receipt, "ranCommand": " ".join(command["path"])}
            invalid = [one for one in receipt["diagnostics"] if one["code"] == "command-option-invalid"]
            if not invalid:
                return receipt
            name = str(invalid[0]["subject"]["commandOption"])
            note = page_words.bad_value(name, str(command["options"][name]), [])
            return {**receipt, "note": note}

    def _for_others(self, page: _Page, content: str) -> str | None:
        """Say who may use a typed command that the viewer may not; None for any other text."""
        first = content.removeprefix("/").split()[:1]
        if not first or typed_by(first[0], self._visible_commands(page), self.language.locales[0]):
            return None
        for other in self.viewers:
            visible = self.env.backend.visible_commands(user_id=other.id, channel_id=page.channel_id)
            if typed_by(first[0], visible, self.language.locales[0]):
                return page_words.for_others(first[0], str(other.user.global_name))
        return None

    def _ids(self) -> dict[str, int]:
        """Return the ids of people and channels by what one can type for them."""
        backend = self.env.backend
        users = [backend.bot_user, *(person.user for person in self.viewers)]
        names = {name: user.id for user in users for name in (user.name, user.global_name) if name}
        channels = {channel.name: channel.id for channel in backend.channels.values() if channel.name}
        return {name.casefold(): object_id for name, object_id in (channels | names).items()}

    async def _speak(self, page: _Page, code: str) -> dict[str, Any]:
        if code not in LANGUAGES:
            raise simcord.SetupError(f"there is no language {code}")
        await self._cafe.speak(LANGUAGES[code])
        return {"language": code}

    def _as_seen(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return `body` for the current state; a click gets the custom id that the person saw."""
        if not isinstance(body, Mapping) or context_id is None or context_id not in self._pages:
            return body
        page = self._pages[context_id]
        if body.get("kind") in COMMANDS:
            body = in_english(body, self._visible_commands(page), self.language.locales[0])
        state = self._seen.get(context_id, {}).get(body.get("published_revision", 0))
        if state is None:
            return body
        custom_id = _custom_id(state, body.get("target_id"), body.get("control_key"))
        return {**body, "published_revision": page.revision, "custom_id": custom_id}

    def _prepare_action(self, page: _Page, kind: str, body: Mapping[str, Any]) -> Any:
        if kind == "close":

            async def end(action: _Action, cursor: int) -> dict[str, Any]:
                self.ended.set()
                return self._finish_action(page, action, "settled", cursor)

            return end
        custom_id = body.get("custom_id")
        if kind not in TAPS or custom_id is None:
            return super()._prepare_action(page, kind, body)
        self._require_current_history(page)
        message = self._target_message(page, self._target_id(body.get("target_id"), page.viewer))
        items = [item for item in walk_components(message.components) if item.get("custom_id") == custom_id]
        shown = ResponseMessage(self.env, message)
        actor = page.viewer
        if kind == "select":
            if not items:
                raise simcord.SetupError("the menu is not there any more")
            values = self._select_values(page, message, body.get("values"), None, component_override=items[0])

        async def send() -> Any:
            if kind == "select":
                return await actor.select(shown, values, custom_id=custom_id)
            if items and not items[0].get("disabled"):
                return await actor.click(shown, custom_id=custom_id)
            # Discord passes late taps on, and the bot says why they are too late.
            return await actor._dispatch_interaction(
                InteractionType.MESSAGE_COMPONENT,
                self.channel,
                {"custom_id": custom_id, "component_type": int(ComponentType.BUTTON)},
                extra={"message": dict(serializers.message_payload(self.env.backend, message))},
                source_message_id=message.id,
            )

        async def plan(action: _Action, cursor: int) -> dict[str, Any]:
            return await self._run_interaction_action(page, action, cursor, send())

        return plan

    def _publish(self, page: _Page, *, reason: Reason = "action") -> None:
        self._published[page.id] = self._looked_at + len(self.env.http_requests)
        if page is self._python and page.revision:
            return  # it has no viewers
        self._advance_presentation_time()
        self.locale = self.language.locales[0]
        super()._publish(page, reason=reason)
        self._seen.setdefault(page.id, FIFOCache(MAX_STATES))[page.revision] = page.snapshot
        self._cache_pictures(page)
        for closed in self._seen.keys() - self._pages.keys() - {page.id}:
            del self._seen[closed], self._published[closed]

    def _cache_pictures(self, page: _Page) -> None:
        for identity, record in page.assets.items():
            blob = self._blobs.get(record.digest or "")
            if record.validated or blob is None or not blob.data.startswith(PNG):
                continue
            with Image.open(io.BytesIO(blob.data)) as picture:
                record.width, record.height = picture.size
            record.frames, record.mediaKind, record.displayContentType = 1, "image", record.contentType
            record.validated = True
            self._pictures[identity] = (record.contentType, blob.data, record.filename)

    def _authorize_asset(self, page: _Page, asset_id: str, *, content: bool = True) -> _Asset:
        """Allow pictures the page was told of, even if the board has changed since."""
        record = page.assets.get(asset_id)
        if record is not None and asset_id in self._pictures:
            return record
        return super()._authorize_asset(page, asset_id, content=content)

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **options: Any
    ) -> tuple[str, bytes, str]:
        prepared = self._pictures.get(asset_id)
        if prepared is not None and not (options.get("capture") or options.get("poster")):
            return prepared
        return await super()._prepare_asset(context_id, asset_id, **options)


def _cache_parsers() -> None:
    """Cache simcord's markdown parsers by what they parse."""
    make = _markdown._markdown_parser
    if hasattr(make, "cache_key"):
        return  # cached already

    def key(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> tuple[int, str]:
        return id(policy), json.dumps(context, sort_keys=True, default=str)

    _markdown._markdown_parser = cached(LRUCache(MAX_PARSERS), key)(make)


def _custom_id(state: Mapping[str, Any], target: Any, control_key: Any) -> str | None:
    """Return the custom id at `control_key` of a message in a state of the page."""
    message = state["messages"].get(str(target))
    if message is None or control_key is None:
        return None
    for component in walk_components(message["components"]):
        if component.get("control_key") == control_key:
            return str(component["custom_id"]) if "custom_id" in component else None
    return None
