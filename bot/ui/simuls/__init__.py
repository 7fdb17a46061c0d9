"""Simultaneous exhibitions on Discord."""
