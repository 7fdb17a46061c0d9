"""The message of a game: picture, names, score, whose turn it is, and a button for every move.

Components V2, at most 40 of them, nested ones counted: the container, the text, the gallery and a footer (4),
move buttons with their rows (25 + 5) and the controls with theirs (at most 5) make 39. A position with more
than 25 moves gets menus instead of buttons.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.catalog import MoveButton
from bot.computer.computer import ComputerStatus
from bot.games.snapshot import GameSnapshot
from bot.ui import components
from bot.ui.games.proofs import proof_line
from bot.ui.matches.exhibition_view import match_controls, match_heading, match_status
from bot.ui.words import (
    board_name,
    computer_name,
    mover_name,
    progress_bar,
    rating_line,
    result_sentence,
    seat_name,
    side_name,
)
from data import GameState, RatingChange
from engine import Progress

MAX_BUTTONS = 25
MAX_OPTIONS = 25
ROW = 5

GOING = discord.Colour(0x2E8B6B)
OVER = discord.Colour(0xE0A93B)
RESTING = discord.Colour(0x80848E)


def board_view(
    snapshot: GameSnapshot,
    picture: discord.File,
    status: ComputerStatus | None,
    progress: Progress | None,
    changes: Sequence[RatingChange],
) -> discord.ui.LayoutView:
    """The message for a game that is going on or over; `picture` has to be sent with it."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=GOING if snapshot.going else OVER
    )
    container.add_item(
        discord.ui.TextDisplay(f"{_heading(snapshot)}\n{_status(snapshot, status, progress, changes)}")
    )
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    words = snapshot.kind.describe(snapshot.position, snapshot.last, snapshot.game.winner)
    gallery.add_item(media=picture, description=words)
    container.add_item(gallery)
    for row in _move_rows(snapshot):
        container.add_item(row)
    if snapshot.is_match:
        container.add_item(match_controls(snapshot))
    else:
        container.add_item(_controls(snapshot, status, progress))
    view.add_item(container)
    return view


def _controls(
    snapshot: GameSnapshot, status: ComputerStatus | None, progress: Progress | None
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    controls: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    game_id = snapshot.game.id
    if snapshot.going:
        if status is ComputerStatus.FAILED:
            controls.add_item(
                components.button(
                    "Try again", "nudge", game_id, style=discord.ButtonStyle.primary, emoji="🔁"
                )
            )
        if status is ComputerStatus.THINKING and progress is not None:
            controls.add_item(components.button("Play now", "play_now", game_id, emoji="⏩"))
            if not snapshot.delegated:
                controls.add_item(components.button("Stop", "stop", game_id, emoji="↩️"))
        if snapshot.delegated:
            controls.add_item(components.button("Take over", "take_over", game_id, emoji="✋"))
        controls.add_item(components.button("Resign", "resign", game_id, emoji="🏳️"))
    else:
        controls.add_item(
            components.button("Rematch", "rematch", game_id, style=discord.ButtonStyle.primary, emoji="🔁")
        )
    return controls


def offer_view(snapshot: GameSnapshot) -> discord.ui.LayoutView:
    """The message of a challenge: open, or closed with the reason."""
    game = snapshot.game
    is_open = game.state is GameState.OFFERED
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=GOING if is_open else RESTING
    )
    container.add_item(discord.ui.TextDisplay(_offer_text(snapshot)))
    if is_open:
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        row.add_item(components.button("Accept", "accept", game.id, style=discord.ButtonStyle.success))
        if game.opponent_id is not None:
            row.add_item(components.button("Decline", "decline", game.id))
        else:
            row.add_item(components.button("Withdraw", "decline", game.id))
        container.add_item(row)
    view.add_item(container)
    return view


def picture_name(snapshot: GameSnapshot) -> str:
    """The file name of the board picture, different for every ply so that no client shows an old one."""
    return f"{snapshot.game.game}-{snapshot.game.id}-{snapshot.game.ply}.png"


def _heading(snapshot: GameSnapshot) -> str:
    score = snapshot.kind.score(snapshot.position)
    players = [side_name(snapshot, side) for side in (0, 1)]
    if score is not None:
        players = [f"{player} **{points}**" for player, points in zip(players, score, strict=True)]
    lines = [" · ".join(players)]
    if snapshot.going:
        for seat, delegate in zip(snapshot.game.seats, snapshot.game.delegates, strict=True):
            if delegate is not None:
                lines.append(f"-# 🤖 {computer_name(delegate)} plays for {seat_name(seat)}")
    if snapshot.is_match:
        lines.append(match_heading(snapshot))
    elif not snapshot.game.rated:
        lines.append(f"-# {board_name(snapshot)}, unrated")
    return "\n".join(lines)


