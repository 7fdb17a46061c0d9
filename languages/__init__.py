"""The languages of players: translated sentences, and whose language applies.

Sentences are whole, with named placeholders: `gettext("{name} resigned.", name=…)`. The functions have the
names that translation tools extract. They translate into the language of the current context, which `speak`
or `speaking` sets: that of the person or the place that the text is for. Tasks and threads started from a
context keep its language, so whatever writes for others sets theirs.
"""

from __future__ import annotations

import gettext as catalogues
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from languages.spanish import conjunctions

FOLDER = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Language:
    """A language of the bot.

    `code` names its catalogue; `locales` are Discord's codes for it. `group` separates thousands in numbers
    of `grouped_from` digits or more.
    """

    code: str
    name: str
    """The language's name for itself."""
    locales: tuple[str, ...]
    decimal: str = "."
    group: str = ","
    grouped_from: int = 4
    percent: str = "{number}%"
    between_sentences: str = " "
    folder: Path = field(default=FOLDER, repr=False)

    @cached_property
    def catalogue(self) -> catalogues.NullTranslations:
        """The translations, loaded on first use; English sentences where there is no catalogue."""
        path = self.folder / f"{self.code}.mo"
        if self is ENGLISH or not path.exists():
            return catalogues.NullTranslations()
        with path.open("rb") as file:
            return catalogues.GNUTranslations(file)

    @property
    def translated(self) -> bool:
        """True if the catalogue is there: it is compiled when the package is built."""
        return self is ENGLISH or isinstance(self.catalogue, catalogues.GNUTranslations)


ENGLISH = Language("en", "English", ("en-US", "en-GB"))

# Separators and percent signs: Unicode CLDR 46. U+00A0 and U+202F are spaces that do not break.
LANGUAGES = {
    language.code: language
    for language in (
        ENGLISH,
        Language("fr", "Français", ("fr",), ",", "\u202f", percent="{number}\u202f%"),
        Language("de", "Deutsch", ("de",), ",", ".", percent="{number}\u00a0%"),
        Language("es", "Español", ("es-ES", "es-419"), ",", ".", 5, "{number}\u00a0%"),
        Language("pt_BR", "Português (Brasil)", ("pt-BR",), ",", "."),
        Language("ja", "日本語", ("ja",), between_sentences=""),
    )
}
"""All languages, by code."""

# The same translations, and numbers as in most of Latin America.
_LATIN_AMERICAN = Language("es", LANGUAGES["es"].name, ("es-419",))

_BY_LOCALE = {locale: language for language in LANGUAGES.values() for locale in language.locales}
_BY_LOCALE["es-419"] = _LATIN_AMERICAN

_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def language_of(locale: str | None) -> Language | None:
    """Return the language of one of Discord's locales; None if the bot does not have it."""
    return _BY_LOCALE.get(locale or "")


def language_chosen(code: str, locale: str | None) -> Language:
    """Return the language of a code, as it is written where a reader has one of Discord's locales."""
    regional = language_of(locale)
    return LANGUAGES[code] if regional is None or regional.code != code else regional


def current() -> Language:
    """Return the language of the current context."""
    return _current.get()


def speak(language: Language) -> None:
    """Set the language of the current task from here on."""
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
    if values and _current.get().code == "es":
        sentence = conjunctions(sentence, values)
    return sentence.format(**values)


def count(number: int) -> str:
    """Format a whole number: 1,234,567 in English."""
    if -1000 < number < 1000:
        return str(number)
    language = _current.get()
    grouped = f"{number:,}"
    if len(str(abs(number))) < language.grouped_from:
        return str(number)
    return grouped.replace(",", language.group)
