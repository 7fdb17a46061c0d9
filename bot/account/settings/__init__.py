"""The cards of a person's and a server's settings."""
