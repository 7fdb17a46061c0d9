"""Italian articles, which depend on how a number behind them is read: il 7, l'8, dall'11, lo 0.

Translations have the form before a consonant.

>>> articles("dal {first} al {last}", {"first": "8 marzo", "last": "14 marzo"})
"dall'{first} al {last}"
>>> articles("certo al **{percent}**", {"percent": "80%"})
"certo all'**{percent}**"

Sides have an article, names of people have none. Translations have it in brackets where a value can be
either.

>>> articles("Vince (il) {winner}", {"winner": "Nero"}), articles("Vince (il) {winner}", {"winner": "Ann"})
('Vince il {winner}', 'Vince {winner}')

Source: Accademia della Crusca, *L'articolo con le date e le cifre*, after Serianni, *Grammatica italiana*,
IV 60. The article is that of the word that is read: *l'8* and *l'11*, but *il 1º* of a month, read *primo*.
https://accademiadellacrusca.it/it/consulenza/larticolo-con-le-date-e-le-cifre/86
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(
    r"\b(?P<stem>[Aa]|[Dd][ae]|[Nn]e|[Ss]u|)(?P<article>[Ii]?l|[Ii]) (?P<marks>[*_~`“(]*)\{(?P<name>\w+)\}"
    r"(?=(?P<ordinal>[*_]*º)?)"
)
_FORMS = {"il": ("l'", "lo "), "l": ("ll'", "llo "), "i": ("gli ", "gli ")}
"""Articles before a vowel and before a z, by the one before other consonants; il is l in del."""

_FIRST_MARKS = "*_~`“("
# Otto, ottanta, ottomila; undici, undicimila, not centodieci; uno, un milione, not primo, mille or dieci.
_VOWEL = re.compile(r"8|11(?!\d)|1(?![\dº°]|\.\d{3}(?![\d.]))")

_OPTIONAL = re.compile(r"\((?P<article>[Ii]l)\) (?=[*_~`“(]*\{(?P<name>\w+)\})")
_SIDES = ("Nero", "Bianco", "Rosso", "Giallo")


def articles(sentence: str, values: Mapping[str, object]) -> str:
    """Write each article before a placeholder as its value needs it."""

    def right(found: re.Match[str]) -> str:
        value = str(values.get(found["name"], "")).lstrip(_FIRST_MARKS)
        if found["ordinal"]:
            value += "º"
        article = found["article"]
        if _VOWEL.match(value) or value.startswith("0"):
            form = _FORMS[article.lower()][value[0] == "0"]
            article = form.capitalize() if article[0] == "I" else form
        else:
            article = f"{article} "
        return f"{found['stem']}{article}{found['marks']}{{{found['name']}}}"

    def known(found: re.Match[str]) -> str:
        value = str(values.get(found["name"], "")).strip(_FIRST_MARKS)
        return f"{found['article']} " if value in _SIDES else ""

    return _PLACEHOLDER.sub(right, _OPTIONAL.sub(known, sentence))
