"""Messages that are left alone while what they say has not changed."""

from __future__ import annotations

import io
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.core.people import Place
from bot.messages.delivery import Delivered
from bot.ui.layout import view
from bot.ui.messenger import DiscordMessenger, Kind, Showing
from bot.ui.publisher import Drawing, MessagePublisher
from languages import ENGLISH, Language
from tests.bot.ui.discord_errors import refused
from tests.bot.ui.test_publisher import NEW, PLACE, recent


@dataclass(frozen=True)
class Score:
    text: str


class Languages:
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
        nothing, languages = cast(Any, None), cast(Any, Languages())
        self.messenger = DiscordMessenger(
            client, MessagePublisher(client), languages, nothing, nothing, kinds
        )

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


async def test_an_unchanged_message_is_left_alone() -> None:
    shown = Shown()
    first = await shown.show("1 : 0", None, digest="")
    again = await shown.show("1 : 0", first.message_id, digest=first.digest)
    assert (again.message_id, again.digest) == (first.message_id, first.digest)
    assert shown.sent == [b"1 : 0"]


async def test_another_attempt_sends_the_whole_picture() -> None:
    """A file can be read only once."""
    shown = Shown(edit=refused(404, 10008))
    await shown.show("1 : 0", recent(), digest="")
    assert shown.sent == [b"1 : 0", b"1 : 0"]
