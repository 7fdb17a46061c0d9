"""What all tables are made with."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, Integer, MetaData, text

# SQLite gives ids by itself only to columns of the type INTEGER (which hold 64 bits there).
Id = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of those rows for which `where` is true."""
    condition = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
