"""Strangers' texts cost linear time: no pattern and no reader is slow on any of them, however long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial

import pytest

from bot.catalog import GAMES
from bot.computer.opponents import choices, names, saved, specs
from bot.core.refusals import Refusal
from bot.preferences import zones
from bot.settings.logs import scrubbed
from bot.study.records.formats import drawn_boards, json_text, line_texts, pgn, sgf, squares, wthor
from bot.study.records.formats.record import day_of, readable_name
from bot.study.records.recognition import FORMATS, MAX_BYTES, read_games, recognised_in
from bot.ui import times as terms_words
from bot.ui import untrusted
from bot.ui.component_ids import ComponentIdError, action_of
from data.games.clocks import TimeControlError, read_time_control
from engine import EngineError, connect4, reversi
from engine.reversi import transcripts
from languages.typed import folded
from renderers import lettering
from tests.hostile import Text, TooSlow, Use, bounded, texts, uses

SIZE, SECONDS = 16_000, 0.25
"""A quadratic pattern needs more processor time than this, and a linear one less than a tenth of it."""

MAX_OPTION = 6000
"""Maximum characters of a command's option, set by Discord."""

FILE_SECONDS = 20.0
"""Bound for the largest file."""


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
    "zone_typed": zones.zone_typed,
    "zones_like": zones.zones_like,
    "action_of": action_of,
    "escaped": untrusted.escaped,
    "safe": untrusted.safe,
    "in_code": untrusted.in_code,
    "scrubbed": scrubbed,
    "drawable": lettering.drawable,
    "transcripts.moves": transcripts.moves,
    "reversi.parse": reversi.parse,
    "connect4.parse": connect4.parse,
}
"""Readers of what is typed."""


STEPS = 5
"""Sizes that are tried, each four times the one before."""


def _read(read: Callable[[str], object], text: str, seconds: float, what: str) -> float:
    """Return the processor time for a text; TooSlow if it is more than allowed."""
    before = time.thread_time()
    with (
        bounded(seconds, f"{what}, {len(text)} characters"),
        suppress(Refusal, EngineError, TimeControlError, ComponentIdError),
    ):
        read(text)
    return time.thread_time() - before


def _require_fast(readers: Mapping[str, Callable[[str], object]], size: int, seconds: float) -> None:
    for reader, read in readers.items():
        for text in texts(few=True):
            _read(read, text.of(size), seconds, f"{reader} on {text.name}")


def _require_linear(
    readers: Mapping[str, Callable[[str], object]],
    largest: int = MAX_BYTES,
    seconds: float = FILE_SECONDS,
    kinds: Sequence[Text] = tuple(texts()),
) -> None:
    """Read ever larger texts, until even quadratic growth would keep the bound for the largest one.

    Smaller ones have less time, so that a quadratic reader is found before it takes hours.
    """
    for reader, read in readers.items():
        for text in kinds:
            for share in (4.0**-step for step in reversed(range(STEPS))):
                bound = seconds * max(share, 0.25)
                taken = _read(read, text.of(int(largest * share)), bound, f"{reader} on {text.name}")
                if taken < seconds * share**2:
                    break


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    """Load what is compiled."""
    for moves in (b"f5d6c3\n", b"4455\n"):
        read_games(moves)


@cache
def _patterns() -> Mapping[str, Callable[[str], object]]:
    return {f"{number}: {use}": use.on for number, use in enumerate(uses())}


def test_no_pattern_is_worse_than_linear() -> None:
    _require_fast(_patterns(), SIZE, SECONDS)


def test_a_quadratic_pattern_is_found() -> None:
    """The bounds tell quadratic patterns from linear ones."""
    quadratic = {"quadratic": Use("quadratic", "fullmatch", re.compile(r"\s*\s*k")).on}
    with pytest.raises(TooSlow, match="quadratic on blanks"):
        _require_fast(quadratic, SIZE, SECONDS)
    with pytest.raises(TooSlow, match="quadratic on blanks"):
        _require_linear(quadratic, seconds=FILE_SECONDS / 10)


def test_a_quadratic_reader_is_found() -> None:
    """One that takes little time for short texts is found with longer ones."""

    def read(text: str) -> None:
        for start in range(0, len(text), 16):
            text[start:].isspace()

    _require_fast({"quadratic": read}, SIZE, SECONDS)
    with pytest.raises(TooSlow, match="quadratic on blanks"):
        _require_linear({"quadratic": read}, seconds=FILE_SECONDS / 10)


def test_typed_texts_are_read_at_once() -> None:
    _require_fast(TYPED, MAX_OPTION, SECONDS)


@pytest.mark.parametrize("before", ["", "f5"])
def test_a_file_of_blanks_is_refused_at_once(before: str) -> None:
    content = f"{before}{60_000 * ' '}k".encode()
    with bounded(8 * SECONDS, "blanks"), pytest.raises(Refusal):
        read_games(content)


def test_files_are_read_soon() -> None:
    _require_fast(FILES, SIZE, 8 * SECONDS)


@pytest.mark.long
def test_no_pattern_is_slow_on_the_largest_file() -> None:
    _require_linear(_patterns())


@pytest.mark.long
def test_all_typed_texts_are_read_at_once() -> None:
    _require_linear(TYPED, MAX_OPTION, SECONDS)


@pytest.mark.long
def test_the_largest_files_are_read_soon() -> None:
    # Those that end in another character than they consist of are the slow ones.
    _require_linear(FILES, kinds=[text for text in texts() if text.after])
