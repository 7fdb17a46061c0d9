"""Forms of words that depend on a value beside them, in Italian, Spanish and Korean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_ARTICLE = re.compile(
    r"\b(?P<stem>[Aa]|[Dd][ae]|[Nn]e|[Ss]u|)(?P<article>[Ii]?l|[Ii]) (?P<marks>[*_~`“(]*)\{(?P<name>\w+)\}"
    r"(?=(?P<ordinal>[*_]*º)?)"
)
_ARTICLES = {"il": ("l'", "lo "), "l": ("ll'", "llo "), "i": ("gli ", "gli ")}
"""Articles before a vowel and before a z, by the one before other consonants; il is l in del."""

_FIRST_MARKS = "*_~`“("
# Otto, ottanta, ottomila; undici, undicimila, not centodieci; uno, un milione, not primo, mille or dieci.
_VOWEL = re.compile(r"8|11(?!\d)|1(?![\dº°]|\.\d{3}(?![\d.]))")

_OPTIONAL = re.compile(r"\((?P<article>[Ii]l)\) (?=[*_~`“(]*\{(?P<name>\w+)\})")
_SIDES = ("Nero", "Bianco", "Rosso", "Giallo")


def articles(sentence: str, values: Mapping[str, object]) -> str:
    """Write each Italian article before a placeholder as its value is read: il 7, l'8, dall'11, lo 0.

    Translations have the form before a consonant.

    >>> articles("dal {first} al {last}", {"first": "8 marzo", "last": "14 marzo"})
    "dall'{first} al {last}"
    >>> articles("certo al **{percent}**", {"percent": "80%"})
    "certo all'**{percent}**"

    Sides have an article, names of people have none. Translations have it in brackets where a value can be
    either.

    >>> [articles("Vince (il) {winner}", {"winner": winner}) for winner in ("Nero", "Ann")]
    ['Vince il {winner}', 'Vince {winner}']

    Source: Accademia della Crusca, *L'articolo con le date e le cifre*, after Serianni, *Grammatica
    italiana*, IV 60. The article is that of the word that is read: *l'8* and *l'11*, but *il 1º* of a
    month, read *primo*.
    https://accademiadellacrusca.it/it/consulenza/larticolo-con-le-date-e-le-cifre/86
    """

    def right(match: re.Match[str]) -> str:
        value = str(values.get(match["name"], "")).lstrip(_FIRST_MARKS)
        if match["ordinal"]:
            value += "º"
        article = match["article"]
        if _VOWEL.match(value) or value.startswith("0"):
            form = _ARTICLES[article.lower()][value[0] == "0"]
            article = form.capitalize() if article[0] == "I" else form
        else:
            article = f"{article} "
        return f"{match['stem']}{article}{match['marks']}{{{match['name']}}}"

    def known(match: re.Match[str]) -> str:
        value = str(values.get(match["name"], "")).strip(_FIRST_MARKS)
        return f"{match['article']} " if value in _SIDES else ""

    return _ARTICLE.sub(right, _OPTIONAL.sub(known, sentence))


_CONJUNCTION = re.compile(r"\b(?P<word>[yo]) (?P<marks>\W*)\{(?P<name>\w+)\}")

_BEFORE_VALUES = " *_~`@#\"'“«(<"
"""Characters that may precede the first letter of a value."""

# "y hielo", "y iones": there, the i is no vowel of its own.
_SOUNDS_I = re.compile(r"h?i(?![aeou])")
# Numbers are read: 8, 80, 11.
_SOUNDS_O = re.compile(r"h?o|8|11(?!\d)")


def conjunctions(sentence: str, values: Mapping[str, object]) -> str:
    """Write “e” for “y” and “u” for “o” before placeholders whose values sound so, in Spanish.

    >>> conjunctions("{first} y {second}", {"first": "Ana", "second": "**Inés**"})
    '{first} e {second}'
    >>> conjunctions("{first} o {second}", {"first": "Ana", "second": "Óscar"})
    '{first} u {second}'
    """

    def right(match: re.Match[str]) -> str:
        value = unicodedata.normalize("NFKD", str(values.get(match["name"], "")).casefold())
        value = "".join(sign for sign in value if not unicodedata.combining(sign)).lstrip(_BEFORE_VALUES)
        sounds, instead = (_SOUNDS_I, "e") if match["word"] == "y" else (_SOUNDS_O, "u")
        word = instead if sounds.match(value) else match["word"]
        return f"{word} {match['marks']}{{{match['name']}}}"

    return _CONJUNCTION.sub(right, sentence)


_MARKS = r"[*_~`’”」』\]]*+"
_PLACEHOLDER = re.compile(
    rf"\{{(?P<name>\w+)\}}(?P<marks>{_MARKS}(?: ?\([^()]*\))?{_MARKS})"
    r"(?P<both>이\(가\)|을\(를\)|은\(는\)|과\(와\)|와\(과\)|\(으\)로|\(이\))"
)
_FORMS = {
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "은(는)": ("은", "는"),
    "과(와)": ("과", "와"),
    "와(과)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""Particles behind a consonant, and behind a vowel."""

