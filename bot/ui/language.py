"""Where sentences for people are turned into their language.

Sentences are whole, with named placeholders: `gettext("{name} resigned.", name=…)`. The functions have the
names that translators' tools look for. Flipfour speaks only English for now; catalogues of other languages
would be looked up here. Names and descriptions of commands are plain strings: discord.py has a translator of
its own for them.
"""

from __future__ import annotations


def gettext(sentence: str, /, **values: object) -> str:
    """A sentence with its placeholders filled in."""
    return sentence.format(**values)


def gettext_noop(sentence: str, /) -> str:
    """Mark a sentence that stands in a constant or a table; `gettext` translates it where it is used."""
    return sentence


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """A sentence about a number of things; `{number}` stands for it, unless `values` say otherwise."""
    return (one if number == 1 else many).format(**{"number": number, **values})
