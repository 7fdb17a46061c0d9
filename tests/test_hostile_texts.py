"""Strangers' texts cost linear time: no pattern and no reader is slow on any of them, however long."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import BaseModel, SecretStr

from bot.catalog import GAMES
from bot.computer.opponents import choices, names, saved
from bot.computer.opponents import choices as specs
from bot.core import masking
from bot.core.refusals import Refusal
from bot.demo import typed as demo_typed
from bot.preferences import periods
from bot.rooms import all_routes
from bot.settings.logs import scrubbed
from bot.study.records import drawn_boards, json_text, line_texts, pgn, sgf, wthor
from bot.study.records import drawn_boards as squares
from bot.study.records.recognition import FORMATS, read_games, recognised_in
from bot.study.records.record import day_of, readable_name
from bot.ui import component_ids, untrusted
from bot.ui import times as terms_words
from bot.ui.component_ids import ComponentId, ComponentIdError, action_of
from bot.web import sign_in_ui
from bot.web.activity_ui import INSTANCE
from data.db import backup
from data.games.time_control import TimeControlError, read_time_control
from engine import EngineError, connect4, reversi
from engine.reversi import transcripts
from engine.search.registry import registered_games
from languages import moments
from languages.typed import folded
from renderers import writing
from tests.cases import for_each
from tests.extent import extent
from tests.hostile import evil, units
from tests.hostile.growth import SIZES, superlinear_at
from tests.hostile.patterns import Use, in_value, uses

LIMITS: Mapping[str, tuple[int, str]] = {}
"""Slow patterns that are allowed, by place: the maximum characters of a text, and what limits it."""

LARGEST = SIZES[-3]
"""The size up to which patterns are tried: quadratic work is seen at 1,024 characters."""

MAX_OPTION = 6000
"""Maximum characters of a command's option, set by Discord."""

NOISE = 0.05
"""Processor time in seconds below which a reader is fast enough: its steps differ by what it recognises."""


def _reader(read: Callable[[bytes], object]) -> Callable[[str], object]:
    return lambda text: read(text.encode())


FILES: Mapping[str, Callable[[str], object]] = {
    "read_games": _reader(read_games),
    **{f"read {each.name}": _reader(each.read) for each in FORMATS.values()},
    "read GAM": _reader(line_texts.read_gam),
    "read PGN": _reader(pgn.read),
    "read SGF": _reader(sgf.read),
    "read JSON moves": lambda text: json_text.read(
        b'{"format": "flipfour-games", "version": 1, "games": [{"game": "reversi", "moves": ["%s"]}]}'
        % text.encode()
    ),
    "players_in": _reader(wthor.players_in),
    "squares.read": lambda text: squares.read(text, text, None),
    "squares in many lines": lambda text: squares.read(f"{'-' * 64} X\n{text}", text, None),
    "in_letters": drawn_boards.in_letters,
    "recognised_in": recognised_in,
}
"""Readers of files."""

TYPED: Mapping[str, Callable[[str], object]] = {
    "without_names": drawn_boards.without_names,
    "drawn_in": drawn_boards.drawn_in,
    "readable_name": readable_name,
    "day_of": day_of,
    **{f"board of {kind.key}": kind.read_options for kind in GAMES.values()},
    **{f"position of {kind.key}": partial(kind.set_up, "") for kind in GAMES.values()},
    **{f"opponent of {kind.key}": partial(specs.opponent, kind) for kind in GAMES.values()},
    **{f"recipe of {kind.key}": partial(saved.read_recipe, kind) for kind in GAMES.values()},
    "built_in_choice": partial(choices.built_in_choice, GAMES["reversi"]),
    "completions": partial(choices.completions, GAMES["connect4"]),
    "read_depth": choices.read_depth,
    "opponent_name": specs.opponent_name,
    "english_name": lambda text: names.english_name(text, names.LEVELS, names.STYLES),
    "read_name": saved.read_name,
    "whole_number": lambda text: specs.whole_number(text, 0, 100),
    "folded": folded,
    "time_typed": terms_words.time_typed,
    "read_time_control": read_time_control,
    "zone_typed": periods.zone_typed,
    "zones_like": periods.zones_like,
    "action_of": action_of,
    "escaped": untrusted.escaped,
    "safe": untrusted.safe,
    "in_code": untrusted.in_code,
    "scrubbed": scrubbed,
    "drawable": writing.drawable,
    "transcripts.moves": transcripts.moves,
    "reversi.parse": reversi.parse,
    "connect4.parse": connect4.parse,
}
"""Readers of what is typed."""


class _Secrets(BaseModel):
    token: SecretStr = SecretStr("a-secret-that-is-long-enough")


