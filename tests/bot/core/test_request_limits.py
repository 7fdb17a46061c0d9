"""Requests to Discord beside answers have a limit of their own: discord.py retries a 500 for 25 s."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

BOT = Path(__file__).parents[3] / "bot"

METHODS = (
    "application_info",
    "create_dm",
    "fetch_channel",
    "fetch_commands",
    "fetch_guild",
    "fetch_member",
    "fetch_message",
    "fetch_user",
)

UNLIMITED = {
    # At the start, in the background, with retries of their own.
    "hosting/discord_api.py:_registered",
    "hosting/discord_api.py:find_gateway",
    "hosting/discord_api.py:register_role_records",
    "hosting/discord_api.py:sync_commands",
    # Their callers have a limit.
    "hosting/unanswered.py:_recover",
    # No request.
    "sharded.py:_keep",
}


def _requesting(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions of a file that make requests, with their names."""
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Call(ast.Attribute(ast.Attribute(attr="http") | ast.Name("http"))):
                    yield f"{path.relative_to(BOT).as_posix()}:{function.name}", function
                case ast.Call(ast.Attribute(attr=method)) if method in METHODS:
                    yield f"{path.relative_to(BOT).as_posix()}:{function.name}", function


def _is_limited(function: ast.AST) -> bool:
    named = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    return bool(named & {"timeout", "in_time"})


def test_every_request_has_a_limit() -> None:
    paths = (path for path in BOT.rglob("*.py") if "demo" not in path.parts)
    found = {name: function for path in paths for name, function in _requesting(path)}
    assert {name for name, function in found.items() if not _is_limited(function)} == UNLIMITED
