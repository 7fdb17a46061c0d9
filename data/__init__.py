"""Storage: tables, migrations, queries."""
