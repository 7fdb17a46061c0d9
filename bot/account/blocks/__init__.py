"""Blocked players."""
