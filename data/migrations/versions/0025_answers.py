"""Commands are noted before it is known which message will answer them."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    with op.batch_alter_table("unanswered") as table:
        table.drop_column("message_id")


def downgrade() -> None:
    """Take the change back; commands that wait for an answer are not ended then."""
    op.execute("DELETE FROM unanswered")
    with op.batch_alter_table("unanswered") as table:
        table.add_column(sa.Column("message_id", sa.BigInteger(), nullable=False))
