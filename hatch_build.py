"""Compile the translations when the package is built, or installed from a checkout."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = datetime(2000, 1, 1, tzinfo=UTC)


COMMANDS = {"command", "command description", "option", "option description", "choice", "menu"}
"""The contexts of what Discord is told of commands."""


class CataloguesHook(BuildHookInterface[Any]):
    """Writes languages/*.mo next to the .po files, and *.commands.mo with the texts of commands alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every catalogue, with the translations that are to be read again."""
        for source in sorted(Path(self.root, "languages").glob("*.po")):
            with source.open("rb") as file:
                catalogue = read_po(file)
            # Babel writes the time otherwise, and no two builds are the same.
            catalogue.creation_date = catalogue.revision_date = BUILT
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue, use_fuzzy=True)
            for message in [*catalogue]:
                if message.id and message.context not in COMMANDS:
                    catalogue.delete(message.id, message.context)
            with source.with_suffix(".commands.mo").open("wb") as file:
                write_mo(file, catalogue, use_fuzzy=True)
        build_data["artifacts"].append("languages/*.mo")
