"""Texts that could make a pattern slow, from its own parse: what its loops take, with a wrong end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

MIN_LOOP = 8
"""Minimum of a repeat's highest count that makes it a loop."""

MAX_CHARACTERS, MAX_CONTENTS = 4, 6
"""Maximum units tried for a loop over characters, and for one over more."""

_ALPHABET = [*map(chr, range(32, 127)), *"\t\n\r\0é×字１\u2029🔴"]

_parser: Any = vars(re)["_parser"]
_compiler: Any = vars(re)["_compiler"]
_LEAVES = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


@dataclass(frozen=True)
class Text:
    """A kind of text of any size."""

    before: str
    unit: str
    after: str

    def of(self, size: int) -> str:
        """Return one of about `size` characters."""
        return f"{self.before}{self.unit * (size // len(self.unit))}{self.after}"

    def __str__(self) -> str:
        return f"{self.before!r} + n * {self.unit!r} + {self.after!r}"


@dataclass(frozen=True)
class _Loop:
    body: Any
    before: tuple[Any, ...]
    """What a text has to have before it."""
    after: tuple[Any, ...]


def texts(pattern: re.Pattern[str], *, searched: bool) -> Iterator[Text]:
    """Yield evil texts for a pattern; one that is `searched` can begin anywhere."""
    yield from dict.fromkeys(_Evil(pattern).texts(searched))


