"""Conditional moves."""
