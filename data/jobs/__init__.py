"""Background jobs and imports."""
