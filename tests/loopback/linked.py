"""The bot with linked roles over sockets."""

from __future__ import annotations

import base64
import secrets
from contextlib import AsyncExitStack
from typing import Any

from bot.account.linked_roles.links import LinkedRoles
from bot.run import people_served
from data.people.role_links import RoleLink, RoleLinkStore
from tests.loopback.oauth import OAuth
from tests.loopback.people import Person
from tests.loopback.running import Scene
from tests.loopback.visitor import Shown, Visitor
from tests.ports import HOST, free_port


def new_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


class Linked:
    """The bot with linked roles switched on, and its pages."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        scene.passes = False
        self.port = free_port()
        self.address = f"http://{HOST}:{self.port}"
        self.start_page = f"{self.address}/linked-role"
        self.oauth: OAuth = scene.discord.oauth
        self.oauth.redirect_uris.add(f"{self.start_page}/callback")
        self.settings: dict[str, Any] = {
            "web_port": self.port,
            "linked_roles_url": self.address,
            "discord_client_secret": self.oauth.client_secret,
            "linked_roles_keys": new_key(),
        }
        self._serving = AsyncExitStack()

    async def start(self) -> None:
        self.scene.settings = self.settings
        await self.scene.start()
        await self.serve()

    async def serve(self) -> None:
        bot = self.scene.bot
        await self._serving.enter_async_context(people_served(bot, bot._settings))

    async def stop(self) -> None:
        await self._serving.aclose()
        await self.scene.stop()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def visits(self, person: Person, **options: Any) -> Shown:
        """Have a person link their account."""
        async with Visitor(self.scene.discord, person.id) as visitor:
            return await visitor.opens(self.start_page, **options)

    async def link_of(self, person: Person) -> RoleLink | None:
        """What is stored of a person."""
        return await self.scene.bot.kit[RoleLinkStore].of(person.id)

    async def pass_over(self) -> None:
        """Have the periodic pass do all that is due."""
        use_case = self.scene.bot.kit[LinkedRoles]
        use_case.recover()
        assert use_case._task is not None
        await use_case._task

    def figures(self, person: Person) -> dict[str, str]:
        """What Discord knows of a person."""
        metadata: dict[str, str] = self.oauth.connections[person.id]["metadata"]
        return metadata
