"""Texts as people paste them: out of a message with its code blocks, quoted, or with emoji by their names."""

from __future__ import annotations

import re

_BLOCK = re.compile(r"```(?:(?:json|text|txt|pgn|sgf|ggf)\s|[a-z]+\n)?(.*?)```", re.DOTALL | re.IGNORECASE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_WHOLE_FILES = ("{", "(", "[")
"""Files that have their own use for every sign begin so."""


def without_markdown(text: str) -> str:
    """What is in the code blocks of a text, or all of it, without the marks that Discord gives a meaning."""
    blocks = _BLOCK.findall(text)
    if blocks:
        return "\n".join(blocks)
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(line.startswith(">") for line in lines):
        text = _QUOTED.sub("", text)
    if text.lstrip("\ufeff \t\r\n").startswith(_WHOLE_FILES):
        return text
    return text.replace("`", "")
