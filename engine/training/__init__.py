"""Training of the learned Reversi evaluation: see `python -m engine.training --help`."""