_MENTION = re.compile(r"<(?:@!?|(?P<kind>[@#]&?))\d+>$")
_NOUNS = {"@&": " 역할", "#": " 채널"}
"""Nouns behind mentions of a role and of a channel; people get 님."""

_BRACKETS = re.compile(r"(?<=[^\s*_(]) ?[*_]*\([^()]*\)$")
_COMMAND = re.compile(r"</(?P<word>[^:<>]+):\d+>$")
_NO_WORD = re.compile(r"(?<![^\w%>)])[^\w%>)]++$|(?<!_)_++$|<a?:\w+:\d+>$")
"""Marks and emoji behind the last word of a value."""

_CLOSED_DIGITS, _L_DIGITS = "013678", "178"
"""Digits whose names end in a consonant (영, 일, 삼, 육, 칠, 팔), and in an l."""

_CLOSED_LATIN = re.compile(
    r"(?:(?P<l>l|[aeiouy]ll?e)|[mn]|ng|[aeiouy](?:mm?|nn?)e|(?<![aeiou])[aeiou](?:c|ck|kk?|pp?|tt?))$"
)
"""How words in Latin letters end that Koreans write with a final consonant: 호텔, 링, 타임, 캣."""

_L = 8
"""The number of the final consonant ㄹ in a syllable."""


def particles(sentence: str, values: Mapping[str, object]) -> str:
    """Write the form of each Korean particle that is right behind the value before it.

    Translations have both forms, as Koreans write them where they can't know: `{name}이(가)`. People, roles
    and channels are mentions whose names the bot does not have: a noun behind them takes the particle.

    >>> particles("{first}이(가) {second}을(를)", {"first": "흑", "second": "Ann"})
    '{first}이 {second}을'
    >>> particles("{level}(으)로 {number}은(는)", {"level": "오델로", "number": 3})
    '{level}로 {number}은'
    >>> particles("{player}이(가) **{role}**을(를)", {"player": "<@12>", "role": "<@&13>"})
    '{player}님이 **{role}** 역할을'

    Source for words in Latin letters: the Loanword Orthography, chapter 3, section 1, of the National
    Institute of Korean Language. A final l, m, n or ng is a final consonant (articles 5 and 6), p, t and
    k are one behind a short vowel (article 1); all other letters get a vowel of their own (articles 2 to
    4). What counts is the sound, so an e behind l, m and n is silent. Brackets are not read.
    http://korean.go.kr/front/page/pageView.do?page_id=P000124&mn_id=97
    """

    def right(match: re.Match[str]) -> str:
        noun, (final, is_l) = _read(str(values.get(match["name"], "")))
        closed, opened = _FORMS[match["both"]]
        # After ㄹ it is 로, as after a vowel.
        form = closed if final and not (is_l and match["both"] == "(으)로") else opened
        return f"{{{match['name']}}}{match['marks']}{noun}{form}"

    return _PLACEHOLDER.sub(right, sentence)


def _read(value: str) -> tuple[str, tuple[bool, bool]]:
    """Return the noun that a value needs behind it, and how it ends with that."""
    word, shorter = value.casefold(), ""
    while word != shorter:
        shorter = word
        word = _BRACKETS.sub("", _NO_WORD.sub("", word))
    if mention := _MENTION.search(word):
        noun = _NOUNS.get(mention["kind"] or "", "님")
        return noun, _ending(noun)
    command = _COMMAND.search(word)
    letters = command["word"] if command else re.sub(r"[^\w%]", "", word)
    return "", _ending(letters)


def _ending(word: str) -> tuple[bool, bool]:
    letter = word[-1:]
    if "가" <= letter <= "힣":
        final = (ord(letter) - ord("가")) % 28
        return final > 0, final == _L
    if letter.isdecimal():
        return letter in _CLOSED_DIGITS, letter in _L_DIGITS
    latin = _CLOSED_LATIN.search(word)
    return latin is not None, latin is not None and bool(latin["l"])
