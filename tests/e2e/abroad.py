"""A place where the bot is no member, and only a person has installed it.

simcord has no such places. Here is a channel in which the bot may do nothing without a token; what Discord
passes on from it is changed to what it sends from a group chat, or from a server without the bot.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import interactions
from simcord.builders import ChannelHandle

from tests.e2e.seen import Seen
from tests.e2e.world import Person, World

GROUP_DM = 3
PRIVATE_CHANNEL, USER_INSTALL = 2, "1"
ELSEWHERE = 987654321098765432
"""The id of a server without the bot."""


class Abroad:
    """A group chat with Ann, Ben and Chloé, or a channel of a server without the bot."""

    def __init__(
        self, world: World, monkeypatch: pytest.MonkeyPatch, *, server: bool = False, seen_by_all: bool = True
    ) -> None:
        nothing = discord.PermissionOverwrite(view_channel=False, send_messages=False)
        self.channel: ChannelHandle = world.server.create_text_channel(
            "abroad", overwrites={world.flipfour: nothing}
        )
        self._world = world
        if not server:
            # The language of such a chat is that of the person who started what is shown.
            world.chats.add(self.channel.id)
        self._server = server
        self._seen_by_all = seen_by_all
        self._from_home = interactions.base_payload
        monkeypatch.setattr(interactions, "base_payload", self._payload)

    def _payload(self, backend: Any, **given: Any) -> Any:
        record, payload = self._from_home(backend, **given)
        if given["channel_id"] != self.channel.id:
            return record, payload
        payload["authorizing_integration_owners"] = {USER_INSTALL: str(given["user_id"])}
        if self._server:
            payload["guild_id"] = str(ELSEWHERE)
            payload["guild"] = {"id": str(ELSEWHERE), "locale": "en-GB", "features": []}
            payload["guild_locale"] = "en-GB"
            may = discord.Permissions(int(payload["member"]["permissions"]))
            may.update(use_external_apps=self._seen_by_all)
            payload["member"]["permissions"] = str(may.value)
        else:
            payload["context"] = PRIVATE_CHANNEL
            payload["user"] = payload.pop("member")["user"]
            payload["data"].get("resolved", {}).pop("members", None)
            del payload["guild_id"], payload["guild_locale"]
            payload["channel"] = {"id": str(self.channel.id), "type": GROUP_DM, "recipients": []}
        return record, payload

    async def types(self, who: Person, command: str, **options: Any) -> Any:
        return await who.types(command, channel=self.channel, **options)

    async def begin(self, first: Person, second: Person, **options: Any) -> None:
        await self.types(first, "reversi start", colour="first", **options)
        await second.taps("Join", self.posts()[-1])

    def posts(self) -> list[Seen]:
        return self._world.posts(self.channel)

    def board(self, game: int = 1) -> Seen:
        return self._world.board(game, self.channel)

    async def play(self, moves: str, *people: Person, game: int = 1) -> None:
        await self._world.play(moves, *people, game=game, channel=self.channel)

    def by_itself(self) -> list[str]:
        """The requests with which the bot tried to do something there without a click."""
        requests = self._world.env.http_requests
        return [
            f"{request.method} {request.path}"
            for request in requests
            if f"/channels/{self.channel.id}" in request.path
        ]
