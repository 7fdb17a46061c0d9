"""Catalogues for tests, with a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import languages
from languages import LANGUAGES, Language


def language_with(folder: Path, code: str, texts: Mapping[tuple[str | None, str], str]) -> Language:
    """Return a language whose catalogue has only these translations, by context and English text."""
    catalogue = Catalog(locale=code)
    for (context, english), translated in texts.items():
        catalogue.add(english, translated, context=context)
    with (folder / f"{code}.mo").open("wb") as file:
        write_mo(file, catalogue)
    return replace(LANGUAGES[code], folder=folder)


def teach(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    """Have the bot use a language in place of its own with the same code."""
    monkeypatch.setitem(LANGUAGES, language.code, language)
    for form in languages.forms():
        if form.code == language.code:
            own = language if form.cldr == language.cldr else replace(form, folder=language.folder)
            for locale in form.locales:
                monkeypatch.setitem(languages._BY_LOCALE, locale, own)
