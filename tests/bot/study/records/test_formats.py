"""Games written in every format and read again; files that are broken."""

from __future__ import annotations

import json
import random
import struct
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.study.records import json_text, line_texts, recognition, refusals
from bot.study.records.recognition import FORMATS, read_games, recognised_in
from bot.study.records.record import GameRecord, Source, readable_name
from data.games.records import Ending
from engine.reversi import transcripts
from tests.cases import for_each
from tests.extent import extent

BOARDS = {
    "reversi": ("", "6x6", "10x10", "anti", "6x6 anti", "10x10 anti", "xot"),
    "connect4": ("", "8x7", "12x6", "9x6c5", "4x4c3"),
}
WIPE_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
XOT = "xot:c4e3f6e6f5c5c3c6"

UNREADABLE = (
    *(refusals.UnreadableGame, refusals.TooManyGamesInFile, refusals.NoGamesInFile),
    *(refusals.SeemsForeign, refusals.DamagedFile, refusals.ImpossiblePosition),
    *(refusals.NoBoardOfSize, refusals.NoSideToMove),
)

NAMES = st.text(max_size=20).map(readable_name)


@st.composite
def records(draw: st.DrawFn, game: str | None = None, boards: tuple[str, ...] | None = None) -> GameRecord:
    key = game or draw(st.sampled_from(sorted(BOARDS)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    kind = GAMES[key]
    options = kind.drawn(draw(st.sampled_from(boards or BOARDS[key])), chance)
    position, moves = kind.start(options), []
    for _ in range(draw(st.sampled_from((0, 1, 5, 20, 200)))):
        if not (legal := position.legal_moves()):
            break
        moves.append(chance.choice(legal))
        position = position.play(moves[-1])
    ends = (
        (None, None),
        (0, Ending.RESIGNED),
        (1, Ending.TIME),
        (None, Ending.DRAWN),
        (None, Ending.CALLED_OFF),
    )
    winner, ending = draw(st.sampled_from(ends))
    names = (draw(NAMES), draw(NAMES))
    day = draw(st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1)))
    given: Any = {"names": names, "played_on": day, "result": (winner, ending)}
    return Source("a test", 1).record(kind, options, moves, **given)


def again(name: str, *games: GameRecord) -> tuple[GameRecord, ...]:
    return FORMATS[name].read(FORMATS[name].write(games))


@pytest.mark.long
@settings(max_examples=extent(6, 60))
@given(st.lists(records(), max_size=4))
def test_json_has_everything(games: list[GameRecord]) -> None:
    assert again("JSON", *games) == tuple(games)


@settings(max_examples=extent(4, 60))
@given(st.lists(records("reversi", BOARDS["reversi"][:-1]), max_size=4))
def test_ggf_has_all_but_what_was_called_off(games: list[GameRecord]) -> None:
    kept = [replace(game, ending=None) if game.ending is Ending.CALLED_OFF else game for game in games]
    assert again("GGF", *games) == tuple(kept)


@for_each("name", ["JSON", "GGF"])
def test_names_keep_the_width_of_their_signs(name: str) -> None:
    start = Source("a test", 1).record(GAMES["reversi"], "", ("f5",), names=("［Ａｎｎ］！", "｛ﾍﾞﾝ｝＂"))
    assert [record.names for record in again(name, start)] == [start.names]


@settings(max_examples=extent(4, 40))
@given(st.lists(records("reversi", BOARDS["reversi"][:-1]), min_size=1, max_size=4))
def test_transcripts_have_boards_and_moves(games: list[GameRecord]) -> None:
    assert again("transcript", *filter(_has_moves, games)) == bare(*filter(_has_moves, games))


@settings(max_examples=extent(6, 40))
@given(st.lists(records("connect4"), min_size=1, max_size=4))
def test_columns_have_grids_and_moves(games: list[GameRecord]) -> None:
    assert again("columns", *filter(_has_moves, games)) == bare(*filter(_has_moves, games))


