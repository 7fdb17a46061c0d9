"""Routes from components to handlers: every room declares them on its handlers.

@on_press(PlayMove)
async def play_move(request: Request, pressed: PlayMove) -> None: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from enum import Enum, auto
from typing import Any, TypeAlias, TypeVar, overload

from bot.core.fields import Frozen
from bot.ui.component_ids import ComponentId, ComponentIdError, action_of
from bot.ui.refusals import OtherVersion
from bot.ui.request import Request
from data.db.registry import Signal

Id = TypeVar("Id", bound=ComponentId)
Value = TypeVar("Value")
OnPress: TypeAlias = Callable[[Request, Id], Awaitable[None]]
OnChoice: TypeAlias = Callable[[Request, Id, Value], Awaitable[None]]
OnValues: TypeAlias = Callable[[Request, Id, Sequence[str]], Awaitable[None]]


MAX_VALUES = 25
"""Maximum values of a menu, set by Discord."""


class Use(Enum):
    """A way of using a component, which Discord names with its id."""

    PRESS = auto()
    """A button is pressed."""
    CHOICE = auto()
    """Something is chosen in a menu."""
    DIALOG = auto()
    """A dialog is sent."""


class OnRefusal(Enum):
    """Place of the message that tells a person of a refusal."""

    TELL = auto()
    """In a new message."""
    REPLACE = auto()
    """In place of the message with the button, which only they see."""
    CLOSE = auto()
    """In a new message; the question with the button is closed for everyone."""


class Route(Frozen):
    """A kind of component, the one way to use it, and its handler, which gets the values chosen or typed."""

    kind: type[ComponentId]
    use: Use
    run: Callable[[Request, ComponentId, Sequence[str]], Awaitable[None]]
    on_refusal: OnRefusal = OnRefusal.TELL
    opens_dialog: bool = False
    """The handler answers with a dialog, which must be the acknowledgement: nothing may be awaited before."""
    least: int = 0
    """Minimum number of values that the handler needs."""
    most: int = MAX_VALUES
    """Maximum number of values that it takes."""

    def takes(self, use: Use, number: int) -> bool:
        return use is self.use and (use is Use.PRESS or self.least <= number <= self.most)


class Handled(Signal[Request, Awaitable[None]]):
    """The handler of a component has done its work without failing."""


class Routes:
    def __init__(self) -> None:
        self._routes: dict[str, Route] = {}

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes.values())

    def read(self, custom_id: str) -> tuple[Route, ComponentId] | None:
        """Return the route and the typed id of a custom id; None for one of another version."""
        route = self._routes.get(action_of(custom_id) or "")
        if route is None:
            return None
        try:
            return route, route.kind.parse(custom_id)
        except ComponentIdError:
            return None

    def on_press(
        self, *kinds: type[Id], on_refusal: OnRefusal = OnRefusal.TELL, opens_dialog: bool = False
    ) -> Callable[[OnPress[Id]], OnPress[Id]]:
        def declare(handler: OnPress[Id]) -> OnPress[Id]:
            async def run(request: Request, pressed: ComponentId, values: Sequence[str]) -> None:
                assert isinstance(pressed, kinds)
                await handler(request, pressed)

            for kind in kinds:
                self._add(Route(kind, Use.PRESS, run, on_refusal, opens_dialog))
            return handler

        return declare

    @overload
    def on_choice(
        self, kind: type[Id], *, on_refusal: OnRefusal = ...
    ) -> Callable[[OnChoice[Id, str]], OnChoice[Id, str]]: ...
    @overload
    def on_choice(
        self, kind: type[Id], read: Callable[[str], Value], *, on_refusal: OnRefusal = ...
    ) -> Callable[[OnChoice[Id, Value]], OnChoice[Id, Value]]: ...
    def on_choice(
        self, kind: type[Id], read: Callable[[str], Any] = str, *, on_refusal: OnRefusal = OnRefusal.TELL
    ) -> Callable[[OnChoice[Id, Any]], OnChoice[Id, Any]]:
        """Declare the handler of a menu, which gets the chosen value, read.

        A value that `read` can't read, with ValueError or KeyError, is refused: an altered client sent it.
        """

        def declare(handler: OnChoice[Id, Any]) -> OnChoice[Id, Any]:
            async def run(request: Request, used: ComponentId, values: Sequence[str]) -> None:
                assert isinstance(used, kind)
                try:
                    value = read(values[0])
                except (ValueError, KeyError) as error:
                    raise OtherVersion from error
                await handler(request, used, value)

            self._add(Route(kind, Use.CHOICE, run, on_refusal, least=1, most=1))
            return handler

        return declare

    def on_move(self, kind: type[Id]) -> Callable[[OnPress[Id]], OnPress[Id]]:
        """Declare the handler of buttons of moves, and of the moves chosen from menus in their place."""

        def declare(handler: OnPress[Id]) -> OnPress[Id]:
            async def choose(request: Request, menu: ComponentId, move: str) -> None:
                await handler(request, kind.chosen(menu, move))

            self.on_choice(kind.menus)(choose)
            return self.on_press(kind)(handler)

        return declare

    def on_choices(self, kind: type[Id], *, least: int = 0) -> Callable[[OnValues[Id]], OnValues[Id]]:
        """Declare the handler of a menu with several choices, `least` at the minimum."""
        return self._on_values(kind, Use.CHOICE, least, MAX_VALUES)

    def on_dialog(
        self, kind: type[Id], *, fields: int = 1, files: int = 0
    ) -> Callable[[OnValues[Id]], OnValues[Id]]:
        """Declare the handler of a dialog, which gets the text of each field, then ids of at most `files`."""
        return self._on_values(kind, Use.DIALOG, fields, fields + files)

    def _on_values(
        self, kind: type[Id], use: Use, least: int, most: int
    ) -> Callable[[OnValues[Id]], OnValues[Id]]:
        def declare(handler: OnValues[Id]) -> OnValues[Id]:
            async def run(request: Request, used: ComponentId, values: Sequence[str]) -> None:
                assert isinstance(used, kind)
                await handler(request, used, values)

            self._add(Route(kind, use, run, least=least, most=most))
            return handler

        return declare

    def _add(self, route: Route) -> None:
        action = route.kind.action
        if action in self._routes:
            raise ValueError(f"there are two handlers for {action!r}")
        self._routes[action] = route


ROUTES = Routes()
"""The routes of all rooms, complete once `bot.rooms` is imported."""

on_press = ROUTES.on_press
on_choice = ROUTES.on_choice
on_move = ROUTES.on_move
on_choices = ROUTES.on_choices
on_dialog = ROUTES.on_dialog
