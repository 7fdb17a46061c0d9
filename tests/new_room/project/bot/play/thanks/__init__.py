"""Thanks between players."""
