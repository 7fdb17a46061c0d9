"""Run by Alembic for every migration, on the connection that `data.db.migrate` hands over."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy.types import TypeDecorator

from data.tables.schema import metadata


def _render(kind: str, item: object, _context: AutogenContext) -> str | Literal[False]:
    """Write our own column types as the plain ones, so that old migrations do not depend on our code."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl!r}"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite changes columns only by copying the table, which batch operations do.
    render_as_batch=True,
    render_item=_render,
)
with context.begin_transaction():
    context.run_migrations()
