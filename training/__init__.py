"""Training of the learned Reversi evaluation: see `python -m training --help`."""
