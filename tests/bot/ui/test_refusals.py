"""Refusals, and texts that are not trusted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from inspect import get_annotations
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.preview._markdown import markdown_tokens

import bot.app
import bot.ui
from bot.computer.opponents.choices import Part, UnknownPlayer
from bot.computer.opponents.names import level_name
from bot.core.limits import LIMITS, OverLimit
from bot.core.people import Place
from bot.core.refusals import InProgress, NotYours, Refusal, TooMany
from bot.play.assist.hints import Whose
from bot.study.openings.refusals import UnknownOpening
from bot.study.records.refusals import Fault, Foreign, Lack
from bot.ui import untrusted
from bot.ui.refusals import BadRequest, refusal_text
from data.db.errors import Limit
from data.games.records import QuestionKind
from data.tables.schema import Untrusted
from engine import EngineError
from languages import LANGUAGES, speaking
from tests.cases import for_each

EXAMPLES: dict[str, Any] = {
    **dict.fromkeys(("typed", "name", "move", "game", "title", "wanted", "file_format", "example"), "4711"),
    "limit": Limit.GAMES,
    "scope": "person",
    "levels": ("easy",),
    "letters": ("*", "\u200b"),
    "place": Place(channel_id=4711, guild_id=None),
    "channels": (4711,),
    "again_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    "due_at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC),
    "reason": EngineError("4711"),
}
"""Examples of fields; of others, it is 4711."""

CHOICES: dict[str, Sequence[Any]] = {
    "either": (False, True),
    "fault": get_args(Fault),
    "kind": tuple(QuestionKind),
    "lack": get_args(Lack),
    "message_id": (4711, None),
    "part": (*get_args(Part), None),
    "role_id": (4711, None),
    "seems": get_args(Foreign),
    "whose": get_args(Whose),
}
"""Fields that choose among sentences, or words of them."""

TYPED = {
    "UnknownOpening": ("typed",),
    "UnknownPlayer": ("typed",),
    "OtherGame": ("name",),
    "BadDepth": ("typed",),
    "BadMoves": ("typed",),
    "IllegalHere": ("move",),
    "IllegalInLine": ("typed", "move"),
    "LineWithoutAnswer": ("typed",),
    "UnreadableGame": ("typed",),
    "NotYourOpponent": ("name",),
    "NameReserved": ("name",),
    "NameInUse": ("name",),
}
"""Refusals that repeat typed text, and their fields that hold it."""


FORMS = {InProgress, NotYours, TooMany}
"""Forms that several refusals share, without a sentence."""


def kinds_of(base: type[Refusal]) -> Iterator[type[Refusal]]:
    """Yield the refusals of all rooms with a sentence of their own."""
    for kind in base.__subclasses__():
        if kind is not BadRequest and kind.__module__.startswith("bot."):
            yield from () if kind in FORMS else (kind,)
            yield from kinds_of(kind)


REFUSALS = sorted(kinds_of(Refusal), key=lambda kind: (kind.__module__, kind.__name__))


def examples_of(kind: type[Refusal]) -> Iterator[dict[str, Any]]:
    """Yield examples of a refusal's fields, one for each of its sentences."""

    def choices(name: str) -> list[Any]:
        listed = CHOICES.get(name, (EXAMPLES.get(name, 4711),))
        return [choice for choice in listed if choice is not None or may_be_none(kind, name)]

    for values in product(*map(choices, kind.names)):
        yield dict(zip(kind.names, values, strict=True))


def may_be_none(kind: type[Refusal], field: str) -> bool:
    return any("| None" in str(get_annotations(base).get(field)) for base in kind.__mro__)


@for_each("kind", REFUSALS)
def test_every_refusal_has_words_with_its_data(kind: Any) -> None:
    for data in examples_of(kind):
        text = refusal_text(kind(**data))
        assert text
        assert "4711" in text.replace(",", "") or "4711" not in map(str, data.values())


def test_a_misspelt_level_or_opening_is_recognised() -> None:
    def said(typed: str) -> str:
        return refusal_text(UnknownPlayer(typed, "Reversi", ("easy", "medium", "hard")))

    assert "“esay” in Reversi. Did you mean “easy”?" in said("esay")
    assert "Choose one of" in said("grandmaster")
    assert "Did you mean “Tiger”?" in refusal_text(UnknownOpening("tigr"))
    with speaking(LANGUAGES["de"]):
        assert f"„{level_name('easy')}“" in said(f"{level_name('easy')}x")


@for_each(("limit", "scope"), LIMITS)
def test_every_limit_has_words_with_its_maximum_and_one_in_the_singular(limit: Limit, scope: Any) -> None:
    player_id = 4711 if scope == "other" else None
    text, of_one = (
        refusal_text(OverLimit(limit, scope, most, player_id, EXAMPLES["again_at"])) for most in (12, 1)
    )
    assert "12" in text or (limit, scope) == (Limit.OPPONENTS, "server")
    assert player_id is None or "<@4711>" in text
    assert not re.search(r"\b1\b", of_one)
    assert re.search(r"\bone\b| a game", of_one)


