"""The host's settings, and what the machine allows."""
