"""Turn notices."""
