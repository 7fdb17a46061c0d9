"""Write docs/commands.md from the command tree and the command line; needs neither token nor network.

    python docs/make_commands.py

A test fails while the page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import discord
from discord import AppCommandOptionType, app_commands

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot import cli  # noqa: E402
from bot.rooms import unconnected_tree  # noqa: E402

PAGE = ROOT / "docs" / "commands.md"

INTRODUCTION = """\
# Commands

Every command with its options, [on Discord](#on-discord) and [on the command line](#on-the-command-line), and
[where each feature lives](#where-each-feature-lives) in the code. Options in **bold** are required. How it
all works together is in [Playing](playing.md).

<!-- Made by docs/make_commands.py: change the commands' own descriptions, then run it. -->
"""


class Section(NamedTuple):
    """Commands of one subject, and the code behind them."""

    title: str
    commands: tuple[str, ...]
    code: tuple[str, ...]


SECTIONS = (
    Section("Start", ("play", "help"), ()),
    Section("Games", ("reversi", "connect4", "games", "next"), ("bot/play/games",)),
    Section("In a game", ("game", "hint"), ("bot/play/assist", "bot/play/questions.py")),
    Section("Puzzles", ("puzzle",), ("bot/puzzles", "engine/puzzles")),
    Section("Review", ("review",), ("bot/study/review",)),
    Section("Any position", ("position",), ("bot/study/analyses.py", "bot/study/analysis_ui.py")),
    Section("Openings", ("opening",), ("bot/study/openings",)),
    Section("Finished games", ("replay", "history"), ("bot/study/replays.py", "bot/study/history_ui.py")),
    Section("Other programs' files", ("import", "export"), ("bot/study/records",)),
    Section(
        "Ratings and records", ("leaderboard", "profile", "compare"), ("bot/ranks/stats", "bot/ranks/periods")
    ),
    Section("Computer players", ("opponent",), ("bot/computer/opponents", "engine/players")),
    Section("Computer against computer", ("match",), ("bot/events/matches",)),
    Section("Tournaments", ("tournament",), ("bot/events/tournaments",)),
    Section("Simultaneous exhibitions", ("simul",), ("bot/events/tournaments",)),
    Section("Games by vote", ("vote",), ("bot/events/votes",)),
    Section("Settings, privacy, blocking", ("me", "settings"), ("bot/preferences", "bot/account/privacy")),
)
"""Every command on Discord is in one of them."""

WITHOUT_COMMANDS = {
    "Clocks and games of days": "bot/play/games/referee.py",
    "Turn notices and reminders": "bot/play/turn_notices.py",
    "Threads for games": "bot/play/games/flow.py",
    "Announcements": "bot/events/matches/strength.py",
    "A channel's list of games": "bot/play/channel_lists.py",
    "Achievements": "bot/ranks/achievements",
    "What each game adds: boards, sides, words": "bot/catalog",
    "Opening names, balanced openings": "bot/catalog",
    "The computer's searches and pondering": "bot/computer",
    "Boards, replays and charts as pictures": "renderers",
    "Rules and search": "engine",
    "Searches on other machines": "executors",
    "Storage": "data",
    "Start, stop, shards, health, backups, alerts": "bot/hosting",
    "Host's settings, logs": "bot/settings",
    "The demo": "bot/demo",
}

TYPES = {
    AppCommandOptionType.string: "text",
    AppCommandOptionType.integer: "number",
    AppCommandOptionType.boolean: "True or False",
    AppCommandOptionType.user: "person",
    AppCommandOptionType.attachment: "file",
}

PERMISSIONS = {"manage_guild": "Manage Server", "manage_messages": "Manage Messages"}
"""Discord's names of the permissions that commands need."""


def _path(code: str) -> str:
    return f"`{code}`" if code.endswith(".py") else f"`{code}/`"


def page() -> str:
    """Return the page."""
    tree = unconnected_tree()
    commands = {command.name: command for command in tree.get_commands()}
    lines = [INTRODUCTION, "## On Discord", ""]
    features: list[tuple[str, tuple[str, ...]]] = []
    for section in SECTIONS:
        chosen = [commands.pop(name) for name in section.commands]
        lines += [f"### {section.title}", ""]
        described: dict[tuple[str, ...], str] = {}
        for command in chosen:
            for leaf in _leaves(command):
                # The second game's commands are described by the first one's.
                shape = (leaf.name, *(option.display_name for option in leaf.parameters))
                if isinstance(command, app_commands.Group) and shape in described:
                    lines += [_same(leaf, described[shape]), ""]
                else:
                    described[shape] = leaf.qualified_name
                    lines += [*_described(leaf), ""]
        rooms = sorted({_room(leaf) for command in chosen for leaf in _leaves(command)})
        features.append((section.title, tuple(dict.fromkeys((*section.code, *rooms)))))
    menus = tree.get_commands(type=discord.AppCommandType.user)
    lines += ["### Menu of a person (Apps)", "", *(f"- *{menu.name}*" for menu in menus), ""]
    left = set(commands) - {menu.name for menu in menus}
    assert not left, f"in no section: {', '.join(sorted(left))}"
    lines += ["## On the command line", "", *_command_line(), "## Where each feature lives", ""]
    lines += ["| feature | code |", "| --- | --- |"]
    features += [(title, (folder,)) for title, folder in WITHOUT_COMMANDS.items()]
    lines += [f"| {title} | {', '.join(map(_path, code))} |" for title, code in features]
    return "\n".join(lines) + "\n"


def _leaves(command: Any) -> Iterator[app_commands.Command[Any, ..., Any]]:
    if isinstance(command, app_commands.Group):
        yield from (leaf for leaf in command.walk_commands() if isinstance(leaf, app_commands.Command))
    else:
        yield command


def _room(leaf: app_commands.Command[Any, ..., Any]) -> str:
    """Return the folder of the module that defines the command; the module itself if that has none."""
    module = leaf.callback.__module__
    folder = module.rpartition(".")[0].replace(".", "/")
    shared = folder == "bot/ui" or module.endswith("_ui")
    return f"{module.replace('.', '/')}.py" if shared else folder


def _described(leaf: app_commands.Command[Any, ..., Any]) -> Iterator[str]:
    yield f"**`/{leaf.qualified_name}`** – {leaf.description}{_for_whom(leaf)}."
    if leaf.parameters:
        yield ""
    for option in leaf.parameters:
        name = f"**{option.display_name}**" if option.required else option.display_name
        yield f"- {name} ({_values(option)}): {option.description}"


def _same(leaf: app_commands.Command[Any, ..., Any], other: str) -> str:
    choices = [
        f"; {option.display_name} is {_values(option)}" for option in leaf.parameters if option.choices
    ]
    return f"**`/{leaf.qualified_name}`** – like `/{other}`{''.join(choices)}."


def _for_whom(leaf: app_commands.Command[Any, ..., Any]) -> str:
    top = leaf.root_parent or leaf
    needed = [PERMISSIONS[name] for name, wanted in top.default_permissions or () if wanted]
    contexts = top.allowed_contexts
    where = "only in servers" if contexts and not (contexts.dm_channel or contexts.private_channel) else ""
    who = f"needs {' and '.join(needed)}" if needed else ""
    limits = ", ".join(filter(None, (who, where)))
    return f" ({limits})" if limits else ""


def _values(option: app_commands.Parameter) -> str:
    if option.choices:
        return ", ".join(f"*{choice.name}*" for choice in option.choices)
    if option.type is AppCommandOptionType.integer:
        return f"{option.min_value} to {option.max_value}"
    if option.autocomplete:
        return "suggested as you type"
    return TYPES[option.type]


def _command_line() -> Iterator[str]:
    parser = cli.parser()
    yield from (f"- {text}" for text in _options(parser))
    yield ""
    for name, command, purpose in _subcommands(parser):
        yield f"**`flipfour {name}`** – {purpose}."
        inner = list(_subcommands(command))
        options = list(_options(command))
        if options:
            yield ""
        yield from (f"- {text}" for text in options)
        yield ""
        for step, leaf, does in inner:
            yield f"**`flipfour {name} {step}`** – {does}."
            yield ""
            yield from (f"- {text}" for text in _options(leaf))
            yield ""


def _subcommands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[str, argparse.ArgumentParser, str | None]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            purposes = {choice.dest: choice.help for choice in action._choices_actions}
            for name, command in action.choices.items():
                yield name, command, purposes[name]


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, (argparse._SubParsersAction, argparse._HelpAction)):
            continue
        shown = action.metavar or action.dest.upper()
        shown = shown if isinstance(shown, str) else " ".join(shown)
        if action.choices:
            shown = "|".join(map(str, action.choices))
        names = [*action.option_strings[:1], *([] if action.nargs == 0 else [shown])]
        does = (action.help or "").replace("program's", "the")
        yield f"`{' '.join(names)}`{f': {does}' if does else ''}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
