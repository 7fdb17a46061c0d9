"""Lists of a channel's games that stand in the channel and keep themselves up to date."""
