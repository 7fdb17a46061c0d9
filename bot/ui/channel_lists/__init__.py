"""`/channel`: the list of a channel's games."""
