"""Typed custom ids of buttons, menus and dialogs.

A custom id is `f4:<action>:<field>:…`. Each kind of component is a `ComponentId`, an unchangeable value whose
fields are those of the id, in order. So a component works after a restart or an upgrade without stored state.

    >>> class TurnPage(ComponentId, action="page"):
    ...     page: int
    >>> str(TurnPage(3))
    'f4:page:3'
    >>> TurnPage.parse("f4:page:3")
    TurnPage(page=3)

A button that plays a move names the `menu` in its place where there are too many for buttons. It has the same
fields but the move, and is handled as if that button were pressed (`bot.ui.routes.on_move`).

    >>> class Drop(ComponentId, action="drop", menu="drop_menu"):
    ...     game_id: int
    ...     move: str
    >>> menu = Drop(7, "").in_menu(1)
    >>> str(menu)
    'f4:drop_menu:7:1'
    >>> Drop.chosen(menu, "4")
    Drop(game_id=7, move='4')

Never change an action or its fields once messages with it have been sent: add a new action instead.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from enum import Enum
from inspect import get_annotations
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

from bot.core.fields import Frozen

PREFIX = "f4"
PATTERN = re.compile(rf"{PREFIX}:(?P<action>[a-z_]+)(?::[^:]*)*")
"""Any custom id of ours, of every version."""

NUMBER = re.compile(r"-?[0-9]{1,19}")

MAX_CUSTOM_ID = 100

MAX_NUMBER = 2**63 - 1
"""Largest number that a database can store."""

Step = Literal["first", "back", "forward", "last"]
"""A step through the moves of a game or puzzle."""


class ComponentIdError(ValueError):
    """A custom id of another kind than expected, or one that Discord would reject."""


SHOWS = "it only shows what there is"
ASKS = "it only asks, and the answer says what it is about"
SETS = "it means the same in every state"
ONCE = "it can be done once only"
FIXED = "what it is about changes no more"
CHOSEN = "the chosen option names what it is about"
EARLIER = "it is on messages of earlier versions only"
"""The reasons why an id needs not name the state that it answers (`ComponentId.timeless`)."""

_MARKS: dict[str, tuple[type[ComponentId], str]] = {}
"""Kinds of components that mark a subject, by action."""


def read_number(text: str) -> int:
    """Read a number of an id or of a menu; ValueError for other texts, and for numbers of no row."""
    if not NUMBER.fullmatch(text) or abs(int(text)) > MAX_NUMBER:
        raise ValueError(f"not a number: {text!r}")
    return int(text)


class ComponentId(Frozen):
    """The custom id of one kind of component. Fields are int, str, an Enum, or a Literal of strings."""

    action: ClassVar[str]
    menus: ClassVar[type[Any]]
    """The kind of menu in place of many buttons of this kind."""
    timeless: ClassVar[str]
    """Why an id with the number of something stored needs not name its state, or "" where it does."""

    def __init_subclass__(cls, action: str = "", marks: str = "", menu: str = "", timeless: str = "") -> None:
        """Note each kind; one without an action is a base for others.

        A message with a component that `marks` a subject, such as "game", shows the one whose number is the
        first field. Only messages about that subject may have the component. `menu` is the action of menus in
        place of many buttons; they have their number in place of the field `move`.
        """
        super().__init_subclass__()
        cls.action, cls.timeless = action, timeless
        if marks:
            _MARKS[action] = cls, marks
        if menu:
            named = [item for base in reversed(cls.__mro__) for item in get_annotations(base).items()]
            of = {name: hint for name, hint in named if name in cls.names}
            hints = dict(("menu", int) if name == "move" else (name, of[name]) for name in cls.names)
            body = {"__module__": cls.__module__, "__annotations__": hints}
            keywords = {"action": menu, "marks": marks}
            cls.menus = types.new_class(
                f"{cls.__name__}Menu", (ComponentId,), keywords, lambda made: made.update(body)
            )

    def in_menu(self, number: int) -> ComponentId:
        """Return the id of a menu in place of this button and others, by its number in the message."""
        fields = {name: getattr(self, name) for name in self.names if name != "move"}
        menu: ComponentId = self.menus(**fields, menu=number)
        return menu

    @classmethod
    def chosen(cls, menu: ComponentId, move: str) -> Self:
        fields = {name: getattr(menu, name) for name in menu.names if name != "menu"}
        return cls(**{**fields, "move": move})

    def __str__(self) -> str:
        """Format the custom id; `ComponentIdError` if it is too long or a field contains a colon."""
        template = _template(type(self))
        texts = [_text(getattr(self, name)) for name in template.types]
        custom_id = ":".join([PREFIX, self.action, *texts])
        if len(custom_id) > MAX_CUSTOM_ID or not template.pattern.fullmatch(custom_id):
            raise ComponentIdError(f"not a custom id that can be sent and read again: {custom_id!r}")
        return custom_id

    @classmethod
    def parse(cls, custom_id: str) -> Self:
        """Read a custom id of this kind; `ComponentIdError` for any other."""
        template = _template(cls)
        match = template.pattern.fullmatch(custom_id)
        if match is None:
            raise ComponentIdError(f"not a custom id of {cls.__name__}: {custom_id!r}")
        try:
            return cls(**{name: _value(type_, match[name]) for name, type_ in template.types.items()})
        except ValueError as error:
            raise ComponentIdError(f"not a custom id of {cls.__name__}: {custom_id!r}") from error


Id = TypeVar("Id", bound=ComponentId)


def action_of(custom_id: str) -> str | None:
    """Return the action of a custom id of ours, known or not; None for other texts."""
    match = PATTERN.fullmatch(custom_id)
    return match["action"] if match is not None else None


def custom_ids(components: Any) -> Iterator[str]:
    """Yield the custom ids of a message's components, nested ones included."""
    for component in components:
        if getattr(component, "custom_id", None):
            yield component.custom_id
        yield from custom_ids(getattr(component, "children", ()))
        yield from custom_ids(filter(None, [getattr(component, "accessory", None)]))


