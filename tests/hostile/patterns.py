"""Every pattern of the packages that run on a host's machine, and how it is applied.

Found are those in values of modules (collections, classes, closures), those written in a call, and those of
routes. One made from other values inside a function is found while `called` runs.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from unittest.mock import patch

from aiohttp.web_urldispatcher import DynamicResource

ROOMS = ("bot", "data", "engine", "executors", "languages", "renderers")
"""Packages that run on a host's machine."""

ROOT = Path(__file__).parent.parent.parent

_SCANS = ("sub", "subn", "split", "findall", "finditer")
METHODS = ("match", "fullmatch", "search", *_SCANS)


@dataclass(frozen=True)
class Use:
    """A pattern and how it is applied: match, fullmatch, search, or finditer for all that scan."""

    where: str
    method: str
    pattern: re.Pattern[str]

    def __str__(self) -> str:
        return f"{self.where}, {self.method} of {self.pattern.pattern!r}"

    def on(self, text: str) -> None:
        found = getattr(self.pattern, self.method)(text)
        if self.method == "finditer":
            for _ in found:
                pass


@dataclass(frozen=True)
class _Site:
    """A call of `re` with a pattern that only the call knows."""

    path: str
    first: int
    last: int
    method: str
    name: str
    """The variable or the function whose value it is; "" for none."""

    def methods(self, by_name: Mapping[str, set[str]]) -> Iterable[str]:
        """Return the methods with which its pattern is applied."""
        return by_name.get(self.name, METHODS) if self.method == "compile" else (self.method,)


class _Source:
    """A module with its tree, in which expressions are evaluated with the module's values."""

    def __init__(self, path: Path, text: str) -> None:
        self.name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        self.path = str(path)
        self.module: ModuleType = importlib.import_module(self.name)
        self.tree = ast.parse(text)

    def value(self, node: ast.expr) -> object:
        """Return the value of an expression; None if it needs values of a call."""
        try:
            return eval(compile(ast.Expression(node), self.name, "eval"), dict(vars(self.module)))  # noqa: S307
        except NameError:
            return None

    def named(self, node: ast.expr) -> str:
        """Return the name of the variable or function whose value an expression is."""
        for function in ast.walk(self.tree):
            match function:
                case ast.Assign([ast.Name(name)], value) if value is node:
                    return name
                case ast.FunctionDef(name=name) if any(
                    isinstance(one, ast.Return) and one.value is node for one in ast.walk(function)
                ):
                    return name
        return ""

    def imported(self) -> set[str]:
        """Return the names that other modules define."""
        froms = (node for node in ast.walk(self.tree) if isinstance(node, ast.ImportFrom))
        return {alias.asname or alias.name for node in froms for alias in node.names}


@functools.cache
def _sources() -> list[_Source]:
    """Return the modules that can have patterns, imported."""
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text("utf-8")
            if path.name == "__main__.py" or "migrations" in path.parts:
                continue
            if re.search(r"\bimport re\b|pattern=|\bweb\.|\{\{?\w+:\[", text):
                found.append(_Source(path, text))
    return found


def uses(called: Callable[[], object]) -> list[Use]:
    """Return every pattern with its methods; `called` calls what makes patterns from other values."""
    found: dict[tuple[str, int, str], Use] = {}
    methods = _methods_by_name(_sources())
    in_values = list(_in_values())
    known = {(pattern.pattern, pattern.flags) for _, pattern in in_values}
    for where, pattern in in_values:
        name = where.rpartition(":")[2]
        _add(found, where, methods.get(name, METHODS), pattern)
    sites = []
    for source in _sources():
        for where, method, made in _in_source(source):
            if isinstance(made, _Site):
                sites.append(made)
            elif method != "compile" or (made.pattern, made.flags) not in known:
                _add(found, where, METHODS if method == "compile" else (method,), made)
    for site, patterns in _made(called, sites).items():
        where = f"{Path(site.path).relative_to(ROOT)}:{site.first}"
        if not patterns:
            raise LookupError(f"{where}: call what makes this pattern, so that it is tested")
        # Another file's variable of that name is another one.
        own = _methods_by_name([source for source in _sources() if source.path == site.path])
        for pattern in patterns:
            _add(found, where, site.methods(own), pattern)
    return list(found.values())


