"""Positions, leaderboards and rules as pictures (PNG bytes) and in words.

Everything here is thread-safe: parts of pictures are made once, never changed afterwards, and copied.
"""
