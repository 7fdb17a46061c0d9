"""Names and descriptions of commands in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from discord import app_commands


class CommandText(NamedTuple):
    """A text of a command that Discord shows; the same word in the same context is translated once."""

    context: str
    english: str
    where: str
    """The command with the text, as a player sees it: `/game view`."""


def command_texts(tree: app_commands.CommandTree[Any]) -> Iterator[CommandText]:
    """Yield the texts of all commands, in the order of the tree."""
    for command in tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            yield CommandText("menu", command.name, "in the menu of a person")
            continue
        yield from _texts(command)
        if isinstance(command, app_commands.Group):
            for inner in command.walk_commands():
                yield from _texts(inner)


def _texts(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Iterator[CommandText]:
    where = f"/{command.qualified_name}"
    yield CommandText("command", command.name, where)
    yield CommandText("command description", command.description, where)
    if isinstance(command, app_commands.Group):
        return
    for option in command.parameters:
        yield CommandText("option", option.display_name, where)
        of_option = f"{where} {option.display_name}:"
        yield CommandText("option description", str(option.description), of_option)
        for choice in option.choices:
            yield CommandText("choice", choice.name, of_option)
