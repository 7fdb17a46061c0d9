"""Shares of the servers, as hosts write them."""

from __future__ import annotations

import re

from data import Share

MAX_SHARDS = 10_000

_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_ANY = re.compile(r"any (\d{1,5})/(\d{1,5})")


def read_shares(text: str) -> tuple[Share, ...]:
    """Parse the shares of which a process takes the first free one; () means all servers.

    `0-3/16` are the shards 0 to 3 of 16, `5/16` is number 5 alone, and `any 4/16` are any four: 0 to 3, 4 to
    7 and so on. Raises ValueError for anything else.
    """
    text = text.strip()
    if not text:
        return ()
    if (found := _RANGE.fullmatch(text)) is not None:
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if first <= last < count <= MAX_SHARDS:
            return (Share(first, last, count),)
    if (found := _ANY.fullmatch(text)) is not None:
        size, count = int(found[1]), int(found[2])
        if 0 < size <= count <= MAX_SHARDS:
            return tuple(Share(first, min(first + size, count) - 1, count) for first in range(0, count, size))
    raise ValueError(
        "write shards like 0-3/16 (those of 16), 5/16 (one alone), or any 4/16 (any four of them)"
    )