@for_each("kind", REFUSALS)
def test_no_answer_repeats_more_than_a_line_of_what_was_typed(kind: Any) -> None:
    texts = {name: "x" * 6000 for name in kind.names if name in {"typed", "name", "move"}}
    assert tuple(texts) == TYPED.get(kind.__name__, ())
    for data in examples_of(kind):
        text = refusal_text(kind(**{**data, **texts}))
        assert "x" * (untrusted.MAX_REPEATED + 1) not in text
        assert len(text) < 500


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
    *("<@777>", "<@!777>", "<@&777>", "<#777>", "<t:777:R>", "</play:777>", "<:evil:777>"),
    *("<a:evil:777>", "<id:guide>", ":thumbsup:", "@everyone", "@here", "https://evil.test/x_y_z"),
    *("<https://evil.test>", "discord.gg/evil", "[words](https://evil.test)", "# heading", "- list"),
    *("+ list", "1. list", "2) list", "> quote", ">>> quote", "**bold**", "__under__", "_it_"),
    *("~~gone~~", "||spoiler||", "`code`", "```\ncode\n```", "\\*bold\\*", "back\\", "a*b_c"),
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
def test_a_name_is_shown_as_it_is_in_the_style_around_it(name: str) -> None:
    as_it_is = " ".join(name.split())
    assert words_of(shown(untrusted.safe(name))) == as_it_is
    begins, *words, ends, rest = parts_of(shown(f"**{untrusted.safe(name)}** is black"))
    assert (begins, "".join(words), ends, rest) == ("strong_open", as_it_is, "strong_close", " is black")


@for_each(
    ("name", "written"),
    ("-# small print", "\\-\\# small print"),
    ("<id:guide>", "\\<id:guide\\>"),
    (":thumbsup:", "\\:thumbsup:"),
    ("discord.gg/evil", "discord.gg\\/evil"),
    ("positional:6", "positional:6"),
    ("O'Neil, J. (2nd)", "O'Neil, J. (2nd)"),
)
def test_what_only_discord_knows_is_escaped_and_no_more(name: str, written: str) -> None:
    assert untrusted.safe(name) == written


@given(st.text("*_~|`<>@#:[]()-+.1/\\ evil7t!\u200b", max_size=40))
def test_no_name_has_markup(name: str) -> None:
    assert words_of(shown(untrusted.safe(f"x{name}"))) == untrusted.one_line(f"x{name}")


def test_a_name_is_made_harmless() -> None:
    assert untrusted.shortened("a\u200bb\u202ec\u2066d\ufeffe\u00adf\x07g\U000e0041") == "abcdefg"
    assert untrusted.shortened(" two\n\nlines\tand\u2028more ") == "two lines and more"
    assert untrusted.shortened("\u3164\u200b\u2800") == "unnamed"
    assert untrusted.shortened("") == ""
    assert untrusted.shortened("x" * 500) == "x" * (untrusted.MAX_REPEATED - 1) + "…"
    assert untrusted.shortened("z" + "\u0300" * 40) == "z" + "\u0300" * 3
    for name in ("👩\u200d🚀", "🏳️\u200d🌈", "नमस\u200dते"):
        assert untrusted.shortened(name) == name
    assert untrusted.shortened("a\u200db") == "ab"
    assert untrusted.shortened("דנה") == f"{untrusted.ISOLATE}דנה{untrusted.END_OF_ISOLATE}"
    assert len(untrusted.shortened("ד" * 300)) <= untrusted.MAX_REPEATED
    assert untrusted.in_code("a`b` `c") == "a'b' 'c"
    assert untrusted.escaped("1. one\n# two\n- three") == "1\\. one\n\\# two\n\\- three"


def test_a_stored_name_does_not_get_into_a_sentence_untreated() -> None:
    name = Untrusted("Ann")
    assert name == "Ann"
    with pytest.raises(TypeError, match="stranger"):
        f"{name} wins"
    assert f"{untrusted.safe(name)} wins" == "Ann wins"


def test_one_module_treats_the_text_of_strangers() -> None:
    """No other module escapes, and few places read names that come from Discord."""
    used = {
        (node.attr, path.name)
        for path in Path(bot.ui.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }
    assert not [place for place in used if place[0] in {"escape_markdown", "escape_mentions"}]
    read = {place for place in used if place[0] in {"display_name", "global_name", "nick"}}
    # In localization, of a command's option.
    modules = ("profile_view.py", "comparison_view.py", "localization.py")
    assert read <= {("global_name", "request.py"), ("nick", "request.py")} | {
        ("display_name", module) for module in modules
    }
