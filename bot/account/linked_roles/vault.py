"""Encryption of what linked roles store: tokens in the database, and the state in a visitor's cookie.

The keys are the host's, in a setting or a file, so a copy of the database alone is worth nothing. Only this
module knows the package `cryptography`, which few hosts need.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from bot.account.linked_roles.connections import Tokens


class Vault:
    """Encrypts with the first key, decrypts with any."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._newest = Fernet(keys[0])
        self._all = MultiFernet([Fernet(key) for key in keys])

    def seal(self, tokens: Tokens) -> str:
        return self._all.encrypt(json.dumps(asdict(tokens)).encode()).decode()

    def open(self, sealed: str) -> Tokens | None:
        """Decrypt tokens; None if none of the keys is theirs."""
        try:
            return Tokens(**json.loads(self._all.decrypt(sealed)))
        except InvalidToken:
            return None

    def renewed(self, sealed: str) -> str | None:
        """Return tokens encrypted with the first key; None if they are, or can't be decrypted."""
        try:
            self._newest.decrypt(sealed)
        except InvalidToken:
            try:
                return self._all.rotate(sealed).decode()
            except InvalidToken:
                return None
        return None

    def sign(self, text: str, now: float) -> str:
        """Encrypt a text for a visitor's cookie; `now` is in seconds since 1970."""
        return self._all.encrypt_at_time(text.encode(), int(now)).decode()

    def verify(self, signed: str, now: float, lifetime: timedelta) -> str | None:
        """Return the text of a cookie; None if it is not ours, or older than `lifetime`."""
        try:
            return self._all.decrypt_at_time(
                signed.encode(), int(lifetime.total_seconds()), int(now)
            ).decode()
        except (InvalidToken, ValueError):
            return None