def _add(
    found: dict[tuple[str, int, str], Use], where: str, methods: Iterable[str], pattern: re.Pattern[str]
) -> None:
    kinds = {"finditer" if method in _SCANS else method for method in methods}
    # What takes a text as a whole, or takes all of it, tries more.
    kinds -= {"match" if "fullmatch" in kinds else "", "search" if "finditer" in kinds else ""}
    for method in kinds:
        found.setdefault((pattern.pattern, pattern.flags, method), Use(where, method, pattern))


def _methods_by_name(sources: Iterable[_Source]) -> dict[str, set[str]]:
    """Return the methods that modules name behind a pattern's name."""
    found: dict[str, set[str]] = {}
    for source in sources:
        for node in ast.walk(source.tree):
            match node:
                case ast.Attribute(
                    ast.Name(name) | ast.Attribute(attr=name) | ast.Call(ast.Name(name)), method
                ) if method in METHODS:
                    found.setdefault(name, set()).add(method)
    return found


def _in_values() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield what the values of modules reach, with the names of the values."""
    seen: set[int] = set()
    for source in _sources():
        imported = source.imported()
        for name, value in list(vars(source.module).items()):
            if name not in imported and not name.startswith("__"):
                for pattern in in_value(value, seen):
                    yield f"{source.name}:{name}", pattern


def in_value(value: object, seen: set[int]) -> Iterator[re.Pattern[str]]:
    """Yield the patterns that a value reaches through values of ours, except those seen before."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or not gc.is_tracked(one) or isinstance(one, ModuleType):
            continue
        seen.add(id(one))
        if isinstance(one, re.Pattern):
            if isinstance(one.pattern, str):
                yield one
        elif isinstance(one, FunctionType):
            if _is_ours(one.__module__):
                waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__, one.__dict__]
        elif _is_ours(one.__module__ if isinstance(one, type) else type(one).__module__):
            waiting += gc.get_referents(one)


def _is_ours(module: str | None) -> bool:
    root = (module or "").partition(".")[0]
    return root in ROOMS or root in ("builtins", "functools", "collections", "types")


def _in_source(source: _Source) -> Iterator[tuple[str, str, re.Pattern[str] | _Site]]:
    """Yield the patterns and sites of calls, with the method."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "re":
            raise LookupError(f"{source.name}: import re as a module, so that its patterns are found")
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            text = source.value(node)
            if (
                isinstance(text, str)
                and text.startswith("/")
                and re.search(r"\{\w+(:[^}]+)?\}", text)
                and "\n" not in text
            ):
                yield f"{source.name}:{node.lineno}", "fullmatch", DynamicResource(text).get_info()["pattern"]
        if not isinstance(node, ast.Call):
            continue
        where = f"{source.name}:{node.lineno}"
        for keyword in node.keywords:
            if (keyword.arg or "").endswith("pattern"):
                yield where, "compile", re.compile(str(source.value(keyword.value)))
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), method), [first, *_]) if method in (
                *METHODS,
                "compile",
            ):
                made = source.value(first)
                flags = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
                flags += (
                    node.args[1:]
                    if method == "compile"
                    else node.args[2:]
                    if method not in ("sub", "subn")
                    else []
                )
                if isinstance(made, str):
                    given = [value for flag in flags if isinstance(value := source.value(flag), re.RegexFlag)]
                    yield where, method, re.compile(made, *given)
                elif made is None:
                    name = source.named(node)
                    yield where, method, _Site(source.path, node.lineno, node.end_lineno or 0, method, name)


def _made(called: Callable[[], object], sites: list[_Site]) -> dict[_Site, list[re.Pattern[str]]]:
    """Return what was compiled at the sites during a call."""
    found: dict[_Site, list[re.Pattern[str]]] = {site: [] for site in sites}
    compiled = vars(re)["_compile"]

    def compile_(pattern: object, flags: int) -> re.Pattern[str]:
        made: re.Pattern[str] = compiled(pattern, flags)
        frame = sys._getframe(2)
        for site in sites:
            if frame.f_code.co_filename == site.path and site.first <= frame.f_lineno <= site.last:
                found[site].append(made)
        return made

    with patch.object(re, "_compile", compile_):
        called()
    return found
