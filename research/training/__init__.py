"""What makes the weights and books of the engine: see README.md."""
