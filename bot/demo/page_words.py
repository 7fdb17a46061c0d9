"""The words of the demo's page, in the language of the person who looks at it."""

from __future__ import annotations

from html import escape

from languages import LANGUAGES, current, gettext


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
        "loading": gettext("Loading …"),
        "messageGone": gettext("That message is no longer here."),
        "elsewhere": gettext("That is in another channel or thread, which the demo does not show."),
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
        "spoken": current().code,
        "languages": {language.code: language.name for language in LANGUAGES.values()},
    }


def wording() -> dict[str, str]:
    """Return parts of simcord's page, and their replacements."""
    return {
        '<html lang="en">': f'<html lang="{current().locales[0]}">',
        # Translators: on the demo's web page, before the name of a person.
        ">Viewing as\n": f">{escape(gettext('Viewing as'))}\n",
        ">Refresh preview<": f">{escape(gettext('Refresh'))}<",
        # Translators: on the demo's web page: the name of a menu.
        "<summary>More</summary>": f"<summary>{escape(gettext('More'))}</summary>",
        # Translators: on the demo's web page: a button.
        ">End preview session<": f">{escape(gettext('End the demo'))}<",
        # Translators: on the demo's web page: a button.
        ">Load earlier messages<": f">{escape(gettext('Load earlier messages'))}<",
        # Translators: on the demo's web page: a button.
        ">Newer messages<": f">{escape(gettext('Newer messages'))}<",
        # Translators: on the demo's web page: a button.
        ">New messages · jump to latest<": f">{escape(gettext('New messages · jump to latest'))}<",
        # Translators: on the demo's web page: a button that sends a message.
        ">Send<": f">{escape(gettext('Send'))}<",
    }
