"""Linked Roles."""
