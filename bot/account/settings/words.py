"""Names and meanings of settings, and names of their values.

A setting has an entry under its name; one with a choice of words has each of them in `choices`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import Any

import discord

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.preferences.notices import Reminder, Where
from bot.preferences.periods import place_name, zone_named
from bot.preferences.settings import (
    EVERYBODY,
    MODERATORS,
    NONE,
    Channel,
    Channels,
    Circles,
    Hour,
    OneOf,
    Setting,
    Switch,
    Time,
    Told,
    Zone,
)
from bot.ui.times import NO_LIMIT, time_name
from bot.ui.words import channel_mention, role_mention
from data.people.preferences import OwnerKind
from languages import LANGUAGES, gettext, gettext_noop, pgettext, pgettext_noop
from languages.moments import time_written
from languages.numbers import enumerated


@dataclass(frozen=True, slots=True)
class SettingWords:
    """The title of a setting, one line on what it does, and names for its values."""

    title: str
    meaning: str
    choices: Mapping[str, str] = field(default_factory=dict)
    context: str = ""
    """Context of the choices' translations, where their words alone mean several things."""


THEMES = {
    # Translators, all below: themes: how boards look.
    "classic": gettext_noop("Classic"),
    "wood": gettext_noop("Wood"),
    "midnight": gettext_noop("Midnight"),
    "high-contrast": gettext_noop("High contrast"),
    "colour-blind": gettext_noop("Colour-blind safe"),
}

SERVER = {
    "language": SettingWords(
        gettext_noop("Language"),
        gettext_noop("The language of my public posts in this server."),
        {NONE: gettext_noop("Discord's language of this server")},
    ),
    "channels": SettingWords(
        # Translators: a setting: in which channels games can be started.
        gettext_noop("Channels"),
        gettext_noop("Where games can be started, including the channels' threads."),
        {NONE: pgettext_noop("channels of games", "everywhere")},
        "channels of games",
    ),
    "level": SettingWords(
        # Translators: a setting: the level of the computer that is suggested.
        gettext_noop("Level"),
        gettext_noop("Which of my levels I suggest here; people can choose any other."),
        {NONE: gettext_noop("what suits each person")},
    ),
    "time": SettingWords(
        # Translators: a setting: the default time limit of games.
        gettext_noop("Time"),
        gettext_noop("The default time limit for games between people."),
    ),
    "rated": SettingWords(
        gettext_noop("Ratings"),
        gettext_noop("Whether games started here are rated."),
    ),
    "theme": SettingWords(
        # Translators: a setting: how boards look.
        gettext_noop("Theme"),
        gettext_noop("How boards and other pictures look here."),
        THEMES,
    ),
    "threads": SettingWords(
        gettext_noop("Threads"),
        gettext_noop("Whether each game gets its own thread, with a link in the channel."),
    ),
    "announcements": SettingWords(
        # Translators: a setting: the channel for news.
        gettext_noop("Announcements"),
        gettext_noop("A channel for `/match` results, and for new leaders of the leaderboards."),
        {NONE: pgettext_noop("channel for announcements", "none")},
        "channel for announcements",
    ),
    "daily_channel": SettingWords(
        # Translators: a setting: the channel of the daily puzzle.
        gettext_noop("Daily puzzle"),
        gettext_noop("A channel for a puzzle each day; its answer comes a day later."),
        {NONE: pgettext_noop("channel of the daily puzzle", "none")},
        "channel of the daily puzzle",
    ),
    "daily_hour": SettingWords(
        gettext_noop("Hour of the daily puzzle"),
        gettext_noop("When it is posted."),
    ),
    "daily_game": SettingWords(
        gettext_noop("Game of the daily puzzle"),
        gettext_noop("Which game it is."),
        {NONE: pgettext_noop("game of the daily puzzle", "any")},
        "game of the daily puzzle",
    ),
    "weekly_channel": SettingWords(
        # Translators: a setting: the channel of the weekly leaderboard.
        gettext_noop("Weekly leaderboard"),
        gettext_noop(
            "A channel for the players with the most points each week, and each season of "
            "three months; `/leaderboard` explains points."
        ),
        {NONE: pgettext_noop("channel of the weekly board", "none")},
        "channel of the weekly board",
    ),
    "time_zone": SettingWords(
        # Translators: a setting.
        gettext_noop("Time zone"),
        gettext_noop("When weeks and seasons begin. For one that isn't in the menu: `/settings time_zone:`."),
    ),
    "matches": SettingWords(
        # Translators: a setting: who can let computers play each other.
        gettext_noop("Computer matches"),
        gettext_noop("Who can use `/match`; moderators always can."),
        {
            # Translators: the value of a setting: who can use a command.
            EVERYBODY.who: gettext_noop("everybody"),
            MODERATORS.who: gettext_noop("moderators (Manage Messages)"),
        },
    ),
}