@settings(max_examples=extent(8, 60))
@given(st.lists(records("reversi", ("",)), max_size=4))
def test_wthor_has_moves_and_who_won(games: list[GameRecord]) -> None:
    games = [game for game in games if game.ending not in (None, Ending.CALLED_OFF)]
    read = again("WTHOR", *games)
    assert [game.moves for game in read] == [game.moves for game in games]
    assert [game.winner for game in read] == [game.winner for game in games]


def _has_moves(game: GameRecord) -> bool:
    """An empty line is no game."""
    return bool(game.moves or game.options)


def bare(*games: GameRecord) -> tuple[GameRecord, ...]:
    """The games with what a text of moves tells."""
    return tuple(
        game if game.ending is Ending.PLAYED else replace(game, winner=None, ending=None)
        for game in (replace(game, names=("", ""), played_on=None) for game in games)
    )


@for_each("name", ["transcript", "GGF", "WTHOR"])
def test_a_random_opening_becomes_part_of_the_moves(name: str) -> None:
    game = Source("a test", 1).record(GAMES["reversi"], XOT, (), result=(0, Ending.RESIGNED))
    (read,) = again(name, game)
    assert (read.options, transcripts.transcript(read.moves)) == ("", XOT.partition(":")[2])


def test_what_a_file_of_each_format_looks_like() -> None:
    won = Source("a test", 1).record(
        GAMES["reversi"], "", WIPE_OUT, names=("Ann]", "B\\en"), played_on=date(2026, 3, 1)
    )
    assert FORMATS["transcript"].write([won]) == b"e6f4e3f6g5d6e7f5c5\n"
    assert FORMATS["GGF"].write([won]).decode() == (
        "(;GM[Othello]PC[Flipfour]DT[2026.03.01]PB[Ann\\]]PW[B\\\\en]RE[+64]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]"
        "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n"
    )
    wthor = FORMATS["WTHOR"].write([won])
    assert wthor[:16] == bytes([20, 26, 3, 1, 1, 0, 0, 0, 0, 0, 0xEA, 0x07, 8, 0, 0, 0])
    assert wthor[16:24] == bytes([0, 0, 0, 0, 0, 0, 64, 64])
    assert (list(wthor[24:34]), len(wthor)) == ([65, 46, 35, 66, 57, 64, 75, 56, 53, 0], 16 + 68)
    grid = Source("a test", 1).record(GAMES["connect4"], "12x6", ("10", "4", "11"))
    assert FORMATS["columns"].write([grid]) == b"12x6:10-4-11\n"


def test_files_of_others_are_read() -> None:
    ggf = (
        b"1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio]PW[booklet]RB[2197.01]TI[05:00//02:00]"
        b"TY[8]RE[+0.000:l]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
        b"B[d3//0.01]W[C3/1.5/0.2]B[c4]W[e3];)\n"
    )
    (game,) = read_games(ggf)
    assert (game.moves, game.names) == (("d3", "c3", "c4", "e3"), ("Saio", "booklet"))
    assert (game.played_on, game.ending) == (date(2003, 12, 15), None)
    assert read_games(b"# mine\n\nF5 D6 C3\r\n6x6: c2 b2\n")[1].options == "6x6"
    assert read_games(b"# mine\n8x7: 4, 4, 5")[0].moves == ("4", "4", "5")
    assert read_games("(;GM[Othello]PB[Andr\xe9]TY[8]B[f5];)".encode("latin-1"))[0].names[0] == "André"


@for_each("name", sorted(FORMATS))
def test_the_format_is_recognized(name: str) -> None:
    kind = FORMATS[name].game or "reversi"
    won = Source("a test", 1).record(
        GAMES[kind], "", WIPE_OUT if kind == "reversi" else "1212121", names=("Ann", "Ben")
    )
    content = FORMATS[name].write([won])
    assert name == "WTHOR" or recognised_in(content.decode()) == name
    assert read_games(content)[0].moves == won.moves


