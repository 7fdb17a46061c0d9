"""Write a new migration: `python -m data.migrations "summary of the change"`, after changing `data/tables`.

The tables that the existing migrations give are compared with `data/tables`; the differences become a file in
`versions/`, to be corrected by hand. See README.md in this folder.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from data.db.migrate import SCRIPTS, config, newest_revision


def main(arguments: list[str], scripts: Path = SCRIPTS) -> int:
    """Write a migration with the one message in `arguments` into `scripts`; returns the exit status."""
    if len(arguments) != 1:
        print('usage: python -m data.migrations "summary of the change"', file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        settings = config(scripts)
        engine = create_engine(f"sqlite:///{Path(folder) / 'migrated.db'}")
        with engine.begin() as connection:
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")
            next_revision = f"{int(newest_revision(scripts)) + 1:04}"
            command.revision(settings, message=arguments[0], autogenerate=True, rev_id=next_revision)
        engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