PERSON = {
    "language": SettingWords(
        gettext_noop("Language"),
        gettext_noop("The language of what only you see."),
        {NONE: gettext_noop("as in Discord")},
    ),
    "theme": SettingWords(
        # Translators: a setting: how boards look.
        gettext_noop("Theme"),
        gettext_noop("How the pictures only you see look: your own view, hints, private chats."),
        {NONE: gettext_noop("as in the server"), **THEMES},
    ),
    "flip": SettingWords(
        # Translators: a setting: boards are shown from the other side.
        gettext_noop("Flip board"),
        gettext_noop("Boards from the other side, in your own view (`/game view`) and in private chats."),
    ),
    "text_board": SettingWords(
        # Translators: a setting: boards in letters instead of pictures.
        gettext_noop("Text board"),
        gettext_noop("Letters and words instead of pictures, wherever only you see them."),
    ),
    "notices": SettingWords(
        # Translators: a setting: messages that tell a player it is their turn.
        gettext_noop("Turn notices"),
        gettext_noop("A short message when it's your turn, deleted once you have moved."),
        {
            Where.NOWHERE: pgettext_noop("turn notices", "none"),
            Where.DAYS: pgettext_noop("turn notices", "in the channel of games with days per move"),
            Where.CHANNEL: pgettext_noop("turn notices", "in the game's channel"),
            Where.DIRECT: pgettext_noop("turn notices", "as direct messages"),
        },
        "turn notices",
    ),
    "reminders": SettingWords(
        # Translators: a setting: a second message when a player still has to move.
        gettext_noop("Reminders"),
        gettext_noop(
            "A second message if you still have to move, in games with days per move; "
            "without a clock, after a day. Only if turn notices are on."
        ),
        {
            Reminder.NEVER: pgettext_noop("reminders", "none"),
            Reminder.THIRD: pgettext_noop("reminders", "with a third of the time left"),
            Reminder.HOURS_3: pgettext_noop("reminders", "3 hours before the time runs out"),
            Reminder.HOURS_6: pgettext_noop("reminders", "6 hours before the time runs out"),
            Reminder.HOURS_12: pgettext_noop("reminders", "12 hours before the time runs out"),
        },
        "reminders",
    ),
    "achievements": SettingWords(
        # Translators: a setting: where new achievements are announced.
        gettext_noop("Achievements"),
        gettext_noop("Where I announce new ones; your `/profile` lists them all."),
        {
            Told.NOWHERE: pgettext_noop("new achievements", "nowhere"),
            Told.CHANNEL: pgettext_noop("new achievements", "where you earned it"),
            Told.DIRECT: pgettext_noop("new achievements", "as a direct message"),
        },
        "new achievements",
    ),
}

UNKNOWN_ZONE = gettext_noop(
    "I don't know the time zone {typed}. Type the largest city in the area, such as "
    "`Berlin` or `New York`, and choose from the list."
)

WORDS: Mapping[OwnerKind, Mapping[str, SettingWords]] = {"server": SERVER, "person": PERSON}

TITLES: Mapping[OwnerKind, str] = {
    "server": gettext_noop("## Settings of this server"),
    "person": gettext_noop("## Your settings\nThey apply in every server, and only to you."),
}


# Translators: a button; it shows what is stored about a person.
PRIVACY = gettext_noop("Privacy")
# Translators: a button; it opens the settings of the server.
SERVER_SETTINGS = gettext_noop("This server's settings")


def title(owner: OwnerKind, page: int, pages: int) -> str:
    lines = [gettext(TITLES[owner])]
    if pages > 1:
        lines.append(gettext("-# Page {page} of {pages}", page=page + 1, pages=pages))
    return "\n".join(lines)


def setting_text(owner: OwnerKind, setting: Setting, value: Any, *, changed: bool = False) -> str:
    """Describe a setting with its value; `changed`: just now."""
    words = WORDS[owner][setting.name]
    # Translators: {title} is a setting, {value} what it is set to.
    head = gettext(
        "**{title}: {value}**", title=gettext(words.title), value=value_name(words, setting, value)
    )
    return f"{'✅ ' if changed else ''}{head}\n{gettext(words.meaning)}"


def value_name(words: SettingWords, setting: Setting, value: Any) -> str:
    match setting.allowed:
        case Switch():
            return pgettext("setting", "on") if value else pgettext("setting", "off")
        case Time():
            return gettext(NO_LIMIT) if value is None else time_name(value)
        case Hour():
            # Translators: {hour} is such as “9:00 UTC”, {local} the same hour in the reader's time zone.
            return gettext("{hour} ({local} where you are)", hour=hour_name(value), local=local_hour(value))
        case Zone():
            # Translators: {zone} is a time zone such as “Europe/Berlin”, {time} the time there now.
            return gettext("{zone} ({time} there now)", zone=place_name(value), time=time_in(value))
        case Channels() | Channel():
            channels = (value,) if isinstance(value, int) else value or ()
            return enumerated([*map(channel_mention, channels)]) or choice_name(words, NONE)
        case Circles():
            return choice_name(words, value.who) if value.role_id is None else role_mention(value.role_id)
        case OneOf():
            return choice_name(words, NONE if value is None else value)


def hour_name(hour: int) -> str:
    # Translators: {time} is a time of day, such as “9:00”.
    return gettext("{time} UTC", time=time_written(time(hour)))


def time_in(zone: str) -> str:
    """Format the present time of day in a time zone."""
    return time_written(datetime.now(zone_named(zone)))


def local_hour(hour: int) -> str:
    """Format an hour of the day in each reader's own time zone."""
    return discord.utils.format_dt(datetime.now(UTC).replace(hour=hour, minute=0, second=0), "t")


def choice_name(words: SettingWords, choice: str) -> str:
    """Return the name of a choice; languages, games and levels are not listed in `choices`."""
    if choice in words.choices:
        name = words.choices[choice]
        return pgettext(words.context, name) if words.context else gettext(name)
    if choice in LANGUAGES:
        return LANGUAGES[choice].name
    return GAMES[choice].title if choice in GAMES else level_name(choice)


def closed_to_me(channels: Sequence[int]) -> str:
    """Tell a person that the bot can't write in the channels they chose."""
    # Translators: {channels} is a list such as “#games, #arena”; bold are Discord's names of permissions.
    return gettext(
        "Saved, but I'm not allowed to post in {channels} yet: give me **View "
        "Channel**, **Send Messages** and **Attach Files** there.",
        channels=enumerated([*map(channel_mention, channels)]),
    )