def _made() -> None:
    """Call what makes patterns from other values."""
    folder = Path("no-such-folder")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(masking, "_known", None)
        patched.setattr(component_ids, "_TEMPLATES", {})
        masking.know_secrets(_Secrets())
        # Imports the rooms with their ids.
        all_routes()
        kinds = ComponentId.__subclasses__()
        for kind in kinds:
            kinds += kind.__subclasses__()
            if kind.__module__.startswith("bot.") and kind.action:
                component_ids._template(kind)
    option = {"name": "board", "required": False, "autocomplete": False}
    demo_typed._options("play", "", [option], [option], {})
    for names_of_columns in ("a b c d e f g h i j k l", "12 11 10 9 8 7 6 5 4 3 2 1"):
        drawn_boards.drawn_in("\n".join([names_of_columns, *("- - - - - - - - - - - -",) * 8]))
    backup.backups(folder)
    backup._remove_abandoned(folder, folder)
    for game in registered_games():
        game.split_moves("")
    moments.moment_typed("tomorrow", datetime.now(UTC), ZoneInfo("UTC"))


@cache
def _uses() -> list[Use]:
    """Return how all patterns are applied."""
    return list(uses(_made))


def _slow_text(use: Use) -> str | None:
    """Return a text for which a pattern takes more than linear time."""
    largest, _ = LIMITS.get(use.where, (LARGEST, ""))
    for text in evil.texts(use.pattern, searched=use.method in ("search", "finditer")):
        if (size := superlinear_at(use.on, text.of, largest)) is not None:
            return f"{use} on {text}, {size} characters"
    return None


def _slow_reader(readers: Mapping[str, Callable[[str], object]], largest: int, *, few: bool) -> Iterator[str]:
    for name, read in readers.items():

        def work(text: str, read: Callable[[str], object] = read) -> None:
            with suppress(Refusal, EngineError, TimeControlError, ComponentIdError):
                read(text)

        for text in units.texts(few=few):
            if (size := superlinear_at(work, text.of, largest, NOISE)) is not None:
                yield f"{name} on {text}, {size} characters"


def test_no_pattern_takes_more_than_linear_time() -> None:
    found = _uses()
    assert [text for use in found if (text := _slow_text(use))] == []
    assert LIMITS.keys() <= {use.where for use in found}


def test_patterns_are_found_wherever_they_are() -> None:
    made, called = re.compile("closure"), re.compile("called")

    class Kind:
        pattern = re.compile("class")

    def function(default: re.Pattern[str] = re.compile("default")) -> object:
        return made, default

    Kind.__module__ = function.__module__ = "bot"
    values = [
        {"key": (re.compile("value"), Kind())}, function, partial(print, re.compile("partial")), called.sub,
    ]  # fmt: skip
    assert {pattern.pattern for pattern in in_value(values, set())} == {
        "closure", "called", "class", "default", "value", "partial"
    }  # fmt: skip
    assert {
        sign_in_ui.RETURN_TO.pattern,
        r"\d{4}",  # in a call
        f"^{INSTANCE}$",  # of a model's field
        "/g/(?P<code>[^{}/]+)",  # of a route
        r"f4:refresh:(?P<game_id>-?[0-9]{1,19})",  # made from other values
    } <= {use.pattern.pattern for use in _uses()}


@for_each(("method", "pattern"), [
    ("fullmatch", r"/(?:[A-Za-z0-9_-]+/?){0,6}"), ("match", r"(a+)+$"), ("match", r".*a.*a.*a.*b"),
    ("match", r".*ab.*ab.*x"), ("match", r"(?:ab|a|b)+$"), ("match", r"(a{1,50}){1,50}$"),
    ("match", r"(?=.*x)\s*1\s*\s*y"), ("match", r"(.*)\1x"), ("search", r"\s+$"), ("search", r"<[^>]*>"),
    ("search", r"(?<=://)[^@]*@"), ("search", r"(?m)^\s*-"), ("finditer", r"a(?!.*b)"),
])  # fmt: skip
def test_a_slow_pattern_is_found(method: str, pattern: str) -> None:
    use = Use("here", method, re.compile(pattern))
    with pytest.MonkeyPatch.context() as patch:
        # On shorter texts, what is quadratic by little is within the noise of a busy machine.
        patch.setitem(LIMITS, "here", (SIZES[-2], ""))
        # Other work on the machine can hide it in one measurement.
        assert any(_slow_text(use) for _ in range(3))


@for_each(("method", "pattern"), [
    ("fullmatch", r"/(?:[A-Za-z0-9_-]++/?+){0,6}"), ("fullmatch", r"[a-z]+(?: [a-z]+)*"),
    ("match", r"(?:a+b)+c"), ("search", r"(?<!\s)\s++$"), ("finditer", r"[^\s@]{1,64}+@x"),
    ("finditer", r"\w+|\s+"),
])  # fmt: skip
def test_a_linear_pattern_is_not_taken_for_a_slow_one(method: str, pattern: str) -> None:
    assert _slow_text(Use("here", method, re.compile(pattern))) is None


@pytest.mark.long
def test_a_slow_reader_is_found() -> None:
    def read(text: str) -> None:
        for start in range(0, len(text), 4):
            text[start:].isspace()

    assert next(_slow_reader({"quadratic": read}, SIZES[-1], few=True), None)


def test_what_is_typed_is_read_in_linear_time() -> None:
    assert list(_slow_reader(TYPED, extent(2048, MAX_OPTION), few=extent(True, False))) == []


def test_files_are_read_in_linear_time() -> None:
    assert list(_slow_reader(FILES, SIZES[extent(-3, -2)], few=extent(True, False))) == []
