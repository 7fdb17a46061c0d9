"""What is kept in memory."""

from __future__ import annotations

from data.db.recent import Recent


def test_the_value_unused_for_longest_is_forgotten() -> None:
    kept: Recent[str, int] = Recent(2)
    kept.keep("a", 1)
    kept.keep("b", 2)
    assert kept.get("a") == 1
    kept.keep("c", 3)
    assert [kept.get(key) for key in "abc"] == [1, None, 3]
    kept.keep("a", 4)
    assert [kept.get(key) for key in "ac"] == [4, 3]
