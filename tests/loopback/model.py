"""Discord's users, servers, channels, messages and interactions, each with its JSON."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.loopback.ids import time_of

Payload = dict[str, Any]

TEXT_CHANNEL, DIRECT_MESSAGES, PUBLIC_THREAD = 0, 1, 11
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
GALLERY = 12

ENTRY_POINT = 4
"""Type of the command that Discord adds when Activities are switched on."""

VIEW_CHANNEL = 1 << 10
PERMISSIONS_OF_THE_BOT = (1 << 10) | (1 << 11) | (1 << 15) | (1 << 16) | (1 << 35) | (1 << 38)
"""View Channel, Send Messages, Attach Files, Read Message History, Create Public Threads, Send Messages in
Threads."""


LISTS_OF_A_GUILD = (
    *("emojis", "stickers", "features", "presences", "voice_states", "stage_instances"),
    *("guild_scheduled_events", "soundboard_sounds"),
)
LEVELS_OF_A_GUILD = (
    *("premium_tier", "verification_level", "default_message_notifications", "explicit_content_filter"),
    *("mfa_level", "nsfw_level", "system_channel_flags"),
)


class RefusedError(Exception):
    """Discord's answer to a request that it does not carry out."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message


@dataclass(frozen=True)
class User:
    """A Discord account."""

    id: int
    name: str
    bot: bool = False

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "username": self.name.casefold(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "primary_guild": None,
            "bot": self.bot,
            **dict.fromkeys(("public_flags", "flags"), 0),
        }


@dataclass
class File:
    """A file of a message."""

    id: int
    filename: str
    content: bytes
    url: str
    description: str | None = None

    def payload(self) -> Payload:
        sent: Payload = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": "image/png" if self.filename.endswith(".png") else "application/octet-stream",
        }
        return sent if self.description is None else {**sent, "description": self.description}


@dataclass
class Message:
    """A message in its current state."""

    id: int
    channel_id: int
    author: User
    content: str = ""
    components: list[Payload] = field(default_factory=list)
    files: list[File] = field(default_factory=list)
    flags: int = 0
    nonce: str | None = None
    edited: datetime | None = None
    only_for: int | None = None
    """The only user who sees it, if private."""
    edits: int = 0

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": time_of(self.id).isoformat(),
            "edited_timestamp": self.edited.isoformat() if self.edited else None,
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{name: [] for name in ("mentions", "mention_roles", "embeds")},
            "attachments": [file.payload() for file in self.files],
            "type": 0,
            "flags": self.flags,
            "components": self._components(),
            **({} if self.nonce is None else {"nonce": self.nonce}),
        }

    def _components(self) -> list[Payload]:
        """The components with their files' addresses in the place of `attachment://…`, and an id each."""
        shown = copy.deepcopy(self.components)
        urls = {f"attachment://{file.filename}": file for file in self.files}
        for number, component in enumerate(walk(shown), 1):
            component.setdefault("id", number)
            if component.get("emoji"):
                # An emoji of Unicode has no id.
                component["emoji"] = {key: one for key, one in component["emoji"].items() if one is not None}
            for item in component.get("items", ()) if component["type"] == GALLERY else ():
                file = urls.get(item["media"]["url"])
                if file is not None:
                    sent = file.payload()
                    shared = {name: sent[name] for name in ("id", "url", "proxy_url", "content_type")}
                    item["media"] = {**shared, "attachment_id": sent["id"]}
                item.setdefault("description", None)
                item.setdefault("spoiler", False)
        return shown


