"""The messages that become labels, found in the source from the places where Discord has limits.

An argument of `button`, say, is followed through variables, parameters, constants, functions, loops and the
fields of objects to all messages that it can be.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

from release.languages import KEYWORDS
from release.lock import ROOT

BUTTON, OPTION, HINT, PLACEHOLDER, DIALOG, THREAD, EMBED = 80, 100, 100, 150, 45, 100, 256
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
    "TextInput": {"label": (None, DIALOG), "placeholder": (None, HINT)},
    "create_thread": {"name": (None, THREAD)},
    "Embed": {"title": (None, EMBED), "description": (None, 4096)},
    "add_field": {"name": (None, EMBED), "value": (None, 1024)},
    "set_author": {"name": (None, EMBED)},
    "set_footer": {"text": (None, 2048)},
}
"""The arguments that Discord limits, by function: position, if any, and maximum characters."""

COMPONENTS = "bot.ui.components"

CARRIERS = ("capitalized", "join", "facts_line", "escaped")
"""Functions whose results are made of their arguments."""

CUTTING = ("shortened", "fitted", "cut", "safe")
"""Functions whose results are their first argument, cut off where that is too long."""

CUT = "…"
"""What a text ends in that is cut off."""

OF_ITSELF = ("replace", "split", "strip", "removesuffix")
"""Methods that return parts of their text."""

GATHERING = ("list", "tuple", "sorted", "reversed", "islice", "set")
"""Functions whose results have the elements of their first argument."""

IN_CONTEXT = [function for function, places in KEYWORDS.items() if places and (1, "c") in places]
"""Functions whose first argument is the context of a message."""

EACH, VALUE = "each", "value"
"""Steps into a collection: to its elements, or keys, and to the values behind keys."""

FEW = 3
"""Classes with an attribute, at most, for it to be followed where nothing says which class it is of."""

MAX_STEPS, MAX_HOPS = 5, 20
"""Steps, and expressions behind one another, after which a text is given up: it is a value, like a move."""

Steps: TypeAlias = "tuple[int | str, ...]"
Place: TypeAlias = "tuple[Module, ast.AST, Steps]"
"""An expression in a module, and the steps into its value."""
Text: TypeAlias = "tuple[str | None, tuple[str, ...]] | str"
"""A message, with its context and forms, or a constant."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Label:
    """A message in a place: its context and forms, and the maximum characters there."""

    context: str | None
    english: tuple[str, ...]
    limit: int


