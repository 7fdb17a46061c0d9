"""Two pseudo-languages for tests: English in marks, 40 % longer, and no shorter than any language.

So what is not translated shows, and what would not fit in some language fails.

A person speaks ‹one›, their server «the other». Literal text is marked and placeholders are not, so that an
untranslated value in a translated sentence shows, too. `plain` gives the English back.
"""

from __future__ import annotations

import gettext
import math
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from bot.preferences.periods import COMMON, place_name
from languages import ENGLISH, LANGUAGES, Language, forms

PAD = "¤"
LONGER = 0.4

_MARKED = re.compile(r"‹[^‹›]*›|«[^«»]*»")
_MARKS = re.compile(rf"[‹›«»{PAD}]")
_MARKS_TO_NOTHING = {ord(mark): None for mark in f"‹›«»{PAD}"}

MARKUP = re.compile(
    r"""
    <[@#]?[!&]?\d+>             # mentions
    | <t:\d+(:\w)?>             # dates
    | </?[\w\s-]+:\d+>          # commands
    | https?://\S+
    | \b[a-z]\d{1,2}\b          # moves
    | :\w+:                     # emoji
    | \b[a-z]+-[\d,]+inf\b      # weights of an own style
    """,
    re.VERBOSE,
)
CODE = re.compile(r"`[^`]*`")
"""Text to be typed as it is shown."""

KNOWN = (
    "Flipfour", *("GGF", "SGF", "PGN", "WTHOR", "JSON"), *("reversi", "connect4", "anti", "xot"),
    *(language.name for language in LANGUAGES.values()), *map(place_name, COMMON),
)  # fmt: skip
"""Names that are the same in every language."""

OF_COMMANDS = {*("command", "option", "menu", "choice"), *("command description", "option description")}
"""Contexts of texts that Discord accepts in short and simple forms only; they stay English."""

WORD = re.compile(r"[^\W\d_]{2,}")


class _Catalogue(gettext.NullTranslations):
    """Marks English sentences."""

    def __init__(self, before: str, after: str) -> None:
        super().__init__()
        self._before, self._after = before, after
        self._known: dict[str, str] = {}

    def gettext(self, message: str) -> str:
        return self._found(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._found(msgid1 if n == 1 else msgid2, msgid1)

    def pgettext(self, context: str, message: str) -> str:
        return message if context in OF_COMMANDS else self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)

    def _found(self, sentence: str, message: str) -> str:
        if sentence not in self._known:
            self._known[sentence] = self._marked(sentence, _longest().get(message, 0))
        return self._known[sentence]

    def _marked(self, sentence: str, least: int) -> str:
        """Mark a sentence and pad it to 140 % of its length, and to at least `least` characters of text."""
        parts = list(string.Formatter().parse(sentence))
        literal = _literal(sentence)
        segments = sum(bool(text) for text, *_ in parts)
        pad = PAD * max(0, math.ceil(LONGER * literal) - 2 * segments, least - literal - 2 * segments)
        made = ""
        for text, field, form, _ in parts:
            if text:
                shown = text.replace("{", "{{").replace("}", "}}")
                first, *more = (f"{self._before}{line}" for line in shown.split("\n"))
                # Each line is marked: some are shown alone.
                made, pad = made + f"{self._after}\n".join([first + pad, *more]) + self._after, ""
            if field is not None:
                made += f"{{{field}{':' + form if form else ''}}}"
        return made


def _literal(sentence: str) -> int:
    """Return the length of a sentence without its values."""
    return sum(len(text) for text, *_ in string.Formatter().parse(sentence))


@cache
def _longest() -> dict[str, int]:
    """The length of each message where it is longest, without its values."""
    found: dict[str, int] = {}
    for language in forms():
        catalogue: Any = language.catalogue
        for key, text in getattr(catalogue, "_catalog", {}).items():
            message = (key if isinstance(key, str) else key[0]).rpartition("\x04")[2]
            found[message] = max(found.get(message, 0), _literal(text))
    return found


@dataclass(frozen=True, eq=False)
class PseudoLanguage(Language):
    """A language that is English with marks."""

    marks: str = "‹›"

    @cached_property
    def catalogue(self) -> gettext.NullTranslations:
        return _Catalogue(*self.marks)


PERSON = PseudoLanguage("xx_person", "Pseudo", ("en-US",), marks="‹›")
SERVER = PseudoLanguage("xx_server", "Pseudo", ("en-GB",), marks="«»")


def plain(value: Any) -> Any:
    """Return a text, or everything in a payload, without marks: as it is in English."""
    if isinstance(value, str):
        return value.translate(_MARKS_TO_NOTHING)
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [plain(part) for part in value]
    return value


def untranslated(text: str, known: Sequence[str] = ()) -> list[str]:
    """Return the words outside of all marks, but for the `known` ones, such as people's names."""
    text = CODE.sub(" ", text).replace("\\", "")
    # The names of months come with the language, not with its catalogue.
    for name in sorted({*known, *KNOWN, *ENGLISH.months} - {""}, key=len, reverse=True):
        text = text.replace(name, " ")
    return WORD.findall(MARKUP.sub(" ", _MARKED.sub(" ", text)))


@cache
def _translatable() -> frozenset[str]:
    catalogue: Any = LANGUAGES["fr"].catalogue
    messages = (key if isinstance(key, str) else key[0] for key in catalogue._catalog)
    return frozenset(message.rpartition("\x04")[2] for message in messages)


def is_translatable(text: str) -> bool:
    """True if a text is a word or sentence of the bot, so that it must be translated wherever it is shown."""
    return text in _translatable()


def spoken(text: str) -> Iterator[PseudoLanguage]:
    """Yield the languages that have words in a text."""
    for language in (PERSON, SERVER):
        if any(WORD.search(found) for found in _MARKED.findall(text) if found[0] == language.marks[0]):
            yield language
