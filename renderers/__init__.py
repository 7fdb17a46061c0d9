"""Positions, leaderboards and rules as pictures (PNG bytes) and in words.

Everything is thread-safe: parts of pictures are created once, never changed, and copied.
"""
