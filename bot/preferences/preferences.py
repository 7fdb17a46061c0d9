"""The settings of servers and people: read by whatever depends on them, and changed by those who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from bot import refusals
from bot.preferences.allowed import MODERATORS, Channel, Channels, Circles
from bot.preferences.fields import read, settings_of
from bot.preferences.person import PersonSettings
from bot.preferences.server import ServerSettings
from data import Owner, Storage

StillThere: TypeAlias = Callable[[int, int], bool]
"""Whether a server still has a channel or a role, by their ids."""


def _always(guild_id: int, there_id: int) -> bool:
    return True


class Preferences:
    """What is set; reading it costs nothing, since the storage keeps it in memory."""

    def __init__(self, storage: Storage, still_there: StillThere = _always) -> None:
        self._storage = storage
        self._listeners: list[Callable[[int], object]] = []
        self._server_listeners: list[Callable[[int], object]] = []
        self._still_there = still_there

    def listen(self, listener: Callable[[int], object]) -> None:
        """Call `listener` with everybody who sets something for themselves from now on, after that."""
        self._listeners.append(listener)

    def listen_to_servers(self, listener: Callable[[int], object]) -> None:
        """Call `listener` with every server that sets something from now on, after that."""
        self._server_listeners.append(listener)

    async def of_server(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server, without channels and roles that have been deleted; the defaults where
        there is no server."""
        if guild_id is None:
            return ServerSettings()
        settings = read(ServerSettings, await self._storage.preferences.of(Owner("server", guild_id)))
        return replace(settings, **self._without_deleted(settings, guild_id))

    async def of_person(self, person_id: int) -> PersonSettings:
        """The settings of a person."""
        return read(PersonSettings, await self._storage.preferences.of(Owner("person", person_id)))

    async def change_server(
        self, guild_id: int, name: str, text: str | None, *, manager: bool
    ) -> ServerSettings:
        """Set something for a server to the value of a text, or (None) let it be as by default; returns how
        everything then is. `manager` tells that whoever asks manages the server."""
        if not manager:
            raise refusals.NotServerManager
        await self._put(Owner("server", guild_id), ServerSettings, name, text)
        for listener in self._server_listeners:
            listener(guild_id)
        return await self.of_server(guild_id)

    async def change_person(self, person_id: int, name: str, text: str | None) -> PersonSettings:
        """The same for a person."""
        await self._put(Owner("person", person_id), PersonSettings, name, text)
        for listener in self._listeners:
            listener(person_id)
        return await self.of_person(person_id)

    async def _put(self, owner: Owner, kind: type[Any], name: str, text: str | None) -> None:
        declared = settings_of(kind).get(name)
        if declared is None:
            raise refusals.SettingGone
        stored = None
        if text is not None:
            try:
                stored = declared.stored(text)
            except ValueError as error:
                raise refusals.SettingGone from error
        await self._storage.preferences.put(owner, name, stored)

    def _without_deleted(self, settings: ServerSettings, guild_id: int) -> dict[str, Any]:
        instead: dict[str, Any] = {}
        for name, declared in settings_of(ServerSettings).items():
            value = getattr(settings, name)
            match declared.allowed:
                case Channels():
                    instead[name] = tuple(
                        channel for channel in value if self._still_there(guild_id, channel)
                    )
                case Channel() if value is not None and not self._still_there(guild_id, value):
                    instead[name] = None
                case Circles() if value.role_id and not self._still_there(guild_id, value.role_id):
                    instead[name] = MODERATORS
        return instead
