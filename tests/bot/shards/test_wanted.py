"""How hosts write which shards a process looks after."""

from __future__ import annotations

import pytest

from bot.settings import Settings
from bot.shards.wanted import read_shares
from data import Share


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("", ()),
        ("0-3/16", (Share(0, 3, 16),)),
        ("5/16", (Share(5, 5, 16),)),
        ("any 2/5", (Share(0, 1, 5), Share(2, 3, 5), Share(4, 4, 5))),
        (" any 4/4 ", (Share(0, 3, 4),)),
    ],
)
def test_what_is_understood(text: str, shares: tuple[Share, ...]) -> None:
    assert read_shares(text) == shares


@pytest.mark.parametrize("text", ["all", "4-2/16", "0-16/16", "any 0/4", "any 5/4", "1/0", "0-3", "-1/4"])
def test_what_is_not(text: str) -> None:
    with pytest.raises(ValueError, match="write shards like 0-3/16"):
        read_shares(text)


def test_settings() -> None:
    assert Settings().shares == ()
    assert Settings(shards="0/1").shares == ()
    assert Settings(shards="0-3/16", take_over=True).shares == (Share(0, 3, 16),)
    for wrong in ({"shards": "x"}, {"take_over": True}, {"shards": "any 4/16", "take_over": True}):
        with pytest.raises(ValueError, match="shards"):
            Settings(**wrong)
