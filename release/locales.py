"""Facts about languages from Discord and CLDR (by Babel): `languages/spoken.json`, the list of all languages.

A language has one catalogue and one or more forms. A form is for some of Discord's locales and has a locale
of CLDR: numbers, dates and times of day. `es-ES` and `es-419` are two forms of Spanish.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import time
from typing import Any

import discord
from babel import Locale, UnknownLocaleError
from babel.dates import format_time

from release.lock import ROOT

SPOKEN = ROOT / "languages" / "spoken.json"

DISCORD = tuple(locale.value for locale in discord.Locale)
"""The languages that Discord can be used in; no reader would ever get another one."""

_CLDR = {"en-US": "en_GB", "es-ES": "es", "no": "nb"}
"""CLDR's locales for Discord's, where they are not called the same. The English of Flipfour is British."""

_UNSPACED = frozenset({"ja", "th", "zh"})
"""Languages without spaces between sentences."""

_FROM_FIVE_DIGITS = frozenset({"bg", "es", "hu", "it", "pl"})
"""Languages that write 1234 and 12.345: CLDR's `minimumGroupingDigits`, which Babel leaves out."""


class UnknownLanguageError(Exception):
    """There can be no such language; the message says why, and which ones there can be."""


def locales_of(code: str) -> tuple[str, ...]:
    """Return Discord's locales of a language: `("es-ES", "es-419")` for `es`.

    Raises UnknownLanguageError if Discord is not in that language, or Babel has no data.
    """
    try:
        Locale.parse(code)
    except (ValueError, UnknownLocaleError):
        raise UnknownLanguageError(f"“{code}” is not a language that Babel knows. {_choose()}") from None
    by_cldr = {cldr_of(locale): locale for locale in DISCORD}
    if code not in by_cldr:
        raise UnknownLanguageError(f"Discord has no language “{code}”. {_choose()}")
    regional = (locale for cldr, locale in by_cldr.items() if cldr.startswith(f"{code}_"))
    return by_cldr[code], *regional


def _choose() -> str:
    known = {locale for forms in spoken().values() for form in forms["forms"] for locale in form["locales"]}
    codes = sorted({cldr_of(locale) for locale in DISCORD if locale not in known})
    return f"Choose one of Discord's that Flipfour doesn't speak yet: {', '.join(codes)}."


def cldr_of(locale: str) -> str:
    """Return CLDR's name of one of Discord's locales."""
    return _CLDR.get(locale, locale.replace("-", "_"))


def spoken() -> dict[str, Any]:
    """Return the list of all languages, by code."""
    found: dict[str, Any] = json.loads(SPOKEN.read_text("utf-8"))
    return found


def described(code: str, locales: Iterable[str]) -> dict[str, Any]:
    """Return the entry of a language in the list."""
    by_cldr: dict[str, list[str]] = {}
    for locale in locales:
        by_cldr.setdefault(cldr_of(locale), []).append(locale)
    own = Locale.parse(code)
    name = own.get_display_name(own) or code
    return {
        "name": name[:1].upper() + name[1:],
        "between_sentences": "" if own.language in _UNSPACED else " ",
        "forms": [{"locales": each, **_form(cldr)} for cldr, each in by_cldr.items()],
    }


def _form(cldr: str) -> dict[str, Any]:
    locale = Locale.parse(cldr)
    symbols: Mapping[str, str] = locale.number_symbols.get("latn") or locale.number_symbols
    several_digits = locale.language in _FROM_FIVE_DIGITS and locale.territory != "419"
    return {
        "cldr": cldr,
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "grouped_from": 5 if several_digits else 4,
        "percent": locale.percent_formats[None].pattern.replace("#,##0", "{number}"),
        "date": locale.date_formats["long"].pattern,
        "time": locale.time_formats["short"].pattern,
        "months": [locale.months["format"]["wide"][month] for month in range(1, 13)],
        "halves": [format_time(time(hour), "aaaa", locale=locale) for hour in (9, 21)],
    }


def add(code: str) -> None:
    """Add a language to the list. Raises UnknownLanguageError if there can be no such language."""
    languages = spoken()
    locales = locales_of(code)
    taken = {locale for one in languages.values() for form in one["forms"] for locale in form["locales"]}
    if code in languages or taken & set(locales):
        raise UnknownLanguageError(f"Flipfour speaks “{code}” already. {_choose()}")
    write(languages | {code: described(code, locales)})


def write(languages: Mapping[str, Any]) -> None:
    """Write the list of all languages."""
    SPOKEN.write_text(json.dumps(languages, ensure_ascii=False, indent=1) + "\n", "utf-8")
