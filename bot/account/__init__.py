"""A person's account: settings, privacy, blocks, linked roles."""
