"""Untrusted text is shown literally and has no effect."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.preview._markdown import markdown_tokens

import bot.ui
from bot.ui.untrusted import (
    END_OF_ISOLATE,
    ISOLATE,
    MAX_REPEATED,
    escaped,
    in_code,
    one_line,
    safe,
    shortened,
)
from data.tables.schema import Untrusted
from tests.cases import for_each

KNOWN = {
    "users": {"777": "Somebody"},
    "roles": {"777": "A role"},
    "channels": {"777": "a-channel"},
    "commands": {"777": "play"},
    "emojis": {"777": {"id": "777", "name": "evil", "animated": False}},
    "everyone": True,
}
"""Targets that a hostile name can refer to."""

HOSTILE = [
    "<@777>",
    "<@!777>",
    "<@&777>",
    "<#777>",
    "<t:777:R>",
    "</play:777>",
    "<:evil:777>",
    "<a:evil:777>",
    "<id:guide>",
    ":thumbsup:",
    "@everyone",
    "@here",
    "https://evil.test/x_y_z",
    "<https://evil.test>",
    "discord.gg/evil",
    "[words](https://evil.test)",
    "# heading",
    "- list",
    "+ list",
    "1. list",
    "2) list",
    "> quote",
    ">>> quote",
    "**bold**",
    "__under__",
    "_it_",
    "~~gone~~",
    "||spoiler||",
    "`code`",
    "```\ncode\n```",
    "\\*bold\\*",
    "back\\",
    "a*b_c",
]


def shown(text: str) -> list[dict[str, Any]]:
    """Return the tokens of a message's text, parsed like simcord's page."""
    return list(markdown_tokens(text, "message", context=KNOWN))


def words_of(tokens: list[dict[str, Any]]) -> str:
    """The words in a text that has nothing but words."""
    found = ""
    for token in tokens:
        if token["type"] in {"paragraph", "inline"}:
            found += words_of(token["children"])
        else:
            assert token["type"] == "text", token
            found += token["content"]
    return found


def parts_of(tokens: list[dict[str, Any]]) -> list[str]:
    """Return the parts of a line of text: words literally, everything else by its type."""
    ((line,),) = (paragraph["children"] for paragraph in tokens)
    found = [token.get("content", token["type"]) for token in line["children"]]
    return [part for part in found if part]


@for_each("name", HOSTILE)
def test_a_name_is_shown_as_it_is(name: str) -> None:
    assert words_of(shown(safe(name))) == " ".join(name.split())


@for_each("name", HOSTILE)
def test_the_style_around_a_name_holds(name: str) -> None:
    begins, *words, ends, rest = parts_of(shown(f"**{safe(name)}** is black"))
    assert (begins, "".join(words), ends, rest) == (
        "strong_open",
        " ".join(name.split()),
        "strong_close",
        " is black",
    )


@for_each(
    ("name", "written"),
    [
        ("-# small print", "\\-\\# small print"),
        ("<id:guide>", "\\<id:guide\\>"),
        (":thumbsup:", "\\:thumbsup:"),
        ("discord.gg/evil", "discord.gg\\/evil"),
        ("positional:6", "positional:6"),
        ("O'Neil, J. (2nd)", "O'Neil, J. (2nd)"),
    ],
)
def test_what_only_discord_knows_is_escaped_and_no_more(name: str, written: str) -> None:
    assert safe(name) == written


@given(st.text("*_~|`<>@#:[]()-+.1/\\ evil7t!\u200b", max_size=40))
def test_no_name_has_markup(name: str) -> None:
    assert words_of(shown(safe(f"x{name}"))) == one_line(f"x{name}")


def test_invisible_characters_are_left_out() -> None:
    assert shortened("a\u200bb\u202ec\u2066d\ufeffe\u00adf\x07g\U000e0041") == "abcdefg"
    assert shortened("two\n\nlines\tand\u2028more") == "two lines and more"
    assert shortened("\u3164\u200b\u2800") == "unnamed"
    assert shortened("") == ""
    assert shortened("x" * 500) == "x" * (MAX_REPEATED - 1) + "…"


def test_marks_are_no_pile() -> None:
    assert shortened("z" + "\u0300" * 40) == "z" + "\u0300" * 3


def test_emoji_of_several_parts_and_scripts_with_joiners_stay() -> None:
    for name in ("👩\u200d🚀", "🏳️\u200d🌈", "नमस\u200dते"):
        assert shortened(name) == name
    assert shortened("a\u200db") == "ab"


def test_a_name_from_right_to_left_keeps_to_itself() -> None:
    assert shortened("דנה") == f"{ISOLATE}דנה{END_OF_ISOLATE}"
    assert len(shortened("ד" * 300)) <= MAX_REPEATED


def test_in_code_there_are_no_backticks() -> None:
    assert in_code("a`b` `c") == "a'b' 'c"


def test_a_text_of_several_lines_stays_one() -> None:
    assert escaped("1. one\n# two\n- three") == "1\\. one\n\\# two\n\\- three"


def test_a_stored_name_does_not_get_into_a_sentence_untreated() -> None:
    name = Untrusted("Ann")
    assert name == "Ann"
    with pytest.raises(TypeError, match="stranger"):
        f"{name} wins"
    with pytest.raises(TypeError, match="stranger"):
        f"{name} wins"
    assert f"{safe(name)} wins" == "Ann wins"


def test_one_module_treats_the_text_of_strangers() -> None:
    """No other module escapes, and few places read names that come from Discord."""
    sources = {
        path: ast.parse(path.read_text("utf-8")) for path in Path(bot.ui.__file__).parent.rglob("*.py")
    }
    used = {
        (node.attr, path.name)
        for path, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }
    assert not [place for place in used if place[0] in {"escape_markdown", "escape_mentions"}]
    read = {place for place in used if place[0] in {"display_name", "global_name", "nick"}}
    assert read <= {
        ("global_name", "request.py"),
        ("nick", "request.py"),
        ("display_name", "profile_view.py"),
        ("display_name", "comparison_view.py"),
        # Of a command's option.
        ("display_name", "localization.py"),
    }
