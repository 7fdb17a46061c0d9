"""Tests of cases in one item report every case that fails, and no others."""

from __future__ import annotations

import pytest

from tests.cases import for_each


def test_every_case_that_fails_is_named() -> None:
    checked: list[int] = []

    @for_each(("number", "even"), (1, True), (2, True), (3, True))
    def test(number: int, even: bool) -> None:
        checked.append(number)
        assert (number % 2 == 0) is even

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases failed") as failed:
        test()
    assert checked == [1, 2, 3]
    assert [error.__notes__ for error in failed.value.exceptions] == [
        ["case: {'number': 1, 'even': True}"],
        ["case: {'number': 3, 'even': True}"],
    ]


def test_a_missing_exception_is_a_failure_of_its_case() -> None:
    @for_each("number", [0, 1])
    def test(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 // number

    with pytest.raises(BaseExceptionGroup, match="1 of 2 cases failed"):
        test()


@for_each("letter", "ab")
@for_each("number", [1, 2])
async def test_fixtures_and_tables_may_be_combined(letter: str, number: int, tmp_path: object) -> None:
    assert (letter, number, bool(tmp_path)) in {(a, b, True) for a in "ab" for b in (1, 2)}
