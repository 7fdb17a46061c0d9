"""The form of simultaneous exhibitions: one player against each of the others, on boards in one thread."""
