"""Commands whose callbacks get a `Request`.

discord.py calls callbacks with the interaction and reads their options from their signature. The decorators
here translate: a callback is `async def name(request: Request, option: Type, …)`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.ui.request import OPENS_DIALOG, PUBLIC, request_of

Command: TypeAlias = app_commands.Command[Any, ..., None]
Choices: TypeAlias = "list[app_commands.Choice[str]]"
T = TypeVar("T")
Completion = TypeVar("Completion", bound=Callable[..., Awaitable[Choices]])


def slash_command(
    group: app_commands.Group | None = None,
    /,
    *,
    name: str,
    description: str,
    public: bool = False,
    opens_dialog: bool = False,
) -> Callable[[Callable[..., Awaitable[None]]], Command]:
    """Turn a callback into a command, in `group` if there is one.

    If `public`, everyone sees the answer; with `opens_dialog` the answer without options is a dialog.
    """
    extras: dict[Any, Any] = {PUBLIC: public, OPENS_DIALOG: opens_dialog}

    def decorate(callback: Callable[..., Awaitable[None]]) -> Command:
        make = app_commands.command if group is None else group.command
        return make(name=name, description=description, extras=extras)(_with_request(callback))

    return decorate


def completion(command: Command, option: str) -> Callable[[Completion], Completion]:
    """Suggest choices for an option with `async def name(request, typed)`."""

    def decorate(callback: Completion) -> Completion:
        command.autocomplete(option)(_with_request(callback))
        return callback

    return decorate


def user_menu(name: str, callback: Callable[..., Awaitable[None]]) -> app_commands.ContextMenu:
    """Create an entry in the menu of people, which calls `callback(request, user)`; everyone sees the
    answer."""
    return app_commands.ContextMenu(name=name, callback=_with_request(callback), extras={PUBLIC: True})


def _with_request(callback: Callable[..., Awaitable[T]]) -> Callable[..., Any]:
    @functools.wraps(callback)
    async def receive(interaction: discord.Interaction[Any], /, *values: Any, **options: Any) -> T:
        return await callback(request_of(interaction), *values, **options)

    # discord.py would look up the names of annotations in this module.
    receive.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
    return receive
