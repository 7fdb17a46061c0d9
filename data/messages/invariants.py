"""Invariants of stored messages."""

from __future__ import annotations

from data.db.invariants import not_negative
from data.tables.messages import notices, outdated_names

MESSAGES = (*not_negative(notices.c.failures, outdated_names.c.failures),)
