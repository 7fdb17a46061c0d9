"""A server's custom opponents: the cards that list and describe them, with their buttons and menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Self

import discord

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import MAX_DEPTH, can_play, styles_of
from bot.computer.opponents.names import part_name, style_name
from bot.computer.opponents.saved import MAX_NAME, may_delete
from bot.core.fields import Frozen
from bot.core.paging import page_of
from bot.ui.component_ids import ASKS, FIXED, ONCE, SHOWS, ComponentId, find
from bot.ui.components import ComponentItem, Field, button, confirm_view, dialog, select, turning
from bot.ui.layout import BLUE, GREEN, Part, View, card, row
from bot.ui.opponent_words import describe, style_words
from bot.ui.untrusted import in_code, safe
from bot.ui.words import command_line, mention
from data.people.preferences import SavedOpponent
from engine.players.computer import ComputerPlayer
from languages import gettext, gettext_noop, pgettext
from languages.numbers import listed, separated

PART_STYLES = {
    # Translators: a style of play in a menu for a part of the game.
    "opening": gettext_noop("Opening: {style}"),
    # Translators: a style of play in a menu for a part of the game.
    "middle": gettext_noop("Middle game: {style}"),
    # Translators: a style of play in a menu for the end of the game.
    "end": gettext_noop("End: {style}"),
}
LIKE_MIDDLE_TEXTS = {
    "opening": gettext_noop("Opening: like the middle game"),
    "end": gettext_noop("End: like the middle game"),
}

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


def saved_text(name: str, kind: GameKind, player: ComputerPlayer) -> str:
    """Confirm a saved opponent, and explain how to play it."""
    title = gettext("### 🤖 {name} is ready", name=safe(name))
    command = f"`{command_line(f'{kind.key} start', bot=in_code(name))}`"
    how = gettext(
        "Everyone in this server can play against it: {command}. Games against it are unrated.",
        command=command,
    )
    return f"{title}\n{describe(player)}\n{how}"


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
        command=command_line(
            "opponent", name=in_code(deleted.name), game=kind.title, recipe=in_code(deleted.player)
        ),
    )


BETWEEN = "|"


class ChooseStyle(ComponentId):
    """Choose a style for a part of the game."""

    part: ClassVar[str]
    phase: str


class ChooseOpening(ChooseStyle, action="own_opening"):
    part: ClassVar[str] = "opening"


class ChooseMiddle(ChooseStyle, action="own_middle"):
    part: ClassVar[str] = "middle"


class ChooseEnd(ChooseStyle, action="own_end"):
    part: ClassVar[str] = "end"


class EditNumbers(ComponentId, action="own_numbers"):
    """Open the dialog for depths and lengths."""

    habits: str


class CorrectNumbers(ComponentId, action="own_correct"):
    """Open that dialog again, with the typed numbers in it."""

    typed: str

    @classmethod
    def of(cls, typed: Sequence[str]) -> Self:
        """Return the id that holds the typed numbers; a dot replaces characters that ids can't hold."""
        return cls(BETWEEN.join(text.replace(":", ".").replace(BETWEEN, ".") for text in typed))

    @property
    def values(self) -> list[str]:
        """The text typed into each field."""
        return self.typed.split(BETWEEN)


class NumbersTyped(ComponentId, action="own_typed"):
    """Send the dialog for depths and lengths."""


class SwitchPondering(ComponentId, action="own_ponder"):
    """Switch on or off whether the opponent thinks while a person thinks."""

    to: Literal["on", "off"]


class SaveOpponent(ComponentId, action="own_save"):
    """Save the opponent for everyone in the server."""

    game: str
    name: str


class DiscardOpponent(ComponentId, action="own_cancel"):
    """Discard the draft."""


class PlayOpponent(ComponentId, action="own_play", timeless=FIXED):
    opponent: int
    game: str


class ShowOpponents(ComponentId, action="own_page", timeless=SHOWS):
    page: int


class CreateOpponent(ComponentId, action="own_new"):
    """Open the dialog for the name of a new opponent."""

    game: str


class OpponentNamed(ComponentId, action="own_named"):
    game: str


class DeleteOpponent(ComponentId, action="own_delete", timeless=ASKS):
    opponent: int


class ConfirmDeleteOpponent(ComponentId, action="own_deleted", timeless=ONCE):
    opponent: int


PAGE = 5
"""Opponents on one page of the list."""

LIKE_MIDDLE = "-"
"""Value of the option for a part of the game without a separate style."""


class Draft(Frozen):
    """A custom opponent before it is saved."""

    name: str
    kind: GameKind
    player: ComputerPlayer


def draft_view(draft: Draft, problem: str | None = None, typed: Sequence[str] = ()) -> View:
    """Draw the draft in words, with a menu for the style of every part of the game.

    `problem` tells what is wrong with the text `typed` for depths and lengths.
    """
    opening, middle, end, habits = _coded(draft.player)
    game = draft.kind.title
    title = gettext("### 🤖 {name}, a new opponent for {game}", name=safe(draft.name), game=game)
    text = f"{title}\n{describe(draft.player)}"
    numbers = [button(gettext(NUMBERS_TITLE), EditNumbers(habits))]
    if problem is not None:
        text = f"{text}\n⚠️ {problem}"
        correct = CorrectNumbers.of(typed)
        numbers.append(button(gettext("Edit what I typed"), correct, style=discord.ButtonStyle.primary))
    save = SaveOpponent(draft.kind.key, draft.name)
    if draft.player.ponders:
        pondering = button(gettext("Thinks on your time: yes"), SwitchPondering("off"))
    else:
        pondering = button(gettext("Thinks on your time: no"), SwitchPondering("on"))
    return card(
        text,
        *(
            row(select(part_name(style.part), _options(draft, style.part), style))
            for style in (ChooseOpening(opening), ChooseMiddle(middle), ChooseEnd(end))
        ),
        row(
            button(pgettext("button", "Save"), save, style=discord.ButtonStyle.success),
            *numbers,
            pondering,
            button(pgettext("button", "Cancel"), DiscardOpponent()),
        ),
        colour=BLUE,
    )


