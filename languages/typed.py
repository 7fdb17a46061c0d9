"""Texts that people type, in their language or in English.

>>> from languages import LANGUAGES, speaking
>>> folded("  Pi\N{LATIN SMALL LETTER E WITH GRAVE}ce \N{FULLWIDTH DIGIT THREE} ")
'piece 3'
>>> in_one_width("\N{FULLWIDTH LATIN SMALL LETTER F}\N{FULLWIDTH DIGIT FIVE}")
'f5'
>>> key_typed("Two", ["1", "2"], {"1": "one", "2": "two"}.__getitem__)
'2'
>>> nearest("esay", ["easy", "hard"])
'easy'
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable

from languages import ENGLISH, current, speaking

_ACCENTS = re.compile("[\N{COMBINING GRAVE ACCENT}-\N{COMBINING LATIN SMALL LETTER X}]")
"""Marks of European languages. Japanese ones make other letters, so they stay."""


_WIDE = re.compile("[\N{IDEOGRAPHIC SPACE}\N{FULLWIDTH EXCLAMATION MARK}-\N{HALFWIDTH WHITE CIRCLE}]+")
"""Letters and marks of East Asian keyboards that are others in another width."""


def in_one_width(text: str) -> str:
    """Return a text as if it had been typed on any keyboard, in the usual width of each letter."""
    return _WIDE.sub(lambda wide: unicodedata.normalize("NFKC", wide[0]), text)


def folded(text: str) -> str:
    """Return a text as it is compared: without case, accents, full-width letters and repeated spaces."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return " ".join(unicodedata.normalize("NFC", plain).replace("’", "'").split())


def nearest(typed: str, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant by a misspelt one; None if none is similar."""
    known = {folded(name): name for name in names}
    near = difflib.get_close_matches(folded(typed), known, n=1)
    return known[near[0]] if near else None


def key_typed(typed: str, keys: Iterable[str], name: Callable[[str], str]) -> str | None:
    """Return the key that was typed, or whose name was typed in English or in the current language.

    `name` returns the name of a key in the current language. None if there is no such key.
    """
    return keys_by_name(keys, name).get(folded(typed))


def keys_by_name(keys: Iterable[str], name: Callable[[str], str]) -> dict[str, str]:
    """Return the keys by all that may be typed for them, folded; `name` is as in `key_typed`."""
    known = [*keys]
    by_name: dict[str, str] = {}
    for key in known:
        by_name.setdefault(folded(key), key)
    for language in (ENGLISH, current()):
        with speaking(language):
            for key in known:
                by_name.setdefault(folded(name(key)), key)
    return by_name
