"""Making a release; not installed."""
