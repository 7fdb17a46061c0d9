"""Failures that the host can fix."""

from collections.abc import Iterable

from languages.typed import nearest


class HostError(Exception):
    """Flipfour cannot do what it was started for; the message is one line that says what to do about it."""

    exit_code = 1


class SettingsError(HostError):
    """A setting is missing, wrong or unknown, so another start would fail in the same way."""

    exit_code = 78
    """EX_CONFIG of sysexits, at which the systemd unit does not restart the process."""


def did_you_mean(typed: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the advice for a misspelt name: what was probably meant, else `otherwise`."""
    near = nearest(typed, known)
    return f"did you mean {near}?" if near else otherwise
