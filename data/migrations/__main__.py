"""Write a new migration: `python -m data.migrations "what changes"`, after changing `data/tables`.

The tables of a fresh database, made by the migrations there are, are compared with `data/tables`; the
differences become a file in `versions/`, to be read and corrected by hand. See README.md beside this file.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from data.db.migrate import SCRIPTS, config, migrate_file


def main(arguments: list[str], scripts: Path = SCRIPTS) -> int:
    """Write a migration with the one message in `arguments` into `scripts`; returns the exit status."""
    if len(arguments) != 1:
        print('usage: python -m data.migrations "what changes"', file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fresh.db"
        migrate_file(path, scripts)
        settings = config(scripts)
        number = len(list(ScriptDirectory.from_config(settings).walk_revisions())) + 1
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            settings.attributes["connection"] = connection
            command.revision(settings, message=arguments[0], autogenerate=True, rev_id=f"{number:04}")
        engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
