"""A game as pages get it: positions, players, and the words that its message on Discord has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from bot.catalog import Diagram, GameKind, RecentMoves
from bot.catalog.kind import ByColumn, Lined
from bot.computer.computer import Computer
from bot.core.people import Names, Person, Place
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.events.votes import words as vote_words
from bot.events.votes.boards import VoteBoard, tally
from bot.events.votes.games import VoteGames
from bot.events.votes.ui import votes_here
from bot.features import Kit
from bot.play.games import words
from bot.play.games.finding import ShownGames
from bot.play.games.ids import review_button
from bot.play.games.referee import Referee
from bot.play.web_links import WebLinks
from bot.preferences.preferences import Looks
from bot.ui.pictures import picture_names
from bot.ui.slash import Voters
from bot.ui.untrusted import shortened
from bot.ui.words import game_link
from bot.web.words import VotesInDiscord
from data.games.records import GameState
from data.games.time_control import GameClock, Live
from data.tables.schema import Untrusted
from engine import Position
from engine.search.position import PASS
from languages import Language, count, speaking
from renderers.overlays import Values
from renderers.themes import THEMES, Look

PERSON = re.compile(r"<@!?(\d+)>")

BLOCK = re.compile(r"\n?^```\n(.*?)\n```$\n?", re.DOTALL | re.MULTILINE)

TOKEN = re.compile(
    r"\\(?P<escaped>[^\w\s])"
    r"|<@!?(?P<person>\d+)>"
    r"|<t:(?P<time>-?\d+)(?::(?P<format>[A-Za-z]))?>"
    r"|<(?:#|@&|/[^:<>]*:)\d+>"
    # No bracket inside of another: each would be tried to the end of the text.
    r"|\[(?P<label>[^\[\]\n]+)\]\((?P<address>https?://[^()\[\]\s]+)\)"
    r"|(?P<style>\*\*|\*|__|`)"
)

STYLES = {"**": "b", "__": "b", "*": "i", "`": "c"}

Run = list[str]
"""A text and its style: "" plain, b bold, i italic, c code, t a time in seconds with Discord's format."""


NEIGHBOURS = re.compile(r"(<@!?\d+>) (?=<@)")
"""A mention before another; Discord frames each, pages need a comma."""


def people_in(text: str) -> set[int]:
    return {int(person_id) for person_id in PERSON.findall(text)}


