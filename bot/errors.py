"""Failures that the host can fix."""


class HostError(Exception):
    """Flipfour cannot do what it was started for; the message is one line that says what to do about it."""

    exit_code = 1


class SettingsError(HostError):
    """A setting is missing, wrong or unknown, so another start would fail in the same way."""

    exit_code = 78
    """EX_CONFIG of sysexits, at which the systemd unit does not restart the process."""
