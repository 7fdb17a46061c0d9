"""What is stored about a person, and its export and deletion, opened from `/me` and `/help`."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence

import discord

from bot.account.privacy.host_settings import PrivacySettings, RetentionSettings
from bot.account.privacy.own_data import OwnData, Retention
from bot.settings.settings import Settings
from bot.ui.component_ids import ComponentId
from bot.ui.components import Field, button, dialog
from bot.ui.layout import BLUE, View, card, row, view
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_dialog, on_press
from bot.ui.untrusted import safe, shortened
from data.tables.schema import DataKind
from languages import gettext, gettext_noop, ngettext
from languages.numbers import figure, joined
from languages.typed import folded

# Translators: a word to be typed to confirm that all data is to be deleted, in capitals.
WORD = gettext_noop("DELETE")
"""The word to type before data is deleted, in English."""

KEPT: Mapping[DataKind, str] = {
    # Translators, all below: items of a list under “This is stored:”.
    DataKind.NAMES: gettext_noop(
        "**Your names**: the one you go by on Discord, and your nicknames in servers where you play. "
        "They appear on boards, leaderboards and profiles; a nickname only in its own server. Also the "
        "day you were last here."
    ),
    DataKind.GAMES: gettext_noop(
        "**Your games**: who plays, on which board and against which computer player, in which server "
        "and channel, and every move with its time. That way a game survives a restart and can be "
        "looked up later. Also moves you have planned, when you were told of your turn, and who "
        "requested a review."
    ),
    DataKind.INSIGHTS: gettext_noop(
        "**Your moves in reviewed games**, judged: for the *Insights* on your `/profile`, which only you can "
        "see unless you share them."
    ),
    DataKind.RATINGS: gettext_noop(
        "**Your ratings**: how well you play, how that has changed, and in which servers you are listed."
    ),
    DataKind.QUESTIONS: gettext_noop(
        "**Requests** to your opponent, such as to take a move back: until they are answered."
    ),
    DataKind.PUZZLES: gettext_noop(
        "**Puzzles you have seen**: how far you got with each, and when you solved it, "
        "so you don't get the same one twice. Also your mistakes in reviewed games, "
        "which come back as puzzles. If you solve a puzzle that was posted for a "
        "channel, its message names you, as the card of a puzzle race does."
    ),
    DataKind.REPERTOIRES: gettext_noop(
        "**Your opening repertoires**: their moves, when each is due again, and your latest training."
    ),
    DataKind.ACHIEVEMENTS: gettext_noop(
        "**Your achievements**: which, when, and in which game you earned them, and the "
        "seasons you finished in the top three. They are on your `/profile`, and "
        "servers can give roles for them."
    ),
    DataKind.LINKED_ROLES: gettext_noop(
        "**That your account is linked** for Discord's Linked Roles, if you have linked it: since when, and "
        "encrypted tokens, with which I tell Discord your ratings, rated games and solved puzzles. When you "
        "unlink it in `/me`, they are deleted as soon as Discord has deleted those, within a day."
    ),
    DataKind.WEB: gettext_noop(
        "**Browsers in which you signed in** to play on the web, if you have: since when, for 30 days "
        "at most. You can sign out everywhere in `/me`."
    ),
    DataKind.REQUESTS: gettext_noop(
        "**When you sent a challenge or a request**: for an hour, to prevent spam."
    ),
    DataKind.BLOCKS: gettext_noop(
        "**Who you have blocked**, so that they can't challenge you. They aren't told."
    ),
    DataKind.SETTINGS: gettext_noop(
        "**Your settings** (`/me`), the language of your Discord, and the settings of servers (`/settings`)."
    ),
    DataKind.OPPONENTS: gettext_noop(
        "**Custom opponents you have created** for a server: name, recipe, and that they are yours."
    ),
    DataKind.STRENGTH_TESTS: gettext_noop("**Strength tests you started**: until they are over."),
    DataKind.TOURNAMENTS: gettext_noop(
        "**Tournaments and simultaneous exhibitions**: those you organise or play in, your results there, "
        "and the cups you have won."
    ),
    DataKind.IMPORTS: gettext_noop(
        "**Games you have imported**: your last file for a week, and those you had reviewed. No one "
        "else is shown the file."
    ),
    DataKind.SERVERS: gettext_noop("**The servers I am in**, and when I was removed from one."),
    DataKind.COMMANDS: gettext_noop(
        "**Commands I haven't answered yet**: for seconds, so a restart doesn't lose them."
    ),
}
"""Stored data and the reasons, in the order of the list."""

NEVER = gettext_noop(
    "I see the commands and buttons used with me, and nothing else: no member lists, no e-mail "
    "addresses, no messages. I only count the messages below a board, to repost it when it has "
    "scrolled far up."
)
WHO = gettext_noop(
    "**Who can see it**: everyone in a channel sees its boards; names, ratings, results and recent "
    "games are public on `/leaderboard`, `/profile` and `/compare`. Anyone who can see a channel can "
    "find its games with `/history` and export one with `/export`. The rest is shown only to you. The "
    "person who runs this bot can read its database and its log, which names people when something "
    "goes wrong."
)
OWN = gettext_noop("**It is yours**: the buttons below give you all of it as a file, or delete it for good.")
# Translators: a button; it gives a person all that is stored about them as a file.
EXPORT = gettext_noop("Export my data")
# Translators: a button that asks before it deletes everything.
DELETE = gettext_noop("Delete my data…")
NOTHING_KNOWN = gettext_noop("I have no data about you to delete.")
KEPT_ALL = gettext_noop("Nothing was deleted.")
EXPORTED = gettext_noop(
    "Everything that is stored about you is in this file. Other people appear as numbers, always the "
    "same one for the same person, since their names and ids are theirs."
)
EXPORT_TOO_LARGE = gettext_noop(
    "Your data is too large for a file here. Please ask the person who runs this bot for it."
)
QUESTION = gettext_noop(
    "### Delete everything that is stored about you?\n"
    "- Your games end now: you resign, so your opponents don't lose out. Games that "
    "have barely started are called off, and your challenges are withdrawn.\n"
    "- The people you played keep their games, with “deleted player” in place of "
    "your name. Boards and reviews in channels are updated one by one, which can "
    "take a while.\n"
    "- Some messages stay as they are and may still name you: announcements, "
    "leaderboards, profiles, results of strength tests, names of threads, extra "
    "copies of a review, unfinished reviews, and notes about games and requests.\n"
    "- Your names, ratings, blocks, settings and custom opponents are deleted.\n"
    "- This can't be undone. If you play again, you start as a new player. To keep "
    "a copy, export your data first."
)
DELETED = gettext_noop(
    "Everything that was stored about you is deleted. If you ever play again, you start as a new "
    "player. All the best!"
)

# Translators: a button; it signs a person out of the boards in all their browsers.
SIGN_OUT = gettext_noop("Sign out everywhere")


def privacy(settings: Settings) -> tuple[str, str]:
    """Return the privacy text: what is stored and why, then who sees it and for how long.

    In some languages both together exceed the length of a message.
    """
    # Translators: the heading of a card about the reader's data.
    stored = [gettext("## Privacy"), gettext(NEVER), "", gettext("This is stored:")]
    stored += [f"- {gettext(sentence)}" for sentence in KEPT.values()]
    rest = [gettext(WHO), _how_long(settings.of(RetentionSettings)), gettext(OWN)]
    if contact := settings.of(PrivacySettings).contact:
        rest.append(gettext("**Who runs this bot**: {contact}", contact=shortened(contact)))
    return "\n".join(stored), "\n".join(rest)


def _how_long(kept: RetentionSettings) -> str:
    sentences = [gettext("**How long**: until you delete it.")]
    if kept.games:
        sentences.append(
            ngettext(
                "Games are deleted {days} day after they end.",
                "Games are deleted {days} days after they end.",
                _whole(kept.keep_games_days),
                days=figure(kept.keep_games_days),
            )
        )
    if kept.people:
        sentences.append(
            ngettext(
                "Everything about you is deleted after {days} day of inactivity.",
                "Everything about you is deleted after {days} days of inactivity.",
                _whole(kept.keep_people_days),
                days=figure(kept.keep_people_days),
            )
        )
    sentences.append(
        ngettext(
            "A server's data is deleted {days} day after I am removed from it; the games you played there "
            "stay yours.",
            "A server's data is deleted {days} days after I am removed from it; the games you played there "
            "stay yours.",
            _whole(kept.keep_left_servers_days),
            days=figure(kept.keep_left_servers_days),
        )
    )
    sentences.append(gettext("Backups made by the person who runs this bot may last longer."))
    return joined(sentences)


def _whole(days: float) -> int:
    """Return the number that chooses the plural form: in English half a day is “0.5 days”."""
    return 1 if days == 1 else max(2, math.ceil(days))


def word() -> str:
    """Return the word to type before data is deleted, in the reader's language."""
    return gettext(WORD)