@dataclass
class Channel:
    """A text channel, a thread, or a user's direct messages with the bot."""

    id: int
    guild_id: int | None
    name: str
    kind: int = TEXT_CHANNEL
    with_person: User | None = None
    parent_id: int | None = None
    archived: bool = False
    locked: bool = False
    messages: dict[int, Message] = field(default_factory=dict)
    refuses: RefusedError | None = None
    """Error for every request here that lacks the token of a click."""
    hidden: bool = False
    """True if not everyone in the server sees it."""

    def payload(self) -> Payload:
        sent: Payload = {"id": str(self.id), "type": self.kind, "last_message_id": None, "flags": 0}
        if self.with_person is not None:
            return {**sent, "recipients": [self.with_person.payload()]}
        sent |= {"guild_id": str(self.guild_id), "name": self.name, "rate_limit_per_user": 0, "topic": None}
        sent |= {"parent_id": None if self.parent_id is None else str(self.parent_id)}
        if self.kind != PUBLIC_THREAD:
            nobody = {"id": str(self.guild_id), "type": 0, "allow": "0", "deny": str(VIEW_CHANNEL)}
            overwrites = [nobody] if self.hidden else []
            return {**sent, "position": 0, "permission_overwrites": overwrites, "nsfw": False}
        return {
            **sent,
            "owner_id": "1",
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "thread_metadata": {
                "archived": self.archived,
                "archive_timestamp": time_of(self.id).isoformat(),
                "auto_archive_duration": 10080,
                "locked": self.locked,
                "create_timestamp": time_of(self.id).isoformat(),
            },
        }


@dataclass
class Guild:
    """A server."""

    id: int
    name: str
    channels: dict[int, Channel] = field(default_factory=dict)
    unavailable: bool = False

    def payload(self, bot: User, joined: str) -> Payload:
        """As the gateway sends it to `bot`."""
        own_role = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(PERMISSIONS_OF_THE_BOT),
            **dict.fromkeys(("position", "color", "flags"), 0),
            **dict.fromkeys(("hoist", "managed", "mentionable"), False),
        }
        channels = self.channels.values()
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": "1",
            "joined_at": joined,
            "member_count": 2,
            "roles": [own_role],
            "members": [member_payload(bot, joined)],
            "channels": [channel.payload() for channel in channels if channel.kind == TEXT_CHANNEL],
            "threads": [channel.payload() for channel in channels if channel.kind == PUBLIC_THREAD],
            "preferred_locale": "en-US",
            "afk_timeout": 300,
            **{name: [] for name in LISTS_OF_A_GUILD},
            **dict.fromkeys(LEVELS_OF_A_GUILD, 0),
            **dict.fromkeys(("unavailable", "large"), False),
            **dict.fromkeys(("icon", "splash", "banner", "description"), None),
        }


@dataclass
class Interaction:
    """A command or click, and the bot's answer."""

    id: int
    token: str
    kind: int
    person: User
    channel: Channel
    sent_at: float
    """By the event loop's clock."""
    source: Message | None = None
    """The message with the component."""
    callback: int | None = None
    """Callback type of the acknowledgement."""
    acknowledged_at: float | None = None
    response_id: int | None = None
    """The message addressed by `@original`."""
    told: list[int] = field(default_factory=list)
    """The messages sent in answer."""
    dialog: Payload | None = None
    choices: list[Payload] = field(default_factory=list)
    excused: bool = False
    """No answer is expected: the test has broken something on the way."""


def member_payload(user: User, joined: str) -> Payload:
    """Return the member data of a user in a server."""
    return {
        "user": user.payload(),
        "roles": [],
        "joined_at": joined,
        **dict.fromkeys(("nick", "avatar", "banner", "premium_since", "communication_disabled_until"), None),
        **dict.fromkeys(("deaf", "mute", "pending"), False),
        "flags": 0,
    }


def walk(components: Iterable[Any]) -> Iterator[Payload]:
    """Every component, nested ones included, each before its own parts."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for single in ("accessory", "component"):
            if component.get(single):
                yield from walk([component[single]])


def without_translations(commands: Any) -> Any:
    """Return what Discord answers of registered commands unless it is asked for their translations."""
    if isinstance(commands, list):
        return [without_translations(item) for item in commands]
    if isinstance(commands, dict):
        return {
            field: without_translations(item)
            for field, item in commands.items()
            if not field.endswith("_localizations")
        }
    return commands
