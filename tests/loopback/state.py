"""State and events of the local Discord."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.loopback import model
from tests.loopback.faults import Faults
from tests.loopback.gateway import Gateway
from tests.loopback.ids import Snowflakes
from tests.loopback.model import PERMISSIONS_OF_THE_BOT, Channel, Guild, Interaction, Message, Payload, User
from tests.loopback.rate_limits import RateLimits
from tests.loopback.requests import Received

ANSWERED_WITHIN = 3.0
"""Seconds a bot has to acknowledge an interaction."""

HEARTBEAT_SECONDS = 41.25
DEADLINE = 600.0
"""Seconds after which something that a test waits for will not come any more."""


class DiscordState:
    """A Discord with one bot, as its API and its people find it."""

    def __init__(
        self,
        *,
        acknowledged_within: float = ANSWERED_WITHIN,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        limits: RateLimits | None = None,
        keep_requests: bool = True,
    ) -> None:
        self.ids = Snowflakes()
        self.acknowledged_within = acknowledged_within
        self.limits = limits or RateLimits()
        self.faults = Faults()
        self.token = secrets.token_urlsafe(24)
        self.bot = User(self.ids.new(), "Flipfour", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: list[Payload] = []
        self.interactions: dict[str, Interaction] = {}
        """By token."""
        self.files: dict[str, model.File] = {}
        """By the path of their addresses."""
        self.requests: list[Received] = []
        self.broken_rules: list[str] = []
        """Requests that broke a rule of Discord or a promise of Flipfour."""
        self.gateway = Gateway(lambda: self.token, self._first_events, heartbeat_seconds)
        self.gateway.changed = self.record_change
        self.on_change: Callable[[Message], None] = lambda _: None
        """Told of every message that is sent or edited."""
        self._keep_requests = keep_requests
        self._waiting: set[asyncio.Event] = set()
        self.address = ""
        """Base address."""
        self.application_flags = 0
        self.instances: dict[str, tuple[Channel, list[User]]] = {}
        """The instances of the Activity, by their ids, with the people in them."""
        self.launches_fail = False
        """True if Discord refuses to open the Activity."""
        self._joined = datetime.now(UTC).isoformat()

    @property
    def gateway_address(self) -> str:
        """Gateway address for new sessions; resumed ones have their own."""
        return f"{self.address.replace('http', 'ws', 1)}/gateway"

    # --- what there is -------------------------------------------------------------------------------------

    def create_user(self, name: str) -> User:
        user = User(self.ids.new(), name)
        self.users[user.id] = user
        return user

    def create_guild(self, name: str) -> Guild:
        """A server that the bot is a member of."""
        guild = Guild(self.ids.new(), name)
        self.guilds[guild.id] = guild
        self.gateway.dispatch("GUILD_CREATE", guild.payload(self.bot, self._joined))
        return guild

    def create_channel(self, guild: Guild, name: str, *, hidden: bool = False) -> Channel:
        """A text channel; one that is `hidden` is not seen by everyone in the server."""
        channel = Channel(self.ids.new(), guild.id, name, hidden=hidden)
        self.channels[channel.id] = guild.channels[channel.id] = channel
        self.gateway.dispatch("CHANNEL_CREATE", channel.payload())
        return channel

    def create_thread(self, parent: Channel, name: str, thread_id: int | None = None) -> Channel:
        assert parent.guild_id is not None
        thread = Channel(
            thread_id or self.ids.new(), parent.guild_id, name, model.PUBLIC_THREAD, parent_id=parent.id
        )
        self.channels[thread.id] = self.guilds[parent.guild_id].channels[thread.id] = thread
        self.gateway.dispatch("THREAD_CREATE", {**thread.payload(), "newly_created": True})
        self.record_change()
        return thread

    def direct_messages(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.with_person == user:
                return channel
        made = Channel(self.ids.new(), None, "", model.DIRECT_MESSAGES, with_person=user)
        self.channels[made.id] = made
        return made

    def delete_message(self, message: Message) -> None:
        """A moderator deletes a message."""
        self.channels[message.channel_id].messages.pop(message.id, None)
        self.record_change()

    def delete_channel(self, channel: Channel) -> None:
        """A channel or a thread goes, with everything in it."""
        self.channels.pop(channel.id)
        if channel.guild_id is not None:
            self.guilds[channel.guild_id].channels.pop(channel.id, None)
        event = "CHANNEL_DELETE" if channel.parent_id is None else "THREAD_DELETE"
        self.gateway.dispatch(event, channel.payload())
        self.record_change()

    def delete_guild(self, guild: Guild) -> None:
        """The bot is removed from a server."""
        self.guilds.pop(guild.id)
        for channel_id in guild.channels:
            self.channels.pop(channel_id, None)
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)})
        self.record_change()

    def take_away(self, guild: Guild) -> None:
        """An outage takes a server away for a time."""
        guild.unavailable = True
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})

    def bring_back(self, guild: Guild) -> None:
        """The outage is over."""
        guild.unavailable = False
        self.gateway.dispatch("GUILD_CREATE", guild.payload(self.bot, self._joined))

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """A thread is archived, or locked as well."""
        thread.archived, thread.locked = True, locked
        self.gateway.dispatch("THREAD_UPDATE", thread.payload())

    def reset_token(self) -> None:
        """The host resets the bot's token: the old one is worth nothing from now on."""
        self.token = secrets.token_urlsafe(24)
        self.gateway.close(4004)

    def store(self, channel: Channel, name: str, content: bytes, description: str | None) -> model.File:
        """Keep a file that was sent."""
        file_id = self.ids.new()
        path = f"/attachments/{channel.id}/{file_id}/{name}"
        file = model.File(file_id, name, content, f"{self.address}{path}", description)
        self.files[path] = file
        return file

    # --- the Activity --------------------------------------------------------------------------------------

    @property
    def entry_point(self) -> Payload | None:
        """The command by which the App Launcher opens the Activity."""
        return next((command for command in self.commands if command["type"] == model.ENTRY_POINT), None)

    def enable_activities(self) -> None:
        """The host switches Activities on: Discord adds a command by itself."""
        ids = {"id": str(self.ids.new()), "version": str(self.ids.new()), "application_id": str(self.bot.id)}
        self.commands.append(
            {
                **ids,
                "type": model.ENTRY_POINT,
                "name": "launch",
                "description": "",
                "handler": 2,
                "contexts": [0, 1, 2],
                "integration_types": [0, 1],
                "default_member_permissions": None,
                "nsfw": False,
            }
        )

    def join(self, channel: Channel, user: User) -> str:
        """A user opens the Activity in a channel; return the instance's id."""
        found = next((key for key, (place, _) in self.instances.items() if place is channel), None)
        instance_id = found or f"i-{self.ids.new()}-gc-{channel.guild_id}-{channel.id}"
        people = self.instances.setdefault(instance_id, (channel, []))[1]
        if user not in people:
            people.append(user)
        self.record_change()
        return instance_id

    # --- what happens --------------------------------------------------------------------------------------

    def interact(
        self, kind: int, person: User, channel: Channel, data: Payload, source: Message | None = None
    ) -> Interaction:
        """Send a command or click to the bot."""
        token, now = secrets.token_urlsafe(48), asyncio.get_running_loop().time()
        interaction = Interaction(self.ids.new(), token, kind, person, channel, now, source)
        self.interactions[interaction.token] = interaction
        self.gateway.dispatch("INTERACTION_CREATE", self._interaction_payload(interaction, data))
        return interaction

    def _interaction_payload(self, interaction: Interaction, data: Payload) -> Payload:
        channel, person = interaction.channel, interaction.person
        sent: Payload = {
            "id": str(interaction.id),
            "application_id": str(self.bot.id),
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": {**channel.payload(), "permissions": str(PERMISSIONS_OF_THE_BOT)},
            "locale": "en-US",
            "entitlements": [],
            "app_permissions": str(PERMISSIONS_OF_THE_BOT),
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if interaction.source is not None:
            sent["message"] = interaction.source.payload()
        if channel.guild_id is None:
            owners = {"1": str(person.id)}
            return {**sent, "user": person.payload(), "context": 1, "authorizing_integration_owners": owners}
        guild_id = str(channel.guild_id)
        member = {**model.member_payload(person, self._joined), "permissions": str(PERMISSIONS_OF_THE_BOT)}
        return {
            **sent,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member,
            "context": 0,
            "authorizing_integration_owners": {"0": guild_id},
        }

    def _first_events(self, session_id: str) -> list[tuple[str, Payload]]:
        ready: Payload = {
            "v": 10,
            "user": self.bot.payload(),
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in self.guilds],
            "session_id": session_id,
            "resume_gateway_url": f"{self.gateway_address}/resume",
            "application": {"id": str(self.bot.id), "flags": 0},
            "private_channels": [],
            "session_type": "normal",
        }
        there = [guild for guild in self.guilds.values() if not guild.unavailable]
        created = [("GUILD_CREATE", guild.payload(self.bot, self._joined)) for guild in there]
        return [("READY", ready), *created]

    def count_request(self, received: Received) -> None:
        """A request has been answered."""
        if self._keep_requests:
            self.requests.append(received)

    def record_change(self, message: Message | None = None) -> None:
        """Wake everything that waits for a change."""
        if message is not None:
            self.on_change(message)
        for waiting in self._waiting:
            waiting.set()

    async def until(self, condition: Callable[[], Any], what: str, seconds: float = DEADLINE) -> Any:
        """Wait for a condition, and return what it returns; AssertionError if it does not come."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        try:
            async with asyncio.timeout(seconds):
                while not (found := condition()):
                    await changed.wait()
                    changed.clear()
                return found
        except TimeoutError:
            raise AssertionError(f"{what}: it does not come") from None
        finally:
            self._waiting.discard(changed)

    @property
    def unanswered(self) -> list[Interaction]:
        """The interactions that people are left alone with."""
        return [one for one in self.interactions.values() if one.callback is None and not one.excused]
