"""Texts that strangers could send to make a pattern slow, and a bound on the processor time they may take."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOMS = ("bot", "data", "engine", "executors", "languages", "renderers")
"""Packages that run on a host's machine."""

METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")

_UNITS = {
    "blanks": " ",
    "tabs": "\t",
    "line breaks": "\n",
    "carriage returns": "\r",
    "both": "\r\n",
    "separators of paragraphs": "\u2029",
    "wide blanks": "\u3000",
    "blanks and line breaks": " \n",
    "digits": "1",
    "noughts": "0",
    "numbers": "12 ",
    "numbers with dots": "1.",
    "numbers with signs": "-5,",
    "letters": "a",
    "capitals": "X",
    "words": "pa ",
    "letters with accents": "é",
    "discs": "XO",
    "empty squares": "-",
    "discs and blanks": "x ",
    "dots": ".",
    "bars": "|",
    "rules": "-|-\n",
    "rows": "1|-|x|o|\n",
    "names of columns": "a b c d ",
    "numbers of columns": "1 2 3 4 ",
    "emoji": "🔴⚪",
    "names of emoji": ":white_circle:",
    "colons": ":",
    "semicolons": ";",
    "commas": ",",
    "commas and blanks": " ,",
    "hyphens and blanks": " - ",
    "slashes": "/",
    "backslashes": "\\",
    "parentheses": "(",
    "trees": "(;",
    "closing trees": ")",
    "square brackets": "[",
    "properties": "B[f5]",
    "closing brackets": "]",
    "tags": '[Black "Ann"]',
    "braces": "{",
    "JSON lists": "[[",
    "quotation marks": '"',
    "apostrophes": "' ",
    "code": "`",
    "blocks": "```x\n",
    "quotations": "> ",
    "angle brackets": "<",
    "addresses": "https://a.b/",
    "at signs": "a@",
    "comments": "#\n",
    "squares": "f5",
    "squares and blanks": "f5 ",
    "numbered moves": "1. f5 d6 ",
    "moves with signs": "+d3-c3",
    "values": "g8:+18; ",
    "equals signs": "q=",
}
_FEW = frozenset(
    {
        "blanks",
        "blanks and line breaks",
        "line breaks",
        "digits",
        "numbers with dots",
        "letters",
        "discs and blanks",
        "empty squares",
        "commas and blanks",
        "square brackets",
        "squares and blanks",
    }
)
_AROUND = (("", ""), ("", "k"), ("f5", "k"))
"""What precedes and follows the units: the last character decides whether a text is an almost-match."""


@dataclass(frozen=True)
class Text:
    """A kind of text of any size."""

    name: str
    before: str
    unit: str
    after: str

    def of(self, size: int) -> str:
        """Return one of about `size` characters."""
        return f"{self.before}{self.unit * (size // len(self.unit))}{self.after}"


def texts(*, few: bool = False) -> Iterator[Text]:
    """Yield the kinds of texts: all, or a `few` that are most often slow."""
    for name, unit in _UNITS.items():
        if few and name not in _FEW:
            continue
        for before, after in _AROUND:
            yield Text(f"{before}{name}{after and f' and {after}'}", before, unit, after)


class TooSlow(BaseException):
    """Work that took more processor time than it may."""


@contextmanager
def bounded(seconds: float, what: str) -> Iterator[None]:
    """End the block, even a pattern, with TooSlow after so much processor time of this process."""

    def end(*_: object) -> None:
        raise TooSlow(f"{what}: more than {seconds} s of processor time")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True)
class Use:
    """A pattern, and a method with which a module applies it."""

    name: str
    method: str
    pattern: re.Pattern[str]

    def __str__(self) -> str:
        return f"{self.name}.{self.method}"

    def on(self, text: str) -> None:
        """Apply it to a text."""
        apply: Callable[..., object] = getattr(self.pattern, self.method)
        found = apply("", text) if self.method in ("sub", "subn") else apply(text)
        if self.method == "finditer":
            assert isinstance(found, Iterator)
            for _ in found:
                pass


def modules() -> Iterator[ModuleType]:
    """Import and yield every module."""
    for room in ROOMS:
        package = importlib.import_module(room)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            if not found.name.endswith("__main__") and not found.name.startswith("data.migrations"):
                yield importlib.import_module(found.name)


def uses() -> list[Use]:
    """Return every compiled pattern with the methods that modules call, and those written in a call."""
    patterns: dict[int, tuple[str, re.Pattern[str]]] = {}
    methods: dict[str, set[str]] = {}
    found: list[Use] = []
    for module in modules():
        for name, value in vars(module).items():
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                    patterns.setdefault(id(one), (name, one))
        source = Path(module.__file__ or "").read_text("utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                match node.value:
                    case ast.Name(name) | ast.Attribute(attr=name):
                        methods.setdefault(name, set()).add(node.attr)
            match node:
                case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str(text)), *_]):
                    if method != "compile":
                        found.append(Use(f"{module.__name__}: {text}", method, re.compile(text)))
    for name, pattern in patterns.values():
        # A pattern in a tuple is used by another name.
        found += [Use(name, method, pattern) for method in sorted(methods.get(name, METHODS))]
    return found
