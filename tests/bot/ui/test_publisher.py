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
from bot.ui.messenger import DiscordMessenger, Kind, Showing
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
            guild_locale="en-US",
            message=SimpleNamespace(id=message_id, flags=flags),
            edit_original_response=self._doing("edit by click"),
            followup=SimpleNamespace(send=self._doing("follow up")),
        )
        return Request(cast(Any, interaction))

    def _doing(self, name: str) -> Any:
        async def do(**arguments: object) -> Any:
            self.done.append(name)
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


def recent() -> int:
    """The id of a message sent just now."""
    return discord.utils.time_snowflake(discord.utils.utcnow())


async def publish(
    on: Discord, message_id: int | None, click: Any = None, *, post_if_deleted: bool = True
) -> Delivery:
    publisher = MessagePublisher(cast(Any, on))
    return await publisher.publish(
        draw, PLACE, message_id, click, post_if_deleted=post_if_deleted, about={"game": 1}
    )


async def test_a_message_is_edited_posted_or_given_up() -> None:
    on, message_id = Discord(), recent()
    assert (await publish(on, message_id), on.done) == (Delivered(message_id, PLACE.channel_id), ["edit"])
    on = Discord()
    assert (await publish(on, None), on.done) == (Delivered(NEW, PLACE.channel_id), ["send"])
    on = Discord()
    old = discord.utils.time_snowflake(discord.utils.utcnow() - EDIT_AGE)
    assert (await publish(on, old), on.done) == (Delivered(NEW, PLACE.channel_id), ["send"])
    on = Discord(edit=DELETED)
    gone = Undelivered(permanent=True, message_gone=True)
    assert (await publish(on, recent(), post_if_deleted=False), on.done) == (gone, ["edit"])


@pytest.mark.parametrize("error", [TOO_OLD_TO_EDIT, DELETED])
async def test_a_message_that_cannot_be_edited_is_posted_again(error: Exception) -> None:
    on = Discord(edit=error)
    assert (await publish(on, recent()), on.done) == (Delivered(NEW, PLACE.channel_id), ["edit", "send"])


async def test_a_click_edits_its_own_message_where_it_can() -> None:
    on, message_id = Discord(), recent()
    assert await publish(on, message_id, on.click_on(message_id)) == Delivered(message_id, PLACE.channel_id)
    assert on.done == ["edit by click"]
    on, message_id = Discord(edit_by_click=refused(401, 50027)), recent()
    assert await publish(on, message_id, on.click_on(message_id)) == Delivered(message_id, PLACE.channel_id)
    assert on.done == ["edit by click", "edit"]
    on, message_id = Discord(), recent()
    await publish(on, message_id, on.click_on(message_id - 1))
    await publish(on, message_id, on.click_on(message_id, private=True))
    assert on.done == ["edit", "edit"]
    on = Discord(send=MAY_NOT)
    assert await publish(on, None, on.click_on(recent())) == Delivered(NEW, PLACE.channel_id)
    assert on.done == ["send", "follow up"]
    on, message_id = Discord(edit_by_click=aiohttp.ServerDisconnectedError()), recent()
    assert await publish(on, message_id, on.click_on(message_id)) == Delivered(message_id, PLACE.channel_id)
    assert on.done == ["edit by click", "edit"]
    on, message_id = Discord(edit_by_click=refused(400, 50035)), recent()
    assert await publish(on, message_id, on.click_on(message_id)) == Undelivered(True, unacceptable=True)
    assert on.done == ["edit by click"]
    on, message_id = Discord(hangs=("edit", "edit by click")), recent()
    publisher = MessagePublisher(cast(Any, on), request_seconds=0)
    shown = await publisher.publish(draw, PLACE, message_id, on.click_on(message_id), about={})
    assert shown == Undelivered(permanent=False)
    assert on.done == ["edit by click", "edit"]


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
    click = on.click_on(recent())
    sent = await MessagePublisher(cast(Any, on)).answer(click, await draw())
    assert sent.id == NEW
    assert isinstance(await close(on, recent() - 1, click), Delivered)
    assert on.done == ["follow up", "edit"]
    on, message_id = Discord(edit_by_click=DELETED), recent()
    assert isinstance(await close(on, message_id, on.click_on(message_id)), Delivered)
    assert on.done == ["edit by click", "edit"]
    assert isinstance(await close(Discord(), message_id, Discord().click_on(message_id)), Delivered)
    old = discord.utils.time_snowflake(discord.utils.utcnow() - EDIT_AGE)
    for message_id, closed in ((old, Undelivered(permanent=True)), (recent(), Undelivered(permanent=False))):
        publisher = MessagePublisher(cast(Any, Discord(hangs=["edit"])), request_seconds=0.01)
        assert await publisher.conclude(view("It has moved"), PLACE, message_id, {}) == closed
    old = recent()
    for on, shown in ((Discord(), NEW), (Discord(send=MAY_NOT), old)):
        publisher = MessagePublisher(cast(Any, on))
        assert await publisher.publish(draw, PLACE, old, repost=True, about={}) == Delivered(
            shown, PLACE.channel_id
        )
    assert on.done == ["send", "edit"]
    on = Discord(delete=refused(500, 0))
    await MessagePublisher(cast(Any, on)).remove(PLACE, recent())
    assert on.done == ["delete"]


