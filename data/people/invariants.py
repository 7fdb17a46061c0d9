"""Invariants of what is stored about people."""

from __future__ import annotations

from data.db.invariants import never, not_negative
from data.tables.achievements import role_grants
from data.tables.people import blocks
from data.tables.role_links import role_links, role_unlinks

PEOPLE = (
    never("player {id} blocks themselves", blocks.c.blocker_id, blocks.c.blocker_id == blocks.c.blocked_id),
    *not_negative(
        role_grants.c.failures, role_links.c.failures, role_links.c.changes, role_unlinks.c.failures
    ),
)
