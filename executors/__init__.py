"""Executors of searches and other work: in this process, in child processes, or on a cluster of machines."""