def is_word(typed: Sequence[str]) -> bool:
    """Return whether the word was typed, in the reader's language or in English."""
    return [*map(folded, typed)] in ([folded(word())], [folded(WORD)])


def not_typed(typed: Sequence[str]) -> str:
    # Translators: {word} is the word to be typed, {typed} what was typed.
    return gettext(
        "That was “{typed}”, not {word}: nothing was deleted.", typed=safe(" ".join(typed)), word=word()
    )


class SignOutEverywhere(ComponentId, action="sign_out"):
    """Sign a person out of the pages in all browsers."""


class ShowPrivacy(ComponentId, action="privacy"):
    """Show what is stored about a person."""


class ExportMyData(ComponentId, action="my_data_export"):
    """Export everything that is stored about a person."""


class DeleteMyData(ComponentId, action="my_data"):
    """Ask whether to delete everything that is stored about a person."""


class AskToDelete(ComponentId, action="my_data_delete"):
    """Request confirmation, by a word to be typed."""


class DeleteTyped(ComponentId, action="my_data_word"):
    """Send the typed word."""


class KeepMyData(ComponentId, action="my_data_keep"):
    """Delete nothing after all."""


def delete_view() -> View:
    """Draw the consequences of deleting, and the first question."""
    return view(
        gettext(QUESTION),
        row(
            button(gettext("Delete my data"), AskToDelete(), style=discord.ButtonStyle.danger),
            button(gettext("Keep my data"), KeepMyData()),
        ),
    )


