"""Linked roles: pages in the languages of visitors, their records, and sealed tokens."""

from __future__ import annotations

import re
from datetime import timedelta

from cryptography.fernet import Fernet

from bot.account.linked_roles import page_ui as page
from bot.account.linked_roles.connections import RECORDS, Tokens, registered, same_records
from bot.account.linked_roles.page_ui import VisitPage, preferred
from bot.account.linked_roles.vault import Vault
from languages import LANGUAGES, gettext, speaking
from tests.cases import for_each, there


@for_each(
    ("accepted", "code"),
    ("", "en"),
    ("nl, xx-YY", "en"),
    ("de", "de"),
    ("de-AT", "de"),
    ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
    ("en;q=0.5, ja;q=0.9", "ja"),
    ("pt", "pt_BR"),
    ("pt-PT", "pt_BR"),
    ("es-419", "es"),
    ("de;q=0, fr;q=0.1", "fr"),
    ("nl, ja;q=0.1", "ja"),
    ("*", "en"),
    ("de;q=abc", "de"),
    (";;;,,,q=1", "en"),
    (",".join(["xx"] * 1000 + ["de"]), "en"),
)
def test_the_language_of_a_browser(accepted: str, code: str) -> None:
    assert preferred(accepted).code == code


@for_each("language", LANGUAGES.values())
@for_each("outcome", [value for value in vars(page).values() if isinstance(value, VisitPage)])
def test_every_page_in_every_language(outcome: VisitPage, language: object) -> None:
    assert isinstance(language, type(LANGUAGES["en"]))
    with speaking(language):
        document = page._document(outcome, "/linked-role")
        heading = gettext(outcome.heading)
    assert re.findall(r"<h1>(.*?)</h1>", document)[0].replace("&#x27;", "'") == heading
    assert ('href="/linked-role"' in document) is outcome.again
    assert "<script" not in document
    assert "http" not in document


def test_an_address_with_a_path_is_escaped() -> None:
    assert 'href="/a&quot;b/linked-role"' in page._document(page.DENIED, '/a"b/linked-role')


def test_records_have_limits_and_are_the_same_in_any_order() -> None:
    assert len(RECORDS) <= 5
    ours = registered()
    for record in ours:
        assert re.fullmatch("[a-z0-9_]{1,50}", record["key"])
        for field, most in (("name", 100), ("description", 200)):
            texts = [record[field], *record[f"{field}_localizations"].values()]
            assert all(1 <= len(text) <= most for text in texts)
    theirs = [{**record, "new": 1, "name_localized": "?"} for record in reversed(ours)]
    without = [{**record, "name_localizations": None} for record in theirs]
    assert same_records(theirs, ours)
    for others in (theirs[1:], [{**theirs[0], "description": "Other"}, *theirs[1:]], without):
        assert not same_records(others, ours)
    assert same_records(without, [{**record, "name_localizations": {}} for record in ours])


OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))
TOKENS = Tokens("an access token", "a refresh token")
MINUTE = timedelta(minutes=1)


def test_only_the_keys_open_tokens_which_move_to_the_newest() -> None:
    sealed = Vault([OLD]).seal(TOKENS)
    assert "token" not in sealed
    assert Vault([OLD]).open(sealed) == Vault([NEW, OLD]).open(sealed) == TOKENS
    assert Vault([NEW]).open(sealed) is None
    assert Vault([OLD]).open(sealed[:-8] + "AAAAAAA=") is None
    both, sealed = Vault([NEW, OLD]), Vault([OLD]).seal(TOKENS)
    renewed = there(both.renewed(sealed))
    assert Vault([NEW]).open(renewed) == TOKENS
    assert both.renewed(renewed) is None
    assert Vault([NEW]).renewed(sealed) is None
    assert "token" not in repr(TOKENS).lower().replace("tokens", "")


def test_a_cookie_is_ours_and_young() -> None:
    vault = Vault([NEW, OLD])
    signed = vault.sign("a state", 1000.0)
    assert (vault.verify(signed, 1060.0, MINUTE), vault.verify(signed, 1061.0, MINUTE)) == ("a state", None)
    assert Vault([OLD]).verify(signed, 1000.0, MINUTE) is None
    for forged in ("", "a state", "ü", signed[:-4]):
        assert vault.verify(forged, 1000.0, MINUTE) is None
