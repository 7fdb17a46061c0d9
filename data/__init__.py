"""Storage: tables, migrations, queries.

    storage = await Storage.open("sqlite:///flipfour.db")

Everything else is imported from the module that defines it.
"""

from data.db.errors import StorageError
from data.db.share import Share
from data.storage import Storage

__all__ = ["Share", "Storage", "StorageError"]