@for_each(
    ("name", "game", "options", "lack"),
    ("transcript", "connect4", "", "game"),
    ("GGF", "connect4", "", "game"),
    ("WTHOR", "connect4", "", "game"),
    ("columns", "reversi", "", "game"),
    ("WTHOR", "reversi", "6x6", "board"),
    ("WTHOR", "reversi", "anti", "board"),
    ("WTHOR", "reversi", "", "result"),
)
def test_a_format_refuses_what_it_cannot_hold(name: str, game: str, options: str, lack: str) -> None:
    with pytest.raises(refusals.CannotHold) as refused:
        FORMATS[name].write([GameRecord(game, options, ())])
    assert (refused.value.file_format, refused.value.lack) == (name, lack)


def wthor(moves: bytes, *, size: int = 8, games: int = 1) -> bytes:
    head = struct.pack("<4BIHH4B", 20, 26, 3, 1, games, 0, 2026, size, 0, 0, 0)
    return head + games * struct.pack("<3H2B60s", 0, 0, 0, 40, 40, moves)


def in_json(**changes: object) -> bytes:
    game = {"game": "reversi", "board": "", "moves": ["f5"], **changes}
    return json.dumps({"format": "flipfour-games", "version": 1, "games": [game]}).encode()


@for_each(
    ("content", "number", "fault"),
    (b"f5d6\nf5f5", 2, "move"),
    (b"f5zz", 1, "text"),
    (b"7x7:f5", 1, "board"),
    (b"44444444", 1, "move"),
    (b"4a", 1, "text"),
    (b"99x99:1", 1, "board"),
    (b"(;GM[Othello]TY[8]B[f5]", 1, "text"),
    (b"(;GM[Othello]TY[8]B[f5];)x", 2, "text"),
    (b"(;GM[Othello]TY[8]B[a1];)", 1, "move"),
    (b"(;GM[Othello]TY[8]B[f5]B[d6];)", 1, "turn"),
    (b"(;GM[Othello]TY[8]W[f5];)", 1, "turn"),
    (b"(;GM[Othello]TY[8]B[f5]W[PA]B[d6];)", 1, "pass"),
    (b"(;GM[Othello]TY[9]B[f5];)", 1, "board"),
    (b"(;GM[Othello]TY[ ]BO[ ];)", 1, "board"),
    (b"(;GM[Go]TY[8]B[f5];)", 1, "game"),
    (b"(;GM[Othello]TY[8]BO[8 *O *];)", 1, "start"),
    (wthor(bytes([56, 56])), 1, "move"),
    (wthor(bytes([56, 99])), 1, "text"),
    (wthor(bytes([56]), size=10), 1, "board"),
    (b"{", 1, "text"),
    (b'{"a":' * 100_000, 1, "text"),
    (b'{"format": "other"}', 1, "text"),
    (b'{"format": "flipfour-games", "version": 2, "games": []}', 1, "text"),
    (b'{"format": "flipfour-games", "version": 1, "games": 4}', 1, "text"),
    (b'{"format": "flipfour-games", "version": 1, "games": [4]}', 1, "text"),
    (in_json(game="go"), 1, "board"),
    (in_json(game=4), 1, "text"),
    (in_json(board="7x7"), 1, "board"),
    (in_json(board="6x6", opening="f5"), 1, "board"),
    (in_json(game="connect4", board="8x7", opening="44", moves=[]), 1, "board"),
    (in_json(board="xot", opening="f5f5"), 1, "move"),
    (in_json(moves="f5"), 1, "text"),
    (in_json(moves=[5]), 1, "text"),
    (in_json(moves=["a1"]), 1, "move"),
    (in_json(winner="both"), 1, "text"),
    (in_json(ending=[]), 1, "text"),
    (in_json(date="yesterday"), 1, "text"),
    (in_json(first=4), 1, "text"),
)
def test_a_broken_file_is_refused_with_the_place(content: bytes, number: int, fault: str) -> None:
    with pytest.raises(refusals.UnreadableGame) as refused:
        read_games(content)
    assert (refused.value.number, refused.value.fault) == (number, fault)
    assert len(refused.value.typed) <= 40