@dataclass(frozen=True)
class Site:
    """A call with a limited argument: the messages that this can be, and the other texts."""

    module: str
    line: int
    argument: str
    limit: int
    labels: frozenset[Label]
    constants: frozenset[str]


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
        self._classes: list[tuple[Module, ast.ClassDef]] = []
        self._known: dict[ast.AST, tuple[Place, ...]] = {}
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            module = Module(name, ast.parse(path.read_text("utf-8")))
            self._modules[name] = module
            for node in ast.walk(module.tree):
                for child in ast.iter_child_nodes(node):
                    module.parents[child] = node
                if isinstance(node, ast.Call):
                    self._calls.setdefault(_called(node), []).append((module, node))
                elif isinstance(node, ast.ClassDef):
                    self._classes.append((module, node))

    def sites(self) -> Iterator[Site]:
        """Yield all calls with limited arguments, with the texts that these can be."""
        for function, arguments in PLACES.items():
            for module, call in self._calls.get(function, []):
                for argument, (place, limit) in arguments.items():
                    # What these functions are given is a site itself.
                    if module.name == COMPONENTS:
                        continue
                    given = _argument(call, argument, place)
                    if given is not None:
                        texts = [*self._texts(module, given)]
                        yield Site(
                            module.name,
                            call.lineno,
                            argument,
                            limit,
                            frozenset(Label(*text, limit) for text in texts if isinstance(text, tuple)),
                            frozenset(text for text in texts if isinstance(text, str)),
                        )

    def _texts(self, module: Module, node: ast.AST) -> Iterator[Text]:
        """Yield what an expression can say: messages, and constants as they are; `…` where it is cut off."""
        places: list[Place] = [(module, node, ())]
        seen: set[Place] = set()
        for _ in range(MAX_HOPS):
            following: list[Place] = []
            for place in places:
                if place in seen or len(place[2]) > MAX_STEPS:
                    continue
                seen.add(place)
                if place[2]:
                    following += self._inside(*place)
                else:
                    texts, more = self._said(*place[:2])
                    yield from texts
                    following += more
            places = following

    def _said(self, module: Module, node: ast.AST) -> tuple[list[Text], list[Place]]:
        """Return the texts that an expression has itself, and where the others come from."""
        message = _message(node) if isinstance(node, ast.Call) else None
        if message is not None:
            return [message], []
        match node:
            case ast.Constant(value=str(text)):
                return [text], []
            case ast.Call() if _called(node) in CUTTING:
                return [CUT], [(module, node.args[0], ())]
            case ast.Call(args=[ast.Constant(value=context), *_]) if _called(node) in IN_CONTEXT:
                return self._by_context.get(str(context), []), []
            case ast.Call() if _called(node) in {*KEYWORDS, *CARRIERS}:
                return [], [(module, given, ()) for given in node.args]
            case ast.JoinedStr() | ast.BinOp() | ast.FormattedValue():
                return [], [(module, child, ()) for child in ast.iter_child_nodes(node)]
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.ListComp() | ast.GeneratorExp():
                return [], [(module, node, (EACH,))]
        return [], [*self._behind(module, node)]

    @cached_property
    def _by_context(self) -> dict[str | None, list[Text]]:
        """All messages, for calls in which only the context is a constant."""
        found: dict[str | None, list[Text]] = {}
        for call in (call for function in KEYWORDS for _, call in self._calls.get(function, [])):
            message = _message(call)
            if message is not None:
                found.setdefault(message[0], []).append(message)
        return found

    def _inside(self, module: Module, node: ast.AST, steps: Steps) -> Iterator[Place]:
        """Yield the parts of an expression at a step, each with the steps that are left."""
        first, rest = steps[0], steps[1:]
        match node:
            case ast.Tuple() | ast.List() | ast.Set():
                for number, each in enumerate(node.elts):
                    if isinstance(each, ast.Starred):
                        yield module, each.value, steps
                    elif first in (EACH, VALUE, number):
                        yield module, each, rest
            case ast.Dict():
                chosen = node.values if first == VALUE else [key for key in node.keys if key is not None]
                yield from ((module, each, rest) for each in chosen)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                yield module, node.elt, rest
            case ast.DictComp():
                yield module, node.value if first == VALUE else node.key, rest
            case ast.BinOp():
                yield from ((module, side, steps) for side in (node.left, node.right))
            case ast.Subscript(slice=ast.Slice()):
                yield module, node.value, steps
            case ast.Call(func=ast.Name("zip")) if first == EACH and rest and isinstance(rest[0], int):
                yield module, node.args[rest[0]], (EACH, *rest[1:])
            case ast.Call(func=ast.Name("enumerate")) if first == EACH and rest:
                if rest[0] == 1:
                    yield module, node.args[0], (EACH, *rest[1:])
            case ast.Call(func=ast.Attribute(value=given, attr="items")) if first == EACH and rest:
                yield module, given, (VALUE if rest[0] == 1 else EACH, *rest[1:])
            case ast.Call(func=ast.Attribute(value=given, attr="values")) if first == EACH:
                yield module, given, (VALUE, *rest)
            case ast.Call() if _called(node) in GATHERING and node.args:
                yield module, node.args[0], steps
            case _:
                for owner, value, before in self._behind(module, node):
                    yield owner, value, (*before, *steps)

    def _behind(self, module: Module, node: ast.AST) -> tuple[Place, ...]:
        """Return what an expression has its value from, with the steps into that."""
        if node not in self._known:
            self._known[node] = self._sources(module, node)
        return self._known[node]

    def _sources(self, module: Module, node: ast.AST) -> tuple[Place, ...]:
        match node:
            case ast.Name() | ast.Attribute():
                return tuple(self._values(module, node))
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in OF_ITSELF:
                return ((module, owner, ()),)
            case ast.Call(func=ast.Attribute(value=owner, attr="get")):
                return ((module, owner, (VALUE,)),)
            case ast.Call(func=ast.Name() | ast.Attribute() as function):
                return tuple(self._values(module, function))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                given = (each.value for each in ast.walk(node) if isinstance(each, ast.Return | ast.Yield))
                return tuple((module, each, ()) for each in given if each is not None)
            case ast.Lambda():
                return ((module, node.body, ()),)
            case ast.IfExp():
                return ((module, node.body, ()), (module, node.orelse, ()))
            case ast.BoolOp():
                return tuple((module, side, ()) for side in node.values)
            case ast.Subscript():
                return ((module, node.value, (VALUE,)),)
            case ast.Await() | ast.NamedExpr() | ast.Starred():
                return ((module, node.value, ()),)
        return ()

    def _values(self, module: Module, node: ast.Name | ast.Attribute) -> Iterator[Place]:
        """Yield what a name can be: assigned here, given by callers, or a constant or function anywhere."""
        if isinstance(node, ast.Attribute):
            owner = module.imports.get(node.value.id) if isinstance(node.value, ast.Name) else None
            other = self._modules.get(".".join(owner)) if owner is not None else None
            if other is not None:
                yield from self._defined(other, node.attr)
            elif owner is None:
                yield from self._attributes(module, node)
            return
        scope = module.parents.get(node)
        while scope is not None:
            found: list[Place] = []
            if isinstance(scope, FUNCTIONS):
                found = [*self._local(module, scope, node.id)]
            elif isinstance(scope, ast.GeneratorExp | ast.ListComp | ast.DictComp | ast.SetComp):
                found = [
                    (module, each.iter, (EACH, *steps))
                    for each in scope.generators
                    for steps in _steps_to(each.target, node.id)
                ]
            if found:
                yield from found
                return
            scope = module.parents.get(scope)
        yield from self._defined(module, node.id)

    def _local(
        self, module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str
    ) -> Iterator[Place]:
        for target, value, before in _assigned(function):
            yield from ((module, value, (*before, *steps)) for steps in _steps_to(target, name))
        positions = [each.arg for each in function.args.args]
        if name in (*positions, *(each.arg for each in function.args.kwonlyargs)):
            is_method = isinstance(module.parents.get(function), ast.ClassDef)
            for caller, call in self._calls.get(function.name, []):
                bound = is_method and isinstance(call.func, ast.Attribute)
                if caller is not module and (
                    function.name[0] == "_" or not (bound or _names(caller, call, module))
                ):
                    continue
                place = positions.index(name) - bound if name in positions else None
                given = _argument(call, name, place)
                if given is not None:
                    yield caller, given, ()

    def _defined(self, module: Module, name: str) -> Iterator[Place]:
        if name in module.constants:
            yield module, module.constants[name], ()
        elif name in module.functions:
            yield module, module.functions[name], ()
        elif name in module.imports:
            owner, original = module.imports[name]
            if owner in self._modules:
                yield from self._defined(self._modules[owner], original)

    def _attributes(self, module: Module, node: ast.Attribute) -> Iterator[Place]:
        """Yield what an attribute can be, in the classes that annotations name; in any if few have it."""
        members = self._members(node.attr)
        owners = self._owners(module, node.value)
        known = [place for owner, place in members if owner in owners]
        if any(self._behind(*place[:2]) or not isinstance(place[1], FUNCTIONS) for place in known):
            yield from known
        elif known or len({owner for owner, _ in members}) <= FEW:
            # Of a protocol, each class can be one.
            yield from (place for _, place in members if not known or isinstance(place[1], FUNCTIONS))

    def _owners(self, module: Module, node: ast.AST) -> set[str]:
        """Return the names in the annotations of an expression: the classes of which it can be."""
        annotations: list[ast.expr | None] = []
        match node:
            case ast.Name(id="self"):
                scope = module.parents.get(node)
                while scope is not None and not isinstance(scope, ast.ClassDef):
                    scope = module.parents.get(scope)
                return {scope.name} if isinstance(scope, ast.ClassDef) else set()
            case ast.Name(name):
                scope = module.parents.get(node)
                while scope is not None:
                    if isinstance(scope, FUNCTIONS):
                        arguments = (*scope.args.args, *scope.args.kwonlyargs)
                        annotations += [each.annotation for each in arguments if each.arg == name]
                    scope = module.parents.get(scope)
                if not any(annotations):
                    sources = self._behind(module, node)
                    found = {each for source in sources[:FEW] for each in self._owners(*source[:2])}
                    if found:
                        return found
                    annotations += self._annotations.get(name, [])
            case ast.Attribute(attr=name):
                annotations += self._annotations.get(name, [])
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
                annotations += self._annotations.get(name, [])
                if name in ("values", "items", "get") and isinstance(node.func, ast.Attribute):
                    return self._owners(module, node.func.value)
            case ast.Subscript():
                return self._owners(module, node.value)
        return {
            each.id
            for annotation in annotations
            if annotation is not None
            for each in ast.walk(annotation)
            if isinstance(each, ast.Name)
        }

    @cached_property
    def _annotations(self) -> dict[str, list[ast.expr | None]]:
        """The annotations of fields and functions, by name."""
        found: dict[str, list[ast.expr | None]] = {}
        for module in self._modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    found.setdefault(node.target.id, []).append(node.annotation)
                elif isinstance(node, FUNCTIONS):
                    found.setdefault(node.name, []).append(node.returns)
        return found

    def _members(self, name: str) -> list[tuple[str, Place]]:
        """Return what an attribute with text can be, with the name of its class.

        That is what a method returns, or a field as it is given to a constructor.
        """
        found: list[tuple[str, Place]] = []
        for module, owner in self._classes:
            fields = [each for each in owner.body if isinstance(each, ast.AnnAssign)]
            names = [each.target.id for each in fields if isinstance(each.target, ast.Name)]
            found += [
                (owner.name, (module, each, ()))
                for each in owner.body
                if isinstance(each, FUNCTIONS) and each.name == name and _has_text(each.returns)
            ]
            if name in names and _has_text(fields[names.index(name)].annotation):
                for caller, call in (*self._calls.get(owner.name, []), *self._calls.get("replace", [])):
                    place = names.index(name) if _called(call) == owner.name else None
                    given = _argument(call, name, place)
                    if given is not None:
                        found.append((owner.name, (caller, given, ())))
        return found


