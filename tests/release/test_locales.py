"""The list of languages, and beginning one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from languages import LANGUAGES, forms
from release import languages, locales
from release.languages import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of languages and catalogues of the test's own."""
    shutil.copy(locales.SPOKEN, tmp_path)
    monkeypatch.setattr(locales, "SPOKEN", tmp_path / "spoken.json")
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    return tmp_path


def test_the_list_agrees_with_discord_and_cldr() -> None:
    listed = locales.spoken()
    assert listed == {
        code: locales.described(code, ("en-US", "en-GB") if code == "en" else locales.locales_of(code))
        for code in listed
    }
    assert {locale for form in forms() for locale in form.locales} <= {*locales.DISCORD}


@pytest.mark.parametrize(
    ("code", "name", "locale", "number"),
    [("sv_SE", "Svenska (Sverige)", "sv-SE", "\u00a0"), ("nb", "Norsk bokmål", "no", "\u00a0")],
)
def test_a_language_is_begun(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, name: str, locale: str, number: str
) -> None:
    monkeypatch.setitem(LANGUAGES, code, LANGUAGES["en"])
    monkeypatch.setattr(languages, "collect", Catalog)
    assert main(["--add", code]) == 0
    entry = locales.spoken()[code]
    assert entry["name"] == name
    (form,) = entry["forms"]
    assert (form["locales"], form["group"]) == ([locale], number)
    assert b"Plural-Forms: nplurals=2" in (folder / f"{code}.po").read_bytes()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("xx", "“xx” is not a language that Babel knows."),
        ("../fr", "“../fr” is not a language that Babel knows."),
        ("la", "Discord has no language “la”."),
        ("pt", "Discord has no language “pt”."),
        ("fr", "Flipfour speaks “fr” already."),
        ("es_419", "Flipfour speaks “es_419” already."),
    ],
)
def test_another_code_is_refused_with_those_that_there_are(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, said: str
) -> None:
    before = (folder / "spoken.json").read_bytes()
    assert main(["--add", code]) == 2
    refused = capsys.readouterr().err
    assert said in refused
    assert "Choose one of Discord's that Flipfour doesn't speak yet: bg, cs, da," in refused
    assert ", fr," not in refused
    assert (folder / "spoken.json").read_bytes() == before
    assert not [*folder.glob("*.po")]
