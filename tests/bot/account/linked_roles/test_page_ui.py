"""The web pages of linked roles: in the visitor's language, and plain."""

from __future__ import annotations

import re

from bot.account.linked_roles import page_ui as page
from bot.account.linked_roles.page_ui import preferred
from bot.account.linked_roles.records import RECORDS, registered, same_records
from bot.account.linked_roles.words import PAGES, PageOutcome
from languages import LANGUAGES, gettext, speaking
from tests.cases import for_each


@for_each(
    ("accepted", "code"),
    [
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
    ],
)
def test_the_language_of_a_browser(accepted: str, code: str) -> None:
    assert preferred(accepted).code == code


@for_each("language", LANGUAGES.values())
@for_each("outcome", PageOutcome)
def test_every_page_in_every_language(outcome: PageOutcome, language: object) -> None:
    assert isinstance(language, type(LANGUAGES["en"]))
    with speaking(language):
        document = page._document(outcome, "/linked-role")
        heading = gettext(PAGES[outcome].heading)
    assert re.findall(r"<h1>(.*?)</h1>", document)[0].replace("&#x27;", "'") == heading
    assert ('href="/linked-role"' in document) is PAGES[outcome].again
    assert "<script" not in document
    assert "http" not in document


def test_an_address_with_a_path_is_escaped() -> None:
    assert 'href="/a&quot;b/linked-role"' in page._document(PageOutcome.DENIED, '/a"b/linked-role')


def test_records_are_within_the_limits_in_every_language() -> None:
    assert len(RECORDS) <= 5
    for record in registered():
        assert re.fullmatch("[a-z0-9_]{1,50}", record["key"])
        for field, most in (("name", 100), ("description", 200)):
            texts = [record[field], *record[f"{field}_localizations"].values()]
            assert all(1 <= len(text) <= most for text in texts)


def test_records_are_the_same_in_any_order_and_with_what_discord_adds() -> None:
    ours = registered()
    theirs = [{**record, "new": 1, "name_localized": "?"} for record in reversed(ours)]
    assert same_records(theirs, ours)
    assert not same_records(theirs[1:], ours)
    assert not same_records([{**theirs[0], "description": "Other"}, *theirs[1:]], ours)
    without = [{**record, "name_localizations": None} for record in theirs]
    assert not same_records(without, ours)
    assert same_records(without, [{**record, "name_localizations": {}} for record in ours])
