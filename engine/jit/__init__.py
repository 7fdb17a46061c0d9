"""Compiling with Numba: bit operations, sets of squares, dispatch by type."""
