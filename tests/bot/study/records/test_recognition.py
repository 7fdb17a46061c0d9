"""Files and texts of others: recognised by their names, first bytes and grammar; what is no game is told."""

from __future__ import annotations

import struct
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.study.records import refusals, wthor
from bot.study.records.recognition import FORMATS, File, read_files, read_games
from bot.study.records.record import GameRecord
from data.games.records import Ending
from engine.search.position import PASS
from tests.bot.study.records.test_formats import BOARDS, bare, in_json, records
from tests.cases import for_each
from tests.extent import extent

PLAYERS = ("???", "Doe Jané", "Roe R.")
WTB = FORMATS["WTHOR"].write([*read_games(b"(;GM[Othello]TY[8]RE[+64:r]B[f5]W[d6];)")] * 5)


def names_file(names: tuple[str, ...], size: int) -> bytes:
    head = struct.pack("<4BIHH4B", 20, 26, 3, 1, 0, len(names), 0, 0, 0, 0, 0)
    return head + b"".join(name.encode("latin-1").ljust(size, b"\0") for name in names)


JOU, TRN = names_file(PLAYERS, 20), names_file(PLAYERS, 26)


def playing(first: int, second: int) -> bytes:
    """A file of one game between the players with these numbers."""
    content = bytearray(FORMATS["WTHOR"].write(read_games(b"(;GM[Othello]TY[8]RE[+64:r]B[f5];)")))
    content[18:22] = struct.pack("<2H", first, second)
    return bytes(content)


@for_each("jou_first", [True, False])
def test_the_names_come_from_the_file_of_players(jou_first: bool) -> None:
    files = [File(playing(1, 2), "WTH_2026.wtb"), File(JOU, "WTHOR.JOU")]
    (game,) = read_files(files[::-1] if jou_first else files)
    assert game.names == ("Doe Jané", "Roe R.")
    assert read_files([File(playing(1, 7)), File(JOU)])[0].names == ("Doe Jané", "")
    assert read_files([File(playing(1, 2))])[0].names == ("", "")


@for_each("files", [[WTB, WTB], [WTB, b"f5d6"], [JOU, JOU]])
def test_one_file_of_games_is_read_at_a_time(files: list[bytes]) -> None:
    with pytest.raises(refusals.SeveralFilesOfGames):
        read_files([File(content) for content in files])


@for_each("name", ["WTH_2026.wtb", "games", ""])
@for_each("damaged", [WTB[:-30], WTB + b"\0", WTB[:17]])
def test_a_damaged_wthor_file_is_told_by_its_header(damaged: bytes, name: str) -> None:
    with pytest.raises(refusals.DamagedFile) as refused:
        read_games(damaged, name)
    assert (refused.value.games, refused.value.expected) == (5, len(WTB))
    assert refused.value.found == len(damaged)


@for_each(
    ("content", "name", "seems"),
    (JOU, "WTHOR.JOU", "players"),
    (JOU, "", "players"),
    (TRN, "WTHOR.TRN", "tournaments"),
    (JOU[:-3], "wthor.jou", "players"),
    (b"PK\x03\x04 and so on", "games.zip", "archive"),
    (b"PK\x03\x04 and so on", "games.txt", "archive"),
    (b"\x1f\x8b\x08 and so on", "", "archive"),
    (b"\x89PNG\r\n\x1a\n", "board.png", "picture"),
    (b"%PDF-1.7", "games.pdf", "document"),
    (b"<!DOCTYPE html><p>f5", "game.html", "page"),
    (b"Hello there", "games.txt", "unknown"),
    (b"@everyone", "", "unknown"),
    (b"\0\1\2\3" * 40, "", "unknown"),
)
def test_a_file_without_games_is_recognized(content: bytes, name: str, seems: str) -> None:
    with pytest.raises(refusals.SeemsForeign) as refused:
        read_games(content, name)
    assert refused.value.seems == seems


@for_each("suffix", ["ggf", "sgf", "pgn", "gam", "json", "wtb"])
def test_a_name_that_promises_a_format_is_believed_in_the_refusal(suffix: str) -> None:
    with pytest.raises(refusals.UnreadableGame) as refused:
        read_games(b"Hello there", f"games.{suffix}")
    assert refused.value.file_format.lower() in (suffix, "wthor", "moves")
    assert refused.value.typed


@for_each("game", [b"(;FF[4]GM[2];B[f5])", b"(;GM[Othello]TY[8]B[f5];)"])
def test_what_follows_a_game_is_shown_after_any_number_of_blanks(game: bytes) -> None:
    with pytest.raises(refusals.UnreadableGame) as refused:
        read_games(game + b"\n" * 100 + b"Hello there")
    assert (refused.value.number, refused.value.typed) == (2, "Hello there")


PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2020.05.05"]
[Round "-"]
[Black "Ann"]
[White "Ben"]
[Result "38-26"]
[TimeControl "300"]

1. f5 d6 2. c3 d3
3. c4 38-26
"""


def test_games_of_playok_logistello_and_test_sets_are_read() -> None:
    (game,) = read_games(PLAYOK.encode(), "playok.txt")
    assert (game.moves, game.names) == (("f5", "d6", "c3", "d3", "c4"), ("Ann", "Ben"))
    assert (game.played_on, game.winner, game.ending) == (date(2020, 5, 5), 0, Ending.RESIGNED)
    assert [read.moves for read in read_games(f"{PLAYOK}\n{PLAYOK}".encode())] == [game.moves] * 2
    assert read_games(PLAYOK.replace("\n", " ").encode())[0] == game
    games = read_games(b"+d3-c3+c4-e3: +04 10\n# more\n+f5-d6: -02 10\n", "logbook.gam")
    assert [game.moves for game in games] == [("d3", "c3", "c4", "e3"), ("f5", "d6")]
    assert [game.winner for game in games] == [0, 1]
    games = read_games(b"44 -2\n43745416472735 -13\n32164625 11\n", "Test_L3_R1")
    assert [(len(game.moves), game.value) for game in games] == [(2, "-2"), (14, "-13"), (8, "11")]
    assert FORMATS["JSON"].read(FORMATS["JSON"].write(games)) == games
    for text in ("ｆ５ｄ６ｃ３", "１．　Ｆ５　Ｄ６\n２．　Ｃ３"):
        (game,) = read_games(text.encode())
        assert game.moves == ("f5", "d6", "c3")


@for_each(
    "moves",
    "1. F5 D6\n3. C3 D3\n5. C4\n",
    "1. f5 1... d6 2. c3 2... d3 3. c4",
    "1. f5 {best} 1... d6 {also 1.} 2. c3 d3 3. c4",
    "1.f5 d6 2.c3 d3 3.c4",
    "1.f5d6 2.c3d3 3.c4",
    "1 f5 d6 2 c3 d3 3 c4",
    "1 F5 D6\n3 C3 D3\n5 C4",
    "01. f5 02. d6 03. c3 04. d3 05. c4",
    "f5 d6 c3 d3 c4",
)
@for_each(("result", "winner"), ("33-31", 0), ("33:31", 0), ("30-34", 1), ("1-0", 0), ("0-1", 1), ("*", None))
def test_numbers_before_moves_are_a_hint(moves: str, result: str, winner: int | None) -> None:
    tags = f'[Black "Ann"]\n[White "Ben"]\n[Result "{result}"]\n\n'
    for text in (f"{tags}{moves}\n{result}\n", f"{tags}{moves} {result}"):
        games = read_games(f"{text}\n{text}".encode())
        assert [(game.moves, game.names, game.winner) for game in games] == [
            (("f5", "d6", "c3", "d3", "c4"), ("Ann", "Ben"), winner)
        ] * 2


@pytest.mark.long
@for_each("text", "1. F5 D6\n3. C3 D3\n5. C4\n33-31", "1 f5 d6 2 c3 d3 3 c4 33:31", "1.f5 d6 2.c3 d3 3.c4 *")
def test_moves_with_any_numbers_need_no_tags(text: str) -> None:
    (game,) = read_games(text.encode())
    assert game.moves == ("f5", "d6", "c3", "d3", "c4")


def test_sgf_of_other_programs_is_read() -> None:
    edax = (
        b"(;FF[4]GM[2]AP[edax:4.5]DT[2020-01-02]PB[Ann]PW[B\\]en]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[W+4]\n"
        b"B[f5];W[d6];)"
    )
    (game,) = read_games(edax, "a.sgf")
    assert (game.moves, game.names, game.played_on) == (("f5", "d6"), ("Ann", "B]en"), date(2020, 1, 2))
    assert (game.options, game.winner) == ("", 1)
    (main,) = read_games(b"(;GM[2]FF[4];B[fe];W[df](;B[cc];W[dc](;B[cd])(;B[ce]))(;B[cd];W[ce]))")
    assert main.moves[:4] == ("f5", "d6", "c3", "d3")
    (begun,) = read_games(b"(;FF[4]GM[2]AB[e4][d5][f5][e5]AW[d4]PL[W];W[f6])")
    assert begun.options.startswith("position:")


@for_each(
    ("content", "fault", "number"),
    (b"(;FF[4]GM[1]SZ[19];B[pd])", "game", None),
    (b"(;FF[4]GM[2];B[f5];B[d6])", "turn", 2),
    (b"(;FF[4]GM[2];B[f5];W[])", "pass", 2),
    (b"(;FF[4]GM[2];B[f5];W[d6]", "text", None),
    (b"(;FF[4]GM[2]SZ[9];B[f5])", "board", None),
    (b"(;FF[4]GM[2];B[f5];AB[a1])", "start", None),
    (b"(;GM[Othello]TY[8]B[f5]B[d6];)", "turn", 2),
    (b"(;GM[Othello]TY[8]B[f5]W[d6]B[PA]W[c3];)", "pass", 3),
    (in_json(moves=["f5", "pass"]), "pass", 2),
    (b"f5 d6 pass c3", "pass", 3),
    (b"f5 d6 -- c3", "pass", 3),
    (b"+d3+c3: +04 1", "turn", 2),
    (b"+d3-c3x", "text", None),
    (b"1. f5 d6 3. c3 c3", "move", 4),
    (b"1. f5 pass", "pass", 2),
    (b'[FEN "8/8"]\n1. f5', "start", None),
)
def test_faults_are_reported_with_the_move_in_every_format(
    content: bytes, fault: str, number: int | None
) -> None:
    with pytest.raises(refusals.UnreadableGame) as refused:
        read_games(content)
    assert (refused.value.fault, refused.value.at_move) == (fault, number)


OBF = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; g8:+18; h1:+12;"


def test_a_list_of_positions_is_read_with_its_values() -> None:
    games = read_games(f"# FFO\n{OBF}\n{OBF}\n".encode(), "ffo.obf")
    assert [game.value for game in games] == ["g8:+18; h1:+12"] * 2
    assert games[0].options.startswith("position:O--OOOOX")
    with pytest.raises(refusals.UnreadableGame) as refused:
        read_games(f"{OBF}\n{OBF[:40]}\n".encode())
    assert (refused.value.fault, refused.value.line) == ("start", 2)


def in_pgn(game: GameRecord) -> str:
    moves = ["--" if move == PASS else move for move in game.moves]
    pairs = [" ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)]
    board = f"{game.options}: " if game.options else ""
    return board + " ".join(f"{number}. {pair}" for number, pair in enumerate(pairs, 1))


def in_sgf(game: GameRecord) -> str:
    moves = (f";{'BW'[ply % 2]}[{'' if move == PASS else move}]" for ply, move in enumerate(game.moves))
    size = game.options.partition("x")[0] or "8"
    return f"(;FF[4]GM[2]SZ[{size}]PB[]PW[]{''.join(moves)})"


def in_logbook(game: GameRecord) -> str:
    return "".join(f"{'+-'[ply % 2]}{'pa' if move == PASS else move}" for ply, move in enumerate(game.moves))


@pytest.mark.long
@settings(max_examples=extent(20, 30))
@given(st.one_of(*(records(game, boards[:3]) for game, boards in BOARDS.items())))
def test_games_are_read_in_every_other_notation(game: GameRecord) -> None:
    (plain,) = bare(replace(game, value=""))
    if len(game.moves) < 2:
        return
    assert read_games(in_pgn(game).encode()) == (plain,)
    if game.game == "reversi":
        assert read_games(in_sgf(game).encode()) == (plain,)
        if not game.options:
            assert read_games(in_logbook(game).encode()) == (plain,)


@settings(max_examples=extent(13, 40))
@given(records(), st.sampled_from(["JSON", "GGF", "transcript", "columns"]))
def test_what_is_exported_is_imported_out_of_its_message(game: GameRecord, name: str) -> None:
    chosen = FORMATS[name]
    if chosen.game not in (None, game.game) or not game.moves:
        return
    content = chosen.write([game]).decode()
    message = f"Your file has 1 game.\n```\n{content}```"
    for pasted in (
        message,
        f"```{name.lower()[:4]}\n{content}```" if name == "JSON" else f"`{content.strip()}`",
    ):
        if not any("```" in name for name in game.names) and ("`" not in content or pasted is message):
            assert read_games(pasted.encode()) == chosen.read(content.encode())


def test_a_file_of_wthor_without_games_has_none() -> None:
    with pytest.raises(refusals.NoGamesInFile):
        read_games(WTB[:4] + bytes(4) + WTB[8:16])
    assert wthor.lists(WTB) is None
