"""The texts about computer players: styles, recipes, and a server's custom opponents."""

from __future__ import annotations

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import MAX_DEPTH, can_play
from bot.computer.opponents.names import style_name
from bot.ui.opponent_words import describe
from bot.ui.untrusted import in_code, safe
from bot.ui.words import command_line, mention
from data.people.preferences import SavedOpponent
from engine.players.computer import ComputerPlayer
from languages import gettext, gettext_noop
from languages.numbers import listed, separated

PART_STYLES = {
    # Translators: a style of play in a menu for a part of the game.
    "opening": gettext_noop("Opening: {style}"),
    # Translators: a style of play in a menu for a part of the game.
    "middle": gettext_noop("Middle game: {style}"),
    # Translators: a style of play in a menu for the end of the game.
    "end": gettext_noop("End: {style}"),
}
LIKE_MIDDLE = {
    "opening": gettext_noop("Opening: like the middle game"),
    "end": gettext_noop("End: like the middle game"),
}

NOTHING_SAVED = gettext_noop("Nothing was saved.")
NAME_MISSING = gettext_noop("Give the new opponent a name, with `name:`.")
NO_OPPONENTS = gettext_noop(
    "### 🤖 This server has no custom opponents yet\nCreate one: everyone here can play against it."
)
NO_DRAFT = gettext_noop(
    "This opponent has already been saved or discarded. Use `/opponent` to create another one."
)
NUMBERS_TITLE = gettext_noop("Depths and lengths")


def number_fields() -> tuple[tuple[str, str], ...]:
    """Labels and hints of the dialog for depths and lengths."""
    # Translators: a hint in a dialog; “time” is what one types, so it stays as it is.
    depth = gettext("1 to {most} moves, or: time", most=MAX_DEPTH)
    return (
        # Translators: the label of a field in a dialog, at most 45 characters: how far it looks ahead.
        (gettext("Opening: depth"), depth),
        # Translators: below the label of a field in a dialog.
        (gettext("Opening: how many moves it lasts"), gettext("0 for none")),
        # Translators: the label of a field in a dialog, at most 45 characters: how far it looks ahead.
        (gettext("Middle game: depth"), depth),
        # Translators: the label of a field in a dialog, at most 45 characters: how far it looks ahead.
        (gettext("End: depth"), depth),
        (
            gettext("End: moves before the end"),
            gettext("0 for none; in Reversi, the number of empty squares"),
        ),
    )


def pondering_label(player: ComputerPlayer) -> str:
    """Label the switch for thinking on the opponent's time."""
    return gettext("Thinks on your time: yes") if player.ponders else gettext("Thinks on your time: no")


def part_style(part: str, style: str) -> str:
    """Label a style in the menu for a part of the game."""
    return gettext(PART_STYLES[part], style=style_name(style))


def like_middle(part: str) -> str:
    """Return the option for a part of the game without a separate style."""
    return gettext(LIKE_MIDDLE[part])


# --- a server's custom opponents -------------------------------------------------------------------------


def draft_text(name: str, kind: GameKind, player: ComputerPlayer) -> str:
    title = gettext("### 🤖 {name}, a new opponent for {game}", name=safe(name), game=kind.title)
    return f"{title}\n{describe(player)}"


def saved_text(name: str, kind: GameKind, player: ComputerPlayer) -> str:
    """Confirm a saved opponent, and explain how to play it."""
    title = gettext("### 🤖 {name} is ready", name=safe(name))
    command = f"`{command_line(f'{kind.key} start', bot=in_code(name))}`"
    how = gettext(
        "Everyone in this server can play against it: {command}. Games against it are unrated.",
        command=command,
    )
    return f"{title}\n{describe(player)}\n{how}"


def new_label(kind: GameKind) -> str:
    """Label the button for a new opponent."""
    # Translators: a button that creates a computer player; {game} is “Reversi” or “Connect 4”.
    return gettext("Create for {game}", game=kind.title)


def name_hint() -> str:
    """Return the hint in the dialog for a new opponent."""
    # Translators: in a dialog, below “Name”; max. 100 characters.
    return gettext("Everyone in this server will see it.")


def delete_question(opponent: SavedOpponent) -> str:
    """Ask whether to delete an opponent."""
    return gettext("Delete **{name}** for everyone here?", name=safe(opponent.name))


def list_title(page: int, pages: int) -> str:
    """Return the heading of a page of the list; pages count from 0."""
    if pages == 1:
        return gettext("### 🤖 This server's custom opponents")
    return gettext(
        "### 🤖 This server's custom opponents, page {page} of {pages}", page=page + 1, pages=pages
    )


def list_entry(saved: SavedOpponent) -> str:
    titles = [kind.title for kind in GAMES.values() if can_play(kind, saved.player)]
    values = {
        "name": safe(saved.name),
        "games": listed(titles),
        "creator": mention(saved.creator_id),
        "recipe": in_code(saved.player),
        "words": separated(describe(ComputerPlayer.parse(saved.player)).splitlines()),
    }
    if not titles:
        # Translators: {words} describes how it plays; {recipe} is the same for computers.
        return gettext(
            "**{name}**, created by {creator}, can't play any game I know\n{words}\n-# Recipe: `{recipe}`",
            **values,
        )
    return gettext(
        "**{name}**, created by {creator}, plays {games}\n{words}\n-# Recipe: `{recipe}`", **values
    )


def deleted_text(deleted: SavedOpponent) -> str:
    """Tell the person who deleted an opponent how to create it again."""
    kind = next((kind for kind in GAMES.values() if can_play(kind, deleted.player)), None)
    if kind is None:
        return gettext("{name} has been deleted. Current games against it continue.", name=safe(deleted.name))
    return gettext(
        "{name} has been deleted. Current games against it continue. To create it again: `{command}`",
        name=safe(deleted.name),
        command=_create_command(deleted.name, kind, deleted.player),
    )


def _create_command(name: str, kind: GameKind, recipe: str) -> str:
    return command_line("opponent", name=in_code(name), game=kind.title, recipe=in_code(recipe))
