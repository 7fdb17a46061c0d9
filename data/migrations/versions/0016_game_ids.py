"""The ids of games are never given out twice, in an older SQLite file either.

New files have had that from the beginning on. A file that had every migration has lost it: where SQLite
changed the table by copying it, the copy was made without AUTOINCREMENT.
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    # A database server gives ids from a sequence, which never goes back.
    if op.get_context().dialect.name != "sqlite":
        return
    connection = op.get_bind()
    made = connection.scalar(sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'games'"))
    if "AUTOINCREMENT" in made:
        return
    if connection.scalar(sa.text("PRAGMA foreign_keys")):
        # Dropping the old table would delete the moves that refer to it.
        raise RuntimeError("this migration needs a connection that does not enforce foreign keys")
    # The table as it is, whatever columns it has: only the key is declared in another way.
    anew, name = re.subn(r'^CREATE TABLE "?games"?', "CREATE TABLE games_anew", made)
    anew, key = re.subn(r"\bid INTEGER NOT NULL,", "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,", anew)
    anew, old_key = re.subn(r"\s*(CONSTRAINT pk_games )?PRIMARY KEY \(id\),", "", anew)
    if (name, key, old_key) != (1, 1, 1):
        raise RuntimeError(f"the table of games is declared in a way that is not known: {made}")
    indices = connection.scalars(
        sa.text(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'games' AND sql IS NOT NULL"
        )
    ).all()
    op.execute(sa.text(anew.replace(":", "\\:")))
    op.execute("INSERT INTO games_anew SELECT * FROM games")
    op.execute("DROP TABLE games")
    op.execute("ALTER TABLE games_anew RENAME TO games")
    for index in indices:
        op.execute(sa.text(index.replace(":", "\\:")))


def downgrade() -> None:
    """Nothing needs to be taken back: the version before takes the table as it is."""
