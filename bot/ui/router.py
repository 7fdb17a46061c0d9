"""The way from a click to its handler.

Every area lists its `Route`s: which handler carries out which `ComponentId`. The router acknowledges the
click, reads the custom id and calls the handler; whatever goes wrong, the person gets an answer
(`bot.ui.door`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.ui.component_ids import ComponentId, ComponentIdError, action_of
from bot.ui.door import OnRefusal, admit, answer_error, redirect
from bot.ui.language import gettext
from bot.ui.notices.posts import explain_refusal, note_acted
from bot.ui.request import Request
from bot.ui.words import JUST_CHANGED, OTHER_VERSION

Id = TypeVar("Id", bound=ComponentId)


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of component and what carries it out; the strings are what was chosen or typed."""

    kind: type[ComponentId]
    run: Callable[[Request, ComponentId, Sequence[str]], Awaitable[None]]
    on_refusal: OnRefusal
    opens_dialog: bool = False
    """The dialog is the acknowledgement, and must be the first answer: nothing may be waited for before."""


def on_press(
    kind: type[Id],
    handler: Callable[[Request, Id], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
    *,
    opens_dialog: bool = False,
) -> Route:
    """The route of a button."""

    async def run(request: Request, pressed: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(pressed, kind)
        await handler(request, pressed)

    return Route(kind, run, on_refusal, opens_dialog)


def on_choice(
    kind: type[Id],
    handler: Callable[[Request, Id, str], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
) -> Route:
    """The route of a menu; the handler gets the chosen value."""

    async def run(request: Request, used: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(used, kind)
        (chosen,) = values
        await handler(request, used, chosen)

    return Route(kind, run, on_refusal)


def on_choices(
    kind: type[Id],
    handler: Callable[[Request, Id, Sequence[str]], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
) -> Route:
    """The route of a menu in which any number of things is chosen."""

    async def run(request: Request, used: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(used, kind)
        await handler(request, used, values)

    return Route(kind, run, on_refusal)


def on_dialog(kind: type[Id], handler: Callable[[Request, Id, Sequence[str]], Awaitable[None]]) -> Route:
    """The route of a dialog; the handler gets what was typed into each field."""

    async def run(request: Request, sent: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(sent, kind)
        await handler(request, sent, values)

    return Route(kind, run, OnRefusal.TELL)


class Router:
    """Carries out clicks, choices and dialogs."""

    def __init__(self, routes: Iterable[Route]) -> None:
        """ValueError when two routes have the same action."""
        self._routes: dict[str, Route] = {}
        for route in routes:
            if self._routes.setdefault(route.kind.action, route) is not route:
                raise ValueError(f"there are two routes for {route.kind.action!r}")

    def read(self, custom_id: str) -> tuple[Route, ComponentId] | None:
        """The route and the typed id of a custom id; None for one of another version."""
        route = self._routes.get(action_of(custom_id) or "")
        if route is None:
            return None
        try:
            return route, route.kind.parse(custom_id)
        except ComponentIdError:
            return None

    async def dispatch(
        self, interaction: discord.Interaction[Any], values: Sequence[str] | None = None
    ) -> None:
        """Carry out what a component's custom id says; `values` were typed into a dialog."""
        request, on_refusal = Request(interaction), OnRefusal.TELL
        try:
            found = self.read(request.custom_id)
            opens_dialog = found is not None and found[0].opens_dialog
            if not await admit(request, acknowledge=not opens_dialog):
                return
            if request.too_soon:
                await request.tell(gettext(JUST_CHANGED))
                return
            if found is None:
                await request.tell(gettext(OTHER_VERSION))
                return
            route, component_id = found
            on_refusal = route.on_refusal
            request.game_id = getattr(component_id, "game_id", None)
            chosen = list(map(str, request.data.get("values", ()))) if values is None else values
            note_acted(request)
            await route.run(request, component_id, chosen)
            await redirect(request)
            await explain_refusal(request)
        except Exception as error:  # noqa: BLE001 - the end of the line for every fault of ours
            await answer_error(request, error, on_refusal)

    async def receive(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a use of one of our components or dialogs; ignore anything else.

        The custom id says all: the message may have lost the component, or the bot may have been restarted.
        """
        data: dict[str, Any] = {**(interaction.data or {})}
        if action_of(str(data.get("custom_id", ""))) is None:
            return
        if interaction.type is discord.InteractionType.component:
            await self.dispatch(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            labels = data.get("components", ())
            typed = [text for label in labels for text in _typed(label["component"])]
            await self.dispatch(interaction, typed)


def _typed(field: dict[str, Any]) -> list[str]:
    """The text typed into a field of a dialog, or the ids of the files chosen in it: at least one text."""
    return [str(value) for value in field.get("values") or [field.get("value") or ""]]