def lines_of(text: str, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the lines of a text; a small or large one says so, and a block of code is one."""
    lines: list[dict[str, object]] = []
    for number, part in enumerate(BLOCK.split(NEIGHBOURS.sub(r"\1, ", text))):
        lines += [{"runs": [[part, ""]], "size": "code"}] if number % 2 else _lines(part, names)
    return lines


def _lines(text: str, names: Mapping[int, str]) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    for line in text.split("\n"):
        small, large = line.startswith("-# "), line.startswith("### ")
        runs = list(_runs(line[3:] if small else line[4:] if large else line, names))
        size = {"size": "small"} if small else {"size": "large"} if large else {}
        lines.append({"runs": runs, **size})
    return lines


def plain(text: str, names: Mapping[int, str]) -> str:
    return "\n".join(
        "".join(run[0] for run in _runs(line, names) if run[1] != "t") for line in text.split("\n")
    )


def _runs(line: str, names: Mapping[int, str]) -> Iterator[Run]:
    style, start, written = "", 0, ""
    for token in TOKEN.finditer(line):
        written += line[start : token.start()]
        start = token.end()
        if token["escaped"] is not None:
            written += token["escaped"]
        elif token["person"] is not None:
            written += shortened(names.get(int(token["person"]), "?"))
        elif token["label"] is not None:
            written += token["label"]
        elif token["time"] is not None:
            if written:
                yield [written, style]
                written = ""
            yield [token["time"], "t", token["format"] or "f"]
        elif token["style"] is not None:
            if written:
                yield [written, style]
                written = ""
            changed = STYLES[token["style"]]
            style = "" if style == changed else changed
    written += line[start:]
    if written:
        yield [written, style]


async def vote_board(kit: Kit, snapshot: GameSnapshot) -> VoteBoard | None:
    """Return the card of a vote, None for any other game."""
    return await kit[VoteGames].boards.content(snapshot.game.id) if is_vote_game(snapshot.game) else None


def votes_shown(card: VoteBoard) -> dict[str, Any]:
    counted = tally(card.ballot.votes) if votes_here(card) else {}
    return {move: count(number) for move, number in counted.items()}


async def cast_vote(kit: Kit, game_id: int, who: Person, ply: int, move: str) -> None:
    """Vote for a move, as a person who is on a side and sees the channel."""
    card = await kit[VoteGames].boards.content(game_id)
    if card is None or card.ballot.members.get(who.id) is None:
        raise VotesInDiscord
    if not await kit[Voters].may_vote(Place.of(card.snapshot.game), who.id):
        raise VotesInDiscord
    await kit[VoteGames].vote(game_id, who, ply, move)


SIGNS = "XO"
EMPTY = "-"

SHADES = 3
"""Number of the best shade of a move's value; the worst one is 0."""


def board_facts(kind: GameKind, position: Position) -> dict[str, Any]:
    rows = kind.rows_of(position)
    return {
        "game": kind.key,
        "title": kind.title,
        "columns": len(rows[0]),
        "rows": len(rows),
        "byColumn": isinstance(kind, ByColumn),
        "sides": [side.name for side in kind.sides],
    }


def position_facts(
    kind: GameKind, position: Position, recent: RecentMoves, *, going: bool = True
) -> dict[str, Any]:
    """Return the discs and marks of a position, and its legal moves if moves can be made."""
    rows = kind.rows_of(position)
    going = going and position.result() is None
    return {
        "cells": "".join(EMPTY if owner is None else SIGNS[owner] for row in rows for owner in row),
        "turn": position.turn if going else None,
        "legal": [move for move in position.legal_moves() if move != PASS] if going else [],
        "last": [made.move for made in recent.last],
        "before": None if recent.before is None else recent.before.move,
        "line": list(kind.winning_squares(position)) if isinstance(kind, Lined) else [],
    }


def diagram_facts(kind: GameKind, diagram: Diagram) -> dict[str, Any]:
    """Return a position alone, as a picture."""
    facts = position_facts(kind, diagram.position, diagram.recent, going=False)
    return {**board_facts(kind, diagram.position), **facts, "ply": 0, "alt": kind.describe(diagram)}


def milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def shaded(values: Values) -> dict[str, list[str | int]]:
    return {move: [text, round(SHADES * quality)] for move, (text, quality) in values.items()}


def as_text(message: dict[str, Any]) -> str:
    """Return a message as it is sent; names are made safe to show, should they not be so yet."""
    return json.dumps(_prepared(message), ensure_ascii=False, separators=(",", ":"))


def _prepared(value: Any) -> Any:
    # json takes a name for any other text, so nothing would refuse it.
    if isinstance(value, Untrusted):
        return shortened(value)
    if isinstance(value, dict):
        return {_prepared(key): _prepared(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_prepared(each) for each in value]
    return value


async def game_text(kit: Kit, game_id: int, language: Language) -> str:
    """Return the message for pages in a language that shows a game now."""
    snapshot = await kit[Referee].snapshot(game_id)
    game = snapshot.game
    changes = () if snapshot.going else await kit[ShownGames].rating_changes(game)
    look = await kit[Looks].for_game(game)
    vote = await vote_board(kit, snapshot)
    with speaking(language):
        if vote is None:
            status = words.board_status(snapshot, kit[Computer].status(game_id), None, changes)
        else:
            status = f"{vote_words.about(vote)}\n{vote_words.status(vote)}"
        names = await kit[Names].of_people(people_in(status), game.guild_id)
        seats = await picture_names(kit[Names], game, game.guild_id, whole=True)
        shown = {
            **frame(snapshot, seats),
            "status": lines_of(status, names),
            "spoken": plain("\n".join(words.last_moves(snapshot)), names),
            "theme": theme_name(look),
            "alt": snapshot.kind.describe(snapshot.diagram),
            "discord": game_link(game),
            "review": bool(review_button(snapshot)),
            "next": await _next(kit, snapshot),
            "votes": {} if vote is None else votes_shown(vote),
        }
    return as_text(shown)


async def _next(kit: Kit, snapshot: GameSnapshot) -> dict[str, Any] | None:
    """Return the rematch once it has begun, with its address if everyone sees it."""
    if snapshot.game.rematch is None:
        return None
    game = (await kit[Referee].snapshot(snapshot.game.rematch)).game
    if game.state not in (GameState.PLAYING, GameState.FINISHED):
        return None
    addresses = await kit[WebLinks].of_public([(game.id, game.guild_id, game.channel_id)])
    return {"game": game.id, "to": addresses.get(game.id)}


def frame(snapshot: GameSnapshot, names: tuple[str, str]) -> dict[str, Any]:
    """Return the board and its facts, without sentences."""
    game, kind, position = snapshot.game, snapshot.kind, snapshot.position
    score, end = kind.score(position), snapshot.end
    return {
        "t": "game",
        "version": game.version,
        "number": game.id,
        **board_facts(kind, position),
        **position_facts(kind, position, snapshot.recent, going=snapshot.going),
        "ply": game.ply,
        "computer": snapshot.computer_to_move,
        # Who moves themselves, and not by a computer player.
        "hands": [
            seat.player_id is not None and delegate is None
            for seat, delegate in zip(game.seats, game.delegates, strict=True)
        ],
        "going": snapshot.going,
        "adjourned": snapshot.adjourned,
        "winner": None if end is None else end.winner,
        "over": not snapshot.going and not snapshot.adjourned,
        "names": list(names),
        "score": None if score is None else list(score),
        "clock": _clock(game.clock),
        "moves": list(game.moves),
    }


def theme_name(look: Look) -> str:
    """Return the stored name of a look's theme."""
    return next((name for name, theme in THEMES.items() if theme is look.theme), "classic")


def _clock(clock: GameClock | None) -> Mapping[str, Any] | None:
    if clock is None:
        return None
    return {
        "live": isinstance(clock.control, Live),
        "left": [round(left.total_seconds() * 1000) for left in clock.left],
        "side": clock.side,
        "until": None if clock.flag_at is None else milliseconds(clock.flag_at),
    }
