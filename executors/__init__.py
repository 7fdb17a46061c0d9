"""Where searches and other work run: in this process, in others beside it, or on a cluster of machines."""
