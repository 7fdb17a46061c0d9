"""Parts of pictures, which take long to make and little room to keep."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Workshop(Generic[T]):
    """Makes things once, however many threads ask for them; whoever asks for another thing does not wait.

    Only the `most` things used last are kept.
    """

    def __init__(self, make: Callable[..., T], most: int) -> None:
        self._make = make
        self._most = most
        self._lock = Lock()
        self._made: dict[tuple[Hashable, ...], Future[T]] = {}

    def get(self, *of: Hashable) -> T:
        """What `make` makes of these arguments. An error in it is raised; the next call tries again."""
        with self._lock:
            future = self._made.pop(of, None)
            ours = future is None
            if future is None:
                future = Future()
            self._made[of] = future
            if len(self._made) > self._most:
                del self._made[next(iter(self._made))]
        if ours:
            try:
                future.set_result(self._make(*of))
            except BaseException as error:
                with self._lock:
                    self._made.pop(of, None)
                future.set_exception(error)
                raise
        return future.result()
