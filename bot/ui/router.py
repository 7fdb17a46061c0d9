"""The way from a click to its handler.

Every area lists its `Route`s: which handler carries out which `ComponentId`. The router acknowledges the
click, reads the custom id and calls the handler; whatever goes wrong, the person gets an answer
(`bot.ui.replies`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from bot.ui.access import Click
from bot.ui.admission import TOO_SOON, admit
from bot.ui.answers import acknowledge_click
from bot.ui.component_ids import ComponentId, ComponentIdError, action_of
from bot.ui.language import gettext
from bot.ui.notices.posts import explain_refusal, note_acted
from bot.ui.replies import OnRefusal, answer_error, note_game, redirect, tell
from bot.ui.words import JUST_CHANGED, OTHER_VERSION

Id = TypeVar("Id", bound=ComponentId)


@dataclass(frozen=True, slots=True)
class Route:
    """A kind of component and what carries it out; the strings are what was chosen or typed."""

    kind: type[ComponentId]
    run: Callable[[Click, ComponentId, Sequence[str]], Awaitable[None]]
    on_refusal: OnRefusal
    opens_dialog: bool = False
    """The dialog is the acknowledgement, and must be the first answer: nothing may be waited for before."""


def on_press(
    kind: type[Id],
    handler: Callable[[Click, Id], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
    *,
    opens_dialog: bool = False,
) -> Route:
    """The route of a button."""

    async def run(click: Click, pressed: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(pressed, kind)
        await handler(click, pressed)

    return Route(kind, run, on_refusal, opens_dialog)


def on_choice(
    kind: type[Id],
    handler: Callable[[Click, Id, str], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
) -> Route:
    """The route of a menu; the handler gets the chosen value."""

    async def run(click: Click, used: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(used, kind)
        (chosen,) = values
        await handler(click, used, chosen)

    return Route(kind, run, on_refusal)


def on_choices(
    kind: type[Id],
    handler: Callable[[Click, Id, Sequence[str]], Awaitable[None]],
    on_refusal: OnRefusal = OnRefusal.TELL,
) -> Route:
    """The route of a menu in which any number of things is chosen."""

    async def run(click: Click, used: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(used, kind)
        await handler(click, used, values)

    return Route(kind, run, on_refusal)


def on_dialog(kind: type[Id], handler: Callable[[Click, Id, Sequence[str]], Awaitable[None]]) -> Route:
    """The route of a dialog; the handler gets what was typed into each field."""

    async def run(click: Click, sent: ComponentId, values: Sequence[str]) -> None:
        assert isinstance(sent, kind)
        await handler(click, sent, values)

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

    async def dispatch(self, click: Click, values: Sequence[str] | None = None) -> None:
        """Carry out what a component's custom id says; `values` were typed into a dialog."""
        on_refusal = OnRefusal.TELL
        try:
            found = self.read(_custom_id(click))
            opens_dialog = found is not None and found[0].opens_dialog
            if not await admit(click, None if opens_dialog else acknowledge_click):
                return
            if TOO_SOON in click.extras:
                await tell(click, gettext(JUST_CHANGED))
                return
            if found is None:
                await tell(click, gettext(OTHER_VERSION))
                return
            route, component_id = found
            on_refusal = route.on_refusal
            note_game(click, getattr(component_id, "game_id", None))
            chosen = list(map(str, _data(click).get("values", ()))) if values is None else values
            note_acted(click)
            await route.run(click, component_id, chosen)
            await redirect(click)
            await explain_refusal(click)
        except Exception as error:  # noqa: BLE001 - the end of the line for every fault of ours
            await answer_error(click, error, on_refusal)

    async def receive(self, interaction: Click) -> None:
        """Carry out whatever was done with one of our components or dialogs; anything else is not ours.

        What a click is about is in its custom id: whether the message still has the component, or the bot was
        started again since, makes no difference.
        """
        if action_of(_custom_id(interaction)) is None:
            return
        if interaction.type is discord.InteractionType.component:
            await self.dispatch(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            labels = _data(interaction).get("components", ())
            await self.dispatch(
                interaction, [typed for label in labels for typed in _typed(label["component"])]
            )


def _typed(field: dict[str, Any]) -> list[str]:
    """What was typed into a field of a dialog, or the ids of the files chosen in it: at least one text."""
    return [str(value) for value in field.get("values") or [field.get("value") or ""]]


def _data(interaction: Click) -> dict[str, Any]:
    return {**(interaction.data or {})}


def _custom_id(interaction: Click) -> str:
    return str(_data(interaction).get("custom_id", ""))
