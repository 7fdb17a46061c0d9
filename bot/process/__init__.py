"""The process: its background tasks, limits, logs, shards, start and shutdown."""