@on_press(AskToDelete, opens_dialog=True)
async def ask_to_delete(request: Request, pressed: AskToDelete) -> None:
    """Ask a second time, for a word to be typed."""
    # Translators: above a field of a dialog, max. 45 characters.
    label = gettext("Type {word} to delete it all", word=word())
    field = Field(label, gettext("This can't be undone."), "")
    await request.open_dialog(dialog(gettext("Delete my data"), [field], DeleteTyped()))


@on_dialog(DeleteTyped)
async def delete(request: Request, sent: DeleteTyped, typed: Sequence[str]) -> None:
    if not is_word(typed):
        raise BadRequest(not_typed(typed))
    await request.kit[OwnData].delete(request.user_id)
    await request.replace(gettext(DELETED))


@on_press(KeepMyData)
async def keep(request: Request, pressed: KeepMyData) -> None:
    await request.replace(gettext(KEPT_ALL))


@on_press(ShowPrivacy)
async def show_privacy(request: Request, pressed: ShowPrivacy) -> None:
    """Show what is stored, why, and for how long, with buttons that export and delete it."""
    settings = request.kit.settings
    stored, rights = privacy(settings)
    buttons = [
        button(gettext(EXPORT), ExportMyData(), emoji="📦"),
        button(gettext(DELETE), DeleteMyData(), emoji="🗑️"),
    ]
    if settings.web_url:
        buttons.append(button(gettext(SIGN_OUT), SignOutEverywhere(), emoji="🌐"))
    await request.send(card(stored, colour=BLUE), private=True)
    await request.send(card(rights, row(*buttons), colour=BLUE), private=True)


@on_press(ExportMyData)
async def export(request: Request, pressed: ExportMyData) -> None:
    exported = await request.kit[OwnData].export(request.person)
    if exported is None:
        raise BadRequest(gettext(EXPORT_TOO_LARGE))
    name = f"flipfour-mydata.json{'.gz' if exported.compressed else ''}"
    file = discord.File(io.BytesIO(exported.content), filename=name)
    shown: discord.ui.File[View] = discord.ui.File(file)
    await request.send(view(gettext(EXPORTED), shown), private=True, files=[file])


@on_press(DeleteMyData)
async def offer_to_delete(request: Request, pressed: DeleteMyData) -> None:
    if await request.kit[OwnData].is_known(request.person):
        await request.send(delete_view(), private=True)
    else:
        await request.tell(gettext(NOTHING_KNOWN))


FEATURES = (OwnData, Retention)
