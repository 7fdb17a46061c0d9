"""The host's part of boards in the browser and of linked roles: a public address, secrets and keys."""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Annotated, ClassVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, field_validator
from yarl import URL

from bot.core.errors import SettingsError
from bot.settings.declared import SettingsGroup

_HOST = re.compile(r"[0-9A-Za-z.\-]+|[0-9A-Fa-f:.]+(%\w+)?")


@dataclass(frozen=True, slots=True)
class WebSetup:
    """The settings of boards in the browser; without a secret, people can watch but not sign in."""

    url: str
    client_secret: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """The public name, without a port."""
        return urlsplit(self.url).hostname or ""

    @property
    def origin(self) -> str:
        """The origin of the pages, as browsers name it."""
        address = urlsplit(self.url)
        return f"{address.scheme}://{address.netloc}"

    @property
    def path(self) -> str:
        """The path before that of each page, as browsers see it; mostly empty."""
        return urlsplit(self.url).path

    @property
    def is_encrypted(self) -> bool:
        """True unless the pages are this machine's own."""
        return self.url.startswith("https:")


KEY_BYTES = 32
"""Length of a key that encrypts tokens."""

_STANDARD = str.maketrans("-_", "+/")
"""From the alphabet of Base64 for addresses to the usual one."""

LOCAL = ("localhost", "127.0.0.1", "::1")
"""Hosts that a browser on this machine reaches without encryption."""


@dataclass(frozen=True, slots=True)
class LinkedRolesSetup:
    """The settings of linked roles; `keys` encrypt stored tokens, the first one new tokens."""

    url: str
    client_secret: str = field(repr=False)
    keys: tuple[str, ...] = field(repr=False)


def public_address(text: str) -> str:
    """Return an address as browsers write it (RFC 6454), without a slash at its end; "" for none.

    Raises ValueError.
    """
    address = text.strip().rstrip("/")
    if not address:
        return ""
    try:
        url = urlsplit(address)
        usable = url.hostname and url.port != 0 and not (url.query or url.fragment or url.username)
        secure = url.scheme == "https" or (url.scheme == "http" and url.hostname in LOCAL)
    except ValueError:
        usable = secure = False
    if not (usable and secure):
        raise ValueError("use a public address such as https://flipfour.example.org")
    return _as_in_browsers(address)


def _as_in_browsers(address: str) -> str:
    """Write a host in lower case and in IDNA's letters, and leave out the usual port and a dot at its end."""
    url = URL(address)
    port = None if url.is_default_port() else url.explicit_port
    return str(url.with_host((url.host or "").rstrip(".")).with_port(port)).rstrip("/")


def encryption_keys(text: str) -> tuple[str, ...]:
    """Return the keys in a text, in the alphabet they are used in; raises ValueError for anything else."""
    try:
        keys = [b64decode(key.strip().translate(_STANDARD), validate=True) for key in text.split(",")]
    except ValueError:
        keys = []
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise ValueError("use the output of `openssl rand -base64 32`, or several with commas between them")
    return tuple(urlsafe_b64encode(key).decode() for key in keys)


def complete_setup(url: str, client_secret: str, keys: str) -> LinkedRolesSetup | None:
    """Return what linked roles need, None without an address; raises SettingsError for what is missing."""
    if not url:
        return None
    given = "FLIPFOUR_LINKED_ROLES_URL is set, but not"
    if not client_secret.strip():
        raise SettingsError(
            f"{given} DISCORD_CLIENT_SECRET: it is at discord.com/developers (your application, OAuth2, "
            "Reset Secret)"
        )
    if not keys.strip():
        raise SettingsError(
            f"{given} FLIPFOUR_LINKED_ROLES_KEYS: put the output of `openssl rand -base64 32` there"
        )
    try:
        import cryptography as _  # noqa: F401
    except ImportError as error:
        raise SettingsError(
            "FLIPFOUR_LINKED_ROLES_URL needs a package: in Flipfour's folder, pip install '.[linked-roles]'"
        ) from error
    return LinkedRolesSetup(url, client_secret.strip(), encryption_keys(keys))


def own_address(text: str) -> str:
    """Return an address of this machine, at which to listen; raises ValueError for anything else."""
    if not _HOST.fullmatch(text):
        raise ValueError("use an address of this machine without a port, such as 127.0.0.1 or 0.0.0.0")
    return text


PublicAddress = Annotated[str, AfterValidator(public_address)]
OwnAddress = Annotated[str, AfterValidator(own_address)]


class WebSettings(SettingsGroup):
    """The public address of boards in the browser and of linked roles, and their secrets."""

    section: ClassVar[str] = "Boards in the browser and Linked Roles"
    in_example: ClassVar[Collection[str]] = ("web_url", "web_port", "discord_client_secret")

    web_url: PublicAddress = ""
    """Switches on boards in the browser, where people watch games and play: the public address of this bot,
    such as `https://flipfour.example.org`, from which a proxy forwards everything to
    `FLIPFOUR_WEB_PORT`. People sign in to play if the client secret below is set; docs/web.md explains
    each step. With an Activity at Discord, boards open there, too: docs/activity.md. Empty: off."""
    web_port: int = Field(default=8090, ge=1, le=65_535)
    """Port of the pages for people, of boards and of linked roles, to which the proxy forwards. It is only
    open if one of them is on, and never that of the pages for supervisors."""
    web_address: OwnAddress = "127.0.0.1"
    """Address of the pages for people. The default is reachable from this machine only; the image sets
    `0.0.0.0`, so that a proxy reaches the container."""
    linked_roles_url: PublicAddress = ""
    """Switches on Discord's Linked Roles, which servers can give for ratings, rated games and solved puzzles:
    the public address, like `FLIPFOUR_WEB_URL`, which it can be left out for, from which a proxy forwards
    `/linked-role`. Needs the two secrets below; docs/linked-roles.md explains each step. Empty: off, unless
    there is a key below and `FLIPFOUR_WEB_URL`."""
    discord_client_secret: SecretStr | None = None
    """The application's client secret: discord.com/developers → your application → OAuth2 → Reset Secret. For
    signing in to boards in the browser, and for linked roles."""
    linked_roles_keys: SecretStr | None = None
    """The key that encrypts the tokens of people with linked roles, a secret: the output of `openssl rand
    -base64 32`. To replace it, put the new key in front of the old one, with a comma between them; after
    the next start the old one can go."""

    @field_validator("linked_roles_keys")
    @classmethod
    def _keys(cls, given: SecretStr | None) -> SecretStr | None:
        if given is None or not given.get_secret_value().strip():
            return None
        encryption_keys(given.get_secret_value())
        return given

    @property
    def linked_roles_address(self) -> str:
        """The public address of the pages for linked roles; empty if they are off."""
        return self.linked_roles_url or (self.web_url if self.linked_roles_keys is not None else "")
