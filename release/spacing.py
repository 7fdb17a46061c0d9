"""Write the spaces of a translation as its language has them.

>>> right_spaces("fr", "Tu joues : `/partie voir`; prêt?").replace(NARROW, "_")
'Tu joues_: `/partie voir`_; prêt_?'
>>> right_spaces("it", "Pronto ? « Sì »")
'Pronto? «Sì»'
>>> right_spaces("ja", "`/定石 調べる` で {number} 手を見る")
'`/定石 調べる`で{number}手を見る'
"""

from __future__ import annotations

import re
from collections.abc import Callable

NARROW = "\N{NARROW NO-BREAK SPACE}"
_SPACE = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"

_CODE, _SIGNS = "\ue000", "\ue001"
"""Stand for what has no punctuation of the language: code, mentions and addresses, and a list of signs."""

_KEPT = re.compile(
    r"(?P<code>`[^`]*`|\*\*/[^*]*\*\*|<[^<>]*>|https?://\S+)|"
    + _SPACE.join(map(re.escape, ["-", "'", ".", "!", "?", "&", "+"]))
)


def right_spaces(code: str, text: str) -> str:
    """Return a translation into the language of a code with its spaces; the rest of the text is kept."""
    kept = [found[0] for found in _KEPT.finditer(text)]
    parts = iter(kept)
    hidden = _KEPT.sub(lambda found: _CODE if found["code"] else _SIGNS, text)
    right = _RIGHT.get(code.partition("_")[0], _without_french_spaces)(hidden)
    return re.sub(f"[{_CODE}{_SIGNS}]", lambda _: next(parts), right)


def _french(text: str) -> str:
    text = re.sub(rf"«{_SPACE}*", f"«{NARROW}", text)
    text = re.sub(rf"(?<=[^\s{NARROW}]){_SPACE}*(»|[;?!]+)", rf"{NARROW}\1", text)
    # A colon without spaces is part of a time of day, or of an option.
    return re.sub(rf"(?<=\S)(?:{_SPACE}+:|:(?=\s|\*|(?<=[^}}\d]:)\Z))", f"{NARROW}:", text)


def _without_french_spaces(text: str) -> str:
    return re.sub(rf"(?<=\S){_SPACE}+(?=[:;?!»](?!\S))|(?<=«){_SPACE}+|(?<=\w){_SPACE}+(?=»)", "", text)


_JAPANESE = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"
_NOUN = "さ\u30a1-\u30fa\u30fc\u3400-\u9fff"
"""How labels end: not with a particle."""
_VALUE = rf"(?:\{{(?!(?:disc|(?:\w+_)?mark|bar|sign)\}})\w+\}}|{_CODE})"
"""What is filled in, but for emoji."""
_WORD = rf"(?:[{_JAPANESE}]|{_VALUE})"

_NO_SPACE = re.compile(rf"(?<=[{_JAPANESE}\w}}{_CODE}*]) (?=(?:\*\*)?(?:\w|{_VALUE}))")
_LABEL_BEFORE = re.compile(rf"(?:[{_NOUN}] (?:\*\*)?{_VALUE}(?:\*\*)?)(?:\Z|\n| (?!{_WORD})|[：。、）/·…])")


def _japanese(text: str) -> str:
    """Leave spaces between Latin words, around signs and 対, behind commands, sentences, and labels."""

    def right(found: re.Match[str]) -> str:
        before, after = text[: found.start()], text[found.end() :]
        ahead, behind = before.removesuffix("**"), after.removeprefix("**")
        stays = (
            not (re.search(rf"[{_JAPANESE}{_CODE}]\Z", ahead) or re.match(rf"[{_JAPANESE}{_CODE}]", behind))
            or not re.search(rf"(?:\w|{_VALUE})\Z", ahead)
            or re.search(r"(?:\s対|(?<![\w/])/\w+)\Z", before)
            or re.match(r"対\s", after)
            or _LABEL_BEFORE.match(text, found.start() - 1)
        )
        return found[0] if stays else ""

    return _NO_SPACE.sub(right, text)


_RIGHT: dict[str, Callable[[str], str]] = {"fr": _french, "ja": _japanese}
