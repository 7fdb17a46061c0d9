"""Compiling with Numba: bit operations, 128-bit sets, dispatch by type."""
