"""What a host did, or can put right."""


class HostError(Exception):
    """Flipfour cannot do what it was started for; the message is one line that says what to do about it."""
