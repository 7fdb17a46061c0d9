"""Korean particles, which depend on whether the word before them ends in a consonant.

Translations have both forms, as Koreans write them where they can't know: `{name}이(가)`. People, roles and
channels are mentions whose names the bot does not have: a noun behind them takes the particle.

>>> particles("{first}이(가) {second}을(를)", {"first": "흑", "second": "Ann"})
'{first}이 {second}을'
>>> particles("{level}(으)로 {number}은(는)", {"level": "오델로", "number": 3})
'{level}로 {number}은'
>>> particles("{player}이(가) **{role}**을(를)", {"player": "<@12>", "role": "<@&13>"})
'{player}님이 **{role}** 역할을'

Source for words in Latin letters: the Loanword Orthography, chapter 3, section 1, of the National Institute
of Korean Language. A final l, m, n or ng is a final consonant (articles 5 and 6), p, t and k are one behind a
short vowel (article 1); all other letters get a vowel of their own (articles 2 to 4). What counts is the
sound, so an e behind l, m and n is silent. Brackets are not read.
http://korean.go.kr/front/page/pageView.do?page_id=P000124&mn_id=97
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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
    """Write the form of each particle that is right behind the value before it."""

    def right(found: re.Match[str]) -> str:
        noun, (final, is_l) = _read(str(values.get(found["name"], "")))
        closed, opened = _FORMS[found["both"]]
        # After ㄹ it is 로, as after a vowel.
        form = closed if final and not (is_l and found["both"] == "(으)로") else opened
        return f"{{{found['name']}}}{found['marks']}{noun}{form}"

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
