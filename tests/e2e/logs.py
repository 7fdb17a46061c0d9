"""Queries of the bot's log."""

from __future__ import annotations

from structlog.typing import EventDict


def taken_out(log: list[EventDict], event: str) -> int:
    """Take the entries of an event that the test wanted out of the log; returns how many there were."""
    wanted = [entry for entry in log if entry["event"] == event]
    for entry in wanted:
        log.remove(entry)
    return len(wanted)
