"""The host's part of boards in the browser: a public address, and the secret with which people sign in."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit


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