class _Evil:
    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._flags = pattern.flags
        self._tree = _parser.parse(pattern.pattern, pattern.flags)
        self._loops = list(self._loops_of(self._tree, (), ()))
        self._letters = [*dict.fromkeys([*_ALPHABET, *_literals(self._tree)])]
        self._groups: dict[int, str] = {}
        leaves = [(repr(leaf), self._takes(leaf)) for leaf in self._leaves(self._tree)]
        looped = {repr(leaf) for loop in self._loops for leaf in self._leaves(loop.body)}
        taken = {letter: [leaf for leaf, takes in leaves if letter in takes] for letter in self._letters}
        # Of the characters that the same loops take, the one that most other parts take is most ambiguous.
        alike: dict[tuple[object, ...], str] = {}
        for letter in sorted(self._letters, key=lambda letter: -len(taken[letter])):
            kind = (letter == "\n", *(leaf for leaf in taken[letter] if leaf in looped))
            alike.setdefault(kind, letter)
        self._kinds = sorted(alike.values(), key=lambda letter: -len(taken[letter]))
        self._wrong = min(self._letters, key=lambda letter: (len(taken[letter]), letter == "\n"))
        self._ends = [self._wrong, *([""] if taken[self._wrong] else [])]
        self._runs = [run for run in self._literal_runs(self._tree) if len(run) > 1]

    def texts(self, searched: bool) -> Iterator[Text]:
        """Yield every text, some more than once."""
        ahead = "".join(self._sample(content, 1) for content in _looked_ahead(self._tree)) or self._wrong
        for loop in self._loops:
            before = self._sample(loop.before, 0)
            rest = self._sample(loop.after, 0)
            for unit in self._units(loop.body):
                for after in (*self._ends, rest + self._wrong, ahead):
                    yield Text(before, unit, after)
                    if searched:
                        yield Text("", before + unit, after)
                if searched:
                    yield Text("", unit, self._wrong)

    def _units(self, body: Any) -> Iterable[str]:
        items = list(body)
        if len(items) == 1 and str(items[0][0]) in _LEAVES:
            takes = self._takes(items[0])
            letters = [letter for letter in self._kinds if letter in takes]
            letters = letters or [letter for letter in self._letters if letter in takes][:1]
            runs = [run for run in self._runs if set(run) <= takes]
            return [
                *letters[: MAX_CHARACTERS - 1],
                *letters[MAX_CHARACTERS - 1 :][-1:],
                *runs[:MAX_CHARACTERS],
            ]
        return dict.fromkeys(filter(None, (self._sample(body, style) for style in range(MAX_CONTENTS))))

    def _loops_of(self, tree: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> Iterator[_Loop]:
        items = list(tree)
        for at, (name, value) in enumerate(items):
            around = (*before, *items[:at]), (*items[at + 1 :], *after)
            if str(name) in _REPEATS and value[1] >= MIN_LOOP:
                yield _Loop(value[2], *around)
            for inner in _contents(str(name), value):
                yield from self._loops_of(inner, *around)

    def _literal_runs(self, tree: Any) -> Iterator[str]:
        """Yield the literals between loops."""
        run = ""
        for name, value in tree:
            if str(name) == "LITERAL":
                run += chr(value)
                continue
            yield run
            run = ""
            for inner in _contents(str(name), value):
                yield from self._literal_runs(inner)
        yield run

    def _leaves(self, tree: Any) -> Iterator[Any]:
        for leaf in tree:
            if str(leaf[0]) in _LEAVES:
                yield leaf
            for inner in _contents(str(leaf[0]), leaf[1]):
                yield from self._leaves(inner)

    def _takes(self, leaf: Any) -> frozenset[str]:
        return _taken(repr(leaf), lambda: self._match(leaf), tuple(self._letters), self._flags)

    def _match(self, leaf: Any) -> Callable[[str], object]:
        tree = _parser.SubPattern(self._tree.state, [leaf])
        fullmatch: Callable[[str], object] = _compiler.compile(tree, self._flags).fullmatch
        return fullmatch

    def _sample(self, tree: Iterable[Any], style: int) -> str:
        """Return a text for a part; styles differ in branches, characters, and in what is optional."""
        text = ""
        for name, value in tree:
            match str(name):
                case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                    takes = self._takes((name, value))
                    letters = [letter for letter in self._kinds if letter in takes] or [
                        letter for letter in self._letters if letter in takes
                    ]
                    text += letters[style // 2 % len(letters)] if letters else ""
                case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                    low, high, body = value
                    text += self._sample(body, style) * max(low, min(style % 2, high))
                case "BRANCH":
                    text += self._sample(value[1][style % len(value[1])], style)
                case "SUBPATTERN":
                    inner = self._sample(value[-1], style)
                    self._groups[value[0]] = inner
                    text += inner
                case "ATOMIC_GROUP":
                    text += self._sample(value, style)
                case "ASSERT" if value[0] < 0:
                    behind = self._sample(value[1], style)
                    text += "" if text.endswith(behind) else behind
                case "GROUPREF":
                    text += self._groups.get(value, "")
                case "GROUPREF_EXISTS":
                    text += self._sample(value[1], style)
        return text


def _contents(name: str, value: Any) -> Sequence[Any]:
    """Return the parts inside a part."""
    if name in _REPEATS:
        return [value[2]]
    match name:
        case "BRANCH":
            return list(value[1])
        case "SUBPATTERN":
            return [value[-1]]
        case "ATOMIC_GROUP":
            return [value]
        case "ASSERT" | "ASSERT_NOT":
            return [value[1]]
        case "GROUPREF_EXISTS":
            return [part for part in value[1:] if part is not None]
    return []


def _looked_ahead(tree: Any) -> Iterator[Any]:
    for name, value in tree:
        if str(name) == "ASSERT" and value[0] > 0:
            yield value[1]
        for inner in _contents(str(name), value):
            yield from _looked_ahead(inner)


def _literals(tree: Any) -> Iterator[str]:
    """Yield the characters that a pattern names, and one after each range."""
    for name, value in tree:
        if str(name) in ("LITERAL", "NOT_LITERAL"):
            yield chr(value)
        elif str(name) == "RANGE":
            yield chr(value[0])
        elif str(name) == "IN":
            yield from _literals(value)
        for inner in _contents(str(name), value):
            yield from _literals(inner)


_CACHE: dict[tuple[str, tuple[str, ...], int], frozenset[str]] = {}


def _taken(
    key: str, match: Callable[[], Callable[[str], object]], letters: tuple[str, ...], flags: int
) -> frozenset[str]:
    found = _CACHE.get((key, letters, flags))
    if found is None:
        takes = match()
        found = _CACHE[key, letters, flags] = frozenset(letter for letter in letters if takes(letter))
    return found