def _status(
    snapshot: GameSnapshot,
    status: ComputerStatus | None,
    progress: Progress | None,
    changes: Sequence[RatingChange],
) -> str:
    lines = []
    if snapshot.last is not None:
        moves = f"{snapshot.kind.sides[snapshot.last.by].name} played **{snapshot.last.move}**"
        if snapshot.passed is not None:
            moves += f"; {snapshot.kind.sides[snapshot.passed].name} has no move and **passes**"
        lines.append(f"{moves}.")
    proof = proof_line(snapshot)
    if not snapshot.going:
        lines.append(result_sentence(snapshot))
        lines += [rating_line(change) for change in changes]
        return "\n".join([*lines, *([proof] if proof else [])])
    side = snapshot.kind.sides[snapshot.position.turn]
    if snapshot.is_match:
        lines.append(match_status(snapshot, status))
    elif status is ComputerStatus.THINKING:
        lines.append(f"{side.disc} **{mover_name(snapshot)} is thinking** …")
        if progress is not None:
            lines.append(_progress_line(progress))
    elif status is ComputerStatus.FAILED:
        lines.append(
            f"{side.disc} {mover_name(snapshot)} **stumbled** over this position. Your move is safe: "
            "press Try again, or wait a minute and it tries by itself."
        )
    else:
        lines.append(f"{side.disc} **{mover_name(snapshot)} to move.**")
    if proof is not None:
        lines.append(proof)
    if snapshot.game.ply >= 2 and (not snapshot.is_match or sum(snapshot.game.seconds) >= 1):
        lines.append(_clocks(snapshot))
    return "\n".join(lines)


def _progress_line(progress: Progress) -> str:
    """A bar with the share of the present depth that is done, the depth, the nodes, the best move so far."""
    bar = progress_bar(progress.fraction)
    return (
        f"-# {bar} {progress.fraction:.0%} of depth {progress.depth} · {_short(progress.nodes)} positions · "
        f"best so far **{progress.move}**"
    )


def _short(number: int) -> str:
    """A large number in three or four digits, such as 12.3 M."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return str(number)


def _clocks(snapshot: GameSnapshot) -> str:
    """The total thinking time of both sides."""
    sides = zip(snapshot.kind.sides, snapshot.game.seconds, strict=True)
    return "-# ⏱ " + " · ".join(f"{side.disc} {_clock(seconds)}" for side, seconds in sides)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _move_rows(snapshot: GameSnapshot) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    if not snapshot.going or snapshot.computer_to_move:
        return []
    buttons = snapshot.kind.buttons(snapshot.position)
    if len(buttons) <= MAX_BUTTONS:
        return [_row([_move_button(snapshot, item) for item in group]) for group in _in_rows(buttons)]
    enabled = [item for item in buttons if item.enabled]
    return [
        _row(
            [
                components.select(
                    f"Your move: {group[0].label} to {group[-1].label}",
                    [discord.SelectOption(label=item.label, value=item.move) for item in group],
                    "choose",
                    snapshot.game.id,
                    snapshot.game.ply,
                    number,
                )
            ]
        )
        for number, group in enumerate(_split(enabled, MAX_OPTIONS))
    ]


def _move_button(snapshot: GameSnapshot, item: MoveButton) -> components.ComponentItem:
    return components.button(
        item.label, "move", snapshot.game.id, snapshot.game.ply, item.move, disabled=not item.enabled
    )


def _row(items: Sequence[components.ComponentItem]) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for item in items:
        row.add_item(item)
    return row


def _in_rows(buttons: Sequence[MoveButton]) -> list[Sequence[MoveButton]]:
    """As few rows as there can be, of lengths as equal as they can be: seven make 4 + 3, not 5 + 2."""
    rows = max(1, -(-len(buttons) // ROW))
    return _split(buttons, -(-len(buttons) // rows) or 1)


def _split(buttons: Sequence[MoveButton], size: int) -> list[Sequence[MoveButton]]:
    return [buttons[start : start + size] for start in range(0, len(buttons), size)]


def _offer_text(snapshot: GameSnapshot) -> str:
    game, kind = snapshot.game, snapshot.kind
    challenger = f"<@{game.challenger_id}>"
    colours = {
        "first": f"{challenger} plays {kind.sides[0].name}",
        "second": f"{challenger} plays {kind.sides[1].name}",
        "random": "colours drawn by lot",
    }[game.colour]
    if game.options:
        colours = f"{board_name(snapshot)}, unrated; {colours}"
    text = f"### {kind.sides[0].disc}{kind.sides[1].disc} {kind.title}\n"
    if game.opponent_id is not None:
        what = "a rematch" if game.rematch_of is not None else "a game"
        text += f"{challenger} challenges <@{game.opponent_id}> to {what} ({colours})."
    else:
        text += f"{challenger} looks for an opponent ({colours}). Anybody can accept."
    closed = {
        "declined": f"\n<@{game.opponent_id}> declined.",
        "withdrawn": "\nThe challenge was withdrawn.",
        "expired": f"\nNobody answered in time. `/{game.game} start` makes a new one.",
    }
    return text + (closed[game.closed_as] if game.closed_as else "")
