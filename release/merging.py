"""Merge the sentences of the source into a catalogue; reworded ones keep their translations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.ui.localization import MAX_LENGTHS
from languages import LANGUAGES, forms
from release.regional import in_region
from release.spacing import right_spaces

REWORDED = 0.6
"""How alike a sentence and its new wording are, at least: difflib's ratio."""

VALUES = re.compile(r"\{\w+\}|\*\*|`[^`]*`|[\n<>]|-# |### ")
"""Placeholders and markup, which a translation has as often as its sentence."""


KEPT = "Translated from an older English: "
"""Begins a comment with a digest of the translation: to be read again until it differs, or is confirmed."""

MADE = "With the words of release/regional.py."
"""Is a comment on what a regional catalogue has from its language's, and gets again with each merge."""


def merged(template: Catalog, path: Path) -> Catalog:
    """Return a catalogue with the sentences of the template; dropped ones are removed.

    A reworded sentence keeps its translation, marked as fuzzy until it is changed or confirmed. The catalogue
    of a regional form has only what it says otherwise: sentences with words of the region, and those written
    for it. Translations get the spaces of their language.
    """
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    # Babel puts the template's own messages into the catalogue, where they are translated.
    if path.stem in LANGUAGES:
        catalogue = _updated(deepcopy(template), catalogue)
    else:
        catalogue = _regional(deepcopy(template), catalogue, _language(path))
    for message in catalogue:
        if isinstance(message.string, str) and message.id and not is_searched(message):
            message.string = right_spaces(path.stem, message.string)
        elif isinstance(message.string, tuple | list):
            message.string = tuple(right_spaces(path.stem, str(text or "")) for text in message.string)
    return catalogue


def whole(catalogue: Catalog, path: Path) -> Catalog:
    """Return what readers see: the catalogue of a regional form with the other sentences of its language."""
    if path.stem in LANGUAGES:
        return catalogue
    shown = _language(path)
    for message in catalogue:
        common = shown.get(_key(message), message.context) if message.id else None
        if common is not None:
            common.string = message.string
    return shown


def is_searched(message: Message) -> bool:
    """Return whether a message has words that are found when they are typed, with spaces between them."""
    return message.context == "typed" or "words by which" in " ".join(message.auto_comments)


def _updated(template: Catalog, catalogue: Catalog) -> Catalog:
    before = [message for message in catalogue if message.id and _texts(message)]
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    dropped = [message for message in before if catalogue.get(_key(message), message.context) is None]
    for message in catalogue:
        if message.id and not _texts(message):
            candidates = [one for one in dropped if _same_values(one, message)]
            old = max(candidates, key=_likeness(message), default=None)
            if old is not None and _likeness(message)(old) >= REWORDED:
                message.string = old.string
                message.user_comments.append(KEPT + _digest(message))
        if KEPT + _digest(message) in message.user_comments:
            # Also if the mark was removed: a sentence that only its author has seen again is left behind.
            message.flags.add("fuzzy")
        else:
            _forget(message)
    return catalogue


def confirm(catalogue: Catalog) -> None:
    """Let the translations that were kept count as read again."""
    for message in catalogue:
        if message.id and _texts(message):
            message.flags.discard("fuzzy")
            _forget(message)


def _forget(message: Message) -> None:
    message.user_comments = [line for line in message.user_comments if not line.startswith(KEPT)]


def _language(path: Path) -> Catalog:
    """Return the catalogue of the language that a regional one is a form of."""
    code = next(form.code for form in forms() if form.cldr == path.stem)
    with path.with_stem(code).open("rb") as file:
        return read_po(file, locale=code)


def _regional(template: Catalog, catalogue: Catalog, language: Catalog) -> Catalog:
    kept = Catalog(locale=catalogue.locale)
    for message in template:
        if not message.id:
            continue
        own = catalogue.get(_key(message), message.context)
        common = language.get(_key(message), message.context)
        texts, comments = None, message.auto_comments
        if own is not None and _texts(own) and MADE not in own.auto_comments:
            texts = own.string
        elif common is not None and _texts(common) and message.context != "opening":
            texts = _with_words(str(catalogue.locale), common)
            comments = [*comments, MADE]
        if texts and (common is None or texts != common.string):
            kept.add(
                message.id,
                texts,
                locations=message.locations,
                auto_comments=comments,
                context=message.context,
            )
    return kept


def _with_words(code: str, message: Message) -> str | tuple[str, ...]:
    texts = [in_region(code, text) for text in _texts(message)]
    return texts[0] if isinstance(message.string, str) else tuple(texts)


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _texts(message: Message) -> list[str]:
    """Return the translations that a message has, in every plural form."""
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return [text for text in texts if text]


def _digest(message: Message) -> str:
    return sha256("\n".join(_texts(message)).encode()).hexdigest()[:8]


def _same_values(old: Message, new: Message) -> bool:
    """Return whether a translation of one message has everything that one of the other needs."""
    if type(old.id) is not type(new.id) or old.context != new.context or old.context in MAX_LENGTHS:
        return False
    one, other = ("".join(each.id) for each in (old, new))
    return Counter(VALUES.findall(one)) == Counter(VALUES.findall(other))


def _likeness(message: Message) -> Callable[[Message], float]:
    matcher = SequenceMatcher(b="".join(message.id), autojunk=False)

    def likeness(other: Message) -> float:
        matcher.set_seq1("".join(other.id))
        return matcher.ratio() if matcher.quick_ratio() >= REWORDED else 0.0

    return likeness
