"""Files of finished pictures, kept by what they show: many people look at the same card.

@kept
def draw_profile(card: GameCard, *, theme: Theme = CLASSIC) -> bytes: ...
"""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from threading import Lock
from typing import Final, ParamSpec

from cachetools import LRUCache

from languages import current

MAX_BYTES: Final = 4 << 20
"""Maximum size of all files together: about a hundred."""

P = ParamSpec("P")

_files: Final[LRUCache[bytes, bytes]] = LRUCache(MAX_BYTES, getsizeof=len)
_lock: Final = Lock()


def kept(draw: Callable[P, bytes]) -> Callable[P, bytes]:
    """Have a function return the same file again for arguments with the same `repr` in the same language."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> bytes:
        shown = repr((draw.__module__, draw.__qualname__, current().code, args, kwargs))
        key = blake2b(shown.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with _lock:
            known = _files.get(key)
        if known is None:
            known = draw(*args, **kwargs)
            with _lock:
                # A file larger than all room isn't kept.
                if len(known) <= MAX_BYTES:
                    _files[key] = known
        return known

    return drawn