PASSES = "c4 c3 f5 b4 a4 a5 c2 a3"
"""Black, who would be next, has to pass."""


@for_each("ends", ["", "B[PA]", "B[pass]W[d2]", "W[d2]"])
def test_passes_that_are_forced_may_be_written_or_left_out(ends: str) -> None:
    moves = "".join(f"{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(PASSES.split()))
    (game,) = read_games(f"(;GM[Othello]TY[8]{moves}{ends};)".encode())
    assert game.moves[8:] == ("pass", *(["d2"] if "d2" in ends else []))


def test_passes_and_results_after_the_end_change_nothing() -> None:
    (game,) = read_games(f"{' '.join(WIPE_OUT)} pass pass".encode())
    assert game.moves == WIPE_OUT
    (game,) = read_games(in_json(winner="first", ending="played"))
    assert (game.winner, game.ending) == (None, None)
    (over,) = read_games(in_json(moves=WIPE_OUT, winner="second", ending="resigned"))
    assert (over.winner, over.ending) == (0, Ending.PLAYED)


@for_each("content", [b"", b" \n", b"# nothing", b'{"format":"flipfour-games","version":1,"games":[]}'])
def test_nothing_is_no_file(content: bytes) -> None:
    with pytest.raises(refusals.NoGamesInFile):
        read_games(content)


def test_files_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(refusals.FileTooLarge):
        read_games(b"f5" * recognition.MAX_BYTES)
    many = line_texts.MAX_GAMES + 1
    for content in (b"f5\n" * many, b"(;TY[8]B[f5];)" * many, wthor(bytes([56]), games=many)):
        with pytest.raises(refusals.TooManyGamesInFile):
            read_games(content)


@settings(max_examples=extent(25, 150))
@given(st.binary(max_size=200), st.sampled_from(sorted(FORMATS)))
def test_no_content_does_worse_than_be_refused(content: bytes, name: str) -> None:
    for read in (FORMATS[name].read, read_games):
        with suppress(*UNREADABLE):
            read(content)


@settings(max_examples=extent(25, 60))
@given(records(), st.data())
def test_a_file_with_one_byte_changed_is_read_or_refused(game: GameRecord, data: st.DataObject) -> None:
    for each in FORMATS.values():
        try:
            content = bytearray(each.write([game]))
        except refusals.CannotHold:
            continue
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
        with suppress(*UNREADABLE):
            read_games(bytes(content))


def test_each_game_of_a_file_is_written_once() -> None:
    """Those that do not fit are left out."""
    written = []
    fits, other = GameRecord("reversi", "", ("f5", "d6")), GameRecord("connect4", "", ("4",))

    def count(record: GameRecord) -> str:
        written.append(record)
        return str(FORMATS["GGF"].written(record))

    ggf = replace(FORMATS["GGF"], written=count)
    records, parts = zip(*ggf.written_fitting([fits, other, fits]), strict=True)
    assert records == (fits, fits)
    assert ggf.joined(records, parts) == FORMATS["GGF"].write([fits, fits])
    assert written == [fits, other, fits]


def test_stored_games_are_read_a_page_at_a_time() -> None:
    games = [GameRecord("connect4", "", ("4", str(column))) for column in range(1, 8)]
    stored = json_text.stored(games)
    lines = json_text.stored_lines(stored)
    assert len(lines) == len(games)
    assert [game.moves for game in json_text.read_lines(lines[2:4], 3)] == [("4", "3"), ("4", "4")]
