"""A channel's list of running games."""
