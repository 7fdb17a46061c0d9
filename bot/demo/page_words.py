"""The words of the demo's page and of its guided tour, in the language of the person who looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bot.ui.words import command_line
from languages import LANGUAGES, current, gettext, pgettext


def tour_words() -> dict[str, object]:
    """Return what the tour says; a step may have a command that it offers to type."""
    return {
        # Translators: on the demo's web page: above a list of things to try.
        "title": gettext("Try this next"),
        # Translators: on the demo's web page: a button that closes the list of things to try.
        "close": gettext("Close the tour"),
        # Translators: on the demo's web page: in a menu; opens the list of things to try.
        "open": gettext("Show the tour"),
        # Translators: on the demo's web page: when everything in a list of things to try was done.
        "done": gettext("That's the end of the tour. Type / to see everything else."),
        "steps": [
            _step("game", gettext("Tap a game on the card to play the computer.")),
            _step("move", gettext("Make a move: tap a square or a column.")),
            _step("review", gettext("See where a finished game was decided."), "review"),
            _step("puzzle", gettext("Solve a puzzle."), "puzzle"),
            _step("tournament", gettext("Look at the tournaments, or create one."), "tournament list"),
            _step("standings", gettext("See who is the strongest here."), "leaderboard"),
        ],
    }


def _step(key: str, text: str, command: str | None = None) -> dict[str, str]:
    typed = {} if command is None else {"command": command_line(command)}
    return {"key": key, "text": text, **typed}


def script_words() -> dict[str, object]:
    """Return what the page's scripts say, by the names they use."""
    return {
        # Translators: on the demo's web page: a link, which opens the page as another person.
        "secondWindow": gettext("Second window as {name}", name="{name}"),
        # Translators: on the demo's web page: explains the link to a second window.
        "secondWindowTitle": gettext(
            "Opens this channel in another window, as another person. The link can be shared on this machine."
        ),
        # Translators: on the demo's web page: a switch in a menu.
        "developerTools": gettext("Developer tools"),
        # Translators: on the demo's web page: the name of a list of languages.
        "language": gettext("Language"),
        # Translators: on the demo's web page: below a message that others don't see.
        "onlyYou": gettext("Only you can see this"),
        # Translators: on the demo's web page: beside the time of a message that has been changed.
        "edited": gettext("(edited)"),
        # Translators: on the demo's web page: before the name of a command, such as “Ann used /help”.
        "used": gettext("{name} used", name="{name}"),
        # Translators: on the demo's web page: the number of options that a command may have.
        "optional": gettext("+{number} optional", number="{number}"),
        # Translators: on the demo's web page: after the name of a person.
        "startedThread": gettext("started a thread: {thread}", thread="{thread}"),
        # Translators: on the demo's web page: after the name of a person.
        "renamedChannel": gettext("changed this channel's name: {name}", name="{name}"),
        # Translators: on the demo's web page: a value of an option of a command, as in Discord.
        "yes": gettext("True"),
        # Translators: on the demo's web page: a value of an option of a command, as in Discord.
        "no": gettext("False"),
        # Translators: on the demo's web page: in place of the list of values of an option.
        "noOptions": gettext("No options match"),
        "optionsFailed": gettext("Loading options failed"),
        # Translators: on the demo's web page: in the field for a message to a channel, such as “#games”.
        "message": gettext("Message {channel}", channel="{channel}"),
        # Translators: on the demo's web page: above a list of a channel's threads.
        "threads": gettext("Threads"),
        # Translators: on the demo's web page.
        "loading": gettext("Loading…"),
        "messageGone": gettext("That message is no longer here."),
        "elsewhere": gettext("That is in another channel or thread, which the demo does not show."),
        "ended": gettext("Thanks for playing!"),
        # Translators: `flipfour demo` is a command to type in a terminal.
        "endedText": gettext(
            "The demo has ended. To play again, start it with flipfour demo: "
            "this page reconnects automatically."
        ),
        "gone": gettext("The demo is not running"),
        # Translators: `flipfour demo` is a command to type in a terminal.
        "startAgain": gettext(
            "Start it again with flipfour demo. This page reconnects as soon as it is back."
        ),
        "wrongAddress": gettext("There is no demo at this address"),
        # Translators: `flipfour demo` is a command to type in a terminal.
        "openAddress": gettext(
            "Open the whole address that flipfour demo prints, including everything after the #."
        ),
        "tour": tour_words(),
        "spoken": current().code,
        "languages": {language.code: language.name for language in LANGUAGES.values()},
    }


def wording() -> dict[str, str]:
    """Return parts of simcord's page, and their replacements."""
    # Translators: on the demo's web page, before the name of a person.
    viewing = gettext("Viewing as")
    # Translators: on the demo's web page: a button that loads the page again.
    refresh = gettext("Refresh")
    # Translators: on the demo's web page: the name of a menu.
    more = pgettext("button", "More")
    # Translators: on the demo's web page: a button.
    end = gettext("End the demo")
    # Translators: on the demo's web page: a button.
    earlier = gettext("Load earlier messages")
    # Translators: on the demo's web page: a button.
    newer = gettext("Newer messages")
    # Translators: on the demo's web page: a button.
    latest = gettext("New messages · jump to latest")
    # Translators: on the demo's web page: a button that sends a message.
    send = gettext("Send")
    return {
        '<html lang="en">': f'<html lang="{current().locales[0]}">',
        ">Viewing as\n": f">{escape(viewing)}\n",
        ">Refresh preview<": f">{escape(refresh)}<",
        "<summary>More</summary>": f"<summary>{escape(more)}</summary>",
        ">End preview session<": f">{escape(end)}<",
        ">Load earlier messages<": f">{escape(earlier)}<",
        ">Newer messages<": f">{escape(newer)}<",
        ">New messages · jump to latest<": f">{escape(latest)}<",
        ">Send<": f">{escape(send)}<",
    }


def no_command(typed: str, similar: Sequence[str]) -> str:
    if similar:
        commands = " · ".join(f"/{name}" for name in similar)
        return gettext(
            "There is no command /{typed}. Did you mean {commands}?", typed=typed, commands=commands
        )
    return gettext("There is no command /{typed}. Type / to see them all.", typed=typed)


def for_others(command: str, person: str) -> str:
    # Translators: on the demo's web page, where a menu at the top chooses the person one looks as.
    return gettext(
        "/{command} is for people who manage the server. {person} can use it: choose them at the "
        "top of the page.",
        command=command,
        person=person,
    )


def no_option(command: str, typed: str, options: Sequence[str]) -> str:
    if not options:
        return gettext("/{command} has no options. Leave out “{typed}”.", command=command, typed=typed)
    return gettext(
        "I don't understand “{typed}”. The options of /{command} are written like this: {options}",
        typed=typed,
        command=command,
        options=" ".join(f"{name}:…" for name in options),
    )


def option_missing(command: str, option: str) -> str:
    return gettext("/{command} needs a value after {option}:", command=command, option=option)


def bad_value(option: str, typed: str, choices: Sequence[str]) -> str:
    if choices:
        return gettext(
            "{option} can't be “{typed}”. Choose one of: {choices}",
            option=option,
            typed=typed,
            choices=" · ".join(choices),
        )
    return gettext("{option} can't be “{typed}”.", option=option, typed=typed)
