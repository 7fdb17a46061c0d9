"""The base of every room: people, snapshots, refusals, background work."""
