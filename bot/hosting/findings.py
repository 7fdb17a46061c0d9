"""What a check has found: each finding is one line, with what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """Whether something is as it should be."""

    GOOD = "✓"
    NOTE = "!"
    """It works, and could be better."""
    BAD = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at; `advice` says what to do."""

    grade: Grade
    subject: str
    text: str
    advice: str = ""


def good(subject: str, text: str) -> Finding:
    """All is well."""
    return Finding(Grade.GOOD, subject, text)


def note(subject: str, text: str, advice: str = "") -> Finding:
    """It works."""
    return Finding(Grade.NOTE, subject, text, advice)


def bad(subject: str, text: str, advice: str = "") -> Finding:
    """It does not work."""
    return Finding(Grade.BAD, subject, text, advice)
