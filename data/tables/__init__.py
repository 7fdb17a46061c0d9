"""All tables. A change needs a migration, see data/migrations/README.md; a test compares the two."""

from importlib import import_module
from pkgutil import iter_modules

# Foreign keys and `metadata` need every table, whichever module is imported.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
