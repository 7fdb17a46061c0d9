"""Korean particles, which depend on whether the word before them ends in a consonant.

Translations have both forms, as Koreans write them where they can't know: `{name}이(가)`.

>>> particles("{first}이(가) {second}을(를)", {"first": "흑", "second": "Ann"})
'{first}이 {second}을'
>>> particles("{level}(으)로 {number}은(는)", {"level": "오델로", "number": 3})
'{level}로 {number}은'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(
    r"\{(?P<name>\w+)\}(?P<marks>[*_~`’”」』)]*)(?P<both>이\(가\)|을\(를\)|은\(는\)|과\(와\)|와\(과\)|\(으\)로|\(이\))"
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

_CLOSED_DIGITS, _L_DIGITS = "013678", "178"
"""Digits whose names end in a consonant (영, 일, 삼, 육, 칠, 팔), and in an l."""

_CLOSED_LETTERS, _L_LETTERS = "bcfgklmnpqtx", "l"
"""Roughly: how names and words in Latin letters end."""

_L = 8
"""The number of the final consonant ㄹ in a syllable."""


def particles(sentence: str, values: Mapping[str, object]) -> str:
    """Write the form of each particle that is right behind the value before it."""

    def right(found: re.Match[str]) -> str:
        letters = [letter for letter in str(values.get(found["name"], "")).casefold() if letter.isalnum()]
        final, is_l = _ending(letters[-1]) if letters else (False, False)
        closed, opened = _FORMS[found["both"]]
        # After ㄹ it is 로, as after a vowel.
        form = closed if final and not (is_l and found["both"] == "(으)로") else opened
        return f"{{{found['name']}}}{found['marks']}{form}"

    return _PLACEHOLDER.sub(right, sentence)


def _ending(letter: str) -> tuple[bool, bool]:
    """Return whether a word with this last letter ends in a consonant, and whether that is an l."""
    if "가" <= letter <= "힣":
        final = (ord(letter) - ord("가")) % 28
        return final > 0, final == _L
    if letter.isdecimal():
        return letter in _CLOSED_DIGITS, letter in _L_DIGITS
    return letter in _CLOSED_LETTERS, letter in _L_LETTERS