@cache
def _assigned(function: ast.AST) -> list[tuple[ast.expr, ast.expr, Steps]]:
    """Return the targets in a function, each with a value and the steps into it."""
    found: list[tuple[ast.expr, ast.expr, Steps]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            found += [(target, node.value, ()) for target in node.targets]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            found.append((node.target, node.value, ()))
        elif isinstance(node, ast.For):
            found.append((node.target, node.iter, (EACH,)))
    return found


def _names(caller: Module, call: ast.Call, module: Module) -> bool:
    """Return whether a call is of a function that is imported from a module, or called in it by its name."""
    match call.func:
        case ast.Name(name):
            return caller.imports.get(name, ("",))[0] == module.name
        case ast.Attribute(value=ast.Name(name)):
            return ".".join(caller.imports.get(name, ())) == module.name
    return False


def _has_text(annotation: ast.expr | None) -> bool:
    return annotation is not None and "str" in ast.unparse(annotation)


def _steps_to(target: ast.AST, name: str) -> list[Steps]:
    """Return where a name is in a target: `[(0, 1)]` for b in `(a, b), c`."""
    if isinstance(target, ast.Name):
        return [()] if target.id == name else []
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    return [(number, *steps) for number, each in enumerate(parts) for steps in _steps_to(each, name)]


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _argument(call: ast.Call, name: str, place: int | None) -> ast.expr | None:
    named = next((each.value for each in call.keywords if each.arg == name), None)
    if named is None and place is not None and 0 <= place < len(call.args):
        return call.args[place]
    return named


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
