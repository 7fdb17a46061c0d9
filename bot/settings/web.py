"""The host's part of boards in the browser and of linked roles: a public address, secrets and keys."""

from __future__ import annotations

from base64 import b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from yarl import URL

from bot.core.errors import SettingsError


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

_LOCAL = ("localhost", "127.0.0.1", "::1")
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
        secure = url.scheme == "https" or (url.scheme == "http" and url.hostname in _LOCAL)
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
