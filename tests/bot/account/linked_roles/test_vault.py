"""Encryption by the newest key, decryption by any, and cookies that expire."""

from __future__ import annotations

from datetime import timedelta

from cryptography.fernet import Fernet

from bot.account.linked_roles.connections import Tokens
from bot.account.linked_roles.vault import Vault
from tests.cases import there

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
TOKENS = Tokens("an access token", "a refresh token")
MINUTE = timedelta(minutes=1)


def test_only_the_keys_open_it() -> None:
    sealed = Vault([OLD]).seal(TOKENS)
    assert "token" not in sealed
    assert Vault([OLD]).open(sealed) == Vault([NEW, OLD]).open(sealed) == TOKENS
    assert Vault([NEW]).open(sealed) is None
    assert Vault([OLD]).open(sealed[:-8] + "AAAAAAA=") is None


def test_tokens_move_to_the_newest_key() -> None:
    both, sealed = Vault([NEW, OLD]), Vault([OLD]).seal(TOKENS)
    renewed = there(both.renewed(sealed))
    assert Vault([NEW]).open(renewed) == TOKENS
    assert both.renewed(renewed) is None
    assert Vault([NEW]).renewed(sealed) is None


def test_a_cookie_is_ours_and_young() -> None:
    vault = Vault([NEW, OLD])
    signed = vault.sign("a state", 1000.0)
    assert vault.verify(signed, 1060.0, MINUTE) == "a state"
    assert vault.verify(signed, 1061.0, MINUTE) is None
    assert Vault([OLD]).verify(signed, 1000.0, MINUTE) is None
    for forged in ("", "a state", "ü", signed[:-4]):
        assert vault.verify(forged, 1000.0, MINUTE) is None


def test_tokens_are_not_shown() -> None:
    assert "token" not in repr(TOKENS).lower().replace("tokens", "")
