"""Discord's markup as pages show it: lines of runs, each with a text and a style.

Pages put texts into text nodes, so nothing in them can become HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bot.ui.untrusted import shortened

PERSON = re.compile(r"<@!?(\d+)>")

BLOCK = re.compile(r"\n?^```\n(.*?)\n```$\n?", re.DOTALL | re.MULTILINE)

TOKEN = re.compile(
    r"\\(?P<escaped>[^\w\s])"
    r"|<@!?(?P<person>\d+)>"
    r"|<t:(?P<time>-?\d+)(?::(?P<format>[A-Za-z]))?>"
    r"|<(?:#|@&|/[^:<>]*:)\d+>"
    # No bracket inside of another: each would be tried to the end of the text.
    r"|\[(?P<label>[^\[\]\n]+)\]\((?P<address>https?://[^()\[\]\s]+)\)"
    r"|(?P<style>\*\*|\*|__|`)"
)

STYLES = {"**": "b", "__": "b", "*": "i", "`": "c"}

Run = list[str]
"""A text and its style: "" plain, b bold, i italic, c code, t a time in seconds with Discord's format."""


NEIGHBOURS = re.compile(r"(<@!?\d+>) (?=<@)")
"""A mention before another; Discord frames each, pages need a comma."""


def people_in(text: str) -> set[int]:
    """Return the people whom a text mentions."""
    return {int(found) for found in PERSON.findall(text)}


def lines_of(text: str, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the lines of a text; a small or large one says so, and a block of code is one."""
    lines: list[dict[str, object]] = []
    for number, part in enumerate(BLOCK.split(NEIGHBOURS.sub(r"\1, ", text))):
        lines += [{"runs": [[part, ""]], "size": "code"}] if number % 2 else _lines(part, names)
    return lines


def _lines(text: str, names: Mapping[int, str]) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    for line in text.split("\n"):
        small, large = line.startswith("-# "), line.startswith("### ")
        runs = list(_runs(line[3:] if small else line[4:] if large else line, names))
        size = {"size": "small"} if small else {"size": "large"} if large else {}
        lines.append({"runs": runs, **size})
    return lines


def plain(text: str, names: Mapping[int, str]) -> str:
    """Return a text without markup."""
    return "\n".join(
        "".join(run[0] for run in _runs(line, names) if run[1] != "t") for line in text.split("\n")
    )


def _runs(line: str, names: Mapping[int, str]) -> Iterator[Run]:
    style, start, written = "", 0, ""
    for found in TOKEN.finditer(line):
        written += line[start : found.start()]
        start = found.end()
        if found["escaped"] is not None:
            written += found["escaped"]
        elif found["person"] is not None:
            written += shortened(names.get(int(found["person"]), "?"))
        elif found["label"] is not None:
            written += found["label"]
        elif found["time"] is not None:
            if written:
                yield [written, style]
                written = ""
            yield [found["time"], "t", found["format"] or "f"]
        elif found["style"] is not None:
            if written:
                yield [written, style]
                written = ""
            changed = STYLES[found["style"]]
            style = "" if style == changed else changed
    written += line[start:]
    if written:
        yield [written, style]
