"""Thanks as a new feature: all that one has to write to add a feature.

`project/` has what would be added to the project: a folder in a room of the bot, a file of tables, and a
migration with its line in `SHA256SUMS`. The only other change is a line in `bot/rooms.py`. `copy_with_room`
makes such a project.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
ADDED = Path(__file__).parent / "project"

CHANGED = ("bot", "data", "languages")
"""Packages to which something is added; the others are only linked to."""

LINKED = ("bench", "engine", "executors", "renderers", "tests", "pyproject.toml")

ROOM = "bot.play.thanks.ui"

GERMAN = {"You can't thank yourself.": "Du kannst dir nicht selbst danken."}


def copy_with_room(folder: Path) -> None:
    """Make a project with the feature in an empty folder."""
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name in CHANGED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ADDED, folder, dirs_exist_ok=True)
    rooms = folder / "bot" / "rooms.py"
    first = '            "bot.play.offers_ui",\n'
    text = rooms.read_text("utf-8")
    assert first in text
    rooms.write_text(text.replace(first, f'{first}            "{ROOM}",\n'), "utf-8")
    versions = folder / "data" / "migrations" / "versions"
    (migration,) = (ADDED / "data" / "migrations" / "versions").glob("*.py")
    with (versions / "SHA256SUMS").open("a", encoding="utf-8") as sums:
        sums.write(f"{sha256(migration.read_bytes()).hexdigest()}  {migration.name}\n")
    with (folder / "languages" / "de.po").open("rb") as file:
        catalogue = read_po(file)
    for message, translation in GERMAN.items():
        catalogue.add(message, translation)
    with (folder / "languages" / "de.mo").open("wb") as file:
        write_mo(file, catalogue)