def find(kind: type[Id], components: Any) -> Id | None:
    for custom_id in custom_ids(components):
        if action_of(custom_id) == kind.action:
            return kind.parse(custom_id)
    return None


def marked(components: Any) -> dict[str, int]:
    """Return the number of each subject that a message's components mark."""
    numbers: dict[str, int] = {}
    for custom_id in custom_ids(components):
        kind, subject = _MARKS.get(action_of(custom_id) or "", (None, ""))
        if kind is not None:
            component_id = kind.parse(custom_id)
            numbers.setdefault(subject, getattr(component_id, kind.names[0]))
    return numbers


class _Template(NamedTuple):
    """The pattern of one kind's custom ids, with a group for each field, and the field types."""

    pattern: re.Pattern[str]
    types: dict[str, Any]


_TEMPLATES: dict[type[ComponentId], _Template] = {}


def _template(kind: type[ComponentId]) -> _Template:
    if kind not in _TEMPLATES:
        hints = get_type_hints(kind)
        types = {name: hints[name] for name in kind.names}
        groups = "".join(f":(?P<{name}>{_pattern(type_)})" for name, type_ in types.items())
        pattern = re.compile(f"{PREFIX}:{kind.action}{groups}")
        _TEMPLATES[kind] = _Template(pattern, types)
    return _TEMPLATES[kind]


def _pattern(type_: Any) -> str:
    if type_ is int:
        return NUMBER.pattern
    if type_ is str:
        return r"[^:]*"
    if get_origin(type_) is Literal:
        return "|".join(map(re.escape, get_args(type_)))
    if isinstance(type_, type) and issubclass(type_, Enum):
        return "|".join(re.escape(str(member.value)) for member in type_)
    raise TypeError(f"a custom id can't hold {type_!r}")


def _text(value: object) -> str:
    return str(value.value if isinstance(value, Enum) else value)


def _value(type_: Any, text: str) -> object:
    if type_ is int:
        return read_number(text)
    return text if get_origin(type_) is Literal else type_(text)
