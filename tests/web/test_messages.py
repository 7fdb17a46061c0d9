"""What pages may send, and how texts reach them."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.web.game_view import lines_of, people_in
from bot.web.messages import MESSAGES, Act, Play
from tests.cases import for_each


def test_moves_and_acts_are_read() -> None:
    assert MESSAGES.validate_json('{"do":"move","ply":3,"move":"d3"}') == Play(do="move", ply=3, move="d3")
    wanted = MESSAGES.validate_json('{"do":"act","act":"resign","names":"loss"}')
    assert wanted == Act(do="act", act="resign", names="loss")


@for_each(
    "sent",
    [
        "",
        "[]",
        '{"do":"delete"}',
        '{"do":"move","ply":"3","move":"d3"}',
        '{"do":"move","ply":-1,"move":"d3"}',
        '{"do":"move","ply":1,"move":"d3","user":5}',
        '{"do":"act","act":"win","names":""}',
        # What an older page sends names nothing: it is told to load itself again.
        '{"do":"act","act":"yes","ply":0,"value":""}',
    ],
)
def test_anything_else_is_rejected(sent: str) -> None:
    with pytest.raises(ValidationError):
        MESSAGES.validate_json(sent)


def test_markup_becomes_runs_with_names() -> None:
    text = "-# **<@5>** to move <t:7:R>\n\\*no\\* [link](https://example.org)"
    assert people_in(text) == {5}
    assert lines_of(text, {5: "<b>Ann</b>"}) == [
        {"runs": [["<b>Ann</b>", "b"], [" to move ", ""], ["7", "t", "R"]], "size": "small"},
        {"runs": [["*no* link", ""]]},
    ]


def test_a_table_keeps_its_columns() -> None:
    assert lines_of("Values:\n```\n  1   2\n +3 *-4*\n```\n-# In moves", {}) == [
        {"runs": [["Values:", ""]]},
        {"runs": [["  1   2\n +3 *-4*", ""]], "size": "code"},
        {"runs": [["In moves", ""]], "size": "small"},
    ]


def test_names_after_one_another_are_told_apart() -> None:
    assert lines_of("<@5> <@6> wait", {5: "Ann", 6: "Ben"}) == [{"runs": [["Ann, Ben wait", ""]]}]
