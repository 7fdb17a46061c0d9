"""Which shards a process is to look after, as hosts write it."""

from __future__ import annotations

import re

from data import Share

MOST_SHARDS = 10_000

_THESE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")
_ANY = re.compile(r"any (\d{1,5})/(\d{1,5})")


def read_shares(text: str) -> tuple[Share, ...]:
    """The shares of which a process takes the first that is free; none stands for everything.

    `0-3/16` are the shards 0 to 3 of 16, `5/16` is number 5 alone, and `any 4/16` are any four: 0 to 3, 4 to
    7 and so on. Raises ValueError for anything else.
    """
    text = text.strip()
    if not text:
        return ()
    if (these := _THESE.fullmatch(text)) is not None:
        first, last, count = int(these[1]), int(these[2] or these[1]), int(these[3])
        if first <= last < count <= MOST_SHARDS:
            return (Share(first, last, count),)
    if (some := _ANY.fullmatch(text)) is not None:
        each, count = int(some[1]), int(some[2])
        if 0 < each <= count <= MOST_SHARDS:
            return tuple(Share(first, min(first + each, count) - 1, count) for first in range(0, count, each))
    raise ValueError(
        "write shards like 0-3/16 (those of 16), 5/16 (one alone), or any 4/16 (any four of them)"
    )
