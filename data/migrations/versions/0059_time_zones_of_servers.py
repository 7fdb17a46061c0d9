"""Time zones of servers, each since a moment, instead of one for each board."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"


def upgrade() -> None:
    """Create the table, with the present zones since ever."""
    moment = sa.DateTime(timezone=True)
    zones = op.create_table(
        "server_zones",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", moment, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "since", name=op.f("pk_server_zones")),
        sqlite_with_rowid=False,
    )
    settings = sa.table("preferences", *map(sa.column, ("owner_kind", "owner_id", "name", "value")))
    since = sa.literal(datetime(1970, 1, 1, tzinfo=UTC), moment)
    op.execute(
        sa.insert(zones).from_select(
            ["guild_id", "since", "zone"],
            sa.select(settings.c.owner_id, since, settings.c.value).where(
                settings.c.owner_kind == "server", settings.c.name == "time_zone"
            ),
        )
    )
    for table in ("added_days", "board_posts"):
        op.drop_column(table, "zone")
