"""Short messages that tell people of their turns."""
