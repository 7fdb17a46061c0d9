"""What a host sets for linked roles: complete, or told in one line what is missing."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from bot.core.errors import SettingsError
from bot.settings.linked_roles import LinkedRolesSetup, complete_setup, encryption_keys, public_address
from bot.settings.settings import Settings, load
from tests.cases import for_each
from tests.extent import VARIABLE

KEY = base64.b64encode(bytes(range(224, 256))).decode()
URL = "https://flipfour.example.org"


@for_each(
    ("given", "read"),
    [
        ("", ""),
        (f"{URL}/", URL),
        (f"{URL}/bot", f"{URL}/bot"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        # As browsers send an origin.
        ("HTTPS://FlipFour.Example.ORG:443/Bot/", f"{URL}/Bot"),
        ("http://LocalHost:80", "http://localhost"),
        ("https://flipfour.example.org.:8443", f"{URL}:8443"),
        ("https://Bücher.example", "https://xn--bcher-kva.example"),
        ("https://[2001:DB8::1]:443", "https://[2001:db8::1]"),
    ],
)
def test_addresses(given: str, read: str) -> None:
    assert public_address(given) == read


@for_each(
    "given",
    [
        "flipfour.example.org",
        "http://flipfour.example.org",
        "https://",
        "https://me:secret@flipfour.example.org",
        "https://flipfour.example.org?page=1",
        "https://flipfour.example.org:0",
        "https://[::1",
        "ftp://localhost",
    ],
)
def test_addresses_that_discord_or_a_browser_would_refuse(given: str) -> None:
    with pytest.raises(ValueError, match="use a public address"):
        public_address(given)


def test_keys_in_either_alphabet_are_the_same() -> None:
    assert "/" in KEY or "+" in KEY
    other = KEY.translate(str.maketrans("+/", "-_"))
    assert encryption_keys(f"{KEY}, {other}") == (other, other)


@for_each("given", ["short", KEY[:-4], f"{KEY},", "ü" * 44, f"{KEY} {KEY}"])
def test_wrong_keys_are_not_repeated(given: str) -> None:
    with pytest.raises(ValueError, match="openssl rand -base64 32") as refused:
        encryption_keys(given)
    assert given not in str(refused.value)


def test_it_is_off_by_default() -> None:
    assert Settings().linked_roles is None


def test_everything_that_is_missing_is_named() -> None:
    given = {
        "linked_roles_url": URL,
        "discord_client_secret": "s",
        "linked_roles_keys": KEY,
    }
    setup = Settings.model_validate(given).linked_roles
    assert setup is not None
    assert setup.client_secret == "s"  # noqa: S105
    for left_out, name in (
        ("discord_client_secret", "DISCORD_CLIENT_SECRET"),
        ("linked_roles_keys", "FLIPFOUR_LINKED_ROLES_KEYS"),
    ):
        settings = Settings.model_validate({key: one for key, one in given.items() if key != left_out})
        with pytest.raises(SettingsError, match=f"is set, but not {name}"):
            _ = settings.linked_roles


@pytest.mark.parametrize("pages", ["linked_roles", "web"])
def test_pages_for_people_have_a_port_of_their_own(pages: str) -> None:
    given = {f"{pages}_url": URL, "discord_client_secret": "s", "linked_roles_keys": KEY, "web_port": 8080}
    assert getattr(Settings.model_validate({**given, "health_port": 8081}), pages) is not None
    with pytest.raises(SettingsError, match="FLIPFOUR_HEALTH_PORT and FLIPFOUR_WEB_PORT are both 8080"):
        _ = getattr(Settings.model_validate({**given, "health_port": 8080}), pages)


def test_secrets_are_not_shown() -> None:
    shown = repr(LinkedRolesSetup(URL, "the secret", (KEY,)))
    assert "secret" not in shown.replace("client_secret", "")
    assert KEY not in shown
    assert complete_setup("", "", "") is None


def test_both_secrets_can_be_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in (("DISCORD_CLIENT_SECRET", "from a file"), ("FLIPFOUR_LINKED_ROLES_KEYS", KEY)):
        path = tmp_path / name
        path.write_text(f"{content.replace(' ', '-')}\n")
        monkeypatch.setenv(f"{name}_FILE", str(path))
    monkeypatch.setenv("FLIPFOUR_LINKED_ROLES_URL", URL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    setup = load().linked_roles
    assert setup is not None
    assert setup.client_secret == "from-a-file"  # noqa: S105


def test_a_wrong_key_is_reported_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("FLIPFOUR_LINKED_ROLES_KEYS", "my-own-idea-of-a-key")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=r"^FLIPFOUR_LINKED_ROLES_KEYS is not valid") as refused:
        load()
    assert "my-own-idea" not in str(refused.value)