@for_each(
    ("error", "closed", "noted"),
    (DELETED, Undelivered(permanent=True), []),
    (refused(429, 30046), Undelivered(permanent=True), [Undelivered(permanent=True)]),
    (refused(503, 0), Undelivered(permanent=False), [Undelivered(permanent=False)]),
    (aiohttp.ClientConnectionError(), Undelivered(permanent=False), [Undelivered(permanent=False)]),
)
async def test_closing_a_message_may_fail_for_now_or_for_good(
    error: Exception, closed: Undelivered, noted: list[Undelivered]
) -> None:
    """It is counted among the messages that could not be shown, unless there is none any more."""
    failures: list[Undelivered] = []
    publisher = MessagePublisher(cast(Any, Discord(edit=error)), count_undelivered=failures.append)
    message_id = recent()
    assert await publisher.conclude(view("It has moved"), PLACE, message_id, {"game": 1}) == closed
    assert failures == noted


@pytest.mark.parametrize(("error", "told"), [(DELETED, False), (refused(403, 50001), True)])
async def test_the_host_is_not_told_of_messages_that_people_deleted(error: Exception, told: bool) -> None:
    on = Discord(edit=error, delete=error, send=error)
    publisher = MessagePublisher(cast(Any, on))
    with capture_logs() as logged:
        await publisher.remove(PLACE, recent())
        await publisher.conclude(view("It has moved"), PLACE, recent(), {"game": 1})
        await publisher.rewrite(draw, PLACE, recent(), {"game": 1})
        await publish(on, recent(), post_if_deleted=False)
    assert len(logged) == 4
    assert {entry["log_level"] == "debug" for entry in logged} == {not told}


@dataclass(frozen=True)
class Score:
    text: str


class OneLanguage:
    async def for_place(self, place: Place, person_id: int) -> Language:
        return ENGLISH


class Shown:
    """A channel with a message, and a messenger that counts its drawings."""

    def __init__(self, **failures: Exception) -> None:
        self.failures = failures
        self.drawn = 0
        self.sent: list[bytes] = []
        client: Any = SimpleNamespace(get_partial_messageable=self._channel)
        kinds: dict[type, Kind[Any]] = {Score: Kind(self._draw, lambda score: {"score": 1})}
        features: dict[type, object] = {
            discord.Client: client,
            MessagePublisher: MessagePublisher(client),
            Languages: OneLanguage(),
            Names: None,
            Looks: None,
        }
        self.messenger = DiscordMessenger(kit_of(cast(Any, None), features=features), kinds)

    async def show(self, text: str, message_id: int | None, digest: str) -> Delivered:
        sent = await self.messenger.show(Score(text), PLACE, message_id, digest=digest)
        assert isinstance(sent, Delivered)
        return sent

    async def _draw(self, score: Score, scene: Showing) -> Drawing:
        self.drawn += 1
        return Drawing(view(score.text), [discord.File(io.BytesIO(score.text.encode()), "score.png")])

    def _channel(self, channel_id: int, guild_id: int | None = None) -> Any:
        message = SimpleNamespace(edit=self._doing("edit"), delete=self._doing("delete"))
        return SimpleNamespace(send=self._doing("send"), get_partial_message=lambda message_id: message)

    def _doing(self, name: str) -> Any:
        async def do(*, files: Any = (), attachments: Any = (), **_: object) -> Any:
            self.sent += [file.fp.read() for file in (*files, *attachments)]
            if name in self.failures:
                raise self.failures[name]
            return SimpleNamespace(id=NEW, attachments=[])

        return do


@pytest.mark.parametrize("message_id", [None, recent()], ids=["new", "there"])
async def test_a_changed_message_is_drawn_once(message_id: int | None) -> None:
    shown = Shown()
    sent = await shown.show("1 : 0", message_id, digest="")
    assert sent.digest
    assert (shown.drawn, shown.sent) == (1, [b"1 : 0"])


async def test_an_unchanged_message_is_left_alone_and_another_attempt_sends_all() -> None:
    shown = Shown()
    first = await shown.show("1 : 0", None, digest="")
    again = await shown.show("1 : 0", first.message_id, digest=first.digest)
    assert (again.message_id, again.digest) == (first.message_id, first.digest)
    assert shown.sent == [b"1 : 0"]
    shown = Shown(edit=refused(404, 10008))
    await shown.show("1 : 0", recent(), digest="")
    assert shown.sent == [b"1 : 0", b"1 : 0"]
