"""Pages of lists that are shorter than when their buttons were shown."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bot.core.paging import ListPage, last_page, load_page, page_of
from tests.cases import for_each

ITEMS = tuple(range(7))


class Part(NamedTuple):
    """A part of a list."""

    items: tuple[int, ...]
    total: int


@for_each(("total", "last"), [(0, 0), (1, 0), (3, 0), (4, 1), (6, 1), (7, 2)])
def test_every_item_has_a_page_and_an_empty_list_has_one(total: int, last: int) -> None:
    assert last_page(total, 3) == last


@for_each(
    ("page", "content", "shown"),
    [(-1, (0, 1, 2), 0), (0, (0, 1, 2), 0), (1, (3, 4, 5), 1), (2, (6,), 2), (9, (6,), 2)],
)
def test_a_page_that_there_is_not_becomes_the_nearest(
    page: int, content: tuple[int, ...], shown: int
) -> None:
    assert page_of(ITEMS, page, 3) == ListPage(content, shown, 2)


@pytest.mark.parametrize("knows_its_length", [True, False])
async def test_a_loaded_page_beyond_the_end_is_replaced_by_one_that_there_is(knows_its_length: bool) -> None:
    async def load(offset: int, limit: int) -> Part:
        items = ITEMS[offset : offset + limit]
        return Part(items, len(ITEMS) if items or knows_its_length else 0)

    assert await load_page(load, 2, 3) == ListPage(Part((6,), 7), 2, 2)
    found = await load_page(load, 9, 3)
    assert found.page == (2 if knows_its_length else 0)
    assert found.content.items == ITEMS[3 * found.page : 3 * found.page + 3]
    assert found.last_page == 2
