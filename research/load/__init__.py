"""Many players at once, over sockets: the real process against the Discord of `tests/loopback`."""
