"""The help card."""
