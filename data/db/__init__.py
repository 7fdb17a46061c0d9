"""The database: connections, migration, backup, leases."""
