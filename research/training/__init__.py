"""Build tools for the engine's weights and books; see README.md."""
