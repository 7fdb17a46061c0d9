"""Where searches and other work run: in this process, in child processes, or on a cluster of machines."""
