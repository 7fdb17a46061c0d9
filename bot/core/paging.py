"""Pages of lists; they count from 0.

>>> page_of("abcdefg", 5, 3)
ListPage(content='g', page=2, last_page=2)
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Content = TypeVar("Content")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Content]):
    content: Content
    page: int
    last_page: int


class PartOfList(Protocol):
    """A part of a list. `total` is the length of the whole list; it may be 0 if the part is empty."""

    @property
    def total(self) -> int: ...


Part = TypeVar("Part", bound=PartOfList)


def last_page(total: int, size: int) -> int:
    """Return the last page of a list; an empty one has one page."""
    return max(0, (total - 1) // size)


def page_of(items: Sequence[Item], page: int, size: int) -> ListPage[Sequence[Item]]:
    last = last_page(len(items), size)
    page = min(max(page, 0), last)
    return ListPage(items[page * size : (page + 1) * size], page, last)


async def load_page(load: Callable[[int, int], Awaitable[Part]], page: int, size: int) -> ListPage[Part]:
    """Load a page by offset and limit, or the last page if the list is shorter."""
    while True:
        content = await load(page * size, size)
        last = last_page(content.total, size)
        if page <= last:
            return ListPage(content, page, last)
        page = last
