"""The messages that become labels, found in the source from the places where Discord has limits.

An argument of `button`, say, is followed through variables, parameters, constants and functions to all
messages that it can be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from release.languages import KEYWORDS
from release.lock import ROOT

BUTTON, OPTION, HINT, PLACEHOLDER, DIALOG = 80, 100, 100, 150, 45
"""Maximum characters, set by Discord."""

PLACES: dict[str, dict[str, tuple[int | None, int]]] = {
    "button": {"label": (0, BUTTON)},
    "Button": {"label": (None, BUTTON)},
    "SelectOption": {"label": (None, OPTION), "description": (None, OPTION)},
    "select": {"placeholder": (0, PLACEHOLDER)},
    "user_select": {"placeholder": (0, PLACEHOLDER)},
    "channel_select": {"placeholder": (0, PLACEHOLDER)},
    "role_select": {"placeholder": (0, PLACEHOLDER)},
    "Field": {"label": (0, DIALOG), "hint": (1, HINT)},
    "dialog": {"title": (0, DIALOG)},
    "Modal": {"title": (None, DIALOG)},
    "Label": {"text": (None, DIALOG), "description": (None, HINT)},
}
"""The arguments that Discord limits, by function: position, if any, and maximum characters."""

CARRIERS = ("shortened", "fitted", "capitalized", "cut", "join", "facts_line", "escaped", "safe")
"""Functions whose results are made of their arguments."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Label:
    """A message in a place: its context and forms, and the maximum characters there."""

    context: str | None
    english: tuple[str, ...]
    limit: int


@dataclass(frozen=True)
class Site:
    """A call with a limited argument."""

    module: str
    line: int
    argument: str
    labels: frozenset[Label]


@dataclass(eq=False)
class Module:
    """A parsed file, with what its names are."""

    name: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        found: dict[str, ast.expr] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        found[target.id] = node.value
        return found

    @cached_property
    def functions(self) -> dict[str, ast.AST]:
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, FUNCTIONS)}

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """What is imported: module and name there, by the name here."""
        return {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }


class Source:
    """The source of the bot."""

    def __init__(self, folder: Path = ROOT / "bot") -> None:
        self._modules: dict[str, Module] = {}
        self._calls: dict[str, list[tuple[Module, ast.Call]]] = {}
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            module = Module(name, ast.parse(path.read_text("utf-8")))
            self._modules[name] = module
            for node in ast.walk(module.tree):
                for child in ast.iter_child_nodes(node):
                    module.parents[child] = node
                if isinstance(node, ast.Call):
                    self._calls.setdefault(_called(node), []).append((module, node))

    def sites(self) -> Iterator[Site]:
        """Yield all calls with limited arguments, with the messages that these can be."""
        for function, arguments in PLACES.items():
            for module, call in self._calls.get(function, []):
                for argument, (place, limit) in arguments.items():
                    given = _argument(call, argument, place)
                    if given is not None:
                        messages = self._messages(module, given, set())
                        labels = frozenset(Label(*message, limit) for message in messages)
                        yield Site(module.name, call.lineno, argument, labels)

    def _messages(
        self, module: Module, node: ast.AST, seen: set[ast.AST]
    ) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        if node in seen:
            return
        seen.add(node)
        if isinstance(node, ast.Call):
            message = _message(node)
            if message is not None:
                yield message
                return
        if isinstance(node, ast.Name | ast.Attribute):
            for owner, value in self._values(module, node):
                yield from self._messages(owner, value, seen)
        else:
            for child in _texts_in(node):
                yield from self._messages(module, child, seen)

    def _values(self, module: Module, node: ast.Name | ast.Attribute) -> Iterator[tuple[Module, ast.AST]]:
        """Yield what a name can be: assigned here, given by callers, or a constant or function anywhere."""
        if isinstance(node, ast.Attribute):
            owner = module.imports.get(node.value.id) if isinstance(node.value, ast.Name) else None
            other = self._modules.get(".".join(owner)) if owner is not None else None
            if other is not None:
                yield from self._defined(other, node.attr)
            return
        scope = module.parents.get(node)
        while scope is not None:
            if isinstance(scope, FUNCTIONS):
                found = [*self._local(module, scope, node.id)]
                if found:
                    yield from found
                    return
            elif isinstance(scope, ast.GeneratorExp | ast.ListComp | ast.DictComp | ast.SetComp):
                for each in scope.generators:
                    if node.id in _names(each.target):
                        yield module, each.iter
                        return
            scope = module.parents.get(scope)
        yield from self._defined(module, node.id)

    def _local(
        self, module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str
    ) -> Iterator[tuple[Module, ast.AST]]:
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and any(name in _names(target) for target in node.targets):
                yield module, node.value
            elif isinstance(node, ast.For) and name in _names(node.target):
                yield module, node.iter
        positions = [each.arg for each in function.args.args]
        if name in (*positions, *(each.arg for each in function.args.kwonlyargs)):
            for caller, call in self._calls.get(function.name, []):
                place = positions.index(name) if name in positions else None
                given = _argument(call, name, place)
                if given is not None:
                    yield caller, given

    def _defined(self, module: Module, name: str) -> Iterator[tuple[Module, ast.AST]]:
        if name in module.constants:
            yield module, module.constants[name]
        elif name in module.functions:
            yield module, module.functions[name]
        elif name in module.imports:
            owner, original = module.imports[name]
            if owner in self._modules:
                yield from self._defined(self._modules[owner], original)


def _texts_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of an expression or a function that its text can come from."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from (each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value)
        case ast.Call():
            if _called(node) in {*KEYWORDS, *CARRIERS}:
                yield from node.args
            else:
                yield node.func
        case ast.IfExp():
            yield from (node.body, node.orelse)
        case ast.Subscript():
            yield node.value
        case ast.Dict():
            yield from node.values
        case ast.Await():
            yield node.value
        case ast.JoinedStr() | ast.BinOp() | ast.BoolOp() | ast.Tuple() | ast.List() | ast.FormattedValue():
            yield from ast.iter_child_nodes(node)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _argument(call: ast.Call, name: str, place: int | None) -> ast.expr | None:
    named = next((each.value for each in call.keywords if each.arg == name), None)
    if named is None and place is not None and place < len(call.args):
        return call.args[place]
    return named


def _names(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _message(call: ast.Call) -> tuple[str | None, tuple[str, ...]] | None:
    """Return the context and the forms of a message that is written in a call."""
    function = _called(call)
    if function not in KEYWORDS:
        return None
    places = KEYWORDS[function] or (1,)
    context, forms = None, []
    for place in places:
        argument = call.args[(place[0] if isinstance(place, tuple) else place) - 1]
        if not isinstance(argument, ast.Constant):
            return None
        if isinstance(place, tuple):
            context = str(argument.value)
        else:
            forms.append(str(argument.value))
    return context, tuple(forms)
