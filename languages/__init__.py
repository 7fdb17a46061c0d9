"""The languages of players: translated sentences, and whose language applies.

Sentences are whole, with named placeholders: `gettext("{name} resigned.", name=…)`. The functions have the
names that translation tools extract. They translate into the language of the current context, which `speak`
or `speaking` sets: that of the person or the place that the text is for. Tasks and threads started from a
context keep its language, so whatever writes for others sets theirs.
"""

from __future__ import annotations

import gettext as catalogues
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from languages.word_forms import articles, conjunctions, particles

FOLDER = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Language:
    """A language as it is written in some of Discord's locales.

    `code` names its catalogue, `cldr` the locale whose numbers and dates it has: there are several forms of a
    language. `group` separates thousands in numbers of `grouped_from` digits or more.
    """

    code: str
    name: str
    """The language's name for itself."""
    locales: tuple[str, ...]
    cldr: str = ""
    decimal: str = "."
    group: str = ","
    grouped_from: int = 4
    percent: str = "{number}%"
    date: str = "d MMMM y"
    time: str = "HH:mm"
    """Patterns of CLDR, without the rarer letters."""
    months: tuple[str, ...] = ()
    halves: tuple[str, ...] = ("am", "pm")
    between_sentences: str = " "
    folder: Path = field(default=FOLDER, repr=False)

    @cached_property
    def catalogue(self) -> catalogues.NullTranslations:
        """The translations, loaded on first use; English sentences where there is no catalogue.

        What a form says otherwise is in a catalogue of its own, named after `cldr`.
        """
        return self._read("mo") or catalogues.NullTranslations()

    @property
    def commands(self) -> catalogues.NullTranslations:
        """The translations of the texts of commands alone: each start needs them, in all languages."""
        return self._read("commands.mo") or self.catalogue

    def _read(self, suffix: str) -> catalogues.NullTranslations | None:
        if self.code == ENGLISH.code:
            return None
        catalogue: catalogues.NullTranslations | None = None
        for name in dict.fromkeys((self.cldr or self.code, self.code)):
            path = self.folder / f"{name}.{suffix}"
            if path.exists():
                with path.open("rb") as file:
                    read = catalogues.GNUTranslations(file)
                if catalogue is None:
                    catalogue = read
                else:
                    catalogue.add_fallback(read)
        return catalogue

    @property
    def translated(self) -> bool:
        """True if the catalogue is there: it is compiled when the package is built."""
        return self is ENGLISH or isinstance(self.catalogue, catalogues.GNUTranslations)


def _spoken() -> Iterator[Language]:
    """Yield the forms of all languages, the main one of each first: `python -m release.languages --add`."""
    listed = json.loads((FOLDER / "spoken.json").read_text("utf-8"))
    for code, language in listed.items():
        for form in language["forms"]:
            written: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in form.items()
            }
            between = language["between_sentences"]
            yield Language(code, language["name"], between_sentences=between, **written)


_BY_LOCALE: dict[str, Language] = {}
LANGUAGES: dict[str, Language] = {}
"""All languages in their main form, by code."""
for _language in _spoken():
    LANGUAGES.setdefault(_language.code, _language)
    _BY_LOCALE.update(dict.fromkeys(_language.locales, _language))

ENGLISH = LANGUAGES["en"]

_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def language_of(locale: str | None) -> Language | None:
    """Return the language of one of Discord's locales; None if the bot does not have it."""
    return _BY_LOCALE.get(locale or "")


def forms() -> list[Language]:
    """Return all languages, in each form that some of Discord's locales have."""
    return [*dict.fromkeys(_BY_LOCALE.values())]


def language_chosen(code: str, locale: str | None) -> Language:
    """Return the language of a code, as it is written where a reader has one of Discord's locales."""
    regional = language_of(locale)
    return LANGUAGES[code] if regional is None or regional.code != code else regional


def current() -> Language:
    return _current.get()


def speak(language: Language) -> None:
    _current.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the language for the duration of a block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def gettext(sentence: str, /, **values: object) -> str:
    """Translate a sentence and fill in its placeholders."""
    return _filled(_current.get().catalogue.gettext(sentence), values)


def pgettext(context: str, sentence: str, /, **values: object) -> str:
    """Translate a word that needs a context: `pgettext("verb", "move")`."""
    return _filled(_current.get().catalogue.pgettext(context, sentence), values)


def gettext_noop(sentence: str, /) -> str:
    """Mark a sentence in a constant or a table; `gettext` translates it where it is used."""
    return sentence


def pgettext_noop(context: str, sentence: str, /) -> str:
    """Mark a word with a context in a constant or a table; `pgettext` translates it where it is used."""
    return sentence


def ngettext_noop(one: str, many: str, /) -> tuple[str, str]:
    """Mark a sentence with a number in a table: `ngettext(*pair, number)` translates it where it is used."""
    return one, many


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate a sentence with a number; `{number}` is its placeholder unless `values` says otherwise."""
    sentence = _current.get().catalogue.ngettext(one, many, number)
    return _filled(sentence, {"number": count(number), **values})


def npgettext(context: str, one: str, many: str, number: int, /, **values: object) -> str:
    """Translate words with a number that need a context."""
    sentence = _current.get().catalogue.npgettext(context, one, many, number)
    return _filled(sentence, {"number": count(number), **values})


def _filled(sentence: str, values: Mapping[str, object]) -> str:
    agreeing = _AGREEING.get(_current.get().code)
    if values and agreeing is not None:
        sentence = agreeing(sentence, values)
    return sentence.format(**values)


_AGREEING = {"es": conjunctions, "it": articles, "ko": particles}
"""Rules for words of a translation that depend on the values beside them."""


def count(number: int) -> str:
    """Format a whole number: 1,234,567 in English."""
    if -1000 < number < 1000:
        return str(number)
    language = _current.get()
    grouped = f"{number:,}"
    if len(str(abs(number))) < language.grouped_from:
        return str(number)
    return grouped.replace(",", language.group)