def draft_of(components: Any) -> Draft | None:
    """Return the draft in a message's components, or None."""
    saves, habits = find(SaveOpponent, components), find(EditNumbers, components)
    opening, middle = find(ChooseOpening, components), find(ChooseMiddle, components)
    end = find(ChooseEnd, components)
    if saves is None or habits is None or opening is None or middle is None or end is None:
        return None
    # A recipe starts with the middle game.
    coded = " ".join(filter(None, (middle.phase, opening.phase, end.phase, habits.habits)))
    return Draft(saves.name, GAMES[saves.game], ComputerPlayer.parse(coded.replace("/", ":")))


def numbers_dialog(draft: Draft, typed: Sequence[str] | None = None) -> discord.ui.Modal:
    """Return the dialog for depths and lengths, filled with the draft's numbers or with the `typed` ones."""
    player = draft.player
    values = typed or (
        _depth(player.opening.depth if player.opening else player.depth),
        str(player.opening_moves),
        _depth(player.depth),
        _depth(player.end.depth if player.end else player.depth),
        str(player.end_moves),
    )
    fields = [Field(label, hint, value) for (label, hint), value in zip(number_fields(), values, strict=True)]
    return dialog(gettext(NUMBERS_TITLE), fields, NumbersTyped())


def saved_view(draft: Draft, saved: SavedOpponent) -> View:
    text = saved_text(draft.name, draft.kind, draft.player)
    return card(text, row(*_play_buttons(saved)), colour=GREEN)


def list_view(saved: Sequence[SavedOpponent], page: int, person_id: int, *, manager: bool) -> View:
    """Return the given page of a server's opponents, or the nearest one, with buttons for new ones.

    A person can delete their own opponents, a `manager` of the server all of them.
    """
    new = row(
        *(
            # Translators: a button that creates a computer player; {game} is “Reversi” or “Connect 4”.
            button(gettext("Create for {game}", game=kind.title), CreateOpponent(kind.key), emoji="➕")
            for kind in GAMES.values()
            if styles_of(kind)
        )
    )
    if not saved:
        return card(gettext(NO_OPPONENTS), new, colour=GREEN)
    listed = page_of(saved, page, PAGE)
    parts: list[Part] = [list_title(listed.page, listed.last_page + 1)]
    for opponent in listed.content:
        parts.append(list_entry(opponent))
        buttons = _play_buttons(opponent)
        if may_delete(opponent, person_id, manager=manager):
            buttons.append(button(pgettext("button", "Delete"), DeleteOpponent(opponent.id)))
        if buttons:
            parts.append(row(*buttons))
    parts.append(new)
    if turns := turning(listed, ShowOpponents, arrows=False):
        parts.append(row(*turns))
    return card(*parts, colour=GREEN)


def delete_view(opponent: SavedOpponent) -> View:
    question = gettext("Delete **{name}** for everyone here?", name=safe(opponent.name))
    return confirm_view(question, pgettext("button", "Delete"), ConfirmDeleteOpponent(opponent.id))


def name_dialog(game: str) -> discord.ui.Modal:
    # Translators: the label of a field in a dialog, at most 45 characters.
    # Translators: in a dialog, below “Name”; max. 100 characters.
    field = Field(gettext("Name"), gettext("Everyone in this server will see it."), "", max_length=MAX_NAME)
    # Translators: the title of a dialog, at most 45 characters.
    return dialog(gettext("New opponent"), [field], OpponentNamed(game))


def _play_buttons(saved: SavedOpponent) -> list[ComponentItem]:
    kinds = [kind for kind in GAMES.values() if can_play(kind, saved.player)]
    return [
        button(
            # Translators: a button; the reader plays against this computer player.
            gettext("Play against it")
            if len(kinds) == 1
            else gettext("Play against it: {game}", game=kind.title),
            PlayOpponent(saved.id, kind.key),
            style=discord.ButtonStyle.primary,
            emoji="▶️",
        )
        for kind in kinds
    ]


def _options(draft: Draft, part: str) -> list[discord.SelectOption]:
    player = draft.player
    phase = {"opening": player.opening, "middle": None, "end": player.end}[part]
    chosen = player.style if part == "middle" else phase.style if phase else None
    options = []
    if part != "middle":
        like_middle = gettext(LIKE_MIDDLE_TEXTS[part])
        options.append(discord.SelectOption(label=like_middle, value=LIKE_MIDDLE, default=chosen is None))
    styles = list(styles_of(draft.kind))
    if chosen is not None and chosen not in styles:
        styles.append(chosen)
    options += [
        discord.SelectOption(
            label=gettext(PART_STYLES[part], style=style_name(style)),
            value=style,
            description=style_words(style),
            default=style == chosen,
        )
        for style in styles
    ]
    return options


def _coded(player: ComputerPlayer) -> tuple[str, str, str, str]:
    """Encode the recipe in the parts that go into custom ids: opening, middle game, end, habits."""
    middle, *rest = str(player).replace(":", "/").split()
    named = {word.partition("=")[0]: word for word in rest}
    opening, end = named.pop("opening", ""), named.pop("end", "")
    return opening, middle, end, " ".join(named.values())


def _depth(depth: int | None) -> str:
    return "time" if depth is None else str(depth)
