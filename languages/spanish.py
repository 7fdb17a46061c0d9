"""Spanish conjunctions, which depend on the sound of the word after them.

>>> conjunctions("{first} y {second}", {"first": "Ana", "second": "**Inés**"})
'{first} e {second}'
>>> conjunctions("{first} o {second}", {"first": "Ana", "second": "Óscar"})
'{first} u {second}'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\b(?P<word>[yo]) (?P<marks>\W*)\{(?P<name>\w+)\}")

_MARKS = " *_~`@#\"'“«(<"
"""Characters that may precede the first letter of a value."""

# "y hielo", "y iones": there, the i is no vowel of its own.
_SOUNDS_I = re.compile(r"h?i(?![aeou])")
# Numbers are read: 8, 80, 11.
_SOUNDS_O = re.compile(r"h?o|8|11(?!\d)")


def conjunctions(sentence: str, values: Mapping[str, object]) -> str:
    """Write “e” for “y” and “u” for “o” before placeholders whose values sound so."""

    def right(found: re.Match[str]) -> str:
        value = unicodedata.normalize("NFKD", str(values.get(found["name"], "")).casefold())
        value = "".join(sign for sign in value if not unicodedata.combining(sign)).lstrip(_MARKS)
        sounds, instead = (_SOUNDS_I, "e") if found["word"] == "y" else (_SOUNDS_O, "u")
        word = instead if sounds.match(value) else found["word"]
        return f"{word} {found['marks']}{{{found['name']}}}"

    return _PLACEHOLDER.sub(right, sentence)
