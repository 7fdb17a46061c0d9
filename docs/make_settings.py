"""Write docs/settings.md and .env.example from the settings of the bot, and those that its features declare.

    python docs/make_settings.py

A test fails while either file is out of date.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from pydantic import BaseModel
from pydantic._internal._docs_extraction import extract_docstrings_from_cls

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bot.settings.declared import declared  # noqa: E402
from bot.settings.secrets import FILE_SUFFIX, SECRETS  # noqa: E402
from bot.settings.settings import Settings, allowed, names  # noqa: E402

MEANINGS = {
    field: text
    for kind in Settings.__mro__
    if issubclass(kind, BaseModel)
    for field, text in extract_docstrings_from_cls(kind, use_inspect=True).items()
}
"""The text below each field. With pydantic's own option for it, every start would read the sources."""

PAGE = ROOT / "docs" / "settings.md"
EXAMPLE = ROOT / ".env.example"
WIDTH = 118

SECTIONS = {
    "Discord": ("discord_token",),
    "Database and backups": ("database_url",),
    "The computer": (
        "move_seconds",
        "background_seconds",
        "search_workers",
        "memory_mb",
        "search_backend",
    ),
    "Supervision": (
        "health_port",
        "health_address",
        "gateway_minutes",
        "log_level",
        "log_format",
        "sentry_dsn",
    ),
    "Boards in the browser and Linked Roles": (),
    "Several processes": ("shards", "discord_api"),
    "Limits": (),
}
"""Headings, in their order, with the settings of the bot itself; those of features follow."""
for group in declared():
    SECTIONS[group.section] = (*SECTIONS.get(group.section, ()), *group.model_fields)

IN_EXAMPLE = (
    "discord_token",
    "database_url",
    "move_seconds",
    "search_workers",
    "memory_mb",
    "health_port",
    "log_level",
    *(field for group in declared() for field in group.in_example),
)
"""Settings that most hosts look for."""

REQUIRED = "discord_token"

INTRODUCTION = f"""\
# Settings

Every setting, its meaning and default. Set them in `.env` (a copy of [`.env.example`](../.env.example)) or as
environment variables, which take precedence; an empty value means the default. A wrong value, or an unknown
name that begins with `FLIPFOUR_`, is reported in one line at the start, and the process exits with code 78.
Names of other programs don't matter.

**Secrets** ({", ".join(f"`{name}`" for name in SECRETS)})
can be in files of their own instead: `DISCORD_TOKEN{FILE_SUFFIX}=/run/secrets/discord_token` names
one, and a credential of systemd that is called like the setting
(`LoadCredential=DISCORD_TOKEN:/etc/flipfour/token`) is found without further
settings. Set each secret in one way only. [Hosting](hosting.md#secrets) has examples.

<!-- Made by docs/make_settings.py: change the texts below the settings in the code, then run it. -->
"""

HEAD = """\
# Copy this file to .env and fill in the token; everything else has a good default.
# docs/settings.md has all settings. Environment variables override this file.
"""


def page() -> str:
    """Return docs/settings.md."""
    parts = [INTRODUCTION]
    for title, fields in SECTIONS.items():
        parts.append(f"## {title}\n")
        for field in fields:
            default, choices = _default(field), allowed(field)
            values = [f"default `{default}`" if default else "", choices]
            after = f" ({'; '.join(filter(None, values))})" if any(values) else ""
            text = f"**`{names()[field]}`**{after}: {_meaning(field)}"
            parts.append(textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n")
    return "\n".join(parts)


def example() -> str:
    """Return .env.example."""
    parts = [HEAD]
    for title, fields in SECTIONS.items():
        chosen = [field for field in fields if field in IN_EXAMPLE]
        if chosen:
            parts.append(f"# --- {title} ---\n")
        for field in chosen:
            choices = allowed(field)
            text = _meaning(field) + (f" ({choices})" if choices else "")
            comment = textwrap.fill(
                text,
                WIDTH,
                initial_indent="# ",
                subsequent_indent="# ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            line = f"{names()[field]}={_default(field)}"
            parts.append(f"{comment}\n{line if field == REQUIRED else f'# {line}'}\n")
    return "\n".join(parts)


def _meaning(field: str) -> str:
    return " ".join(MEANINGS[field].split())


def _default(field: str) -> str:
    value = Settings.model_fields[field].default
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    EXAMPLE.write_text(example(), encoding="utf-8")
    print(PAGE, EXAMPLE, sep="\n")
