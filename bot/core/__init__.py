"""What every room builds on: people, snapshots, refusals, background work."""
