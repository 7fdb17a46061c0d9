"""The messages and commands of matches between computer players, and of strength tests."""
