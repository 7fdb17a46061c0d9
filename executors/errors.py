"""What can be wrong with a cluster."""

from __future__ import annotations


class ClusterError(Exception):
    """A cluster cannot be used; the message is one line a host can act on."""
