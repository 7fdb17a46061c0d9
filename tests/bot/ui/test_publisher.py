"""The publisher and the messenger below it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.computer.pool import SearchPool
from bot.core.people import Names, Place
from bot.core.runtime import Runtime
from bot.features import Kit
from bot.messages.delivery import EDIT_AGE, Delivered, Delivery, Undelivered
from bot.preferences.preferences import Languages, Looks
from bot.ui.layout import view
from bot.ui.messenger import KINDS, DiscordMessenger, Kind, Showing
from bot.ui.publisher import Drawing, MessagePublisher
from bot.ui.request import Request
from languages import ENGLISH, Language
from tests.bot.helpers import kit_of
from tests.bot.ui.discord_errors import refused
from tests.cases import for_each

PLACE = Place(channel_id=8001, guild_id=7001)
NEW = 4711
TOO_OLD_TO_EDIT, DELETED, NO_CHANNEL = refused(400, 30046), refused(404, 10008), refused(404, 10003)
MAY_NOT = refused(403, 50013)


class Discord:
    """A client with one channel that notes what is asked of it, and fails where the test says so."""

    def __init__(self, hangs: Sequence[str] = (), **failures: Exception) -> None:
        self.failures = failures
        self.hangs = hangs
        self.done: list[str] = []
        self.nonces: list[str] = []
        self.sent: list[bytes] = []

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Any:
        return SimpleNamespace(
            send=self._doing("send"),
            get_partial_message=lambda message_id: SimpleNamespace(
                edit=self._doing("edit"), delete=self._doing("delete")
            ),
        )

    def click_on(self, message_id: int, *, private: bool = False) -> Any:
        flags = SimpleNamespace(ephemeral=private)
        nothing = cast(Any, None)
        kit = Kit(nothing, Runtime(), nothing)
        kit[SearchPool] = cast(Any, SimpleNamespace(now=lambda: 0.0))
        interaction = SimpleNamespace(
            client=SimpleNamespace(kit=kit),
            locale="en-US",
            data=None,
            guild_locale="en-US",
            message=SimpleNamespace(id=message_id, flags=flags),
            edit_original_response=self._doing("edit by click"),
            followup=SimpleNamespace(send=self._doing("follow up")),
        )
        return Request(cast(Any, interaction))

    def _doing(self, name: str) -> Any:
        async def do(*, files: Any = (), attachments: Any = (), **arguments: object) -> Any:
            self.done.append(name)
            self.sent += [file.fp.read() for file in (*files, *attachments)]
            if "nonce" in arguments:
                self.nonces.append(str(arguments["nonce"]))
            if name in self.hangs:
                await asyncio.Event().wait()
            if name.replace(" ", "_") in self.failures:
                raise self.failures[name.replace(" ", "_")]
            return SimpleNamespace(id=NEW, channel=SimpleNamespace(id=PLACE.channel_id), attachments=[])

        return do


async def draw() -> Drawing:
    return Drawing(view("a board"), [])


RECENT = discord.utils.time_snowflake(discord.utils.utcnow())
OLD = discord.utils.time_snowflake(discord.utils.utcnow() - EDIT_AGE)
"""Ids of messages that can be edited and that cannot."""

EDITED, POSTED = Delivered(RECENT, PLACE.channel_id), Delivered(NEW, PLACE.channel_id)


async def publish(
    on: Discord, message_id: int | None, click: Any = None, *, post_if_deleted: bool = True
) -> Delivery:
    publisher = MessagePublisher(cast(Any, on))
    return await publisher.publish(
        draw, PLACE, message_id, click, post_if_deleted=post_if_deleted, about={"game": 1}
    )


@for_each(
    ("failures", "message_id", "delivery", "done"),
    ({}, RECENT, EDITED, ["edit"]),
    ({}, None, POSTED, ["send"]),
    ({}, OLD, POSTED, ["send"]),
    ({"edit": TOO_OLD_TO_EDIT}, RECENT, POSTED, ["edit", "send"]),
    ({"edit": DELETED}, RECENT, POSTED, ["edit", "send"]),
)
async def test_a_message_is_edited_or_posted(
    failures: dict[str, Any], message_id: int | None, delivery: Delivery, done: list[str]
) -> None:
    on = Discord(**failures)
    assert (await publish(on, message_id), on.done) == (delivery, done)


async def test_a_deleted_message_may_be_given_up() -> None:
    on = Discord(edit=DELETED)
    gone = Undelivered(permanent=True, message_gone=True)
    assert (await publish(on, RECENT, post_if_deleted=False), on.done) == (gone, ["edit"])


@for_each(
    ("failures", "delivery", "done"),
    ({}, EDITED, ["edit by click"]),
    ({"edit_by_click": refused(401, 50027)}, EDITED, ["edit by click", "edit"]),
    ({"edit_by_click": aiohttp.ServerDisconnectedError()}, EDITED, ["edit by click", "edit"]),
    ({"edit_by_click": refused(400, 50035)}, Undelivered(True, unacceptable=True), ["edit by click"]),
)
async def test_a_click_edits_its_own_message_where_it_can(
    failures: dict[str, Any], delivery: Delivery, done: list[str]
) -> None:
    on = Discord(**failures)
    assert (await publish(on, RECENT, on.click_on(RECENT)), on.done) == (delivery, done)


async def test_other_clicks_follow_up_where_nothing_may_be_sent_and_hanging_ones_end() -> None:
    on = Discord()
    await publish(on, RECENT, on.click_on(RECENT - 1))
    await publish(on, RECENT, on.click_on(RECENT, private=True))
    assert on.done == ["edit", "edit"]
    on = Discord(send=MAY_NOT)
    assert (await publish(on, None, on.click_on(RECENT)), on.done) == (POSTED, ["send", "follow up"])
    on = Discord(hangs=("edit", "edit by click"))
    publisher = MessagePublisher(cast(Any, on), request_seconds=0)
    shown = await publisher.publish(draw, PLACE, RECENT, on.click_on(RECENT), about={})
    assert (shown, on.done) == (Undelivered(permanent=False), ["edit by click", "edit"])


@for_each(
    ("error", "outcome"),
    (MAY_NOT, Undelivered(permanent=True)),
    (NO_CHANNEL, Undelivered(permanent=True, channel_gone=True)),
    (refused(400, 50083), Undelivered(permanent=True, thread_closed=True)),
    (refused(400, 50035), Undelivered(permanent=True, unacceptable=True)),
    (refused(413, 40005), Undelivered(permanent=True, unacceptable=True)),
    (refused(429, 0), Undelivered(permanent=False)),
    (refused(401, 0), Undelivered(permanent=False)),
    (refused(500, 0), Undelivered(permanent=False)),
    (aiohttp.ClientError(), Undelivered(permanent=False)),
    (TimeoutError(), Undelivered(permanent=False)),
)
async def test_a_failure_says_whether_another_try_would_help(error: Exception, outcome: Undelivered) -> None:
    assert await publish(Discord(send=error), None) == outcome


async def test_every_attempt_to_post_a_message_has_the_same_nonce_and_every_message_another() -> None:
    nonces = []
    for about, old in (({"game": 1, "version": 2}, None),) * 2 + (
        ({"game": 1, "version": 3}, None),
        ({"game": 1, "version": 2}, 17),
    ):
        on = Discord()
        await MessagePublisher(cast(Any, on)).publish(draw, PLACE, old, about=about)
        nonces.append(on.nonces[0])
    assert (nonces[0], len(set(nonces))) == (nonces[1], 3)
    assert all(len(nonce) <= 25 for nonce in nonces)


async def close(on: Discord, message_id: int, click: Any = None) -> Delivery:
    publisher = MessagePublisher(cast(Any, on))
    return await publisher.conclude(view("It has moved"), PLACE, message_id, {"game": 1}, click)


async def test_a_message_is_closed_reposted_or_removed() -> None:
    on = Discord()
    click = on.click_on(RECENT)
    sent = await MessagePublisher(cast(Any, on)).answer(click, await draw())
    assert sent.id == NEW
    assert isinstance(await close(on, RECENT - 1, click), Delivered)
    assert on.done == ["follow up", "edit"]
    on = Discord(edit_by_click=DELETED)
    assert isinstance(await close(on, RECENT, on.click_on(RECENT)), Delivered)
    assert on.done == ["edit by click", "edit"]
    assert isinstance(await close(Discord(), RECENT, Discord().click_on(RECENT)), Delivered)
    for message_id, closed in ((OLD, Undelivered(permanent=True)), (RECENT, Undelivered(permanent=False))):
        publisher = MessagePublisher(cast(Any, Discord(hangs=["edit"])), request_seconds=0.01)
        assert await publisher.conclude(view("It has moved"), PLACE, message_id, {}) == closed
    for on, shown in ((Discord(), POSTED), (Discord(send=MAY_NOT), EDITED)):
        publisher = MessagePublisher(cast(Any, on))
        assert await publisher.publish(draw, PLACE, RECENT, repost=True, about={}) == shown
    assert on.done == ["send", "edit"]
    on = Discord(delete=refused(500, 0))
    await MessagePublisher(cast(Any, on)).remove(PLACE, RECENT)
    assert on.done == ["delete"]


@for_each(
    ("error", "permanent", "is_noted"),
    (DELETED, True, False),
    (refused(429, 30046), True, True),
    (refused(503, 0), False, True),
    (aiohttp.ClientConnectionError(), False, True),
)
async def test_closing_a_message_may_fail_for_now_or_for_good(
    error: Exception, permanent: bool, is_noted: bool
) -> None:
    """It is counted among the messages that could not be shown, unless there is none any more."""
    failures: list[Undelivered] = []
    publisher = MessagePublisher(cast(Any, Discord(edit=error)), count_undelivered=failures.append)
    closed = await publisher.conclude(view("It has moved"), PLACE, RECENT, {"game": 1})
    assert closed == Undelivered(permanent)
    assert failures == [closed] * is_noted


@pytest.mark.parametrize(("error", "told"), [(DELETED, False), (refused(403, 50001), True)])
async def test_the_host_is_not_told_of_messages_that_people_deleted(error: Exception, told: bool) -> None:
    on = Discord(edit=error, delete=error, send=error)
    publisher = MessagePublisher(cast(Any, on))
    with capture_logs() as logged:
        await publisher.remove(PLACE, RECENT)
        await publisher.conclude(view("It has moved"), PLACE, RECENT, {"game": 1})
        await publisher.rewrite(draw, PLACE, RECENT, {"game": 1})
        await publish(on, RECENT, post_if_deleted=False)
    assert len(logged) == 4
    assert {entry["log_level"] == "debug" for entry in logged} == {not told}


@dataclass(frozen=True)
class Score:
    text: str


class OneLanguage:
    async def for_place(self, place: Place, person_id: int) -> Language:
        return ENGLISH


class Shown(Discord):
    """A channel with a message, and a messenger that counts its drawings."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **failures: Any) -> None:
        super().__init__(**failures)
        self.drawn = 0
        monkeypatch.setitem(KINDS, Score, Kind(self._draw, lambda score: {"score": 1}))
        publisher, languages = MessagePublisher(cast(Any, self)), OneLanguage()
        features: dict[type, object] = {discord.Client: self, MessagePublisher: publisher}
        features |= {Languages: languages, Names: None, Looks: None}
        self.messenger = DiscordMessenger(kit_of(cast(Any, None), features=features))

    async def show(self, text: str, message_id: int | None, digest: str) -> Delivered:
        sent = await self.messenger.show(Score(text), PLACE, message_id, digest=digest)
        assert isinstance(sent, Delivered)
        return sent

    async def _draw(self, score: Score, scene: Showing) -> Drawing:
        self.drawn += 1
        return Drawing(view(score.text), [discord.File(io.BytesIO(score.text.encode()), "score.png")])


@pytest.mark.parametrize("message_id", [None, RECENT], ids=["new", "there"])
async def test_a_changed_message_is_drawn_once(
    message_id: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Shown(monkeypatch)
    sent = await shown.show("1 : 0", message_id, digest="")
    assert sent.digest
    assert (shown.drawn, shown.sent) == (1, [b"1 : 0"])


async def test_an_unchanged_message_is_left_alone_and_another_attempt_sends_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Shown(monkeypatch)
    first = await shown.show("1 : 0", None, digest="")
    again = await shown.show("1 : 0", first.message_id, digest=first.digest)
    assert (again.message_id, again.digest) == (first.message_id, first.digest)
    assert shown.sent == [b"1 : 0"]
    shown = Shown(monkeypatch, edit=refused(404, 10008))
    await shown.show("1 : 0", RECENT, digest="")
    assert shown.sent == [b"1 : 0", b"1 : 0"]
