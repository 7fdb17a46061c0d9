"""Time of a translated sentence, and of loading catalogues."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import process_time
from timeit import repeat
from typing import Any

from languages import ENGLISH, LANGUAGES, gettext, ngettext, pgettext, speaking

CALLS = 10_000
REPEATS = 7

SENTENCES: dict[str, Callable[[], str]] = {
    "sentence_µs": lambda: gettext("{winner} wins with four in a row", winner="Ann"),
    "number_µs": lambda: ngettext("{number} game", "{number} games", 12),
    "word_µs": lambda: pgettext("side", "Black"),
}


def measure() -> list[dict[str, Any]]:
    """Translate three texts into each language.

    Returns: language; the fastest time of a sentence with a name, of one with a number and of a word with a
    context, in microseconds; load_ms, the processor time in which its catalogue is loaded.
    """
    rows = []
    for language in LANGUAGES.values():
        before = process_time()
        _ = replace(language).catalogue if language is not ENGLISH else language.catalogue
        loaded = process_time() - before
        with speaking(language):
            times = {
                name: 1e6 * min(repeat(text, timer=process_time, number=CALLS, repeat=REPEATS)) / CALLS
                for name, text in SENTENCES.items()
            }
        rows.append({"language": language.name, **times, "load_ms": 1e3 * loaded})
    return rows
